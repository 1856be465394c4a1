//! How pieces and marks are drawn in cells: letters, chess signs, or blocks where a square is large enough.
//!
//! No glyph is drawn as an emoji: the solid pawn has the text variation selector. Without colour the sides have
//! different glyphs; with colour both use the solid ones.

mod blocks;

use std::str::FromStr;

use play::{Army, PieceKind};

pub(crate) use blocks::{BlockSize, block_row};

/// Which signs are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GlyphSet {
    /// Chess signs, and pieces built of blocks where a square has room for them.
    #[default]
    Blocks,
    /// Chess signs.
    Unicode,
    /// Letters and signs of every keyboard.
    Ascii,
}

impl GlyphSet {
    /// Every set.
    pub const ALL: [GlyphSet; 3] = [GlyphSet::Blocks, GlyphSet::Unicode, GlyphSet::Ascii];

    /// The glyph set by the environment; `look_up` reads a variable.
    ///
    /// The Linux console has no chess signs, and a locale without UTF-8 shows other signs than those that are sent.
    pub fn of_environment(look_up: impl Fn(&str) -> Option<String>) -> GlyphSet {
        let term = look_up("TERM").unwrap_or_default();
        let is_set = |name: &&str| look_up(name).is_some_and(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find(|name| is_set(name));
        let locale = locale.and_then(|name| look_up(name)).unwrap_or_default().to_lowercase();
        let is_utf8 = locale.contains("utf-8") || locale.contains("utf8");
        if term == "linux" || term.starts_with("vt") || !(is_utf8 || cfg!(windows)) {
            GlyphSet::Ascii
        } else {
            GlyphSet::default()
        }
    }

    /// Its name in the config file.
    pub const fn word(self) -> &'static str {
        match self {
            GlyphSet::Blocks => "blocks",
            GlyphSet::Unicode => "unicode",
            GlyphSet::Ascii => "ascii",
        }
    }

    /// Signs for terminals that have only letters.
    pub(crate) const fn is_ascii(self) -> bool {
        matches!(self, GlyphSet::Ascii)
    }

    /// A piece in a solid form; its colour shows the side.
    pub(crate) const fn solid(self, kind: PieceKind) -> &'static str {
        if self.is_ascii() {
            return letter(kind);
        }
        match kind {
            PieceKind::Pawn => "♟\u{FE0E}",
            PieceKind::Knight => "♞",
            PieceKind::Bishop => "♝",
            PieceKind::Rook => "♜",
            PieceKind::Queen | PieceKind::OpenQueen => "♛",
            PieceKind::King => "♚",
        }
    }

    /// A piece whose form shows the side.
    pub(crate) const fn formed(self, kind: PieceKind, army: Army) -> &'static str {
        match (self.is_ascii(), army) {
            (true, Army::Ivory | Army::Vermilion) => letter(kind),
            (true, Army::Ink | Army::Cobalt) => small_letter(kind),
            (false, Army::Ivory | Army::Vermilion) => match kind {
                PieceKind::Pawn => "♙",
                PieceKind::Knight => "♘",
                PieceKind::Bishop => "♗",
                PieceKind::Rook => "♖",
                PieceKind::Queen | PieceKind::OpenQueen => "♕",
                PieceKind::King => "♔",
            },
            (false, Army::Ink | Army::Cobalt) => self.solid(kind),
        }
    }

    /// The other signs.
    pub(crate) const fn signs(self) -> &'static Signs {
        match self {
            GlyphSet::Ascii => &ASCII,
            GlyphSet::Blocks | GlyphSet::Unicode => &UNICODE,
        }
    }
}

impl FromStr for GlyphSet {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = GlyphSet::ALL.into_iter().find(|set| set.word() == text);
        known.ok_or_else(|| format!("no set of pieces is called '{text}'; known are auto, blocks, unicode and ascii"))
    }
}

