//! The messages between workers and their parent: frames of a length and a body.

use std::io::{self, Read, Write};

use pikse_work::{Walk, WalkError, Work, token};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The position of a kind of work.
pub(crate) type PositionOf<W> = <<W as Work>::Walk as Walk>::Position;
/// The tally of a kind of work.
pub(crate) type TallyOf<W> = <<W as Work>::Walk as Walk>::Tally;
/// The finds of a kind of work.
pub(crate) type FoundOf<W> = <<W as Work>::Walk as Walk>::Found;

/// From the parent to a worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Order<P> {
    /// Walk through a part: the whole space, or the rest from a position. A careful worker reports
    /// its position at this interval of steps. Every worker stops after the `first` finds. With `only`, it makes
    /// so many steps and gives the rest back.
    Walk { part: Option<P>, every: Option<u64>, first: Option<u64>, only: Option<u64> },
    /// Split off up to so many parts.
    Split { parts: usize },
    /// Stop, and report the position.
    Stop,
}

/// From a worker to its parent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum News<P, T, F> {
    /// Finds. They count once the worker reports its position.
    Found(Vec<F>),
    /// Its position, or that its part is done.
    Stands(Box<Stand<P, T>>),
    /// It cannot continue, and no other worker could.
    Mistake(WalkError),
}

/// A report of a worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Stand<P, T> {
    /// Its position; `None` once the part is done.
    pub(crate) at: Option<P>,
    /// What it has done since it was started.
    pub(crate) report: Report<T>,
    /// Parts that it split off.
    pub(crate) given: Vec<P>,
}

/// What a worker has done since it was started.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Report<T> {
    pub(crate) tally: T,
    /// The number of finds that it has sent.
    pub(crate) finds: u64,
    /// How much of its part is done.
    pub(crate) done: f64,
    /// How long it has worked on its part, in some unit that all workers have.
    pub(crate) time: u64,
}

/// Sends a message as one frame.
pub(crate) fn send(to: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    send_body(to, &token::bytes(message))
}

/// The same, for the bytes of a message.
pub(crate) fn send_body(to: &mut impl Write, body: &[u8]) -> io::Result<()> {
    let length = u32::try_from(body.len()).map_err(|_| io::ErrorKind::InvalidData)?;
    let mut frame = Vec::with_capacity(body.len() + 4);
    frame.extend(length.to_le_bytes());
    frame.extend(body);
    to.write_all(&frame)
}

/// Frames that arrive in pieces.
#[derive(Debug, Default)]
pub(crate) struct Inbox {
    bytes: Vec<u8>,
}

impl Inbox {
    /// Reads the available bytes. Returns whether the other side is still connected.
    pub(crate) fn read(&mut self, from: &mut impl Read) -> io::Result<bool> {
        let mut chunk = [0; 1 << 16];
        match from.read(&mut chunk) {
            Ok(0) => Ok(false),
            Ok(length) => {
                self.bytes.extend(&chunk[..length]);
                Ok(true)
            }
            Err(error) => match error.kind() {
                io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted => Ok(true),
                io::ErrorKind::ConnectionReset => Ok(false),
                _ => Err(error),
            },
        }
    }

    /// The next complete message, or an error if a frame holds no valid message. The other side is
    /// a copy of this program, but the program under test may have corrupted its memory.
    pub(crate) fn next<M: DeserializeOwned>(&mut self) -> Option<Result<M, String>> {
        self.next_body().map(|body| token::of_bytes(&body))
    }

    /// The bytes of the next complete message.
    pub(crate) fn next_body(&mut self) -> Option<Vec<u8>> {
        let length = u32::from_le_bytes(*self.bytes.first_chunk::<4>()?) as usize;
        if self.bytes.len() < 4 + length {
            return None;
        }
        let rest = self.bytes.split_off(4 + length);
        let mut frame = std::mem::replace(&mut self.bytes, rest);
        Some(frame.split_off(4))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Orders = Order<String>;
    type AllNews = News<String, Vec<u64>, u32>;

    #[test]
    fn news_survive_the_way() {
        let report = Report { tally: vec![1, 1 << 40], finds: 7, done: 0.25, time: 3 };
        let stand = Stand { at: None, report, given: vec!["ü".to_owned()] };
        for news in [
            AllNews::Found(vec![1, 2, 300]),
            AllNews::Stands(Box::new(stand)),
            AllNews::Mistake(WalkError::Mistake("no".to_owned())),
        ] {
            let body = token::bytes(&news);
            assert_eq!(token::of_bytes(&body), Ok(news));
            // A truncated message is an error.
            for end in 0..body.len() {
                assert!(token::of_bytes::<AllNews>(&body[..end]).is_err(), "cut at {end}");
            }
        }
    }

    #[test]
    fn frames_may_arrive_in_pieces() {
        let mut wire = Vec::new();
        let orders = [
            Orders::Split { parts: 3 },
            Orders::Walk { part: None, every: Some(1), first: Some(9), only: None },
        ];
        orders.iter().for_each(|order| send(&mut wire, order).expect("it is memory"));
        let (mut inbox, mut found) = (Inbox::default(), Vec::new());
        for byte in wire {
            inbox.read(&mut &[byte][..]).expect("it is memory");
            found.extend(inbox.next::<Orders>().map(|order| order.expect("it is an order")));
        }
        assert_eq!(found, orders);
    }
}
