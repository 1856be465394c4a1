//! tmux, in which the terminal is tested.

use std::process::Command;

use anyhow::bail;

/// What installs it on Debian.
const INSTALL: [&str; 4] = ["apt-get", "install", "--yes", "tmux"];

/// Sees to it that there is a tmux: it is installed where this is allowed, else the command is named.
pub(crate) fn ready() -> anyhow::Result<()> {
    if starts("tmux", &["-V"]) {
        return Ok(());
    }
    let is_root = Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    let [program, arguments @ ..] = INSTALL;
    if is_root && starts(program, &arguments) && starts("tmux", &["-V"]) {
        return Ok(());
    }
    bail!(
        "the terminal is tested in tmux, which is not here; this installs it: {}",
        INSTALL.join(" ")
    )
}

fn starts(program: &str, arguments: &[&str]) -> bool {
    let done = Command::new(program).args(arguments).status();
    done.is_ok_and(|status| status.success())
}
