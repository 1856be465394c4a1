//! The planes and the policy of the lc0 layout against data of a script that was written apart from them.

use chess::{
    Position,
    shakmaty::{Bitboard, Color, Move, Rank, Role, Square, attacks},
};
use models::{policy_index, write_planes};
use play::{Notation as _, Rules as _, Side};

/// What the script says of a position.
struct Expected<'a> {
    steps: Vec<u64>,
    facts: Vec<f32>,
    policy: Vec<&'a str>,
}

impl<'a> Expected<'a> {
    fn read(line: &'a str) -> (usize, Self) {
        let words: Vec<&str> = line.split(' ').collect();
        let expected = Expected {
            steps: words[1..9]
                .iter()
                .map(|word| u64::from_str_radix(word, 16).expect("it is well formed"))
                .collect(),
            facts: words[9..15]
                .iter()
                .map(|word| word.parse().expect("it is well formed"))
                .collect(),
            policy: words[15..].iter().copied().filter(|word| !word.is_empty()).collect(),
        };
        (words[0].parse().expect("it is well formed"), expected)
    }
}

const ONE: u32 = 1.0_f32.to_bits();

/// The hash of the thirteen planes of a step, as the script makes it.
fn digest(planes: &[f32]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for plane in planes.chunks(64) {
        let mut mask = 0_u64;
        for (square, value) in plane.iter().enumerate() {
            assert!(*value == 0.0 || value.to_bits() == ONE);
            mask |= u64::from(value.to_bits() == ONE) << square;
        }
        for byte in mask.to_le_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
    hash
}

fn check(positions: &[Position], expected: &Expected<'_>) {
    let last = positions.last().expect("it is well formed");
    let words = last.position_text();
    let planes = write_planes(positions);
    assert_eq!(planes.len(), 112 * 64);
    for (step, wanted) in expected.steps.iter().enumerate() {
        let found = digest(&planes[step * 13 * 64..(step + 1) * 13 * 64]);
        assert_eq!(found, *wanted, "step {step} of {words}, ply {}", positions.len() - 1);
    }
    for (number, wanted) in expected.facts.iter().chain(&[0.0, 1.0]).enumerate() {
        let plane = &planes[(104 + number) * 64..(105 + number) * 64];
        assert!(
            plane.iter().all(|value| value.to_bits() == wanted.to_bits()),
            "plane {} of {words}",
            104 + number
        );
    }
    let mover = match last.turn() {
        Side::White => Color::White,
        Side::Black => Color::Black,
    };
    let mut moves = Vec::new();
    last.moves(&mut moves);
    let mut named: Vec<(String, usize)> = moves
        .iter()
        .map(|mv| (last.code(*mv), policy_index(*mv, mover)))
        .collect();
    named.sort();
    let indices: Vec<String> = named.iter().map(|(_, index)| index.to_string()).collect();
    assert_eq!(indices, expected.policy, "{words}: {named:?}");
}

#[test]
fn planes_and_policy_equal_those_of_the_script() {
    let data = include_str!("data/lc0_positions.txt");
    let (mut positions, mut moves, mut count) = (Vec::new(), Vec::new(), 0);
    for line in data.lines() {
        if let Some(start) = line.strip_prefix("start ") {
            positions = vec![Position::read_position(start).unwrap().position];
        } else if let Some(listed) = line.strip_prefix("moves") {
            moves = listed.split_whitespace().collect();
        } else {
            let (ply, expected) = Expected::read(line);
            if ply > 0 {
                let mut next = positions[ply - 1].clone();
                next.play(next.read_move(moves[ply - 1]).unwrap());
                positions.push(next);
            }
            check(&positions, &expected);
            count += 1;
        }
    }
    assert!(count >= 500, "{count} positions");
}

#[test]
fn every_index_of_the_policy_is_one_move() {
    let mut seen = vec![0; 1858];
    for from in Square::ALL {
        let targets = attacks::queen_attacks(from, Bitboard::EMPTY) | attacks::knight_attacks(from);
        for to in targets {
            seen[policy_index(normal(Role::Queen, from, to, None), Color::White)] += 1;
        }
    }
    for from in Bitboard::from_rank(Rank::Seventh) {
        for to in attacks::king_attacks(from) & Bitboard::from_rank(Rank::Eighth) {
            for piece in [Role::Queen, Role::Rook, Role::Bishop] {
                let mv = normal(Role::Pawn, from, to, Some(piece));
                seen[policy_index(mv, Color::White)] += 1;
                assert_eq!(
                    policy_index(mv, Color::White),
                    policy_index(mv.to_mirrored(), Color::Black)
                );
            }
            let knight = normal(Role::Pawn, from, to, Some(Role::Knight));
            let plain = normal(Role::Pawn, from, to, None);
            assert_eq!(policy_index(knight, Color::White), policy_index(plain, Color::White));
        }
    }
    assert!(seen.iter().all(|times| *times == 1));
}

fn normal(role: Role, from: Square, to: Square, promotion: Option<Role>) -> Move {
    Move::Normal {
        role,
        from,
        capture: None,
        to,
        promotion,
    }
}
