//! A `PostgreSQL` for tests: started by itself in a temporary directory, stopped and deleted afterwards.
//!
//! It finds the programs where Debian installs them. `initdb` refuses to run as root; then everything runs as the user
//! `postgres`, or as `nobody`. The server listens on the loopback. A shell watches it, so that it also ends when the
//! program that started it is killed.

use std::{
    fs,
    io::{self, Write},
    net::{Ipv4Addr, TcpListener},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    thread,
    time::{Duration, Instant},
};

use thiserror::Error;

/// A running server with a database of its own.
#[derive(Debug)]
pub struct ScratchPostgres {
    programs: PathBuf,
    user: Option<&'static str>,
    directory: PathBuf,
    port: u16,
    /// The shell that watches over the server; its input ends with this program.
    watcher: Option<Child>,
}

/// Why there is none.
#[derive(Debug, Error)]
pub enum ScratchError {
    /// The programs are not on this machine.
    #[error("PostgreSQL is not installed (Debian: apt-get install postgresql)")]
    Missing,
    /// A file, a process or a connection failed.
    #[error("{step}: {fault}")]
    Failed {
        /// What was tried.
        step: &'static str,
        /// What was said.
        fault: String,
    },
}

impl ScratchPostgres {
    /// Makes a database in a new directory and starts a server for it.
    pub fn start() -> Result<Self, ScratchError> {
        let mut server = ScratchPostgres::prepared()?;
        let data = server.data();
        let mut init = server.command("initdb");
        init.args([
            "--auth=trust",
            "--username=postgres",
            "--encoding=UTF8",
            "--no-locale",
            "--no-sync",
            "-D",
        ]);
        done("initdb", init.arg(&data))?;
        server.run()?;
        Ok(server)
    }

    /// Starts a synchronous standby: from now on a commit of this server waits until the standby has flushed it.
    pub fn standby(&self) -> Result<Self, ScratchError> {
        let mut standby = ScratchPostgres::prepared()?;
        let data = standby.data();
        let port = self.port.to_string();
        let mut copy = standby.command("pg_basebackup");
        copy.args(["-h", "127.0.0.1", "-U", "postgres", "-p", &port]);
        copy.args(["--write-recovery-conf", "--checkpoint=fast", "--no-sync", "-D"]);
        done("pg_basebackup", copy.arg(&data))?;
        standby.run()?;
        self.query("ALTER SYSTEM SET synchronous_standby_names = '*'")?;
        self.query("SELECT pg_reload_conf()")?;
        let in_step = "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'";
        self.wait_for("the standby", || self.query(in_step).is_ok_and(|rows| !rows.is_empty()))?;
        Ok(standby)
    }

    /// Makes a standby the primary.
    pub fn promote(&mut self) -> Result<(), ScratchError> {
        let mut control = self.command("pg_ctl");
        done(
            "pg_ctl promote",
            control.args(["promote", "--wait", "-D"]).arg(self.data()),
        )?;
        Ok(())
    }

