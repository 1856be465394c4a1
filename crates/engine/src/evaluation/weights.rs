//! Every weight of the evaluation, in one table that a fit can replace.
//!
//! The evaluation is a sum of these weights, each counted so and so often for White and for Black; the counts of a
//! position are what [`super::Trace`] is told. Values are `s(middlegame, endgame)` in centipawns. What each
//! weight is stands here; what it is worth stands in `weights/table.rs`, which `threefold tune` writes.

mod table;

use super::pair::Pair;
pub(super) use table::WEIGHTS;

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
