//! What the models assume of the system that a program runs on, and how native runs see the same.
//!
//! A program may ask for facts that no input decides: who runs it, what time it is. The models answer with one fact each. A result states which of these a program
//! asked for.

use serde::{Deserialize, Serialize};

use crate::cpp::is_of_threads;

/// A fact that the models fix.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Assumption {
    /// Standard input, output and error are regular files where the program asks for their type.
    Streams,
    /// Which files there are, with which permissions and times.
    Files,
    /// The program runs as an ordinary user.
    User,
    /// The clock.
    Clock,
    /// The name of the host, its memory, its other processes.
    Host,
    /// No other host can be reached, and only the host itself has a name.
    Network,
    /// No shared library can be loaded, and nobody reads the system's log.
    Services,
}

impl Assumption {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Streams,
        Self::Files,
        Self::User,
        Self::Clock,
        Self::Host,
        Self::Network,
        Self::Services,
    ];

    /// The functions that ask for it.
    fn functions(self) -> &'static [&'static str] {
        match self {
            Self::Streams => &["ioctl", "fstat", "fstat64", "__fxstat", "__fxstat64"],
            Self::Files => &[
                "stat",
                "stat64",
                "lstat",
                "lstat64",
                "__xstat",
                "__lxstat",
                "fstatat",
                "fstatat64",
                "statx",
                "access",
                "euidaccess",
                "eaccess",
                "faccessat",
                "opendir",
                "glob",
                "getcwd",
                "statfs",
                "statvfs",
                "getmntent",
                "umask",
            ],
            Self::User => USERS,
            Self::Clock => CLOCK,
            Self::Host => &[
                "gethostname",
                "uname",
                "gethostid",
                "getdomainname",
                "sysinfo",
                "getpid",
                "getppid",
                "getloadavg",
                "get_nprocs",
                "sched_getaffinity",
                "getrusage",
                "times",
                "getpriority",
                "sysconf",
            ],
            Self::Network => NETWORK,
            Self::Services => SERVICES,
        }
    }
}

/// Functions about users and groups.
const USERS: &[&str] = &[
    "getuid",
    "geteuid",
    "getgid",
    "getegid",
    "getresuid",
    "getresgid",
    "getgroups",
    "getpwnam",
    "getpwuid",
    "getpwnam_r",
    "getpwuid_r",
    "getpwent",
    "setpwent",
    "endpwent",
    "getgrnam",
    "getgrgid",
    "getgrnam_r",
    "getgrgid_r",
    "getgrent",
    "setgrent",
    "endgrent",
    "getgrouplist",
    "group_member",
    "getlogin",
    "getlogin_r",
    "getutxent",
    "setutxent",
    "endutxent",
    "utmpxname",
    "getutent",
    "setutent",
    "endutent",
    "utmpname",
];

/// Functions that read the clock.
const CLOCK: &[&str] = &[
    "time",
    "clock_gettime",
    "clock_getres",
    "timespec_get",
    "gettimeofday",
    "clock",
    "localtime",
    "localtime_r",
    "mktime",
    "ctime",
    "ctime_r",
    "tzset",
    "times",
    "getrusage",
];

/// Functions about the machine that have nothing to do with real processes or files.
const HOST: &[&str] = &[
    "gethostname",
    "uname",
    "gethostid",
    "getdomainname",
    "getloadavg",
    "sysinfo",
    "sysconf",
    "get_nprocs",
    "get_nprocs_conf",
    "sched_getaffinity",
    "getpriority",
    "setpriority",
    "nice",
    "getrandom",
    "getentropy",
    "arc4random",
    "arc4random_buf",
    "arc4random_uniform",
];

/// Functions that ask other hosts, or for their names.
const NETWORK: &[&str] = &[
    "connect",
    "sendto",
    "accept",
    "accept4",
    "getaddrinfo",
    "getnameinfo",
    "gethostbyname",
    "gethostbyname2",
    "gethostbyaddr",
    "getservbyname",
    "getservbyport",
    "getprotobyname",
    "getprotobynumber",
    "if_nametoindex",
    "if_indextoname",
];

