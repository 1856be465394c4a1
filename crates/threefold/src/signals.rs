//! Signals that would end the program where an error should be reported.

/// Makes a write beyond the limit of file sizes (`ulimit -f`) fail instead of ending the program: a move that cannot be
/// stored is then refused.
#[cfg(unix)]
pub(crate) fn answer_full_files() {
    // The flag is not used: a signal with a handler does not end the program. If no handler can be set, the system's
    // default stays, and the program starts nevertheless.
    let seen = std::sync::Arc::default();
    let signal = rustix::process::Signal::XFSZ.as_raw();
    drop(signal_hook::flag::register(signal, seen));
}

#[cfg(not(unix))]
pub(crate) const fn answer_full_files() {}