    /// A directory, a port and a user for a server that is not started.
    fn prepared() -> Result<Self, ScratchError> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("threefold-postgres-{}-{number}", std::process::id());
        // In memory where that is possible: a slow disk would be measured instead.
        let base = Some(PathBuf::from("/dev/shm")).filter(|shared| shared.is_dir());
        let directory = base.unwrap_or_else(std::env::temp_dir).join(name);
        let server = ScratchPostgres {
            programs: programs().ok_or(ScratchError::Missing)?,
            user: unprivileged()?,
            directory,
            port: free_port().map_err(failed("a free port"))?,
            watcher: None,
        };
        fs::create_dir_all(&server.directory).map_err(failed("the directory"))?;
        if let Some(user) = server.user {
            let mut own = Command::new("chown");
            done("chown", own.arg(user).arg(&server.directory))?;
        }
        Ok(server)
    }

    /// Starts the server again after [`ScratchPostgres::stop`].
    pub fn run(&mut self) -> Result<(), ScratchError> {
        // A line ends the server. The end of the input does too, and then nobody is left to delete its directory.
        const WATCH: &str = "\"$@\" & server=$!; read -r _; left=$?; kill -INT $server 2>/dev/null; wait $server; \
            test $left = 0 || rm -rf \"$0\"";
        let postgres = self.programs.join("postgres");
        let mut shell = self.as_user("sh");
        shell
            .args(["-c", WATCH])
            .arg(&self.directory)
            .arg(postgres)
            .arg("-D")
            .arg(self.data());
        let port = self.port.to_string();
        shell.args(["-p", &port, "-h", "127.0.0.1", "-c", "max_connections=200"]);
        shell.args(["-c", "unix_socket_directories="]);
        let log = fs::File::create(self.directory.join("log")).map_err(failed("the log"))?;
        let errors = log.try_clone().map_err(failed("the log"))?;
        shell.stdin(Stdio::piped()).stdout(log).stderr(errors);
        self.watcher = Some(shell.spawn().map_err(failed("postgres"))?);
        self.await_ready()
    }

    fn await_ready(&self) -> Result<(), ScratchError> {
        self.wait_for("postgres", || self.query("SELECT 1").is_ok())
    }

    /// Waits for a condition; after a minute the step has failed, with the log of the server.
    fn wait_for(&self, step: &'static str, holds: impl Fn() -> bool) -> Result<(), ScratchError> {
        const LIMIT: Duration = Duration::from_mins(1);
        let since = Instant::now();
        while since.elapsed() < LIMIT {
            if holds() {
                return Ok(());
            }
            thread::sleep(Duration::from_millis(50));
        }
        let log = fs::read_to_string(self.directory.join("log")).unwrap_or_default();
        Err(failed(step)(log))
    }

    /// Stops the server at once, as a crash does: nothing is written but what was flushed.
    pub fn stop(&mut self) -> Result<(), ScratchError> {
        let mut control = self.command("pg_ctl");
        done(
            "pg_ctl stop",
            control.args(["stop", "-m", "immediate", "-D"]).arg(self.data()),
        )?;
        self.dismiss();
        Ok(())
    }

    /// The address of the database.
    pub fn url(&self) -> String {
        Self::url_by(self.port)
    }

    /// The same through another port, where a proxy listens.
    pub fn url_by(port: u16) -> String {
        format!("postgres://postgres@127.0.0.1:{port}/postgres")
    }

    /// The address of another database of the same server.
    pub fn url_of(&self, database: &str) -> String {
        format!("postgres://postgres@127.0.0.1:{}/{database}", self.port)
    }

    /// The port it listens on.
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// The process of the server, for measurements.
    pub fn process(&self) -> Option<u32> {
        let text = fs::read_to_string(self.data().join("postmaster.pid")).ok()?;
        text.lines().next()?.trim().parse().ok()
    }

    /// The rows that a statement returns, columns separated by tabs.
    pub fn query(&self, statement: &str) -> Result<Vec<String>, ScratchError> {
        self.query_at(&self.url(), statement)
    }

    /// The same in another database.
    pub fn query_of(&self, database: &str, statement: &str) -> Result<Vec<String>, ScratchError> {
        self.query_at(&self.url_of(database), statement)
    }

    fn query_at(&self, url: &str, statement: &str) -> Result<Vec<String>, ScratchError> {
        let mut client = Command::new(self.programs.join("psql"));
        client.args([
            "-X",
            "-A",
            "-t",
            "-q",
            "-F",
            "\t",
            "-v",
            "ON_ERROR_STOP=1",
            "-c",
            statement,
        ]);
        let text = done("psql", client.arg(url))?;
        Ok(text.lines().map(str::to_owned).collect())
    }

    fn data(&self) -> PathBuf {
        self.directory.join("data")
    }

    fn command(&self, program: &str) -> Command {
        self.as_user(self.programs.join(program))
    }

    fn as_user(&self, program: impl AsRef<Path>) -> Command {
        let mut command = match self.user {
            Some(user) => {
                let mut command = Command::new("setpriv");
                command.args(["--reuid", user, "--regid", group(user), "--clear-groups", "--"]);
                command.arg(program.as_ref());
                command
            }
            None => Command::new(program.as_ref()),
        };
        command.current_dir(&self.directory);
        command
    }

    /// Lets the watcher end the server, and waits for both.
    fn dismiss(&mut self) {
        if let Some(mut watcher) = self.watcher.take() {
            if let Some(mut line) = watcher.stdin.take() {
                // A watcher that is gone needs no word.
                drop(line.write_all(b"stop\n"));
            }
            // Whatever became of it, it is gone.
            drop(watcher.wait());
        }
    }
}

impl Drop for ScratchPostgres {
    fn drop(&mut self) {
        self.dismiss();
        // What cannot be deleted is in a directory for temporary files.
        drop(fs::remove_dir_all(&self.directory));
    }
}

/// Where the programs are: in the path, or where Debian has them.
fn programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let has_all = |directory: &PathBuf| {
        let all = ["initdb", "postgres", "pg_ctl", "psql"];
        all.iter().all(|program| directory.join(program).is_file())
    };
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut installed: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
    installed.sort();
    installed
        .into_iter()
        .rev()
        .chain(std::env::split_paths(&path))
        .find(has_all)
}

/// Whom to be instead of root; nobody else if we are not root.
fn unprivileged() -> Result<Option<&'static str>, ScratchError> {
    let own = done("id", Command::new("id").arg("-u"))?;
    if own.trim() != "0" {
        return Ok(None);
    }
    let exists = |user: &&str| done("id", Command::new("id").arg(user)).is_ok();
    let user = ["postgres", "nobody"].into_iter().find(exists);
    user.map(Some)
        .ok_or_else(|| failed("another user than root")("there is none".to_owned()))
}

fn group(user: &str) -> &str {
    if user == "nobody" { "nogroup" } else { user }
}

fn free_port() -> io::Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}

/// Runs a program to its end and returns its output.
fn done(step: &'static str, command: &mut Command) -> Result<String, ScratchError> {
    let output = command.stdin(Stdio::null()).output().map_err(failed(step))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(failed(step)(String::from_utf8_lossy(&output.stderr).trim().to_owned()))
    }
}

fn failed<F: ToString>(step: &'static str) -> impl Fn(F) -> ScratchError {
    move |fault| ScratchError::Failed {
        step,
        fault: fault.to_string(),
    }
}
