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

/// The keys of the screen, as many as fit; each can be touched. The way back and the help are shown in every window.
fn bar(canvas: &mut Canvas<'_>, contexts: &[keys::KeyContext]) {
    let area = canvas.cells.area;
    let row = Rect {
        y: area.bottom() - 1,
        height: 1,
        ..area
    };
    let look = canvas.look;
    canvas.fill(row, look.panel());
    let mut x = row.x + 1;
    let all = keys::bar(contexts);
    let is_kept = |action: Action| matches!(action, Action::Back | Action::Help);
    let needed = |(name, words, _): &(String, &str, Action)| wide(name) + 1 + wide(words);
    let kept = all.iter().filter(|(.., action)| is_kept(*action));
    let mut reserved: u16 = kept.map(|key| needed(key) + 2).sum();
    for key in all {
        let width = needed(&key);
        let (name, words, action) = key;
        if is_kept(action) {
            reserved -= width + 2;
        }
        if x + width + reserved > row.right() {
            continue;
        }
        let taken = canvas.words(x, row.y, width, &name, look.panel().patch(look.link()));
        canvas.words(x + taken + 1, row.y, width, words, look.panel().patch(look.muted()));
        let spot = Rect { x, width, ..row };
        canvas.spots.push((spot, Spot::Key(action)));
        x += width + 2;
    }
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
