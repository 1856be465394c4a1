//! What was measured, and how it is printed.

use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    fmt,
    time::Duration,
};

/// What all players note down.
#[derive(Default)]
pub(crate) struct Figures {
    notes: RefCell<Notes>,
    /// How many were refused a table, ever.
    turned_away: Cell<u64>,
    /// Refused commands by the code of the refusal, ever.
    refusals: RefCell<BTreeMap<String, u64>>,
}

#[derive(Default)]
struct Notes {
    /// From a command to the message that the piece has left.
    latencies: Vec<Duration>,
    refused: u64,
    ended: u64,
    lost: u64,
    bytes: u64,
    messages: u64,
}

impl Figures {
    /// Begins a new row; what is counted over all rows stays.
    pub(crate) fn clear(&self) {
        self.notes.take();
    }

    pub(crate) fn seen_after(&self, time: Duration) {
        self.notes.borrow_mut().latencies.push(time);
    }

    /// A command was refused with this code.
    pub(crate) fn refused(&self, code: &str) {
        self.notes.borrow_mut().refused += 1;
        *self.refusals.borrow_mut().entry(code.to_owned()).or_default() += 1;
    }

    /// One line for each reason why commands were refused.
    pub(crate) fn print_refusals(&self) {
        for (code, count) in &*self.refusals.borrow() {
            println!("  refused commands of honest players: {count} {code}");
        }
    }

    pub(crate) fn ended(&self) {
        self.notes.borrow_mut().ended += 1;
    }

    pub(crate) fn lost(&self) {
        self.notes.borrow_mut().lost += 1;
    }

    pub(crate) fn heard(&self, bytes: usize) {
        let mut notes = self.notes.borrow_mut();
        notes.bytes += bytes as u64;
        notes.messages += 1;
    }

    /// Somebody was refused a table.
    pub(crate) fn turn_away(&self) {
        self.turned_away.set(self.turned_away.get() + 1);
    }

    /// How many were refused a table, ever.
    pub(crate) const fn turned_away(&self) -> u64 {
        self.turned_away.get()
    }

    /// From each command to the message that the piece has left.
    pub(crate) fn latencies(&self) -> Vec<Duration> {
        self.notes.borrow().latencies.clone()
    }

    /// All of it as a line of the table.
    pub(crate) fn row(&self, ticks: &Ticks, time: f64, sockets: [usize; 2], busy: [f64; 2], memory: [u64; 2]) -> Row {
        let notes = self.notes.borrow();
        let mut latencies = notes.latencies.clone();
        latencies.sort_unstable();
        let at = |share: f64| {
            let index = (latencies.len() as f64 * share) as usize;
            latencies
                .get(index.min(latencies.len().saturating_sub(1)))
                .copied()
                .unwrap_or_default()
        };
        Row {
            games: sockets[0],
            idle: sockets[1],
            commands: latencies.len() as f64 / time,
            latencies: [at(0.5), at(0.99), at(1.0)],
            ticks: [0.5, 0.99, 0.999].map(|share| ticks.below(share)),
            refused: notes.refused,
            ended: notes.ended,
            lost: notes.lost,
            messages: notes.messages as f64 / time,
            bytes: notes.bytes as f64 / time,
            busy,
            memory,
        }
    }
}

/// A line of the table.
pub(crate) struct Row {
    games: usize,
    idle: usize,
    commands: f64,
    /// Half of the commands, 99 of a hundred, and all.
    pub(crate) latencies: [Duration; 3],
    /// Half of the ticks, 99 of a hundred, 999 of a thousand.
    pub(crate) ticks: [Duration; 3],
    refused: u64,
    ended: u64,
    lost: u64,
    messages: f64,
    bytes: f64,
    /// Cores in use: the server's and ours.
    busy: [f64; 2],
    /// Memory of the server in KiB: empty and now.
    memory: [u64; 2],
}

