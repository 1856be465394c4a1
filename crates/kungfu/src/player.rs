//! Who plays: two or four players, and sets of them.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A player, 1 to 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Player(u8);

impl Player {
    /// Player 1: below on 8×8, east on the cross.
    pub const ONE: Player = Player(1);
    /// Player 2: above on 8×8, south on the cross.
    pub const TWO: Player = Player(2);
    /// Player 3: west on the cross.
    pub const THREE: Player = Player(3);
    /// Player 4: north on the cross.
    pub const FOUR: Player = Player(4);
    /// All that can be.
    pub const ALL: [Player; 4] = [Player::ONE, Player::TWO, Player::THREE, Player::FOUR];

    /// The player of this number, if there can be one.
    pub const fn new(number: u8) -> Option<Self> {
        match number {
            1..=4 => Some(Player(number)),
            _ => None,
        }
    }

    /// 1 to 4.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// 0 to 3.
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }
}

impl TryFrom<u8> for Player {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        Player::new(number).ok_or_else(|| format!("there is no player {number}"))
    }
}

impl From<Player> for u8 {
    fn from(player: Player) -> u8 {
        player.0
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Some of the players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<Player>", into = "Vec<Player>")]
pub struct Players(u8);

impl Players {
    /// The empty set.
    pub const NONE: Players = Players(0);

    /// Whether a player is among them.
    pub const fn contains(self, player: Player) -> bool {
        self.0 & (1 << player.index()) != 0
    }

    /// These and one more.
    #[must_use]
    pub const fn with(self, player: Player) -> Self {
        Players(self.0 | 1 << player.index())
    }

    /// These but one.
    #[must_use]
    pub const fn without(self, player: Player) -> Self {
        Players(self.0 & !(1 << player.index()))
    }

    /// These but those.
    #[must_use]
    pub const fn minus(self, others: Players) -> Self {
        Players(self.0 & !others.0)
    }

    /// How many.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Each, by rising number.
    pub fn iter(self) -> impl Iterator<Item = Player> {
        Player::ALL.into_iter().filter(move |&player| self.contains(player))
    }
}

impl FromIterator<Player> for Players {
    fn from_iter<I: IntoIterator<Item = Player>>(players: I) -> Self {
        players.into_iter().fold(Players::NONE, Players::with)
    }
}

impl From<Vec<Player>> for Players {
    fn from(players: Vec<Player>) -> Self {
        players.into_iter().collect()
    }
}

impl From<Players> for Vec<Player> {
    fn from(players: Players) -> Self {
        players.iter().collect()
    }
}
