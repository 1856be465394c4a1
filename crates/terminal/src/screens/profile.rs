//! The player: level, results by game and side, opponents and openings, and all games as a file.

use std::{fmt::Write as _, fs};

use host::{ExportFormat, Query, TableKind, TableState};
use ratatui::layout::Rect;

use crate::{
    canvas::{Canvas, rows},
    context::AppContext,
    keys::{Action, KeyContext},
    look::Look,
    screens::{Screen, Step, Touch, help::Help, players::Players},
    statistics::{Counts, Statistics},
    status::Status,
    widgets::scroll::Scroll,
};

/// The profile of the player at this keyboard.
pub(crate) struct Profile {
    name: String,
    statistics: Statistics,
    scroll: Scroll,
    status: Status,
}

/// A line of the page.
enum Line {
    Heading(String),
    Text(String),
    /// A name, and what was won, drawn and lost.
    Results(String, Counts),
}

impl Profile {
    pub(crate) fn new(context: &AppContext) -> Profile {
        let you = &context.players.you;
        Profile {
            name: you.name.clone().unwrap_or_else(|| "You".to_owned()),
            statistics: Statistics::read(&context.host, you.id),
            scroll: Scroll::new(),
            status: Status::default(),
        }
    }

    fn lines(&self, look: &Look, room: u16) -> Vec<Line> {
        let statistics = &self.statistics;
        let all = statistics.all;
        let games = match all.games() {
            0 => "No finished game yet.".to_owned(),
            1 => "1 finished game".to_owned(),
            games => format!("{games} finished games"),
        };
        let mut lines = vec![Line::Heading(self.name.clone()), Line::Text(games)];
        lines.push(Line::Text(String::new()));
        lines.push(Line::Heading("Level".to_owned()));
        if let Some(level) = statistics.levels.last() {
            let count = statistics.levels.len();
            let sure = if level.is_provisional() { ", provisional" } else { "" };
            let games = if count == 1 {
                "1 game".to_owned()
            } else {
                format!("{count} games")
            };
            let words = format!("About {level}, after {games}{sure}");
            lines.extend(rows(&words, room).into_iter().map(Line::Text));
            lines.push(Line::Text(curve(&statistics.levels, look, room)));
        } else {
            let words = "A game of chess against a bot with a rating, from Elo 400 to Elo 3200, shows your level.";
            lines.extend(rows(words, room).into_iter().map(Line::Text));
        }
        for (heading, groups) in [
            ("By game and side", &statistics.sides),
            ("By rating, without help", &statistics.ratings),
            ("Against bots", &statistics.bots),
            ("Openings", &statistics.openings),
        ] {
            if groups.is_empty() {
                continue;
            }
            lines.push(Line::Text(String::new()));
            lines.push(Line::Heading(heading.to_owned()));
            let results = groups.iter().map(|(name, counts)| Line::Results(name.clone(), *counts));
            lines.extend(results);
        }
        lines
    }
}

impl Screen for Profile {
    fn title(&self) -> String {
        "Player".to_owned()
    }

    fn key_contexts(&self) -> &'static [KeyContext] {
        &[KeyContext::Profile, KeyContext::Page]
    }

    fn act(&mut self, action: Action, context: &mut AppContext) -> Step {
        match action {
            Action::Save => self.status = export_all(context).into(),
            Action::Players => return Step::open(Players::new(context)),
            Action::Help => return Step::open(Help::default()),
            Action::Back => return Step::Back,
            _ => self.scroll.act(action),
        }
        Step::Stay
    }

    fn touch(&mut self, touch: Touch) -> Step {
        self.scroll.touch(touch);
        Step::Stay
    }

    /// Another player may have been chosen.
    fn refresh(&mut self, context: &AppContext) {
        *self = Profile::new(context);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, _: &AppContext) {
        let look = canvas.look;
        let (x, room) = (area.x + 1, area.width.saturating_sub(3).min(72));
        let shown = Rect {
            height: area.height.saturating_sub(2),
            ..area
        };
        let lines = self.lines(look, room);
        let top = self.scroll.top(lines.len(), shown);
        for (line, y) in lines.iter().skip(top).zip(shown.y..shown.bottom()) {
            match line {
                Line::Heading(text) => {
                    canvas.words(x, y, room, text, look.accent());
                }
                Line::Text(text) => {
                    canvas.words(x, y, room, text, look.ground());
                }
                Line::Results(name, counts) => {
                    let figures = format!("+{} ={} -{}", counts.won, counts.drawn, counts.lost);
                    let figures = format!("{figures:>14}");
                    let left = room.saturating_sub(15);
                    canvas.fitted(x, y, left, name, look.ground());
                    canvas.words(x + left + 1, y, 14, &figures, look.muted());
                }
            }
        }
        self.scroll.draw(canvas, shown);
        for (y, row) in (shown.bottom()..area.bottom()).zip(rows(&self.status.words, room)) {
            canvas.words(x, y, room, &row, self.status.style(look));
        }
    }
}

/// The course of the level as a row of bars.
fn curve(levels: &[ratings::Rating], look: &Look, room: u16) -> String {
    let heights = look.signs().heights;
    let shown = &levels[levels.len().saturating_sub(usize::from(room).min(60))..];
    let values = || shown.iter().map(|level| level.value);
    let (low, high) = (values().fold(f64::MAX, f64::min), values().fold(f64::MIN, f64::max));
    let range = (high - low).max(1.0);
    values()
        .map(|value| {
            let step = ((value - low) / range * (heights.len() - 1) as f64).round() as usize;
            heights[step.min(heights.len() - 1)]
        })
        .collect()
}

/// Writes all finished turn games of the player to one file.
fn export_all(context: &AppContext) -> Result<String, String> {
    let folders = context.folders.as_ref();
    let folder = folders
        .ok_or_else(|| "Games and files are not stored.".to_owned())?
        .exports();
    let query = Query {
        states: vec![TableState::Over],
        player: Some(context.players.you.id),
        ..Query::default()
    };
    let listed = context.host.list(&query).map_err(|error| error.to_string())?;
    let (mut text, mut games) = (String::new(), 0);
    for listing in listed.iter().filter(|listing| listing.summary.kind == TableKind::Turn) {
        let game = context.host.export(&listing.summary.table, ExportFormat::Pgn);
        let game = game.map_err(|error| error.to_string())?;
        writeln!(text, "{}\n", game.trim_end()).map_err(|error| error.to_string())?;
        games += 1;
    }
    let path = folder.join("all-games.pgn");
    let written = fs::create_dir_all(&folder).and_then(|()| fs::write(&path, text));
    written.map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
    Ok(format!("{games} games are written to {}", path.display()))
}
