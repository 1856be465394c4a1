//! A table as it is kept, and from what is kept a table again.

use std::time::Duration;

use bots::Sitter;
use fastrand::Rng;
use play::{Moment, Refusal, Side};

use super::{
    Format,
    advice::Advice,
    turn::{Keeping, TurnSeat, TurnTable, setup},
};
use crate::{
    Control,
    game::{HallGame, Sheet},
    saved::{Ending, KeptControl, KeptTurn, SaveError, Saved},
};

/// Longer than any clock here; sums stay far from overflow.
const LONGEST: Duration = Duration::from_hours(24 * 30);

impl<R: HallGame> TurnTable<R> {
    /// The game as it is kept.
    pub(crate) fn saved(&self, now: Moment) -> Saved {
        let start = self.record.start().position_text();
        let turns = self.record.turns().zip(self.record.moments()).zip(&self.left);
        Saved {
            sitters: Side::BOTH.map(|side| self.seat(side).sitter().to_string()),
            names: Side::BOTH.map(|side| self.seat(side).given.clone()),
            control: self.clocks.control().map(KeptControl::from),
            seed: self.seed,
            manners: self.manners,
            touched: self.touched,
            turns: turns
                .map(|(((position, mv), moment), left)| KeptTurn {
                    code: position.code(mv),
                    moment: *moment,
                    left: *left,
                })
                .collect(),
            used: self.clocks.used(now).as_millis() as u64,
            ending: self.told.map(Ending::Told).or(self.ending),
            result: self.shown_end().map(|end| end.result),
            ..Saved::new(self.id.clone(), R::GAME, start, self.begun)
        }
    }

    /// A table for a game that was kept; every turn is played again.
    pub(crate) fn restore(saved: &Saved, hash: usize, keeping: Keeping) -> Result<Self, SaveError> {
        let start = R::read_position(&saved.start).map_err(|error| SaveError::Start(error.to_string()))?;
        let mut seats = Vec::new();
        for side in Side::BOTH {
            let sitter = Sitter::read(saved.game, &saved.sitters[side.index()])
                .map_err(|error| SaveError::Player(error.to_string()))?;
            let given = saved.names[side.index()].clone();
            seats.push(TurnSeat::new(sitter, given, setup(saved.seed, hash, side)));
        }
        let seats: [TurnSeat<R>; 2] = seats.try_into().map_err(|_| SaveError::Clock)?;
        let control = saved.control.map(checked).transpose()?;
        let mut table = TurnTable::new(saved.table.clone(), seats, start.position, control, saved.begun);
        table.seed = saved.seed;
        table.hash = hash;
        table.manners = saved.manners;
        table.random = Rng::with_seed(saved.seed ^ saved.turns.len() as u64);
        table.advice = Advice::new(setup(saved.seed, hash, Side::White));
        table.touched = saved.touched;
        table.keeping = keeping;
        for (index, turn) in saved.turns.iter().enumerate() {
            table
                .replay(turn)
                .map_err(|words| SaveError::Turn { turn: index + 1, words })?;
        }
        let used = Duration::from_millis(saved.used);
        if used > LONGEST {
            return Err(SaveError::Clock);
        }
        table.clocks.set_used(used);
        if let Some(ending) = saved.ending {
            table
                .restore_end(ending)
                .map_err(|refusal| SaveError::End(refusal.to_string()))?;
        }
        Ok(table)
    }

    fn replay(&mut self, turn: &KeptTurn) -> Result<(), String> {
        let before = self.record.position().clone();
        let side = before.turn();
        let mv = before.read_move(&turn.code).map_err(|error| error.to_string())?;
        match turn.moment {
            Some(moment) => self.record.play_at(mv, moment),
            None => self.record.play(mv),
        }
        .map_err(|refusal| refusal.to_string())?;
        if turn.left.is_some_and(|left| Duration::from_millis(left) > LONGEST) {
            return Err("its clock is wrong".to_owned());
        }
        self.clocks.replay(side, turn.left);
        self.left.push(turn.left);
        let mut ids = self.ids.last().cloned().expect("the start has its pieces");
        before.carry(mv, &mut ids);
        self.ids.push(ids);
        Ok(())
    }

    fn restore_end(&mut self, ending: Ending) -> Result<(), Refusal> {
        match ending {
            Ending::Resigned(side) => self.record.resign(side)?,
            Ending::Agreed => self.record.agree_draw()?,
            Ending::Claimed => self.record.claim_draw()?,
            Ending::Flagged(side) => self.record.flag(side)?,
            Ending::Forfeited(side, fault) => self.record.forfeit(side, fault)?,
            // The moves may tell the same.
            Ending::Told(winner) => self.told = Some(winner).filter(|_| self.record.outcome().is_none()),
        }
        self.ending = Some(ending).filter(|ending| !matches!(ending, Ending::Told(_)));
        Ok(())
    }

    /// The game in a form for people or programs.
    pub(crate) fn export(&self, format: Format, now: Moment) -> String {
        let names = Side::BOTH.map(|side| {
            let seat = self.seat(side);
            let known = seat.given.is_some() || seat.mind.is_some();
            known.then(|| self.name(side))
        });
        let sheet = Sheet {
            record: &self.record,
            names: [names[0].as_deref(), names[1].as_deref()],
            control: self.clocks.control(),
            left: &self.left,
            begun: self.begun,
            told: self.told,
        };
        match format {
            Format::Pgn => R::pgn(&sheet),
            Format::Sheet => R::sheet(&sheet),
            Format::Json => self.saved(now).text(),
            Format::Position => self.record.position().position_text(),
        }
    }
}

/// A control whose times can be.
fn checked(kept: KeptControl) -> Result<Control, SaveError> {
    let control = Control::from(kept);
    let (stock, increment) = match control {
        Control::Clock(control) => (control.base, control.increment),
        Control::EachMove(time) => (time, Duration::ZERO),
    };
    if stock.is_zero() || stock > LONGEST || increment > LONGEST {
        return Err(SaveError::Clock);
    }
    Ok(control)
}
