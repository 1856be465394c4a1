//! Themes of chess.

use ::chess::shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, Move, Position as _, Role, Square, attacks, fen::Fen,
    uci::UciMove,
};

use crate::{Goal, Puzzle, Theme};

/// A turn of the solver.
struct Turn {
    before: Chess,
    mv: Move,
    after: Chess,
    reply: Option<Move>,
}

/// The opponent's move and the turns of the solver.
struct Line {
    opponent: Move,
    turns: Vec<Turn>,
}

/// In an ending there are at most so many pieces beside kings and pawns.
const ENDGAME_PIECES: usize = 4;
/// What a sacrifice gives at least, in pawns.
const SACRIFICE: i32 = 2;

/// The themes of a line.
pub(super) fn themes(position: &str, moves: &[String], goal: Goal) -> Option<Vec<Theme>> {
    let line = Line::read(position, moves)?;
    let first = line.turns.first()?;
    let pairs = || line.turns.windows(2);
    let mut found = Vec::new();
    let mut add = |theme, is_there| {
        if is_there {
            found.push(theme);
        }
    };
    add(Theme::Fork, forks(&line.turns));
    add(Theme::Pin, pins(&line.turns));
    add(Theme::Skewer, pairs().any(|pair| is_skewer(&pair[0], &pair[1])));
    add(
        Theme::DiscoveredAttack,
        pairs().any(|pair| is_discovered_attack(&pair[0], &pair[1])),
    );
    add(Theme::DiscoveredCheck, line.turns.iter().any(Turn::is_discovered_check));
    add(
        Theme::DoubleCheck,
        line.turns.iter().any(|turn| turn.after.checkers().count() > 1),
    );
    add(Theme::Deflection, pairs().any(|pair| is_deflection(&pair[0], &pair[1])));
    add(Theme::Attraction, pairs().any(|pair| is_attraction(&pair[0], &pair[1])));
    add(Theme::Sacrifice, is_sacrifice(&line.turns));
    add(Theme::HangingPiece, is_hanging(first, line.opponent));
    add(Theme::QuietMove, first.is_quiet());
    let moves = || line.turns.iter().map(|turn| turn.mv);
    let promotions = || moves().filter_map(Move::promotion);
    add(Theme::Promotion, promotions().any(|role| role == Role::Queen));
    add(Theme::Underpromotion, promotions().any(|role| role != Role::Queen));
    add(Theme::EnPassant, moves().any(Move::is_en_passant));
    add(Theme::Castling, moves().any(Move::is_castle));
    if let (Goal::Finish(_), Some(last)) = (goal, line.turns.last()) {
        add(Theme::BackRank, is_back_rank(&last.after));
        add(Theme::SmotheredMate, is_smothered(&last.after));
    }
    let board = first.before.board();
    let pieces = board.occupied() & !board.pawns() & !board.kings();
    add(Theme::Endgame, pieces.count() <= ENDGAME_PIECES);
    add(Theme::PawnEndgame, pieces.is_empty());
    add(Theme::RookEndgame, pieces.any() && pieces == board.rooks());
    Some(found)
}

/// The position after the first move of a winning line in an ending, with the solver to move again; none if that
/// position cannot be, or if the first move is not quiet.
pub(super) fn passed(puzzle: &Puzzle) -> Option<String> {
    let line = Line::read(&puzzle.position, &puzzle.moves)?;
    let first = line.turns.first().filter(|turn| turn.is_quiet())?;
    if puzzle.goal == Goal::Save || !puzzle.themes.contains(&Theme::Endgame) {
        return None;
    }
    let mut setup = first.after.to_setup(EnPassantMode::Legal);
    setup.swap_turn();
    let passed: Chess = setup.position(CastlingMode::Standard).ok()?;
    Some(Fen::from_position(&passed, EnPassantMode::Legal).to_string())
}

impl Line {
    fn read(position: &str, moves: &[String]) -> Option<Self> {
        let fen: Fen = position.parse().ok()?;
        let mut at: Chess = fen.into_position(CastlingMode::Standard).ok()?;
        let mut play = |code: &String| {
            let mv = code.parse::<UciMove>().ok()?.to_move(&at).ok()?;
            let before = at.clone();
            at.play_unchecked(mv);
            Some((before, mv, at.clone()))
        };
        let (_, opponent, _) = play(moves.first()?)?;
        let mut turns = Vec::new();
        for pair in moves[1..].chunks(2) {
            let (before, mv, after) = play(&pair[0])?;
            let reply = match pair.get(1) {
                Some(reply) => Some(play(reply)?.1),
                None => None,
            };
            turns.push(Turn {
                before,
                mv,
                after,
                reply,
            });
        }
        Some(Line { opponent, turns })
    }
}