impl Row {
    pub(crate) const HEAD: &'static str = "\
games  idle | commands/s  seen after p50   p99   max | ticks late p50   p99  p99.9 | refused ended lost | messages/s  MB/s | cores serv  load | MiB   KiB/game";
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let milliseconds = |time: Duration| time.as_secs_f64() * 1_000.0;
        let [half, most, all] = self.latencies.map(milliseconds);
        // Ticks are late by less than so many whole milliseconds.
        let [tick_half, tick_most, tick_all] = self.ticks.map(|time| format!("<{:.0}", milliseconds(time)));
        let [empty, now] = self.memory;
        let each = now.saturating_sub(empty) as f64 / self.games.max(1) as f64;
        write!(
            f,
            "{:5} {:5} | {:10.0}  {half:14.1} {most:5.1} {all:5.0} | {tick_half:>14} {tick_most:>5} {tick_all:>6} | \
             {:7} {:5} {:4} | {:10.0} {:5.1} | {:10.2} {:5.2} | {:5.0} {each:8.0}",
            self.games,
            self.idle,
            self.commands,
            self.refused,
            self.ended,
            self.lost,
            self.messages,
            self.bytes / 1e6,
            self.busy[0],
            self.busy[1],
            now as f64 / 1_024.0,
        )
    }
}

/// How late ticks were played, as the server reports it: so many not later than each bound.
pub(crate) struct Ticks {
    bounds: Vec<(f64, u64)>,
}

impl Ticks {
    /// Reads the figures of a server.
    pub(crate) fn read(metrics: &str) -> Self {
        let bucket = |line: &str| {
            let (bound, count) = line
                .strip_prefix("threefold_tick_delay_seconds_bucket{le=\"")?
                .split_once("\"} ")?;
            let bound = if bound == "+Inf" {
                f64::INFINITY
            } else {
                bound.parse().ok()?
            };
            Some((bound, count.trim().parse().ok()?))
        };
        Ticks {
            bounds: metrics.lines().filter_map(bucket).collect(),
        }
    }

    /// What came since an earlier reading; the bounds are always the same.
    pub(crate) fn since(&self, before: &Ticks) -> Ticks {
        let pairs = self.bounds.iter().zip(&before.bounds);
        Ticks {
            bounds: pairs.map(|((bound, now), (_, then))| (*bound, now - then)).collect(),
        }
    }

    pub(crate) fn count(&self) -> u64 {
        self.bounds.last().map_or(0, |(_, count)| *count)
    }

    /// A delay that a share of the ticks stayed below. Delays are counted in whole milliseconds: ticks counted under 4
    /// ms were late by less than 5 ms.
    pub(crate) fn below(&self, share: f64) -> Duration {
        let wanted = (self.count() as f64 * share).ceil() as u64;
        let bound = self
            .bounds
            .iter()
            .find(|(_, count)| *count >= wanted)
            .map_or(0.0, |(bound, _)| *bound);
        if bound.is_finite() {
            Duration::from_secs_f64(bound) + Duration::from_millis(1)
        } else {
            Duration::from_hours(1)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reported(counts: [u64; 3]) -> Ticks {
        let [first, second, all] = counts;
        Ticks::read(&format!(
            "# HELP threefold_tick_delay_seconds How late.\n\
             threefold_tick_delay_seconds_count {all}\n\
             threefold_tick_delay_seconds_bucket{{le=\"0.0\"}} {first}\n\
             threefold_tick_delay_seconds_bucket{{le=\"0.004\"}} {second}\n\
             threefold_tick_delay_seconds_bucket{{le=\"+Inf\"}} {all}\n"
        ))
    }

    #[test]
    fn the_lateness_of_ticks_is_read_from_what_the_server_reports() {
        let ticks = reported([1_600, 2_095, 2_100]).since(&reported([1_000, 1_000, 1_000]));
        assert_eq!(ticks.count(), 1_100);
        assert_eq!(ticks.below(0.5), Duration::from_millis(1));
        assert_eq!(ticks.below(0.99), Duration::from_millis(5));
        assert_eq!(ticks.below(0.999), Duration::from_hours(1));
    }
}
