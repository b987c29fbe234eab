//! Files, streams, and the environment of a program.

use std::ffi::{CStr, c_char};
use std::ptr::null_mut;

use pikse_env::{Argument, Input, Plan};

use super::machine::{alone, output};
use super::models::entry::pikse_env_main;
use super::models::errno;
use super::models::fs::open::{by_name, pikse_libc_creat};
use super::models::fs::table::{
    O_CREAT, O_RDWR, pikse_libc_close, pikse_libc_dup, pikse_libc_dup2,
};
use super::models::fs::{io, names, status};
use super::models::stdio::lines::{pikse_libc_fgets, pikse_libc_getline};
use super::models::stdio::opening::*;
use super::models::stdio::position::*;
use super::models::stdio::read::{pikse_libc_fgetc, pikse_libc_fread, pikse_libc_ungetc};
use super::models::stdio::stream::*;
use super::models::stdio::write::{
    pikse_libc_fputc, pikse_libc_fputs, pikse_libc_fwrite, pikse_libc_perror, pikse_libc_puts,
};

/// Runs a function in an environment, in a separate process; returns what the environment showed
/// and the result.
fn in_world(plan: &Plan, run: impl FnOnce() -> String) -> String {
    let _alone = alone();
    let plan = plan.encode();
    output();
    super::machine::end_of(move || {
        // SAFETY: the plan is whole.
        let code = unsafe { pikse_env_main(plan.as_ptr(), plan.len()) };
        assert_eq!(code, 7);
        let world = output();
        let told = run();
        super::machine::end(&format!("{world}{told}{}", output()));
    })
}

fn text(of: *const c_char) -> String {
    // SAFETY: models give texts.
    unsafe { CStr::from_ptr(of) }.to_string_lossy().into_owned()
}

#[test]
fn a_program_gets_what_the_plan_says() {
    let mut plan = Plan::new("/bin/prog");
    plan.arguments.push(Argument::Symbolic(3));
    plan.arguments.push(Argument::Text(b"x".to_vec()));
    plan.arguments.push(Argument::Symbolic(1));
    plan.environment.push("HOME=/".to_owned());
    plan.stdin = Input::Symbolic(5);
    let plan = plan.with_symbolic_files(2, 4);
    assert_eq!(
        in_world(&plan, String::new),
        "<arg00:3><arg01:1><stdin:5><A-data:4><B-data:4>\
         4|/bin/prog,\u{1}\u{1}\u{1},x,\u{1},|HOME=/,"
    );
    let names: Vec<String> =
        Plan::new("p").with_symbolic_files(28, 1).files.into_iter().map(|(name, _)| name).collect();
    assert_eq!(names[25..], ["Z", "F26", "F27"]);
}

#[test]
fn several_symbolic_arguments_are_some() {
    let mut plan = Plan::new("p");
    plan.arguments.push(Argument::SymbolicMany { least: 1, most: 3, length: 2 });
    assert_eq!(
        in_world(&plan, String::new),
        "<n_args:4><arg00:2><arg01:2>3|p,\u{1}\u{1},\u{1}\u{1},|"
    );
    plan.arguments = vec![Argument::SymbolicMany { least: 3, most: 3, length: 2 }];
    assert_eq!(in_world(&plan, String::new), "rejected");
}

/// A world with an input of two lines and a file.
fn world() -> Plan {
    let mut plan = Plan::new("p");
    plan.stdin = Input::Bytes(b"first\nsecond".to_vec());
    plan.files.push(("data".to_owned(), Input::Bytes(b"0123456789".to_vec())));
    plan
}

/// What `world` shows before anything is done.
const SHOWN: &str = "1|p,|";

fn check(expected: &str, run: impl FnOnce() -> String) {
    assert_eq!(in_world(&world(), run), format!("{SHOWN}{expected}"));
}

#[test]
fn a_stream_reads_ahead_of_its_descriptor() {
    check("f|0|irst\n|X|6:second|-1:-1:true|0", || {
        let mut room = [0 as c_char; 20];
        // SAFETY: the room is large enough, and the streams are the models' own.
        unsafe {
            let input = pikse_libc_stdin;
            let mut shown = format!("{}|", pikse_libc_fgetc(input) as u8 as char);
            shown += &format!("{}|", io::pikse_libc_read(0, room.as_mut_ptr().cast(), 2));
            assert!(!pikse_libc_fgets(room.as_mut_ptr(), 20, input).is_null());
            shown += &format!("{}|", text(room.as_ptr()));
            pikse_libc_ungetc(i32::from(b'X'), input);
            shown += &format!("{}|", pikse_libc_fgetc(input) as u8 as char);
            let mut line = null_mut();
            let mut size = 0;
            let length = pikse_libc_getline(&raw mut line, &raw mut size, input);
            shown += &format!("{length}:{}|", text(line));
            let end = pikse_libc_fgetc(input);
            let length = pikse_libc_getline(&raw mut line, &raw mut size, input);
            shown += &format!("{end}:{length}:{}|", pikse_libc_feof(input) != 0);
            shown + &io::pikse_libc_read(0, room.as_mut_ptr().cast(), 2).to_string()
        }
    });
}

