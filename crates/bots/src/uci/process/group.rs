//! The process group of a guest: the program and whatever it starts, unless that leaves the group on purpose.

#[cfg(unix)]
pub(super) use unix::{has_ended, kill};

#[cfg(unix)]
mod unix {
    use std::process::Child;

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    /// Whether the leader of the group has ended and its status is not collected yet.
    pub(crate) fn has_ended(leader: &Child) -> bool {
        let peek = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        matches!(waitid(WaitId::Pid(Pid::from_child(leader)), peek), Ok(Some(_)))
    }

    /// Ends everything in the group. The leader must not have been waited for.
    pub(crate) fn kill(leader: &Child) {
        // A group without members is what is wanted.
        kill_process_group(Pid::from_child(leader), Signal::KILL).ok();
    }
}

#[cfg(not(unix))]
pub(super) const fn has_ended(_leader: &std::process::Child) -> bool {
    false
}

#[cfg(not(unix))]
pub(super) const fn kill(_leader: &std::process::Child) {}
