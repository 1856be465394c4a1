//! Several nodes on one `PostgreSQL`, clients that play, and faults: prints what each fault cost.
//!
//! Whether something was lost is decided by the clients' own logs and by the database, not by the nodes.

mod client;
mod load;
mod nodes;
mod relay;
mod verdict;

use std::{
    cell::RefCell,
    path::PathBuf,
    rc::Rc,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use anyhow::{Context, bail};
use clap::Parser;
use scratch_postgres::{ScratchError, ScratchPostgres};
use tokio::{
    task::{JoinSet, spawn_blocking},
    time::{Instant, sleep},
};

use client::{Course, Kind, play};
use nodes::{Node, Nodes};
use verdict::Verdict;

/// Starts a database and nodes, plays, causes faults, and prints a table of what was lost
#[derive(Parser, Debug)]
#[command(name = "cargo xtask cluster")]
struct Args {
    /// How many games at once
    #[arg(long, value_name = "N", default_value_t = 200)]
    games: usize,
    /// How many nodes
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(2..=8))]
    nodes: u8,
    /// How often each fault happens
    #[arg(long, value_name = "N", default_value_t = 5)]
    rounds: usize,
    /// These faults only
    #[arg(long, value_name = "FAULT", value_enum)]
    fault: Vec<Fault>,
    /// Milliseconds between two commands of a game
    #[arg(long, value_name = "MS", default_value_t = 1_000)]
    pace: u64,
    /// A few games and each fault once, as `cargo xtask test` does
    #[arg(long)]
    quick: bool,
    /// No faults: what live games at one node, at two and at three cost
    #[arg(long, conflicts_with_all = ["quick", "fault"])]
    load: bool,
    /// The program to start [default: threefold beside this one]
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Fault {
    /// None: clients come to a node that is not their table's.
    WrongNode,
    /// A node is killed.
    Kill,
    /// A node is stopped for eight seconds and goes on.
    Stop,
    /// The database crashes and is started again.
    Restart,
    /// The database is gone for ten seconds.
    Outage,
    /// The database is lost, and its synchronous standby becomes the primary.
    Promotion,
    /// The lines between a node and the database carry nothing for eight seconds.
    HalfOpen,
    /// A node is asked to end.
    Drain,
}

impl Fault {
    const ALL: [Fault; 8] = [
        Fault::WrongNode,
        Fault::Drain,
        Fault::Kill,
        Fault::Stop,
        Fault::HalfOpen,
        Fault::Restart,
        Fault::Outage,
        Fault::Promotion,
    ];

    /// Whether all games wait for its end, not only those of one node.
    const fn concerns_everybody(self) -> bool {
        match self {
            Fault::Restart | Fault::Outage | Fault::Promotion => true,
            Fault::WrongNode | Fault::Drain | Fault::Kill | Fault::Stop | Fault::HalfOpen => false,
        }
    }
}

/// Runs the command `cluster`.
pub(crate) async fn run(arguments: impl Iterator<Item = String>) -> anyhow::Result<()> {
    let mut args = Args::parse_from(arguments);
    if args.quick {
        (args.games, args.rounds) = (args.games.min(24), 1);
    }
    let postgres = match ScratchPostgres::start() {
        Ok(postgres) => postgres,
        Err(error @ ScratchError::Missing) => {
            println!("skipped: {error}");
            return Ok(());
        }
        Err(error) => return Err(error).context("PostgreSQL cannot be started"),
    };
    let program = match &args.program {
        Some(program) => program.clone(),
        None => std::env::current_exe()?.with_file_name("threefold"),
    };
    if args.load {
        return load::measure(&program, &postgres, args.games as u32, args.pace).await;
    }
    let mut scene = Scene {
        nodes: Nodes::new(program, postgres.port()),
        postgres: Arc::new(Mutex::new(postgres)),
        courses: Vec::new(),
        players: JoinSet::new(),
    };
    for _ in 0..args.nodes {
        scene.nodes.start().await?;
    }
    scene.nodes.balance();
    for number in 0..args.games {
        let course = Rc::new(RefCell::new(Course::new(Kind::of(number))));
        scene.courses.push(Rc::clone(&course));
        let addresses = scene.nodes.addresses();
        let pace = Duration::from_millis(args.pace);
        scene.players.spawn_local(play(addresses, course, number, pace));
    }
    scene.settle().await?;
    println!("{}", Verdict::HEAD);
    let wanted = if args.fault.is_empty() {
        Fault::ALL.to_vec()
    } else {
        args.fault.clone()
    };
    let mut is_sound = true;
    for fault in wanted {
        for _ in 0..args.rounds {
            let verdict = scene.bring_about(fault).await?;
            is_sound &= verdict.is_sound();
            println!("{verdict}");
        }
    }
    is_sound &= scene.end().await?;
    if !is_sound {
        bail!("something was lost, doubled or late");
    }
    Ok(())
}

