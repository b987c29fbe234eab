//! Accounts and what is moved between them: `String`, `Vec`, `HashMap`, `Rc<RefCell<...>>`.
//!
//! Commands are separated by `;`. `a=5` opens the account `a` with 5 coins; `a>b` moves all coins of
//! one account to another. Accounts are `a`, `b` and `c`, for assets, bank and cash.
//!
//! The bug: an account that is moved to itself is borrowed twice, which panics. The shortest text that
//! does it is `a=0;a>a`, with any account and any digit.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::io::Read;
use std::rc::Rc;

#[derive(Debug)]
struct Account {
    coins: u32,
    history: Vec<String>,
}

#[derive(Debug, PartialEq, Eq)]
enum Command {
    Open(String, u32),
    Move(String, String),
}

#[derive(Debug, PartialEq, Eq)]
pub enum Error {
    Syntax(usize),
    NoAccount(String),
    Twice(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(at) => write!(f, "nonsense at byte {at}"),
            Self::NoAccount(name) => write!(f, "there is no account `{name}`"),
            Self::Twice(name) => write!(f, "there is an account `{name}` already"),
        }
    }
}

/// The name of an account.
fn name(byte: u8) -> Option<String> {
    let name = match byte {
        b'a' => "assets",
        b'b' => "bank",
        b'c' => "cash",
        _ => return None,
    };
    Some(name.to_string())
}

fn command(text: &[u8], at: usize) -> Result<Command, Error> {
    let &[first, sign, second] = text else { return Err(Error::Syntax(at)) };
    let first = name(first).ok_or(Error::Syntax(at))?;
    match sign {
        b'=' if second.is_ascii_digit() => Ok(Command::Open(first, u32::from(second - b'0'))),
        b'>' => Ok(Command::Move(first, name(second).ok_or(Error::Syntax(at + 2))?)),
        _ => Err(Error::Syntax(at + 1)),
    }
}

fn commands(text: &[u8]) -> Result<Vec<Command>, Error> {
    let mut at = 0;
    let mut list = Vec::new();
    for part in text.split(|&byte| byte == b';') {
        list.push(command(part, at)?);
        at += part.len() + 1;
    }
    Ok(list)
}

#[derive(Default)]
struct Accounts {
    by_name: HashMap<String, Rc<RefCell<Account>>>,
    in_order: Vec<Rc<RefCell<Account>>>,
}

impl Accounts {
    fn find(&self, name: &str) -> Result<Rc<RefCell<Account>>, Error> {
        self.by_name.get(name).map(Rc::clone).ok_or_else(|| Error::NoAccount(name.to_string()))
    }

    fn run(&mut self, command: Command) -> Result<(), Error> {
        match command {
            Command::Open(name, coins) => {
                if self.by_name.contains_key(&name) {
                    return Err(Error::Twice(name));
                }
                let account = Rc::new(RefCell::new(Account { coins, history: Vec::new() }));
                self.in_order.push(Rc::clone(&account));
                self.by_name.insert(name, account);
            }
            Command::Move(from, to) => {
                let (source, target) = (self.find(&from)?, self.find(&to)?);
                let mut source = source.borrow_mut();
                let mut target = target.borrow_mut(); // the bug
                target.coins += source.coins;
                source.coins = 0;
                source.history.push(format!("to {to}"));
                target.history.push(format!("from {from}"));
            }
        }
        Ok(())
    }
}

/// How many coins there are in each account, in the order in which they were opened.
pub fn run(text: &[u8]) -> Result<Vec<u32>, Error> {
    let mut accounts = Accounts::default();
    for command in commands(text)? {
        accounts.run(command)?;
    }
    Ok(accounts.in_order.iter().map(|account| account.borrow().coins).collect())
}

fn main() {
    let mut text = Vec::new();
    if std::io::stdin().read_to_end(&mut text).is_err() {
        std::process::exit(2);
    }
    match run(text.trim_ascii_end()) {
        Ok(coins) => println!("{coins:?}"),
        Err(error) => {
            println!("{error}");
            std::process::exit(1);
        }
    }
}
