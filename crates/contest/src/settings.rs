//! What a match is played with: read from the command line or chosen on a screen, kept in its JSON, made into a plan.

use std::{num::NonZeroUsize, path::PathBuf, str::FromStr, thread, time::Duration};

use arena::{Adjudication, Detail, Format, Limits, Patience, Plan, Player, statistics::Sprt};
use bots::{BotSpec, Game, Setup};
use clap::Args;
use play::TimeControl;
use serde::{Deserialize, Serialize};

use crate::{ContestError, MatchGame};

/// What a match is played with.
#[derive(Args, Clone, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// The game
    #[arg(long, default_value = "chess", value_name = "GAME")]
    pub game: Game,
    /// Who plays: easy, medium, hard, elo:800 to elo:2800, master, uci:PROGRAM; in Ransom easy, hard, master; in Kung Fu
    /// random, level1, level2, level3, level4
    #[arg(value_name = "SPEC", required_unless_present = "resume", num_args = 2..)]
    pub players: Vec<String>,
    /// Games of each pairing; every opening is played twice with colours swapped [default: 100, with --sprt as many
    /// as it takes]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    pub games: Option<u64>,
    /// match (two players), roundrobin, gauntlet (the first against all), ladder (each against the next two), neighbours (each
    /// against the next)
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    pub format: Option<Format>,
    /// A clock of seconds + seconds a move, as 8+0.08; one for all, or one for each player: 8+0.08,4+0.04
    #[arg(long, value_name = "CLOCK", value_delimiter = ',', value_parser = TimeControl::read_seconds,
          conflicts_with = "movetime")]
    pub tc: Vec<TimeControl>,
    /// Milliseconds for a move, one for all or one for each player
    #[arg(long, value_name = "MS", value_delimiter = ',', value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub movetime: Vec<u64>,
    /// Positions for a move, one for all or one for each player
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Vec<u64>,
    /// Plies for a move, one for all or one for each player
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=100))]
    pub depth: Vec<u32>,
    /// Milliseconds an answer may come late
    #[arg(long, value_name = "MS", default_value = "100", value_parser = clap::value_parser!(u64).range(0..=60_000))]
    pub grace: u64,
    /// Openings from a file: .pgn, or FEN or EPD lines [default: a balanced set]
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// Half-moves taken from each game of a PGN
    #[arg(long, value_name = "N", default_value = "16", value_parser = clap::value_parser!(u16).range(0..=400))]
    pub plies: u16,
    /// Begin with this many random half-moves instead
    #[arg(long, value_name = "N", conflicts_with = "openings", value_parser = clap::value_parser!(u16).range(1..=100))]
    pub random_plies: Option<u16>,
    /// Let everything that is left to chance follow from this number
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,
    /// Games played at once [default: the number of cores]
    #[arg(long, value_name = "N")]
    pub concurrency: Option<NonZeroUsize>,
    /// Stop when the result is clear: elo0,elo1[,alpha,beta]
    #[arg(long, value_name = "BOUNDS", allow_hyphen_values = true, value_parser = sprt)]
    pub sprt: Option<Sprt>,
    /// End a game whose loser has thought itself CP centipawns behind for N moves
    #[arg(long, value_name = "CP,N", value_parser = patience)]
    pub resign: Option<Patience>,
    /// End a game that both have thought within CP centipawns for N moves
    #[arg(long, value_name = "CP,N", value_parser = patience)]
    pub draw: Option<Patience>,
    /// End a game as drawn after this many moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub max_moves: Option<u32>,
    /// Settle endings by the Syzygy tables in this directory
    #[arg(long, value_name = "DIR")]
    pub syzygy: Option<PathBuf>,
    /// Memory of each bot of ours in MiB
    #[arg(long, value_name = "MIB", default_value = "16", value_parser = clap::value_parser!(u32).range(0..=4_096))]
    pub hash: u32,
}

impl Settings {
    /// The usual settings for these players, as the command line has them.
    pub fn usual(game: Game, players: Vec<String>) -> Self {
        Settings {
            game,
            players,
            games: None,
            format: None,
            tc: Vec::new(),
            movetime: Vec::new(),
            nodes: Vec::new(),
            depth: Vec::new(),
            grace: 100,
            openings: None,
            plies: 16,
            random_plies: None,
            seed: 1,
            concurrency: None,
            sprt: None,
            resign: None,
            draw: None,
            max_moves: None,
            syzygy: None,
            hash: 16,
        }
    }

    /// The plan of the match; files are read here, and what is passed over in them is told.
    pub fn plan<R: MatchGame>(&self, moves: Detail, tell: &mut dyn FnMut(String)) -> Result<Plan<R>, ContestError> {
        Ok(Plan {
            players: self.named_players()?,
            format: self.format(),
            games: self.games().next_multiple_of(2),
            openings: R::openings(self, tell)?,
            seed: self.seed,
            concurrency: self.at_once(),
            adjudication: Adjudication {
                resign: self.resign,
                draw: self.draw,
                move_cap: self.max_moves,
                oracle: R::oracle(self)?,
            },
            sprt: self.sprt,
            moves,
        })
    }

    /// Games played at once.
    pub(crate) fn at_once(&self) -> NonZeroUsize {
        let concurrency = self.concurrency.or_else(|| thread::available_parallelism().ok());
        concurrency.unwrap_or(NonZeroUsize::MIN)
    }

    /// The games asked for; a sequential test goes on until it is decided.
    pub fn games(&self) -> u64 {
        self.games.unwrap_or(if self.sprt.is_some() { MOST_GAMES } else { 100 })
    }

