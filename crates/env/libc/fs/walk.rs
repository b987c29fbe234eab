//! `ftw.h`: a walk through a tree of files.

use core::ffi::{c_char, c_int};

use super::super::errno;
use super::super::machine::pikse_vm_unsupported;
use super::super::stdio::text::Writer;
use super::super::string::plain::{pikse_libc_strcmp, pikse_libc_strlen, pikse_libc_strrchr};
use super::list::{Dirent, pikse_libc_closedir, pikse_libc_opendir, pikse_libc_readdir};
use super::node::{S_IFDIR, S_IFLNK, S_IFMT};
use super::status::{Stat, pikse_libc_lstat, pikse_libc_stat};

type Visit = unsafe extern "C" fn(*const c_char, *const Stat, c_int) -> c_int;
type VisitPlace = unsafe extern "C" fn(*const c_char, *const Stat, c_int, *mut Place) -> c_int;

/// `struct FTW`.
#[repr(C)]
pub struct Place {
    base: c_int,
    level: c_int,
}

const PHYSICAL: c_int = 1;
const CHANGES_FOLDER: c_int = 4;
const DEPTH: c_int = 8;
const ACTIONS: c_int = 16;

/// The kinds that a walk tells.
const FILE: c_int = 0;
const FOLDER: c_int = 1;
const UNREADABLE: c_int = 2;
const UNKNOWN: c_int = 3;
const LINK: c_int = 4;
const FOLDER_AFTER: c_int = 5;
const DANGLING: c_int = 6;

const LONGEST: usize = 4096;

/// A walk: whom it tells, and how.
struct Walk {
    plain: Option<Visit>,
    placed: Option<VisitPlace>,
    flags: c_int,
}

impl Walk {
    unsafe fn tell(
        &self,
        name: *const c_char,
        stat: *const Stat,
        kind: c_int,
        level: c_int,
    ) -> c_int {
        if let Some(visit) = self.plain {
            // It knows fewer kinds.
            let kind = if kind == DANGLING { UNKNOWN } else { kind };
            return visit(name, stat, kind);
        }
        let slash = pikse_libc_strrchr(name, c_int::from(b'/'));
        let base = if slash.is_null() { 0 } else { slash.offset_from(name) as c_int + 1 };
        let mut place = Place { base, level };
        match self.placed {
            Some(visit) => visit(name, stat, kind, &raw mut place),
            None => 0,
        }
    }

    unsafe fn visit(&self, name: *const c_char, level: c_int) -> c_int {
        let mut stat = core::mem::zeroed::<Stat>();
        let physical = self.flags & PHYSICAL != 0;
        let found = match physical {
            true => pikse_libc_lstat(name, &raw mut stat),
            false => pikse_libc_stat(name, &raw mut stat),
        };
        if found < 0 {
            if errno::get() != errno::EACCES && errno::get() != errno::ENOENT {
                return -1;
            }
            if !physical
                && pikse_libc_lstat(name, &raw mut stat) == 0
                && stat.mode & S_IFMT == S_IFLNK
            {
                return self.tell(name, &raw const stat, DANGLING, level);
            }
            if level == 0 {
                return -1;
            }
            return self.tell(name, &raw const stat, UNKNOWN, level);
        }
        match stat.mode & S_IFMT {
            S_IFDIR => self.folder(name, &raw const stat, level),
            S_IFLNK => self.tell(name, &raw const stat, LINK, level),
            _ => self.tell(name, &raw const stat, FILE, level),
        }
    }

    unsafe fn folder(&self, name: *const c_char, stat: *const Stat, level: c_int) -> c_int {
        let folder = pikse_libc_opendir(name);
        if folder.is_null() {
            return match errno::get() {
                errno::EACCES => self.tell(name, stat, UNREADABLE, level),
                _ => -1,
            };
        }
        let mut answer = 0;
        if self.flags & DEPTH == 0 {
            answer = self.tell(name, stat, FOLDER, level);
        }
        let mut inner = [0u8; LONGEST];
        let to = (&raw mut inner).cast::<u8>();
        while answer == 0 {
            let entry: *mut Dirent = pikse_libc_readdir(folder);
            if entry.is_null() {
                break;
            }
            let own = (&raw const (*entry).name).cast::<c_char>();
            let is = |text: &core::ffi::CStr| pikse_libc_strcmp(own, text.as_ptr()) == 0;
            if is(c".") || is(c"..") {
                continue;
            }
            let mut text = Writer::new(to, LONGEST);
            text.text(name);
            let length = pikse_libc_strlen(name);
            if length > 0 && *name.add(length - 1) as u8 != b'/' {
                text.byte(b'/');
            }
            text.text(own);
            text.end();
            answer = self.visit(to.cast(), level + 1);
        }
        pikse_libc_closedir(folder);
        if answer == 0 && self.flags & DEPTH != 0 {
            answer = self.tell(name, stat, FOLDER_AFTER, level);
        }
        answer
    }
}

macro_rules! walks {
    ($($plain:ident $placed:ident;)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $plain(name: *const c_char, visit: Visit, _: c_int) -> c_int {
            Walk { plain: Some(visit), placed: None, flags: 0 }.visit(name, 0)
        }

        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $placed(
            name: *const c_char,
            visit: VisitPlace,
            _: c_int,
            flags: c_int,
        ) -> c_int {
            if flags & (CHANGES_FOLDER | ACTIONS) != 0 {
                pikse_vm_unsupported(c"nftw with these flags".as_ptr());
            }
            Walk { plain: None, placed: Some(visit), flags }.visit(name, 0)
        }
    )*};
}

walks! {
    pikse_libc_ftw pikse_libc_nftw;
    pikse_libc_ftw64 pikse_libc_nftw64;
}
