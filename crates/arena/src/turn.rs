//! A turn game between two bots, with its clocks and the notes of its moves.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::{Duration, Instant},
};

use play::{
    BotError, Budget, Choice, Clock, Fault, GameAsk, GameBot, GameRecord, GameThought, Lines, MoveIndex, OpeningLine,
    Purpose, Refusal, Score, Side, Stopwatch, TimeControl,
};
use serde::{Deserialize, Serialize};

use crate::{
    Adjudication, Costs, Detail, GameReport, GameResult, MatchError, Openings, Plan, PlayedGame, Task,
    adjudication::Streaks,
    control::Permit,
    openings::mixed,
    worker::{GameLoop, Message, Post},
};

/// A turn game, its players and where its games begin and end.
pub struct TurnPlan {
    /// The players, in the order of the plan's names.
    pub players: Vec<TurnPlayer>,
    /// Where games begin.
    pub openings: Openings,
    /// The adjudication rules.
    pub adjudication: Adjudication,
}

/// How a bot is opened.
type Opener = Arc<dyn Fn() -> Result<Box<dyn GameBot>, BotError> + Send + Sync>;

/// A player of a turn game.
pub struct TurnPlayer {
    /// What its moves may cost.
    pub limits: Limits,
    opener: Opener,
}

impl TurnPlayer {
    /// A player that is opened once for each worker, and again after a failure.
    pub fn new(
        limits: Limits,
        opener: impl Fn() -> Result<Box<dyn GameBot>, BotError> + Send + Sync + 'static,
    ) -> Self {
        TurnPlayer {
            limits,
            opener: Arc::new(opener),
        }
    }
}

/// What the moves of a player may cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// A clock for the game.
    pub control: Option<TimeControl>,
    /// A time for each move.
    pub move_time: Option<Duration>,
    /// Plies for each move.
    pub depth: Option<u32>,
    /// Positions for each move.
    pub nodes: Option<u64>,
    /// How late a move may be, to allow for the delay between program and clock.
    pub grace: Duration,
}

impl Limits {
    /// The budget of a move with this clock.
    const fn budget(&self, clock: Option<Clock>) -> Budget {
        Budget {
            move_time: self.move_time,
            clock,
            depth: self.depth,
            nodes: self.nodes,
        }
    }
}

/// A turn game that was played to its end.
#[derive(Clone, Debug)]
pub struct PlayedTurnGame {
    /// The game, over.
    pub record: Box<dyn GameRecord>,
    /// Moves that came from the opening.
    pub book: usize,
    /// A note for every move after that.
    pub turns: Vec<Turn>,
}

/// Time, depth and score of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// By the arena's clock.
    pub elapsed: Duration,
    /// Plies looked ahead, if it reported them.
    pub depth: Option<u32>,
    /// Its score, for itself.
    pub score: Option<Score>,
    /// Positions visited, if it reported them.
    pub nodes: Option<u64>,
    /// What was left on its clock afterwards.
    pub clock: Option<Duration>,
}

/// Plays turn games one after the other, with bots of its own that live for the whole match.
pub(crate) struct TurnLoop {
    plan: Arc<Plan>,
    bots: Vec<Option<Box<dyn GameBot>>>,
}

impl TurnLoop {
    pub(crate) fn new(plan: Arc<Plan>) -> Self {
        let bots = plan.players.iter().map(|_| None).collect();
        TurnLoop { plan, bots }
    }
}

