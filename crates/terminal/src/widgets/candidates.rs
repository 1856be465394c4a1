//! What a typed line can become.

use ratatui::layout::Rect;

use crate::canvas::{Canvas, wide};

/// Completions in a row, as many as fit, the chosen one in sight.
pub(crate) fn draw_candidates(canvas: &mut Canvas<'_>, area: Rect, all: &[String], chosen: Option<usize>) {
    let look = canvas.look;
    if area.height == 0 {
        return;
    }
    let first = chosen.map_or(0, |at| {
        // As many before the chosen one as leave it in sight.
        let mut first = at;
        let mut taken = wide(&all[at]);
        while first > 0 && taken + wide(&all[first - 1]) + 2 < area.width {
            first -= 1;
            taken += wide(&all[first]) + 2;
        }
        first
    });
    let mut x = area.x;
    for (place, text) in all.iter().enumerate().skip(first) {
        let room = area.right().saturating_sub(x);
        if room < wide(text) {
            canvas.words(area.right() - 1, area.y, 1, look.signs().more, look.muted());
            break;
        }
        let style = if chosen == Some(place) {
            look.chosen()
        } else {
            look.link()
        };
        x += canvas.words(x, area.y, room, text, style) + 2;
    }
}
