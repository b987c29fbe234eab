//! What workers and their parent tell each other: frames of a length and a body, in
//! which numbers are written in as many bytes as they need.

use std::io::{self, Read, Write};

use pikse_search::{Position, Statistics};
use pikse_structure::FieldId;

use crate::Failure;

/// From the parent to a worker.
#[derive(Debug, PartialEq)]
pub(crate) enum Order {
    /// Search a part: all of the space, or what a position leaves. A careful worker tells
    /// where it stands every so many runs; any worker stops after the `first` solutions.
    Search { part: Option<Position>, every: Option<u64>, first: Option<u64> },
    /// Give a part away.
    Split,
    /// Stop, and tell where.
    Stop,
}

/// From a worker to its parent.
#[derive(Debug, PartialEq)]
pub(crate) enum News {
    /// Solutions, and what the runner says of each. They count once the worker tells where
    /// it stands.
    Solutions(Vec<(Vec<u32>, String)>),
    /// Where it stands, or that its part is done.
    Stands { at: Option<Position>, report: Box<Report>, given: Option<Position> },
    /// The predicate made a mistake that leaves nothing certain.
    Mistake(String),
}

/// What a worker has done in its life.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Report {
    pub(crate) statistics: Statistics,
    pub(crate) failures: Vec<Failure>,
    pub(crate) digest: u128,
    pub(crate) fields_read: Vec<FieldId>,
    pub(crate) fallback: Option<String>,
    pub(crate) counters: Vec<u64>,
    pub(crate) notes: Vec<String>,
    /// How much of its part is done.
    pub(crate) done: f64,
}

/// Sends a message as one frame.
pub(crate) fn send(to: &mut impl Write, body: &[u8]) -> io::Result<()> {
    let mut frame = Vec::with_capacity(body.len() + 4);
    frame.extend((body.len() as u32).to_le_bytes());
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

    /// The next whole frame.
    pub(crate) fn next(&mut self) -> Option<Vec<u8>> {
        let length = u32::from_le_bytes(*self.bytes.first_chunk::<4>()?) as usize;
        if self.bytes.len() < 4 + length {
            return None;
        }
        let rest = self.bytes.split_off(4 + length);
        let frame = std::mem::replace(&mut self.bytes, rest);
        Some(frame[4..].to_vec())
    }
}

/// Writes the parts of a message.
#[derive(Default)]
struct Writer(Vec<u8>);

impl Writer {
    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.extend(text.as_bytes());
    }

    fn option<T>(&mut self, value: Option<&T>, write: impl FnOnce(&mut Self, &T)) {
        self.number(value.is_some().into());
        if let Some(value) = value {
            write(self, value);
        }
    }

    fn position(&mut self, position: Option<&Position>) {
        self.option(position, |writer, position| writer.text(&position.to_string()));
    }

    fn numbers(&mut self, numbers: impl ExactSizeIterator<Item = u32>) {
        self.number(numbers.len() as u64);
        numbers.for_each(|number| self.number(number.into()));
    }
}

/// Reads the parts of a message. The other side is a copy of this program, but one whose
/// memory a predicate may have damaged: nothing is taken for granted.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn bytes(&mut self) -> Option<Vec<u8>> {
        let length = usize::try_from(self.number()?).ok()?;
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(bytes.to_vec())
    }

    fn text(&mut self) -> Option<String> {
        String::from_utf8(self.bytes()?).ok()
    }

    fn option<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<Option<T>> {
        match self.number()? {
            0 => Some(None),
            _ => read(self).map(Some),
        }
    }

    fn position(&mut self) -> Option<Option<Position>> {
        self.option(|reader| reader.text()?.parse().ok())
    }

    fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count = self.number()?;
        (0..count).map(|_| read(self)).collect()
    }

    fn numbers(&mut self) -> Option<Vec<u32>> {
        self.list(|reader| u32::try_from(reader.number()?).ok())
    }
}

impl Order {
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        match self {
            Order::Search { part, every, first } => {
                writer.number(0);
                writer.position(part.as_ref());
                writer.option(every.as_ref(), |writer, &every| writer.number(every));
                writer.option(first.as_ref(), |writer, &first| writer.number(first));
            }
            Order::Split => writer.number(1),
            Order::Stop => writer.number(2),
        }
        writer.0
    }

    pub(crate) fn decode(body: &[u8]) -> Option<Order> {
        let mut reader = Reader(body);
        Some(match reader.number()? {
            0 => Order::Search {
                part: reader.position()?,
                every: reader.option(Reader::number)?,
                first: reader.option(Reader::number)?,
            },
            1 => Order::Split,
            2 => Order::Stop,
            _ => return None,
        })
    }
}

