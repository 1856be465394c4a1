//! The settings of a match, from the command line or a screen; stored in its JSON and made into a plan.

use std::{num::NonZeroUsize, path::PathBuf, sync::Arc, thread, time::Duration};

use kungfu::{Board, Speed};
use kungfu_bots::KungfuSpec;
use play::{GameId, GameModule, OpeningError, OpeningSource, Registry, Setup, Start, TimeControl};
use serde::{Deserialize, Serialize};

use crate::{
    Adjudication, Detail, Format, GamePlan, Limits, LivePlan, MatchError, Openings, Plan, ScoreRule, SettingsError,
    Tournament, TurnPlan, TurnPlayer, statistics::Sprt,
};

/// The settings of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The game.
    pub game: GameId,
    /// The specs of the players.
    pub players: Vec<String>,
    /// Games of each encounter; every opening is played twice with colours swapped.
    pub games: Option<u64>,
    /// Who meets whom.
    pub format: Option<Format>,
    /// Rounds of a Swiss tournament.
    #[serde(default)]
    pub rounds: Option<u32>,
    /// Clocks, one for all or one for each player.
    pub tc: Vec<TimeControl>,
    /// Milliseconds for a move, one for all or one for each player.
    pub movetime: Vec<u64>,
    /// Nodes for a move, one for all or one for each player.
    pub nodes: Vec<u64>,
    /// Plies for a move, one for all or one for each player.
    pub depth: Vec<u32>,
    /// Milliseconds an answer may come late.
    pub grace: u64,
    /// A file of openings; without one the game's balanced set.
    pub openings: Option<PathBuf>,
    /// Plies taken from each game of a file.
    pub plies: u16,
    /// Random plies instead of openings.
    pub random_plies: Option<u16>,
    /// Decides everything that is left to chance.
    pub seed: u64,
    /// Games played at once; usually as many as there are cores.
    pub concurrency: Option<NonZeroUsize>,
    /// Stops the match when the result is clear.
    pub sprt: Option<Sprt>,
    /// Adjudicates a loss after low scores for some moves.
    pub resign: Option<ScoreRule>,
    /// Adjudicates a draw after even scores of both for some moves.
    pub draw: Option<ScoreRule>,
    /// Ends a game as drawn after this many moves.
    pub max_moves: Option<u32>,
    /// The directory of solved endings.
    pub syzygy: Option<PathBuf>,
    /// Memory of each bot's search in MiB.
    pub hash: u32,
    /// The board and the speed of Kung Fu Chess; the JSON of a match has them beside the settings.
    #[serde(skip)]
    pub live: LiveOptions,
}

/// Settings only for matches of Kung Fu Chess.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LiveOptions {
    /// The board; usually the standard one.
    pub board: Option<Board>,
    /// The speed; usually the standard one.
    pub speed: Option<Speed>,
    /// The level whose delays all bots use, without decisions within the delay; by default each uses its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pace: Option<u8>,
}

impl LiveOptions {
    /// The levels whose pace a match can have.
    pub const PACES: std::ops::RangeInclusive<u8> = 1..=4;

    /// The board of the match.
    pub fn board(&self) -> Board {
        self.board.unwrap_or(Board::Standard)
    }

    /// The speed of the match.
    pub fn speed(&self) -> Speed {
        self.speed.unwrap_or(Speed::Standard)
    }
}

impl Settings {
    /// The usual settings for these players.
    pub fn usual(game: GameId, players: Vec<String>) -> Self {
        Settings {
            game,
            players,
            games: None,
            format: None,
            rounds: None,
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
            live: LiveOptions::default(),
        }
    }

    /// Whether the game is Kung Fu Chess.
    pub fn is_live(&self) -> bool {
        self.game == kungfu_bots::GAME
    }

    /// The plan of the match, and warnings about skipped parts of its files.
    pub fn plan(&self, registry: &Registry, detail: Detail) -> Result<(Plan, Vec<String>), MatchError> {
        let (game, notices) = if self.is_live() {
            (GamePlan::Live(self.live_plan()?), Vec::new())
        } else {
            let module = registry.get(self.game).map_err(SettingsError::Game)?;
            let (plan, notices) = self.turn_plan(module)?;
            (GamePlan::Turn(plan), notices)
        };
        let plan = Plan {
            players: self.names(),
            tournament: self.tournament(),
            seed: self.seed,
            concurrency: self.concurrency(),
            sprt: self.sprt,
            detail,
            game,
        };
        plan.check()?;
        Ok((plan, notices))
    }

    /// Who meets whom.
    pub fn tournament(&self) -> Tournament {
        let together = self.is_live() && self.live.board() == Board::Four;
        let games = self.games();
        Tournament {
            format: self.format(),
            players: self.players.len(),
            games: if together || self.format() == Format::Swiss {
                games
            } else {
                games.next_multiple_of(2)
            },
            rounds: self.rounds,
            together,
        }
    }

    /// Games played at once.
    pub fn concurrency(&self) -> NonZeroUsize {
        let concurrency = self.concurrency.or_else(|| thread::available_parallelism().ok());
        concurrency.unwrap_or(NonZeroUsize::MIN)
    }

    /// Games of each encounter; a sequential test goes on until it is decided, and encounters of a round are short.
    pub fn games(&self) -> u64 {
        let usual = if self.sprt.is_some() {
            MOST_GAMES
        } else if self.format().has_rounds() {
            2
        } else {
            100
        };
        self.games.unwrap_or(usual)
    }

