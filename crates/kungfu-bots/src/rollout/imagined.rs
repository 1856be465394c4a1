//! A game that agrees with what is seen, with unknown destinations filled in at random.

use fastrand::Rng;
use kungfu::{Extent, Field, Gait, Game, Motion, Sight, Slot, Step};

use crate::{chances::value, motions};

/// One of the games that may be going on.
pub(super) fn game(sight: &Sight, rng: &mut Rng) -> Game {
    let mut field = *sight.field();
    for slot in sight.field().moving() {
        let piece = *field.get(slot);
        let Some(motion) = piece.motion().filter(|motion| motion.extent == Extent::Glimpse) else {
            continue;
        };
        let whole = if motion.gait == Gait::Leap {
            leap(&field, slot, rng).map(|step| Motion {
                step,
                points: 1,
                extent: Extent::Whole,
                ..*motion
            })
        } else {
            let longest = motions::run_of(sight.field(), &piece, motion);
            // Most moves go as far as they can, to the piece at the end of the line.
            let stops = rng.u32(0..100) >= TO_THE_END;
            let points = if stops {
                rng.u8(motion.points..=longest.points)
            } else {
                longest.points
            };
            Some(Motion { points, ..longest })
        };
        if let Some(whole) = whole {
            field.imagine(slot, whole);
        }
    }
    Game::imagined(field)
}

/// How often a slider is thought to run to the end of its line, in percent.
const TO_THE_END: u32 = 75;

/// Where a knight in the air lands: on the most valuable enemy, or one time in three anywhere.
fn leap(field: &Field, slot: Slot, rng: &mut Rng) -> Option<Step> {
    let knight = field.get(slot);
    let landings: Vec<(i32, Step)> = Step::LEAPS
        .into_iter()
        .filter_map(|step| {
            let square = field.board().after(knight.square, step, 1)?;
            let hurt = field.standing(square).map_or(0, |other| {
                let other = field.get(other);
                if other.player() == knight.player() {
                    -1
                } else {
                    value(other.kind)
                }
            });
            (hurt >= 0).then_some((hurt, step))
        })
        .collect();
    let chosen = if rng.u32(0..3) == 0 {
        rng.choice(&landings)
    } else {
        landings.iter().max_by_key(|(hurt, _)| *hurt)
    };
    chosen.map(|(_, step)| *step)
}
