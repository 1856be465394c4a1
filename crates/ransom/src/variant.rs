//! The variants of Ransom: the game of the rules, and one in which captured pieces can be bought back.

use std::fmt;

/// Which rules a position is played by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Variant {
    /// The rules as they are.
    #[default]
    Plain,
    /// Two points return a captured knight or bishop to the home row (8).
    BuyBack,
}

impl Variant {
    /// Every variant, the plain game first.
    pub const ALL: [Variant; 2] = [Variant::Plain, Variant::BuyBack];

    /// The last field of a position text; the plain game has none.
    pub const fn word(self) -> Option<&'static str> {
        match self {
            Variant::Plain => None,
            Variant::BuyBack => Some("buyback"),
        }
    }

    /// The variant that a position text names.
    pub(crate) fn read(word: &str) -> Option<Self> {
        Variant::ALL.into_iter().find(|variant| variant.word() == Some(word))
    }

    /// The most points a purse can hold.
    ///
    /// In the plain game a side loses ten pieces before the game ends by the last of them (3.1), but positions are read
    /// up to twelve. With buying back, of White's captures C and Black's c, C is at most 10 and what Black has bought
    /// back, which is at most half of c; c is at most 10 while White, who keeps its points, buys nothing back. So C is
    /// 15 at most.
    pub(crate) const fn most_points(self) -> u32 {
        match self {
            Variant::Plain => 12,
            Variant::BuyBack => 15,
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Variant::Plain => "Ransom",
            Variant::BuyBack => "Ransom with buying back",
        })
    }
}
