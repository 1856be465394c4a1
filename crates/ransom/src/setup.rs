//! Converts an unchecked setup into a valid position.

use std::fmt;

use play::Side;

use crate::{FEWEST_PIECES, Kind, MOST_QUIET_TURNS, Piece, Position, Square, SquareSet, Variant};

/// A board with purses and counters that nobody has checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// What stands on the squares, from A1 to H8.
    pub board: [Option<Piece>; 64],
    /// Whose turn it is.
    pub turn: Side,
    /// White's purse and Black's.
    pub purses: [u32; 2],
    /// Turns since the last capture.
    pub quiet_turns: u32,
    /// The number of this turn.
    pub number: u32,
    /// The rules.
    pub variant: Variant,
}

impl Setup {
    /// The start of a game (1.2, 1.3).
    pub const START: Setup = {
        use Kind::{Bishop, Knight, Pawn};
        const BACK: [Kind; 8] = [Pawn, Pawn, Knight, Knight, Knight, Knight, Pawn, Pawn];
        let mut board = [None; 64];
        let mut column = 0;
        while column < 8 {
            board[column] = Some(white(BACK[column]));
            board[56 + column] = Some(black(BACK[column]));
            if 2 <= column && column <= 5 {
                board[8 + column] = Some(white(Bishop));
                board[48 + column] = Some(black(Bishop));
            }
            column += 1;
        }
        Setup {
            board,
            turn: Side::White,
            purses: [0, 0],
            quiet_turns: 0,
            number: 1,
            variant: Variant::Plain,
        }
    };

    /// The position, or everything that is wrong with it.
    ///
    /// What cannot arise but can be played, such as a pawn on column D or three bishops on one colour, is no fault.
    pub fn position(&self) -> Result<Position, Vec<PositionFault>> {
        let (kinds, sides) = self.sets();
        let mut faults = Vec::new();
        for side in Side::BOTH {
            let count = |kind: Kind| (kinds[kind.index()] & sides[side.index()]).count();
            faults.extend(piece_faults(side, count));
            faults.extend(self.pawn_faults(side));
            let captures = match self.variant {
                Variant::Plain => PIECES_A_SIDE.saturating_sub(sides[side.other().index()].count()),
                // Captured pieces may have returned.
                Variant::BuyBack => self.variant.most_points(),
            };
            let points = self.purses[side.index()];
            if points > captures {
                faults.push(PositionFault::Purse { side, points, captures });
            }
        }
        if sides.iter().all(|side| side.count() < FEWEST_PIECES) {
            faults.push(PositionFault::BothLost);
        }
        faults.extend(self.counter_faults());
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut position = Position {
            kinds,
            sides,
            key: 0,
            number: self.number,
            purses: self.purses.map(|points| points as u8),
            quiet_turns: self.quiet_turns as u8,
            turn: self.turn,
            variant: self.variant,
        };
        position.key = position.fresh_key();
        Ok(position)
    }

    fn sets(&self) -> ([SquareSet; 4], [SquareSet; 2]) {
        let mut kinds = [SquareSet::EMPTY; 4];
        let mut sides = [SquareSet::EMPTY; 2];
        for (square, piece) in Square::all().zip(self.board) {
            if let Some(Piece { side, kind }) = piece {
                kinds[kind.index()] = kinds[kind.index()] | square.set();
                sides[side.index()] = sides[side.index()] | square.set();
            }
        }
        (kinds, sides)
    }

    fn pawn_faults(&self, side: Side) -> impl Iterator<Item = PositionFault> {
        let far_row = match side {
            Side::White => 7,
            Side::Black => 0,
        };
        let pawn = Piece { side, kind: Kind::Pawn };
        let there = move |&(square, piece): &(Square, Option<Piece>)| piece == Some(pawn) && square.row() == far_row;
        let pawns = Square::all().zip(self.board).filter(there);
        pawns.map(move |(square, _)| PositionFault::PawnOnFarRow { side, square })
    }

