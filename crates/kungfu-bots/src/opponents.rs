//! Which opponent to attack when there are several (8.9).

use kungfu::{Kind, Player, Sight, Slots, Step};

use crate::{chances::value, reach::Reach};

/// The weight of capturing from each player in percent; 100 for a single opponent.
pub(crate) fn pressures(sight: &Sight, reach: &Reach, me: Player) -> [i32; 4] {
    let others = sight.alive().without(me);
    if others.count() < 2 {
        return [100; 4];
    }
    let mut pressures = [60; 4];
    for player in others.iter() {
        let weakness = 40 - strength(sight, reach, player).min(40);
        let exposure = 10 * exposure(sight, reach, player).min(3);
        // Opponents who fight each other lose material without our help.
        let fight = if fights_another(sight, reach, player, me) {
            40
        } else {
            0
        };
        pressures[player.index()] = 70 + weakness + exposure - fight;
    }
    // The pieces of a player without a king never move again.
    for player in Player::ALL
        .into_iter()
        .filter(|&player| !sight.alive().contains(player))
    {
        pressures[player.index()] = 15;
    }
    pressures
}

fn strength(sight: &Sight, reach: &Reach, player: Player) -> i32 {
    let pieces = reach.of_player(player) & sight.field().living();
    pieces
        .map(|slot| sight.field().get(slot).kind)
        .filter(|&kind| kind != Kind::King)
        .map(value)
        .sum()
}

/// The number of squares around the king that others cover.
fn exposure(sight: &Sight, reach: &Reach, player: Player) -> i32 {
    let field = sight.field();
    let own = reach.of_player(player);
    let king = (own & field.living()).find(|&slot| field.get(slot).kind == Kind::King);
    king.map_or(0, |king| {
        Step::DIRECTIONS
            .into_iter()
            .filter_map(|step| field.board().after(field.get(king).square, step, 1))
            .filter(|&square| !(reach.at(square) - own).is_empty())
            .count() as i32
    })
}

/// Whether a piece of a third player is moving to a piece of this one.
fn fights_another(sight: &Sight, reach: &Reach, player: Player, me: Player) -> bool {
    let field = sight.field();
    let concerned: Slots = reach.of_player(player) | reach.of_player(me);
    (reach.of_player(player) & field.living())
        .map(|slot| field.get(slot))
        .filter(|piece| piece.stands())
        .any(|piece| !((reach.at(piece.square) & field.moving()) - concerned).is_empty())
}
