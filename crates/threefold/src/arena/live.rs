//! The progress of a match while it runs: a bar on a terminal, plain lines elsewhere.

use std::{
    io::IsTerminal,
    time::{Duration, Instant},
};

use arena::{
    Standing,
    statistics::{Estimate, Sprt},
};
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli;

pub(super) struct Live {
    shown: Shown,
    sprt: Option<Sprt>,
    began: Instant,
    /// Games that had been played before.
    earlier: u64,
}

enum Shown {
    Bar(ProgressBar),
    Lines {
        /// When the last line was written.
        last: Instant,
    },
}

impl Live {
    pub(super) fn new(sprt: Option<Sprt>, total: u64, earlier: u64) -> Self {
        let shown = if std::io::stderr().is_terminal() {
            let bar = ProgressBar::new(total).with_position(earlier);
            let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {eta}  {wide_msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.enable_steady_tick(Duration::from_millis(200));
            Shown::Bar(bar)
        } else {
            Shown::Lines { last: Instant::now() }
        };
        Live {
            shown,
            sprt,
            began: Instant::now(),
            earlier,
        }
    }

    /// A game has been counted, or the match begins.
    pub(super) fn progress(&mut self, standing: &Standing, total: u64) {
        /// Between two plain lines.
        const PAUSE: Duration = Duration::from_secs(5);
        let games = standing.games();
        if games == self.earlier {
            return;
        }
        match &mut self.shown {
            Shown::Lines { last } if last.elapsed() < PAUSE => return,
            Shown::Lines { last } => *last = Instant::now(),
            Shown::Bar(_) => {}
        }
        let pace = (games - self.earlier) as f64 / self.began.elapsed().as_secs_f64().max(0.001);
        let mut words = Vec::new();
        if standing.players.len() == 2 {
            let results = standing.table.results(0, 1);
            words.push(format!("{results}  Elo {}", Estimate::of(&results)));
            words.extend(self.sprt.map(|sprt| sprt.state(&results.pairs).to_string()));
        }
        words.push(format!("{pace:.1} games/s"));
        let message = words.join("  ");
        match &self.shown {
            Shown::Bar(bar) => {
                bar.set_length(total);
                bar.set_position(games);
                bar.set_message(message);
            }
            Shown::Lines { .. } => cli::print_status(&format!("{games}/{total}  {message}")),
        }
    }

    pub(super) fn end(&self) {
        match &self.shown {
            Shown::Bar(bar) => bar.finish_and_clear(),
            Shown::Lines { .. } => {}
        }
    }
}
