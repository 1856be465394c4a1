//! The record of a game whose type is known, behind [`GameRecord`].

use std::any::Any;

use super::{GameOutcome, GameRecord, MoveIndex, PlayedMove, Scene};
use crate::{
    Action, Army, GameFacts, GameId, LegalMove, Moment, MoveRefusal, MoveRequest, Mover, OpeningName, Outcome, Piece,
    PieceIds, PieceKind, Record, Refusal, Side, Square, TurnGame,
};

/// A [`Record`] of one game together with the ids of its pieces.
#[derive(Clone, Debug)]
pub struct TypedRecord<R: TurnGame> {
    record: Record<R>,
    ids: PieceIds,
}

impl<R: TurnGame> TypedRecord<R> {
    /// A game about to begin.
    pub fn new(start: R) -> Self {
        TypedRecord::from(Record::new(start))
    }

    /// The record itself.
    pub const fn record(&self) -> &Record<R> {
        &self.record
    }

    /// The ids of the pieces after so many plies.
    fn ids_after(&self, ply: usize) -> PieceIds {
        if ply == self.record.moves().len() {
            return self.ids.clone();
        }
        let mut ids = PieceIds::of(self.record.start());
        for (position, mv) in self.record.turns().take(ply) {
            position.carry(mv, &mut ids);
        }
        ids
    }

    fn legal_move(&self, mv: MoveIndex) -> Result<R::Move, Refusal> {
        self.record.legal().get(mv.0).copied().ok_or(Refusal::IllegalMove)
    }

    fn index_of(&self, mv: R::Move) -> Option<MoveIndex> {
        self.record.legal().iter().position(|legal| *legal == mv).map(MoveIndex)
    }
}

impl<R: TurnGame> From<Record<R>> for TypedRecord<R> {
    fn from(record: Record<R>) -> Self {
        let mut ids = PieceIds::of(record.start());
        for (position, mv) in record.turns() {
            position.carry(mv, &mut ids);
        }
        TypedRecord { record, ids }
    }
}

impl<R: TurnGame> GameRecord for TypedRecord<R> {
    fn game(&self) -> GameId {
        R::ID
    }

    fn turn(&self) -> Side {
        self.record.turn()
    }

    fn turn_after(&self, ply: usize) -> Option<Side> {
        self.record.position_after(ply).map(R::turn)
    }

    fn plies(&self) -> usize {
        self.record.moves().len()
    }

    fn legal_count(&self) -> usize {
        self.record.legal().len()
    }

    fn legal(&self) -> Vec<LegalMove> {
        let position = self.record.position();
        self.record.legal().iter().map(|&mv| position.describe(mv)).collect()
    }

    fn describe(&self, mv: MoveIndex) -> Option<LegalMove> {
        self.legal_move(mv).ok().map(|mv| self.record.position().describe(mv))
    }

    fn by_code(&self, code: &str) -> Option<MoveIndex> {
        let position = self.record.position();
        let found = self.record.legal().iter().position(|&mv| position.code(mv) == code);
        found.map(MoveIndex)
    }

    fn find(&self, side: Side, request: MoveRequest) -> Result<MoveIndex, MoveRefusal> {
        let mv = R::find(&self.record, side, request)?;
        self.index_of(mv).ok_or_else(illegal)
    }

    fn read(&self, side: Side, text: &str) -> Result<MoveIndex, MoveRefusal> {
        let mv = R::read(&self.record, side, text)?;
        self.index_of(mv).ok_or_else(illegal)
    }

    fn play(&mut self, mv: MoveIndex, at: Option<Moment>) -> Result<(), Refusal> {
        let mv = self.legal_move(mv)?;
        let before = self.record.position().clone();
        match at {
            Some(at) => self.record.play_at(mv, at)?,
            None => self.record.play(mv)?,
        }
        before.carry(mv, &mut self.ids);
        Ok(())
    }

    fn undo(&mut self) -> Result<(), Refusal> {
        self.record.undo()?;
        // The ids after fewer plies are counted again from the start: undos are rare.
        self.ids = TypedRecord::from(self.record.clone()).ids;
        Ok(())
    }

    fn outcome(&self) -> Option<GameOutcome> {
        self.record.outcome().map(Outcome::in_words)
    }

    fn claim(&self) -> Option<String> {
        self.record.claim().map(|claim| claim.0.to_string())
    }

    fn claim_draw(&mut self) -> Result<(), Refusal> {
        self.record.claim_draw()
    }

    fn resign(&mut self, side: Side) -> Result<(), Refusal> {
        self.record.resign(side)
    }

    fn agree_draw(&mut self) -> Result<(), Refusal> {
        self.record.agree_draw()
    }

    fn flag(&mut self, side: Side) -> Result<(), Refusal> {
        self.record.flag(side)
    }

    fn forfeit(&mut self, side: Side, fault: crate::Fault) -> Result<(), Refusal> {
        self.record.forfeit(side, fault)
    }

