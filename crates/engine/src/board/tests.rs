//! The board held against shakmaty over random play, standard and Chess960.

use shakmaty::{CastlingMode, EnPassantMode, Position as _, fen::Fen, zobrist::Zobrist64};

use super::*;

/// Positions with what random games seldom reach.
const ODD: [&str; 8] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1",
    "2r1kr2/8/8/8/8/8/8/q1RK1R2 w FCfc - 0 1",
];

fn read(fen: &str) -> Chess {
    let fen: Fen = fen.parse().unwrap();
    fen.into_position(CastlingMode::Chess960).unwrap()
}

fn starts() -> Vec<Chess> {
    let mut starts = vec![Chess::default()];
    starts.extend(ODD.iter().map(|fen| read(fen)));
    let mut setup = shakmaty::Setup::initial();
    for number in (0..960).step_by(97) {
        setup.board = shakmaty::Board::chess960(number);
        setup.castling_rights = setup.board.rooks();
        starts.push(setup.clone().position(CastlingMode::Chess960).unwrap());
    }
    starts
}

/// Calls `look` with every board of many random games.
fn at_random(games: usize, mut look: impl FnMut(&Board, &mut fastrand::Rng)) {
    let mut random = fastrand::Rng::with_seed(4);
    let starts = starts();
    for game in 0..games {
        let mut board = Board::new(starts[game % starts.len()].clone());
        for _ in 0..160 {
            look(&board, &mut random);
            let moves = board.moves();
            let Some(mv) = random.choice(moves) else { break };
            board.play(mv);
        }
    }
}

fn sorted(moves: impl IntoIterator<Item = RulesMove>) -> Vec<String> {
    let mut moves: Vec<String> = moves.into_iter().map(|mv| format!("{mv:?}")).collect();
    moves.sort();
    moves
}

#[test]
fn lists_the_moves_of_the_rules() {
    let mut positions = 0;
    at_random(16_000, |board, _| {
        positions += 1;
        let (mut ours, mut theirs) = (0u64, 0u64);
        let list = board.chess().legal_moves();
        let moves = board.moves();
        // An order-free sum first: sorting millions of lists would take minutes.
        for mv in &moves {
            ours = ours.wrapping_add(u64::from(Move::to_bits(Some(*mv))).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        }
        for mv in &list {
            let bits = Move::to_bits(Board::from_rules(*mv));
            theirs = theirs.wrapping_add(u64::from(bits).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        }
        if moves.len() != list.len() || ours != theirs {
            let moves = moves.iter().map(|mv| board.rules_move(*mv));
            assert_eq!(sorted(moves), sorted(list), "{}", fen(board));
        }
    });
    assert!(positions > 1_500_000, "{positions} positions");
}

#[test]
fn noisy_and_quiet_are_distinguished() {
    at_random(200, |board, _| {
        board.generate(Part::Noisy, |mv| assert!(mv.is_noisy(), "{mv:?} in {}", fen(board)));
        board.generate(Part::Quiet, |mv| assert!(!mv.is_noisy(), "{mv:?} in {}", fen(board)));
    });
}

#[test]
fn what_is_kept_equals_what_is_made_anew() {
    at_random(3_000, |board, _| {
        let fresh = Board::new(board.chess().clone());
        assert_eq!(board.keys, fresh.keys, "{}", fen(board));
        assert_eq!(board.roles, fresh.roles);
        assert_eq!(board.checkers, board.chess().checkers());
        assert_eq!(board.en_passant, board.chess().legal_ep_square(), "{}", fen(board));
        let rules: Zobrist64 = board.chess().zobrist_hash(EnPassantMode::Legal);
        assert_eq!(board.keys.full, rules.0);
    });
}

#[test]
fn moves_out_of_the_air_are_legal_when_they_are_listed() {
    at_random(60, |board, _| {
        let moves = board.moves();
        for bits in 1..=u16::MAX {
            let Some(mv) = Move::from_bits(bits).filter(|mv| mv.from() != mv.to()) else {
                continue;
            };
            // Kinds that no move has are read as quiet ones; only true writings count.
            if Move::to_bits(Some(Move::new(mv.from(), mv.to(), mv.kind()))) == bits {
                assert_eq!(board.is_legal(mv), moves.contains(&mv), "{mv:?} in {}", fen(board));
            }
        }
    });
}

#[test]
fn checks_are_foreseen() {
    at_random(2_000, |board, _| {
        for mv in board.moves() {
            let mut after = board.clone();
            after.play(mv);
            assert_eq!(board.gives_check(mv), after.in_check(), "{mv:?} in {}", fen(board));
        }
    });
}

#[test]
fn a_pass_changes_the_turn_only() {
    at_random(1_000, |board, _| {
        if board.in_check() {
            return;
        }
        let mut passed = board.clone();
        passed.pass();
        let rules = board.chess().clone().swap_turn().unwrap();
        assert_eq!(passed.chess(), &rules, "{}", fen(board));
        assert_eq!(passed.keys, Board::new(rules).keys);
    });
}

#[test]
fn an_exchange_is_what_taking_in_turn_brings() {
    let cases = [
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
        (
            "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1",
            "d3e5",
            100 - 320,
        ),
        ("4k3/8/3p4/4p3/8/5N2/8/4K3 w - - 0 1", "f3e5", 100 - 320),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
        ("4k3/8/3r4/3q4/8/8/3R4/3QK3 w - - 0 1", "d2d5", 950 - 500 + 500),
        ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 500 + 850),
        ("1r2k3/P7/1q6/8/8/8/8/4K3 w - - 0 1", "a7b8q", 500 - 100),
        ("8/8/3k4/3p4/4K3/8/8/3R4 w - - 0 1", "d1d5", 100),
        ("8/8/3k4/3p4/8/4K3/8/3R4 w - - 0 1", "d1d5", 100 - 500),
    ];
    for (text, mv, value) in cases {
        let board = Board::new(read(text));
        let mv = board.moves().into_iter().find(|listed| {
            let promotion = listed.promotion().map_or(String::new(), |role| role.char().to_string());
            format!("{}{}{promotion}", listed.from(), listed.to()) == mv
        });
        let mv = mv.unwrap();
        assert!(
            board.exchange_reaches(mv, value),
            "{text} {mv:?} brings less than {value}"
        );
        assert!(
            !board.exchange_reaches(mv, value + 1),
            "{text} {mv:?} brings more than {value}"
        );
    }
}

fn fen(board: &Board) -> String {
    Fen::from_position(board.chess(), EnPassantMode::Legal).to_string()
}
