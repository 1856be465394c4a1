//! The effect of a fault: how long clients waited, and whether every acknowledged command is in the database.

use std::{
    cell::RefCell,
    collections::{HashMap, HashSet},
    fmt,
    net::SocketAddr,
    rc::Rc,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use scratch_postgres::ScratchPostgres;
use serde_json::Value;
use tokio::time::{Instant, timeout};

use super::{Fault, client::Course};
use crate::player::Line;

/// What is asserted after a fault.
pub(super) struct Verdict {
    fault: Fault,
    acknowledged: usize,
    logs: Logs,
    went_back: usize,
    /// The longest wait for a reply, or for a new view after a lost connection, in games that the fault affected and in
    /// all others.
    silence: [Duration; 2],
    concerned: usize,
    load: String,
}

impl Verdict {
    pub(super) const HEAD: &'static str = "fault      acknowledged missing doubled refused-but-stored two-writers holes \
        epochs-back seq-back  silence of n games  of others  load";

    pub(super) fn of(
        fault: Fault,
        courses: &[Rc<RefCell<Course>>],
        postgres: &ScratchPostgres,
        since: Instant,
        is_concerned: impl Fn(&str) -> bool,
    ) -> anyhow::Result<Self> {
        let mut silence = [Duration::ZERO; 2];
        let mut concerned = HashSet::new();
        for course in courses {
            let course = course.borrow();
            let mut note = |table: &str, ended: Instant, waited: Duration| {
                if ended < since {
                    return;
                }
                let is_concerned = is_concerned(table);
                let longest = &mut silence[usize::from(!is_concerned)];
                *longest = (*longest).max(waited);
                if is_concerned {
                    concerned.insert(table.to_owned());
                }
            };
            for sent in course.sent.values() {
                let answered = sent.answered.map_or_else(Instant::now, |(at, _)| at);
                note(&sent.table, answered, answered.duration_since(sent.first));
            }
            for (table, at, waited) in &course.returns {
                note(table, *at, *waited);
            }
            note(&course.table, Instant::now(), course.away_for());
        }
        let courses: Vec<_> = courses.iter().map(|course| course.borrow()).collect();
        let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
        Ok(Verdict {
            fault,
            acknowledged: courses.iter().map(|course| course.acknowledged()).sum(),
            logs: Logs::compare(courses.iter().map(|course| &**course), postgres)?,
            went_back: courses.iter().map(|course| course.went_back).sum(),
            silence,
            concerned: concerned.len(),
            load: load.split(' ').next().unwrap_or_default().to_owned(),
        })
    }

    pub(super) fn is_sound(&self) -> bool {
        self.logs == Logs::default() && self.went_back == 0
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Logs {
            missing,
            doubled,
            refused,
            writers,
            holes,
            epochs,
        } = self.logs;
        let [own, other] = self.silence.map(|silence| silence.as_secs_f64());
        write!(
            formatter,
            "{:<10} {:>12} {missing:>7} {doubled:>7} {refused:>18} {writers:>11} {holes:>5} {epochs:>11} {:>8}  \
             {own:>6.2} s of {:>3}     {other:>6.2} s  {}",
            format!("{:?}", self.fault),
            self.acknowledged,
            self.went_back,
            self.concerned,
            self.load,
        )
    }
}

/// What is wrong with the logs.
#[derive(Debug, Default, PartialEq, Eq)]
struct Logs {
    /// Acknowledged commands that are not stored.
    missing: usize,
    /// Commands that were carried out twice.
    doubled: usize,
    /// Commands that were refused and are stored.
    refused: usize,
    /// Claims with which two nodes wrote.
    writers: usize,
    holes: usize,
    /// Games whose epochs go back.
    epochs: usize,
}

impl Logs {
    fn compare<'a>(courses: impl Iterator<Item = &'a Course>, postgres: &ScratchPostgres) -> anyhow::Result<Self> {
        let mut caused: HashMap<(u64, u64), Vec<String>> = HashMap::new();
        let texts = "SELECT substr(text, strpos(text, ' ') + 1) FROM events WHERE text LIKE '%\"cause\"%'";
        for line in postgres.query(texts)? {
            let event: Value = serde_json::from_str(&line)?;
            let cause = &event["cause"];
            if let (Some(client), Some(command)) = (cause["client"].as_u64(), cause["command"].as_u64()) {
                let name = event["event"].as_str().unwrap_or_default().to_owned();
                caused.entry((client, command)).or_default().push(name);
            }
        }
        let count = |statement: &str| -> anyhow::Result<usize> {
            let rows = postgres.query(statement)?;
            Ok(rows.first().and_then(|row| row.parse().ok()).unwrap_or(usize::MAX))
        };
        let mut logs = Logs {
            writers: count(
                "SELECT count(*) FROM (SELECT 1 FROM events GROUP BY game, epoch HAVING count(DISTINCT writer) > 1) x",
            )?,
            holes: count(
                "SELECT count(*) FROM games g LEFT JOIN (SELECT game, count(*) AS n, max(seq) AS last FROM events
                 GROUP BY game) e ON e.game = g.id WHERE e.n IS DISTINCT FROM e.last OR e.last IS DISTINCT FROM g.seq",
            )?,
            epochs: count(
                "SELECT count(DISTINCT game) FROM (SELECT game, epoch - lag(epoch) OVER (PARTITION BY game ORDER BY seq)
                 AS step FROM events) x WHERE step < 0",
            )?,
            ..Logs::default()
        };
        for course in courses {
            for (id, sent) in course.sent.iter().filter(|(_, sent)| sent.is_stored) {
                let mut names = caused.remove(&(course.client, *id)).unwrap_or_default();
                let all = names.len();
                names.sort_unstable();
                names.dedup();
                logs.doubled += usize::from(names.len() < all);
                match sent.answered {
                    Some((_, true)) if all == 0 => logs.missing += 1,
                    Some((_, false)) if all > 0 => logs.refused += 1,
                    _ => {}
                }
            }
        }
        Ok(logs)
    }
}

