//! Circuits as clauses, and an incremental SAT solver for them.
//!
//! [`Gates`] builds circuits: single bits ([`Gates::and`], [`Gates::xor`], …) and words of bits
//! ([`Gates::sum`], [`Gates::less`], …). Each gate becomes clauses of a SAT solver, and
//! [`Gates::solve`] asks whether some outputs can hold together.
//!
//! ```
//! use pikse_sat::{Cdcl, Gates, Limit, Outcome};
//!
//! let mut gates: Gates<Cdcl> = Gates::default();
//! let (a, b) = (gates.fresh(), gates.fresh());
//! let (both, differ) = (gates.and(a, b), gates.xor(a, b));
//! assert_eq!(gates.solve(&[both], Limit::NONE), Outcome::Sat);
//! assert!(gates.value(a) && gates.value(b));
//! assert_eq!(gates.solve(&[both, differ], Limit::NONE), Outcome::Unsat);
//! assert_eq!(gates.failed_assumptions().len(), 2);
//! ```
//!
//! | module | job |
//! | --- | --- |
//! | [`lit`] | variables and literals |
//! | [`sat`] | the interface of a SAT solver |
//! | [`gates`] | circuits of single bits; equal gates are shared |
//! | [`words`] | circuits of words: sums, products, comparisons, shifts |
//! | [`cdcl`] | the SAT solver |
//! | [`proof`] | the proof log of the SAT solver |
//! | [`checker`] | confirms such a log; shares no code with the solver |
//! | `external` (feature `rustsat`) | third-party SAT solvers |

pub mod cdcl;
pub mod checker;
#[cfg(feature = "rustsat")]
pub mod external;
pub mod gates;
pub mod lit;
pub mod proof;
pub mod sat;
pub mod words;

pub use cdcl::Cdcl;
pub use checker::{Checker, Refusal};
#[cfg(feature = "rustsat")]
pub use external::Limited;
pub use gates::Gates;
pub use lit::Lit;
pub use proof::{Kind, Proof, Step};
pub use sat::{Cone, Limit, Outcome, Sat};
