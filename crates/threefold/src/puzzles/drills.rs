//! Positions for endgame drills: drawn at random by theme, accepted if endgame tables and the engine agree with the
//! theme.

use std::{collections::HashSet, fmt::Write, path::Path, sync::Arc};

use anyhow::Context;
use chess::shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, File, Piece, Position as _, Rank, Role, Setup, Square, attacks, fen::Fen,
};
use engine::{Engine, Game, Limits, Score, Settings, Signal, Syzygy};
use fastrand::Rng;
use practice::{DrillGoal, DrillTheme};

/// Positions of a theme.
const POSITIONS: usize = 20;
/// What the engine visits where the tables do not reach.
const NODES: u64 = 400_000;
/// A win is shown by at least this score, in hundredths of a pawn; a draw by at most [`DRAWN`].
const WON: i32 = 500;
const DRAWN: i32 = 40;
/// The tables know a win that takes at least so many plies to the next pawn move, capture or mate.
const LONG: u32 = 8;

/// The text of the drills.
pub(super) fn make(directory: &Path) -> anyhow::Result<String> {
    let list = directory.to_str().context("the path of the tables is not text")?;
    let syzygy = Arc::new(Syzygy::open(list)?);
    let mut engine = Engine::new(Settings {
        hash: 64,
        syzygy: Some(Arc::clone(&syzygy)),
        ..Settings::default()
    })?;
    let mut text = String::from("# Positions for endgame drills; made by `threefold puzzles drills`.\n");
    for theme in DrillTheme::ALL {
        let mut random = Rng::with_seed(theme.word().bytes().map(u64::from).sum());
        let mut known = HashSet::new();
        while known.len() < POSITIONS {
            let Some(position) = draw(theme, &mut random) else {
                continue;
            };
            if !is_as_promised(theme, &position, &syzygy, &mut engine) {
                continue;
            }
            let fen = Fen::from_position(&position, EnPassantMode::Legal).to_string();
            if known.insert(fen.clone()) {
                writeln!(text, "{theme}\t{fen}")?;
            }
        }
    }
    Ok(text)
}

/// A position with the pieces of a theme, the learner to move; none if the pieces do not fit.
fn draw(theme: DrillTheme, random: &mut Rng) -> Option<Chess> {
    use Color::{Black, White};
    let any = |random: &mut Rng| Square::new(random.u32(..64));
    let on = |random: &mut Rng, rank: Rank| Square::from_coords(File::new(random.u32(..8)), rank);
    let side = match theme.goal() {
        DrillGoal::Win => White,
        DrillGoal::Draw => Black,
    };
    let pieces: Vec<(Square, Color, Role)> = match theme {
        DrillTheme::Queen => with_kings(random, &[(White, Role::Queen)]),
        DrillTheme::Rook => with_kings(random, &[(White, Role::Rook)]),
        DrillTheme::Bishops => with_kings(random, &[(White, Role::Bishop), (White, Role::Bishop)]),
        DrillTheme::BishopKnight => with_kings(random, &[(White, Role::Bishop), (White, Role::Knight)]),
        DrillTheme::Pawn | DrillTheme::PawnDefence => {
            let rank = Rank::new(random.u32(1..5));
            let mut pieces = with_kings(random, &[]);
            pieces.push((on(random, rank), White, Role::Pawn));
            pieces
        }
        DrillTheme::QueenPawn => {
            let pawn = on(random, Rank::Second);
            let near = random.choice(attacks::king_attacks(pawn))?;
            vec![
                (pawn, Black, Role::Pawn),
                (near, Black, Role::King),
                (any(random), White, Role::Queen),
                (any(random), White, Role::King),
            ]
        }
        DrillTheme::Lucena => lucena(random)?,
        DrillTheme::Philidor => philidor(random)?,
    };
    set_up(&pieces, side)
}

fn with_kings(random: &mut Rng, others: &[(Color, Role)]) -> Vec<(Square, Color, Role)> {
    let kings = [(Color::White, Role::King), (Color::Black, Role::King)];
    let all = kings.iter().chain(others);
    all.map(|(color, role)| (Square::new(random.u32(..64)), *color, *role))
        .collect()
}

