//! Small talk of one game; the host has the lines for every game.

/// What bots say in chess.
pub(crate) static CHESS_LINES: [&str; 2] = [
    "Somebody should move that rook one day.",
    "My king asks for a little patience.",
];

/// What bots say in Ransom, which has no kings and no rooks.
pub(crate) static RANSOM_LINES: [&str; 2] = ["My purse feels light today.", "Two points, and then we shall see."];
