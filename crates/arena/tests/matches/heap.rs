//! The game of the tests: who takes the last of a heap of stones wins; one to three are taken. And bots that play it.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use play::{
    About, Action, Ask, Board, Bot, BotError, BotKind, Choice, DrawAnswer, GameBot, GameFacts, GameId, LegalMove,
    MoveRefusal, MoveRequest, Mover, Notation, PieceKind, Reading, Record, Repetition, Rules, Score, Side, Square,
    Thought, TurnGame, TypedBot, Undos, Verdict,
};
use thiserror::Error;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Heap {
    pub(crate) stones: u32,
    pub(crate) turn: Side,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LastStone;

impl fmt::Display for LastStone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("last stone")
    }
}

impl Rules for Heap {
    type Move = u32;
    type End = LastStone;
    const REPETITION: Repetition = Repetition::IGNORED;

    fn turn(&self) -> Side {
        self.turn
    }

    fn moves(&self, buffer: &mut Vec<u32>) {
        buffer.clear();
        buffer.extend(1..=self.stones.min(3));
    }

    fn play(&mut self, mv: u32) {
        self.stones -= mv;
        self.turn = self.turn.other();
    }

    fn key(&self) -> u64 {
        u64::from(self.stones) * 2 + self.turn.index() as u64
    }

    fn verdict(&self, moves: &[u32]) -> Option<Verdict<LastStone>> {
        moves.is_empty().then_some(Verdict {
            winner: Some(self.turn.other()),
            end: LastStone,
        })
    }

    fn claim(&self) -> Option<LastStone> {
        None
    }

    fn reversible_plies(&self) -> usize {
        0
    }

    fn can_win(&self, _side: Side) -> bool {
        true
    }
}

/// A text that is no heap or no number of stones.
#[derive(Debug, Error)]
#[error("unreadable")]
pub(crate) struct Unreadable;

impl Default for Heap {
    fn default() -> Self {
        Heap {
            stones: 17,
            turn: Side::White,
        }
    }
}

/// `17 white`.
impl Notation for Heap {
    type PositionError = Unreadable;
    type MoveError = Unreadable;

    fn read_position(text: &str) -> Result<Reading<Self>, Unreadable> {
        let (stones, turn) = text.split_once(' ').ok_or(Unreadable)?;
        let position = Heap {
            stones: stones.parse().map_err(|_| Unreadable)?,
            turn: if turn == "White" { Side::White } else { Side::Black },
        };
        Ok(Reading {
            position,
            notices: Vec::new(),
        })
    }

    fn position_text(&self) -> String {
        format!("{} {}", self.stones, self.turn)
    }

    fn read_move(&self, text: &str) -> Result<u32, Unreadable> {
        text.parse().map_err(|_| Unreadable)
    }

    fn code(&self, mv: u32) -> String {
        mv.to_string()
    }

    fn label(&self, mv: u32) -> String {
        mv.to_string()
    }
}

impl TurnGame for Heap {
    const ID: GameId = GameId::new("heap");
    const NAME: &'static str = "Heap";
    const UNDOS: Undos = Undos::at_most(1);
    const TYPING: &'static str = "Type how many stones to take.";

    fn board() -> Board {
        Board::rectangle(1, 1)
    }

    fn pieces(&self) -> Vec<(Square, Side, PieceKind)> {
        Vec::new()
    }

    fn describe(&self, mv: u32) -> LegalMove {
        let square = Square { file: 0, rank: 0 };
        LegalMove {
            from: square,
            to: square,
            action: Action::Move,
            captures: false,
            label: self.label(mv),
            code: self.code(mv),
        }
    }

    fn captured(&self, _mv: u32) -> Option<PieceKind> {
        None
    }

    fn worth(_kind: PieceKind) -> u32 {
        0
    }

    fn find(_record: &Record<Self>, _side: Side, _request: MoveRequest) -> Result<u32, MoveRefusal> {
        Err(MoveRefusal::new("no-squares", "stones have no squares"))
    }

    fn read(record: &Record<Self>, _side: Side, text: &str) -> Result<u32, MoveRefusal> {
        let read = record.position().read_move(text);
        read.map_err(|error| MoveRefusal::new("unreadable", error.to_string()))
    }

