//! What a match between bots shall be.

use std::num::NonZeroUsize;

use bots::Game;
use contest::{Motion, Pace, Settings, Wishes, kungfu::KungfuArgs};
use hall::{LiveBoard, Speed, offered_bots};
use play::OfferedBot;

use crate::{house::House, screens::setup::Turn};

/// Numbers of games that can be chosen.
pub(super) const GAMES: [u64; 8] = [2, 10, 20, 40, 100, 200, 500, 1_000];
/// Numbers of games at once that can be chosen.
pub(super) const AT_ONCE: [NonZeroUsize; 8] = [
    number(1),
    number(2),
    number(3),
    number(4),
    number(6),
    number(8),
    number(12),
    number(16),
];
/// Random half-moves that games begin with; none is the balanced set.
pub(super) const OPENINGS: [Option<u16>; 4] = [None, Some(4), Some(8), Some(12)];

/// Ways to go: every pace, and step by step.
pub(super) const PACES: usize = Pace::ALL.len() + 1;

/// What is wished for, as places in the lists of what can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ArenaWishes {
    pub(crate) game: Game,
    /// For every player which of the bots that are offered.
    pub(super) bots: [usize; 4],
    pub(super) games: usize,
    pub(super) at_once: usize,
    pub(super) openings: usize,
    pub(super) board: LiveBoard,
    pub(super) speed: Speed,
    pub(super) pace: usize,
}

impl Default for ArenaWishes {
    /// Two levels of chess that are quick and not alike, on four boards.
    fn default() -> Self {
        ArenaWishes {
            game: Game::Chess,
            bots: [0, 1, 0, 1],
            games: 3,
            at_once: 3,
            openings: 0,
            board: LiveBoard::Standard,
            speed: Speed::Lightning,
            pace: 1,
        }
    }
}

impl ArenaWishes {
    /// What the arena is asked for.
    pub(crate) fn asked(self, house: &mut House) -> Wishes {
        let players = (0..self.seats()).map(|seat| self.offer(seat).spec.to_owned());
        let mut settings = Settings::usual(self.game, players.collect());
        settings.games = Some(GAMES[self.games]);
        settings.concurrency = Some(AT_ONCE[self.at_once]);
        settings.seed = u64::from(house.random.u32(..));
        let mut kungfu = KungfuArgs::default();
        match self.game {
            Game::Chess | Game::Ransom => settings.random_plies = OPENINGS[self.openings],
            Game::Kungfu => {
                kungfu.board = Some(self.board);
                kungfu.speed = Some(self.speed);
            }
        }
        Wishes {
            settings,
            kungfu,
            pace: self.pace(),
            motion: self.motion(),
            shelf: house.shelf(),
        }
    }

    /// How fast it goes at first.
    pub(crate) fn pace(self) -> Pace {
        Pace::ALL.get(self.pace).copied().unwrap_or_default()
    }

    /// Whether it goes at first.
    pub(crate) const fn motion(self) -> Motion {
        if self.pace < Pace::ALL.len() {
            Motion::Runs
        } else {
            Motion::Stands
        }
    }

    pub(super) fn pace_words(self) -> &'static str {
        match self.motion() {
            Motion::Runs => pace_words(self.pace()),
            Motion::Stands => "step by step",
        }
    }

    /// How many sit at a board.
    pub(crate) fn seats(self) -> usize {
        if self.game == Game::Kungfu && self.board == LiveBoard::Four {
            4
        } else {
            2
        }
    }

    /// The bot of a player.
    pub(crate) fn offer(self, player: usize) -> &'static OfferedBot {
        let all = offered_bots(self.game);
        &all[self.bots[player].min(all.len() - 1)]
    }

    /// What the players are called; a bot that meets itself is numbered.
    pub(crate) fn names(self) -> Vec<String> {
        let name = |player: usize| {
            let name = self.offer(player).name;
            match (0..player).filter(|&earlier| self.offer(earlier).name == name).count() {
                0 => name.to_owned(),
                earlier => format!("{name} {}", earlier + 1),
            }
        };
        (0..self.seats()).map(name).collect()
    }

    pub(super) fn change_game(&mut self, turn: Turn) {
        self.game = turn.among(&[Game::Chess, Game::Ransom, Game::Kungfu], self.game);
        let last = offered_bots(self.game).len() - 1;
        self.bots = self.bots.map(|bot| bot.min(last));
    }

    /// What its files are called.
    pub(crate) fn file_name(self) -> String {
        let game = match self.game {
            Game::Chess => "chess",
            Game::Ransom => "ransom",
            Game::Kungfu => "kungfu",
        };
        let specs: Vec<&str> = (0..self.seats()).map(|player| self.offer(player).spec).collect();
        format!("arena-{game}-{}", specs.join("-"))
    }

    pub(super) fn openings_words(self) -> String {
        match OPENINGS[self.openings] {
            None => "a balanced set".to_owned(),
            Some(plies) => format!("{plies} random half-moves"),
        }
    }
}

/// A pace in words.
pub(crate) const fn pace_words(pace: Pace) -> &'static str {
    match pace {
        Pace::Slow => "slow",
        Pace::Calm => "calm",
        Pace::Quick => "quick",
        Pace::Full => "full speed",
    }
}

const fn number(number: usize) -> NonZeroUsize {
    NonZeroUsize::new(number).expect("the numbers above are above zero")
}