/// The king before its pawn on the seventh row, the other king cut off by a file at least.
fn lucena(random: &mut Rng) -> Option<Vec<(Square, Color, Role)>> {
    let file = random.u32(1..7);
    let cut = if random.bool() { file.checked_sub(1)? } else { file + 1 };
    let beyond = if cut < file { cut.checked_sub(1)? } else { cut + 1 };
    let far = if cut < file { file + 1 } else { file.checked_sub(1)? };
    let at = |file: u32, rank: Rank| (file < 8).then(|| Square::from_coords(File::new(file), rank));
    Some(vec![
        (at(file, Rank::Seventh)?, Color::White, Role::Pawn),
        (at(file, Rank::Eighth)?, Color::White, Role::King),
        (at(cut, Rank::new(random.u32(..4)))?, Color::White, Role::Rook),
        (at(beyond, Rank::new(random.u32(4..8)))?, Color::Black, Role::King),
        (at(far, Rank::new(random.u32(..5)))?, Color::Black, Role::Rook),
    ])
}

/// The king before the pawn on its last row, the pawn on the fifth row at most, the rook behind the sixth.
fn philidor(random: &mut Rng) -> Option<Vec<(Square, Color, Role)>> {
    let file = random.u32(1..7);
    let at = |file: u32, rank: Rank| (file < 8).then(|| Square::from_coords(File::new(file), rank));
    let king = at(random.u32(file - 1..file + 2), Rank::Fifth)?;
    Some(vec![
        (at(file, Rank::new(random.u32(3..5)))?, Color::White, Role::Pawn),
        (king, Color::White, Role::King),
        (at(random.u32(..8), Rank::Seventh)?, Color::White, Role::Rook),
        (at(file, Rank::Eighth)?, Color::Black, Role::King),
        (Square::new(random.u32(..64)), Color::Black, Role::Rook),
    ])
}

fn set_up(pieces: &[(Square, Color, Role)], side: Color) -> Option<Chess> {
    let mut setup = Setup::empty();
    setup.turn = side;
    for (square, color, role) in pieces {
        if setup.board.piece_at(*square).is_some() {
            return None;
        }
        setup.board.set_piece_at(
            *square,
            Piece {
                color: *color,
                role: *role,
            },
        );
    }
    let position: Chess = setup.position(CastlingMode::Standard).ok()?;
    (!position.is_game_over() && !position.is_check()).then_some(position)
}

/// Whether a position has the result that its theme promises, and something to do for it.
fn is_as_promised(theme: DrillTheme, position: &Chess, syzygy: &Syzygy, engine: &mut Engine) -> bool {
    let game = Game::new(position.clone());
    if let Some(ranked) = syzygy.rank_root(&game, syzygy.most_pieces()) {
        let Some(best) = ranked.first() else { return false };
        let holding = ranked.iter().filter(|ranked| ranked.result == best.result).count();
        return match theme.goal() {
            DrillGoal::Win => {
                best.result.signum() > 0 && best.distance.is_some_and(|distance| distance >= LONG.min(least(theme)))
            }
            // Some moves hold and some lose.
            DrillGoal::Draw => best.result.signum() == 0 && holding < ranked.len(),
        };
    }
    engine.new_game();
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::default()
    };
    let answer = engine.search(&game, &limits, &Signal::default(), &mut |_| {});
    let Some(line) = answer.lines.first() else { return false };
    match (theme.goal(), line.score) {
        (DrillGoal::Win, Score::Mate(moves)) => moves > 0,
        (DrillGoal::Win, Score::Centipawns(points)) => points >= WON,
        (DrillGoal::Draw, Score::Centipawns(points)) => points.abs() <= DRAWN,
        (DrillGoal::Draw, Score::Mate(_)) => false,
    }
}

/// A pawn moves sooner than a mate comes.
const fn least(theme: DrillTheme) -> u32 {
    match theme {
        DrillTheme::Pawn => 2,
        DrillTheme::QueenPawn => 3,
        _ => LONG,
    }
}