    /// Whether no number is one that the command line would have refused; those of a file may be anything.
    pub fn is_sound(&self) -> bool {
        let patient = |patience: Option<Patience>| patience.is_none_or(|patience| patience.moves > 0);
        self.players.len() >= 2
            && self.games.is_none_or(|games| (1..=MOST_GAMES).contains(&games))
            && self.tc.iter().all(|control| !control.base.is_zero())
            && self.movetime.iter().all(|time| (1..=86_400_000).contains(time))
            && self.nodes.iter().all(|&nodes| nodes > 0)
            && self.depth.iter().all(|depth| (1..=100).contains(depth))
            && self.hash <= 4_096
            && self.grace <= 60_000
            && patient(self.resign)
            && patient(self.draw)
    }

    /// The settings of an interrupted match with what may be changed of them.
    #[must_use]
    pub fn resumed(self, asked: &Settings) -> Self {
        Settings {
            games: asked.games.or(self.games),
            concurrency: asked.concurrency.or(self.concurrency),
            ..self
        }
    }

    /// The format asked for, or the one that fits the players.
    pub fn format(&self) -> Format {
        let fitting = if self.players.len() == 2 {
            Format::Match
        } else {
            Format::RoundRobin
        };
        self.format.unwrap_or(fitting)
    }

    /// What moves may cost, in words.
    pub fn limits_text(&self) -> String {
        let words = [
            listed(&self.tc, |control| format!("{} s", control.in_seconds())),
            listed(&self.movetime, |time| format!("{time} ms a move")),
            listed(&self.depth, |depth| format!("depth {depth}")),
            listed(&self.nodes, |nodes| format!("{nodes} nodes")),
        ];
        let words: Vec<String> = words.into_iter().flatten().collect();
        if words.is_empty() {
            "the bots' own limits".to_owned()
        } else {
            words.join(", ")
        }
    }

    /// Where games begin, in words.
    pub fn openings_text(&self) -> String {
        match (&self.openings, self.random_plies) {
            (Some(path), _) => path.display().to_string(),
            (None, Some(plies)) => format!("{plies} random half-moves"),
            (None, None) => "balanced set".to_owned(),
        }
    }

    fn named_players<R: MatchGame>(&self) -> Result<Vec<Player<R>>, ContestError> {
        let setup = Setup {
            hash: self.hash as usize,
            ..Setup::seeded(self.seed)
        };
        let player = |(index, text): (usize, &String)| {
            let spec = BotSpec::read(self.game, text).map_err(|error| ContestError::usage(error.to_string()))?;
            // The same bot twice is two players.
            let name = match self.players[..index].iter().filter(|earlier| *earlier == text).count() {
                0 => text.clone(),
                count => format!("{text}#{}", count + 1),
            };
            Ok(Player::new(name, self.limits(index)?, move || R::open(&spec, setup)))
        };
        self.players.iter().enumerate().map(player).collect()
    }

    /// What the moves of a player may cost.
    pub fn limits(&self, player: usize) -> Result<Limits, ContestError> {
        let count = self.players.len();
        Ok(Limits {
            control: of_player("--tc", &self.tc, player, count)?,
            move_time: of_player("--movetime", &self.movetime, player, count)?.map(Duration::from_millis),
            depth: of_player("--depth", &self.depth, player, count)?,
            nodes: of_player("--nodes", &self.nodes, player, count)?,
            grace: Duration::from_millis(self.grace),
        })
    }
}

/// More than any match needs.
const MOST_GAMES: u64 = 100_000_000;

/// The value of a player among one for all or one for each.
fn of_player<T: Copy>(flag: &str, values: &[T], player: usize, count: usize) -> Result<Option<T>, ContestError> {
    match values {
        [] => Ok(None),
        [all] => Ok(Some(*all)),
        each if each.len() == count => Ok(Some(each[player])),
        each => Err(ContestError::usage(format!(
            "{flag} has {} values for {count} players; give one for all or one for each",
            each.len()
        ))),
    }
}

/// Values in words, divided by strokes; nothing for none.
fn listed<T>(values: &[T], words: impl Fn(&T) -> String) -> Option<String> {
    let all: Vec<String> = values.iter().map(words).collect();
    (!all.is_empty()).then(|| all.join(" / "))
}

fn format(text: &str) -> Result<Format, String> {
    match text {
        "match" => Ok(Format::Match),
        "roundrobin" => Ok(Format::RoundRobin),
        "gauntlet" => Ok(Format::Gauntlet),
        "ladder" => Ok(Format::Ladder),
        "neighbours" => Ok(Format::Neighbours),
        other => Err(format!(
            "no format is called '{other}'; known are match, roundrobin, gauntlet, ladder and neighbours"
        )),
    }
}

fn sprt(text: &str) -> Result<Sprt, String> {
    Sprt::from_str(text).map_err(|error| error.to_string())
}

fn patience(text: &str) -> Result<Patience, String> {
    let read = || {
        let (centipawns, moves) = text.split_once(',')?;
        let moves = moves.parse().ok().filter(|&moves| moves > 0)?;
        Some(Patience {
            centipawns: centipawns.parse().ok()?,
            moves,
        })
    };
    read().ok_or_else(|| format!("'{text}' is not CP,N; write centipawns and moves, such as 400,3"))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    /// A command line; without players it would have to name a match to go on with.
    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        settings: Settings,
        #[arg(long)]
        resume: Option<String>,
    }

    #[test]
    fn the_usual_settings_are_those_of_the_command_line() {
        let line = Line::try_parse_from(["arena", "easy", "hard", "--game", "ransom"]).expect("two players");
        assert_eq!(line.resume, None);
        let usual = Settings::usual(Game::Ransom, vec!["easy".to_owned(), "hard".to_owned()]);
        let [line, usual] = [&line.settings, &usual].map(|settings| serde_json::to_value(settings).expect("plain"));
        assert_eq!(line, usual);
    }
}
