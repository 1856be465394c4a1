//! Reads the games of a file: pgn-reader tells what stands there, the record whether it can be played.

use std::{collections::BTreeMap, ops::ControlFlow, vec};

use pgn_reader::{KnownOutcome, Nag, Outcome, RawComment, Reader, SanPlus, Visitor};
use play::{Notation, Record, Rules, Side};
use shakmaty::{Color, Move};

use super::{BrokenGame, Game, GameResult, MoveNumber, PgnError, Remark, cut, draft::Cut, heading::Heading};
use crate::{End, MoveError, Position, shortened::shortened};

/// Reads every game of a file, each on its own: a broken one says where it starts and why.
pub fn read(text: &[u8]) -> Vec<Result<Game, BrokenGame>> {
    let text = String::from_utf8_lossy(text);
    let games = cut::games(&text).into_iter();
    games
        .map(|cut| {
            let line = cut.line;
            read_game(cut).map_err(|reason| BrokenGame { line, reason })
        })
        .collect()
}

fn read_game(mut cut: Cut) -> Result<Game, PgnError> {
    if let Some(fault) = cut.fault {
        return Err(fault);
    }
    let start = cut.heading.take_start()?;
    let mut sheet = Sheet {
        words: cut.words.into_iter(),
        record: Record::new(start),
        overtime: Vec::new(),
        comments: BTreeMap::new(),
        nags: BTreeMap::new(),
        result: None,
    };
    Reader::new(cut.moves.as_bytes())
        .read_game(&mut sheet)
        .expect("memory does not fail, and comments that were cut out are closed")
        .unwrap_or(Ok(()))?;
    Ok(sheet.finish(cut.heading))
}

/// The moves and what stands between them, written down as pgn-reader tells it.
struct Sheet {
    /// The moves still to come as they are written in the file.
    words: vec::IntoIter<String>,
    record: Record<Position>,
    /// The moves after an automatic draw, as in [`Game`].
    overtime: Vec<(Position, Move)>,
    comments: BTreeMap<usize, String>,
    nags: BTreeMap<usize, Vec<u8>>,
    result: Option<GameResult>,
}

impl Visitor for Sheet {
    // The tags were read before, and there is no second game: the sheet itself is all there is to pass on.
    type Tags = ();
    type Movetext = ();
    type Output = Result<(), PgnError>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<Self::Output> {
        ControlFlow::Continue(())
    }

    fn san(&mut self, (): &mut (), san: SanPlus) -> ControlFlow<Self::Output> {
        let word = self.words.next().expect("every move that was cut out has its word");
        match self.play(&word, san) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(Err(error)),
        }
    }

    fn nag(&mut self, (): &mut (), Nag(nag): Nag) -> ControlFlow<Self::Output> {
        self.nags.entry(self.plies()).or_default().push(nag);
        ControlFlow::Continue(())
    }

    /// A piece of a long comment; the last one comes to `comment`.
    fn partial_comment(&mut self, (): &mut (), piece: RawComment<'_>) -> ControlFlow<Self::Output> {
        let text = String::from_utf8_lossy(piece.as_bytes());
        self.comments.entry(self.plies()).or_default().push_str(&text);
        ControlFlow::Continue(())
    }

    fn comment(&mut self, (): &mut (), piece: RawComment<'_>) -> ControlFlow<Self::Output> {
        self.partial_comment(&mut (), piece)?;
        self.comments.entry(self.plies()).or_default().push(' ');
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, (): &mut (), outcome: Outcome) -> ControlFlow<Self::Output> {
        self.result = Some(match outcome {
            Outcome::Known(KnownOutcome::Decisive { winner: Color::White }) => GameResult::Win(Side::White),
            Outcome::Known(KnownOutcome::Decisive { winner: Color::Black }) => GameResult::Win(Side::Black),
            Outcome::Known(KnownOutcome::Draw) => GameResult::Draw,
            Outcome::Unknown => GameResult::Open,
        });
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (): ()) -> Self::Output {
        Ok(())
    }
}

