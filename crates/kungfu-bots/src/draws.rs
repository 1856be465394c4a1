//! How bots answer an offer of a draw.

use kungfu::{Kind, Player, Sight};

use crate::chances::value;

/// Whether a bot accepts a draw in the position that its player sees: it does when an opponent has more material by two
/// pawns, and when nobody has enough left to win by force.
pub fn accepts_draw(sight: &Sight) -> bool {
    let Some(me) = sight.viewer() else { return false };
    let own = material(sight, me);
    let others = sight.alive().without(me).iter().map(|player| material(sight, player));
    let most = others.max().unwrap_or(0);
    most >= own + 2 || own.max(most) <= value(Kind::Knight)
}

/// The value of a player's pieces without the king, in pawns.
fn material(sight: &Sight, player: Player) -> i32 {
    let field = sight.field();
    let own = field
        .living()
        .map(|slot| field.get(slot))
        .filter(|piece| piece.player() == player);
    own.filter(|piece| piece.kind != Kind::King)
        .map(|piece| value(piece.kind))
        .sum()
}
