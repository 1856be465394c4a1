//! The card of a bot, and another level or thinking time for it at the same table.

use host::BotSpec;
use play::OfferedBot;
use ratatui::layout::Rect;

use crate::{
    canvas::{Canvas, rows},
    context::AppContext,
    form::Turn,
    keys::Action,
    offered::OfferedGame,
    screens::{Reply, Screen, Step, help::Help},
    widgets::menu::{Entry, Menu},
};

/// The column of what is said of a bot, after the names of the facts.
const FACTS: u16 = 10;
/// Lines are no longer than this.
const WIDEST: u16 = 72;

/// The card of a bot.
pub(crate) struct BotCard {
    game: OfferedGame,
    /// The bot at the table.
    seated: String,
    /// The bot that is looked at.
    shown: String,
    changing: Changing,
    menu: Menu,
}

/// Whether the bot at the table can be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Changing {
    Possible,
    Impossible,
}

/// An entry of the card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    Change,
    Level,
    Time,
    Back,
}

impl BotCard {
    pub(crate) fn new(game: OfferedGame, spec: &BotSpec, changing: Changing) -> BotCard {
        BotCard {
            game,
            seated: spec.to_string(),
            shown: spec.to_string(),
            changing,
            menu: Menu::default(),
        }
    }

    fn choices(&self) -> Vec<Choice> {
        let mut choices = match self.changing {
            Changing::Possible => vec![Choice::Change, Choice::Level],
            Changing::Impossible => vec![Choice::Level],
        };
        if self.times().len() > 1 {
            choices.push(Choice::Time);
        }
        choices.push(Choice::Back);
        choices
    }

    /// The level that is looked at, with each of its thinking times.
    fn times(&self) -> Vec<OfferedBot> {
        let bot = self.game.find_bot(&self.shown);
        bot.map(|bot| self.game.timed(&bot.level)).unwrap_or_default()
    }

    /// Changes the value of an entry.
    fn turn(&mut self, choice: Choice, turn: Turn) {
        let bot = self.game.find_bot(&self.shown);
        let (specs, at): (Vec<String>, Option<usize>) = match choice {
            Choice::Level => {
                let specs = self
                    .game
                    .levels()
                    .into_iter()
                    .map(|level| level.value)
                    .collect::<Vec<_>>();
                let at = bot.and_then(|bot| specs.iter().position(|spec| spec == bot.level.spec));
                (specs, at)
            }
            Choice::Time => {
                let specs: Vec<String> = self.times().iter().map(|bot| bot.spec.to_string()).collect();
                let at = specs.iter().position(|spec| *spec == self.shown);
                (specs, at)
            }
            Choice::Change | Choice::Back => return,
        };
        // A bot that is no level, such as a guest, has no place among them: the first follows it.
        let next = match (at, turn) {
            (None, _) => 0,
            (Some(at), Turn::On) => at + 1,
            (Some(at), Turn::Back) => at + specs.len() - 1,
        };
        if let Some(spec) = specs.get(next % specs.len().max(1)) {
            self.shown.clone_from(spec);
        }
    }

    fn chosen(&self) -> Option<Choice> {
        self.choices().get(self.menu.at).copied()
    }

    fn entry(&self, choice: Choice) -> Entry<'static> {
        match choice {
            Choice::Change if self.shown == self.seated => Entry::noted("Change", "choose another first".to_owned()),
            Choice::Change => Entry::noted("Change", format!("to {}", self.game.bot_name(&self.shown))),
            Choice::Level => {
                let bot = self.game.find_bot(&self.shown);
                let label = bot.and_then(|bot| self.game.ladder().get(bot.level.spec).map(play::Rung::label));
                Entry::valued("Level", label.unwrap_or_else(|| self.shown.clone()))
            }
            Choice::Time => {
                let bot = self.game.find_bot(&self.shown);
                Entry::valued("Thinks", bot.map(|bot| bot.time_words()).unwrap_or_default())
            }
            Choice::Back => Entry::plain("Back"),
        }
    }
}

impl Screen for BotCard {
    fn title(&self) -> String {
        format!("Bot: {}", self.game.bot_name(&self.shown))
    }

    fn menu(&mut self) -> Option<&mut Menu> {
        Some(&mut self.menu)
    }

    fn act(&mut self, action: Action, _context: &mut AppContext) -> Step {
        if self.menu.steer(action, self.choices().len()) {
            return Step::Stay;
        }
        match (action, self.chosen()) {
            (Action::Left, Some(choice)) => self.turn(choice, Turn::Back),
            (Action::Right, Some(choice)) | (Action::Enter, Some(choice @ (Choice::Level | Choice::Time))) => {
                self.turn(choice, Turn::On);
            }
            (Action::Enter, Some(Choice::Change)) if self.shown != self.seated => {
                return Step::Reply(Reply::Bot(BotSpec::stored(self.shown.as_str())));
            }
            (Action::Enter, Some(Choice::Back)) | (Action::Back, _) => return Step::Back,
            (Action::Help, _) => return Step::open(Help::default()),
            _ => {}
        }
        // A level may have no thinking time.
        self.menu.at = self.menu.at.min(self.choices().len() - 1);
        Step::Stay
    }

    fn touch_value(&mut self, place: usize, turn: Turn, _context: &mut AppContext) -> Step {
        self.menu.at = place;
        if let Some(choice) = self.chosen() {
            self.turn(choice, turn);
        }
        Step::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, _context: &AppContext) {
        let look = canvas.look;
        let (x, room) = (area.x + 1, area.width.saturating_sub(2).min(WIDEST));
        let entries: Vec<Entry<'_>> = self.choices().into_iter().map(|choice| self.entry(choice)).collect();
        // The choices are always in sight; a small window cuts what is said of the bot.
        let menu_rows = entries.len() as u16 + 1;
        let last = area.bottom().saturating_sub(menu_rows);
        let mut y = area.y;
        for (name, words) in self.game.bot_facts(&self.shown) {
            let indent = if name.is_empty() { 0 } else { FACTS };
            for (index, row) in rows(&words, room.saturating_sub(indent)).iter().enumerate() {
                if y >= last {
                    break;
                }
                if index == 0 {
                    canvas.words(x, y, indent, name, look.muted());
                }
                canvas.words(x + indent, y, room.saturating_sub(indent), row, look.ground());
                y += 1;
            }
        }
        let menu = Rect {
            x,
            y: (y + 1).min(last + 1),
            width: room,
            height: area.bottom().saturating_sub((y + 1).min(last + 1)),
        };
        self.menu.draw(canvas, menu, &entries);
    }
}
