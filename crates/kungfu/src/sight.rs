//! What somebody sees of a game (section 6).
//!
//! A [`Sight`] does not contain the destination of another player's move, so no bot, list of squares or message built
//! from it can reveal one. Of a move along a line it has the next point; of a knight in the air only the position.

use crate::{Extent, Field, Gait, Game, MOST_PIECES, Motion, Outcome, Player, Players, Slot, Spot, Square, Step};

/// What a player or a spectator sees at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight {
    viewer: Option<Player>,
    field: Field,
    /// Where moving pieces are; the place of a knight does not follow from what is left of its motion.
    spots: [Spot; MOST_PIECES],
    alive: Players,
    outcome: Option<Outcome>,
}

impl Sight {
    /// What a player sees.
    pub fn of_player(game: &Game, player: Player) -> Self {
        Sight::cut(game, Some(player), 0)
    }

    /// What a bot sees: as a player, but others' moves only after a moment (8.1).
    pub fn of_bot(game: &Game, player: Player) -> Self {
        /// Ticks until a bot takes notice of a move.
        const NOTICE: u32 = 3;
        Sight::cut(game, Some(player), NOTICE)
    }

    /// What a spectator sees.
    pub fn of_spectator(game: &Game) -> Self {
        Sight::cut(game, None, 0)
    }

    /// What everybody sees of a moment of a game that is over: everything.
    pub fn afterwards(game: &Game) -> Self {
        let mut sight = Sight::whole(game, None);
        for slot in game.field().moving() {
            sight.spots[slot.index()] = game.field().spot(slot);
        }
        sight
    }

    /// What another program reports to a player: a field without the destinations of the enemy, and the positions of
    /// moving pieces that their motion does not give.
    pub fn reported(field: Field, player: Player, flights: &[(Slot, Spot)]) -> Self {
        let mut sight = Sight {
            viewer: Some(player),
            spots: [Spot { row: 0, col: 0 }; MOST_PIECES],
            alive: field.with_king(),
            outcome: None,
            field,
        };
        for slot in sight.field.moving() {
            sight.spots[slot.index()] = sight.field.spot(slot);
        }
        for &(slot, spot) in flights {
            sight.spots[slot.index()] = spot;
        }
        sight
    }

    /// Everything, but for where moving pieces are.
    fn whole(game: &Game, viewer: Option<Player>) -> Self {
        Sight {
            viewer,
            field: *game.field(),
            spots: [Spot { row: 0, col: 0 }; MOST_PIECES],
            alive: game.alive(),
            outcome: game.outcome(),
        }
    }

    fn cut(game: &Game, viewer: Option<Player>, notice: u32) -> Self {
        let mut sight = Sight::whole(game, viewer);
        let (tick, speed) = (sight.field.tick(), sight.field.speed());
        for slot in game.field().moving() {
            let piece = game.field().get(slot);
            let Some(motion) = piece.motion() else { continue };
            sight.spots[slot.index()] = motion.spot(piece.square, tick, speed);
            if viewer == Some(piece.player()) || sight.outcome.is_some() {
                continue;
            }
            let unnoticed = motion.elapsed(tick) < notice && sight.field.standing(piece.square).is_none();
            if unnoticed {
                sight.field.put_back(slot);
            } else {
                sight
                    .field
                    .set_motion(slot, glimpse(motion, motion.next_point(tick, speed)));
            }
        }
        sight
    }

    /// The same as somebody sees it who takes notice of each move of others only so many ticks after its start.
    ///
    /// A piece whose origin is taken by then cannot be shown there, so its move is seen at once.
    #[must_use]
    pub fn noticed_after(&self, notice: impl Fn(Slot, &Motion) -> u32) -> Self {
        let mut sight = *self;
        for slot in self.field.moving() {
            let piece = self.field.get(slot);
            let Some(motion) = piece.motion().filter(|_| self.viewer != Some(piece.player())) else {
                continue;
            };
            let late = motion.elapsed(self.field.tick()) < notice(slot, motion);
            if late && sight.field.standing(piece.square).is_none() {
                sight.field.put_back(slot);
            }
        }
        sight
    }

    /// Who looks; nobody for a spectator.
    pub const fn viewer(&self) -> Option<Player> {
        self.viewer
    }

    /// The pieces as they are seen.
    pub const fn field(&self) -> &Field {
        &self.field
    }

    /// Where a living piece is.
    pub const fn spot(&self, slot: Slot) -> Spot {
        let piece = self.field.get(slot);
        match piece.motion() {
            Some(_) => self.spots[slot.index()],
            None => Spot::of(piece.square),
        }
    }

    /// Who is still in the game.
    pub const fn alive(&self) -> Players {
        self.alive
    }

    /// How the game ended, once it has.
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The squares to show for a piece of the viewer: those it may go to as far as can be seen. The game may still
    /// refuse one, for a reason that is hidden.
    pub fn choices(&self, slot: Slot, found: &mut impl FnMut(Square)) {
        let piece = self.field.get(slot);
        if self.viewer == Some(piece.player()) && piece.stands() {
            self.field.ways(&self.field.obstacles(piece.player()), slot, found);
        }
    }
}

/// What others see of a motion.
fn glimpse(motion: &Motion, next_point: u8) -> Motion {
    let (step, points, gait) = match motion.gait {
        Gait::Leap => (Step { row: 0, col: 0 }, 0, Gait::Leap),
        Gait::Straight => (motion.step, next_point, Gait::Straight),
        Gait::Line | Gait::Castling(_) => (motion.step, next_point, Gait::Line),
    };
    Motion {
        start: motion.start,
        step,
        points,
        gait,
        extent: Extent::Glimpse,
    }
}
