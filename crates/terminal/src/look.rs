//! A theme on a terminal: which style each part of a screen has, with colours and without.

use play::Army;
use ratatui::style::{Color, Modifier, Style};

use crate::{
    glyphs::{GlyphSet, Signs},
    theme::{Colour, Ink, Theme, Token, depth::Depth},
};

/// How everything is drawn.
#[derive(Clone, Debug)]
pub(crate) struct Look {
    theme: Theme,
    depth: Depth,
    glyphs: GlyphSet,
}

/// The mark of a square; where several apply the first counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mark {
    /// The piece to move.
    Chosen,
    /// A king in check.
    Check,
    /// A hint.
    Hint,
    /// The last move.
    Last,
    /// No mark.
    None,
}

/// The two kinds of square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shade {
    Light,
    Dark,
}

impl Look {
    /// A theme on a terminal of this many colours; a theme without colours needs none.
    pub(crate) fn new(theme: Theme, depth: Depth, glyphs: GlyphSet) -> Self {
        let depth = match theme.ink {
            Ink::Coloured => depth,
            Ink::Plain => Depth::None,
        };
        Look { theme, depth, glyphs }
    }

    /// Whether there are colours.
    pub(crate) fn is_coloured(&self) -> bool {
        self.depth != Depth::None
    }

    /// Whether the pieces of both sides have the colours that they are named after. Sixteen colours have no such pair that
    /// stands out from both squares.
    pub(crate) fn shows_sides(&self) -> bool {
        matches!(self.depth, Depth::Cube | Depth::True)
    }

    pub(crate) const fn glyphs(&self) -> GlyphSet {
        self.glyphs
    }

    pub(crate) const fn signs(&self) -> &'static Signs {
        self.glyphs.signs()
    }

    /// Behind everything, with ordinary words.
    pub(crate) fn ground(&self) -> Style {
        self.words(Token::Text, Token::Ground)
    }

    /// Bars and windows.
    pub(crate) fn panel(&self) -> Style {
        self.words(Token::Text, Token::Panel)
    }

    /// Words of less weight.
    pub(crate) fn muted(&self) -> Style {
        match self.colour(Token::Muted) {
            Some(colour) => Style::new().fg(colour),
            None => Style::new().add_modifier(Modifier::DIM),
        }
    }

    /// Headings and what the player types.
    pub(crate) fn accent(&self) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        self.colour(Token::Accent).map_or(bold, |colour| bold.fg(colour))
    }

    /// Words of more weight.
    #[expect(
        clippy::unused_self,
        reason = "every style is asked of the look, whether it needs to know or not"
    )]
    pub(crate) fn strong(&self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Refusals and low clocks.
    pub(crate) fn danger(&self) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        match self.colour(Token::Danger) {
            Some(colour) => bold.fg(colour),
            None => bold.add_modifier(Modifier::UNDERLINED),
        }
    }

    /// Keys, hints and completions.
    pub(crate) fn link(&self) -> Style {
        match self.colour(Token::Link) {
            Some(colour) => Style::new().fg(colour),
            None => Style::new().add_modifier(Modifier::BOLD),
        }
    }

    /// The chosen entry of a menu.
    pub(crate) fn chosen(&self) -> Style {
        self.accent().add_modifier(Modifier::REVERSED)
    }

    /// A square; its foreground is that of marks on it.
    pub(crate) fn square(&self, shade: Shade, mark: Mark) -> Style {
        let Some(behind) = self.behind(shade, mark) else {
            let plain = Style::new();
            return match mark {
                Mark::Chosen => plain.add_modifier(Modifier::REVERSED),
                Mark::Check => plain.add_modifier(Modifier::BOLD | Modifier::REVERSED),
                Mark::Hint => plain.add_modifier(Modifier::BOLD),
                Mark::Last => plain.add_modifier(Modifier::UNDERLINED),
                Mark::None => plain,
            };
        };
        self.colour(Token::Black)
            .map_or(Style::new(), |front| Style::new().fg(front))
            .bg(behind)
    }

    /// The colour of a square, where there are colours.
    pub(crate) fn behind(&self, shade: Shade, mark: Mark) -> Option<Color> {
        let square = match shade {
            Shade::Light => Token::Light,
            Shade::Dark => Token::Dark,
        };
        let blended = |with: Token| self.theme.colour(square).half_way(self.theme.colour(with));
        match (mark, self.depth) {
            (Mark::None, _) => self.colour(square),
            (Mark::Chosen, _) | (Mark::Last | Mark::Hint, Depth::Sixteen) => self.colour(Token::Selection),
            (Mark::Check, _) => self.colour(Token::Check),
            (Mark::Last, _) => self.shown(Token::Selection, blended(Token::Selection)),
            (Mark::Hint, _) => self.shown(Token::Link, HINT),
        }
    }

    /// A piece; what lies behind it stays.
    pub(crate) fn piece(&self, army: Army) -> Style {
        // White on a band differs from both squares and from the other armies; a colour alone would not.
        let (token, band) = match army {
            Army::Ivory => (Token::Ivory, None),
            Army::Ink => (Token::Black, None),
            Army::Vermilion => (Token::Ivory, self.shown(Token::Check, VERMILION)),
            Army::Cobalt => (Token::Ivory, self.shown(Token::Selection, COBALT)),
        };
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let style = self.colour(token).map_or(bold, |colour| bold.fg(colour));
        band.map_or(style, |band| style.bg(band))
    }

    /// A piece that rests.
    pub(crate) fn resting(&self, army: Army) -> Style {
        self.piece(army)
            .remove_modifier(Modifier::BOLD)
            .add_modifier(Modifier::DIM)
    }

    /// A piece among words that shows an army, on a square of its own.
    pub(crate) fn swatch(&self, army: Army) -> Style {
        self.behind(Shade::Dark, Mark::None)
            .map_or(Style::new(), |behind| Style::new().bg(behind))
            .patch(self.piece(army))
    }

    /// A piece among words, on the ground: there the black pieces would not be seen in their own colour.
    pub(crate) fn captured(&self) -> Style {
        self.muted()
    }

    /// White's share in a chart.
    pub(crate) fn chart(&self) -> Style {
        self.colour(Token::Text)
            .map_or(Style::new(), |front| Style::new().fg(front))
    }

    fn words(&self, front: Token, behind: Token) -> Style {
        let style = self.colour(front).map_or(Style::new(), |front| Style::new().fg(front));
        self.colour(behind).map_or(style, |behind| style.bg(behind))
    }

    fn colour(&self, token: Token) -> Option<Color> {
        self.shown(token, self.theme.colour(token))
    }

    fn shown(&self, token: Token, colour: Colour) -> Option<Color> {
        self.depth.shown(token, colour)
    }
}

/// Behind the squares of a hint: a blue between the two kinds of square, so that pieces of both sides stand out.
const HINT: Colour = Colour(0x5A, 0x7F, 0xC0);
/// Behind the third army and the fourth; white stands out from both, and both from the squares.
const VERMILION: Colour = Colour(0xB5, 0x37, 0x2A);
const COBALT: Colour = Colour(0x2F, 0x5F, 0xC8);
