//! Puzzles, lessons and drills: what is offered, and the exercise that was chosen.

mod coach;
mod exercise;
mod file;
mod mission_file;
mod own;
mod source;

use std::{sync::Arc, time::Instant};

use play::{GameId, Registry};
use practice::{Belt, DrillTheme, Mission, drills, lesson, live_lesson, missions};
use puzzles::{Set, Theme};
use ratatui::layout::Rect;

use crate::{
    canvas::{Canvas, rows},
    context::AppContext,
    keys::Action,
    offered::OfferedGame,
    screens::{Screen, Step, help::Help, rules::Rules},
    status::Status,
    widgets::menu::{Entry, Menu},
};
use coach::CoachScreen;
use exercise::ExerciseScreen;
use file::PracticeFile;
use mission_file::MissionFile;
use own::OwnGames;
pub(crate) use source::Source;

/// A list of exercises.
pub(crate) struct PracticeMenu {
    kind: Kind,
    entries: Vec<Offer>,
    menu: Menu,
    file: PracticeFile,
    done: MissionFile,
    registry: Arc<Registry>,
    status: Status,
    /// Games that are being searched for mistakes.
    searching: Option<OwnGames>,
}

/// Which list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Puzzles of all games.
    Puzzles,
    /// Themes of the puzzles of a game.
    Themes(GameId),
    /// First lessons.
    Lessons,
    /// Endgame drills.
    Drills,
    /// The belts of the missions of Kung Fu Chess.
    Belts,
    /// The missions of a belt.
    Missions(Belt),
}

/// An entry.
struct Offer {
    name: String,
    note: String,
    door: Door,
}

/// Where an entry leads to.
#[derive(Clone, Copy)]
enum Door {
    Exercise(Source),
    /// The lesson of Kung Fu Chess, at a table.
    LiveLesson,
    /// Another list.
    List(Kind),
    Mission(&'static Mission),
    Themes(GameId),
    /// Puzzles are made of the player's own games.
    MakeOwn(GameId),
}

impl Door {
    /// The game whose rules are practised.
    fn game(self) -> Option<GameId> {
        match self {
            Door::Exercise(source) => Some(source.game()),
            Door::LiveLesson | Door::Mission(_) | Door::List(Kind::Belts | Kind::Missions(_)) => {
                Some(OfferedGame::Live.id())
            }
            Door::Themes(game) | Door::MakeOwn(game) | Door::List(Kind::Themes(game)) => Some(game),
            Door::List(Kind::Puzzles | Kind::Lessons | Kind::Drills) => None,
        }
    }
}

impl PracticeMenu {
    pub(crate) fn new(kind: Kind, context: &AppContext) -> Self {
        let folder = context.player_folder();
        let (file, fault) = PracticeFile::open(folder.as_deref());
        let (done, missions_fault) = MissionFile::open(folder.as_deref());
        let fault = match kind {
            Kind::Belts | Kind::Missions(_) => missions_fault,
            Kind::Puzzles | Kind::Themes(_) | Kind::Lessons | Kind::Drills => fault,
        };
        let registry = context.host.registry();
        PracticeMenu {
            entries: offers(kind, &registry, &file, &done),
            done,
            kind,
            menu: Menu::default(),
            file,
            registry,
            status: fault.map_or_else(Status::default, Status::refusal),
            searching: None,
        }
    }

