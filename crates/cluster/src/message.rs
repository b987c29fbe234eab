//! What workers and their parent tell each other: frames of a length and a body.

use std::io::{self, Read, Write};

use pikse_work::{Walk, WalkError, Work, token};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The position of a kind of work.
pub(crate) type PositionOf<W> = <<W as Work>::Walk as Walk>::Position;
/// The tally of a kind of work.
pub(crate) type TallyOf<W> = <<W as Work>::Walk as Walk>::Tally;
/// What a kind of work hands out.
pub(crate) type FoundOf<W> = <<W as Work>::Walk as Walk>::Found;

/// From the parent to a worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Order<P> {
    /// Walk through a part: all of the space, or what a position leaves. A careful worker tells
    /// where it stands every so many steps; any worker stops after the `first` finds.
    Walk { part: Option<P>, every: Option<u64>, first: Option<u64> },
    /// Give a part away.
    Split,
    /// Stop, and tell where.
    Stop,
}

/// From a worker to its parent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum News<P, T, F> {
    /// Finds. They count once the worker tells where it stands.
    Found(Vec<F>),
    /// Where it stands, or that its part is done.
    Stands(Box<Stand<P, T>>),
    /// It cannot go on, and neither can another.
    Mistake(WalkError),
}

/// Where a worker stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Stand<P, T> {
    /// `None` once the part is done.
    pub(crate) at: Option<P>,
    /// What it has done in its life, and found.
    pub(crate) report: Report<T>,
    /// A part that it gives away.
    pub(crate) given: Option<P>,
}

/// What a worker has done in its life.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Report<T> {
    pub(crate) tally: T,
    /// How many finds it has handed out.
    pub(crate) finds: u64,
    /// How much of its part is done.
    pub(crate) done: f64,
}

/// Sends a message as one frame.
pub(crate) fn send(to: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    let body = token::bytes(message);
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
    /// Reads what is there. Gives whether the other side is still there.
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

    /// The next whole message. An error is a frame that holds no message: the other side is a copy
    /// of this program, but the program under test may have damaged its memory.
    pub(crate) fn next<M: DeserializeOwned>(&mut self) -> Option<Result<M, String>> {
        let length = u32::from_le_bytes(*self.bytes.first_chunk::<4>()?) as usize;
        if self.bytes.len() < 4 + length {
            return None;
        }
        let rest = self.bytes.split_off(4 + length);
        let frame = std::mem::replace(&mut self.bytes, rest);
        Some(token::of_bytes(&frame[4..]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Orders = Order<String>;
    type AllNews = News<String, Vec<u64>, u32>;

    #[test]
    fn news_survive_the_way() {
        let report = Report { tally: vec![1, 1 << 40], finds: 7, done: 0.25 };
        let stand = Stand { at: None, report, given: Some("ü".to_owned()) };
        for news in [
            AllNews::Found(vec![1, 2, 300]),
            AllNews::Stands(Box::new(stand)),
            AllNews::Mistake(WalkError::Mistake("no".to_owned())),
        ] {
            let body = token::bytes(&news);
            assert_eq!(token::of_bytes(&body), Ok(news));
            // What breaks off is an error.
            for end in 0..body.len() {
                assert!(token::of_bytes::<AllNews>(&body[..end]).is_err(), "cut at {end}");
            }
        }
    }

    #[test]
    fn frames_may_arrive_in_pieces() {
        let mut wire = Vec::new();
        let orders = [Orders::Split, Orders::Walk { part: None, every: Some(1), first: Some(9) }];
        orders.iter().for_each(|order| send(&mut wire, order).expect("it is memory"));
        let (mut inbox, mut found) = (Inbox::default(), Vec::new());
        for byte in wire {
            inbox.read(&mut &[byte][..]).expect("it is memory");
            found.extend(inbox.next::<Orders>().map(|order| order.expect("it is an order")));
        }
        assert_eq!(found, orders);
    }
}
