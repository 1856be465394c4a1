//! The frame of every screen: the title above, the keys below; and the page of a window that is too small.

use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
};

use crate::{
    canvas::{Canvas, Spot, wide},
    context::AppContext,
    keys::{self, Action},
    look::Look,
    screens::Screen,
};

/// The smallest window that can be played in.
const SMALLEST: (u16, u16) = (40, 20);

/// Draws the stack: the highest whole screen and the windows above it.
pub(super) fn draw(
    stack: &[Box<dyn Screen>],
    cells: &mut Buffer,
    look: &Look,
    context: &AppContext,
) -> (Vec<(Rect, Spot)>, Option<Position>) {
    let area = cells.area;
    let mut canvas = Canvas::new(cells, look);
    canvas.fill(area, look.ground());
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        too_small(&mut canvas);
        return (Vec::new(), None);
    }
    let whole = stack.iter().rposition(|screen| !screen.is_window()).unwrap_or(0);
    let contexts = stack.last().map_or(&[][..], |screen| screen.key_contexts());
    let inside = Rect {
        x: area.x + 1,
        y: area.y + 1,
        width: area.width - 2,
        height: area.height - 2,
    };
    title(&mut canvas, &stack[whole].title());
    for screen in &stack[whole..] {
        // What lies beneath a window cannot be touched.
        canvas.spots.clear();
        if screen.is_window() {
            canvas.cursor = None;
        }
        screen.draw(&mut canvas, inside, context);
    }
    bar(&mut canvas, contexts);
    (canvas.spots, canvas.cursor)
}

fn title(canvas: &mut Canvas<'_>, words: &str) {
    let area = canvas.cells.area;
    let row = Rect { height: 1, ..area };
    canvas.fill(row, canvas.look.panel());
    let style = canvas.look.panel().patch(canvas.look.accent());
    canvas.fitted(row.x + 1, row.y, row.width - 2, words, style);
}

/// The keys of the screen, as many as fit; each can be clicked. The way back and the help are shown in every window.
/// Help in the game comes before keys that people try by themselves.
fn bar(canvas: &mut Canvas<'_>, contexts: &[keys::KeyContext]) {
    let area = canvas.cells.area;
    let row = Rect {
        y: area.bottom() - 1,
        height: 1,
        ..area
    };
    let look = canvas.look;
    canvas.fill(row, look.panel());
    let all = keys::bar(contexts);
    let shown = fitting(&all, row.width.saturating_sub(1));
    let mut x = row.x + 1;
    for ((name, words, action), _) in all.iter().zip(shown).filter(|(_, shown)| *shown) {
        let width = wide(name) + 1 + wide(words);
        let taken = canvas.words(x, row.y, width, name, look.panel().patch(look.link()));
        canvas.words(x + taken + 1, row.y, width, words, look.panel().patch(look.muted()));
        let spot = Rect { x, width, ..row };
        canvas.spots.push((spot, Spot::Key(*action)));
        x += width + 2;
    }
}

/// Which keys of the bar fit into so many columns.
fn fitting(all: &[(String, &str, Action)], room: u16) -> Vec<bool> {
    let rank = |(_, _, action): &(String, &str, Action)| match action {
        Action::Back | Action::Help => 0,
        Action::TakeBack | Action::Hint => 1,
        _ => 2,
    };
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by_key(|&at| rank(&all[at]));
    let mut shown = vec![false; all.len()];
    // Two columns are between two keys, none after the last.
    let mut left = room + 2;
    for at in order {
        let (name, words, _) = &all[at];
        let width = wide(name) + wide(words) + 3;
        if width <= left {
            left -= width;
            shown[at] = true;
        }
    }
    shown
}

fn too_small(canvas: &mut Canvas<'_>) {
    let area = canvas.cells.area;
    let (wide, high) = SMALLEST;
    let lines = [
        "Too small".to_owned(),
        format!("{}x{} of {wide}x{high}", area.width, area.height),
    ];
    let top = area.y + area.height.saturating_sub(2) / 2;
    for (y, line) in (top..area.bottom()).zip(&lines) {
        canvas.centred(area, y, line, canvas.look.accent());
    }
}
