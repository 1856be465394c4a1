//! What earlier searches learnt: which moves were good, after which moves, and where the evaluation errs.
//!
//! Every number is pulled towards a bound by what happens to it and fades by as much as it has grown, so that new
//! experience outweighs old.

use shakmaty::{Color, Role, Square};

use crate::{board::Board, mv::Move};

/// All that one thread has learnt.
pub(crate) struct Histories {
    /// By side, threats on both squares, from and to.
    quiet: Vec<[i16; 4096]>,
    /// By sign of the move and victim.
    capture: Vec<[i16; 6]>,
    /// By sign of an earlier move and of this one.
    continuation: Vec<[i16; SIGNS]>,
    /// By pawn structure and sign of the move.
    pawn: Vec<[i16; SIGNS]>,
    counter: Vec<Option<Move>>,
    pub(super) correction: Correction,
}

/// A piece and where it goes, or an index after all of them for no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sign(u16);

const SIGNS: usize = 768;
const PAWN_STRUCTURES: usize = 1024;
/// No history leaves this range.
pub(super) const BOUND: i32 = 16_384;

impl Sign {
    pub(crate) const NONE: Sign = Sign(SIGNS as u16);

    #[inline]
    pub(crate) fn of(board: &Board, mv: Move) -> Self {
        Sign::new(board.turn(), board.mover(mv), mv.to())
    }

    #[inline]
    fn new(color: Color, role: Role, to: Square) -> Self {
        let piece = (role as u16 - 1) + if color == Color::White { 0 } else { 6 };
        Sign(piece * 64 + u16::from(to))
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
            capture: vec![[0; 6]; SIGNS],
            continuation: vec![[0; SIGNS]; SIGNS + 1],
            pawn: vec![[0; SIGNS]; PAWN_STRUCTURES],
            counter: vec![None; SIGNS + 1],
            correction: Correction::new(),
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.quiet.fill([0; 4096]);
        self.capture.fill([0; 6]);
        self.continuation.fill([0; SIGNS]);
        self.pawn.fill([0; SIGNS]);
        self.counter.fill(None);
        self.correction.clear();
    }

    /// How a quiet move did in the past, threats on its squares told apart.
    #[inline]
    pub(super) fn quiet(&self, board: &Board, mv: Move) -> i32 {
        i32::from(self.quiet[4 * side(board) + threatened(board, mv)][mv.squares()])
    }

    /// How a move did after an earlier one.
    #[inline]
    pub(super) fn continuation(&self, earlier: Sign, sign: Sign) -> i32 {
        i32::from(self.continuation[earlier.index()][sign.index()])
    }

    /// How the quiet moves of a position did, after the moves one, two and four plies back.
    #[inline]
    pub(super) fn quiet_scores(
        &self,
        board: &Board,
        earlier: [Sign; 3],
        quiet: bool,
        continuation: bool,
    ) -> QuietScores<'_> {
        let first = 4 * side(board);
        QuietScores {
            quiet: quiet.then(|| (&self.quiet[first..first + 4], &self.pawn[structure(board)])),
            continuation: continuation.then(|| earlier.map(|sign| &self.continuation[sign.index()])),
        }
    }

    /// How a capture did.
    #[inline]
    pub(super) fn capture(&self, board: &Board, mv: Move) -> i32 {
        i32::from(self.capture[Sign::of(board, mv).index()][victim(board, mv)])
    }

    /// The quiet move that answered an earlier one best.
    #[inline]
    pub(super) fn counter(&self, earlier: Sign) -> Option<Move> {
        self.counter[earlier.index()]
    }

    pub(super) fn learn_quiet(&mut self, board: &Board, mv: Move, amount: i32) {
        pull(
            &mut self.quiet[4 * side(board) + threatened(board, mv)][mv.squares()],
            amount,
        );
        let sign = Sign::of(board, mv);
        pull(&mut self.pawn[structure(board)][sign.index()], amount);
    }

    #[inline]
    pub(super) fn learn_continuation(&mut self, earlier: Sign, sign: Sign, amount: i32) {
        pull(&mut self.continuation[earlier.index()][sign.index()], amount);
    }

    pub(super) fn learn_capture(&mut self, board: &Board, mv: Move, amount: i32) {
        pull(
            &mut self.capture[Sign::of(board, mv).index()][victim(board, mv)],
            amount,
        );
    }

    pub(super) fn learn_counter(&mut self, earlier: Sign, mv: Move) {
        self.counter[earlier.index()] = Some(mv);
    }
}