    fn draw(&self, _viewer: Side) -> String {
        self.position_text()
    }

    fn move_line(&self, mv: u32, _player: Mover<'_>) -> String {
        mv.to_string()
    }

    fn pgn(record: &Record<Self>, _facts: &GameFacts<'_>) -> String {
        format!("{:?}\n", record.moves())
    }
}

/// How a bot of the tests behaves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Behaviour {
    /// Takes what leaves a multiple of four.
    Clever,
    /// Takes anything.
    Random,
    /// Takes one, slowly.
    Slow,
    /// Answers with an error.
    Broken,
    /// Takes more than there is.
    Cheat,
    /// Panics instead of answering.
    Panicking,
    /// Answers when it is stopped.
    Waiting,
}

pub(crate) struct Taker {
    behaviour: Behaviour,
    random: fastrand::Rng,
    about: About,
}

impl Bot<Heap> for Taker {
    fn about(&self) -> &About {
        &self.about
    }

    fn begin(&mut self, seed: u64) -> Result<(), BotError> {
        self.random = fastrand::Rng::with_seed(seed);
        Ok(())
    }

    #[expect(clippy::panic, reason = "a bot that panics is one of the tests")]
    fn choose(&mut self, ask: &mut Ask<'_, Heap>) -> Result<Choice<u32>, BotError> {
        let stones = ask.record.position().stones;
        let winning = !stones.is_multiple_of(4);
        (ask.report)(Thought {
            depth: 3,
            rank: 1,
            score: Score::Centipawns(if winning { 500 } else { -500 }),
            nodes: 100,
            elapsed: Duration::ZERO,
            line: vec![1],
        });
        Ok(Choice::Move(match self.behaviour {
            Behaviour::Clever => (stones % 4).max(1),
            Behaviour::Random => self.random.u32(1..=stones.min(3)),
            Behaviour::Slow => {
                let began = Instant::now();
                while began.elapsed() < Duration::from_millis(5) {
                    std::hint::spin_loop();
                }
                1
            }
            Behaviour::Broken => {
                return Err(BotError::Died {
                    name: "broken".to_owned(),
                    detail: "on purpose".to_owned(),
                });
            }
            Behaviour::Cheat => 99,
            Behaviour::Panicking => panic!("on purpose"),
            Behaviour::Waiting => {
                while !ask.stop.is_raised() {
                    thread::yield_now();
                }
                1
            }
        }))
    }

    fn answer_draw(&mut self, _ask: &mut Ask<'_, Heap>, _side: Side) -> Result<DrawAnswer, BotError> {
        Ok(DrawAnswer::Decline)
    }
}

pub(crate) fn opened(bot: impl Bot<Heap> + 'static) -> Box<dyn GameBot> {
    Box::new(TypedBot::new(Box::new(bot)))
}

pub(crate) fn taker(behaviour: Behaviour) -> Taker {
    Taker {
        behaviour,
        random: fastrand::Rng::with_seed(0),
        about: About {
            name: "taker".to_owned(),
            author: "the tests".to_owned(),
            version: None,
            kind: BotKind::Internal,
            level: None,
        },
    }
}

/// A bot that waits for a gate to open and counts its moves.
pub(crate) struct Gated {
    pub(crate) bot: Taker,
    pub(crate) open: Arc<AtomicBool>,
    pub(crate) moves: Arc<AtomicUsize>,
}

impl Bot<Heap> for Gated {
    fn about(&self) -> &About {
        self.bot.about()
    }

    fn begin(&mut self, seed: u64) -> Result<(), BotError> {
        self.bot.begin(seed)
    }

    fn choose(&mut self, ask: &mut Ask<'_, Heap>) -> Result<Choice<u32>, BotError> {
        while !self.open.load(Ordering::Relaxed) {
            thread::yield_now();
        }
        self.moves.fetch_add(1, Ordering::Relaxed);
        self.bot.choose(ask)
    }

    fn answer_draw(&mut self, ask: &mut Ask<'_, Heap>, side: Side) -> Result<DrawAnswer, BotError> {
        self.bot.answer_draw(ask, side)
    }
}