impl GameLoop for TurnLoop {
    /// Plays one game; a bot that failed is opened again for the next, and a bot that cannot be opened loses.
    fn play(&mut self, task: Task, post: &Post) -> Result<Option<GameReport>, MatchError> {
        let crate::GamePlan::Turn(turns) = &self.plan.game else {
            return Ok(None);
        };
        let (&[white, black], seed) = (task.seats.as_slice(), self.plan.seed) else {
            return Ok(None);
        };
        let mut game = Game::new(turns.openings.begin(task.opening, seed));
        let mut seated = Vec::with_capacity(2);
        for (side, index) in Side::BOTH.into_iter().zip([white, black]) {
            let player = &turns.players[index];
            let seed = mixed(mixed(seed, task.number), index as u64);
            let bot = self.bots[index].take();
            let bot = guarded(|| {
                let mut bot = bot.map_or_else(|| (player.opener)(), Ok)?;
                bot.begin(seed)?;
                Ok(bot)
            });
            match bot {
                Ok(bot) => seated.push(Seat {
                    bot,
                    limits: player.limits,
                }),
                Err(error) => {
                    game.is_absent(side, &error);
                    return Ok(Some(game.report(task)));
                }
            }
        }
        let Ok(mut seats) = <[Seat; 2]>::try_from(seated) else {
            return Ok(None);
        };
        if self.plan.detail == Detail::Moves {
            post.send(Message::Started {
                task: task.clone(),
                worker: post.worker,
                board: crate::GameBoard::Turn(game.played.record.clone()),
            });
        }
        let mut moved = |mv, turn| {
            if self.plan.detail == Detail::Moves {
                let game = task.number;
                post.send(Message::Moved { game, mv, turn });
            }
        };
        if game.play(&mut seats, &turns.adjudication, post, &mut moved) == Permit::Denied {
            return Ok(None);
        }
        for ((side, index), seat) in Side::BOTH.into_iter().zip([white, black]).zip(seats) {
            self.bots[index] = Some(seat.bot).filter(|_| game.broken != Some(side));
        }
        Ok(Some(game.report(task)))
    }
}

/// Opens every player once, so that a bot that cannot play is reported before the match and not in it.
pub(crate) fn try_all(plan: &TurnPlan) -> Result<(), (usize, BotError)> {
    for (index, player) in plan.players.iter().enumerate() {
        guarded(|| (player.opener)()).map_err(|error| (index, error))?;
    }
    Ok(())
}

/// A bot at the board and what a move may cost it.
struct Seat {
    bot: Box<dyn GameBot>,
    limits: Limits,
}

/// A game that is being played.
struct Game {
    opening: String,
    played: PlayedTurnGame,
    /// What went wrong, in words.
    trouble: Option<String>,
    /// The side whose bot failed.
    broken: Option<Side>,
}

impl Game {
    fn new(OpeningLine { name, record }: OpeningLine) -> Self {
        Game {
            opening: name,
            played: PlayedTurnGame {
                book: record.plies(),
                record,
                turns: Vec::new(),
            },
            trouble: None,
            broken: None,
        }
    }

    /// Plays to the end; denied if the match is stopped before. `moved` is called after every move.
    fn play(
        &mut self,
        seats: &mut [Seat; 2],
        adjudication: &Adjudication,
        post: &Post,
        moved: &mut dyn FnMut(MoveIndex, Turn),
    ) -> Permit {
        let mut clock = clock([seats[0].limits.control, seats[1].limits.control]);
        let mut streaks = Streaks::default();
        while self.played.record.outcome().is_none() {
            let record = &mut self.played.record;
            if record.claim().is_some() {
                settle(record.claim_draw());
                break;
            }
            if post.control.before_move() == Permit::Denied {
                return Permit::Denied;
            }
            let side = record.turn();
            let seat = &mut seats[side.index()];
            let answer = ask(seat, &**record, clock, post);
            if post.control.is_stopped() {
                return Permit::Denied;
            }
            let choice = match answer.choice {
                Ok(choice) => choice,
                Err(error) => {
                    settle(record.forfeit(side, error.fault().unwrap_or(Fault::Crash)));
                    self.breaks(side, error.to_string());
                    break;
                }
            };
            let Some(turn) = charge(answer.turn, side, &seat.limits, &mut clock) else {
                settle(record.flag(side));
                let seconds = answer.turn.elapsed.as_secs_f64();
                self.trouble = Some(format!("{side} answered after {seconds:.3} s"));
                break;
            };
            match choice {
                Choice::Move(mv) if record.play(mv, None).is_ok() => {
                    self.played.turns.push(turn);
                    moved(mv, turn);
                    if record.outcome().is_none()
                        && let Some((winner, ground)) = adjudication.judge(&mut streaks, &**record, side, turn.score)
                    {
                        settle(record.adjudicate(winner, ground));
                    }
                }
                Choice::Resign => settle(record.resign(side)),
                // The arena has already claimed draws; any other claim counts as an illegal move.
                Choice::Move(_) | Choice::ClaimDraw => {
                    settle(record.forfeit(side, Fault::IllegalMove));
                    self.breaks(side, format!("{side} made a move or a claim that is not possible"));
                }
            }
        }
        Permit::Granted
    }