/// Compares every log with the clients' notes, and every turn game as a node reads it from the database with the last
/// view of its client.
pub(super) async fn compare_all(
    courses: &[Rc<RefCell<Course>>],
    postgres: &Mutex<ScratchPostgres>,
    address: SocketAddr,
) -> anyhow::Result<bool> {
    let (logs, acknowledged, unanswered, views) = notes(courses, postgres)?;
    let address = crate::server::Address::new(address)?;
    let (mut same, mut different) = (0, 0);
    for (visitor, (table, frame)) in (0..).zip(views) {
        let mut line = Line::open(address, visitor, &table, None).await?;
        let first = timeout(Duration::from_secs(30), line.hear()).await?;
        let snapshot: Value = serde_json::from_str(first.as_deref().unwrap_or("null"))?;
        let scene = |frame: &Value| [frame["scene"]["ply"].clone(), frame["scene"]["text"].clone()];
        if scene(&snapshot["view"]["frame"]) == scene(&frame) {
            same += 1;
        } else {
            different += 1;
        }
    }
    println!(
        "at the end: {acknowledged} acknowledged, {unanswered} without an answer, {logs:?}; {same} turn games replay to \
         the last view, {different} do not"
    );
    Ok(logs == Logs::default() && different == 0)
}

/// Tables with the last frame that their client saw.
type Views = Vec<(String, Value)>;

/// What the clients noted, compared with the logs: how many commands were acknowledged, how many not answered, and the
/// last view of every turn game.
fn notes(
    courses: &[Rc<RefCell<Course>>],
    postgres: &Mutex<ScratchPostgres>,
) -> anyhow::Result<(Logs, usize, usize, Views)> {
    let courses: Vec<_> = courses.iter().map(|course| course.borrow()).collect();
    let postgres = postgres.lock().unwrap_or_else(PoisonError::into_inner);
    let logs = Logs::compare(courses.iter().map(|course| &**course), &postgres)?;
    let acknowledged = courses.iter().map(|course| course.acknowledged()).sum();
    let open = |course: &Course| course.sent.values().filter(|sent| sent.answered.is_none()).count();
    let unanswered = courses.iter().map(|course| open(course)).sum();
    let turn_games = courses
        .iter()
        .filter(|course| course.is_turn_game() && !course.table.is_empty());
    let views = turn_games.map(|course| (course.table.clone(), course.frame.clone()));
    Ok((logs, acknowledged, unanswered, views.collect()))
}
