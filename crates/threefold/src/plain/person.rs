//! A person's turn: reads a line and sends the command to the table.

use std::io::Write;

use host::{Command, CommonCommand, ExportFormat, OfferAnswer, OfferKind, Refusal, Switch, TurnAnswer, TurnCommand};
use play::Side;

use super::{
    Input, PlainTable, Then, shown, side_of,
    typed::{self, Typed},
};
use crate::line;

impl PlainTable {
    /// Takes a line from a person and does what it says; returns early if the game ends meanwhile.
    pub(super) fn read_line(&mut self) -> anyhow::Result<Then> {
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
            match self.inputs.recv()? {
                Input::Message(message) => {
                    self.receive(message)?;
                    if self.frame.end.is_some() != ended {
                        writeln!(self.out)?;
                        return Ok(Then::GoOn);
                    }
                }
                Input::Line(text) => {
                    self.lines.came();
                    return self.obey(&text?);
                }
                Input::NoMoreLines => return self.leave_unfinished(),
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
            Typed::Help => writeln!(self.out, "{}\n{}", self.module.typing(), typed::HELP)?,
            Typed::Board => self.show_board()?,
            Typed::Moves => self.show_moves()?,
            Typed::Fen => writeln!(self.out, "{}", self.frame.scene.text)?,
            Typed::Record => {
                let sheet = self.host.export(self.client.table(), ExportFormat::Sheet)?;
                writeln!(self.out, "{}", sheet.trim_end())?;
            }
            Typed::Show(plies) => self.show_earlier(plies)?,
            Typed::Thoughts => {
                self.shows_thoughts = !self.shows_thoughts;
                let (state, analysis) = if self.shows_thoughts {
                    ("shown", Switch::On)
                } else {
                    ("hidden", Switch::Off)
                };
                writeln!(self.out, "Thoughts of bots are {state}.")?;
                self.command(Command::Own(TurnCommand::Analyse { analysis }))?;
            }
            Typed::Undo => self.command(Command::Own(TurnCommand::TakeBack))?,
            Typed::Draw => self.offer_draw()?,
            Typed::Resign => self.command(Command::Common(CommonCommand::Resign))?,
            Typed::Quit => return Ok(Then::Leave),
            Typed::Move(text) => self.persons_move(text)?,
        }
        Ok(Then::GoOn)
    }

    /// Sends a command and waits for its answer; what happens meanwhile is shown.
    fn ask(&mut self, command: Command<TurnCommand>) -> anyhow::Result<Result<TurnAnswer, (Refusal, String)>> {
        let sent = self.client.send(command);
        loop {
            if let Input::Message(message) = self.inputs.recv()?
                && let Some((id, answer)) = self.receive(message)?
                && id == sent
            {
                return Ok(answer);
            }
        }
    }

    /// Sends a command and says so if it is refused.
    fn command(&mut self, command: Command<TurnCommand>) -> anyhow::Result<()> {
        if let Err((_, words)) = self.ask(command)? {
            writeln!(self.out, "Not possible: {words}.")?;
        }
        Ok(())
    }

    fn persons_move(&mut self, text: &str) -> anyhow::Result<()> {
        let over = self.frame.end.is_some();
        let text = text.to_owned();
        // A loss on time in between is announced separately.
        if let Err((_, words)) = self.ask(Command::Own(TurnCommand::Type { text }))?
            && self.frame.end.is_some() == over
        {
            writeln!(self.out, "{words}")?;
        }
        Ok(())
    }

    /// Claims a draw that can be claimed; otherwise offers one to the other side and waits for the answer.
    fn offer_draw(&mut self) -> anyhow::Result<()> {
        self.command(Command::Common(CommonCommand::Offer { what: OfferKind::Draw }))?;
        while let Some(by) = self.frame.offer.and_then(|offer| side_of(offer.by)) {
            if self.is_person(by.other()) {
                return self.ask_person(by.other());
            }
            self.await_message()?;
        }
        Ok(())
    }

    fn ask_person(&mut self, asked: Side) -> anyhow::Result<()> {
        writeln!(self.out, "{asked}, do you agree to a draw? (yes or no)")?;
        self.lines.ask();
        let mut answer = OfferAnswer::Decline;
        while self.frame.end.is_none() {
            match self.inputs.recv()? {
                Input::Message(message) => drop(self.receive(message)?),
                Input::Line(text) => {
                    self.lines.came();
                    if matches!(text?.to_lowercase().as_str(), "yes" | "y") {
                        answer = OfferAnswer::Accept;
                    }
                    break;
                }
                Input::NoMoreLines => {
                    self.lines.end();
                    break;
                }
            }
        }
        if self.frame.end.is_none() {
            self.command(Command::Common(CommonCommand::Answer { answer }))?;
        }
        Ok(())
    }

    fn show_moves(&mut self) -> anyhow::Result<()> {
        let mut labels: Vec<&str> = self.frame.choices.iter().map(|choice| choice.label.as_str()).collect();
        labels.sort_unstable();
        Ok(writeln!(self.out, "{}", line::joined(labels))?)
    }

    /// The board as it was; the game stays where it is.
    fn show_earlier(&mut self, ply: usize) -> anyhow::Result<()> {
        match self.ask(Command::Own(TurnCommand::Look { ply }))? {
            Ok(TurnAnswer::Scene { scene, .. }) => self.show_position(&scene.text),
            Ok(TurnAnswer::Done | TurnAnswer::Hint { .. }) => Ok(()),
            Err((_, words)) => Ok(writeln!(self.out, "{words}.")?),
        }
    }
}
