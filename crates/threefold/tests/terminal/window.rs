//! A window of tmux with a shell in it, and a home of its own.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    time::{Duration, Instant},
};

/// Long enough for the slowest machine; nothing is measured.
const DEADLINE: Duration = Duration::from_mins(3);

pub(crate) struct Window {
    /// The name of a tmux server that nobody else uses.
    server: String,
    home: PathBuf,
}

impl Window {
    pub(crate) fn open(name: &str, width: u16, height: u16) -> Window {
        let server = format!("threefold-{name}-{}", std::process::id());
        let home = std::env::temp_dir().join(&server);
        fs::create_dir_all(home.join(".config/threefold")).expect("the machine has room and the usual tools");
        fs::write(
            home.join(".config/threefold/config.toml"),
            "pause = false\nanimation = false\n",
        )
        .expect("the machine has room and the usual tools");
        let window = Window { server, home };
        let [width, height] = [width, height].map(|size| size.to_string());
        let shell = format!("HOME={} TERM=screen-256color PS1='ready$ ' sh", window.home.display());
        let shell = format!("env -u XDG_CONFIG_HOME -u XDG_DATA_HOME -u NO_COLOR LC_ALL=C.UTF-8 {shell}");
        window.tmux(&[
            "-f",
            "/dev/null",
            "new-session",
            "-d",
            "-x",
            &width,
            "-y",
            &height,
            &shell,
        ]);
        window.tmux(&["set-option", "-g", "window-size", "manual"]);
        // Escape is a key of its own here, not the start of a sequence.
        window.tmux(&["set-option", "-s", "escape-time", "0"]);
        window.until_shell();
        window
    }

    pub(crate) fn home(&self) -> &Path {
        &self.home
    }

    /// Types a command line for the shell.
    pub(crate) fn run(&self, command: &str) {
        self.tmux(&["clear-history"]);
        self.typed(&format!("clear; {command}"));
        self.keys(&["Enter"]);
    }

    /// Presses keys by their names in tmux.
    pub(crate) fn keys(&self, keys: &[&str]) {
        for key in keys {
            self.tmux(&["send-keys", key]);
        }
    }

    pub(crate) fn typed(&self, text: &str) {
        self.tmux(&["send-keys", "-l", text]);
    }

    pub(crate) fn resize(&self, width: u16, height: u16) {
        let [width, height] = [width, height].map(|size| size.to_string());
        self.tmux(&["resize-window", "-x", &width, "-y", &height]);
    }

    pub(crate) fn screen(&self) -> String {
        let output = self.tmux(&["capture-pane", "-p"]);
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    pub(crate) fn until(&self, words: &str) {
        self.until_so(|screen| screen.contains(words));
    }

    /// Waits until the last line is a prompt of the shell.
    pub(crate) fn until_shell(&self) {
        self.until_so(|screen| screen.trim_end().ends_with("ready$"));
    }

    pub(crate) fn until_so(&self, is_so: impl Fn(&str) -> bool) {
        let deadline = Instant::now() + DEADLINE;
        loop {
            let screen = self.screen();
            if is_so(&screen) {
                return;
            }
            assert!(Instant::now() < deadline, "waited in vain:\n{screen}");
            // Starting tmux for the next look takes its time; there is no need to rest.
        }
    }

    /// Sends a signal to the program in the window.
    pub(crate) fn signal(&self, signal: &str) {
        let shell = self.tmux(&["display-message", "-p", "#{pane_pid}"]);
        let shell = String::from_utf8_lossy(&shell.stdout).trim().to_owned();
        let done = Command::new("pkill")
            .args([&format!("-{signal}"), "-P", &shell, "threefold"])
            .status()
            .expect("the machine has room and the usual tools");
        assert!(done.success(), "no program runs in the window");
    }

    /// How many threads of the program in the window have a name that begins like this.
    pub(crate) fn threads(&self, prefix: &str) -> usize {
        let shell = self.tmux(&["display-message", "-p", "#{pane_pid}"]);
        let shell = String::from_utf8_lossy(&shell.stdout).trim().to_owned();
        let listed = Command::new("ps")
            .args(["-L", "-o", "comm=", "--ppid", &shell])
            .output()
            .expect("the machine has room and the usual tools");
        let names = String::from_utf8_lossy(&listed.stdout).into_owned();
        names.lines().filter(|name| name.starts_with(prefix)).count()
    }

    /// The settings of the terminal, as stty prints them.
    pub(crate) fn settings(&self) -> String {
        let terminal = self.tmux(&["display-message", "-p", "#{pane_tty}"]);
        let terminal = String::from_utf8_lossy(&terminal.stdout).trim().to_owned();
        let output = Command::new("stty")
            .args(["-F", &terminal, "-a"])
            .output()
            .expect("the machine has room and the usual tools");
        let flags = self.tmux(&[
            "display-message",
            "-p",
            "#{alternate_on} #{mouse_any_flag} #{cursor_flag}",
        ]);
        let flags = String::from_utf8_lossy(&flags.stdout).into_owned();
        format!("{}{flags}", String::from_utf8_lossy(&output.stdout))
    }

    fn tmux(&self, arguments: &[&str]) -> Output {
        let output = Command::new("tmux")
            .args(["-L", &self.server])
            .args(arguments)
            .env_remove("TMUX")
            .output()
            .expect("tmux is here: apt-get install tmux");
        assert!(
            output.status.success(),
            "{arguments:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        output
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        // A server that is gone already needs no ending.
        drop(Command::new("tmux").args(["-L", &self.server, "kill-server"]).output());
        drop(fs::remove_dir_all(&self.home));
    }
}
