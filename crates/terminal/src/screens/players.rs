//! The players at this keyboard: who plays, and new ones. Games, ratings and exercises belong to each of them.

use host::{Query, TableState};
use ratatui::layout::Rect;

use crate::{
    canvas::{Canvas, rows},
    context::AppContext,
    keys::{Action, KeyContext},
    players::{LocalPlayer, LocalPlayers},
    screens::{Screen, Step, help::Help},
    status::Status,
    training,
    widgets::{
        avatar::{self, Avatar},
        line::Line,
        menu::{Entry, Menu},
    },
};

/// The list of players, and the name of a new one.
pub(crate) struct Players {
    profiles: Vec<Listed>,
    menu: Menu,
    /// The name of a new player.
    line: Line,
    status: Status,
}

/// A player in the list.
struct Listed {
    number: u8,
    title: String,
    note: String,
    games: usize,
}

impl Players {
    pub(crate) fn new(context: &AppContext) -> Players {
        let mut players = Players {
            profiles: Vec::new(),
            menu: Menu::default(),
            line: Line::default(),
            status: Status::default(),
        };
        players.read(context);
        players
    }

    /// Reads the list; the player who plays is chosen.
    fn read(&mut self, context: &AppContext) {
        let profiles = context.players.profiles();
        self.profiles = profiles.iter().map(|player| Listed::new(player, context)).collect();
        let you = context.players.you.number;
        self.menu.at = self
            .profiles
            .iter()
            .position(|listed| listed.number == you)
            .unwrap_or(0);
        self.line.clear();
    }

    /// The chosen player; nothing at the entry for a new one.
    fn chosen(&self) -> Option<&Listed> {
        self.profiles.get(self.menu.at)
    }

    fn choose(&mut self, context: &mut AppContext) -> Step {
        let mut players = context.players.clone();
        match self.chosen() {
            Some(listed) => players.switch_to(listed.number),
            None => {
                if let Err(words) = players.add(self.line.text()) {
                    self.status = Status::refusal(words);
                    return Step::Stay;
                }
            }
        }
        match store(players, context) {
            Ok(()) => Step::Back,
            Err(words) => {
                self.status = Status::refusal(words);
                self.read(context);
                Step::Stay
            }
        }
    }

    fn delete(&mut self, context: &mut AppContext) {
        let Some(listed) = self.chosen() else { return };
        if listed.number == context.players.you.number {
            self.status = Status::refusal(format!("{} plays now; choose another player first.", listed.title));
            return;
        }
        if listed.games > 0 {
            let words = format!("{} has games and cannot be deleted.", listed.title);
            self.status = Status::refusal(words);
            return;
        }
        let mut players = context.players.clone();
        players.remove(listed.number);
        self.status = match store(players, context) {
            Ok(()) => Status::default(),
            Err(words) => Status::refusal(words),
        };
        self.read(context);
    }
}

impl Listed {
    fn new(player: &LocalPlayer, context: &AppContext) -> Listed {
        let query = Query {
            player: Some(player.id),
            ..Query::default()
        };
        // A store that cannot be read has no games; the list of games says why.
        let listed = context.host.list(&query).unwrap_or_default();
        let played = listed.iter().filter(|listing| listing.summary.plies > 0).count();
        let over = listed
            .iter()
            .filter(|listing| listing.summary.state == TableState::Over)
            .count();
        let mut note = match over {
            0 => "no finished game".to_owned(),
            1 => "1 finished game".to_owned(),
            over => format!("{over} finished games"),
        };
        if let Some(rating) = training::rating(&context.host, player.id) {
            note = format!("{note}, level about {rating}");
        }
        if player.number == context.players.you.number {
            note = format!("plays now; {note}");
        }
        Listed {
            number: player.number,
            title: player.title(),
            note,
            games: played,
        }
    }
}

/// Uses and stores the players.
fn store(players: LocalPlayers, context: &mut AppContext) -> Result<(), String> {
    context.players = players;
    let saved = context.players.save();
    saved.map_err(|error| format!("The players cannot be written: {error}"))
}

impl Screen for Players {
    fn title(&self) -> String {
        "Players".to_owned()
    }

    fn key_contexts(&self) -> &'static [KeyContext] {
        match self.chosen() {
            Some(_) => &[KeyContext::Players, KeyContext::Menu],
            None => &[KeyContext::Menu, KeyContext::Line],
        }
    }

    fn menu(&mut self) -> Option<&mut Menu> {
        Some(&mut self.menu)
    }

    fn act(&mut self, action: Action, context: &mut AppContext) -> Step {
        if self.chosen().is_none() && self.line.edit(action) {
            self.status = Status::default();
            return Step::Stay;
        }
        if self.menu.steer(action, self.profiles.len() + 1) {
            self.status = Status::default();
            return Step::Stay;
        }
        match action {
            Action::Enter => return self.choose(context),
            Action::Delete => self.delete(context),
            Action::Help => return Step::open(Help::default()),
            Action::Back => return Step::Back,
            _ => {}
        }
        Step::Stay
    }

    /// A touch chooses an entry; a player who is touched plays.
    fn touch_entry(&mut self, place: usize, context: &mut AppContext) -> Step {
        self.menu.at = place;
        match self.chosen() {
            Some(_) => self.choose(context),
            None => Step::Stay,
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, _context: &AppContext) {
        let look = canvas.look;
        let width = area.width.saturating_sub(2).min(72);
        let (x, mut y) = (area.x + 1, area.y + 1);
        let (picture_width, picture_height) = avatar::SIZE;
        let list = self.profiles.len() as u16 + 4;
        let name = self
            .chosen()
            .map_or_else(|| self.line.text().to_owned(), |listed| listed.title.clone());
        // The list goes before the picture where the window is low.
        if area.height > picture_height + list && !name.is_empty() {
            let picture = Rect {
                x: x + 2,
                y,
                width: picture_width.min(width),
                height: picture_height,
            };
            Avatar::of(&name).draw(canvas, picture);
            let beside = picture.right() + 2;
            canvas.fitted(beside, y + 2, area.right().saturating_sub(beside), &name, look.strong());
        }
        if area.height > picture_height + list {
            y += picture_height + 1;
        }
        let mut entries: Vec<Entry<'_>> = Vec::new();
        for listed in &self.profiles {
            entries.push(Entry::noted(&listed.title, listed.note.clone()));
        }
        entries.push(Entry::plain("New player"));
        let menu = Rect {
            x,
            y,
            width,
            height: (entries.len() as u16).min(area.bottom().saturating_sub(y)),
        };
        self.menu.draw(canvas, menu, &entries);
        let below = menu.bottom() + 1;
        let row = Rect {
            x,
            y: below,
            width,
            height: 1,
        };
        if self.chosen().is_none() && below < area.bottom() {
            self.line.draw(canvas, row, "Name: ");
        }
        let words = if self.status.words.is_empty() && self.chosen().is_none() {
            "Type a name; Enter adds the player, who plays from then on."
        } else {
            self.status.words.as_str()
        };
        let style = if self.status.words.is_empty() {
            look.muted()
        } else {
            self.status.style(look)
        };
        for (y, row) in (below + 1..area.bottom()).zip(rows(words, width)) {
            canvas.words(x, y, width, &row, style);
        }
    }
}
