//! A person's turn: a line is typed, and the table of the hall is asked for what it says.

use std::io::Write;

use hall::{Asked, Format, Input};
use play::Side;

use super::{
    News, Table, Then,
    game::TableGame,
    shown, side_of,
    typed::{self, Typed},
};
use crate::line;

impl<R: TableGame> Table<R> {
    /// Takes a line from a person and does what it says; comes back as well when the game changes meanwhile.
    pub(super) fn hear(&mut self) -> anyhow::Result<Then> {
        let side = self.turn();
        let running = self.left(side).filter(|_| self.frame.end.is_none());
        if self.prompts {
            match running {
                Some(left) => write!(self.out, "{side} {}> ", shown(left))?,
                None => write!(self.out, "{side}> ")?,
            }
            self.out.flush()?;
        }
        if self.lines.have_ended() {
            return self.leave_unfinished();
        }
        self.lines.ask();
        let ended = self.frame.end.is_some();
        loop {
            match self.news.recv()? {
                News::Told(told) => {
                    self.hear_told(told)?;
                    if self.frame.end.is_some() != ended {
                        writeln!(self.out)?;
                        return Ok(Then::GoOn);
                    }
                }
                News::Line(text) => {
                    self.lines.came();
                    return self.obey(&text?);
                }
                News::NoMoreLines => return self.leave_unfinished(),
            }
        }
    }

    fn leave_unfinished(&mut self) -> anyhow::Result<Then> {
        if self.frame.end.is_none() {
            writeln!(self.out, "The game is not finished.")?;
        }
        Ok(Then::Leave)
    }

    fn obey(&mut self, text: &str) -> anyhow::Result<Then> {
        match Typed::read(text) {
            Typed::Nothing => {}
            Typed::Help => writeln!(self.out, "{}\n{}", R::TYPING, typed::HELP)?,
            Typed::Board => self.show_board()?,
            Typed::Moves => self.show_moves()?,
            Typed::Fen => writeln!(self.out, "{}", self.frame.scene.text)?,
            Typed::Record => {
                let sheet = self.hall.export(self.desk.table(), Format::Sheet)?;
                writeln!(self.out, "{}", sheet.trim_end())?;
            }
            Typed::Show(turns) => self.show_earlier(turns)?,
            Typed::Thoughts => {
                self.shows_thoughts = !self.shows_thoughts;
                let state = if self.shows_thoughts { "shown" } else { "hidden" };
                writeln!(self.out, "Thoughts of bots are {state}.")?;
                self.wish(Input::Listen {
                    on: self.shows_thoughts,
                })?;
            }
            Typed::Undo => self.wish(Input::Undo)?,
            Typed::Draw => self.offer_draw()?,
            Typed::Resign => self.wish(Input::Resign)?,
            Typed::Quit => return Ok(Then::Leave),
            Typed::Move(text) => self.persons_move(text)?,
        }
        Ok(Then::GoOn)
    }

    /// Sends a wish and waits for its answer; what happens meanwhile is told.
    fn ask(&mut self, input: Input) -> anyhow::Result<Result<(), String>> {
        let number = self.desk.send(input);
        loop {
            if let News::Told(told) = self.news.recv()?
                && let Some((request, answer)) = self.hear_told(told)?
                && request == number
            {
                return Ok(answer);
            }
        }
    }

    /// Sends a wish and tells if it is not possible.
    fn wish(&mut self, input: Input) -> anyhow::Result<()> {
        if let Err(words) = self.ask(input)? {
            writeln!(self.out, "Not possible: {words}.")?;
        }
        Ok(())
    }

    fn persons_move(&mut self, text: &str) -> anyhow::Result<()> {
        if self.frame.end.is_some() {
            return Ok(writeln!(self.out, "{}", R::AFTER_THE_END)?);
        }
        let text = text.to_owned();
        // A flag that falls on the way is announced by itself.
        if let Err(words) = self.ask(Input::Typed { text })?
            && self.frame.end.is_none()
        {
            writeln!(self.out, "{}", R::sorry(&words))?;
        }
        Ok(())
    }

    /// Claims a draw that can be claimed; otherwise offers one to the other side and waits for the answer.
    fn offer_draw(&mut self) -> anyhow::Result<()> {
        self.wish(Input::Offer { what: Asked::Draw })?;
        while let Some(by) = self.frame.offer.and_then(|offer| side_of(offer.by)) {
            if self.is_person(by.other()) {
                return self.ask_person(by.other());
            }
            self.await_news()?;
        }
        Ok(())
    }

    fn ask_person(&mut self, asked: Side) -> anyhow::Result<()> {
        writeln!(self.out, "{asked}, do you agree to a draw? (yes or no)")?;
        self.lines.ask();
        let mut yes = false;
        while self.frame.end.is_none() {
            match self.news.recv()? {
                News::Told(told) => drop(self.hear_told(told)?),
                News::Line(text) => {
                    self.lines.came();
                    yes = matches!(text?.to_lowercase().as_str(), "yes" | "y");
                    break;
                }
                News::NoMoreLines => {
                    self.lines.end();
                    break;
                }
            }
        }
        if self.frame.end.is_none() {
            self.wish(Input::Answer { yes })?;
        }
        Ok(())
    }

    fn show_moves(&mut self) -> anyhow::Result<()> {
        let mut labels: Vec<&str> = self.frame.choices.iter().map(|choice| choice.label.as_str()).collect();
        labels.sort_unstable();
        Ok(writeln!(self.out, "{}", line::joined(labels))?)
    }

    /// The board as it was; the game stays where it is.
    fn show_earlier(&mut self, turns: usize) -> anyhow::Result<()> {
        match self.ask(Input::Look { ply: turns })? {
            Ok(()) => {
                if let Some(scene) = self.looked_at.take() {
                    let position = R::read_position(&scene.text)?.position;
                    writeln!(self.out, "{}", position.draw(self.viewer()))?;
                }
            }
            Err(words) => writeln!(self.out, "{words}.")?,
        }
        Ok(())
    }
}
