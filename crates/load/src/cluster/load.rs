//! The cost of live games at one node, at two and at three: processor time of each process, rows and WAL.
//!
//! Each row is measured twice with the same games: while players send nothing, so that only periodic state is written,
//! and while they send commands. The difference is the cost of the commands.

use std::{path::Path, time::Duration};

use anyhow::Context;
use scratch_postgres::ScratchPostgres;
use tokio::time::sleep;

use super::nodes::Nodes;
use crate::{
    crowd::Crowd,
    server::{self, Address},
};

const MOST_NODES: usize = 3;
const SECONDS: u64 = 30;
/// Seconds between two commands of somebody who sends none.
const NEVER: f64 = 1e6;

/// Prints a row for one node, for two and for three; `pace` is milliseconds between two commands of a game.
pub(super) async fn measure(program: &Path, postgres: &ScratchPostgres, games: u32, pace: u64) -> anyhow::Result<()> {
    println!(
        "nodes games | commands/s  seen after p50   p99 ms | cores nodes            database clients | rows/s  WAL KiB/s"
    );
    for nodes in 1..=MOST_NODES {
        let silent = row(program, postgres, nodes, games, NEVER).await?;
        let busy = row(program, postgres, nodes, games, pace as f64 / 1_000.0).await?;
        silent.print(nodes, games);
        busy.print(nodes, games);
        let beats = silent.rows.max(1.0);
        let commands = busy.commands.max(1.0);
        println!(
            "            a row of a beat: {:.0} bytes of WAL; a command: {:.1} rows, {:.0} bytes of WAL",
            silent.wal / beats,
            (busy.rows - silent.rows) / commands,
            (busy.wal - silent.wal) / commands,
        );
    }
    Ok(())
}

/// What was measured, a second.
struct Row {
    commands: f64,
    /// Half of the commands, and 99 of a hundred.
    latencies: [Duration; 2],
    nodes: Vec<f64>,
    database: f64,
    clients: f64,
    /// Rows inserted and updated.
    rows: f64,
    /// Bytes of the write-ahead log.
    wal: f64,
}

/// What is counted from the start.
struct Counted {
    nodes: Vec<f64>,
    database: f64,
    clients: f64,
    rows: f64,
    wal: f64,
}

async fn row(program: &Path, postgres: &ScratchPostgres, nodes: usize, games: u32, pace: f64) -> anyhow::Result<Row> {
    let mut running = Nodes::new(program.to_owned(), postgres.port());
    for _ in 0..nodes {
        running.start_direct().await?;
    }
    let places = running.places();
    let mut crowds = Vec::new();
    for (number, (_, address)) in places.iter().enumerate() {
        let mut crowd = Crowd::new(Address::new(*address)?, pace, "level2", "standard");
        let share = games / nodes as u32 + u32::from((number as u32) < games % nodes as u32);
        crowd.play(share).await?;
        crowds.push(crowd);
    }
    for crowd in &crowds {
        crowd.settle().await?;
        crowd.figures().clear();
    }
    let before = Counted::now(postgres, &places)?;
    sleep(Duration::from_secs(SECONDS)).await;
    let after = Counted::now(postgres, &places)?;
    let mut latencies: Vec<_> = crowds.iter().flat_map(|crowd| crowd.figures().latencies()).collect();
    latencies.sort_unstable();
    let at = |share: f64| {
        let index = (latencies.len() as f64 * share) as usize;
        latencies.get(index).copied().unwrap_or_default()
    };
    let row = Row {
        commands: latencies.len() as f64 / SECONDS as f64,
        latencies: [at(0.5), at(0.99)],
        nodes: (after.nodes.iter().zip(&before.nodes))
            .map(|(after, before)| (after - before) / SECONDS as f64)
            .collect(),
        database: (after.database - before.database) / SECONDS as f64,
        clients: (after.clients - before.clients) / SECONDS as f64,
        rows: (after.rows - before.rows) / SECONDS as f64,
        wal: (after.wal - before.wal) / SECONDS as f64,
    };
    drop(crowds);
    running.drain_all().await?;
    Ok(row)
}

impl Counted {
    fn now(postgres: &ScratchPostgres, places: &[(u32, std::net::SocketAddr)]) -> anyhow::Result<Self> {
        let number = |statement: &str| -> anyhow::Result<f64> {
            let rows = postgres.query(statement)?;
            let number = rows.first().context("the database says nothing")?;
            Ok(number.trim().parse()?)
        };
        Ok(Counted {
            nodes: places
                .iter()
                .map(|(process, _)| server::time_of(&process.to_string()))
                .collect(),
            database: server::time_of_family(postgres.process().context("the database is gone")?),
            clients: server::own_time(),
            rows: number("SELECT coalesce(sum(n_tup_ins + n_tup_upd), 0) FROM pg_stat_user_tables")?,
            wal: number("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn")?,
        })
    }
}

impl Row {
    fn print(&self, nodes: usize, games: u32) {
        let [half, most] = self.latencies.map(|time| time.as_secs_f64() * 1_000.0);
        let each: Vec<_> = self.nodes.iter().map(|cores| format!("{cores:.2}")).collect();
        println!(
            "{nodes:5} {games:5} | {:10.0}  {half:14.1} {most:8.1} | {:22} {:8.2} {:7.2} | {:6.0} {:10.0}",
            self.commands,
            each.join(" "),
            self.database,
            self.clients,
            self.rows,
            self.wal / 1_024.0,
        );
    }
}
