//! How bots answer an offer of a draw.

use kungfu::{Kind, Sight};

use crate::{chances::value, table::material};

/// Whether a bot accepts a draw in the position that its player sees: it does when an opponent has more material by two
/// pawns, and when nobody has enough left to win by force.
pub fn accepts_draw(sight: &Sight) -> bool {
    let Some(me) = sight.viewer() else { return false };
    let own = material(sight.field(), me);
    let others = sight
        .alive()
        .without(me)
        .iter()
        .map(|player| material(sight.field(), player));
    let most = others.max().unwrap_or(0);
    most >= own + 2 || own.max(most) <= value(Kind::Knight)
}
