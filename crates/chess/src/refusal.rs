//! Why chess does not accept a move: facts, stable codes, and the English words, which are here and nowhere else.

use play::{Action, MoveRequest, Record, Rules, Side};
use shakmaty::{Color, Move, Position as _, Rank, Role, Square, attacks};
use thiserror::Error;

use crate::{
    MoveError, Position,
    turn_game::{piece_kind, shown, shown_target},
};

/// Why a move is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveRefusal {
    /// Nothing is accepted after the end.
    #[error("The game is over")]
    GameOver,
    /// The other side is to move.
    #[error("It is not your turn: {to_move} is to move")]
    NotYourTurn {
        /// Whose move it is.
        to_move: Side,
    },
    /// A square that the board does not have.
    #[error("That is off the board")]
    OffBoard,
    /// The square is empty.
    #[error("There is no piece on {0}")]
    NoPiece(Square),
    /// The piece is the other side's.
    #[error("The piece on {square} is {owner}'s")]
    NotYourPiece {
        /// Where it stands.
        square: Square,
        /// Whose it is.
        owner: Side,
    },
    /// A piece of the mover is on the destination.
    #[error("Your own piece stands on {0}")]
    OwnPieceInTheWay(Square),
    /// The piece does not go there, or something is in its way.
    #[error("The {} on {from} cannot go to {to}", name(*.role))]
    OutOfReach {
        /// The piece.
        role: Role,
        /// Where it stands.
        from: Square,
        /// Where it should go.
        to: Square,
    },
    /// The king is in check and would stay in it.
    #[error("Your king is in check, and that does not help")]
    StaysInCheck,
    /// The king would be in check after it.
    #[error("That would leave your king in check")]
    LeavesKingInCheck,
    /// A pawn reaches the last rank, and nothing says what it becomes.
    #[error("Say what the pawn becomes: a queen, a rook, a bishop or a knight")]
    NoPromotion,
    /// A promotion that is none of the four, or of something that does not promote.
    #[error("A pawn becomes a queen, a rook, a bishop or a knight, on the last rank")]
    WrongPromotion,
    /// An upgrade, which is of another game.
    #[error("Nothing is upgraded in chess")]
    NoUpgrades,
    /// A typed text that names no legal move.
    #[error(transparent)]
    Text(#[from] MoveError),
}

impl MoveRefusal {
    /// The stable code of the refusal, without its facts.
    pub const fn code(&self) -> &'static str {
        match self {
            MoveRefusal::GameOver => "game-over",
            MoveRefusal::NotYourTurn { .. } => "not-your-turn",
            MoveRefusal::OffBoard => "off-board",
            MoveRefusal::NoPiece(_) => "no-piece",
            MoveRefusal::NotYourPiece { .. } => "not-your-piece",
            MoveRefusal::OwnPieceInTheWay(_) => "own-piece",
            MoveRefusal::OutOfReach { .. } => "out-of-reach",
            MoveRefusal::StaysInCheck => "stays-in-check",
            MoveRefusal::LeavesKingInCheck => "leaves-king-in-check",
            MoveRefusal::NoPromotion => "no-promotion",
            MoveRefusal::WrongPromotion => "wrong-promotion",
            MoveRefusal::NoUpgrades => "no-upgrades",
            MoveRefusal::Text(MoveError::Unreadable(_)) => "unreadable",
            MoveRefusal::Text(MoveError::Illegal(_)) => "illegal",
            MoveRefusal::Text(MoveError::Ambiguous { .. }) => "ambiguous",
        }
    }
}

impl From<MoveRefusal> for play::MoveRefusal {
    fn from(refusal: MoveRefusal) -> Self {
        play::MoveRefusal::new(refusal.code(), refusal.to_string())
    }
}

/// The legal move that `player` means by squares and action, or the first reason why there is none.
pub(crate) fn find(record: &Record<Position>, player: Side, request: MoveRequest) -> Result<Move, MoveRefusal> {
    check_turn(record, player)?;
    let position = record.position();
    let legal = record.legal().iter().copied();
    let on_squares: Vec<Move> = legal.filter(|&mv| goes(position, mv, request)).collect();
    if on_squares.is_empty() {
        return Err(why_not(position, request));
    }
    let promotion = match request.action {
        Action::Move => None,
        Action::Promote(kind) => Some(kind),
        Action::Upgrade | Action::Return(_) => return Err(MoveRefusal::NoUpgrades),
    };
    let wanted = on_squares
        .into_iter()
        .find(|mv| mv.promotion().map(piece_kind) == promotion);
    wanted.ok_or(match promotion {
        None => MoveRefusal::NoPromotion,
        Some(_) => MoveRefusal::WrongPromotion,
    })
}

/// Whether `player` may move now.
pub(crate) fn check_turn(record: &Record<Position>, player: Side) -> Result<(), MoveRefusal> {
    if record.outcome().is_some() {
        return Err(MoveRefusal::GameOver);
    }
    if record.turn() != player {
        return Err(MoveRefusal::NotYourTurn { to_move: record.turn() });
    }
    Ok(())
}

/// Whether a move goes over the squares of a request; kings may castle onto their rooks in any game.
fn goes(position: &Position, mv: Move, request: MoveRequest) -> bool {
    let targets = [shown_target(position, mv), mv.to()];
    mv.from().map(shown) == Some(request.from) && targets.map(shown).contains(&request.to)
}