    fn adjudicate(&mut self, winner: Option<Side>, ground: crate::Ground) -> Result<(), Refusal> {
        self.record.adjudicate(winner, ground)
    }

    fn scene(&self, ply: usize) -> Option<Scene> {
        let position = self.record.position_after(ply)?;
        let is_over = ply == self.plies() && self.record.outcome().is_some();
        let ids = self.ids_after(ply);
        let last = ply.checked_sub(1).and_then(|ply| self.played(ply));
        Some(Scene {
            ply,
            pieces: position
                .pieces()
                .into_iter()
                .map(|(square, side, kind)| Piece {
                    // Every piece is numbered at the start; a game that carries its ids wrongly shows one piece twice.
                    id: ids.at(square).unwrap_or(u16::MAX),
                    square,
                    army: Army::from(side),
                    kind,
                })
                .collect(),
            turn: (!is_over).then(|| position.turn()),
            last: last.map(|PlayedMove { mv, .. }| [mv.from, mv.to]),
            check: position.check(),
            purses: position.purses(),
            text: position.position_text(),
        })
    }

    fn played(&self, ply: usize) -> Option<PlayedMove> {
        let position = self.record.position_after(ply)?;
        let mv = *self.record.moves().get(ply)?;
        Some(PlayedMove {
            side: position.turn(),
            mv: position.describe(mv),
            at: self.record.moments().get(ply).copied().flatten(),
        })
    }

    fn captured(&self, side: Side) -> Vec<PieceKind> {
        let moves = self.record.turns().filter(|(position, _)| position.turn() == side);
        moves.filter_map(|(position, mv)| position.captured(mv)).collect()
    }

    fn material(&self, side: Side) -> u32 {
        let pieces = self.record.position().pieces().into_iter();
        let own = pieces.filter(|(_, owner, _)| *owner == side);
        own.map(|(_, _, kind)| R::worth(kind)).sum()
    }

    fn position_text(&self, ply: usize) -> Option<String> {
        self.record.position_after(ply).map(R::position_text)
    }

    fn fingerprint(&self) -> u64 {
        let positions = (0..=self.plies()).filter_map(|ply| self.record.position_after(ply));
        positions.fold(0, |sum: u64, position| {
            sum.rotate_left(5).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ position.key()
        })
    }

    fn divide(&self, depth: u32) -> Box<dyn Iterator<Item = (String, u64)> + '_> {
        let position = self.record.position();
        Box::new(crate::divide(position, depth).map(|(mv, count)| (position.code(mv), count)))
    }

    fn continued(&self, mv: MoveIndex) -> Result<Box<dyn GameRecord>, Refusal> {
        if self.record.outcome().is_none() {
            let mut after = self.clone();
            after.play(mv, None)?;
            return Ok(Box::new(after));
        }
        let mv = self.legal_move(mv)?;
        let mut position = self.record.position().clone();
        position.play(mv);
        Ok(Box::new(TypedRecord::new(position)))
    }

    fn passed(&self) -> Option<Box<dyn GameRecord>> {
        let passed = self.record.position().passed()?;
        Some(Box::new(TypedRecord::new(passed)))
    }

    fn number_text(&self) -> String {
        self.record.position().number_text()
    }

    fn opening_after(&self, ply: usize) -> Option<OpeningName> {
        R::opening(&self.record, ply)
    }

    fn key(&self, ply: usize) -> Option<u64> {
        self.record.position_after(ply).map(R::key)
    }

    fn draw(&self, ply: usize, viewer: Side) -> Option<String> {
        self.record.position_after(ply).map(|position| position.draw(viewer))
    }

    fn move_line(&self, ply: usize, player: Mover<'_>) -> Option<String> {
        let position = self.record.position_after(ply)?;
        Some(position.move_line(*self.record.moves().get(ply)?, player))
    }

    fn wins_in(&self, moves: u32) -> String {
        R::wins_in(moves)
    }

    fn first_number(&self) -> u32 {
        self.record.start().number()
    }

    fn pgn(&self, facts: &GameFacts<'_>) -> String {
        R::pgn(&self.record, facts)
    }

    fn sheet(&self, facts: &GameFacts<'_>) -> String {
        R::sheet(&self.record, facts)
    }

    fn until(&self, plies: usize) -> Box<dyn GameRecord> {
        let mut record = Record::new(self.record.start().clone());
        for (&mv, moment) in self.record.moves().iter().zip(self.record.moments()).take(plies) {
            let played = match *moment {
                Some(moment) => record.play_at(mv, moment),
                None => record.play(mv),
            };
            played.expect("a move of a record is legal where it was played");
        }
        Box::new(TypedRecord::from(record))
    }

    fn boxed(&self) -> Box<dyn GameRecord> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn illegal() -> MoveRefusal {
    MoveRefusal::new("illegal", Refusal::IllegalMove.to_string())
}

impl MoveRequest {
    /// Squares alone, without an action.
    pub const fn plain(from: Square, to: Square) -> Self {
        MoveRequest {
            from,
            to,
            action: Action::Move,
        }
    }
}
