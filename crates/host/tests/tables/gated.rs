//! Hexapawn with bots whose thinking a test controls.

use std::{
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};

use hexapawn::{Move, Position};
use play::{
    About, Ask, Bot, BotCatalog, BotError, BotKind, BotTraits, Choice, DrawAnswer, GameId, Level, OpeningBook,
    OpeningError, OpeningSource, Purpose, Score, Setup, Side, SpecError, Thought,
};

use crate::support::DEADLINE;

pub(crate) const HEXAPAWN: GameId = GameId::new("hexapawn");

/// The bots: `quick` answers at once, `endless` thinks as long as it may, and `stubborn` until the test lets it.
/// The adviser is `endless`.
#[derive(Clone, Default)]
pub(crate) struct GatedBots(Arc<Gate>);

#[derive(Default)]
struct Gate {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// Who began to think, in order.
    begun: Vec<String>,
    open: bool,
}

impl GatedBots {
    /// Lets `stubborn` answer from now on.
    pub(crate) fn open_gate(&self) {
        self.lock().open = true;
        self.0.changed.notify_all();
    }

    /// Waits until a bot thinks.
    pub(crate) fn until_begun(&self, spec: &str) {
        let state = self.lock();
        let waits = |state: &mut State| !state.begun.iter().any(|begun| begun == spec);
        drop(self.0.changed.wait_while(state, waits));
    }

    /// Waits until a bot has begun to think more often than so many times.
    pub(crate) fn until_begun_more_than(&self, spec: &str, times: usize) {
        let seldom = |state: &mut State| state.begun.iter().filter(|begun| *begun == spec).count() <= times;
        let waited = self.0.changed.wait_timeout_while(self.lock(), DEADLINE, seldom);
        let (state, waited) = waited.unwrap_or_else(PoisonError::into_inner);
        drop(state);
        assert!(!waited.timed_out(), "{spec} does not begin again");
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl BotCatalog<Position> for GatedBots {
    fn levels(&self) -> &'static [Level] {
        &[]
    }

    fn read(&self, text: &str) -> Result<String, SpecError> {
        Ok(text.to_owned())
    }

    fn traits(&self, _spec: &str) -> BotTraits {
        BotTraits::default()
    }

    fn open(&self, spec: &str, _setup: Setup) -> Result<Box<dyn Bot<Position>>, BotError> {
        Ok(Box::new(GatedBot {
            about: About {
                name: spec.to_owned(),
                author: String::new(),
                version: None,
                kind: BotKind::Internal,
                level: None,
            },
            bots: self.clone(),
        }))
    }

    fn adviser(&self) -> &'static str {
        "endless"
    }

    fn openings(&self, _source: &OpeningSource<'_>) -> Result<OpeningBook, OpeningError> {
        Ok(OpeningBook {
            lines: Vec::new(),
            notices: Vec::new(),
        })
    }
}

struct GatedBot {
    about: About,
    bots: GatedBots,
}

impl Bot<Position> for GatedBot {
    fn about(&self) -> &About {
        &self.about
    }

    fn begin(&mut self, _seed: u64) -> Result<(), BotError> {
        Ok(())
    }

    fn choose(&mut self, ask: &mut Ask<'_, Position>) -> Result<Choice<Move>, BotError> {
        let mut state = self.bots.lock();
        state.begun.push(self.about.name.clone());
        self.bots.0.changed.notify_all();
        if self.about.name == "stubborn" {
            let waits = |state: &mut State| !state.open;
            state = self
                .bots
                .0
                .changed
                .wait_while(state, waits)
                .unwrap_or_else(PoisonError::into_inner);
        }
        drop(state);
        let best = *ask.record.legal().first().ok_or(BotError::NoMoves)?;
        if let Purpose::Study { .. } = ask.purpose {
            (ask.report)(Thought {
                depth: 1,
                rank: 1,
                score: Score::Centipawns(0),
                nodes: 1,
                elapsed: ask.watch.elapsed(),
                line: vec![best],
            });
        }
        let time = ask.budget.allotment(Side::White);
        let is_over =
            |ask: &Ask<'_, Position>| ask.stop.is_raised() || time.is_some_and(|time| ask.watch.elapsed() >= time);
        while self.about.name == "endless" && !is_over(ask) {
            thread::yield_now();
        }
        Ok(Choice::Move(best))
    }

    fn answer_draw(&mut self, _ask: &mut Ask<'_, Position>, _side: Side) -> Result<DrawAnswer, BotError> {
        Ok(DrawAnswer::Decline)
    }
}
