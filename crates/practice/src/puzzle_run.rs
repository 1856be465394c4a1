//! A puzzle as an exercise.

use play::{Board, GameModule, GameRecord, Side, Square};
use puzzles::{Answer, Goal, Puzzle, Solving};

use crate::{Action, Card, Door, ExerciseError, State, Tone, exercise::find};

/// A puzzle and what came of the last action.
pub(crate) struct PuzzleRun {
    solving: Solving,
    last: Last,
    missed: bool,
}

enum Last {
    Begun,
    Right,
    /// The label of the move.
    Wrong(String),
    /// The square of the piece that moves.
    Hint(Square),
    /// The label of the move.
    Shown(String),
}

impl PuzzleRun {
    pub(crate) fn new(module: &dyn GameModule, puzzle: Puzzle) -> Result<Self, ExerciseError> {
        Ok(PuzzleRun {
            solving: Solving::begin(module, puzzle)?,
            last: Last::Begun,
            missed: false,
        })
    }

    pub(crate) fn record(&self) -> &dyn GameRecord {
        self.solving.record()
    }

    pub(crate) const fn puzzle(&self) -> &Puzzle {
        self.solving.puzzle()
    }

    pub(crate) const fn side(&self) -> Side {
        self.solving.solver()
    }

    pub(crate) fn act(&mut self, action: &Action) -> Result<(), ExerciseError> {
        let expected = self.solving.hint().ok_or(ExerciseError::NotNow)?;
        let right = self.record().describe(find(self.record(), expected)?);
        let right = right.ok_or(ExerciseError::NotNow)?;
        self.last = match action {
            Action::Move { code } => {
                let mv = find(self.record(), code)?;
                let label = self.record().describe(mv).map(|mv| mv.label).unwrap_or_default();
                match self.solving.answer(mv).map_err(|_| ExerciseError::NotNow)? {
                    Answer::Right | Answer::Solved => Last::Right,
                    Answer::Wrong => {
                        self.missed = true;
                        Last::Wrong(label)
                    }
                }
            }
            Action::Hint => {
                self.missed = true;
                Last::Hint(right.from)
            }
            Action::Show => {
                self.missed = true;
                self.solving.show().map_err(|_| ExerciseError::NotNow)?;
                Last::Shown(right.label)
            }
            Action::Reply { .. } | Action::Continue => return Err(ExerciseError::NotNow),
        };
        Ok(())
    }

    pub(crate) fn card(&self, board: Board) -> Card {
        let record = self.record();
        let is_solved = self.solving.is_solved();
        let puzzle = self.puzzle();
        Card {
            title: format!("Puzzle {}", puzzle.id),
            words: self.words(),
            tone: match self.last {
                Last::Begun | Last::Hint(_) | Last::Shown(_) => Tone::Ask,
                Last::Right => Tone::Right,
                Last::Wrong(_) => Tone::Wrong,
            },
            step: [self.solving.found(), puzzle.turns()],
            board,
            scene: record.present_scene(),
            below: self.side(),
            choices: if is_solved { Vec::new() } else { record.legal() },
            marked: match self.last {
                Last::Hint(square) => vec![square],
                Last::Begun | Last::Right | Last::Wrong(_) | Last::Shown(_) => Vec::new(),
            },
            state: if is_solved { State::Done } else { State::Open },
            first_try: if self.missed {
                Some(false)
            } else {
                is_solved.then_some(true)
            },
            doors: if is_solved {
                Vec::new()
            } else {
                vec![Door::Hint, Door::Show]
            },
        }
    }

    fn words(&self) -> String {
        let task = self.task_words();
        if self.solving.is_solved() {
            let about: Vec<&str> = self.puzzle().themes.iter().map(|theme| theme.name()).collect();
            let about = if about.is_empty() {
                String::new()
            } else {
                format!(" Themes: {}.", about.join(", "))
            };
            let rating = self.puzzle().rating();
            return match &self.last {
                Last::Shown(label) => format!("The move was {label}. Rated {rating}.{about}"),
                _ if self.missed => format!("Solved, with help. Rated {rating}.{about}"),
                _ => format!("Solved. Rated {rating}.{about}"),
            };
        }
        match &self.last {
            Last::Begun => task,
            Last::Right => "Right. Find the next move.".to_owned(),
            Last::Wrong(label) => format!("{label} is not the move. {task}"),
            Last::Hint(square) => format!("The piece on {square} moves. {task}"),
            Last::Shown(label) => format!("The move was {label}. Find the next one."),
        }
    }

    fn task_words(&self) -> String {
        let side = self.side();
        match self.puzzle().goal {
            Goal::Win => format!("{side} to move: one move wins."),
            Goal::Save => format!("{side} to move: one move saves the game."),
            Goal::Finish(moves) => {
                let left = moves as usize - self.solving.found().min(moves as usize - 1);
                format!("{side} to move: {side} {}.", self.record().wins_in(left as u32))
            }
        }
    }
}
