//! Histories: which moves were good, after which moves, and the errors of the evaluation.
//!
//! Updates use gravity: an entry moves towards a bound and loses a share of its size, so that recent results count
//! more.

use shakmaty::{Color, Role, Square};

use crate::{board::Board, mv::Move};

/// The histories of one thread.
pub(crate) struct Histories {
    /// By side, threats on both squares, from and to.
    quiet: Vec<[i16; 4096]>,
    /// By piece and target of the move and victim.
    capture: Vec<[i16; 6]>,
    /// By piece and target of an earlier move and of this one.
    continuation: Vec<[i16; PIECE_TOS]>,
    /// By pawn structure and piece and target of the move.
    pawn: Vec<[i16; PIECE_TOS]>,
    counter: Vec<Option<Move>>,
    pub(super) correction: Correction,
}

/// A piece and where it goes, or an index after all of them for no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PieceTo(u16);

const PIECE_TOS: usize = 768;
const PAWN_STRUCTURES: usize = 1024;
/// No history leaves this range.
pub(super) const BOUND: i32 = 16_384;

impl PieceTo {
    pub(crate) const NONE: PieceTo = PieceTo(PIECE_TOS as u16);

    #[inline]
    pub(crate) fn of(board: &Board, mv: Move) -> Self {
        PieceTo::new(board.turn(), board.mover(mv), mv.to())
    }

    #[inline]
    fn new(color: Color, role: Role, to: Square) -> Self {
        let piece = (role as u16 - 1) + if color == Color::White { 0 } else { 6 };
        PieceTo(piece * 64 + u16::from(to))
    }

    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl Histories {
    pub(crate) fn new() -> Self {
        Histories {
            quiet: vec![[0; 4096]; 8],
            capture: vec![[0; 6]; PIECE_TOS],
            continuation: vec![[0; PIECE_TOS]; PIECE_TOS + 1],
            pawn: vec![[0; PIECE_TOS]; PAWN_STRUCTURES],
            counter: vec![None; PIECE_TOS + 1],
            correction: Correction::new(),
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.quiet.fill([0; 4096]);
        self.capture.fill([0; 6]);
        self.continuation.fill([0; PIECE_TOS]);
        self.pawn.fill([0; PIECE_TOS]);
        self.counter.fill(None);
        self.correction.clear();
    }

    /// The history of a quiet move, with threats on its squares as part of the index.
    #[inline]
    pub(super) fn quiet(&self, board: &Board, mv: Move) -> i32 {
        i32::from(self.quiet[4 * side(board) + threatened(board, mv)][mv.squares()])
    }

    /// The continuation history of a move.
    #[inline]
    pub(super) fn continuation(&self, earlier: PieceTo, piece_to: PieceTo) -> i32 {
        i32::from(self.continuation[earlier.index()][piece_to.index()])
    }

    /// How the quiet moves of a position did, after the moves one, two and four plies back.
    #[inline]
    pub(super) fn quiet_scores(
        &self,
        board: &Board,
        earlier: [PieceTo; 3],
        quiet: bool,
        continuation: bool,
    ) -> QuietScores<'_> {
        let first = 4 * side(board);
        QuietScores {
            quiet: quiet.then(|| (&self.quiet[first..first + 4], &self.pawn[structure(board)])),
            continuation: continuation.then(|| earlier.map(|piece_to| &self.continuation[piece_to.index()])),
        }
    }

    /// The history of a capture.
    #[inline]
    pub(super) fn capture(&self, board: &Board, mv: Move) -> i32 {
        i32::from(self.capture[PieceTo::of(board, mv).index()][victim(board, mv)])
    }

    /// The counter move of an earlier move.
    #[inline]
    pub(super) fn counter(&self, earlier: PieceTo) -> Option<Move> {
        self.counter[earlier.index()]
    }

    pub(super) fn learn_quiet(&mut self, board: &Board, mv: Move, amount: i32) {
        gravity(
            &mut self.quiet[4 * side(board) + threatened(board, mv)][mv.squares()],
            amount,
        );
        let piece_to = PieceTo::of(board, mv);
        gravity(&mut self.pawn[structure(board)][piece_to.index()], amount);
    }

    #[inline]
    pub(super) fn learn_continuation(&mut self, earlier: PieceTo, piece_to: PieceTo, amount: i32) {
        gravity(&mut self.continuation[earlier.index()][piece_to.index()], amount);
    }

    pub(super) fn learn_capture(&mut self, board: &Board, mv: Move, amount: i32) {
        gravity(
            &mut self.capture[PieceTo::of(board, mv).index()][victim(board, mv)],
            amount,
        );
    }

    pub(super) fn learn_counter(&mut self, earlier: PieceTo, mv: Move) {
        self.counter[earlier.index()] = Some(mv);
    }
}

/// The rows of the histories that the quiet moves of one position are looked up in.
pub(super) struct QuietScores<'h> {
    /// By threats on both squares; by piece and target.
    quiet: Option<(&'h [[i16; 4096]], &'h [i16; PIECE_TOS])>,
    /// By how far the earlier move is back.
    continuation: Option<[&'h [i16; PIECE_TOS]; 3]>,
}

impl QuietScores<'_> {
    /// The sum of all histories of a move.
    #[inline]
    pub(super) fn of(&self, board: &Board, mv: Move) -> i32 {
        let piece_to = PieceTo::of(board, mv).index();
        let mut score = 0;
        if let Some((quiet, pawn)) = self.quiet {
            score += 2 * i32::from(quiet[threatened(board, mv)][mv.squares()]) + i32::from(pawn[piece_to]);
        }
        if let Some([last, second, fourth]) = self.continuation {
            score += 2 * i32::from(last[piece_to]) + i32::from(second[piece_to]) + i32::from(fourth[piece_to]) / 2;
        }
        score
    }
}

