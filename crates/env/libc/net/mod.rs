//! The network, of which there is none: addresses as text, names that are numbers, and sockets that the
//! program itself is at both ends of.

pub mod address;
pub mod calls;
pub mod names;
pub mod socket;