/// The rows of the histories that the quiet moves of one position are looked up in.
pub(super) struct QuietScores<'h> {
    /// By threats on both squares; by sign.
    quiet: Option<(&'h [[i16; 4096]], &'h [i16; SIGNS])>,
    /// By how far the earlier move is back.
    continuation: Option<[&'h [i16; SIGNS]; 3]>,
}

impl QuietScores<'_> {
    /// What all histories say of a move.
    #[inline]
    pub(super) fn of(&self, board: &Board, mv: Move) -> i32 {
        let sign = Sign::of(board, mv).index();
        let mut score = 0;
        if let Some((quiet, pawn)) = self.quiet {
            score += 2 * i32::from(quiet[threatened(board, mv)][mv.squares()]) + i32::from(pawn[sign]);
        }
        if let Some([last, second, fourth]) = self.continuation {
            score += 2 * i32::from(last[sign]) + i32::from(second[sign]) + i32::from(fourth[sign]) / 2;
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
    /// By side and the officers of White, of Black.
    officers: [Vec<i16>; 2],
    /// By the signs of the last two moves.
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
            officers: [table(), table()],
            continuation: vec![0; (SIGNS + 1) * (SIGNS + 1)],
        }
    }

    fn clear(&mut self) {
        let officers = self.officers.iter_mut();
        let tables = [
            &mut self.pawns,
            &mut self.minors,
            &mut self.majors,
            &mut self.continuation,
        ];
        tables.into_iter().chain(officers).for_each(|table| table.fill(0));
    }

    /// What to add to the evaluation, in centipawns.
    pub(super) fn of(&self, board: &Board, last: Sign, before: Sign) -> i32 {
        let keys = board.keys();
        let at = |table: &Vec<i16>, key: u64| i32::from(table[place(board, key)]);
        let officers = at(&self.officers[0], keys.officers.white) + at(&self.officers[1], keys.officers.black);
        let sum = 2 * at(&self.pawns, keys.pawns)
            + at(&self.minors, keys.minors)
            + at(&self.majors, keys.majors)
            + 2 * officers
            + i32::from(self.continuation[pair(before, last)]);
        sum / (2 * CORRECTION_UNIT)
    }

    /// Learns that the evaluation was wrong by `error`.
    pub(super) fn learn(&mut self, board: &Board, last: Sign, before: Sign, error: i32, depth: i32) {
        let amount = (error * depth).clamp(-CORRECTION_BOUND / 4, CORRECTION_BOUND / 4);
        let keys = board.keys();
        let pull_at = |table: &mut Vec<i16>, key: u64| pull_within(&mut table[place(board, key)], amount);
        pull_at(&mut self.pawns, keys.pawns);
        pull_at(&mut self.minors, keys.minors);
        pull_at(&mut self.majors, keys.majors);
        pull_at(&mut self.officers[0], keys.officers.white);
        pull_at(&mut self.officers[1], keys.officers.black);
        pull_within(&mut self.continuation[pair(before, last)], amount);
    }
}

#[inline]
fn pull(entry: &mut i16, amount: i32) {
    let old = i32::from(*entry);
    *entry = (old + amount - old * amount.abs() / BOUND) as i16;
}

#[inline]
fn pull_within(entry: &mut i16, amount: i32) {
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

fn pair(before: Sign, last: Sign) -> usize {
    before.index() * (SIGNS + 1) + last.index()
}
