//! A mission: the table judges it, this screen stores the result.

use host::{BotSpec, LiveGameSetup, LiveMessage, Message, ScenarioView};
use practice::Mission;

use super::super::mission_file::MissionFile;
use crate::{context::AppContext, screens::ask::Ask};

/// The game of a mission, without its seats, and who plays against the learner.
pub(super) fn setup(mission: &Mission) -> (LiveGameSetup, Vec<BotSpec>) {
    let game = LiveGameSetup {
        board: mission.scenario.start.board(),
        speed: mission.scenario.start.speed(),
        seats: Vec::new(),
        seed: mission.seed(),
        scenario: Some(Box::new(mission.scenario.clone())),
    };
    let bots = mission.bots.iter().map(|bot| BotSpec::stored(bot.to_string()));
    (game, bots.collect())
}

/// A mission that is played.
pub(super) struct MissionGuide {
    mission: &'static Mission,
    /// How many moves are left, where they are counted.
    moves: Option<u32>,
    won: Option<bool>,
}

impl MissionGuide {
    pub(super) const fn new(mission: &'static Mission) -> Self {
        MissionGuide {
            mission,
            moves: mission.scenario.moves,
            won: None,
        }
    }

    pub(super) const fn mission(&self) -> &'static Mission {
        self.mission
    }

    pub(super) const fn is_over(&self) -> bool {
        self.won.is_some()
    }

    /// Follows the table; stores the mission when it is won, and gives the window at its end.
    pub(super) fn hear(&mut self, message: &LiveMessage, context: &AppContext) -> Option<Ask> {
        let frame = match message {
            Message::Snapshot { view } => &view.frame,
            Message::Update { frame, .. } => frame,
            Message::Reply { .. }
            | Message::Refused { .. }
            | Message::Note { .. }
            | Message::Notice { .. }
            | Message::Closed { .. } => return None,
        };
        let ScenarioView { moves, won, .. } = frame.scenario.as_ref()?;
        self.moves = *moves;
        let was_over = self.is_over();
        self.won = *won;
        let (Some(won), Some(end), false) = (self.won, &frame.end, was_over) else {
            return None;
        };
        let fault = won.then(|| self.store(context)).flatten();
        Some(Ask::mission_over(won, &end.reason, self.mission.next()).adding(fault))
    }

    /// Stores that the mission was done; what went wrong, for people.
    fn store(&self, context: &AppContext) -> Option<String> {
        let (mut file, fault) = MissionFile::open(context.player_folder().as_deref());
        fault.or_else(|| file.add(self.mission).err())
    }

    pub(super) fn words(&self) -> String {
        let Mission { belt, title, task, .. } = self.mission;
        let moves = match self.moves {
            Some(1) => ", 1 move left".to_owned(),
            Some(left) => format!(", {left} moves left"),
            None => String::new(),
        };
        format!("{belt}: {title} ({} s{moves}). {task}", self.mission.seconds())
    }
}
