//! The nodes: processes that are started, stopped and killed.

use std::{
    cell::RefCell,
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::PathBuf,
    process::{Child, Command, Stdio},
    rc::Rc,
    time::Duration,
};

use anyhow::{Context, bail};
use scratch_postgres::ScratchPostgres;
use tokio::{
    task::{spawn_blocking, spawn_local},
    time::{Instant, sleep, timeout},
};

use super::relay::Relay;
use crate::request;

/// Where clients may connect.
pub(super) type Addresses = Rc<RefCell<Vec<SocketAddr>>>;

/// How long a node may take to say that it is ready.
const HEALTHY: Duration = Duration::from_secs(1);

/// A node, by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Node(String);

impl Node {
    pub(super) fn name(&self) -> &str {
        &self.0
    }
}

struct Process {
    node: Node,
    child: Child,
    address: SocketAddr,
    /// None for a node that reaches the database by itself.
    relay: Option<Relay>,
}

/// All nodes.
pub(super) struct Nodes {
    program: PathBuf,
    /// The port of the database.
    database: u16,
    started: u32,
    processes: Vec<Process>,
    /// All that were started and not ended.
    all: Addresses,
    /// Those that say that they are ready.
    ready: Addresses,
}

impl Nodes {
    pub(super) fn new(program: PathBuf, database: u16) -> Self {
        Nodes {
            program,
            database,
            started: 0,
            processes: Vec::new(),
            all: Addresses::default(),
            ready: Addresses::default(),
        }
    }

    /// Where the balancer sends clients.
    pub(super) fn addresses(&self) -> Addresses {
        Rc::clone(&self.ready)
    }

    /// Asks every node twice a second whether it is ready, as a balancer does.
    pub(super) fn balance(&self) {
        let (all, ready) = (Rc::clone(&self.all), Rc::clone(&self.ready));
        spawn_local(async move {
            loop {
                let known = all.borrow().clone();
                for address in known {
                    let (all, ready) = (Rc::clone(&all), Rc::clone(&ready));
                    spawn_local(async move {
                        let asked = timeout(HEALTHY, request::ask(address, 0, "/readyz", None)).await;
                        let is_ready = matches!(asked, Ok(Ok(answer)) if answer.status == 200);
                        let mut ready = ready.borrow_mut();
                        ready.retain(|other| *other != address);
                        if is_ready && all.borrow().contains(&address) {
                            ready.push(address);
                        }
                    });
                }
                sleep(Duration::from_millis(500)).await;
            }
        });
    }

    /// Starts one more node, which reaches the database through a relay of its own.
    pub(super) async fn start(&mut self) -> anyhow::Result<()> {
        let relay = Relay::open(self.database).await?;
        self.start_at(relay.port(), Some(relay)).await
    }

    /// Starts one more node, which reaches the database by itself.
    pub(super) async fn start_direct(&mut self) -> anyhow::Result<()> {
        self.start_at(self.database, None).await
    }

    async fn start_at(&mut self, port: u16, relay: Option<Relay>) -> anyhow::Result<()> {
        self.started += 1;
        let name = format!("node{}", self.started);
        let database = ScratchPostgres::url_by(port);
        let mut command = Command::new(&self.program);
        command
            .args(["serve", "--listen", "127.0.0.1:0", "--peer-listen", "127.0.0.1:0"])
            .args(["--name", &name, "--database", &database, "--tables", "100000"])
            .stdout(Stdio::piped())
            .stderr(match std::env::var_os("CLUSTER_LOGS") {
                Some(logs) => Stdio::from(std::fs::File::create(PathBuf::from(logs).join(&name))?),
                None => Stdio::null(),
            });
        // The clients play on while it starts.
        let (child, address) = spawn_blocking(move || launch(&mut command)).await??;
        self.all.borrow_mut().push(address);
        self.ready.borrow_mut().push(address);
        self.processes.push(Process {
            node: Node(name),
            child,
            address,
            relay,
        });
        Ok(())
    }

    pub(super) fn all(&self) -> Vec<Node> {
        self.processes.iter().map(|process| process.node.clone()).collect()
    }

    /// The processes and addresses of all nodes.
    pub(super) fn places(&self) -> Vec<(u32, SocketAddr)> {
        let places = self.processes.iter();
        places.map(|process| (process.child.id(), process.address)).collect()
    }

    /// Cuts a node off from the database without closing a line, or ends that.
    pub(super) fn cut_off(&self, node: &Node, silent: bool) -> anyhow::Result<()> {
        let process = self.processes.iter().find(|process| process.node == *node);
        let relay = process.context("no such node")?.relay.as_ref();
        relay.context("the node has no relay")?.set_silent(silent);
        Ok(())
    }

    /// Lets all nodes, also those that are started later, reach the database at another port.
    pub(super) fn move_database(&mut self, port: u16) {
        self.database = port;
        for relay in self.processes.iter().filter_map(|process| process.relay.as_ref()) {
            relay.redirect(port);
        }
    }

    /// As `kill -9` does.
    pub(super) fn kill(&mut self, node: &Node) -> anyhow::Result<()> {
        let mut process = self.remove(node)?;
        process.child.kill()?;
        process.child.wait()?;
        Ok(())
    }

    pub(super) fn signal(&self, node: &Node, signal: &str) -> anyhow::Result<()> {
        let process = self.processes.iter().find(|process| process.node == *node);
        signal_to(&process.context("no such node")?.child, signal)
    }

    /// Asks a node to end, and returns its exit code.
    pub(super) async fn drain(&mut self, node: &Node) -> anyhow::Result<Option<i32>> {
        let process = self.processes.iter().find(|process| process.node == *node);
        signal_to(&process.context("no such node")?.child, "TERM")?;
        let since = Instant::now();
        while since.elapsed() < Duration::from_secs(30) {
            let process = self.processes.iter_mut().find(|process| process.node == *node);
            if let Some(status) = process.context("no such node")?.child.try_wait()? {
                self.remove(node)?;
                return Ok(status.code());
            }
            sleep(Duration::from_millis(20)).await;
        }
        bail!("{} does not end", node.name())
    }

    pub(super) async fn drain_all(&mut self) -> anyhow::Result<()> {
        while let Some(node) = self.processes.first().map(|process| process.node.clone()) {
            self.drain(&node).await?;
        }
        Ok(())
    }

    fn remove(&mut self, node: &Node) -> anyhow::Result<Process> {
        let place = self.processes.iter().position(|process| process.node == *node);
        let process = self.processes.remove(place.context("no such node")?);
        for list in [&self.all, &self.ready] {
            list.borrow_mut().retain(|address| *address != process.address);
        }
        Ok(process)
    }
}

impl Drop for Nodes {
    fn drop(&mut self) {
        for process in &mut self.processes {
            // What is gone already cannot be killed.
            drop(process.child.kill());
            drop(process.child.wait());
        }
    }
}

/// Starts a node and waits until it says where it is.
fn launch(command: &mut Command) -> anyhow::Result<(Child, SocketAddr)> {
    let mut child = command.spawn().context("a node cannot be started")?;
    let out = child.stdout.take().context("the node has no output")?;
    let mut line = String::new();
    BufReader::new(out).read_line(&mut line)?;
    let place = line.trim().trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let address = place
        .parse()
        .with_context(|| format!("the node said '{}'", line.trim()))?;
    Ok((child, address))
}

fn signal_to(child: &Child, signal: &str) -> anyhow::Result<()> {
    let sent = Command::new("kill")
        .args([format!("-{signal}"), child.id().to_string()])
        .status()?;
    if !sent.success() {
        bail!("kill -{signal} failed");
    }
    Ok(())
}
