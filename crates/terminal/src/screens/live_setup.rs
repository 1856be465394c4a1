//! The set-up of a game without turns: board, speed, which seat is one's own, and who sits on the others.

use bots::Game;
use hall::{LiveBoard, LivePlan, LiveSitter, SeatNumber, Speed};
use kungfu_bots::{KungfuSpec, OFFERS};
use play::OfferedBot;
use ratatui::layout::Rect;

use crate::{
    canvas::Canvas,
    house::House,
    keys::Action,
    screens::{Screen, Step, boxed, help::Help, live::Live, setup::Turn},
    widgets::{
        form::Form,
        menu::{Entry, Menu},
    },
};

/// Boards that can be chosen.
pub(crate) const BOARDS: [LiveBoard; 2] = [LiveBoard::Standard, LiveBoard::Four];
/// Speeds that can be chosen.
pub(crate) const SPEEDS: [Speed; 2] = [Speed::Standard, Speed::Lightning];
/// A word about the boards.
pub(crate) const BOARD_ADVICE: &str = "Two armies on the usual board, or four on a cross.";
/// A word about the speeds.
pub(crate) const SPEED_ADVICE: &str =
    "Standard: a square a second, ten seconds of rest. Lightning: five times as fast.";

/// What is wished for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LiveWishes {
    board: LiveBoard,
    speed: Speed,
    own: Own,
    /// For every seat which of the bots that are offered.
    levels: [usize; 4],
}

/// Which seat is one's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Own {
    Seat(usize),
    ByLot,
    /// One watches.
    None,
}

impl Default for LiveWishes {
    /// A quick game for two against the bot that is kindest to beginners.
    fn default() -> Self {
        LiveWishes {
            board: LiveBoard::Standard,
            speed: Speed::Lightning,
            own: Own::Seat(0),
            levels: [0; 4],
        }
    }
}

impl LiveWishes {
    /// The same with every bot being the one of this spec.
    pub(crate) fn against(self, spec: &str) -> Result<Self, String> {
        let known = OFFERS.iter().position(|offer| offer.spec == spec);
        let level = known.ok_or_else(|| format!("there is no level '{spec}' in Kung Fu Chess"))?;
        Ok(LiveWishes {
            levels: [level; 4],
            ..self
        })
    }

    /// Opens the table and sits down.
    pub(crate) fn begin(self, house: &mut House) -> Result<Box<dyn Screen>, String> {
        let own = match self.own {
            Own::Seat(seat) => Some(seat),
            Own::ByLot => Some(house.random.usize(0..self.seats())),
            Own::None => None,
        };
        let mut sitters = Vec::new();
        for seat in 0..self.seats() {
            sitters.push(if own == Some(seat) {
                LiveSitter::Free
            } else {
                let spec: KungfuSpec = self.offer(seat).spec.parse().map_err(|error| format!("{error}"))?;
                LiveSitter::Bot(spec)
            });
        }
        let plan = LivePlan {
            board: self.board,
            speed: self.speed,
            sitters,
            seed: house.random.u64(..),
        };
        let table = house.hall.begin_live(plan).map_err(|error| error.to_string())?;
        let seats: Vec<SeatNumber> = own.into_iter().map(|seat| SeatNumber(seat as u8)).collect();
        Live::sit(house, &table, &seats).map(boxed)
    }

    const fn seats(self) -> usize {
        match self.board {
            LiveBoard::Standard => 2,
            LiveBoard::Four => 4,
        }
    }

    fn offer(self, seat: usize) -> &'static OfferedBot {
        let all = OFFERS;
        &all[self.levels[seat].min(all.len() - 1)]
    }

    const fn side(self, seat: usize) -> &'static str {
        match (self.board, seat) {
            (LiveBoard::Standard, 0) => "White",
            (LiveBoard::Standard, _) => "Black",
            (LiveBoard::Four, 0) => "Ivory",
            (LiveBoard::Four, 1) => "Ink",
            (LiveBoard::Four, 2) => "Vermilion",
            (LiveBoard::Four, _) => "Cobalt",
        }
    }

    const fn next_own(self, turn: Turn) -> Own {
        let count = self.seats() + 2;
        let at = match self.own {
            Own::Seat(seat) => seat,
            Own::ByLot => count - 2,
            Own::None => count - 1,
        };
        match turn.of(at, count) {
            at if at == count - 2 => Own::ByLot,
            at if at == count - 1 => Own::None,
            seat => Own::Seat(seat),
        }
    }
}

