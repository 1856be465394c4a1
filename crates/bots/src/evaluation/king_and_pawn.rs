//! King and pawn against king, solved exactly.
//!
//! A search of six plies does not see the opposition, so the few hundred thousand positions are solved once by
//! retrograde analysis. The side with the pawn is always White here and its pawn on the files a to d; everything else
//! is a mirror image.

use std::sync::LazyLock;

use chess::shakmaty::{Bitboard, Board, Color, File, Rank, Square, attacks};

/// Whether the side with the pawn wins; `None` when the board holds anything but two kings and a pawn.
pub(super) fn is_won(board: &Board, turn: Color) -> Option<bool> {
    if board.occupied().count() != 3 {
        return None;
    }
    let pawn = board.pawns().single_square()?;
    let strong = board.color_at(pawn)?;
    let seen = |square: Square| {
        let square = if strong.is_white() {
            square
        } else {
            square.flip_vertical()
        };
        if pawn.file() > File::D {
            square.flip_horizontal()
        } else {
            square
        }
    };
    let state = State {
        strong_to_move: turn == strong,
        king: seen(board.king_of(strong)?),
        pawn: seen(pawn),
        enemy: seen(board.king_of(!strong)?),
    };
    Some(WON[state.index()])
}

/// Solves all positions, unless that is done.
pub(super) fn prepare() {
    LazyLock::force(&WON);
}

/// By [`State::index`].
static WON: LazyLock<Vec<bool>> = LazyLock::new(solve);

#[derive(Clone, Copy)]
struct State {
    strong_to_move: bool,
    king: Square,
    pawn: Square,
    enemy: Square,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Open,
    Won,
    Drawn,
}

fn solve() -> Vec<bool> {
    let mut verdicts = vec![Verdict::Open; 2 * 64 * 64 * 32];
    let mut open: Vec<State> = State::all().collect();
    loop {
        let before = open.len();
        open.retain(|state| {
            let verdict = state.verdict(&verdicts);
            verdicts[state.index()] = verdict;
            verdict == Verdict::Open
        });
        if open.len() == before {
            // Undecided positions are draws; so are impossible ones.
            return verdicts.into_iter().map(|verdict| verdict == Verdict::Won).collect();
        }
    }
}

impl State {
    fn all() -> impl Iterator<Item = State> {
        let pawns = Square::ALL
            .into_iter()
            .filter(|square| square.file() <= File::D && (Rank::Second..=Rank::Seventh).contains(&square.rank()));
        pawns.flat_map(|pawn| {
            Square::ALL.into_iter().flat_map(move |king| {
                Square::ALL.into_iter().flat_map(move |enemy| {
                    [true, false].map(|strong_to_move| State {
                        strong_to_move,
                        king,
                        pawn,
                        enemy,
                    })
                })
            })
        })
    }

    fn index(self) -> usize {
        let pawn = usize::from(self.pawn.rank()) * 4 + usize::from(self.pawn.file());
        let kings = usize::from(self.king) * 64 + usize::from(self.enemy);
        (usize::from(self.strong_to_move) * 64 * 64 + kings) * 32 + pawn
    }

    /// The result from the verdicts so far. Impossible positions get one too; no possible position leads there.
    fn verdict(self, verdicts: &[Verdict]) -> Verdict {
        if self.strong_to_move {
            let next = self.pushes().chain(self.strong_king_moves());
            best(next.map(|next| next.known(verdicts)), Verdict::Won, Verdict::Drawn)
        } else {
            best(
                self.enemy_moves().map(|next| next.known(verdicts)),
                Verdict::Drawn,
                Verdict::Won,
            )
        }
    }

    /// The verdict of a position just reached: a lost pawn draws, a safe promotion wins.
    fn known(self, verdicts: &[Verdict]) -> Verdict {
        if self.pawn == self.enemy {
            return Verdict::Drawn;
        }
        if self.pawn.rank() == Rank::Eighth {
            let taken = reach(self.enemy).contains(self.pawn) && !reach(self.king).contains(self.pawn);
            return if taken { Verdict::Drawn } else { Verdict::Won };
        }
        verdicts[self.index()]
    }

    fn pushes(self) -> impl Iterator<Item = State> {
        let free = move |square: &Square| *square != self.king && *square != self.enemy;
        let once = self.pawn.offset(8).filter(free);
        let twice = once
            .filter(|_| self.pawn.rank() == Rank::Second)
            .and_then(|square| square.offset(8))
            .filter(free);
        once.into_iter().chain(twice).map(move |pawn| State {
            pawn,
            strong_to_move: false,
            ..self
        })
    }

    fn strong_king_moves(self) -> impl Iterator<Item = State> {
        let targets = reach(self.king).without(self.pawn) & !reach(self.enemy);
        targets.into_iter().map(move |king| State {
            king,
            strong_to_move: false,
            ..self
        })
    }

    /// The lone king may take the pawn unless the other king guards it.
    fn enemy_moves(self) -> impl Iterator<Item = State> {
        let guarded = attacks::pawn_attacks(Color::White, self.pawn) | reach(self.king);
        (reach(self.enemy) & !guarded).into_iter().map(move |enemy| State {
            enemy,
            strong_to_move: true,
            ..self
        })
    }
}

/// The result for the mover, who prefers `wanted` and otherwise gets `otherwise`; without a move it is stalemate,
/// because the side with the pawn cannot mate before it promotes.
fn best(next: impl Iterator<Item = Verdict>, wanted: Verdict, otherwise: Verdict) -> Verdict {
    let (mut any, mut open) = (false, false);
    for verdict in next {
        if verdict == wanted {
            return wanted;
        }
        any = true;
        open |= verdict == Verdict::Open;
    }
    match (any, open) {
        (false, _) => Verdict::Drawn,
        (true, true) => Verdict::Open,
        (true, false) => otherwise,
    }
}

fn reach(king: Square) -> Bitboard {
    attacks::king_attacks(king)
}