/// Signs beside the pieces.
pub(crate) struct Signs {
    /// Around the square under the cursor.
    pub(crate) cursor: [&'static str; 2],
    /// Around the chosen piece.
    pub(crate) chosen: [&'static str; 2],
    /// Around a piece that can be captured.
    pub(crate) prey: [&'static str; 2],
    /// Around the squares of the last move.
    pub(crate) last: [&'static str; 2],
    /// Around a king in check.
    pub(crate) check: [&'static str; 2],
    /// Around the squares of a hint.
    pub(crate) hint: [&'static str; 2],
    /// On an empty square that can be gone to.
    pub(crate) target: &'static str,
    /// Where the board has no square, without colours.
    pub(crate) hole: &'static str,
    /// An empty dark square, without colours.
    pub(crate) dark: &'static str,
    /// Before the chosen entry of a menu.
    pub(crate) pointer: &'static str,
    /// There is more above, and below.
    pub(crate) scroll: [&'static str; 2],
    /// Around a pawn that can be upgraded.
    pub(crate) upgrade: [&'static str; 2],
    /// Around a value that can be changed.
    pub(crate) arrows: [&'static str; 2],
    /// More than there is room for.
    pub(crate) more: &'static str,
    /// Frames of windows: corners, horizontal, vertical.
    pub(crate) frame: [&'static str; 6],
    /// The grid of a board without colour: horizontal, vertical, and the crossings of three rows.
    pub(crate) grid: Grid,
    /// Heights of a chart, lowest first.
    pub(crate) heights: &'static [&'static str],
    /// The part of an evaluation bar that is not White's.
    pub(crate) bar_empty: &'static str,
    /// A line across.
    pub(crate) rule: &'static str,
    /// Before a piece of the third army and of the fourth, without colours.
    pub(crate) vermilion: &'static str,
    pub(crate) cobalt: &'static str,
    /// Before a piece for which a command waits.
    pub(crate) waits: &'static str,
}

/// Lines and crossings of a grid.
pub(crate) struct Grid {
    pub(crate) across: &'static str,
    pub(crate) down: &'static str,
    pub(crate) top: [&'static str; 3],
    pub(crate) middle: [&'static str; 3],
    pub(crate) bottom: [&'static str; 3],
}

const UNICODE: Signs = Signs {
    cursor: ["▸", "◂"],
    chosen: ["[", "]"],
    prey: ["(", ")"],
    last: ["‹", "›"],
    check: ["!", "!"],
    hint: ["*", "*"],
    target: "•",
    hole: "×",
    dark: "·",
    pointer: "▸",
    scroll: ["↑", "↓"],
    upgrade: ["^", "^"],
    arrows: ["‹", "›"],
    more: "…",
    frame: ["╭", "╮", "╰", "╯", "─", "│"],
    grid: Grid {
        across: "─",
        down: "│",
        top: ["┌", "┬", "┐"],
        middle: ["├", "┼", "┤"],
        bottom: ["└", "┴", "┘"],
    },
    heights: &["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
    bar_empty: "░",
    rule: "─",
    vermilion: "=",
    cobalt: ":",
    waits: "»",
};

const ASCII: Signs = Signs {
    cursor: [">", "<"],
    chosen: ["[", "]"],
    prey: ["(", ")"],
    last: ["'", "'"],
    check: ["!", "!"],
    hint: ["*", "*"],
    target: "o",
    hole: "#",
    dark: ".",
    pointer: ">",
    scroll: ["^", "v"],
    upgrade: ["^", "^"],
    arrows: ["<", ">"],
    more: "~",
    frame: ["+", "+", "+", "+", "-", "|"],
    grid: Grid {
        across: "-",
        down: "|",
        top: ["+", "+", "+"],
        middle: ["+", "+", "+"],
        bottom: ["+", "+", "+"],
    },
    heights: &[".", ":", "#"],
    bar_empty: "|",
    rule: "-",
    vermilion: "=",
    cobalt: ":",
    waits: ">",
};

const fn letter(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "P",
        PieceKind::Knight => "N",
        PieceKind::Bishop => "B",
        PieceKind::Rook => "R",
        PieceKind::Queen | PieceKind::OpenQueen => "Q",
        PieceKind::King => "K",
    }
}

const fn small_letter(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "p",
        PieceKind::Knight => "n",
        PieceKind::Bishop => "b",
        PieceKind::Rook => "r",
        PieceKind::Queen | PieceKind::OpenQueen => "q",
        PieceKind::King => "k",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(not(windows))]
    #[test]
    fn a_console_or_a_plain_locale_gets_letters() {
        let set = |variables: &[(&str, &str)]| {
            GlyphSet::of_environment(|name| {
                let found = variables.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(
            set(&[("TERM", "xterm-256color"), ("LANG", "de_DE.UTF-8")]),
            GlyphSet::Blocks
        );
        assert_eq!(set(&[("TERM", "xterm"), ("LC_CTYPE", "C.utf8")]), GlyphSet::Blocks);
        assert_eq!(set(&[("TERM", "linux"), ("LANG", "de_DE.UTF-8")]), GlyphSet::Ascii);
        assert_eq!(set(&[("TERM", "vt100"), ("LANG", "C.UTF-8")]), GlyphSet::Ascii);
        assert_eq!(
            set(&[("TERM", "xterm"), ("LC_ALL", "C"), ("LANG", "C.UTF-8")]),
            GlyphSet::Ascii
        );
        assert_eq!(
            set(&[("TERM", "xterm"), ("LC_ALL", ""), ("LANG", "C.UTF-8")]),
            GlyphSet::Blocks
        );
        assert_eq!(set(&[("TERM", "xterm")]), GlyphSet::Ascii);
    }
}