    /// Whether every number is in the range of the command line; a file may contain any number.
    pub fn is_sound(&self) -> bool {
        let holds = |rule: Option<ScoreRule>| rule.is_none_or(|rule| rule.moves > 0);
        self.players.len() >= 2
            && self.games.is_none_or(|games| (1..=MOST_GAMES).contains(&games))
            && self.tc.iter().all(|control| !control.base.is_zero())
            && self.movetime.iter().all(|time| (1..=86_400_000).contains(time))
            && self.nodes.iter().all(|&nodes| nodes > 0)
            && self.depth.iter().all(|depth| (1..=100).contains(depth))
            && self.hash <= 4_096
            && self.grace <= 60_000
            && self.live.pace.is_none_or(|pace| LiveOptions::PACES.contains(&pace))
            && holds(self.resign)
            && holds(self.draw)
    }

    /// The settings of an interrupted match with what may be changed of them: more games, more rounds, another
    /// concurrency.
    pub fn resumed(self, asked: &Settings) -> Result<Self, SettingsError> {
        let games = asked.games.or(self.games);
        if self.format().has_rounds() && games != self.games {
            return Err(SettingsError::GamesOfRounds(self.format()));
        }
        Ok(Settings {
            games,
            rounds: asked.rounds.or(self.rounds),
            concurrency: asked.concurrency.or(self.concurrency),
            ..self
        })
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

    /// What the players are called: their specs, and the same bot twice is two players.
    pub fn names(&self) -> Vec<String> {
        let name = |(index, text): (usize, &String)| match self.players[..index]
            .iter()
            .filter(|earlier| *earlier == text)
            .count()
        {
            0 => text.clone(),
            count => format!("{text}#{}", count + 1),
        };
        self.players.iter().enumerate().map(name).collect()
    }

    fn turn_plan(&self, module: &Arc<dyn GameModule>) -> Result<(TurnPlan, Vec<String>), MatchError> {
        let players = (0..self.players.len()).map(|index| self.turn_player(index, module));
        let players = players.collect::<Result<_, _>>()?;
        let endings = self.syzygy.as_deref().map(|folder| module.solved_endings(folder));
        let endings = endings.transpose().map_err(|error| match error {
            OpeningError::NoSolvedEndings(game) => MatchError::from(SettingsError::NoSolvedEndings(game)),
            error => error.into(),
        })?;
        let (openings, notices) = self.read_openings(&**module)?;
        let plan = TurnPlan {
            players,
            openings,
            adjudication: Adjudication {
                resign: self.resign,
                draw: self.draw,
                move_cap: self.max_moves,
                endings: endings.map(Arc::from),
            },
        };
        Ok((plan, notices))
    }

    fn read_openings(&self, module: &dyn GameModule) -> Result<(Openings, Vec<String>), MatchError> {
        if let Some(plies) = self.random_plies {
            let begun = module.begin(&Start::Usual).map_err(SettingsError::Start)?;
            let (start, plies) = (begun.record, usize::from(plies));
            return Ok((Openings::Random { start, plies }, Vec::new()));
        }
        let book = module.openings(&OpeningSource {
            file: self.openings.as_deref(),
            plies: usize::from(self.plies),
        })?;
        Ok((Openings::List(book.lines), book.notices))
    }

    fn turn_player(&self, index: usize, module: &Arc<dyn GameModule>) -> Result<TurnPlayer, SettingsError> {
        let setup = Setup {
            hash: self.hash as usize,
            ..Setup::seeded(self.seed)
        };
        let spec = module.read_bot(&self.players[index])?;
        let module = Arc::clone(module);
        Ok(TurnPlayer::new(self.limits(index)?, move || {
            module.open_bot(&spec, setup)
        }))
    }

    fn live_plan(&self) -> Result<LivePlan, SettingsError> {
        let read = |text: &String| text.parse::<KungfuSpec>();
        let players = self.players.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        if self.live.board() == Board::Four && players.len() != 4 {
            return Err(SettingsError::FourPlayers(players.len()));
        }
        if let Some(pace) = self.live.pace {
            for player in &players {
                player.open_paced(pace, 0)?;
            }
        }
        Ok(LivePlan {
            players,
            pace: self.live.pace,
            board: self.live.board(),
            speed: self.live.speed(),
            log: None,
        })
    }

    /// What the moves of a player may cost.
    fn limits(&self, player: usize) -> Result<Limits, SettingsError> {
        let count = self.players.len();
        Ok(Limits {
            control: of_player("tc", &self.tc, player, count)?,
            move_time: of_player("movetime", &self.movetime, player, count)?.map(Duration::from_millis),
            depth: of_player("depth", &self.depth, player, count)?,
            nodes: of_player("nodes", &self.nodes, player, count)?,
            grace: Duration::from_millis(self.grace),
        })
    }
}

/// More than any match needs.
pub const MOST_GAMES: u64 = 100_000_000;

/// The value of a player among one for all or one for each.
fn of_player<T: Copy>(
    setting: &'static str,
    values: &[T],
    player: usize,
    players: usize,
) -> Result<Option<T>, SettingsError> {
    match values {
        [] => Ok(None),
        [all] => Ok(Some(*all)),
        each if each.len() == players => Ok(Some(each[player])),
        each => Err(SettingsError::Values {
            setting,
            given: each.len(),
            players,
        }),
    }
}

/// Values in words, divided by strokes; nothing for none.
fn listed<T>(values: &[T], words: impl Fn(&T) -> String) -> Option<String> {
    let all: Vec<String> = values.iter().map(words).collect();
    (!all.is_empty()).then(|| all.join(" / "))
}