#[test]
fn files_are_written_sought_and_read_again() {
    check("12:hello\n!a345678_9|hello\n|11|-1,2", || {
        let mut room = [0_u8; 40];
        // SAFETY: the room is large enough, and the streams are the models' own.
        unsafe {
            let new = pikse_libc_fopen(c"new".as_ptr(), c"w+".as_ptr());
            pikse_libc_fputs(c"hello\n".as_ptr(), new);
            pikse_libc_fwrite(c"world".as_ptr().cast(), 1, 5, new);
            pikse_libc_fputc(i32::from(b'!'), new);
            let mut shown = format!("{}:", pikse_libc_ftell(new));
            pikse_libc_rewind(new);
            pikse_libc_fgets(room.as_mut_ptr().cast(), 40, new);
            shown += &text(room.as_ptr().cast());
            pikse_libc_fseek(new, -1, 2);
            shown.push(pikse_libc_fgetc(new) as u8 as char);
            assert_eq!(pikse_libc_fclose(new), 0);

            let data = pikse_libc_fopen(c"./data".as_ptr(), c"r+".as_ptr());
            pikse_libc_fseek(data, 2, 0);
            pikse_libc_fputc(i32::from(b'a'), data);
            pikse_libc_fseek(data, 6, 1);
            pikse_libc_fputc(i32::from(b'_'), data);
            pikse_libc_fputc(i32::from(b'9'), data);
            pikse_libc_rewind(data);
            assert_eq!(pikse_libc_fread(room.as_mut_ptr(), 2, 20, data), 5);
            assert_ne!(pikse_libc_feof(data), 0);
            shown += std::str::from_utf8(&room[2..11]).unwrap_or("?");
            pikse_libc_fclose(data);

            let fd = pikse_libc_creat(c"new2".as_ptr(), 0o600);
            pikse_libc_close(fd);
            let again = by_name(c"new".as_ptr(), 0, 0);
            room.fill(0);
            io::pikse_libc_pread(again, room.as_mut_ptr(), 6, 0);
            shown += &format!("|{}|", text(room.as_ptr().cast()));
            let mut found = std::mem::zeroed::<libc::stat>();
            status::pikse_libc_stat(c"data".as_ptr(), (&raw mut found).cast());
            shown += &format!("{}|", found.st_size);
            assert_eq!(names::pikse_libc_unlink(c"data".as_ptr()), 0);
            let gone = by_name(c"data".as_ptr(), 0, 0);
            shown + &format!("{gone},{}", errno::get())
        }
    });
}

#[test]
fn descriptors_can_be_doubled() {
    check("ab!cdtext: Bad file descriptor\n", || {
        // SAFETY: the texts are there.
        unsafe {
            let double = pikse_libc_dup(1);
            assert_eq!(double, 3);
            io::pikse_libc_write(1, b"a".as_ptr(), 1);
            io::pikse_libc_write(double, b"b".as_ptr(), 1);
            assert_eq!(pikse_libc_dup2(2, 1), 1);
            pikse_libc_fputs(c"c".as_ptr(), pikse_libc_stdout);
            assert_eq!(pikse_libc_close(1), 0);
            assert_eq!(pikse_libc_close(1), -1);
            assert_eq!(pikse_libc_dup(double), 1);
            io::pikse_libc_write(1, b"d".as_ptr(), 1);
            errno::set(errno::EBADF);
            assert_eq!(pikse_libc_dup2(1, 2), 2);
            pikse_libc_perror(c"text".as_ptr());
            String::new()
        }
    });
}

#[test]
fn a_stream_can_be_memory() {
    check("2:hi 5:hi yo", || {
        let mut memory = null_mut();
        let mut size = 0;
        // SAFETY: the memory is the stream's.
        unsafe {
            let stream: *mut Stream = pikse_libc_open_memstream(&raw mut memory, &raw mut size);
            pikse_libc_fputs(c"hi".as_ptr(), stream);
            pikse_libc_fflush(stream);
            let shown = format!("{size}:{} ", text(memory));
            pikse_libc_fputs(c" yo".as_ptr(), stream);
            pikse_libc_fclose(stream);
            format!("{shown}{size}:{}", text(memory))
        }
    });
}

#[test]
fn what_cannot_be_done_fails_with_its_error() {
    check("2 17 9 9 22 22", || {
        let mut errors = Vec::new();
        let mut byte = 0u8;
        // SAFETY: the texts are there.
        unsafe {
            assert!(pikse_libc_fopen(c"none".as_ptr(), c"r".as_ptr()).is_null());
            errors.push(errno::get().to_string());
            assert!(pikse_libc_fopen(c"data".as_ptr(), c"wx".as_ptr()).is_null());
            errors.push(errno::get().to_string());
            assert_eq!(io::pikse_libc_read(9, &raw mut byte, 1), -1);
            errors.push(errno::get().to_string());
            assert_eq!(io::pikse_libc_write(0, &raw const byte, 1), -1);
            errors.push(errno::get().to_string());
            assert_eq!(io::pikse_libc_lseek(0, -5, 0), -1);
            errors.push(errno::get().to_string());
            assert_eq!(io::pikse_libc_lseek(1, 0, 9), -1);
            errors.push(errno::get().to_string());
            assert_eq!(pikse_libc_puts(c"".as_ptr()), 1);
        }
        output();
        errors.join(" ")
    });
}

#[test]
fn what_nobody_can_reach_makes_room() {
    check("40", || {
        // SAFETY: the texts are there.
        unsafe {
            for _ in 0..40 {
                let stream = pikse_libc_tmpfile();
                pikse_libc_fputs(c"text".as_ptr(), stream);
                pikse_libc_fclose(stream);
                let fd = by_name(c"new".as_ptr(), O_CREAT | O_RDWR, 0o600);
                names::pikse_libc_unlink(c"new".as_ptr());
                // It is still there for open descriptors.
                assert_eq!(io::pikse_libc_write(fd, b"x".as_ptr(), 1), 1);
                pikse_libc_close(fd);
            }
        }
        "40".to_owned()
    });
    let end = in_world(&world(), || {
        // SAFETY: the text is there.
        unsafe { while by_name(c"data".as_ptr(), 0, 0) >= 0 {} }
        String::new()
    });
    assert_eq!(end, "unsupported: more than 64 open files");
}
