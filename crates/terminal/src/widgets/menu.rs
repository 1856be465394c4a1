//! A column of entries, one of them selected; each can be clicked.

use std::borrow::Cow;

use ratatui::layout::Rect;

use crate::{
    canvas::{Canvas, Spot, rows, wide},
    form::Turn,
    keys::Action,
};

/// Which of so many entries is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Menu {
    /// The chosen place.
    pub(crate) at: usize,
}

/// An entry as it is drawn.
pub(crate) struct Entry<'a> {
    /// Its name.
    pub(crate) name: Cow<'a, str>,
    /// Its value, or a remark.
    pub(crate) note: String,
    /// Whether left and right change the value.
    pub(crate) changes: bool,
}

impl<'a> Entry<'a> {
    /// A name alone.
    pub(crate) fn plain(name: impl Into<Cow<'a, str>>) -> Self {
        Entry::noted(name, String::new())
    }

    /// A name with a remark.
    pub(crate) fn noted(name: impl Into<Cow<'a, str>>, note: String) -> Self {
        Entry {
            name: name.into(),
            note,
            changes: false,
        }
    }

    /// A name with a value that can be changed.
    pub(crate) fn valued(name: impl Into<Cow<'a, str>>, note: String) -> Self {
        Entry {
            changes: true,
            ..Entry::noted(name, note)
        }
    }
}

impl Menu {
    /// Handles an action that moves among `count` entries; returns whether it was one.
    pub(crate) fn steer(&mut self, action: Action, count: usize) -> bool {
        let last = count.saturating_sub(1);
        self.at = match action {
            Action::Up if self.at == 0 => last,
            Action::Up => self.at - 1,
            Action::Down if self.at >= last => 0,
            Action::Down => self.at + 1,
            Action::First => 0,
            Action::Last => last,
            _ => return false,
        };
        true
    }

    /// The column of notes where the longest name has so many columns.
    pub(crate) const fn notes_after(names: u16) -> u16 {
        names + 6
    }

    /// Draws the entries, the chosen one in sight.
    pub(crate) fn draw(self, canvas: &mut Canvas<'_>, area: Rect, entries: &[Entry<'_>]) {
        let first = self.first_shown(area);
        let names = names(entries);
        let shown = entries.iter().skip(first).take(area.height.into());
        self.draw_part(canvas, area, entries.len(), names, shown);
    }

    /// The columns of a note beside the names of these entries.
    pub(crate) fn room_for_notes(area: Rect, entries: &[Entry<'_>]) -> u16 {
        area.width.saturating_sub(Menu::notes_after(names(entries)))
    }

    /// Draws the note of the chosen entry in several rows of `room`, if it was cut when the entries were drawn in
    /// `area`; gives how many rows it took.
    pub(crate) fn draw_cut_note(self, canvas: &mut Canvas<'_>, area: Rect, room: Rect, entries: &[Entry<'_>]) -> u16 {
        let Some(entry) = entries.get(self.at) else { return 0 };
        if wide(&entry.note) <= Menu::room_for_notes(area, entries) {
            return 0;
        }
        let lines = rows(&entry.note, room.width);
        for (y, row) in (room.y..room.bottom()).zip(&lines) {
            canvas.words(room.x, y, room.width, row, canvas.look.muted());
        }
        (lines.len() as u16).min(room.height)
    }

    /// Draws entries of a long list. Only the visible entries are made; the longest name has so many columns.
    pub(crate) fn draw_long(
        self,
        canvas: &mut Canvas<'_>,
        area: Rect,
        count: usize,
        names: u16,
        entry: impl Fn(usize) -> Entry<'static>,
    ) {
        let first = self.first_shown(area);
        let shown: Vec<Entry<'_>> = (first..count).take(area.height.into()).map(entry).collect();
        self.draw_part(canvas, area, count, names, shown.iter());
    }

    fn first_shown(self, area: Rect) -> usize {
        (self.at + 1).saturating_sub(area.height.into())
    }

    fn draw_part<'a>(
        self,
        canvas: &mut Canvas<'_>,
        area: Rect,
        count: usize,
        names: u16,
        shown: impl Iterator<Item = &'a Entry<'a>>,
    ) {
        let look = canvas.look;
        let signs = look.signs();
        let first = self.first_shown(area);
        let more = look.signs().scroll;
        if first > 0 {
            canvas.words(area.x, area.y, 1, more[0], look.muted());
        }
        if first + usize::from(area.height) < count && area.height > 0 {
            canvas.words(area.x, area.bottom() - 1, 1, more[1], look.muted());
        }
        for (y, (place, entry)) in (area.y..area.bottom()).zip((first..).zip(shown)) {
            let is_chosen = place == self.at;
            let row = Rect { y, height: 1, ..area };
            let style = if is_chosen { look.chosen() } else { look.strong() };
            if is_chosen {
                canvas.words(row.x, y, row.width, signs.pointer, look.accent());
            }
            let taken = canvas.fitted(
                row.x + 2,
                y,
                row.width.saturating_sub(2),
                &format!(" {} ", entry.name),
                style,
            );
            let x = (row.x + 2 + taken).max(row.x + Menu::notes_after(names));
            let room = row.right().saturating_sub(x);
            canvas.spots.push((row, Spot::Entry(place)));
            if !entry.note.is_empty() {
                let [before, after] = signs.arrows;
                let note = if entry.changes {
                    format!("{before} {} {after}", entry.note)
                } else {
                    entry.note.clone()
                };
                let style = match (entry.changes, is_chosen) {
                    (true, true) => look.accent(),
                    (true, false) => look.ground(),
                    (false, _) => look.muted(),
                };
                let taken = canvas.fitted(x, y, room, &note, style);
                if entry.changes {
                    let value = Rect { x, width: taken, ..row };
                    canvas.spots.push((value, Spot::Value(place, Turn::On)));
                    let before = Rect { width: 2, ..value };
                    canvas.spots.push((before, Spot::Value(place, Turn::Back)));
                }
            }
        }
    }
}

/// The columns of the longest name; names without a note beside them do not count if others have one.
fn names(entries: &[Entry<'_>]) -> u16 {
    let widest = |is_counted: &dyn Fn(&Entry<'_>) -> bool| {
        let counted = entries.iter().filter(|entry| is_counted(entry));
        counted.map(|entry| wide(&entry.name)).max()
    };
    let noted = widest(&|entry| !entry.note.is_empty());
    noted.or_else(|| widest(&|_| true)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_menu_goes_round() {
        let mut menu = Menu::default();
        assert!(menu.steer(Action::Up, 3));
        assert_eq!(menu.at, 2);
        assert!(menu.steer(Action::Down, 3));
        assert_eq!(menu.at, 0);
        assert!(!menu.steer(Action::Enter, 3));
        menu.steer(Action::Last, 0);
        assert_eq!(menu.at, 0);
    }
}
