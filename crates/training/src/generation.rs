//! Many games on several threads, written as they end.
//!
//! A plan numbers its games, and a file stores the numbers of its games: resuming plays the missing ones. So only
//! running games are lost when the program ends, and damaged games are played again.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc,
    },
    thread,
};

use engine::{EngineError, STACK, network::Network};
use thiserror::Error;

use crate::{
    Origin, TrainingGame,
    archive::{ArchiveError, GameWriter},
    selfplay::Selfplay,
};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How many games the file is to hold.
    pub games: u32,
    /// How the games are made.
    pub origin: Origin,
    /// What evaluates positions.
    pub network: Arc<Network>,
    /// Games played at once, at least one.
    pub threads: usize,
}

/// How far a plan has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Games in the file.
    pub games: u32,
    /// Samples in them.
    pub samples: u64,
    /// Games that were in the file before.
    pub games_before: u32,
    /// Samples that were in the file before.
    pub samples_before: u64,
    /// Plies of the games added.
    pub plies: u64,
    /// Bytes of the file that belong to no whole game.
    pub lost: u64,
}

/// Why no games are made, or no more.
#[derive(Debug, Error)]
pub enum GenerationError {
    /// The file.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The players.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The system gives no thread.
    #[error("no thread can be started")]
    Thread(#[source] std::io::Error),
}

/// Plays the games of a plan that a file does not hold yet and adds them to it; `on_progress` is called after every
/// game. A raised `stop` ends it early, and running games are dropped.
pub fn generate(
    plan: &Plan,
    path: &Path,
    stop: &Arc<AtomicBool>,
    on_progress: &mut dyn FnMut(&Progress),
) -> Result<Progress, GenerationError> {
    let (mut writer, held) = GameWriter::open(path, plan.origin)?;
    let missing: Vec<u32> = (0..plan.games)
        .filter(|number| !held.numbers.contains(number))
        .collect();
    let games = held.numbers.len() as u32;
    let mut progress = Progress {
        games,
        samples: held.samples,
        games_before: games,
        samples_before: held.samples,
        plies: 0,
        lost: held.lost,
    };
    on_progress(&progress);
    let players = (0..plan.threads.max(1)).map(|_| Selfplay::new(plan.origin, &plan.network, Arc::clone(stop)));
    let players = players.collect::<Result<Vec<_>, _>>()?;
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (sender, games) = mpsc::sync_channel(64);
        for player in players {
            let (sender, missing, next) = (sender.clone(), &missing, &next);
            let work = move || play(player, missing, next, &sender);
            let started = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            started.map_err(|error| {
                stop.store(true, Ordering::Release);
                GenerationError::Thread(error)
            })?;
        }
        drop(sender);
        for game in games {
            // Threads whose games nobody takes any more end by themselves, when this receiver is gone.
            writer.add(&game).inspect_err(|_| stop.store(true, Ordering::Release))?;
            progress.games += 1;
            progress.samples += game.samples().count() as u64;
            progress.plies += game.moves.len() as u64;
            on_progress(&progress);
        }
        Ok(progress)
    })
}

/// Plays missing games until there are none, the players are stopped or nobody takes the games.
fn play(mut players: Selfplay, missing: &[u32], next: &AtomicUsize, games: &mpsc::SyncSender<TrainingGame>) {
    while let Some(number) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
        let Some(game) = players.play(*number) else { return };
        if games.send(game).is_err() {
            return;
        }
    }
}
