//! A search that is reported as it runs, and answered whatever happens inside the engine.

use std::{
    any::Any,
    panic::{self, AssertUnwindSafe},
    time::{Duration, Instant},
};

use shakmaty::{Move, Position as _};

use super::writer::{Style, Writer};
use crate::{Engine, Game, Limits, Report, Signal};

/// Searches and gives the best move and the reply it expects.
///
/// If the engine panics or answers with an illegal move, that is reported, and the answer is the best legal move known.
pub(super) fn think(
    engine: &mut Engine,
    game: &Game,
    limits: &Limits,
    signal: &Signal,
    style: Style,
    writer: &Writer,
) -> (Option<Move>, Option<Move>) {
    let started = Instant::now();
    let mut leading = None;
    let mut report = |report: Report| {
        match report {
            Report::Line(line) => {
                if line.rank == 1 {
                    leading = line.moves.first().copied();
                }
                writer.say(style.line(&line));
            }
            Report::Current { depth, mv, number } => {
                if started.elapsed() >= QUIET {
                    let mv = style.mv(mv);
                    writer.say(format_args!("info depth {depth} currmove {mv} currmovenumber {number}"));
                }
            }
        }
        if writer.is_broken() {
            signal.stop();
        }
    };
    let (best, ponder) = match guarded(|| engine.search(game, limits, signal, &mut report)) {
        Ok(answer) => (answer.best, answer.ponder),
        Err(Broken(words)) => {
            writer.info_string(format_args!("the search broke: {words}"));
            // What it left behind is not to be trusted; without the memory for another it must do, emptied.
            match Engine::new(engine.settings().clone()) {
                Ok(fresh) => *engine = fresh,
                Err(_) => engine.new_game(),
            }
            (None, None)
        }
    };
    let legal = game.position().legal_moves();
    let allowed = |mv: &Move| legal.contains(mv);
    if best.is_some_and(|mv| allowed(&mv)) {
        return (best, ponder);
    }
    if best.is_some() {
        writer.info_string("the search answered by a move that is not legal");
    }
    (leading.filter(allowed).or(legal.first().copied()), None)
}

/// How long a search says nothing of the move it looks at; programs only want to know in long ones.
const QUIET: Duration = Duration::from_secs(3);

/// Something panicked, with these words.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Broken(pub(super) String);

/// Runs code that might panic; a panic should end one search, not the game of the chess program.
pub(super) fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Broken> {
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(|payload| Broken(words(payload.as_ref())))
}

fn words(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("without words")
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_reported_and_goes_no_further() {
        assert_eq!(guarded(|| 7), Ok(7));
        assert_eq!(
            guarded(|| -> u32 { panic!("at ply {}", 3) }),
            Err(Broken("at ply 3".to_owned()))
        );
        assert_eq!(guarded(|| -> u32 { panic!("alone") }), Err(Broken("alone".to_owned())));
    }
}
