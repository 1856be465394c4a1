//! Endgame drills: a position by theme, played against a bot.

use std::{fmt, sync::LazyLock};

use play::{Board, GameId, GameModule, GameRecord, Side, Start};
use serde::{Deserialize, Serialize};

use crate::{
    Action, Card, ExerciseError, State, Tone,
    exercise::{find, play},
};

/// What a drill is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum DrillTheme {
    /// Mate with the queen.
    Queen,
    /// Mate with the rook.
    Rook,
    /// Mate with two bishops.
    Bishops,
    /// Mate with bishop and knight.
    BishopKnight,
    /// Win with a pawn.
    Pawn,
    /// Hold against a pawn.
    PawnDefence,
    /// Win with the queen against a pawn near its goal.
    QueenPawn,
    /// Win with rook and pawn: the king stands before its pawn.
    Lucena,
    /// Hold with a rook against rook and pawn.
    Philidor,
}

/// What the learner has to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrillGoal {
    /// A win.
    Win,
    /// A draw.
    Draw,
}

/// A position of a drill; the learner is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drill {
    /// What it is about.
    pub theme: DrillTheme,
    /// The position text.
    pub position: String,
}

static DRILLS: LazyLock<Vec<Drill>> =
    LazyLock::new(|| read(include_str!("../data/drills.txt")).expect("a test reads the drills of this crate"));

/// The positions of a theme.
pub fn drills(theme: DrillTheme) -> Vec<&'static Drill> {
    DRILLS.iter().filter(|drill| drill.theme == theme).collect()
}

/// Reads drills, one a line: the word of the theme, a tab, the position. None if a line is something else.
fn read(text: &str) -> Option<Vec<Drill>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let drill = |line: &str| {
        let (word, position) = line.split_once('\t')?;
        Some(Drill {
            theme: DrillTheme::ALL.into_iter().find(|theme| theme.word() == word)?,
            position: position.to_owned(),
        })
    };
    lines.map(drill).collect()
}

impl DrillTheme {
    /// All themes, the easiest first.
    pub const ALL: [DrillTheme; 9] = [
        DrillTheme::Queen,
        DrillTheme::Rook,
        DrillTheme::Pawn,
        DrillTheme::PawnDefence,
        DrillTheme::Bishops,
        DrillTheme::QueenPawn,
        DrillTheme::Lucena,
        DrillTheme::Philidor,
        DrillTheme::BishopKnight,
    ];
    /// The game of all drills.
    pub const GAME: GameId = GameId::new("chess");

    /// The word in files and addresses.
    pub const fn word(self) -> &'static str {
        match self {
            DrillTheme::Queen => "queen",
            DrillTheme::Rook => "rook",
            DrillTheme::Bishops => "bishops",
            DrillTheme::BishopKnight => "bishop-knight",
            DrillTheme::Pawn => "pawn",
            DrillTheme::PawnDefence => "pawn-defence",
            DrillTheme::QueenPawn => "queen-pawn",
            DrillTheme::Lucena => "lucena",
            DrillTheme::Philidor => "philidor",
        }
    }

    /// The name for people.
    pub const fn name(self) -> &'static str {
        match self {
            DrillTheme::Queen => "Mate with the queen",
            DrillTheme::Rook => "Mate with the rook",
            DrillTheme::Bishops => "Mate with two bishops",
            DrillTheme::BishopKnight => "Mate with bishop and knight",
            DrillTheme::Pawn => "Win with a pawn",
            DrillTheme::PawnDefence => "Hold against a pawn",
            DrillTheme::QueenPawn => "Queen against pawn",
            DrillTheme::Lucena => "Lucena: win with rook and pawn",
            DrillTheme::Philidor => "Philidor: hold with a rook",
        }
    }

    /// How it is done, in a sentence or two.
    pub const fn advice(self) -> &'static str {
        match self {
            DrillTheme::Queen => {
                "Take squares from the king until it stands at the edge, bring your king, and leave no stalemate."
            }
            DrillTheme::Rook => {
                "Cut the king off with the rook, bring your king opposite to it, and give check from the side."
            }
            DrillTheme::Bishops => {
                "Keep the bishops beside each other and drive the king into a corner with the help of your king."
            }
            DrillTheme::BishopKnight => {
                "Drive the king to the edge, then into a corner of the bishop's colour: only there can it be mated."
            }
            DrillTheme::Pawn => {
                "Bring your king in front of the pawn. With the kings opposite and the other side to move, you have the opposition."
            }
            DrillTheme::PawnDefence => {
                "Stay in front of the pawn. Step straight back, so that you can take the opposition."
            }
            DrillTheme::QueenPawn => {
                "Bring the queen nearer with checks. When the king blocks its pawn, bring your own king a step nearer."
            }
            DrillTheme::Lucena => {
                "Drive the king away with a check, put your rook on the fourth row, and let it cover the checks when your king comes out."
            }
            DrillTheme::Philidor => {
                "Keep your rook on the row in front of the pawn. When the pawn steps onto it, go to the last row and check from behind."
            }
        }
    }

    /// What the learner has to reach.
    pub const fn goal(self) -> DrillGoal {
        match self {
            DrillTheme::PawnDefence | DrillTheme::Philidor => DrillGoal::Draw,
            DrillTheme::Queen
            | DrillTheme::Rook
            | DrillTheme::Bishops
            | DrillTheme::BishopKnight
            | DrillTheme::Pawn
            | DrillTheme::QueenPawn
            | DrillTheme::Lucena => DrillGoal::Win,
        }
    }
}

