//! The results of a match: scores, Elo with its margin, lengths of games and how they ended.

use arena::{Score, WatchEnd};
use ratatui::layout::Rect;

use super::{
    Arena,
    line::{elo, points},
};
use crate::canvas::{Canvas, wide};

/// Plies, or commands, of a step of lengths.
const STEP: usize = 20;

impl Arena {
    pub(super) fn draw_figures(&self, canvas: &mut Canvas<'_>, room: Rect) {
        let look = canvas.look;
        let heading = match &self.end {
            None => "So far".to_owned(),
            Some(WatchEnd::Complete) => "The match is over".to_owned(),
            Some(WatchEnd::Stopped) => "The match was aborted".to_owned(),
            Some(WatchEnd::Failed(_)) => "The match failed".to_owned(),
        };
        canvas.fitted(room.x, room.y, room.width, &heading, look.accent());
        let Some(score) = &self.score else {
            canvas.fitted(room.x, room.y + 2, room.width, "No game is over yet.", look.muted());
            return;
        };
        let table = Rect {
            y: room.y + 1,
            height: room.height.saturating_sub(1),
            ..room
        };
        let y = self.draw_table(canvas, table, score) + 1;
        let below = Rect {
            y,
            height: room.bottom().saturating_sub(y),
            ..room
        };
        // Beside each other where there is room, else the lengths go.
        if room.width >= 76 {
            let half = room.width / 2;
            draw_reasons(
                canvas,
                Rect {
                    width: half - 2,
                    ..below
                },
                score,
            );
            let right = Rect {
                x: room.x + half,
                width: room.width - half,
                ..below
            };
            draw_lengths(canvas, right, score);
        } else {
            draw_reasons(canvas, below, score);
        }
    }

    /// The players, the best first; gives the row below.
    fn draw_table(&self, canvas: &mut Canvas<'_>, area: Rect, score: &Score) -> u16 {
        let look = canvas.look;
        let names = self.names.iter().map(|name| wide(name)).max().unwrap_or(0).max(6);
        let is_narrow = area.width < 60;
        let mut order: Vec<usize> = (0..score.players.len()).collect();
        order.sort_by(|&one, &other| score.players[other].elo.total_cmp(&score.players[one].elo));
        let head = row(
            names,
            "",
            ["points", "games", "won, drawn, lost", "Elo", "a move"],
            is_narrow,
        );
        canvas.fitted(area.x, area.y, area.width, &head, look.muted());
        let mut y = area.y + 1;
        for player in order {
            let scored = &score.players[player];
            let results = scored.results;
            let pace = scored.pace.map_or_else(String::new, |pace| format!("{pace:.1} ms"));
            let cells = [
                points(results.points()),
                results.games().to_string(),
                results.to_string(),
                elo(scored.elo, scored.margin),
                pace,
            ];
            let line = row(
                names,
                &self.names[player],
                cells.each_ref().map(String::as_str),
                is_narrow,
            );
            canvas.fitted(area.x, y, area.width, &line, look.ground());
            y += 1;
        }
        let mut words = Vec::new();
        if let Some(estimate) = score.estimate {
            let difference = elo(estimate.elo, estimate.margin);
            words.push(format!("{} over {}: Elo {difference}", self.names[0], self.names[1]));
            words.push(format!("the stronger with {:.1} %", 100.0 * estimate.likelihood));
        }
        if let Some([won, drawn, lost]) = score.white {
            words.push(format!("White +{won} ={drawn} -{lost}"));
        }
        words.push(format!("{} of {} games differ", score.distinct, score.games));
        for line in crate::canvas::rows(&words.join(", "), area.width) {
            canvas.words(area.x, y, area.width, &line, look.strong());
            y += 1;
        }
        for trouble in score.troubles.iter().take(2) {
            canvas.fitted(area.x, y, area.width, trouble, look.danger());
            y += 1;
        }
        y
    }
}

/// A row of the table; a narrow window has no room for games and times.
fn row(names: u16, name: &str, [points, games, results, elo, pace]: [&str; 5], is_narrow: bool) -> String {
    let names = usize::from(names);
    if is_narrow {
        format!("{name:names$} {points:>6} {elo:>14}")
    } else {
        format!("{name:names$} {points:>7} {games:>6}  {results:<18} {elo:>12} {pace:>10}")
    }
}

fn draw_reasons(canvas: &mut Canvas<'_>, area: Rect, score: &Score) {
    let look = canvas.look;
    canvas.fitted(area.x, area.y, area.width, "How games ended", look.muted());
    for (y, (reason, count)) in (area.y + 1..area.bottom()).zip(&score.reasons) {
        canvas.fitted(area.x, y, area.width, &format!("{count:>5} {reason}"), look.ground());
    }
}

/// A bar for every step of lengths from the shortest game to the longest.
fn draw_lengths(canvas: &mut Canvas<'_>, area: Rect, score: &Score) {
    let look = canvas.look;
    let [shortest, mean, longest] = score.lengths;
    let words = format!(
        "Lengths: {shortest:.0} to {longest:.0} {}, {mean:.0} on average",
        score.unit
    );
    canvas.fitted(area.x, area.y, area.width, &words, look.muted());
    let most = score.steps.iter().copied().max().unwrap_or(0).max(1);
    let last = score
        .steps
        .iter()
        .rposition(|count| *count > 0)
        .map_or(0, |last| last + 1);
    let full = look.signs().heights[look.signs().heights.len() - 1];
    let first = score.steps.iter().position(|count| *count > 0).unwrap_or(0);
    let steps = score.steps.iter().enumerate().take(last).skip(first);
    for (y, (step, count)) in (area.y + 1..area.bottom()).zip(steps) {
        let from = step * STEP;
        let label = if step + 1 == score.steps.len() {
            format!("{from:>4} +    ")
        } else {
            format!("{from:>4}–{:<4}", from + STEP - 1)
        };
        let taken = canvas.words(area.x, y, area.width, &label, look.muted());
        let room = u64::from(area.width.saturating_sub(taken + 7));
        let bar = full.repeat((count * room).div_ceil(most) as usize);
        let drawn = canvas.words(area.x + taken + 1, y, room as u16, &bar, look.chart());
        if *count > 0 {
            canvas.words(area.x + taken + 2 + drawn, y, 5, &count.to_string(), look.ground());
        }
    }
}
