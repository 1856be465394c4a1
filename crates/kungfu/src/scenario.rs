//! A game with a task: the pieces at the start, the scripted moves of the other side, the goal of player 1, and limits.
//! The rules are those of every game; the scenario only adds commands and checks the goal.

use serde::{Deserialize, Serialize};

use crate::{Answer, Bout, Command, Deed, Event, Kind, Piece, PieceId, Player, Square, Start, Tick};

/// A task for player 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scenario {
    /// A name that front ends and files know it by.
    pub name: String,
    /// Where the game begins.
    pub start: Start,
    /// What the other players do, by rising tick.
    pub script: Vec<ScriptedMove>,
    /// What has to be reached.
    pub goal: Goal,
    /// The tick at which time is up.
    pub until: Tick,
    /// Pieces of player 1 that must not be captured.
    pub keep: Vec<PieceId>,
    /// The most moves that player 1 may make.
    pub moves: Option<u32>,
}

/// A command that is given by itself; for a resting piece it waits (6.2), and a refused one is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScriptedMove {
    /// The counter at which it is given.
    pub tick: Tick,
    /// Which piece goes.
    pub piece: PieceId,
    /// Where it goes.
    pub to: Aim,
}

/// Where a scripted move goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aim {
    /// To a square.
    At(Square),
    /// To where a piece stands, or last stood, when the move is given.
    After(PieceId),
}

/// What player 1 has to reach.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// All of these pieces are captured.
    Capture(Vec<PieceId>),
    /// Nothing but kings is left of the others.
    CaptureAll,
    /// The game is won.
    Win,
    /// The king lives until time is up.
    Survive,
    /// So many pawns have become queens.
    Promote(u32),
    /// A piece stands on a square.
    Reach(PieceId, Square),
    /// So many premoves have started.
    Premove(u32),
}

/// How a task ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The goal was reached.
    Won,
    /// Time was up before.
    TimeUp,
    /// The king of player 1 was captured.
    KingLost,
    /// A piece that had to be kept was captured.
    PieceLost,
    /// Player 1 made too many moves.
    TooManyMoves,
    /// The game ended before the goal was reached.
    GameOver,
}

impl Verdict {
    /// Whether the goal was reached.
    pub const fn is_won(self) -> bool {
        matches!(self, Verdict::Won)
    }
}

/// A scenario being played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioRun {
    scenario: Scenario,
    /// How much of the script was given.
    given: usize,
    /// How many premoves of player 1 have started.
    premoves: u32,
    verdict: Option<Verdict>,
}

/// Who has the task.
const PLAYER: Player = Player::ONE;

impl ScenarioRun {
    /// At the beginning; its game is one of [`Scenario::start`].
    pub const fn new(scenario: Scenario) -> Self {
        ScenarioRun {
            scenario,
            given: 0,
            premoves: 0,
            verdict: None,
        }
    }

    /// What is played.
    pub const fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// How it ended, once it has.
    pub const fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    /// How many moves player 1 may still make; none where they are not counted.
    pub fn moves_left(&self, bout: &Bout) -> Option<u32> {
        Some(self.scenario.moves?.saturating_sub(moves_of(bout)))
    }

    /// Lets a tick pass, gives what the script says for the new counter, and judges. Nothing happens after the verdict.
    pub fn tick(&mut self, bout: &mut Bout, emit: &mut impl FnMut(Event)) {
        if self.verdict.is_some() {
            return;
        }
        let mut started = Vec::new();
        bout.tick(&mut |event| {
            if let Event::Started(slot) = event {
                started.push(slot);
            }
            emit(event);
        });
        let field = bout.game().field();
        let own = started.iter().filter(|slot| field.get(**slot).player() == PLAYER);
        self.premoves += own.count() as u32;
        self.follow_script(bout, emit);
        self.judge(bout);
    }

    /// Judges after a command.
    pub fn judge(&mut self, bout: &Bout) {
        self.verdict = self.verdict.or_else(|| self.judged(bout));
    }

    fn follow_script(&mut self, bout: &mut Bout, emit: &mut impl FnMut(Event)) {
        let now = bout.game().tick_count();
        while let Some(&ScriptedMove { tick, piece, to }) = self.scenario.script.get(self.given)
            && tick <= now
        {
            self.given += 1;
            let to = match to {
                Aim::At(square) => square,
                Aim::After(prey) => bout.game().piece(prey).map_or(prey.home, |piece| piece.square),
            };
            let command = Command::new(piece, i32::from(to.row()), i32::from(to.col()));
            if let Ok(Answer::Starts { slot, rook }) = bout.submit(piece.player, command) {
                for slot in [Some(slot), rook].into_iter().flatten() {
                    emit(Event::Started(slot));
                }
            }
        }
    }

    /// What was lost counts before what was reached in the same tick.
    fn judged(&self, bout: &Bout) -> Option<Verdict> {
        let game = bout.game();
        let is_captured = |id: &PieceId| game.piece(*id).is_none_or(|piece| !piece.lives());
        if !game.alive().contains(PLAYER) {
            return Some(Verdict::KingLost);
        }
        if self.scenario.keep.iter().any(is_captured) {
            return Some(Verdict::PieceLost);
        }
        if self.scenario.moves.is_some_and(|most| moves_of(bout) > most) {
            return Some(Verdict::TooManyMoves);
        }
        let time_is_up = game.tick_count() >= self.scenario.until;
        if self.is_reached(bout, time_is_up) {
            return Some(Verdict::Won);
        }
        if game.outcome().is_some() {
            return Some(Verdict::GameOver);
        }
        time_is_up.then_some(Verdict::TimeUp)
    }

    fn is_reached(&self, bout: &Bout, time_is_up: bool) -> bool {
        let game = bout.game();
        let is_won = game.outcome().is_some_and(|outcome| outcome.winner == Some(PLAYER));
        let mut pieces = game.field().living().map(|slot| game.field().get(slot));
        match &self.scenario.goal {
            Goal::Capture(wanted) => wanted
                .iter()
                .all(|id| game.piece(*id).is_none_or(|piece| !piece.lives())),
            Goal::CaptureAll => pieces.all(|piece| piece.player() == PLAYER || piece.kind == Kind::King),
            Goal::Win => is_won,
            // A player without enemies has survived.
            Goal::Survive => time_is_up || is_won,
            Goal::Promote(wanted) => {
                let promoted = |piece: &&Piece| piece.player() == PLAYER && piece.kind != piece.id.kind;
                pieces.filter(promoted).count() as u32 >= *wanted
            }
            Goal::Reach(id, square) => game
                .piece(*id)
                .is_some_and(|piece| piece.stands() && piece.moved && piece.square == *square),
            Goal::Premove(wanted) => self.premoves >= *wanted,
        }
    }
}

/// How many moves player 1 has made.
fn moves_of(bout: &Bout) -> u32 {
    let entries = bout.record().entries.iter();
    let moves = entries.filter(|entry| entry.player == PLAYER && matches!(entry.deed, Deed::Move { .. }));
    moves.count() as u32
}
