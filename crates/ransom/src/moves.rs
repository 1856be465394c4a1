//! Moves, and how people and programs write them.

use std::fmt;

use play::{Notation, Reading};
use thiserror::Error;

use crate::{
    Kind, Position, PositionError, Square, SquareSet,
    refusal::{Place, Refusal, TurnRequest},
    text::{self, shortened},
};

/// A turn: a piece goes from square to square, a pawn is upgraded where it stands, or a captured piece is bought back.
///
/// It has all that a record stores of a turn (7.1): capture, promotion, upgrade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    from: Square,
    /// Equal to `from` for an upgrade, and for a piece that is bought back.
    to: Square,
    kind: Kind,
    captured: Option<Kind>,
}

impl Move {
    pub(crate) const fn new(kind: Kind, from: Square, to: Square, captured: Option<Kind>) -> Self {
        Move {
            from,
            to,
            kind,
            captured,
        }
    }

    pub(crate) const fn upgrade(pawn: Square) -> Self {
        Move::new(Kind::Pawn, pawn, pawn, None)
    }

    pub(crate) const fn buy_back(kind: Kind, at: Square) -> Self {
        Move::new(kind, at, at, None)
    }

    /// Where the piece stood; where it is put if it is bought back.
    pub const fn from(self) -> Square {
        self.from
    }

    /// Where it stands afterwards.
    pub const fn to(self) -> Square {
        self.to
    }

    /// What it was before the turn; what is bought back.
    pub const fn kind(self) -> Kind {
        self.kind
    }

    /// What was captured (2.7).
    pub const fn captured(self) -> Option<Kind> {
        self.captured
    }

    /// Whether a pawn reaches the far row (2.2).
    #[inline]
    pub const fn is_promotion(self) -> bool {
        matches!(self.kind, Kind::Pawn) && !self.stays() && SquareSet::EDGE_ROWS.contains(self.to)
    }

    /// Whether a pawn becomes a queen for two points (2.6).
    #[inline]
    pub const fn is_upgrade(self) -> bool {
        self.stays() && matches!(self.kind, Kind::Pawn)
    }

    /// Whether a captured knight or bishop returns for two points (8.1).
    #[inline]
    pub const fn is_buy_back(self) -> bool {
        self.stays() && !matches!(self.kind, Kind::Pawn)
    }

    #[inline]
    const fn stays(self) -> bool {
        self.from.index() == self.to.index()
    }

    #[cfg(feature = "laws")]
    pub(crate) const fn mirrored(self) -> Self {
        Move {
            from: self.from.mirrored(),
            to: self.to.mirrored(),
            ..self
        }
    }
}

impl fmt::Display for Move {
    /// As it is shown to people (4.3).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_upgrade() {
            return write!(f, "{} {} upgraded", self.kind, self.from);
        }
        if self.is_buy_back() {
            return write!(f, "{} {} bought back", self.kind, self.to);
        }
        write!(f, "{} {}→{}", self.kind, self.from, self.to)?;
        if self.captured.is_some() {
            f.write_str(" (capture)")?;
        }
        if self.is_promotion() {
            f.write_str(" (promotes)")?;
        }
        Ok(())
    }
}

impl Notation for Position {
    type PositionError = PositionError;
    type MoveError = MoveError;

    fn read_position(text: &str) -> Result<Reading<Self>, PositionError> {
        let position = text::read(text)?;
        Ok(Reading {
            position,
            notices: Vec::new(),
        })
    }

    fn position_text(&self) -> String {
        text::write(self)
    }

    /// Reads `c1d3`, `a7a8q`, `a3a3q`, `c1c1n` and labels, in any case and with spaces or an arrow between the squares. The
    /// `q` of a promotion or an upgrade may be missing.
    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let (named, request) = read(text).ok_or_else(|| MoveError::Unreadable(shortened(text.trim())))?;
        let mv = self.consider(request)?;
        match named {
            Some(kind) if kind != mv.kind() => Err(MoveError::OtherPiece {
                square: mv.from(),
                found: mv.kind(),
                named: kind,
            }),
            Some(_) | None => Ok(mv),
        }
    }

    fn code(&self, mv: Move) -> String {
        let becomes = match mv.kind() {
            Kind::Pawn if mv.is_upgrade() || mv.is_promotion() => "q",
            Kind::Knight if mv.is_buy_back() => "n",
            Kind::Bishop if mv.is_buy_back() => "b",
            Kind::Pawn | Kind::Knight | Kind::Bishop | Kind::Queen => "",
        };
        format!("{:#}{:#}{becomes}", mv.from(), mv.to())
    }

    fn label(&self, mv: Move) -> String {
        mv.to_string()
    }
}

/// Why a text is not a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// Nothing like a move.
    #[error("'{0}' is not a move; write it like c1d3, or a3a3q to upgrade the pawn on a3")]
    Unreadable(String),
    /// A request that the rules refuse.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The text names another kind than stands there.
    #[error("On {square} stands a {}, not a {}", .found.word(), .named.word())]
    OtherPiece {
        /// Where the move begins.
        square: Square,
        /// What stands there.
        found: Kind,
        /// What the text says.
        named: Kind,
    },
}

/// The kind that a text names, if it does, and the turn that it requests.
fn read(text: &str) -> Option<(Option<Kind>, TurnRequest)> {
    let text = text.trim().to_lowercase();
    let kind = Kind::ALL.into_iter().find(|kind| text.starts_with(kind.word()));
    let rest = kind.map_or(text.as_str(), |kind| &text[kind.word().len()..]);
    let rest = rest.trim_start();
    if let Some(pawn) = rest.strip_suffix("upgraded") {
        return Some((kind, TurnRequest::Upgrade(Place::read(pawn.trim_end())?)));
    }
    if let Some(place) = rest.strip_suffix("bought back") {
        let at = Place::read(place.trim_end())?;
        return Some((kind, TurnRequest::BuyBack { kind: kind?, at }));
    }
    let rest = rest
        .trim_end_matches("(capture)")
        .trim_end_matches("(promotes)")
        .trim_end();
    let (from, rest) = Place::cut(rest)?;
    let rest = rest.trim_start_matches([' ', '-', '–', '→', '>', 'x']);
    let (to, rest) = Place::cut(rest)?;
    let request = match rest.trim_start_matches('=') {
        "" | "q" if from == to => TurnRequest::Upgrade(from),
        "" => TurnRequest::Go { from, to },
        "q" => TurnRequest::Promote { from, to },
        "n" if from == to => TurnRequest::BuyBack {
            kind: Kind::Knight,
            at: from,
        },
        "b" if from == to => TurnRequest::BuyBack {
            kind: Kind::Bishop,
            at: from,
        },
        _ => return None,
    };
    Some((kind, request))
}
