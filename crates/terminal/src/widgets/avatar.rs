//! A picture made from a name: five by five squares, with the right half a mirror image of the left. The page draws the
//! same.

use ratatui::layout::Rect;

use crate::canvas::Canvas;

/// Squares in a row and in a column.
const SIDE: usize = 5;
/// Columns and rows of the window that it takes; a square is two columns wide.
pub(crate) const SIZE: (u16, u16) = (2 * SIDE as u16, SIDE as u16);

/// Which squares are filled, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Avatar([[bool; SIDE]; SIDE]);

impl Avatar {
    pub(crate) fn of(name: &str) -> Avatar {
        let mut random = Numbers::of(name);
        // The page draws a colour first.
        random.number();
        let mut squares = [[false; SIDE]; SIDE];
        for row in &mut squares {
            for column in 0..SIDE.div_ceil(2) {
                let is_filled = random.number() >= FILLED_FROM;
                row[column] = is_filled;
                row[SIDE - 1 - column] = is_filled;
            }
        }
        Avatar(squares)
    }

    /// Draws it into the corner of an area; nothing where there is no room.
    pub(crate) fn draw(self, canvas: &mut Canvas<'_>, area: Rect) {
        if area.width < SIZE.0 || area.height < SIZE.1 {
            return;
        }
        let look = canvas.look;
        let filled = if look.glyphs().is_ascii() { "##" } else { "██" };
        for (y, row) in (area.y..).zip(self.0) {
            let line: String = row
                .iter()
                .map(|is_filled| if *is_filled { filled } else { "  " })
                .collect();
            canvas.words(area.x, y, SIZE.0, &line, look.accent());
        }
    }
}

/// Of 2^32 numbers those from here on fill a square: 55 in a hundred, as on the page.
const FILLED_FROM: u32 = 1_932_735_284;

/// Numbers that follow from a text.
struct Numbers(u32);

impl Numbers {
    fn of(text: &str) -> Numbers {
        let start = 2_166_136_261_u32;
        Numbers(text.chars().fold(start, |state, letter| {
            (state ^ u32::from(letter)).wrapping_mul(16_777_619)
        }))
    }

    fn number(&mut self) -> u32 {
        self.0 = (self.0 ^ (self.0 >> 15))
            .wrapping_mul(2_246_822_507)
            .wrapping_add(0x9e37_79b9);
        self.0 ^= self.0 >> 13;
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_one_picture_and_other_names_have_others() {
        let rows = |name| {
            Avatar::of(name).0.map(|row| {
                row.map(|is_filled| if is_filled { '#' } else { '.' })
                    .iter()
                    .collect::<String>()
            })
        };
        // As web/page/modules/me/parts.js draws it.
        assert_eq!(rows("Anna"), ANNA);
        assert_ne!(Avatar::of("Anna"), Avatar::of("Bert"));
        for row in rows("Größe 李") {
            assert_eq!(row.chars().rev().collect::<String>(), row);
        }
    }

    const ANNA: [&str; SIDE] = [".#.#.", "#.#.#", "..#..", "#.#.#", ".###."];
}
