//! A live table with a task: the lesson of Kung Fu Chess, or a mission.

mod lesson;
mod mission;

use std::time::Instant;

use arena::MatchUpdate;
use host::{BotSpec, GameSetup, LiveGameSetup, LiveMessage, NewTableSetup, Occupant, SeatNumber, Visibility};
use ratatui::layout::Rect;

use crate::{
    canvas::Canvas,
    context::AppContext,
    form::Turn,
    keys::{Action, KeyContext},
    screens::{
        Reply, Screen, Sight, Step, Touch,
        ask::Ask,
        play::{LiveTable, Play},
    },
    visit::{TableMessage, TableView, sentence},
    widgets::menu::Menu,
};
use lesson::LessonGuide;
use mission::MissionGuide;

/// A live table with a guide; everything but the words, and the end of a mission, is the table's own.
pub(crate) struct CoachScreen {
    table: LiveTable,
    guide: Guide,
}

/// What the words are about.
enum Guide {
    Lesson(LessonGuide),
    Mission(MissionGuide),
}

impl CoachScreen {
    /// Opens a table for the lesson.
    pub(crate) fn lesson(context: &mut AppContext) -> Result<Self, String> {
        let guide = Guide::Lesson(LessonGuide::default());
        let seed = context.random.u64(..);
        CoachScreen::open(context, guide, lesson::setup(seed))
    }

    /// Opens a table for a mission.
    pub(crate) fn mission(context: &mut AppContext, mission: &'static practice::Mission) -> Result<Self, String> {
        let guide = Guide::Mission(MissionGuide::new(mission));
        CoachScreen::open(context, guide, mission::setup(mission))
    }

    /// Opens a table with the learner on the first seat and bots on the others.
    fn open(
        context: &mut AppContext,
        guide: Guide,
        (game, bots): (LiveGameSetup, Vec<BotSpec>),
    ) -> Result<Self, String> {
        let you = Occupant::Person(context.players.you.id);
        let seats = [you].into_iter().chain(bots.into_iter().map(Occupant::Bot));
        let setup = NewTableSetup {
            visibility: Visibility::Private,
            game: GameSetup::Live(LiveGameSetup {
                seats: seats.collect(),
                ..game
            }),
        };
        let players = [context.players.you.new_player()];
        let table = context.host.create(&setup, &players, Vec::new());
        let table = table.map_err(|error| sentence(&error.to_string()))?;
        let mut screen = CoachScreen {
            table: Play::live(context, &table, &[SeatNumber(0)])?,
            guide,
        };
        screen.table.ask_for(screen.words());
        Ok(screen)
    }

    fn words(&self) -> String {
        match &self.guide {
            Guide::Lesson(guide) => guide.words(),
            Guide::Mission(guide) => guide.words(),
        }
    }

    /// Follows the table; the window at the end of a mission.
    fn hear(&mut self, message: &LiveMessage, context: &AppContext) -> Option<Ask> {
        match &mut self.guide {
            Guide::Lesson(guide) => {
                guide.hear(message);
                None
            }
            Guide::Mission(guide) => guide.hear(message, context),
        }
    }
}

impl Screen for CoachScreen {
    fn title(&self) -> String {
        self.table.title()
    }

    fn key_contexts(&self) -> &'static [KeyContext] {
        self.table.key_contexts()
    }

    fn menu(&mut self) -> Option<&mut Menu> {
        self.table.menu()
    }

    fn act(&mut self, action: Action, context: &mut AppContext) -> Step {
        match (self.table.act(action, context), &self.guide) {
            // A mission that is left does not wait: it is begun again.
            (Step::Open(_), Guide::Mission(_)) if action == Action::Back => Step::open(Ask::leave_mission()),
            (step, _) => step,
        }
    }

    fn touch_entry(&mut self, place: usize, context: &mut AppContext) -> Step {
        self.table.touch_entry(place, context)
    }

    fn touch_value(&mut self, place: usize, turn: Turn, context: &mut AppContext) -> Step {
        self.table.touch_value(place, turn, context)
    }

    fn touch(&mut self, touch: Touch) -> Step {
        self.table.touch(touch)
    }

    fn reply(&mut self, reply: Reply, context: &mut AppContext) -> Step {
        let Guide::Mission(guide) = &self.guide else {
            return self.table.reply(reply, context);
        };
        let wanted = match reply {
            Reply::Rematch => Some(guide.mission()),
            Reply::Next => guide.mission().next(),
            Reply::Leave if !guide.is_over() => {
                self.table.reply(Reply::Resign, context);
                return Step::Back;
            }
            other => return self.table.reply(other, context),
        };
        match wanted.map(|mission| CoachScreen::mission(context, mission)) {
            Some(Ok(screen)) => Step::replace(screen),
            // The missions are beneath, and say what is wrong with the store.
            Some(Err(_)) | None => Step::Back,
        }
    }

    fn subscriber(&self) -> Option<u64> {
        self.table.subscriber()
    }

    fn table(&self) -> Option<TableView<'_>> {
        self.table.table()
    }

    fn message(&mut self, message: TableMessage, context: &mut AppContext) -> Step {
        let window = if let TableMessage::Live(message) = &message {
            self.hear(message, context)
        } else {
            None
        };
        self.table.ask_for(self.words());
        let step = self.table.message(message, context);
        window.map_or(step, Step::open)
    }

    fn match_update(&mut self, update: MatchUpdate) {
        self.table.match_update(update);
    }

    fn tried(&mut self, result: Result<(), String>, context: &mut AppContext) -> Step {
        self.table.tried(result, context)
    }

    fn refresh(&mut self, context: &AppContext) {
        self.table.refresh(context);
    }

    fn show(&mut self, sight: Sight) {
        self.table.show(sight);
    }

    fn suspend(&mut self) {
        self.table.suspend();
    }

    fn pass(&mut self, now: Instant) {
        self.table.pass(now);
    }

    fn next_change(&self, now: Instant) -> Option<Instant> {
        self.table.next_change(now)
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, context: &AppContext) {
        self.table.draw(canvas, area, context);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{canvas::rows, screens::play::TASK_ROWS};

    /// The columns of the smallest window without its margins.
    const COLUMNS: u16 = 38;

    #[test]
    fn every_task_fits_above_the_board_of_the_smallest_window() {
        let lesson = practice::live_lesson();
        let of = lesson.steps.len();
        let steps = (1..).zip(&lesson.steps);
        let steps = steps.map(|(at, step)| format!("Lesson {at} of {of}. {}", step.words));
        let missions = practice::missions()
            .iter()
            .map(|mission| MissionGuide::new(mission).words());
        for words in steps.chain(missions) {
            assert!(rows(&words, COLUMNS).len() <= usize::from(TASK_ROWS), "{words}");
        }
    }
}
