//! The set-up of a game: whom against, which side, which clock, where it begins.

mod wishes;

use bots::Game;
use ratatui::layout::Rect;

pub(crate) use wishes::{Opponent, StartWish, Turn, Wishes};

use crate::{
    canvas::Canvas,
    house::House,
    keys::{Action, Place},
    screens::{Screen, Step, help::Help},
    widgets::{
        form::Form,
        line::Line,
        menu::{Entry, Menu},
    },
};

/// A form of wishes.
pub(crate) struct Setup {
    wishes: Wishes,
    form: Form,
    /// The text of a guest program, and of a start.
    program: Line,
    text: Line,
}

/// A row of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Row {
    Begin,
    Opponent,
    Level,
    Program,
    Side,
    Clock,
    Start,
    Text,
}

impl Setup {
    pub(crate) fn new(wishes: Wishes) -> Setup {
        let [mut program, mut text] = [Line::default(), Line::default()];
        program.set(&wishes.program);
        text.set(&wishes.text);
        Setup {
            wishes,
            form: Form::default(),
            program,
            text,
        }
    }

    /// The form with the line for a position in front.
    pub(crate) fn at_position(wishes: Wishes) -> Setup {
        let mut setup = Setup::new(Wishes {
            start: StartWish::Position,
            ..wishes
        });
        setup.form.menu.at = setup.rows().iter().position(|row| *row == Row::Text).unwrap_or(0);
        setup
    }
}

impl Screen for Setup {
    fn title(&self) -> String {
        match self.wishes.game {
            Game::Chess => "A game of chess".to_owned(),
            Game::Ransom => "A game of Ransom".to_owned(),
            Game::Kungfu => "A game of Kung Fu Chess".to_owned(),
        }
    }

    fn places(&self) -> &'static [Place] {
        match self.row() {
            Row::Program | Row::Text => &[Place::Menu, Place::Line],
            Row::Begin | Row::Opponent | Row::Level | Row::Side | Row::Clock | Row::Start => &[Place::Menu],
        }
    }

    fn menu(&mut self) -> Option<&mut Menu> {
        Some(&mut self.form.menu)
    }

    fn act(&mut self, action: Action, house: &mut House) -> Step {
        let line = match self.row() {
            Row::Program => Some(&mut self.program),
            Row::Text => Some(&mut self.text),
            Row::Begin | Row::Opponent | Row::Level | Row::Side | Row::Clock | Row::Start => None,
        };
        if line.is_some_and(|line| line.edit(action)) || self.form.menu.steer(action, self.rows().len()) {
            self.form.refusal.clear();
            return Step::Stay;
        }
        match (action, self.row()) {
            (Action::Enter, Row::Begin | Row::Program | Row::Text) => return self.begin(house),
            (Action::Left, row) => self.change(row, wishes::Turn::Back),
            (Action::Enter | Action::Right, row) => self.change(row, wishes::Turn::On),
            (Action::Back, _) => return Step::Back,
            (Action::Help, _) => return Step::open(Help::default()),
            _ => {}
        }
        Step::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, _house: &House) {
        let rows = self.rows();
        let entries: Vec<Entry<'_>> = rows.iter().map(|row| self.entry(*row)).collect();
        let form = self.form.draw(canvas, area, &entries, &self.advice());
        for (y, row) in (form.y..).zip(&rows) {
            let line = match row {
                Row::Program => &self.program,
                Row::Text => &self.text,
                Row::Begin | Row::Opponent | Row::Level | Row::Side | Row::Clock | Row::Start => continue,
            };
            let place = Rect {
                x: form.x + 14,
                y,
                width: form.width.saturating_sub(14),
                height: 1,
            };
            canvas.fill(place, canvas.look.ground());
            let before = canvas.cursor;
            line.draw(canvas, place, "> ");
            if *row != self.row() {
                canvas.cursor = before;
            }
        }
    }
}

impl Setup {
    fn begin(&mut self, house: &mut House) -> Step {
        self.program.text().trim().clone_into(&mut self.wishes.program);
        self.text.text().trim().clone_into(&mut self.wishes.text);
        match self.wishes.begin(house) {
            Ok(screen) => {
                house.last.retain(|wishes| wishes.game != self.wishes.game);
                house.last.push(self.wishes.clone());
                house.last_game = Some(self.wishes.game);
                Step::Replace(screen)
            }
            Err(words) => {
                self.form.refusal = words;
                Step::Stay
            }
        }
    }

    fn change(&mut self, row: Row, turn: wishes::Turn) {
        match row {
            Row::Opponent => self.wishes.opponent = self.wishes.next_opponent(turn),
            Row::Level => self.wishes.level = turn.of(self.wishes.level, hall::offered_bots(self.wishes.game).len()),
            Row::Side => self.wishes.side = self.wishes.side.next(turn),
            Row::Clock => self.wishes.timing = turn.of(self.wishes.timing, wishes::TIMINGS.len()),
            Row::Start => self.wishes.start = self.wishes.next_start(turn),
            Row::Begin | Row::Program | Row::Text => {}
        }
        self.form.refusal.clear();
        self.form.menu.at = self.rows().iter().position(|known| *known == row).unwrap_or(0);
    }

    fn rows(&self) -> Vec<Row> {
        let mut rows = vec![Row::Begin, Row::Opponent];
        match self.wishes.opponent {
            Opponent::Bot => rows.extend([Row::Level, Row::Side]),
            Opponent::Guest => rows.extend([Row::Program, Row::Side]),
            Opponent::Person => {}
        }
        rows.extend([Row::Clock, Row::Start]);
        if self.wishes.start != StartWish::Usual {
            rows.push(Row::Text);
        }
        rows
    }

    fn row(&self) -> Row {
        self.rows().get(self.form.menu.at).copied().unwrap_or(Row::Begin)
    }

    fn entry(&self, row: Row) -> Entry<'static> {
        let wishes = &self.wishes;
        match row {
            Row::Begin => Entry::plain("Begin"),
            Row::Opponent => Entry::valued("Opponent", wishes.opponent.words().to_owned()),
            Row::Level => Entry::valued("Level", wishes.level_name().to_owned()),
            Row::Program => Entry::noted("Program", self.program.text().to_owned()),
            Row::Side => Entry::valued("You play", wishes.side.words().to_owned()),
            Row::Clock => Entry::valued("Clock", wishes.timing_words()),
            Row::Start => Entry::valued("Start", wishes.start.words().to_owned()),
            Row::Text => Entry::plain(match wishes.start {
                StartWish::Chess960 => "Number",
                StartWish::Usual | StartWish::Position => "Position",
            }),
        }
    }

    /// A word about the row.
    fn advice(&self) -> String {
        match self.row() {
            Row::Begin => "Enter begins; up and down choose, left and right change.".to_owned(),
            Row::Level => self.wishes.level_words(),
            Row::Opponent => "A bot, a person at this keyboard, or a program that speaks UCI.".to_owned(),
            Row::Program => "A UCI program, as in stockfish or stockfish?Skill Level=3&movetime=100.".to_owned(),
            Row::Side => "The side you play; bots with White move at once.".to_owned(),
            Row::Clock => "Minutes for the game and seconds for every move.".to_owned(),
            Row::Start => "The usual start, a position as text, or in chess one of the 960.".to_owned(),
            Row::Text => match self.wishes.start {
                StartWish::Chess960 => "0 to 959; empty for any of them.".to_owned(),
                StartWish::Usual | StartWish::Position => "A FEN, or the position text of the game.".to_owned(),
            },
        }
    }
}