impl News {
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        match self {
            News::Solutions(solutions) => {
                writer.number(0);
                writer.number(solutions.len() as u64);
                for (solution, detail) in solutions {
                    writer.numbers(solution.iter().copied());
                    writer.text(detail);
                }
            }
            News::Stands { at, report, given } => {
                writer.number(1);
                writer.position(at.as_ref());
                report.encode(&mut writer);
                writer.position(given.as_ref());
            }
            News::Mistake(message) => {
                writer.number(2);
                writer.text(message);
            }
        }
        writer.0
    }

    pub(crate) fn decode(body: &[u8]) -> Option<News> {
        let mut reader = Reader(body);
        Some(match reader.number()? {
            0 => News::Solutions(reader.list(|reader| Some((reader.numbers()?, reader.text()?)))?),
            1 => News::Stands {
                at: reader.position()?,
                report: Box::new(Report::decode(&mut reader)?),
                given: reader.position()?,
            },
            2 => News::Mistake(reader.text()?),
            _ => return None,
        })
    }
}

impl Report {
    fn encode(&self, writer: &mut Writer) {
        let Statistics { explored, valid, inits_reexecution, inits_checkpoint } = self.statistics;
        [explored, valid, inits_reexecution, inits_checkpoint]
            .into_iter()
            .for_each(|number| writer.number(number));
        writer.number(self.failures.len() as u64);
        for failure in &self.failures {
            [&failure.key, &failure.kind, &failure.text, &failure.detail]
                .into_iter()
                .for_each(|text| writer.text(text));
            writer.number(failure.count);
            writer.number(failure.size.into());
            writer.numbers(failure.candidate.iter().copied());
            writer.numbers(failure.order.iter().copied());
        }
        writer.number(self.digest as u64);
        writer.number((self.digest >> 64) as u64);
        writer.numbers(self.fields_read.iter().map(|field| field.0));
        writer.option(self.fallback.as_ref(), |writer, why| writer.text(why));
        writer.number(self.counters.len() as u64);
        self.counters.iter().for_each(|&counter| writer.number(counter));
        writer.number(self.notes.len() as u64);
        self.notes.iter().for_each(|note| writer.text(note));
        writer.number(self.done.to_bits());
    }

    fn decode(reader: &mut Reader<'_>) -> Option<Report> {
        let statistics = Statistics {
            explored: reader.number()?,
            valid: reader.number()?,
            inits_reexecution: reader.number()?,
            inits_checkpoint: reader.number()?,
        };
        let failures = reader.list(|reader| {
            Some(Failure {
                key: reader.text()?,
                kind: reader.text()?,
                text: reader.text()?,
                detail: reader.text()?,
                count: reader.number()?,
                size: u32::try_from(reader.number()?).ok()?,
                candidate: reader.numbers()?,
                order: reader.numbers()?,
            })
        })?;
        let (low, high) = (reader.number()?, reader.number()?);
        Some(Report {
            statistics,
            failures,
            digest: u128::from(high) << 64 | u128::from(low),
            fields_read: reader.numbers()?.into_iter().map(FieldId).collect(),
            fallback: reader.option(Reader::text)?,
            counters: reader.list(Reader::number)?,
            notes: reader.list(Reader::text)?,
            done: f64::from_bits(reader.number()?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn news_survive_the_way() {
        let report = Report {
            statistics: Statistics { explored: 300, valid: 7, ..Statistics::default() },
            failures: vec![Failure {
                key: "panic at 3".to_owned(),
                kind: "panic".to_owned(),
                text: "panics: ü".to_owned(),
                count: 128,
                candidate: vec![0, 1, 70_000],
                size: 3,
                order: vec![1, 0, 2],
                detail: "{}".to_owned(),
            }],
            digest: u128::MAX - 5,
            fields_read: vec![FieldId(3)],
            fallback: Some("why".to_owned()),
            counters: vec![1, 1 << 40],
            notes: vec!["careful".to_owned()],
            done: 0.25,
        };
        for news in [
            News::Solutions(vec![(vec![], String::new()), (vec![1, 2, 300], "ok".to_owned())]),
            News::Stands { at: None, report: Box::new(report), given: None },
            News::Mistake("no".to_owned()),
        ] {
            let body = news.encode();
            assert_eq!(News::decode(&body), Some(news));
            // What breaks off is an error.
            (0..body.len()).for_each(|end| drop(News::decode(&body[..end])));
        }
    }

    #[test]
    fn frames_may_arrive_in_pieces() {
        let mut wire = Vec::new();
        let orders = [Order::Split, Order::Search { part: None, every: Some(1), first: Some(9) }];
        orders.iter().for_each(|order| send(&mut wire, &order.encode()).expect("it is memory"));
        let (mut inbox, mut found) = (Inbox::default(), Vec::new());
        for byte in wire {
            inbox.read(&mut &[byte][..]).expect("it is memory");
            found.extend(inbox.next().and_then(|body| Order::decode(&body)));
        }
        assert_eq!(found, orders);
    }
}