    fn go(&mut self, context: &mut AppContext) -> Step {
        let Some(offer) = self.entries.get(self.menu.at) else {
            return Step::Stay;
        };
        match offer.door {
            Door::LiveLesson => return self.coach(CoachScreen::lesson(context)),
            Door::Mission(mission) => return self.coach(CoachScreen::mission(context, mission)),
            Door::List(kind) => return Step::open(PracticeMenu::new(kind, context)),
            Door::Themes(game) => return Step::open(PracticeMenu::new(Kind::Themes(game), context)),
            Door::MakeOwn(game) => {
                let (searching, words) = OwnGames::search(context, &self.registry, game);
                self.searching = searching;
                self.status = Status::calm(words);
                return Step::Stay;
            }
            Door::Exercise(source) => {
                let (file, registry) = (self.file.clone(), self.registry.clone());
                match ExerciseScreen::open(source, file, registry, &mut context.random) {
                    Ok(screen) => return Step::open(screen),
                    Err(words) => self.status = Status::refusal(words),
                }
            }
        }
        Step::Stay
    }
}

impl PracticeMenu {
    /// Goes to a table, or says why there is none.
    fn coach(&mut self, opened: Result<CoachScreen, String>) -> Step {
        match opened {
            Ok(screen) => return Step::open(screen),
            Err(words) => self.status = Status::refusal(words),
        }
        Step::Stay
    }
}

impl Screen for PracticeMenu {
    fn title(&self) -> String {
        match self.kind {
            Kind::Puzzles => "Puzzles".to_owned(),
            Kind::Themes(_) => "Puzzles by theme".to_owned(),
            Kind::Lessons => "Lessons".to_owned(),
            Kind::Drills => "Endgame drills".to_owned(),
            Kind::Belts => "Kung Fu missions".to_owned(),
            Kind::Missions(belt) => format!("Kung Fu missions: {belt}"),
        }
    }

    fn menu(&mut self) -> Option<&mut Menu> {
        Some(&mut self.menu)
    }

    fn act(&mut self, action: Action, context: &mut AppContext) -> Step {
        if self.menu.steer(action, self.entries.len()) {
            return Step::Stay;
        }
        match action {
            Action::Enter | Action::Right => self.go(context),
            Action::Help => Step::open(Help::default()),
            Action::Rules => {
                let game = self.entries.get(self.menu.at).and_then(|offer| offer.door.game());
                let game = game.and_then(|game| OfferedGame::find(&context.host, game));
                game.map_or(Step::Stay, |game| Step::open(Rules::of(&game)))
            }
            Action::Back => Step::Back,
            _ => Step::Stay,
        }
    }

    fn refresh(&mut self, context: &AppContext) {
        let at = self.menu.at;
        *self = PracticeMenu::new(self.kind, context);
        self.menu.at = at.min(self.entries.len().saturating_sub(1));
    }

    fn pass(&mut self, _: Instant) {
        let Some(searching) = &mut self.searching else { return };
        if let Some(words) = searching.receive(&mut self.file) {
            self.status = words;
            self.entries = offers(self.kind, &self.registry, &self.file, &self.done);
        }
        if searching.is_over() {
            self.searching = None;
        }
    }