    fn counter_faults(&self) -> impl Iterator<Item = PositionFault> {
        let &Setup {
            number,
            quiet_turns,
            turn,
            ..
        } = self;
        let odd = turn == Side::White;
        let wrong_number = number == 0 || (number % 2 == 1) != odd;
        let too_quiet = quiet_turns > u32::from(MOST_QUIET_TURNS);
        let too_early = !too_quiet && number > 0 && quiet_turns >= number;
        [
            wrong_number.then_some(PositionFault::Number { turn, number }),
            too_quiet.then_some(PositionFault::TooQuiet(quiet_turns)),
            too_early.then_some(PositionFault::MoreQuietThanPlayed { quiet_turns, number }),
        ]
        .into_iter()
        .flatten()
    }
}

/// Twelve pieces a side at the start (1.2).
const PIECES_A_SIDE: u32 = 12;

/// Four knights, four bishops, four pawns that may have become queens (1.2).
pub(crate) const MOST_OF_A_GROUP: u32 = 4;

fn piece_faults(side: Side, count: impl Fn(Kind) -> u32) -> impl Iterator<Item = PositionFault> {
    let groups = [
        ("knights", count(Kind::Knight)),
        ("bishops", count(Kind::Bishop)),
        ("pawns and queens", count(Kind::Pawn) + count(Kind::Queen)),
    ];
    let too_many = groups.into_iter().filter(|&(_, count)| count > MOST_OF_A_GROUP);
    too_many.map(move |(group, count)| PositionFault::TooMany { side, group, count })
}

const fn white(kind: Kind) -> Piece {
    Piece {
        side: Side::White,
        kind,
    }
}

const fn black(kind: Kind) -> Piece {
    Piece {
        side: Side::Black,
        kind,
    }
}

/// An error in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionFault {
    /// More pieces than a side can have.
    TooMany {
        /// Whose they are.
        side: Side,
        /// Knights, bishops, or pawns and the queens that come from them.
        group: &'static str,
        /// How many there are.
        count: u32,
    },
    /// A pawn on the far row would be a queen (2.2).
    PawnOnFarRow {
        /// Whose it is.
        side: Side,
        /// Where it stands.
        square: Square,
    },
    /// More points than captures could have paid (2.7).
    Purse {
        /// Whose purse it is.
        side: Side,
        /// What it holds.
        points: u32,
        /// Enemy pieces that are missing.
        captures: u32,
    },
    /// The game ends when the first side has fewer than three pieces (3.1).
    BothLost,
    /// White's turns are odd, Black's even (4.1).
    Number {
        /// Whose turn it is.
        turn: Side,
        /// The number given.
        number: u32,
    },
    /// The game ends at fifty turns without a capture (3.3).
    TooQuiet(u32),
    /// More turns since the last capture than have been played.
    MoreQuietThanPlayed {
        /// Turns since the last capture.
        quiet_turns: u32,
        /// The number of this turn.
        number: u32,
    },
}

impl fmt::Display for PositionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            PositionFault::TooMany { side, group, count } => {
                write!(
                    f,
                    "{side} has too many pieces: {count} {group}, and never more than {MOST_OF_A_GROUP}"
                )
            }
            PositionFault::PawnOnFarRow { side, square } => {
                write!(
                    f,
                    "{side}'s pawn on {square} stands on the far row and would be a queen"
                )
            }
            PositionFault::Purse { side, points, captures } => {
                write!(
                    f,
                    "{side}'s purse holds {points}, but captures could have paid {captures} at the most"
                )
            }
            PositionFault::BothLost => f.write_str("both sides have fewer than three pieces"),
            PositionFault::Number { turn, number } => {
                let kind = match turn {
                    Side::White => "odd",
                    Side::Black => "even",
                };
                write!(f, "the number of the turn is {number}, but {turn}'s turns are {kind}")
            }
            PositionFault::TooQuiet(quiet_turns) => write!(
                f,
                "{quiet_turns} turns without a capture, but the game ends at {MOST_QUIET_TURNS}"
            ),
            PositionFault::MoreQuietThanPlayed { quiet_turns, number } => write!(
                f,
                "{quiet_turns} turns since the last capture, but only {} before turn {number}",
                number - 1
            ),
        }
    }
}
