//! Seats, squares, boards and pieces of the rules as the protocol names them, and back.

use kungfu::{Kind, Player};
use play::{Army, Board, PieceKind, Square};

use crate::SeatNumber;

/// The seat of a player.
pub(super) const fn seat_of(player: Player) -> SeatNumber {
    SeatNumber(player.index() as u8)
}

/// The player of a seat, if the board has it.
pub(super) fn player_of(board: kungfu::Board, seat: SeatNumber) -> Option<Player> {
    board.players().iter().find(|player| seat_of(*player) == seat)
}

/// The colour of a player's pieces.
pub(super) const fn army_of(player: Player) -> Army {
    Army::ALL[player.index()]
}

/// A square by file and rank.
pub(super) const fn square_of(board: kungfu::Board, square: kungfu::Square) -> Square {
    Square {
        file: square.col(),
        rank: board.size() - 1 - square.row(),
    }
}

/// Row and column of a square, which may lie off the board.
pub(super) fn place_of(board: kungfu::Board, square: Square) -> [i32; 2] {
    let row = i32::from(board.size()) - 1 - i32::from(square.rank);
    [row, i32::from(square.file)]
}

/// The board as front ends draw it.
pub(super) fn board_of(board: kungfu::Board) -> Board {
    let size = board.size();
    let all = (0..size).flat_map(|rank| (0..size).map(move |file| Square { file, rank }));
    let hole = |square: &Square| {
        let [row, col] = place_of(board, *square);
        board.square(row, col).is_none()
    };
    Board {
        holes: all.filter(hole).collect(),
        ..Board::rectangle(size, size)
    }
}

/// Quarter turns, clockwise, that bring a player's army to the lower edge.
pub(super) const fn turned(board: kungfu::Board, player: Player) -> u8 {
    let forward = board.forward(player);
    match (forward.row, forward.col) {
        (-1, _) => 0,
        (1, _) => 2,
        (_, -1) => 1,
        _ => 3,
    }
}

/// What a piece is.
pub(super) const fn kind_of(kind: Kind) -> PieceKind {
    match kind {
        Kind::Pawn => PieceKind::Pawn,
        Kind::Knight => PieceKind::Knight,
        Kind::Bishop => PieceKind::Bishop,
        Kind::Rook => PieceKind::Rook,
        Kind::Queen => PieceKind::Queen,
        Kind::King => PieceKind::King,
    }
}
