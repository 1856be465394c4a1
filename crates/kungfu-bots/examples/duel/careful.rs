//! A simple opponent for the mixed field: it captures what it can win at once and else moves where no enemy comes.
//!
//! It shares no judgement with the levels, so that a change which only suits games among them shows.

use fastrand::Rng;
use kungfu::{BOTS_STAY_STILL, Condition, Kind, Sight, Slot, Slots, Square};
use kungfu_bots::{Decision, LiveBot, Order, Reach};

/// Looks one capture far, without any times.
pub(crate) struct Careful(Rng);

impl Careful {
    pub(crate) fn new(seed: u64) -> Self {
        Careful(Rng::with_seed(seed))
    }

    /// In hundredths of a pawn, with less than a pawn of chance.
    fn score(&mut self, sight: &Sight, reach: &Reach, slot: Slot, to: Square) -> i32 {
        let field = sight.field();
        let piece = field.get(slot);
        let own = reach.of_player(piece.player());
        let target = field.standing(to);
        let guards = ((reach.at(to) & field.living()) - own) - target.map_or(Slots::NONE, Slots::of);
        let attackers = (reach.at(piece.square) & field.moving()) - own;
        let mut score = self.0.i32(0..60);
        score += target.map_or(0, |target| worth(field.get(target).kind));
        if !guards.is_empty() {
            score -= worth(piece.kind);
        }
        if !attackers.is_empty() {
            score += worth(piece.kind);
        }
        if target.is_none() && piece.kind == Kind::King {
            score -= 30;
        }
        score
    }
}

impl LiveBot for Careful {
    fn look(&mut self, sight: &Sight) -> Decision {
        let field = sight.field();
        let wake = field.tick() + 1;
        let Some(me) = sight.viewer().filter(|_| field.tick() >= BOTS_STAY_STILL) else {
            return Decision { order: None, wake };
        };
        let reach = Reach::of(field);
        let mut best: Option<(i32, Order)> = None;
        for slot in reach.of_player(me) & field.living() {
            if field.get(slot).condition != Condition::Ready {
                continue;
            }
            field.ways(&field.obstacles(me), slot, &mut |to| {
                let score = self.score(sight, &reach, slot, to);
                if score > best.map_or(0, |(most, _)| most) {
                    best = Some((score, Order { slot, to }));
                }
            });
        }
        Decision {
            order: best.map(|(_, order)| order),
            wake,
        }
    }
}

const fn worth(kind: Kind) -> i32 {
    match kind {
        Kind::Pawn => 100,
        Kind::Knight | Kind::Bishop => 300,
        Kind::Rook => 500,
        Kind::Queen => 900,
        Kind::King => 10_000,
    }
}
