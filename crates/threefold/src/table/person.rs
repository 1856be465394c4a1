//! A person's turn: a line is typed and the table does what it says.

use std::{
    io::Write,
    time::{Duration, Instant},
};

use play::{Ask, Budget, DrawAnswer, Purpose, Refusal, Side, Stop, Stopwatch};

use super::{
    Seat, Table, Then,
    game::{Sheet, TableGame},
    lines::Heard,
    shown,
    typed::{self, Typed},
};
use crate::line;

/// How long a bot may think about a draw offer.
const ANSWER_TIME: Duration = Duration::from_millis(200);

impl<R: TableGame> Table<R> {
    /// Takes a line from a person and does what it says.
    pub(super) fn hear(&mut self) -> anyhow::Result<Then> {
        let side = self.record.turn();
        let running = self.clock.filter(|_| self.record.outcome().is_none());
        if self.prompts {
            match running {
                Some(clock) => {
                    let left = clock.running(side, self.turn_began.elapsed());
                    write!(self.out, "{side} {}> ", shown(left))?;
                }
                None => write!(self.out, "{side}> ")?,
            }
            self.out.flush()?;
        }
        let limit = running.map(|clock| clock.running(side, self.turn_began.elapsed()));
        match self.lines.next(limit)? {
            Heard::Line(text) => self.obey(&text),
            Heard::Nothing => {
                writeln!(self.out)?;
                self.spend_time();
                Ok(Then::GoOn)
            }
            Heard::End => {
                if self.record.outcome().is_none() {
                    writeln!(self.out, "The game is not finished.")?;
                }
                Ok(Then::Leave)
            }
        }
    }

    fn obey(&mut self, text: &str) -> anyhow::Result<Then> {
        match Typed::read(text) {
            Typed::Nothing => {}
            Typed::Help => writeln!(self.out, "{}\n{}", R::TYPING, typed::HELP)?,
            Typed::Board => self.show_board()?,
            Typed::Moves => self.show_moves()?,
            Typed::Fen => writeln!(self.out, "{}", self.record.position().position_text())?,
            Typed::Record => writeln!(self.out, "{}", self.sheet().trim_end())?,
            Typed::Show(turns) => self.show_earlier(turns)?,
            Typed::Thoughts => {
                self.shows_thoughts = !self.shows_thoughts;
                let state = if self.shows_thoughts { "shown" } else { "hidden" };
                writeln!(self.out, "Thoughts of bots are {state}.")?;
            }
            Typed::Undo => self.undo()?,
            Typed::Draw => self.offer_draw()?,
            Typed::Resign => {
                let done = self.record.resign(self.record.turn());
                self.tell(done)?;
            }
            Typed::Quit => return Ok(Then::Leave),
            Typed::Move(text) => self.persons_move(text)?,
        }
        Ok(Then::GoOn)
    }

    fn persons_move(&mut self, text: &str) -> anyhow::Result<()> {
        if self.record.outcome().is_some() {
            return Ok(writeln!(self.out, "{}", R::AFTER_THE_END)?);
        }
        match self.record.position().read_move(text) {
            Ok(mv) => self.make(mv),
            Err(error) => Ok(writeln!(self.out, "{}", R::sorry(&error))?),
        }
    }

    /// Claims a draw that can be claimed; otherwise offers one to the other side.
    fn offer_draw(&mut self) -> anyhow::Result<()> {
        if self.record.claim().is_some() || self.record.outcome().is_some() {
            let done = self.record.claim_draw();
            return self.tell(done);
        }
        let asked = self.record.turn().other();
        let answer = match &mut self.seats[asked.index()] {
            Seat::Person => self.ask_person(asked)?,
            Seat::Bot { bot, .. } => {
                let asked_at = Instant::now();
                let mut ask = Ask {
                    record: &self.record,
                    budget: Budget::move_time(ANSWER_TIME),
                    stop: &Stop::new(),
                    watch: &Stopwatch::start(),
                    purpose: Purpose::Game,
                    report: &mut |_| {},
                };
                // A guest that cannot answer does not agree; if it is gone, its own turn will tell.
                let answer = bot.answer_draw(&mut ask, asked).unwrap_or(DrawAnswer::Decline);
                // The one who waits for the answer does not pay for it.
                self.turn_began += asked_at.elapsed();
                answer
            }
        };
        match answer {
            DrawAnswer::Accept => {
                let done = self.record.agree_draw();
                self.tell(done)
            }
            DrawAnswer::Decline => Ok(writeln!(self.out, "{asked} declines the draw.")?),
        }
    }

    fn ask_person(&mut self, asked: Side) -> anyhow::Result<DrawAnswer> {
        writeln!(self.out, "{asked}, do you agree to a draw? (yes or no)")?;
        let running = self.clock.filter(|_| self.record.outcome().is_none());
        let limit = running.map(|clock| clock.running(asked.other(), self.turn_began.elapsed()));
        let agreed = match self.lines.next(limit)? {
            Heard::Line(text) => matches!(text.to_lowercase().as_str(), "yes" | "y"),
            Heard::Nothing | Heard::End => false,
        };
        Ok(if agreed {
            DrawAnswer::Accept
        } else {
            DrawAnswer::Decline
        })
    }

    /// Back to the last turn of a person before this one.
    fn undo(&mut self) -> anyhow::Result<()> {
        let plies = self.record.moves().len();
        let target = (0..plies).rev().find(|&ply| {
            let turn = self.record.position_after(ply).map(play::Rules::turn);
            turn.is_some_and(|side| self.seats[side.index()].is_person())
        });
        let Some(target) = target else {
            return self.tell(Err(Refusal::NothingToUndo));
        };
        if let Err(refusal) = self.undos.spend() {
            return self.tell(Err(refusal));
        }
        while self.record.moves().len() > target {
            self.record.undo()?;
            self.clock = self.earlier_clocks.pop().flatten();
        }
        self.turn_began = Instant::now();
        self.show_board()
    }

    fn tell(&mut self, done: Result<(), Refusal>) -> anyhow::Result<()> {
        if let Err(refusal) = done {
            writeln!(self.out, "Not possible: {refusal}.")?;
        }
        Ok(())
    }

    fn show_moves(&mut self) -> anyhow::Result<()> {
        let position = self.record.position();
        let mut labels: Vec<String> = self.record.legal().iter().map(|&mv| position.label(mv)).collect();
        labels.sort_unstable();
        Ok(writeln!(self.out, "{}", line::joined(labels))?)
    }

    fn sheet(&self) -> String {
        let names = Side::BOTH.map(|side| match &self.seats[side.index()] {
            Seat::Person => None,
            Seat::Bot { bot, .. } => Some(bot.about().name.as_str()),
        });
        R::sheet(&Sheet {
            record: &self.record,
            names,
            earlier_clocks: &self.earlier_clocks,
            clock: self.clock,
        })
    }

    /// The board as it was; the game stays where it is.
    fn show_earlier(&mut self, turns: usize) -> anyhow::Result<()> {
        let viewer = self.viewer();
        match self.record.position_after(turns) {
            Some(position) => writeln!(self.out, "{}", position.draw(viewer))?,
            None => writeln!(self.out, "Only {} turns have been played.", self.record.moves().len())?,
        }
        Ok(())
    }
}