    fn breaks(&mut self, side: Side, trouble: String) {
        self.trouble = Some(trouble);
        self.broken = Some(side);
    }

    /// The bot of `side` cannot be opened: the game is lost.
    fn is_absent(&mut self, side: Side, error: &BotError) {
        if self.played.record.outcome().is_none() {
            settle(self.played.record.forfeit(side, Fault::Crash));
        }
        self.trouble = Some(error.to_string());
    }

    fn report(self, task: Task) -> GameReport {
        let PlayedTurnGame { record, book, turns } = &self.played;
        let mut costs = vec![Costs::default(); 2];
        for (ply, turn) in (*book..).zip(turns) {
            if let Some(side) = record.turn_after(ply) {
                costs[side.index()].add(turn);
            }
        }
        let outcome = record.outcome();
        let places = match outcome.as_ref().and_then(|outcome| outcome.winner) {
            None => [1, 1],
            Some(Side::White) => [1, 2],
            Some(Side::Black) => [2, 1],
        };
        let result = GameResult {
            task,
            places: places.to_vec(),
            reason: outcome.map_or_else(String::new, |outcome| outcome.reason.to_string()),
            opening: Some(self.opening),
            length: record.plies() as u64,
            fingerprint: record.fingerprint(),
            costs,
            trouble: self.trouble,
        };
        GameReport {
            result,
            game: PlayedGame::Turn(self.played),
        }
    }
}

/// The clock of a game if anybody plays with one; the opponent of a player without a clock sees its own time there.
fn clock(controls: [Option<TimeControl>; 2]) -> Option<Clock> {
    let [white, black] = controls;
    Some(Clock::with_odds([white.or(black)?, black.or(white)?]))
}

struct Answer {
    choice: Result<Choice<MoveIndex>, BotError>,
    turn: Turn,
}

fn ask(seat: &mut Seat, record: &dyn GameRecord, clock: Option<Clock>, post: &Post) -> Answer {
    let mut last: Option<GameThought> = None;
    let clock = clock.filter(|_| seat.limits.control.is_some());
    let asked = Instant::now();
    let choice = guarded(|| {
        seat.bot.choose(&mut GameAsk {
            record,
            budget: seat.limits.budget(clock),
            stop: post.control.stop_flag(),
            watch: &Stopwatch::start(),
            purpose: Purpose::Game,
            lines: Lines::Empty,
            report: &mut |thought| last = Some(thought),
        })
    });
    let elapsed = asked.elapsed();
    let turn = Turn {
        elapsed,
        depth: last.as_ref().map(|thought| thought.depth),
        score: last.as_ref().map(|thought| thought.score),
        nodes: last.as_ref().map(|thought| thought.nodes),
        clock: None,
    };
    Answer { choice, turn }
}

/// Calls a bot; if it panics, it is dropped and the match continues.
fn guarded<T>(work: impl FnOnce() -> Result<T, BotError>) -> Result<T, BotError> {
    // The bot is not used again, so its inconsistent state is never seen.
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let words = panic.downcast_ref::<String>().map(String::as_str);
        let words = words.or_else(|| panic.downcast_ref::<&str>().copied());
        Err(BotError::Died {
            name: "the bot".to_owned(),
            detail: format!("panic: {}", words.unwrap_or("without words")),
        })
    })
}

/// Charges a turn to the clock; `None` if its time was up, the grace included.
fn charge(mut turn: Turn, side: Side, limits: &Limits, clock: &mut Option<Clock>) -> Option<Turn> {
    if limits.move_time.is_some_and(|time| turn.elapsed > time + limits.grace) {
        return None;
    }
    if let Some(clock) = clock.as_mut().filter(|_| limits.control.is_some()) {
        let left = clock.remaining(side);
        if turn.elapsed > left + limits.grace {
            return None;
        }
        // Within the grace period a move uses up the time, but the flag does not fall.
        let charged = turn.elapsed.min(left.saturating_sub(Duration::from_nanos(1)));
        clock.spend(side, charged);
        turn.clock = Some(clock.remaining(side));
    }
    Some(turn)
}

/// Ends of a game that was running a moment ago cannot be refused.
fn settle(done: Result<(), Refusal>) {
    done.expect("the game was running");
}