/// A form of wishes.
pub(crate) struct LiveSetup {
    wishes: LiveWishes,
    form: Form,
}

/// A row of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Row {
    Begin,
    Board,
    Speed,
    Own,
    Bot(usize),
}

impl LiveSetup {
    pub(crate) fn new(wishes: LiveWishes) -> LiveSetup {
        LiveSetup {
            wishes,
            form: Form::default(),
        }
    }
}

impl Screen for LiveSetup {
    fn title(&self) -> String {
        "A game of Kung Fu Chess".to_owned()
    }

    fn menu(&mut self) -> Option<&mut Menu> {
        Some(&mut self.form.menu)
    }

    fn act(&mut self, action: Action, house: &mut House) -> Step {
        if self.form.menu.steer(action, self.rows().len()) {
            return Step::Stay;
        }
        match (action, self.row()) {
            (Action::Enter, Row::Begin) => match self.wishes.begin(house) {
                Ok(screen) => {
                    house.last_live = self.wishes;
                    house.last_game = Some(Game::Kungfu);
                    return Step::Replace(screen);
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

impl LiveSetup {
    fn change(&mut self, row: Row, turn: Turn) {
        let wishes = &mut self.wishes;
        match row {
            Row::Begin => {}
            Row::Board => {
                wishes.board = turn.among(&BOARDS, wishes.board);
                if let Own::Seat(seat) = wishes.own {
                    wishes.own = Own::Seat(seat.min(wishes.seats() - 1));
                }
            }
            Row::Speed => wishes.speed = turn.among(&SPEEDS, wishes.speed),
            Row::Own => wishes.own = wishes.next_own(turn),
            Row::Bot(seat) => wishes.levels[seat] = turn.of(wishes.levels[seat], OFFERS.len()),
        }
    }

    fn rows(&self) -> Vec<Row> {
        let others = (0..self.wishes.seats()).filter(|seat| match self.wishes.own {
            Own::Seat(own) => own != *seat,
            Own::ByLot | Own::None => true,
        });
        let fixed = [Row::Begin, Row::Board, Row::Speed, Row::Own];
        fixed.into_iter().chain(others.map(Row::Bot)).collect()
    }

    fn row(&self) -> Row {
        self.rows().get(self.form.menu.at).copied().unwrap_or(Row::Begin)
    }

    fn entry(&self, row: Row) -> Entry<'static> {
        let wishes = &self.wishes;
        match row {
            Row::Begin => Entry::plain("Begin"),
            Row::Board => Entry::valued("Board", board_words(wishes.board).to_owned()),
            Row::Speed => Entry::valued("Speed", wishes.speed.to_string()),
            Row::Own => Entry::valued(
                "You play",
                match wishes.own {
                    Own::Seat(seat) => wishes.side(seat).to_owned(),
                    Own::ByLot => "any, by lot".to_owned(),
                    Own::None => "nobody: watch".to_owned(),
                },
            ),
            Row::Bot(seat) => Entry::valued(wishes.side(seat), wishes.offer(seat).name.to_owned()),
        }
    }

    /// A word about the row.
    fn advice(&self) -> String {
        match self.row() {
            Row::Begin => "Enter begins; up and down choose, left and right change.".to_owned(),
            Row::Board => BOARD_ADVICE.to_owned(),
            Row::Speed => SPEED_ADVICE.to_owned(),
            Row::Own => "Your army is always below.".to_owned(),
            Row::Bot(seat) => {
                let offer = self.wishes.offer(seat);
                format!("{}: {}.", offer.name, offer.words)
            }
        }
    }
}

/// A board in words.
pub(crate) const fn board_words(board: LiveBoard) -> &'static str {
    match board {
        LiveBoard::Standard => "eight by eight, for two",
        LiveBoard::Four => "the cross, for four",
    }
}
