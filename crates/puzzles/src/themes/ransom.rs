//! Themes of Ransom.

use ::ransom::{FEWEST_PIECES, Move, Position};
use play::{Notation as _, Rules as _, Side};

use crate::Theme;

/// A turn of the solver.
struct Turn {
    before: Position,
    mv: Move,
    after: Position,
}

/// In an ending there are at most so many pieces.
const ENDGAME_PIECES: u32 = 9;

/// The themes of a line.
pub(super) fn themes(position: &str, moves: &[String]) -> Option<Vec<Theme>> {
    let turns = turns(position, moves)?;
    let (first, last) = (turns.first()?, turns.last()?);
    let mut found = Vec::new();
    let mut add = |theme, is_there| {
        if is_there {
            found.push(theme);
        }
    };
    add(Theme::Upgrade, turns.iter().any(|turn| turn.mv.is_upgrade()));
    add(Theme::Promotion, turns.iter().any(|turn| turn.mv.is_promotion()));
    add(Theme::Fork, turns.windows(2).any(|pair| is_fork(&pair[0], &pair[1])));
    add(Theme::Sacrifice, is_sacrifice(&turns));
    add(
        Theme::HangingPiece,
        first.mv.captured().is_some() && !is_answered(first),
    );
    add(
        Theme::QuietMove,
        first.mv.captured().is_none() && !first.mv.is_upgrade() && !first.mv.is_promotion(),
    );
    add(Theme::Endgame, first.before.occupied().count() <= ENDGAME_PIECES);
    let is_stuck = legal(&last.after).is_empty() && last.after.side(last.after.turn()).count() >= FEWEST_PIECES;
    add(Theme::NoMoves, is_stuck);
    Some(found)
}

fn turns(position: &str, moves: &[String]) -> Option<Vec<Turn>> {
    let mut at = Position::read_position(position).ok()?.position;
    let mut turns = Vec::new();
    for (ply, code) in moves.iter().enumerate() {
        let mv = at.read_move(code).ok()?;
        let before = at;
        at.play(mv);
        if ply % 2 == 1 {
            turns.push(Turn { before, mv, after: at });
        }
    }
    Some(turns)
}

fn legal(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

/// The moved piece attacks two, and captures one of them.
fn is_fork(turn: &Turn, next: &Turn) -> bool {
    let here = turn.mv.to();
    let attacks = legal(&turn.after.passed());
    let targets = attacks
        .iter()
        .filter(|mv| mv.from() == here && mv.captured().is_some())
        .count();
    targets >= 2 && next.mv.from() == here && next.mv.captured().is_some()
}

/// Whether the opponent can capture on the square of the move.
fn is_answered(turn: &Turn) -> bool {
    legal(&turn.after)
        .iter()
        .any(|mv| mv.to() == turn.mv.to() && mv.captured().is_some())
}

/// What a side has: pieces, a queen counting as two.
fn holdings(position: &Position, side: Side) -> u32 {
    position.side(side).count() + position.pieces(side, ::ransom::Kind::Queen).count()
}

/// The solver has less after a reply than at the beginning, and goes on.
fn is_sacrifice(turns: &[Turn]) -> bool {
    let solver = turns[0].before.turn();
    let balance =
        |position: &Position| i64::from(holdings(position, solver)) - i64::from(holdings(position, solver.other()));
    let start = balance(&turns[0].before);
    turns[1..].iter().any(|turn| balance(&turn.before) < start)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(position: &str, moves: &str) -> Vec<Theme> {
        let moves: Vec<String> = moves.split(' ').map(str::to_owned).collect();
        themes(position, &moves).expect("the line is legal")
    }

    #[test]
    fn points_buy_a_queen_and_pawns_promote() {
        let upgrade = found("2nn2pp/8/8/8/8/P7/2B5/1PN3PP b 2/0 0 14", "c8b6 a3a3q");
        assert!(upgrade.contains(&Theme::Upgrade) && !upgrade.contains(&Theme::QuietMove));
        let promotion = found("2nn2pp/P7/8/8/8/8/2B5/1PN3PP b 0/0 0 30", "c8d6 a7a8q");
        assert!(promotion.contains(&Theme::Promotion) && !promotion.contains(&Theme::Upgrade));
    }

    #[test]
    fn a_side_without_moves_is_named() {
        let stuck = found("8/1p6/p1p5/PP6/4N3/8/8/8 b 0/0 0 50", "b7b6 e4c5");
        assert!(stuck.contains(&Theme::NoMoves) && stuck.contains(&Theme::Endgame));
        let taken = found("6pp/8/5n2/8/4N3/8/2B5/PP6 b 3/0 0 40", "h8h7 e4f6");
        assert!(taken.contains(&Theme::HangingPiece) && !taken.contains(&Theme::NoMoves));
    }

    #[test]
    fn a_knight_forks_and_takes() {
        // From d5 the knight attacks b6 and f6; nothing guards them.
        let fork = found("6pp/p7/1b3b2/8/8/4N3/8/PP5B b 0/0 0 40", "a7a6 e3d5 b6g1 d5f6");
        assert!(fork.contains(&Theme::Fork) && fork.contains(&Theme::QuietMove));
        let none = found("6pp/p7/5b2/8/8/4N3/8/PP5B b 0/0 0 40", "a7a6 e3d5 a6a5 d5f6");
        assert!(!none.contains(&Theme::Fork));
    }

    #[test]
    fn unknown_lines_have_no_themes() {
        assert_eq!(themes("nothing", &["a1a2".to_owned()]), None);
    }
}