    fn next_change(&self, now: Instant) -> Option<Instant> {
        self.searching.as_ref().map(|_| now + own::LOOK)
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, _: &AppContext) {
        let entries: Vec<Entry<'_>> = self
            .entries
            .iter()
            .map(|offer| Entry::noted(&offer.name, offer.note.clone()))
            .collect();
        let words = rows(&self.status.words, area.width.saturating_sub(4));
        let foot = if self.status.is_empty() {
            0
        } else {
            words.len() as u16 + 1
        };
        let menu = Rect {
            x: area.x + 2,
            y: area.y + 1,
            width: area.width.saturating_sub(4),
            height: area.height.saturating_sub(foot + 1),
        };
        self.menu.draw(canvas, menu, &entries);
        let below = Rect {
            y: menu.y + entries.len() as u16 + 1,
            height: menu.height.saturating_sub(entries.len() as u16 + 1),
            ..menu
        };
        let taken = self.menu.draw_cut_note(canvas, menu, below, &entries);
        if let Some(Door::Mission(mission)) = self.entries.get(self.menu.at).map(|offer| offer.door) {
            let first = below.y + taken + taken.min(1);
            for (y, row) in (first..below.bottom()).zip(rows(&mission.task, below.width)) {
                canvas.words(below.x, y, below.width, &row, canvas.look.ground());
            }
        }
        let style = self.status.style(canvas.look);
        for (y, row) in (area.bottom().saturating_sub(foot)..area.bottom()).zip(&words) {
            canvas.words(area.x + 2, y, area.width.saturating_sub(4), row, style);
        }
    }
}

fn offers(kind: Kind, registry: &Registry, file: &PracticeFile, done: &MissionFile) -> Vec<Offer> {
    match kind {
        Kind::Puzzles => registry
            .games()
            .flat_map(|module| puzzle_offers(module.id(), module.name(), file))
            .collect(),
        Kind::Themes(game) => Set::shipped(game)
            .themes()
            .into_iter()
            .map(|theme| theme_offer(game, theme))
            .collect(),
        Kind::Lessons => {
            let offered = registry.games().filter_map(|module| {
                let lesson = lesson(module.id())?;
                Some(Offer {
                    name: module.name().to_owned(),
                    note: format!("{} steps, about five minutes", lesson.steps.len()),
                    door: Door::Exercise(Source::Lesson(module.id())),
                })
            });
            let live = Offer {
                name: OfferedGame::Live.name().to_owned(),
                note: format!("{} steps, at a table", live_lesson().steps.len()),
                door: Door::LiveLesson,
            };
            let campaign = Offer {
                name: "Kung Fu missions".to_owned(),
                note: format!("{} short tasks in belts, {} done", missions().len(), done.count()),
                door: Door::List(Kind::Belts),
            };
            offered.chain([live, campaign]).collect()
        }
        Kind::Drills => {
            let offered = DrillTheme::ALL.into_iter().filter(|theme| !drills(*theme).is_empty());
            let offer = |theme: DrillTheme| Offer {
                name: theme.name().to_owned(),
                note: format!("{} positions", drills(theme).len()),
                door: Door::Exercise(Source::Drill(theme)),
            };
            offered.map(offer).collect()
        }
        Kind::Belts => {
            let next = done.progress().next().map(|mission| Offer {
                name: "Go on".to_owned(),
                note: format!("{}: {}", mission.belt, mission.title),
                door: Door::Mission(mission),
            });
            next.into_iter()
                .chain(Belt::ALL.map(|belt| belt_offer(belt, done)))
                .collect()
        }
        Kind::Missions(belt) => {
            let own = missions().iter().filter(|mission| mission.belt == belt);
            own.map(|mission| mission_offer(mission, done)).collect()
        }
    }
}

fn belt_offer(belt: Belt, done: &MissionFile) -> Offer {
    let [count, of] = done.progress().of_belt(belt);
    Offer {
        name: belt.name().to_owned(),
        note: if count == of {
            format!("all {of} done")
        } else {
            format!("{count} of {of} done")
        },
        door: Door::List(Kind::Missions(belt)),
    }
}

fn mission_offer(mission: &'static Mission, done: &MissionFile) -> Offer {
    let state = if done.progress().has(mission) { "done" } else { "to do" };
    Offer {
        name: mission.title.clone(),
        note: format!("{state}, {} s, {}", mission.seconds(), mission.scenario.start.speed()),
        door: Door::Mission(mission),
    }
}

fn puzzle_offers(game: GameId, name: &str, file: &PracticeFile) -> Vec<Offer> {
    let set = Set::shipped(game);
    if set.is_empty() {
        return Vec::new();
    }
    let source = Source::Puzzles(game, None);
    let own = file.own(game).len();
    let mut offers = vec![
        Offer {
            name: name.to_owned(),
            note: format!("{} puzzles. {}", set.len(), source.standing(file)),
            door: Door::Exercise(source),
        },
        Offer {
            name: format!("{name} by theme"),
            note: format!("{} themes", set.themes().len()),
            door: Door::Themes(game),
        },
    ];
    if own > 0 {
        offers.push(Offer {
            name: format!("{name}: my mistakes"),
            note: format!("{own} from your own games"),
            door: Door::Exercise(Source::Own(game)),
        });
    }
    offers.push(Offer {
        name: format!("{name}: search my games"),
        note: "makes puzzles of your mistakes".to_owned(),
        door: Door::MakeOwn(game),
    });
    offers
}

fn theme_offer(game: GameId, (theme, count): (Theme, usize)) -> Offer {
    Offer {
        name: theme.name().to_owned(),
        note: format!("{count} puzzles"),
        door: Door::Exercise(Source::Puzzles(game, Some(theme))),
    }
}