impl Sheet {
    fn play(&mut self, word: &str, san: SanPlus) -> Result<(), PgnError> {
        let position = self.position();
        let number = MoveNumber::of(&position);
        let is_over = self.record.outcome().is_some();
        if is_over && let Some(outcome) = end_without_moves(&position) {
            let word = shortened(word);
            return Err(PgnError::AfterEnd { number, word, outcome });
        }
        let mv = read_move(&position, word, san).map_err(|reason| PgnError::Move { number, reason })?;
        if is_over {
            self.overtime.push((position, mv));
            return Ok(());
        }
        self.record
            .play(mv)
            .expect("a move that was read is legal, and the game goes on");
        Ok(())
    }

    /// Where the next move is to be played.
    fn position(&self) -> Position {
        let Some((position, mv)) = self.overtime.last() else {
            return self.record.position().clone();
        };
        let mut position = position.clone();
        position.play(*mv);
        position
    }

    fn plies(&self) -> usize {
        self.record.moves().len() + self.overtime.len()
    }

    fn finish(self, mut heading: Heading) -> Game {
        heading.warnings.extend(self.overtime_warning());
        let result = self.settle_result(&mut heading);
        let first = self.record.start().turn();
        let mut remarks: BTreeMap<usize, Remark> = BTreeMap::new();
        for (ply, text) in self.comments {
            let turn = if ply % 2 == 0 { first } else { first.other() };
            remarks.entry(ply).or_default().set_comment(&text, turn);
        }
        for (ply, nags) in self.nags {
            remarks.entry(ply).or_default().nags = nags;
        }
        remarks.retain(|_, remark| *remark != Remark::default());
        let (tags, warnings) = heading.into_parts();
        Game {
            tags,
            record: self.record,
            remarks,
            result,
            warnings,
            overtime: self.overtime,
        }
    }

    fn overtime_warning(&self) -> Option<String> {
        let (position, mv) = self.overtime.first()?;
        let outcome = self.record.outcome()?;
        let (number, label) = (MoveNumber::of(position), position.label(*mv));
        Some(format!(
            "The moves go on after the end of the game ({outcome}): those from {number} {label} on are not in the record."
        ))
    }

    /// How the game ended by its moves; in overtime, the draw that was passed over does not count.
    fn board_outcome(&self) -> Option<play::Outcome<End>> {
        if self.overtime.is_empty() {
            self.record.outcome()
        } else {
            end_without_moves(&self.position())
        }
    }

    /// The result by what stands after the moves, else by the tag, else by the board; they should agree.
    fn settle_result(&self, heading: &mut Heading) -> GameResult {
        let tag = heading.take_result();
        let mut warn = |warning: String| heading.warnings.push(warning);
        if self.result.is_none() {
            warn("The result after the moves is missing.".to_owned());
        }
        let known = |result: Option<GameResult>| result.filter(|&result| result != GameResult::Open);
        let (written, tag) = (known(self.result), known(tag));
        if let (Some(written), Some(tag)) = (written, tag)
            && written != tag
        {
            warn(format!(
                "The tag Result says {tag}, but {written} stands after the moves."
            ));
        }
        let result = written.or(tag);
        let board = self.board_outcome();
        if let (Some(result), Some(outcome)) = (result, board)
            && result != GameResult::by(board)
        {
            warn(format!(
                "The result is given as {result}, but the board says: {outcome}."
            ));
        }
        result.unwrap_or_else(|| GameResult::by(board))
    }
}

/// Checkmate or stalemate, the ends that no move can follow.
fn end_without_moves(position: &Position) -> Option<play::Outcome<End>> {
    let mut legal = Vec::new();
    position.moves(&mut legal);
    if !legal.is_empty() {
        return None;
    }
    position.verdict(&legal).map(play::Outcome::from)
}

/// The move by what pgn-reader made of it, else by the word itself, which may be written in many ways.
fn read_move(position: &Position, word: &str, san: SanPlus) -> Result<Move, MoveError> {
    san.san.to_move(position.chess()).or_else(|_| position.read_move(word))
}
