//! The toy game.

use std::fmt;

use play::{Notation, Reading, Repetition, Rules, Side, Verdict, laws::Mirror};

const SQUARES: u8 = 4;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ring {
    pub(crate) tokens: [u8; 2],
    pub(crate) fuel: u8,
    pub(crate) turn: Side,
    pub(crate) walked: usize,
    pub(crate) fault: Option<Flaw>,
}

/// Ways to break the game, so that the laws are seen to notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flaw {
    ListsTwice,
    ForgetsTurn,
    LopsidedMoves,
    LosesFuelInText,
    KeyOfHistory,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Left,
    Right,
    Burn,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    OutOfFuel,
    Wandering,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            End::OutOfFuel => "out of fuel",
            End::Wandering => "wandering",
        })
    }
}

#[derive(Debug, thiserror::Error)]
#[error("unreadable")]
pub(crate) struct Unreadable;

impl Ring {
    pub(crate) fn new(fuel: u8) -> Self {
        Ring {
            tokens: [0, 2],
            fuel,
            turn: Side::White,
            walked: 0,
            fault: None,
        }
    }

    pub(crate) fn flawed(flaw: Flaw) -> Self {
        Ring {
            fault: Some(flaw),
            ..Ring::new(3)
        }
    }
}

impl Rules for Ring {
    type Move = Step;
    type End = End;
    const REPETITION: Repetition = Repetition {
        claim: Some(3),
        automatic: Some(5),
    };

    fn turn(&self) -> Side {
        self.turn
    }

    fn moves(&self, buffer: &mut Vec<Step>) {
        buffer.clear();
        if self.fuel == 0 {
            return;
        }
        buffer.extend([Step::Left, Step::Right, Step::Burn]);
        if self.fault == Some(Flaw::ListsTwice) {
            buffer.push(Step::Left);
        }
        if self.fault == Some(Flaw::LopsidedMoves) && self.turn == Side::Black {
            buffer.pop();
        }
    }

    fn play(&mut self, mv: Step) {
        let token = &mut self.tokens[self.turn.index()];
        self.walked += 1;
        match mv {
            Step::Left => *token = (*token + SQUARES - 1) % SQUARES,
            Step::Right => *token = (*token + 1) % SQUARES,
            Step::Burn => {
                self.fuel -= 1;
                self.walked = 0;
            }
        }
        if self.fault != Some(Flaw::ForgetsTurn) {
            self.turn = self.turn.other();
        }
    }

    fn key(&self) -> u64 {
        let history = if self.fault == Some(Flaw::KeyOfHistory) {
            self.walked % 2
        } else {
            0
        };
        u64::from_le_bytes([
            self.tokens[0],
            self.tokens[1],
            self.fuel,
            self.turn.index() as u8,
            history as u8,
            0,
            0,
            0,
        ])
    }

    fn verdict(&self, moves: &[Step]) -> Option<Verdict<End>> {
        moves.is_empty().then_some(Verdict {
            winner: Some(self.turn.other()),
            end: End::OutOfFuel,
        })
    }

    fn claim(&self) -> Option<End> {
        (self.walked >= 12).then_some(End::Wandering)
    }

    fn reversible_plies(&self) -> usize {
        self.walked
    }

    fn can_win(&self, side: Side) -> bool {
        self.tokens[side.index()] != 3
    }
}

impl Notation for Ring {
    type PositionError = Unreadable;
    type MoveError = Unreadable;

    fn read_position(text: &str) -> Result<Reading<Self>, Unreadable> {
        let numbers: Vec<u8> = text.split(' ').filter_map(|number| number.parse().ok()).collect();
        let [white, black, fuel, turn, walked] = *numbers.as_slice() else {
            return Err(Unreadable);
        };
        let position = Ring {
            tokens: [white, black],
            fuel,
            turn: Side::BOTH[usize::from(turn)],
            walked: usize::from(walked),
            fault: None,
        };
        Ok(Reading {
            position,
            notices: Vec::new(),
        })
    }

    fn position_text(&self) -> String {
        let fuel = if self.fault == Some(Flaw::LosesFuelInText) {
            1
        } else {
            self.fuel
        };
        let [white, black] = self.tokens;
        format!("{white} {black} {fuel} {} {}", self.turn.index(), self.walked)
    }

    fn read_move(&self, text: &str) -> Result<Step, Unreadable> {
        match text {
            "l" | "Left" => Ok(Step::Left),
            "r" | "Right" => Ok(Step::Right),
            "b" | "Burn" => Ok(Step::Burn),
            _ => Err(Unreadable),
        }
    }

    fn code(&self, mv: Step) -> String {
        self.label(mv)[..1].to_lowercase()
    }

    fn label(&self, mv: Step) -> String {
        format!("{mv:?}")
    }
}

impl Mirror for Ring {
    fn mirrored(&self) -> Self {
        Ring {
            tokens: [self.tokens[1], self.tokens[0]],
            turn: self.turn.other(),
            ..self.clone()
        }
    }

    fn mirrored_move(mv: Step) -> Step {
        mv
    }
}
