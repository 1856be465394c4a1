//! What a puzzle is about.

/// A motif, a kind of ending or a kind of move. Chess and Ransom share those that both have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Theme {
    /// A piece attacks two or more at once.
    Fork,
    /// A piece that may not move away from a line to its king is used.
    Pin,
    /// A piece on a line moves away and the one behind it is captured.
    Skewer,
    /// A move opens a line for another piece, which captures.
    DiscoveredAttack,
    /// A move opens a line for another piece, which gives check.
    DiscoveredCheck,
    /// Two pieces give check at once.
    DoubleCheck,
    /// A king behind its own pieces is mated on its first row.
    BackRank,
    /// A knight mates a king that its own pieces surround.
    SmotheredMate,
    /// A pawn becomes a queen.
    Promotion,
    /// A pawn becomes another piece than a queen.
    Underpromotion,
    /// A piece that nothing guards is captured.
    HangingPiece,
    /// A guard is forced away from what it guards.
    Deflection,
    /// A piece is forced onto a square where it is attacked.
    Attraction,
    /// The solver gives material for more.
    Sacrifice,
    /// The opponent would be safe if it were not its turn.
    Zugzwang,
    /// The first move neither captures nor gives check.
    QuietMove,
    /// A pawn is captured en passant.
    EnPassant,
    /// The solver castles.
    Castling,
    /// Few pieces are left.
    Endgame,
    /// Kings and pawns only.
    PawnEndgame,
    /// Kings, rooks and pawns only.
    RookEndgame,
    /// Points buy a queen.
    Upgrade,
    /// The opponent is left without a legal move.
    NoMoves,
}

impl Theme {
    /// All themes, in the order in which they are offered.
    pub const ALL: [Theme; 23] = [
        Theme::Fork,
        Theme::Pin,
        Theme::Skewer,
        Theme::DiscoveredAttack,
        Theme::DiscoveredCheck,
        Theme::DoubleCheck,
        Theme::BackRank,
        Theme::SmotheredMate,
        Theme::Promotion,
        Theme::Underpromotion,
        Theme::HangingPiece,
        Theme::Deflection,
        Theme::Attraction,
        Theme::Sacrifice,
        Theme::Zugzwang,
        Theme::QuietMove,
        Theme::EnPassant,
        Theme::Castling,
        Theme::Endgame,
        Theme::PawnEndgame,
        Theme::RookEndgame,
        Theme::Upgrade,
        Theme::NoMoves,
    ];

    /// The word in files and addresses.
    pub const fn word(self) -> &'static str {
        match self {
            Theme::Fork => "fork",
            Theme::Pin => "pin",
            Theme::Skewer => "skewer",
            Theme::DiscoveredAttack => "discovered-attack",
            Theme::DiscoveredCheck => "discovered-check",
            Theme::DoubleCheck => "double-check",
            Theme::BackRank => "back-rank",
            Theme::SmotheredMate => "smothered-mate",
            Theme::Promotion => "promotion",
            Theme::Underpromotion => "underpromotion",
            Theme::HangingPiece => "hanging-piece",
            Theme::Deflection => "deflection",
            Theme::Attraction => "attraction",
            Theme::Sacrifice => "sacrifice",
            Theme::Zugzwang => "zugzwang",
            Theme::QuietMove => "quiet-move",
            Theme::EnPassant => "en-passant",
            Theme::Castling => "castling",
            Theme::Endgame => "endgame",
            Theme::PawnEndgame => "pawn-endgame",
            Theme::RookEndgame => "rook-endgame",
            Theme::Upgrade => "upgrade",
            Theme::NoMoves => "no-moves",
        }
    }

    /// The name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Fork => "Fork",
            Theme::Pin => "Pin",
            Theme::Skewer => "Skewer",
            Theme::DiscoveredAttack => "Discovered attack",
            Theme::DiscoveredCheck => "Discovered check",
            Theme::DoubleCheck => "Double check",
            Theme::BackRank => "Back rank",
            Theme::SmotheredMate => "Smothered mate",
            Theme::Promotion => "Promotion",
            Theme::Underpromotion => "Underpromotion",
            Theme::HangingPiece => "Hanging piece",
            Theme::Deflection => "Deflection",
            Theme::Attraction => "Attraction",
            Theme::Sacrifice => "Sacrifice",
            Theme::Zugzwang => "Zugzwang",
            Theme::QuietMove => "Quiet move",
            Theme::EnPassant => "En passant",
            Theme::Castling => "Castling",
            Theme::Endgame => "Endgame",
            Theme::PawnEndgame => "Pawn endgame",
            Theme::RookEndgame => "Rook endgame",
            Theme::Upgrade => "Upgrade",
            Theme::NoMoves => "No moves left",
        }
    }

    /// The theme with this word.
    pub fn read(word: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.word() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_theme_is_read_by_its_word() {
        for theme in Theme::ALL {
            assert_eq!(Theme::read(theme.word()), Some(theme));
        }
        assert_eq!(Theme::read("Fork"), None);
    }
}