impl fmt::Display for DrillTheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A draw is held when the learner has made so many moves and the game is not lost.
const HELD: usize = 20;

/// A drill being played.
pub(crate) struct DrillRun {
    theme: DrillTheme,
    record: Box<dyn GameRecord>,
    side: Side,
    moves: usize,
}

/// The progress of a drill.
enum Progress {
    Open,
    Reached,
    Missed,
}

impl DrillRun {
    pub(crate) fn new(module: &dyn GameModule, theme: DrillTheme, number: usize) -> Result<Self, ExerciseError> {
        let drills = drills(theme);
        let drill = drills.get(number).ok_or(ExerciseError::NoDrill(number))?;
        let begun = module.begin(&Start::Text(drill.position.clone()));
        let record = begun.map_err(|error| ExerciseError::Data(error.to_string()))?.record;
        Ok(DrillRun {
            theme,
            side: record.turn(),
            record,
            moves: 0,
        })
    }

    pub(crate) fn record(&self) -> &dyn GameRecord {
        &*self.record
    }

    pub(crate) const fn side(&self) -> Side {
        self.side
    }

    pub(crate) fn awaits_reply(&self) -> bool {
        matches!(self.result(), Progress::Open) && self.record.turn() != self.side
    }

    pub(crate) fn act(&mut self, action: &Action) -> Result<(), ExerciseError> {
        if !matches!(self.result(), Progress::Open) {
            return Err(ExerciseError::NotNow);
        }
        let own = self.record.turn() == self.side;
        match action {
            Action::Move { code } if own => {
                find(&*self.record, code)?;
                play(&mut *self.record, code)?;
                self.moves += 1;
            }
            Action::Reply { code } if !own => play(&mut *self.record, code)?,
            _ => return Err(ExerciseError::NotNow),
        }
        // A draw that may be claimed is one: nobody has to go on.
        if self.record.outcome().is_none() && self.record.claim().is_some() {
            self.record.claim_draw().map_err(|_| ExerciseError::NotNow)?;
        }
        Ok(())
    }

    fn result(&self) -> Progress {
        match (self.record.outcome(), self.theme.goal()) {
            (Some(outcome), DrillGoal::Win) if outcome.winner == Some(self.side) => Progress::Reached,
            (Some(outcome), DrillGoal::Draw) if outcome.winner != Some(self.side.other()) => Progress::Reached,
            (Some(_), _) => Progress::Missed,
            (None, DrillGoal::Draw) if self.moves >= HELD && self.record.turn() == self.side => Progress::Reached,
            (None, _) => Progress::Open,
        }
    }

    pub(crate) fn card(&self, board: Board) -> Card {
        let result = self.result();
        let own = self.record.turn() == self.side && matches!(result, Progress::Open);
        let end = self.record.outcome().map(|outcome| outcome.to_string());
        let task = match self.theme.goal() {
            DrillGoal::Win => format!("{} to move and win. {}", self.side, self.theme.advice()),
            DrillGoal::Draw => format!("{} to move and hold the draw. {}", self.side, self.theme.advice()),
        };
        Card {
            title: self.theme.name().to_owned(),
            words: match (&result, end) {
                (Progress::Open, _) => task,
                (Progress::Reached, Some(end)) => format!("Done in {} moves. {end}.", self.moves),
                (Progress::Reached, None) => format!("Done: you held for {} moves.", self.moves),
                (Progress::Missed, end) => format!("{}. Try it again.", end.unwrap_or_default()),
            },
            tone: match result {
                Progress::Open => Tone::Ask,
                Progress::Reached => Tone::Right,
                Progress::Missed => Tone::Wrong,
            },
            step: match self.theme.goal() {
                DrillGoal::Win => [self.moves, 0],
                DrillGoal::Draw => [self.moves, HELD],
            },
            board,
            scene: self.record.present_scene(),
            below: self.side,
            choices: if own { self.record.legal() } else { Vec::new() },
            marked: Vec::new(),
            state: match result {
                Progress::Open => State::Open,
                Progress::Reached => State::Done,
                Progress::Missed => State::Failed,
            },
            first_try: None,
            doors: Vec::new(),
        }
    }
}
