//! Reads the main line of every game: the record says whether it can be played.

use std::collections::BTreeMap;

use play::{Notation, Record, Rules};
use shakmaty::{Move, san::SanPlus};

use super::{
    BrokenGame, Game, GameResult, MoveNumber, PgnError, Remark, cut,
    draft::{Cut, TokenKind},
    heading::Heading,
};
use crate::{End, MoveError, Position, shortened::shortened};

/// Reads every game of a file, each on its own: a broken one says where it starts and why.
pub fn read(text: &[u8]) -> Vec<Result<Game, BrokenGame>> {
    cut::games(text)
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
        record: Record::new(start),
        overtime: Vec::new(),
        comments: BTreeMap::new(),
        nags: BTreeMap::new(),
        result: None,
    };
    let mut depth = 0;
    for token in cut.tokens {
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth -= 1,
            _ if depth > 0 => {}
            TokenKind::Move(word) => sheet.play(&word)?,
            TokenKind::Comment(text) => {
                let comment = sheet.comments.entry(sheet.plies()).or_default();
                comment.push_str(&text.replace('}', ")"));
                comment.push(' ');
            }
            TokenKind::Nag(nag) => sheet.nags.entry(sheet.plies()).or_default().push(nag),
            TokenKind::Result(result) => sheet.result = Some(result),
        }
    }
    Ok(sheet.finish(cut.heading))
}

/// The main line and what is said about it.
struct Sheet {
    record: Record<Position>,
    /// The moves after an automatic draw, as in [`Game`].
    overtime: Vec<(Position, Move)>,
    comments: BTreeMap<usize, String>,
    nags: BTreeMap<usize, Vec<u8>>,
    result: Option<GameResult>,
}

impl Sheet {
    fn play(&mut self, word: &str) -> Result<(), PgnError> {
        let position = self.position();
        let number = MoveNumber::of(&position);
        let is_over = self.record.outcome().is_some();
        if is_over && let Some(outcome) = end_without_moves(&position) {
            let word = shortened(word);
            return Err(PgnError::AfterEnd { number, word, outcome });
        }
        let mv = read_move(&position, word).map_err(|reason| PgnError::Move { number, reason })?;
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

    /// The result written after the moves, else that of the tag, else that of the board; they should agree.
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

/// The move by strict notation, else by anything that people write.
pub(super) fn read_move(position: &Position, word: &str) -> Result<Move, MoveError> {
    let strict = word
        .parse::<SanPlus>()
        .ok()
        .and_then(|san| san.san.to_move(position.chess()).ok());
    strict.map_or_else(|| position.read_move(word), Ok)
}
