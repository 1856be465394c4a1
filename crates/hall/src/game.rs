//! What a table wants to know of a turn game beside its rules and texts.

mod chess;
mod ransom;

use bots::{BotSpec, Game, Playable};
use play::{Moment, Notation, Record, Score, Side, Undos};

use crate::{Choice, Control, Kind, PlanError, Shape, Square, Start, thinking::Answer, thinking::Reply};

/// A turn game that can be played at a table.
pub(crate) trait HallGame: Notation + Playable + Default {
    /// Which it is.
    const GAME: Game;
    /// How often in a row a game may be taken back.
    const UNDOS: Undos;
    /// What a move is told after the end.
    const OVER: &'static str;

    /// The position of a start, and what had to be dropped from its text.
    fn begin(start: &Start) -> Result<play::Reading<Self>, PlanError>;

    /// What stands where, from a1 along the ranks.
    fn pieces(&self) -> Vec<(Square, Side, Shape)>;

    /// A legal move as a front end offers it.
    fn choice(&self, mv: Self::Move) -> Choice;

    /// What a legal move captures.
    fn captured(&self, mv: Self::Move) -> Option<Shape>;

    /// Lets the ids of the pieces follow a legal move.
    fn carry(&self, mv: Self::Move, ids: &mut Ids);

    /// The square of a king in check.
    fn check(&self) -> Option<Square>;

    /// Points of ransom by side; empty where there are none.
    fn purses(&self) -> Vec<u32>;

    /// What a piece is worth in pawns.
    fn worth(shape: Shape) -> u32;

    /// What a dragged wish of `side` comes to: a legal move, or why not, for people.
    fn wish(record: &Record<Self>, side: Side, wish: Wish) -> Result<Self::Move, String>;

    /// What a typed wish of `side` comes to.
    fn typed(record: &Record<Self>, side: Side, text: &str) -> Result<Self::Move, String>;

    /// Who is asked for hints, thoughts and reviews.
    fn adviser() -> BotSpec;

    /// A forced win in so many moves, in words.
    fn win_in(moves: u32) -> String;

    /// The game in the form that other programs read.
    fn pgn(sheet: &Sheet<'_, Self>) -> String;

    /// The game as people read it.
    fn sheet(sheet: &Sheet<'_, Self>) -> String;

    /// An answer of a mind about this game.
    fn answer(reply: Reply<Self>) -> Answer;
}

/// A dragged turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish {
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) kind: Kind,
}

/// What a score sheet is written from.
pub(crate) struct Sheet<'a, R: HallGame> {
    pub(crate) record: &'a Record<R>,
    /// White's name and Black's; `None` for people who gave none.
    pub(crate) names: [Option<&'a str>; 2],
    pub(crate) control: Option<Control>,
    /// What the mover had left after each turn, in milliseconds.
    pub(crate) left: &'a [Option<u64>],
    /// When the game began.
    pub(crate) begun: Moment,
    /// The result that an imported sheet tells, where the moves do not.
    pub(crate) told: Option<Told>,
}

/// A result that is known only from a sheet: who won, if anybody.
pub(crate) type Told = Option<Side>;

/// Which piece stands on which square of an eight by eight board, by their ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ids([Option<u16>; 64]);

impl Ids {
    /// Pieces are counted as they stand at the start.
    pub(crate) fn at_start<R: HallGame>(start: &R) -> Self {
        let mut ids = [None; 64];
        for (id, (square, ..)) in start.pieces().into_iter().enumerate() {
            ids[index(square)] = Some(id as u16);
        }
        Ids(ids)
    }

    /// The piece on a square.
    pub(crate) fn at(&self, square: Square) -> Option<u16> {
        self.0[index(square)]
    }

    /// Takes a piece off the board.
    pub(crate) fn lift(&mut self, square: Square) -> Option<u16> {
        self.0[index(square)].take()
    }

    /// Puts a piece down; whatever stood there is gone.
    pub(crate) fn put(&mut self, square: Square, id: Option<u16>) {
        self.0[index(square)] = id;
    }
}

fn index(square: Square) -> usize {
    usize::from(square.rank) * 8 + usize::from(square.file)
}

/// A score in words, for the side to move: `+0.35`, `mate in 3`.
pub(crate) fn score_words<R: HallGame>(score: Score) -> String {
    match score {
        Score::Centipawns(_) => score.to_string(),
        Score::Win(plies) => R::win_in(plies.div_ceil(2)),
        Score::Loss(plies) => format!("{} for the other side", R::win_in(plies.div_ceil(2))),
    }
}

/// The day of a moment as a PGN writes it, in UTC.
pub(crate) fn day(moment: Moment) -> Option<String> {
    let date = time::OffsetDateTime::from_unix_timestamp((moment.0 / 1_000) as i64)
        .ok()?
        .date();
    Some(format!(
        "{:04}.{:02}.{:02}",
        date.year(),
        u8::from(date.month()),
        date.day()
    ))
}
