//! A seeded game of Kung Fu Chess between bots, faster than real time unless it is watched.

mod log;

use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use host::LiveScene;
use kungfu::{Board, End, Players, Speed, Start, Tick};
use kungfu_bots::{
    KungfuSpec, LiveBot,
    table::{Ended, Finish, Table},
};

use crate::{
    Costs, Detail, GameBoard, GamePlan, GameReport, GameResult, MatchError, Plan, PlayedGame, PlayedLiveGame,
    SettingsError, Task,
    control::Permit,
    worker::{GameLoop, Message, Post},
};
pub use log::LogFolder;

/// Longer games are decided by material (8.11).
const LIMIT: Tick = Tick(20_000);

/// The report interval of a watched game: a little shorter than that of screens.
const BETWEEN: Duration = Duration::from_millis(30);

/// Kung Fu Chess and its players.
pub struct LivePlan {
    /// The players, in the order of the plan's names.
    pub players: Vec<KungfuSpec>,
    /// The board.
    pub board: Board,
    /// How fast pieces move.
    pub speed: Speed,
    /// The level whose delays all bots use, without decisions within the delay.
    pub pace: Option<u8>,
    /// Where decisions and replays are written.
    pub log: Option<LogFolder>,
}

impl LivePlan {
    /// The bot of a player for one game.
    fn open(&self, player: usize, seed: u64) -> Result<Box<dyn LiveBot>, SettingsError> {
        let spec = self.players[player];
        match self.pace {
            None => Ok(spec.open(seed)),
            Some(pace) => Ok(spec.open_paced(pace, seed)?),
        }
    }

    /// A directory for decisions and replays, made if it is not there.
    pub fn log_to(&mut self, folder: PathBuf) -> Result<(), MatchError> {
        self.log = Some(LogFolder::open(folder)?);
        Ok(())
    }
}

/// Plays games of Kung Fu Chess one after the other.
pub(crate) struct LiveLoop {
    plan: Arc<Plan>,
}

impl LiveLoop {
    pub(crate) const fn new(plan: Arc<Plan>) -> Self {
        LiveLoop { plan }
    }
}

impl GameLoop for LiveLoop {
    fn play(&mut self, task: Task, post: &Post) -> Result<Option<GameReport>, MatchError> {
        let GamePlan::Live(live) = &self.plan.game else {
            return Ok(None);
        };
        let seed = mixed(self.plan.seed, task.number);
        let open = |&player: &usize| live.open(player, mixed(seed, player as u64));
        let start = Start::usual(live.board, live.speed).with_people(Players::NONE);
        let mut table = Table::new(start, seed, task.seats.iter().map(open).collect::<Result<_, _>>()?);
        let players = table.bout().game().players();
        let mut costs = vec![Costs::default(); task.seats.len()];
        let log = live.log.as_ref();
        let mut log = log
            .map(|folder| folder.game(task.number, &self.plan, &task.seats))
            .transpose()?;
        let mut failure = None;
        let mut shown: Option<Instant> = None;
        while table.bout().game().outcome().is_none() && table.bout().game().tick_count() < LIMIT {
            if self.plan.detail == Detail::Moves && shown.is_none_or(|shown| shown.elapsed() >= BETWEEN) {
                let scene = Box::new(LiveScene::of(table.bout().game()));
                post.send(if shown.is_none() {
                    Message::Started {
                        task: task.clone(),
                        worker: post.worker,
                        board: GameBoard::Live(scene),
                    }
                } else {
                    let game = task.number;
                    Message::Ticked { game, scene }
                });
                shown = Some(Instant::now());
            }
            if post.control.before_move() == Permit::Denied {
                return Ok(None);
            }
            table.step(&mut |asked| {
                let seat = players.iter().position(|player| player == asked.player);
                if let Some(costs) = seat.and_then(|seat| costs.get_mut(seat)) {
                    costs.moves += u64::from(asked.accepted);
                    costs.time += asked.elapsed;
                    costs.slowest = costs.slowest.max(asked.elapsed);
                }
                if let Some(log) = &mut log
                    && failure.is_none()
                {
                    failure = log.decision(asked).err();
                }
            });
        }
        let ended = table.play(LIMIT, &mut |_| {});
        if let Some(log) = log {
            log.finish(table.bout().record())?;
        }
        failure.map_or(Ok(()), Err)?;
        let out = ended
            .first_out
            .and_then(|out| players.iter().position(|player| player == out));
        Ok(Some(GameReport {
            game: PlayedGame::Live(PlayedLiveGame {
                scene: LiveScene::of(table.bout().game()),
                first_out: out.and_then(|seat| task.seats.get(seat).copied()),
            }),
            result: result(task, costs, &table, ended),
        }))
    }
}

fn result(task: Task, costs: Vec<Costs>, table: &Table, ended: Ended) -> GameResult {
    let reason = match ended.finish {
        Finish::Ended(end @ (End::Idle | End::Peace)) => format!("time draw: {end}"),
        Finish::Ended(end) => end.to_string(),
        Finish::Adjudicated => "adjudicated by material".to_owned(),
    };
    GameResult {
        task,
        places: ended.places,
        reason,
        opening: None,
        length: table.bout().record().entries.len() as u64,
        fingerprint: table.bout().game().hash(),
        costs,
        trouble: None,
    }
}

/// Mixes two numbers into a pseudo-random one (the finaliser of `SplitMix64`).
fn mixed(seed: u64, number: u64) -> u64 {
    let mut mixed = seed ^ number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}
