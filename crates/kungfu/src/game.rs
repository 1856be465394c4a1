//! A game: commands between ticks, and what a tick does.

mod collision;

use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

use crate::{
    Condition, End, Event, Field, Gait, Kind, Outcome, Piece, PieceId, Player, Players, Refusal, Slot, Start, Tick,
};

/// A game at a moment; a plain value that can be copied and played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    field: Field,
    /// Who began with a king.
    players: Players,
    /// Who has none any more.
    out: Players,
    people: Players,
    offers: Players,
    last_command: Tick,
    last_capture: Tick,
    outcome: Option<Outcome>,
}

/// A request to move a piece; it may be impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Command {
    /// Which piece.
    pub piece: PieceId,
    /// Row and column; they may lie off the board.
    pub to: [i32; 2],
}

impl Command {
    /// A piece to a row and column.
    pub const fn new(piece: PieceId, row: i32, col: i32) -> Self {
        Command { piece, to: [row, col] }
    }
}

impl Game {
    /// A game at tick 0.
    pub fn new(start: &Start) -> Self {
        let field = start.field();
        Game {
            field,
            players: field.with_king(),
            out: without(field.with_king()),
            people: start.people(),
            offers: Players::NONE,
            last_command: Tick(0),
            last_capture: Tick(0),
            outcome: None,
        }
    }

    /// A game that goes on from a field, as somebody imagines it; all with a king are in it.
    pub fn imagined(field: Field) -> Self {
        let with_king = field.with_king();
        Game {
            players: with_king,
            out: without(with_king),
            people: Players::NONE,
            offers: Players::NONE,
            last_command: field.tick(),
            last_capture: field.tick(),
            outcome: None,
            field,
        }
    }

    /// The pieces.
    pub const fn field(&self) -> &Field {
        &self.field
    }

    /// The piece of a name.
    pub fn piece(&self, id: PieceId) -> Option<&Piece> {
        self.field.find(id).map(|slot| self.field.get(slot))
    }

    /// How many ticks have passed.
    pub const fn tick_count(&self) -> Tick {
        self.field.tick()
    }

    /// How the game ended, once it has.
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Who began the game.
    pub const fn players(&self) -> Players {
        self.players
    }

    /// Who is still in it (5.1).
    pub const fn alive(&self) -> Players {
        self.players.minus(self.out)
    }

    /// Who has offered a draw (5.3).
    pub const fn offers(&self) -> Players {
        self.offers
    }

    /// Gives a command at once, or says why not (2.4); a castling rook is the second slot.
    pub fn submit(&mut self, player: Player, command: Command) -> Result<(Slot, Option<Slot>), Refusal> {
        if self.outcome.is_some() {
            return Err(Refusal::NotRunning);
        }
        if self.out.contains(player) {
            return Err(Refusal::Eliminated);
        }
        let slot = self.field.find(command.piece).ok_or(Refusal::NoSuchPiece)?;
        let piece = self.field.get(slot);
        let kind = piece.kind;
        if piece.player() != player {
            return Err(Refusal::NotYours { kind });
        }
        match piece.condition {
            Condition::Captured => return Err(Refusal::Captured { kind }),
            Condition::Moving(_) => return Err(Refusal::Moving { kind }),
            Condition::Resting { until } => {
                let ticks = until.since(self.field.tick());
                return Err(Refusal::Resting { kind, ticks });
            }
            Condition::Ready => {}
        }
        let [row, col] = command.to;
        if (row, col) == (i32::from(piece.square.row()), i32::from(piece.square.col())) {
            return Err(Refusal::SameSquare { kind });
        }
        let to = self.field.board().square(row, col).ok_or(Refusal::OffBoard)?;
        let way = self.field.way(&self.field.obstacles(player), slot, to)?;
        self.field.depart(slot, way.motion);
        if let Some((rook, motion)) = way.rook {
            self.field.depart(rook, motion);
        }
        self.last_command = self.field.tick();
        Ok((slot, way.rook.map(|(rook, _)| rook)))
    }

    /// Takes a player's own king off (5.3).
    pub fn resign(&mut self, player: Player, emit: &mut impl FnMut(Event)) -> Result<(), Refusal> {
        if self.outcome.is_some() {
            return Err(Refusal::NotRunning);
        }
        if self.out.contains(player) {
            return Err(Refusal::Eliminated);
        }
        for slot in self.field.living() {
            let piece = self.field.get(slot);
            if piece.kind == Kind::King && piece.player() == player {
                emit(Event::Captured {
                    captor: None,
                    captured: slot,
                });
                self.take(slot, emit);
            }
        }
        self.check_kings(End::Resignation, emit);
        self.check_offers(emit);
        Ok(())
    }

    /// Offers a draw, which stands until the game is over (5.3).
    pub fn offer_draw(&mut self, player: Player, emit: &mut impl FnMut(Event)) -> Result<(), Refusal> {
        if self.outcome.is_some() {
            return Err(Refusal::NotRunning);
        }
        if self.out.contains(player) {
            return Err(Refusal::Eliminated);
        }
        if !self.people.contains(player) {
            return Err(Refusal::NoSay);
        }
        self.offers = self.offers.with(player);
        self.check_offers(emit);
        Ok(())
    }