/// Everything that runs.
struct Scene {
    nodes: Nodes,
    postgres: Arc<Mutex<ScratchPostgres>>,
    courses: Vec<Rc<RefCell<Course>>>,
    players: JoinSet<()>,
}

impl Scene {
    /// Waits until every game has been played a little.
    async fn settle(&self) -> anyhow::Result<()> {
        let since = Instant::now();
        while self.courses.iter().any(|course| course.borrow().acknowledged() < 2) {
            if since.elapsed() > Duration::from_mins(5) {
                let late = self.courses.iter().filter(|course| course.borrow().acknowledged() < 2);
                bail!("{} games do not begin", late.count());
            }
            sleep(Duration::from_millis(100)).await;
        }
        Ok(())
    }

    async fn bring_about(&mut self, fault: Fault) -> anyhow::Result<Verdict> {
        let standby = if fault == Fault::Promotion {
            Some(self.with_postgres(|primary| primary.standby()).await?)
        } else {
            None
        };
        // Commands of before are no measure of the fault.
        sleep(Duration::from_secs(2)).await;
        let victim = self.busiest()?.context("no node is left")?;
        let owned = self.owned_by(&victim)?;
        let since = Instant::now();
        match fault {
            Fault::WrongNode => sleep(Duration::from_secs(5)).await,
            Fault::Kill => {
                self.nodes.kill(&victim)?;
                sleep(Duration::from_secs(8)).await;
                self.nodes.start().await?;
            }
            Fault::Stop => {
                self.nodes.signal(&victim, "STOP")?;
                sleep(Duration::from_secs(8)).await;
                self.nodes.signal(&victim, "CONT")?;
            }
            Fault::Restart | Fault::Outage => {
                self.with_postgres(ScratchPostgres::stop).await?;
                if fault == Fault::Outage {
                    sleep(Duration::from_secs(10)).await;
                }
                self.with_postgres(ScratchPostgres::run).await?;
            }
            Fault::Promotion => {
                let mut standby = standby.context("there is no standby")?;
                let port = standby.port();
                self.with_postgres(move |primary| {
                    primary.stop()?;
                    standby.promote()?;
                    *primary = standby;
                    Ok(())
                })
                .await?;
                self.nodes.move_database(port);
            }
            Fault::HalfOpen => {
                self.nodes.cut_off(&victim, true)?;
                sleep(Duration::from_secs(8)).await;
                self.nodes.cut_off(&victim, false)?;
            }
            Fault::Drain => {
                let code = self.nodes.drain(&victim).await?;
                if code != Some(0) {
                    bail!("a node that was asked to end ended with {code:?}");
                }
                self.nodes.start().await?;
            }
        }
        sleep(Duration::from_secs(5)).await;
        let everybody = fault.concerns_everybody();
        Verdict::of(fault, &self.courses, &self.postgres(), since, |table| {
            everybody || owned.iter().any(|owned| owned == table)
        })
    }

    /// Does something with the database while the clients play on.
    async fn with_postgres<T: Send + 'static>(
        &self,
        act: impl FnOnce(&mut ScratchPostgres) -> Result<T, ScratchError> + Send + 'static,
    ) -> anyhow::Result<T> {
        let postgres = Arc::clone(&self.postgres);
        let done = spawn_blocking(move || act(&mut postgres.lock().unwrap_or_else(PoisonError::into_inner)));
        Ok(done.await??)
    }

    fn postgres(&self) -> MutexGuard<'_, ScratchPostgres> {
        self.postgres.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The node with the most games, whose loss shows most.
    fn busiest(&self) -> anyhow::Result<Option<Node>> {
        let mut counted = Vec::new();
        for node in self.nodes.all() {
            counted.push((self.owned_by(&node)?.len(), node));
        }
        counted.sort_by_key(|(games, _)| *games);
        Ok(counted.pop().map(|(_, node)| node))
    }

    /// The tables of a node, by the database.
    fn owned_by(&self, node: &Node) -> anyhow::Result<Vec<String>> {
        let statement = format!(
            "SELECT g.id FROM games g JOIN nodes n ON n.id = g.owner WHERE n.name = '{}' AND NOT n.dead",
            node.name()
        );
        Ok(self.postgres().query(&statement)?)
    }

    /// Lets every command be answered, ends all nodes, and looks at every log and at every game once more.
    async fn end(&mut self) -> anyhow::Result<bool> {
        for course in &self.courses {
            course.borrow_mut().stop();
        }
        let since = Instant::now();
        while self.courses.iter().any(|course| !course.borrow().is_settled()) {
            if since.elapsed() > Duration::from_mins(1) {
                break;
            }
            sleep(Duration::from_millis(100)).await;
        }
        self.players.shutdown().await;
        self.nodes.drain_all().await?;
        self.nodes.start().await?;
        let address = self.nodes.addresses().borrow().first().copied().context("a node")?;
        verdict::compare_all(&self.courses, &self.postgres, address).await
    }
}
