//! The only output: every line to the chess program is written here, whole and at once.
//!
//! Several threads may write; their lines never mix. A failed write is stored rather than returned: the writing thread
//! goes on, and the session checks [`Writer::is_broken`] and ends.

use std::{
    fmt::{self, Display, Write as _},
    io::{self, Write},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use shakmaty::{CastlingMode, Move, uci::UciMove};

use crate::{Bound, Line, Score};

/// The output, shared by all who speak.
pub(super) struct Writer {
    output: Mutex<Output>,
    broken: AtomicBool,
}

struct Output {
    to: Box<dyn Write + Send>,
    error: Option<io::Error>,
}

impl Writer {
    /// A writer to this output.
    pub(super) fn new(to: impl Write + Send + 'static) -> Self {
        let to = Box::new(to);
        Writer {
            output: Mutex::new(Output { to, error: None }),
            broken: AtomicBool::new(false),
        }
    }

    /// Writes one line.
    pub(super) fn say(&self, line: impl Display) {
        let text = format!("{line}\n");
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_broken() {
            return;
        }
        let written = output.to.write_all(text.as_bytes()).and_then(|()| output.to.flush());
        if let Err(error) = written {
            output.error = Some(error);
            self.broken.store(true, Ordering::Release);
        }
    }

    /// Writes words for people, on as many lines as they have.
    pub(super) fn info_string(&self, words: impl Display) {
        for line in words.to_string().lines() {
            self.say(format_args!("info string {line}"));
        }
    }

    /// Whether a write has failed.
    pub(super) fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Acquire)
    }

    /// Why a write failed, if one did; returned once.
    pub(super) fn take_error(&self) -> Option<io::Error> {
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        output.error.take()
    }
}

/// How moves and scores are written.
#[derive(Clone, Copy)]
pub(super) struct Style {
    /// Castling as king to its new square, or as king takes rook.
    pub(super) castling: CastlingMode,
    /// Chances beside scores.
    pub(super) wdl: bool,
}

impl Style {
    /// A move.
    pub(super) fn mv(self, mv: Move) -> UciMove {
        UciMove::from_move(mv, self.castling)
    }

    /// A line of play with all that is known of it.
    pub(super) fn line(self, line: &Line) -> impl Display {
        InfoLine { style: self, line }
    }

    /// The end of a search.
    pub(super) fn best(self, best: Option<Move>, ponder: Option<Move>) -> String {
        let mut text = "bestmove ".to_owned();
        match best {
            None => text.push_str("(none)"),
            Some(mv) => self.mv(mv).append_to_string(&mut text),
        }
        if let (Some(_), Some(mv)) = (best, ponder) {
            text.push_str(" ponder ");
            self.mv(mv).append_to_string(&mut text);
        }
        text
    }
}

struct InfoLine<'a> {
    style: Style,
    line: &'a Line,
}

impl Display for InfoLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = self.line;
        write!(
            f,
            "info depth {} seldepth {} multipv {}",
            line.depth, line.seldepth, line.rank
        )?;
        match line.score {
            Score::Centipawns(points) => write!(f, " score cp {points}")?,
            Score::Mate(moves) => write!(f, " score mate {moves}")?,
        }
        f.write_str(match line.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        })?;
        if self.style.wdl {
            let chances = line.chances;
            write!(f, " wdl {} {} {}", chances.win, chances.draw, chances.loss)?;
        }
        // Below a microsecond a speed means nothing.
        let a_second = u128::from(line.nodes) * 1_000_000 / line.time.as_micros().max(1);
        write!(
            f,
            " nodes {} nps {a_second} hashfull {} tbhits {} time {}",
            line.nodes,
            line.hashfull,
            line.tablebase_hits,
            line.time.as_millis()
        )?;
        if !line.moves.is_empty() {
            f.write_str(" pv")?;
        }
        for mv in &line.moves {
            f.write_char(' ')?;
            self.style.mv(*mv).fmt(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use shakmaty::{Role, Square};

    use super::*;
    use crate::Chances;

    const CASTLE: Move = Move::Castle {
        king: Square::E1,
        rook: Square::H1,
    };
    const STEP: Move = Move::Normal {
        role: Role::Pawn,
        from: Square::E7,
        capture: None,
        to: Square::E8,
        promotion: Some(Role::Queen),
    };

    fn line() -> Line {
        Line {
            rank: 2,
            depth: 7,
            seldepth: 11,
            score: Score::Centipawns(-35),
            bound: Bound::Exact,
            chances: Chances {
                win: 200,
                draw: 500,
                loss: 300,
            },
            nodes: 5_000,
            tablebase_hits: 3,
            hashfull: 12,
            time: Duration::from_millis(10),
            moves: vec![CASTLE, STEP],
        }
    }

    fn style(castling: CastlingMode) -> Style {
        Style { castling, wdl: false }
    }

    #[test]
    fn a_line_has_everything_in_order() {
        assert_eq!(
            style(CastlingMode::Standard).line(&line()).to_string(),
            "info depth 7 seldepth 11 multipv 2 score cp -35 nodes 5000 nps 500000 hashfull 12 tbhits 3 time 10 \
             pv e1g1 e7e8q"
        );
        let wdl = Style {
            castling: CastlingMode::Chess960,
            wdl: true,
        };
        let mate = Line {
            score: Score::Mate(-2),
            bound: Bound::Upper,
            time: Duration::ZERO,
            moves: vec![CASTLE],
            ..line()
        };
        let text = wdl.line(&mate).to_string();
        assert!(
            text.contains(" score mate -2 upperbound wdl 200 500 300 nodes "),
            "{text}"
        );
        assert!(text.ends_with(" time 0 pv e1h1"), "{text}");
    }

    #[test]
    fn the_end_names_a_reply_only_behind_a_move() {
        let style = style(CastlingMode::Standard);
        assert_eq!(style.best(Some(CASTLE), Some(STEP)), "bestmove e1g1 ponder e7e8q");
        assert_eq!(style.best(Some(STEP), None), "bestmove e7e8q");
        assert_eq!(style.best(None, Some(STEP)), "bestmove (none)");
    }

    #[test]
    fn a_broken_output_is_remembered_and_not_written_to_again() {
        struct Deaf;
        impl Write for Deaf {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let writer = Writer::new(Deaf);
        assert!(!writer.is_broken() && writer.take_error().is_none());
        writer.say("readyok");
        assert!(writer.is_broken());
        assert_eq!(writer.take_error().unwrap().kind(), io::ErrorKind::BrokenPipe);
    }
}