    /// Lets a tick pass (2.3); nothing happens after the end.
    pub fn tick(&mut self, emit: &mut impl FnMut(Event)) {
        if self.outcome.is_some() {
            return;
        }
        let living = self.field.living();
        self.field.advance();
        self.collide(emit);
        self.let_arrive(emit);
        self.let_wake(emit);
        if self.field.living() != living || self.alive().count() < 2 {
            self.check_kings(End::KingCaptured, emit);
        }
        self.check_time(emit);
        debug_assert!(self.field.is_whole(), "{self:?}");
    }

    /// A number that differs for different games, the same on every machine.
    pub fn hash(&self) -> u64 {
        let mut hasher = Fold(0xCBF2_9CE4_8422_2325);
        for slot in self.field.slots() {
            self.field.get(slot).hash(&mut hasher);
        }
        self.field.tick().hash(&mut hasher);
        (self.out, self.offers).hash(&mut hasher);
        (self.last_command, self.last_capture, self.outcome).hash(&mut hasher);
        hasher.finish()
    }

    /// A piece is captured; the rook of a castling king goes back (2.2).
    fn take(&mut self, slot: Slot, emit: &mut impl FnMut(Event)) {
        let gait = self.field.get(slot).motion().map(|motion| motion.gait);
        self.field.remove(slot);
        if let Some(Gait::Castling(rook)) = gait
            && self.field.get(rook).motion().is_some()
        {
            if self.field.standing(self.field.get(rook).square).is_some() {
                self.field.remove(rook);
                emit(Event::Lost(rook));
            } else {
                self.field.put_back(rook);
                emit(Event::Returned(rook));
            }
        }
    }

    fn let_arrive(&mut self, emit: &mut impl FnMut(Event)) {
        let (tick, speed) = (self.field.tick(), self.field.speed());
        for slot in self.field.moving() {
            let piece = *self.field.get(slot);
            let Some(motion) = piece.motion().filter(|motion| motion.arrival(speed) <= tick) else {
                continue;
            };
            let square = motion.destination(piece.square);
            // Only a rook that came back from castling can stand in the way of a piece of its own.
            if let Some(rook) = self.field.standing(square) {
                self.field.remove(rook);
                emit(Event::Lost(rook));
            }
            self.field.arrive(slot, square, tick + speed.rest());
            emit(Event::Arrived { slot, square });
            if piece.kind == Kind::Pawn && self.field.board().ends_lane(piece.player(), square) {
                self.field.promote(slot);
                emit(Event::Promoted(slot));
            }
        }
    }

    fn let_wake(&mut self, emit: &mut impl FnMut(Event)) {
        for slot in self.field.resting() {
            if self.field.get(slot).rest_left(self.field.tick()) == 0 {
                self.field.wake(slot);
                emit(Event::Woke(slot));
            }
        }
    }

    /// A player without a king is out; the last king wins (5.1).
    fn check_kings(&mut self, end: End, emit: &mut impl FnMut(Event)) {
        let with_king = self.field.with_king();
        for player in self.alive().minus(with_king).iter() {
            self.out = self.out.with(player);
            emit(Event::Out(player));
        }
        let mut left = with_king.iter();
        match (left.next(), left.next()) {
            (None, _) => self.finish(None, End::NoKing, emit),
            (Some(winner), None) => self.finish(Some(winner), end, emit),
            (Some(_), Some(_)) => {}
        }
    }

    /// Draws by time (5.2).
    fn check_time(&mut self, emit: &mut impl FnMut(Event)) {
        let (tick, speed) = (self.field.tick(), self.field.speed());
        if self.outcome.is_some() || tick < speed.earliest_draw() {
            return;
        }
        if tick.since(self.last_command) >= speed.idle_limit() {
            self.finish(None, End::Idle, emit);
        } else if tick.since(self.last_capture) >= speed.peace_limit() {
            self.finish(None, End::Peace, emit);
        }
    }

    fn check_offers(&mut self, emit: &mut impl FnMut(Event)) {
        let silent = self.people.minus(self.out).minus(self.offers);
        let offered = self.offers.minus(self.out);
        if self.outcome.is_none() && offered != Players::NONE && silent == Players::NONE {
            self.finish(None, End::Agreement, emit);
        }
    }

    fn finish(&mut self, winner: Option<Player>, end: End, emit: &mut impl FnMut(Event)) {
        let outcome = Outcome {
            tick: self.field.tick(),
            winner,
            end,
        };
        self.outcome = Some(outcome);
        emit(Event::Ended(outcome));
    }
}

/// All other players, also those that are not on this board.
fn without(players: Players) -> Players {
    Player::ALL.into_iter().collect::<Players>().minus(players)
}

/// FNV-1a: the hashers of the standard library may change with its version.
struct Fold(u64);

impl Hasher for Fold {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }

    fn write_u32(&mut self, number: u32) {
        self.write(&number.to_le_bytes());
    }

    fn write_isize(&mut self, number: isize) {
        // Discriminants of enums; as wide on every machine.
        self.write(&(number as i64).to_le_bytes());
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
