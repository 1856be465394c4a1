//! The set-up of a match between bots: which game, who, how often, from where and how fast.

mod wishes;

use bots::Game;
use hall::offered_bots;
use ratatui::layout::Rect;

pub(crate) use wishes::{ArenaWishes, pace_words};

use crate::{
    canvas::Canvas,
    house::House,
    keys::Action,
    screens::{
        Screen, Step,
        arena::Arena,
        help::Help,
        live_setup::{BOARD_ADVICE, BOARDS, SPEED_ADVICE, SPEEDS, board_words},
        setup::Turn,
    },
    widgets::{
        form::Form,
        menu::{Entry, Menu},
    },
};

/// A form of wishes.
pub(crate) struct ArenaSetup {
    wishes: ArenaWishes,
    form: Form,
}

/// A row of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Row {
    Begin,
    Game,
    Bot(usize),
    Games,
    AtOnce,
    Openings,
    Board,
    Speed,
    Pace,
}

impl ArenaSetup {
    pub(crate) fn new(wishes: ArenaWishes) -> ArenaSetup {
        ArenaSetup {
            wishes,
            form: Form::default(),
        }
    }
}

impl Screen for ArenaSetup {
    fn title(&self) -> String {
        "A match in the arena".to_owned()
    }

    fn menu(&mut self) -> Option<&mut Menu> {
        Some(&mut self.form.menu)
    }

    fn act(&mut self, action: Action, house: &mut House) -> Step {
        if self.form.menu.steer(action, self.rows().len()) {
            return Step::Stay;
        }
        match (action, self.row()) {
            (Action::Enter, Row::Begin) => match Arena::begin(self.wishes, house) {
                Ok(arena) => {
                    house.last_arena = self.wishes;
                    return Step::replace(arena);
                }
                Err(words) => self.form.refusal = words,
            },
            (Action::Left, row) => self.change(row, Turn::Back),
            (Action::Enter | Action::Right, row) => self.change(row, Turn::On),
            (Action::Back, _) => return Step::Back,
            (Action::Help, _) => return Step::open(Help::default()),
            _ => {}
        }
        Step::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, _house: &House) {
        let entries: Vec<Entry<'_>> = self.rows().iter().map(|row| self.entry(*row)).collect();
        self.form.draw(canvas, area, &entries, &self.advice());
    }
}

impl ArenaSetup {
    fn change(&mut self, row: Row, turn: Turn) {
        let wishes = &mut self.wishes;
        match row {
            Row::Begin => {}
            Row::Game => wishes.change_game(turn),
            Row::Bot(seat) => wishes.bots[seat] = turn.of(wishes.bots[seat], offered_bots(wishes.game).len()),
            Row::Games => wishes.games = turn.of(wishes.games, wishes::GAMES.len()),
            Row::AtOnce => wishes.at_once = turn.of(wishes.at_once, wishes::AT_ONCE.len()),
            Row::Openings => wishes.openings = turn.of(wishes.openings, wishes::OPENINGS.len()),
            Row::Board => wishes.board = turn.among(&BOARDS, wishes.board),
            Row::Speed => wishes.speed = turn.among(&SPEEDS, wishes.speed),
            Row::Pace => wishes.pace = turn.of(wishes.pace, wishes::PACES),
        }
        self.form.refusal.clear();
        self.form.menu.at = self.rows().iter().position(|known| *known == row).unwrap_or(0);
    }

    fn rows(&self) -> Vec<Row> {
        let mut rows = vec![Row::Begin, Row::Game];
        if self.wishes.game == Game::Kungfu {
            rows.extend([Row::Board, Row::Speed]);
        }
        rows.extend((0..self.wishes.seats()).map(Row::Bot));
        rows.extend([Row::Games, Row::AtOnce]);
        if self.wishes.game != Game::Kungfu {
            rows.push(Row::Openings);
        }
        rows.push(Row::Pace);
        rows
    }

    fn row(&self) -> Row {
        self.rows().get(self.form.menu.at).copied().unwrap_or(Row::Begin)
    }

    fn entry(&self, row: Row) -> Entry<'static> {
        let wishes = &self.wishes;
        match row {
            Row::Begin => Entry::plain("Begin"),
            Row::Game => Entry::valued("Game", wishes.game.to_string()),
            Row::Bot(seat) => {
                let name = ["First bot", "Second bot", "Third bot", "Fourth bot"][seat];
                Entry::valued(name, wishes.offer(seat).name.to_owned())
            }
            Row::Games => Entry::valued("Games", wishes::GAMES[wishes.games].to_string()),
            Row::AtOnce => Entry::valued("At once", wishes::AT_ONCE[wishes.at_once].to_string()),
            Row::Openings => Entry::valued("Openings", wishes.openings_words()),
            Row::Board => Entry::valued("Board", board_words(wishes.board).to_owned()),
            Row::Speed => Entry::valued("Speed", wishes.speed.to_string()),
            Row::Pace => Entry::valued("Pace", wishes.pace_words().to_owned()),
        }
    }

    /// A word about the row.
    fn advice(&self) -> String {
        match self.row() {
            Row::Begin => "Enter begins; up and down choose, left and right change.".to_owned(),
            Row::Game => "Which game the bots play.".to_owned(),
            Row::Bot(seat) => {
                let offer = self.wishes.offer(seat);
                format!("{}: {}. A bot may meet itself.", offer.name, offer.words)
            }
            Row::Games => "Sides are swapped from game to game.".to_owned(),
            Row::AtOnce => "So many boards are seen. Slow bots share the processor.".to_owned(),
            Row::Openings => "Every opening is played twice, with sides swapped.".to_owned(),
            Row::Board => BOARD_ADVICE.to_owned(),
            Row::Speed => SPEED_ADVICE.to_owned(),
            Row::Pace => "How long is waited before a move; it can be changed at any time.".to_owned(),
        }
    }
}
