//! Every weight of the evaluation, in one table that a fit can replace.
//!
//! The evaluation is a sum of these weights, each counted so and so often for White and for Black; the counts of a
//! position are what [`super::Trace`] is told. Values are `s(middlegame, endgame)` in centipawns. This first table was
//! set by hand, the piece-square tables after the well-known ones of `PeSTO`; it is the start of a fit, not its end.

use super::pair::{Pair, s};

macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident: $count:literal,)*) => {
        /// The table; fields are flat so that a weight has one place in it.
        pub(super) struct Weights {
            $($(#[$doc])* pub(super) $name: [Pair; $count],)*
        }

        impl Weights {
            /// All weights in order.
            pub(super) fn flat(&self) -> Vec<Pair> {
                self.fields().concat()
            }

            fn fields(&self) -> [&[Pair]; FIELDS.len()] {
                [$(&self.$name,)*]
            }
        }

        /// The fields in order, with how many weights each has.
        pub(super) const FIELDS: &[(&str, usize)] = &[$((stringify!($name), $count),)*];
    };
}

weights! {
    /// By role, pawn to queen.
    material: 5,
    /// By role, pawn to king, and square as White sees it from above: a8 first, h1 last.
    squares: 384,
    /// By squares in reach that no enemy pawn covers.
    knight_mobility: 9,
    /// As for knights.
    bishop_mobility: 14,
    /// As for knights.
    rook_mobility: 15,
    /// As for knights.
    queen_mobility: 28,
    /// Two bishops or more.
    bishop_pair: 1,
    /// Own pawns on the colour of a bishop.
    bishop_blocked: 1,
    /// A rook on a file without pawns, without own pawns.
    rook_file: 2,
    /// A knight, a bishop where no enemy pawn can drive it away, held by a pawn.
    outpost: 2,
    /// A minor piece right behind a pawn.
    sheltered_minor: 1,
    /// A pawn with another before it on its file.
    doubled: 1,
    /// A pawn without neighbours; on a file the enemy has no pawn on.
    isolated: 2,
    /// A pawn that its neighbours have left behind; on a half-open file.
    backward: 2,
    /// A pawn held by another, by its rank from the second.
    held: 6,
    /// A pawn with a neighbour beside it, by its rank from the second.
    phalanx: 6,
    /// A pawn no enemy pawn can stop, by its rank from the second.
    passed: 6,
    /// A passed pawn whose next square is free; whose way is free of enemy attacks. By rank from the fourth.
    passed_free: 4,
    /// As above: nothing attacks the way to the last rank.
    passed_safe: 4,
    /// A rook of its own side behind a passed pawn; one of the enemy.
    passed_rook: 2,
    /// Distance of the own king from the square before a passed pawn, up to seven; by rank from the fourth.
    passed_own_king: 4,
    /// Distance of the enemy king.
    passed_enemy_king: 4,
    /// Own pawns before the king: none, near, far, by three files.
    shield: 3,
    /// Files at the king that are open; half open.
    king_file: 2,
    /// Enemy pawns that come near the king, by rank distance from one.
    storm: 4,
    /// How much the enemy aims at the king, in units that `king.rs` counts.
    king_danger: 40,
    /// A pawn attacks: a minor piece, a rook, a queen.
    threat_by_pawn: 3,
    /// A minor piece attacks: a pawn nobody holds, a minor piece, a rook, a queen.
    threat_by_minor: 4,
    /// A rook attacks: a pawn nobody holds, a minor piece, a queen.
    threat_by_rook: 3,
    /// A piece that is attacked and not held.
    hanging: 1,
    /// A pawn that can step up safely to attack a piece.
    threat_by_push: 1,
    /// Squares of the centre and before the own pawns that are safe, counted.
    space: 1,
    /// To be on move.
    tempo: 1,
}

impl Weights {
    /// The place of one of its own weights in [`Weights::flat`].
    pub(super) fn place(&self, weight: &Pair) -> usize {
        let mut first = 0;
        for field in self.fields() {
            // Fields need not lie in memory as they are written; a weight lies in exactly one.
            let range = field.as_ptr_range();
            let address = std::ptr::from_ref(weight);
            if range.contains(&address) {
                return first + (address as usize - range.start as usize) / size_of::<Pair>();
            }
            first += field.len();
        }
        unreachable!("the weight is of this table")
    }
}

/// The table the engine plays with.
pub(super) static WEIGHTS: Weights = Weights {
    material: [s(88, 112), s(335, 300), s(350, 322), s(470, 550), s(985, 1010)],
    squares: SQUARES,
    knight_mobility: [
        s(-48, -56),
        s(-32, -38),
        s(-12, -18),
        s(-4, -4),
        s(4, 6),
        s(10, 12),
        s(16, 16),
        s(21, 17),
        s(25, 16),
    ],
    bishop_mobility: [
        s(-38, -50),
        s(-20, -32),
        s(-6, -14),
        s(0, -4),
        s(6, 4),
        s(12, 10),
        s(16, 16),
        s(19, 19),
        s(22, 22),
        s(24, 23),
        s(27, 23),
        s(31, 22),
        s(34, 24),
        s(38, 24),
    ],
    rook_mobility: [
        s(-36, -60),
        s(-22, -38),
        s(-14, -18),
        s(-10, -6),
        s(-8, 4),
        s(-4, 9),
        s(0, 14),
        s(4, 18),
        s(7, 23),
        s(10, 27),
        s(12, 31),
        s(14, 34),
        s(16, 36),
        s(20, 36),
        s(24, 34),
    ],
    queen_mobility: [
        s(-28, -60),
        s(-22, -50),
        s(-16, -40),
        s(-12, -30),
        s(-9, -22),
        s(-6, -14),
        s(-4, -7),
        s(-2, 0),
        s(0, 6),
        s(2, 11),
        s(3, 16),
        s(5, 20),
        s(6, 23),
        s(7, 26),
        s(8, 28),
        s(9, 30),
        s(10, 32),
        s(10, 34),
        s(11, 35),
        s(12, 36),
        s(13, 37),
        s(14, 38),
        s(15, 38),
        s(16, 38),
        s(18, 38),
        s(20, 38),
        s(22, 38),
        s(24, 38),
    ],
    bishop_pair: [s(26, 54)],
    bishop_blocked: [s(-3, -6)],
    rook_file: [s(34, 10), s(15, 8)],
    outpost: [s(26, 18), s(20, 8)],
    sheltered_minor: [s(6, 4)],
    doubled: [s(-6, -20)],
    isolated: [s(-8, -10), s(-16, -16)],
    backward: [s(-6, -8), s(-16, -14)],
    held: [s(0, 0), s(13, 6), s(13, 8), s(18, 16), s(42, 40), s(90, 70)],
    phalanx: [s(4, 0), s(8, 4), s(14, 10), s(30, 28), s(70, 70), s(110, 100)],
    passed: [s(-4, 8), s(-6, 14), s(-4, 34), s(22, 62), s(54, 108), s(90, 150)],
    passed_free: [s(0, 4), s(2, 12), s(8, 26), s(20, 40)],
    passed_safe: [s(0, 6), s(2, 16), s(10, 44), s(20, 80)],
    passed_rook: [s(6, 16), s(-6, -20)],
    passed_own_king: [s(0, -4), s(0, -9), s(0, -13), s(0, -13)],
    passed_enemy_king: [s(0, 6), s(0, 14), s(0, 20), s(0, 22)],
    shield: [s(-22, 2), s(14, -4), s(5, 0)],
    king_file: [s(-34, 4), s(-14, 4)],
    storm: [s(-12, 2), s(-22, -2), s(-12, 0), s(-4, 2)],
    king_danger: KING_DANGER,
    threat_by_pawn: [s(54, 40), s(66, 30), s(62, 30)],
    threat_by_minor: [s(4, 16), s(22, 26), s(44, 30), s(40, 34)],
    threat_by_rook: [s(-2, 20), s(20, 26), s(50, 20)],
    hanging: [s(18, 10)],
    threat_by_push: [s(15, 12)],
    space: [s(3, 0)],
    tempo: [s(18, 12)],
};

/// Grows with the square of the units, as several attackers do more than their sum.
const KING_DANGER: [Pair; 40] = {
    let mut table = [Pair::ZERO; 40];
    let mut units = 0;
    while units < 40 {
        let square = units * units;
        table[units as usize] = s(-(square * 5 / 8 + units), -(square / 10 + units / 2));
        units += 1;
    }
    table
};

#[rustfmt::skip]
const MIDDLEGAME: [[i32; 64]; 6] = [
    [
          0,   0,   0,   0,   0,   0,   0,   0,
         60,  70,  62,  76,  70,  80,  40,  20,
         -4,   8,  26,  30,  52,  50,  26, -12,
        -14,   6,   4,  20,  22,  12,  12, -18,
        -22,  -4,  -2,  14,  16,   6,   6, -22,
        -20,  -6,  -4,  -6,   4,   2,  22, -10,
        -26,  -4, -16, -18, -12,  18,  26, -16,
          0,   0,   0,   0,   0,   0,   0,   0,
    ], [
       -150, -80, -34, -40,  40, -80, -20,-100,
        -60, -36,  50,  24,  16,  50,   4, -20,
        -40,  40,  28,  50,  70,  96,  56,  34,
         -6,  16,  16,  42,  28,  56,  16,  20,
        -10,   4,  14,  14,  24,  18,  20,  -6,
        -20,  -6,  10,  12,  20,  16,  22, -14,
        -26, -42,  -8,   0,   0,  14, -12, -18,
        -90, -18, -44, -28, -14, -24, -16, -24,
    ], [
        -28,   2, -70, -34, -24, -38,   4,  -8,
        -24,  12, -18, -12,  26,  46,  14, -40,
        -14,  30,  36,  34,  32,  44,  30,   0,
         -4,   4,  16,  40,  32,  32,   6,  -2,
         -4,  12,  12,  22,  28,  12,  10,   4,
          2,  14,  14,  12,  14,  22,  16,  10,
          4,  16,  14,   2,   8,  20,  28,   2,
        -28,   0, -10, -18, -10, -10, -30, -18,
    ], [
         26,  34,  26,  42,  50,   8,  24,  34,
         22,  26,  48,  52,  66,  56,  22,  36,
         -6,  14,  20,  28,  12,  38,  48,  14,
        -24, -12,   4,  20,  18,  26,  -8, -20,
        -34, -24, -14,  -4,   6,  -8,   4, -24,
        -40, -24, -16, -16,   0,   0,  -6, -32,
        -40, -16, -18,  -8,   0,   8,  -8, -60,
        -14, -10,   2,  14,  14,   8, -26, -16,
    ], [
        -24,   0,  24,  12,  48,  40,  38,  40,
        -22, -34,  -6,   2, -12,  46,  24,  46,
        -12, -14,   6,   8,  26,  46,  42,  48,
        -24, -24, -14, -14,   0,  14,   0,   2,
         -8, -22,  -8,  -8,  -2,  -4,   4,  -2,
        -12,   2,  -8,  -2,  -4,   4,  12,   6,
        -28,  -6,  10,   4,  10,  14,  -2,   2,
          0, -14,  -8,  10, -12, -20, -26, -40,
    ], [
        -50,  24,  18, -12, -40, -26,   4,  10,
         24,   0, -14,  -4,  -6,  -4, -30, -24,
         -6,  20,   4, -12, -14,   6,  20, -16,
        -14, -16, -10, -22, -26, -22, -12, -30,
        -40,  -2, -22, -34, -40, -38, -28, -44,
        -12, -12, -20, -40, -38, -28, -14, -24,
          4,   8,  -8, -50, -36, -14,  12,  12,
        -14,  36,  16, -44,   6, -24,  28,  16,
    ],
];

#[rustfmt::skip]
const ENDGAME: [[i32; 64]; 6] = [
    [
          0,   0,   0,   0,   0,   0,   0,   0,
         80,  76,  70,  60,  62,  60,  76,  86,
         56,  58,  46,  36,  32,  30,  50,  50,
         28,  20,  10,   2,  -4,   2,  14,  16,
         12,   8,  -4,  -8,  -8,  -8,   2,   0,
          4,   6,  -6,   0,   0,  -4,  -2,  -8,
         12,   8,   8,   8,  12,   0,   0,  -8,
          0,   0,   0,   0,   0,   0,   0,   0,
    ], [
        -56, -36, -12, -28, -30, -26, -60, -96,
        -24,  -8, -20,  -2,  -8, -24, -22, -50,
        -22, -16,  12,   8,   0,  -6, -16, -38,
        -14,   4,  22,  22,  22,  12,   8, -16,
        -16,  -4,  16,  24,  16,  16,   4, -16,
        -20,  -2,   0,  14,  10,  -2, -18, -20,
        -40, -18,  -8,  -4,  -2, -18, -22, -42,
        -28, -50, -20, -14, -20, -16, -48, -62,
    ], [
        -12, -20, -10,  -8,  -6,  -8, -16, -22,
         -8,  -4,   6, -10,  -2, -12,  -4, -14,
          2,  -8,   0,   0,  -2,   4,   0,   4,
         -2,   8,  10,   8,  14,  10,   2,   2,
         -6,   2,  12,  18,   8,  10,  -2,  -8,
        -10,  -2,   8,  10,  12,   2,  -6, -14,
        -14, -18,  -6,   0,   4,  -8, -14, -26,
        -22,  -8, -22,  -4,  -8, -16,  -4, -16,
    ], [
         12,  10,  16,  14,  12,  12,   8,   6,
         10,  12,  12,  10,  -2,   4,   8,   4,
          8,   8,   6,   4,   4,  -2,  -4,  -2,
          4,   2,  12,   2,   2,   2,   0,   2,
          4,   4,   8,   4,  -4,  -6,  -8, -10,
         -4,   0,  -4,   0,  -6, -12,  -8, -16,
         -6,  -6,   0,   2,  -8,  -8, -10,  -4,
         -8,   2,   2,  -2,  -6, -12,   4, -18,
    ], [
         -8,  20,  20,  24,  24,  18,  10,  18,
        -16,  18,  30,  38,  54,  24,  28,   0,
        -20,   4,   8,  44,  44,  34,  18,   8,
          2,  20,  22,  40,  52,  38,  52,  34,
        -18,  26,  18,  42,  28,  32,  36,  22,
        -16, -26,  14,   6,   8,  16,  10,   4,
        -22, -22, -28, -16, -16, -22, -34, -30,
        -32, -28, -22, -40,  -6, -30, -20, -40,
    ], [
        -70, -34, -18, -18, -10,  14,   4, -16,
        -12,  16,  14,  16,  16,  36,  22,  10,
         10,  18,  22,  14,  20,  42,  42,  12,
         -8,  22,  24,  28,  26,  32,  26,   4,
        -18,  -4,  22,  26,  28,  24,  10, -10,
        -20,  -4,  12,  22,  24,  16,   6, -10,
        -28, -12,   4,  14,  14,   4,  -6, -18,
        -52, -34, -22, -12, -28, -14, -24, -42,
    ],
];

const SQUARES: [Pair; 384] = {
    let mut table = [Pair::ZERO; 384];
    let mut index = 0;
    while index < 384 {
        table[index] = s(MIDDLEGAME[index / 64][index % 64], ENDGAME[index / 64][index % 64]);
        index += 1;
    }
    table
};