impl Turn {
    fn solver(&self) -> Color {
        self.before.turn()
    }

    /// Where the moved piece stands; none for castling.
    fn landed(&self) -> Option<Square> {
        (!self.mv.is_castle()).then(|| self.mv.to())
    }

    /// Neither a capture nor a check, a promotion, castling or an escape from check.
    fn is_quiet(&self) -> bool {
        let moves_plainly = !(self.mv.is_capture() || self.mv.is_promotion() || self.mv.is_castle());
        let is_check = self.after.is_check() || self.before.is_check();
        moves_plainly && !is_check
    }

    fn is_discovered_check(&self) -> bool {
        self.landed()
            .is_some_and(|to| (self.after.checkers() & !Bitboard::from(to)).any())
    }

    fn enemies(&self) -> Bitboard {
        self.after.board().by_color(!self.solver())
    }
}

fn value(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 100,
    }
}

/// What a side is ahead, in pawns.
fn balance(board: &Board, side: Color) -> i32 {
    let sum = |color: Color| {
        let pieces = board.by_color(color) & !board.kings();
        pieces
            .into_iter()
            .filter_map(|square| board.role_at(square))
            .map(value)
            .sum::<i32>()
    };
    sum(side) - sum(!side)
}

fn forks(turns: &[Turn]) -> bool {
    (0..turns.len()).any(|place| is_fork(&turns[place], turns.get(place + 1)))
}

/// A piece attacks two that are worth it, and captures one of them; at the end of the line it is safe instead.
fn is_fork(turn: &Turn, next: Option<&Turn>) -> bool {
    let board = turn.after.board();
    let Some(from) = turn.landed() else { return false };
    let Some(role) = board.role_at(from).filter(|role| *role != Role::King) else {
        return false;
    };
    let is_worth = |square: &Square| {
        board.role_at(*square).is_some_and(|target| {
            let guards = board.attacks_to(*square, !turn.solver(), board.occupied());
            value(target) > value(role) || (target != Role::Pawn && guards.is_empty())
        })
    };
    let targets: Bitboard = (board.attacks_from(from) & turn.enemies())
        .into_iter()
        .filter(is_worth)
        .collect();
    if targets.count() < 2 {
        return false;
    }
    match next {
        Some(next) => next.mv.from() == Some(from) && next.mv.is_capture() && targets.contains(next.mv.to()),
        None => board.attacks_to(from, !turn.solver(), board.occupied()).is_empty(),
    }
}

/// The pieces of a side that may not leave the line to their king.
fn pinned(board: &Board, side: Color) -> Bitboard {
    let Some(king) = board.king_of(side) else {
        return Bitboard::EMPTY;
    };
    let straight = attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens();
    let diagonal = attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens();
    let pinners = (straight | diagonal) & board.by_color(!side);
    let blockers = pinners
        .into_iter()
        .map(|pinner| attacks::between(king, pinner) & board.occupied());
    blockers
        .filter(|blockers| blockers.count() == 1)
        .fold(Bitboard::EMPTY, |all, blocker| all | blocker & board.by_color(side))
}

fn pins(turns: &[Turn]) -> bool {
    let captured_later = |place: usize, square: Square| {
        turns[place + 1..]
            .first()
            .is_some_and(|next| next.mv.is_capture() && next.mv.to() == square)
    };
    turns.iter().enumerate().any(|(place, turn)| {
        let board = turn.after.board();
        let enemy = !turn.solver();
        let pinned = pinned(board, enemy);
        // The moved piece stands where a pinned piece would take it.
        let protects = turn.landed().is_some_and(|to| {
            let guards = pinned & board.attacks_to(to, enemy, board.occupied());
            let can_take = |guard: Square| {
                let takes = |mv: &Move| mv.from() == Some(guard) && mv.to() == to;
                turn.after.legal_moves().iter().any(takes)
            };
            guards.into_iter().any(|guard| !can_take(guard))
        });
        protects || pinned.into_iter().any(|square| captured_later(place, square))
    })
}