/// Those of them that use no descriptor: native runs get their models.
const NAMES: &[&str] = &[
    "getaddrinfo",
    "freeaddrinfo",
    "getnameinfo",
    "gethostbyname",
    "gethostbyname2",
    "gethostbyaddr",
    "__h_errno_location",
    "getservbyname",
    "getservbyport",
    "getprotobyname",
    "getprotobynumber",
    "if_nametoindex",
    "if_indextoname",
];

/// Functions that need other parts of the system.
const SERVICES: &[&str] = &["dlopen", "syslog", "__syslog_chk", "vsyslog"];
/// Shared libraries, which native runs do not find either.
const LIBRARIES: &[&str] = &["dlopen", "dlerror", "dlclose"];

/// Functions that ask whether a stream is a terminal: an input of the test says so.
const TERMINALS: &[&str] = &[
    "isatty",
    "ttyname",
    "ttyname_r",
    "tcgetattr",
    "tcsetattr",
    "tcgetpgrp",
    "tcsetpgrp",
    "tcgetsid",
    "tcflush",
    "tcflow",
    "tcdrain",
    "tcsendbreak",
];

/// Functions that start other processes, which fail.
const PROCESSES: &[&str] =
    &["fork", "vfork", "popen", "pclose", "system", "posix_spawn", "posix_spawnp", "daemon"];

/// The ids of the process.
const PROCESS: &[&str] = &["getpid", "getppid", "getpgrp", "gettid"];
/// Functions that take ids of real processes.
const SIGNALLING: &[&str] = &["kill", "killpg", "waitpid", "sigqueue", "setpgid", "tgkill"];

/// Functions that call the program back. In which order they do is not specified, and the path depends on it.
const CALLBACKS: &[&str] = &[
    "qsort", "qsort_r", "bsearch", "lfind", "lsearch", "tsearch", "tfind", "tdelete", "tdestroy",
    "twalk", "twalk_r",
];

/// The assumptions that a program with these undefined functions makes.
pub(crate) fn assumed(names: &[String]) -> Vec<Assumption> {
    let asks = |of: &Assumption| names.iter().any(|name| of.functions().contains(&name.as_str()));
    Assumption::ALL.into_iter().filter(asks).collect()
}

/// Beginnings of the names of functions about threads.
const THREADS: &[&str] = &[
    "pthread_",
    "_pthread_cleanup_",
    "thrd_",
    "mtx_",
    "cnd_",
    "tss_",
    "call_once",
    "sem_",
    "sched_yield",
    "sleep",
    "usleep",
    "nanosleep",
    "clock_nanosleep",
    "syscall",
    "__cxa_thread_atexit",
];
/// Functions that create threads.
pub(crate) const CREATE: [&str; 2] = ["pthread_create", "thrd_create"];

/// Which models native runs get, so that they see the same facts.
pub(crate) struct Native {
    clock: bool,
    /// Threads take turns as in the machine.
    threads: bool,
    process: bool,
}

impl Native {
    /// For a program with these undefined functions.
    pub(crate) fn of(names: &[String]) -> Self {
        let creates = names.iter().any(|name| CREATE.contains(&name.as_str()));
        // The C++ library's own code uses the real threads; see `link_cpp_threads`.
        let threads = creates && !names.iter().any(|name| is_of_threads(name));
        Native {
            // Real threads wait until a time of the real clock.
            clock: threads || !creates,
            threads,
            process: !names.iter().any(|name| SIGNALLING.contains(&name.as_str())),
        }
    }

    /// Whether a native run gets the model of a function.
    pub(crate) fn wants(&self, name: &str) -> bool {
        USERS.contains(&name)
            || HOST.contains(&name)
            || TERMINALS.contains(&name)
            || PROCESSES.contains(&name)
            || NAMES.contains(&name)
            || LIBRARIES.contains(&name)
            || CALLBACKS.contains(&name)
            || (self.clock && CLOCK.contains(&name))
            || (self.threads && THREADS.iter().any(|begin| name.starts_with(begin)))
            || (self.process && PROCESS.contains(&name))
    }
}
