//! The server that is visited: its address, and its process if it is ours.

use std::{
    fs,
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use anyhow::{Context, bail};

use crate::request;

/// The address of a server on this machine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Address(pub(crate) SocketAddr);

impl Address {
    /// Nobody else's server is loaded.
    pub(crate) fn new(address: SocketAddr) -> anyhow::Result<Self> {
        if !address.is_ipv4() || !address.ip().is_loopback() {
            bail!("{address} is not of the loopback, 127.0.0.1");
        }
        Ok(Address(address))
    }

    /// The server's own figures.
    pub(crate) async fn metrics(self) -> anyhow::Result<String> {
        let answer = request::ask(self.0, 0, "/metrics", None).await?;
        if answer.status != 200 {
            bail!("the server gives no figures: {}", answer.body);
        }
        Ok(answer.body)
    }
}

/// A server that was started for this, with games of its own that are gone afterwards.
pub(crate) struct Process {
    child: Child,
    address: SocketAddr,
    metrics: SocketAddr,
    data: PathBuf,
}

impl Process {
    pub(crate) fn start(program: &Path, tables: Option<u32>) -> anyhow::Result<Self> {
        let data = std::env::temp_dir().join(format!("threefold-load-{}", std::process::id()));
        let mut command = Command::new(program);
        command
            .args([
                "serve",
                "--listen",
                "127.0.0.1:0",
                "--metrics-listen",
                "127.0.0.1:0",
                "--data",
            ])
            .arg(&data);
        if let Some(tables) = tables {
            command.args(["--tables", &tables.to_string()]);
        }
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("{} cannot be started", program.display()))?;
        let out = child.stdout.take().context("the server has no output")?;
        let mut lines = BufReader::new(out).lines();
        let mut address = || {
            let line = lines.next().context("the server says nothing")??;
            let place = line.trim().trim_end_matches("/metrics").trim_end_matches('/');
            let place = place.rsplit('/').next().unwrap_or_default();
            place
                .parse()
                .with_context(|| format!("the server said '{}'", line.trim()))
        };
        Ok(Process {
            address: address()?,
            metrics: address()?,
            child,
            data,
        })
    }

    pub(crate) const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where its figures are.
    pub(crate) const fn metrics(&self) -> SocketAddr {
        self.metrics
    }

    /// The directory of its data.
    pub(crate) fn data(&self) -> &Path {
        &self.data
    }

    /// Memory in use, in KiB.
    pub(crate) fn memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        number.unwrap_or(0)
    }

    /// Seconds of processor time used so far.
    pub(crate) fn time(&self) -> f64 {
        time_of(&self.child.id().to_string())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // What is left of a server that is gone already cannot be helped.
        drop(self.child.kill());
        drop(self.child.wait());
        drop(fs::remove_dir_all(&self.data));
    }
}

/// Seconds of processor time that this program has used.
pub(crate) fn own_time() -> f64 {
    time_of("self")
}

/// Seconds of processor time that a process has used.
pub(crate) fn time_of(process: &str) -> f64 {
    times(&stat(process), 2)
}

/// Seconds of processor time that a process, its children and its ended children have used.
pub(crate) fn time_of_family(process: u32) -> f64 {
    let parent = process.to_string();
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let children = processes
        .map(|entry| stat(&entry.file_name().to_string_lossy()))
        .filter(|stat| stat.split_whitespace().nth(1) == Some(&parent));
    times(&stat(&parent), 4) + children.map(|child| times(&child, 2)).sum::<f64>()
}

/// What Linux says of a process after its name, which may hold anything; empty for one that is gone.
fn stat(process: &str) -> String {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit_once(')')
        .map_or_else(String::new, |(_, fields)| fields.to_owned())
}

/// The sum of the first `count` times of a process: in the program, in the kernel, and the same two of its ended
/// children.
fn times(stat: &str, count: usize) -> f64 {
    /// Linux counts in hundredths, whatever it measures in.
    const HUNDREDTHS: f64 = 100.0;
    let times = stat.split_whitespace().skip(11).take(count);
    times.filter_map(|time| time.parse::<f64>().ok()).sum::<f64>() / HUNDREDTHS
}