/// By how much the evaluation was wrong where parts of the position were the same.
pub(super) struct Correction {
    /// By side and pawns.
    pawns: Vec<i16>,
    minors: Vec<i16>,
    majors: Vec<i16>,
    /// By side and the pieces other than pawns of White, of Black.
    non_pawns: [Vec<i16>; 2],
    /// By the pieces and targets of the last two moves.
    continuation: Vec<i16>,
}

/// Entries of a table for each side.
const CORRECTIONS: usize = 16_384;
/// No correction leaves this range; one unit is a 64th of a centipawn.
const CORRECTION_BOUND: i32 = 8_192;
const CORRECTION_UNIT: i32 = 64;

impl Correction {
    fn new() -> Self {
        let table = || vec![0; 2 * CORRECTIONS];
        Correction {
            pawns: table(),
            minors: table(),
            majors: table(),
            non_pawns: [table(), table()],
            continuation: vec![0; (PIECE_TOS + 1) * (PIECE_TOS + 1)],
        }
    }

    fn clear(&mut self) {
        let non_pawns = self.non_pawns.iter_mut();
        let tables = [
            &mut self.pawns,
            &mut self.minors,
            &mut self.majors,
            &mut self.continuation,
        ];
        tables.into_iter().chain(non_pawns).for_each(|table| table.fill(0));
    }

    /// What to add to the evaluation, in centipawns.
    pub(super) fn of(&self, board: &Board, last: PieceTo, before: PieceTo) -> i32 {
        let keys = board.keys();
        let at = |table: &Vec<i16>, key: u64| i32::from(table[place(board, key)]);
        let non_pawns = at(&self.non_pawns[0], keys.non_pawns.white) + at(&self.non_pawns[1], keys.non_pawns.black);
        let sum = 2 * at(&self.pawns, keys.pawns)
            + at(&self.minors, keys.minors)
            + at(&self.majors, keys.majors)
            + 2 * non_pawns
            + i32::from(self.continuation[pair(before, last)]);
        sum / (2 * CORRECTION_UNIT)
    }

    /// Learns that the evaluation was wrong by `error`.
    pub(super) fn learn(&mut self, board: &Board, last: PieceTo, before: PieceTo, error: i32, depth: i32) {
        let amount = (error * depth).clamp(-CORRECTION_BOUND / 4, CORRECTION_BOUND / 4);
        let keys = board.keys();
        let gravity_at = |table: &mut Vec<i16>, key: u64| correction_gravity(&mut table[place(board, key)], amount);
        gravity_at(&mut self.pawns, keys.pawns);
        gravity_at(&mut self.minors, keys.minors);
        gravity_at(&mut self.majors, keys.majors);
        gravity_at(&mut self.non_pawns[0], keys.non_pawns.white);
        gravity_at(&mut self.non_pawns[1], keys.non_pawns.black);
        correction_gravity(&mut self.continuation[pair(before, last)], amount);
    }
}

#[inline]
fn gravity(entry: &mut i16, amount: i32) {
    let old = i32::from(*entry);
    *entry = (old + amount - old * amount.abs() / BOUND) as i16;
}

#[inline]
fn correction_gravity(entry: &mut i16, amount: i32) {
    let old = i32::from(*entry);
    *entry = (old + amount - old * amount.abs() / CORRECTION_BOUND) as i16;
}

fn side(board: &Board) -> usize {
    usize::from(board.turn() == Color::Black)
}

#[inline]
fn threatened(board: &Board, mv: Move) -> usize {
    let threats = board.threats();
    usize::from(threats.contains(mv.from())) * 2 + usize::from(threats.contains(mv.to()))
}

fn structure(board: &Board) -> usize {
    board.keys().pawns as usize % PAWN_STRUCTURES
}

fn victim(board: &Board, mv: Move) -> usize {
    board.victim(mv).map_or(5, |role| role as usize - 1)
}

fn place(board: &Board, key: u64) -> usize {
    side(board) * CORRECTIONS + key as usize % CORRECTIONS
}

fn pair(before: PieceTo, last: PieceTo) -> usize {
    before.index() * (PIECE_TOS + 1) + last.index()
}