/// Why nothing legal goes from square to square.
fn why_not(position: &Position, request: MoveRequest) -> MoveRefusal {
    let [Some(from), Some(to)] = [request.from, request.to].map(on_board) else {
        return MoveRefusal::OffBoard;
    };
    let chess = position.chess();
    let Some(piece) = chess.board().piece_at(from) else {
        return MoveRefusal::NoPiece(from);
    };
    if piece.color != chess.turn() {
        return MoveRefusal::NotYourPiece {
            square: from,
            owner: position.turn().other(),
        };
    }
    if from != to && chess.us().contains(to) {
        return MoveRefusal::OwnPieceInTheWay(to);
    }
    let occupied = chess.board().occupied();
    let reaches = match piece.role {
        Role::Pawn if from.file() == to.file() => {
            let way = attacks::between(from, to).with(to);
            (way & occupied).is_empty() && pawn_steps(piece.color, from, to)
        }
        Role::Pawn => attacks::pawn_attacks(piece.color, from).contains(to) && occupied.contains(to),
        Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King => {
            attacks::attacks(from, piece, occupied).contains(to)
        }
    };
    match (reaches, chess.is_check()) {
        (true, true) => MoveRefusal::StaysInCheck,
        (true, false) => MoveRefusal::LeavesKingInCheck,
        (false, _) => MoveRefusal::OutOfReach {
            role: piece.role,
            from,
            to,
        },
    }
}

fn pawn_steps(color: Color, from: Square, to: Square) -> bool {
    let home = color.fold_wb(Rank::Second, Rank::Seventh);
    let steps = if from.rank() == home { 2 } else { 1 };
    let ahead = (i32::from(to.rank()) - i32::from(from.rank())) * color.fold_wb(1, -1);
    (1..=steps).contains(&ahead)
}

fn on_board(square: play::Square) -> Option<Square> {
    let file = shakmaty::File::try_from(square.file).ok()?;
    let rank = Rank::try_from(square.rank).ok()?;
    Some(Square::from_coords(file, rank))
}

const fn name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

#[cfg(test)]
mod tests {
    use play::{Notation, TurnGame};

    use super::*;

    fn refused(fen: &str, squares: &str, action: Action) -> play::MoveRefusal {
        let record = Record::new(Position::read_position(fen).unwrap().position);
        let request = MoveRequest {
            from: squares[..2].parse().unwrap(),
            to: squares[2..].parse().unwrap(),
            action,
        };
        Position::find(&record, Side::White, request).unwrap_err()
    }

    #[test]
    fn a_dragged_piece_that_goes_back_gets_a_reason() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let promotion = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
        for (fen, squares, action, code, words) in [
            (start, "e4e5", Action::Move, "no-piece", "There is no piece on e4"),
            (
                start,
                "e7e5",
                Action::Move,
                "not-your-piece",
                "The piece on e7 is Black's",
            ),
            (start, "a1a2", Action::Move, "own-piece", "Your own piece stands on a2"),
            (
                start,
                "g1e4",
                Action::Move,
                "out-of-reach",
                "The knight on g1 cannot go to e4",
            ),
            (
                start,
                "e2e5",
                Action::Move,
                "out-of-reach",
                "The pawn on e2 cannot go to e5",
            ),
            (
                start,
                "e2d3",
                Action::Move,
                "out-of-reach",
                "The pawn on e2 cannot go to d3",
            ),
            (start, "a9a1", Action::Move, "off-board", "That is off the board"),
            (
                start,
                "e2e4",
                Action::Upgrade,
                "no-upgrades",
                "Nothing is upgraded in chess",
            ),
            (
                "4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1",
                "e2d3",
                Action::Move,
                "leaves-king-in-check",
                "That would leave your king in check",
            ),
            (
                "4k3/8/8/8/4r3/8/P7/4K3 w - - 0 1",
                "a2a3",
                Action::Move,
                "stays-in-check",
                "Your king is in check, and that does not help",
            ),
            (
                promotion,
                "a7a8",
                Action::Move,
                "no-promotion",
                "Say what the pawn becomes: a queen, a rook, a bishop or a knight",
            ),
            (
                promotion,
                "a7a8",
                Action::Promote(play::PieceKind::King),
                "wrong-promotion",
                "A pawn becomes a queen, a rook, a bishop or a knight, on the last rank",
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 b - - 0 1",
                "e1e2",
                Action::Move,
                "game-over",
                "The game is over",
            ),
            (
                "4k3/7p/8/8/8/8/8/4K3 b - - 0 1",
                "e1e2",
                Action::Move,
                "not-your-turn",
                "It is not your turn: Black is to move",
            ),
        ] {
            let refusal = refused(fen, squares, action);
            assert_eq!((&*refusal.code, refusal.words.as_str()), (code, words), "{squares}");
        }
    }

    #[test]
    fn a_typed_text_gets_a_code() {
        let record = Record::new(Position::new());
        for (text, code) in [("hello", "unreadable"), ("Nf6", "illegal"), ("e5", "illegal")] {
            assert_eq!(Position::read(&record, Side::White, text).unwrap_err().code, code);
        }
        let knights = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
        let record = Record::new(Position::read_position(knights).unwrap().position);
        let refusal = Position::read(&record, Side::White, "Nd2").unwrap_err();
        assert_eq!(refusal.code, "ambiguous");
    }
}
