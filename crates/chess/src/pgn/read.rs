//! Reads the games of a file: pgn-reader tells what stands there, the record whether it can be played.

use std::{collections::BTreeMap, ops::ControlFlow, vec};

use pgn_reader::{KnownOutcome, Nag, Outcome, RawComment, Reader, SanPlus, Visitor};
use play::{Notation, Record, Rules, Side};
use shakmaty::{Color, Move};

use super::{BrokenGame, Game, GameResult, MoveNumber, PgnError, Remark, cut, draft::Cut, heading::Heading, shortened};
use crate::{MoveError, Position};

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
        self.nags.entry(self.record.moves().len()).or_default().push(nag);
        ControlFlow::Continue(())
    }

    /// A piece of a long comment; the last one comes to `comment`.
    fn partial_comment(&mut self, (): &mut (), piece: RawComment<'_>) -> ControlFlow<Self::Output> {
        let text = String::from_utf8_lossy(piece.as_bytes());
        self.comments
            .entry(self.record.moves().len())
            .or_default()
            .push_str(&text);
        ControlFlow::Continue(())
    }

    fn comment(&mut self, (): &mut (), piece: RawComment<'_>) -> ControlFlow<Self::Output> {
        self.partial_comment(&mut (), piece)?;
        self.comments.entry(self.record.moves().len()).or_default().push(' ');
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
        let position = self.record.position();
        let number = MoveNumber::of(position);
        if let Some(outcome) = self.record.outcome() {
            let word = shortened(word);
            return Err(PgnError::AfterEnd { number, word, outcome });
        }
        let mv = read_move(position, word, san).map_err(|reason| PgnError::Move { number, reason })?;
        self.record
            .play(mv)
            .expect("a move that was read is legal, and the game goes on");
        Ok(())
    }

    fn finish(self, mut heading: Heading) -> Game {
        let result = self.settle_result(&mut heading);
        let mut remarks: BTreeMap<usize, Remark> = BTreeMap::new();
        for (ply, text) in self.comments {
            if let Some(position) = self.record.position_after(ply) {
                remarks.entry(ply).or_default().set_comment(&text, position.turn());
            }
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
        }
    }

    /// The result by what stands after the moves, else by the tag, else by the board; they should agree.
    fn settle_result(&self, heading: &mut Heading) -> GameResult {
        let told = heading.take_result();
        let mut warn = |warning: String| heading.warnings.push(warning);
        if self.result.is_none() {
            warn("The result after the moves is missing.".to_owned());
        }
        let known = |result: Option<GameResult>| result.filter(|&result| result != GameResult::Open);
        let (written, told) = (known(self.result), known(told));
        if let (Some(written), Some(told)) = (written, told)
            && written != told
        {
            warn(format!(
                "The tag Result says {told}, but {written} stands after the moves."
            ));
        }
        let result = written.or(told);
        if let (Some(result), Some(outcome)) = (result, self.record.outcome())
            && result != GameResult::of(&self.record)
        {
            warn(format!(
                "The result is given as {result}, but the board says: {outcome}."
            ));
        }
        result.unwrap_or_else(|| GameResult::of(&self.record))
    }
}

/// The move by what pgn-reader made of it, else by the word itself, which may be written in many ways.
fn read_move(position: &Position, word: &str, san: SanPlus) -> Result<Move, MoveError> {
    san.san.to_move(position.chess()).or_else(|_| position.read_move(word))
}
