//! Pseudo-random numbers for the key of a position (Zobrist hashing).

use play::Side;

use crate::{Kind, Square, Variant};

/// The fullest purse of any [`Variant`].
pub(crate) const MOST_POINTS: usize = 15;

/// The part of a piece on its square.
#[inline]
pub(crate) const fn piece(side: Side, kind: Kind, square: Square) -> u64 {
    PIECES[side.index()][kind.index()][square.index()]
}

/// The part of a purse; an empty one has none.
#[inline]
pub(crate) const fn purse(side: Side, points: u8) -> u64 {
    PURSES[side.index()][points as usize]
}

/// The part of a variant; the plain game has none.
pub(crate) const fn variant(variant: Variant) -> u64 {
    match variant {
        Variant::Plain => 0,
        Variant::BuyBack => mixed(0x6279_6261),
    }
}

/// The part of Black's turn.
pub(crate) const BLACK_TO_MOVE: u64 = mixed(0x7472_6562);

static PIECES: [[[u64; 64]; 4]; 2] = {
    let mut table = [[[0; 64]; 4]; 2];
    let mut number = 0;
    while number < 2 * 4 * 64 {
        table[number / 256][number / 64 % 4][number % 64] = mixed(number as u64 + 1);
        number += 1;
    }
    table
};

static PURSES: [[u64; MOST_POINTS + 1]; 2] = {
    let mut table = [[0; MOST_POINTS + 1]; 2];
    let mut points = 1;
    while points <= MOST_POINTS {
        table[0][points] = mixed(1_000 + points as u64);
        table[1][points] = mixed(2_000 + points as u64);
        points += 1;
    }
    table
};

/// The finaliser of `SplitMix64` on a multiple of its step.
const fn mixed(number: u64) -> u64 {
    let mut value = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}