/// A piece on the line moves away and the one behind it is captured.
fn is_skewer(turn: &Turn, next: &Turn) -> bool {
    let (Some(slider), Some(reply)) = (turn.landed(), turn.reply) else {
        return false;
    };
    let (Some(front), Some(behind)) = (reply.from(), next.mv.capture()) else {
        return false;
    };
    let board = turn.after.board();
    next.mv.from() == Some(slider)
        && board.role_at(slider).is_some_and(is_slider)
        && attacks::between(slider, next.mv.to()).contains(front)
        && board.role_at(front).is_some_and(|role| value(role) > value(behind))
}

fn is_slider(role: Role) -> bool {
    matches!(role, Role::Bishop | Role::Rook | Role::Queen)
}

/// A piece that did not move captures through the square that was left.
fn is_discovered_attack(turn: &Turn, next: &Turn) -> bool {
    let (Some(left), Some(to), Some(slider)) = (turn.mv.from(), turn.landed(), next.mv.from()) else {
        return false;
    };
    next.mv.is_capture()
        && slider != to
        && is_slider(next.mv.role())
        && attacks::between(slider, next.mv.to()).contains(left)
}

/// A guard had to leave, by check or by a capture, and a square that it guarded is used.
fn is_deflection(turn: &Turn, next: &Turn) -> bool {
    let (Some(reply), Some(given)) = (turn.reply, turn.landed()) else {
        return false;
    };
    let Some(guard) = reply.from() else { return false };
    let is_forced = turn.after.is_check() || (reply.is_capture() && reply.to() == given);
    let used = next.mv.to();
    let guarded = turn.after.board().attacks_from(guard).contains(used);
    let guards = next.before.board().attacks_from(reply.to()).contains(used);
    let gains = next.mv.is_capture() || next.mv.is_promotion() || next.after.is_check();
    is_forced && gains && guarded && !guards && used != reply.to()
}

/// A valuable piece captures what is offered and is attacked where it stands then.
fn is_attraction(turn: &Turn, next: &Turn) -> bool {
    let (Some(reply), Some(given)) = (turn.reply, turn.landed()) else {
        return false;
    };
    if !reply.is_capture() || reply.to() != given {
        return false;
    }
    match reply.role() {
        Role::King => next.after.is_check(),
        Role::Queen | Role::Rook => {
            let attacked = next
                .landed()
                .is_some_and(|to| next.after.board().attacks_from(to).contains(given));
            next.mv.to() == given || (attacked && next.after.is_check())
        }
        Role::Pawn | Role::Knight | Role::Bishop => false,
    }
}

/// The solver has less after a reply than at the beginning, and goes on.
fn is_sacrifice(turns: &[Turn]) -> bool {
    let solver = turns[0].solver();
    let start = balance(turns[0].before.board(), solver);
    turns[1..]
        .iter()
        .any(|turn| balance(turn.before.board(), solver) <= start - SACRIFICE)
}

/// The first move captures a piece that nothing guards and that did not capture itself.
fn is_hanging(first: &Turn, opponent: Move) -> bool {
    let board = first.after.board();
    let to = first.mv.to();
    let is_piece = first.mv.capture().is_some_and(|role| role != Role::Pawn);
    let is_recapture = opponent.is_capture() && opponent.to() == to;
    is_piece && !is_recapture && board.attacks_to(to, !first.solver(), board.occupied()).is_empty()
}

/// A king on its first row is mated along that row, two squares before it being blocked by its own side.
fn is_back_rank(mated: &Chess) -> bool {
    let side = mated.turn();
    let board = mated.board();
    let Some(king) = board.king_of(side).filter(|_| mated.is_checkmate()) else {
        return false;
    };
    let along = |checker: Square| checker.rank() == king.rank() && board.rooks_and_queens().contains(checker);
    let before = attacks::king_attacks(king) & !Bitboard::from_rank(king.rank());
    king.rank() == side.fold_wb(::chess::shakmaty::Rank::First, ::chess::shakmaty::Rank::Eighth)
        && mated.checkers().into_iter().all(along)
        && (before & board.by_color(side)).count() >= 2
}

/// A knight mates a king that cannot move for its own pieces.
fn is_smothered(mated: &Chess) -> bool {
    let board = mated.board();
    let Some(king) = board.king_of(mated.turn()).filter(|_| mated.is_checkmate()) else {
        return false;
    };
    let around = attacks::king_attacks(king);
    (mated.checkers() & board.knights()) == mated.checkers() && (around & !board.by_color(mated.turn())).is_empty()
}

#[cfg(test)]
mod tests;
