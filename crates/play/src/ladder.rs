//! The opponents of a game as one ladder: the levels people are offered, weakest first, each with its strength.
//!
//! Every front end shows the labels of these rungs, begins with the usual one and offers the next after a result, so
//! that a level has the same name and number everywhere.

use std::fmt;

use crate::Level;

/// Somebody who has never played begins near this rating.
const NEWCOMER: u32 = 1000;

/// The levels of a game, weakest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ladder(Vec<Rung>);

/// A level with its strength among the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rung {
    /// The level.
    pub level: Level,
    /// Its strength.
    pub strength: Strength,
}

/// How strong a level is, as far as it was measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// Its name is its rating.
    Named(u32),
    /// Measured in matches.
    About(u32),
    /// Weaker than everybody who was measured; the weakest of them has this rating.
    Below(u32),
    /// Stronger than everybody who was measured; the strongest of them has this rating.
    Above(u32),
    /// Nobody in this game was measured.
    Unknown,
}

impl Ladder {
    /// The ladder of levels that are listed weakest first.
    pub fn of(levels: &[Level]) -> Ladder {
        let rung = |(place, level): (usize, &Level)| Rung {
            level: *level,
            strength: strength(levels, place),
        };
        Ladder(levels.iter().enumerate().map(rung).collect())
    }

    /// The rungs, weakest first.
    pub fn rungs(&self) -> &[Rung] {
        &self.0
    }

    /// The rung for somebody of this rating: the nearest one, the weaker of two that are equally near.
    pub fn near(&self, rating: u32) -> Option<&Rung> {
        let rated = self.0.iter().filter(|rung| rung.level.rating.is_some());
        let nearest = rated.min_by_key(|rung| rung.level.rating.map(|known| known.abs_diff(rating)));
        nearest.or_else(|| self.0.first())
    }

    /// The rung for somebody who has never played.
    pub fn usual(&self) -> Option<&Rung> {
        self.near(NEWCOMER)
    }

    /// The rung of a bot.
    pub fn get(&self, spec: &str) -> Option<&Rung> {
        self.place(spec).map(|place| &self.0[place])
    }

    /// The next stronger rung.
    pub fn above(&self, spec: &str) -> Option<&Rung> {
        self.0.get(self.place(spec)? + 1)
    }

    /// The next weaker rung.
    pub fn below(&self, spec: &str) -> Option<&Rung> {
        self.0.get(self.place(spec)?.checked_sub(1)?)
    }

    fn place(&self, spec: &str) -> Option<usize> {
        self.0.iter().position(|rung| rung.level.spec == spec)
    }
}

impl Rung {
    /// Name and strength: `Elo 800`, `Medium · about 1870`.
    pub fn label(&self) -> String {
        match self.strength {
            Strength::Named(_) | Strength::Unknown => self.level.name.to_owned(),
            strength => format!("{} · {strength}", self.level.name),
        }
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Strength::Named(rating) => write!(f, "{rating}"),
            // A measurement has an error of dozens of points.
            Strength::About(rating) => write!(f, "about {}", (rating + 5) / 10 * 10),
            Strength::Below(rating) => write!(f, "below {rating}"),
            Strength::Above(rating) => write!(f, "above {rating}"),
            Strength::Unknown => f.write_str("not measured"),
        }
    }
}

/// The strength of a level, by its rating or by its place among those that have one.
fn strength(levels: &[Level], place: usize) -> Strength {
    let level = &levels[place];
    if let Some(rating) = level.rating {
        return if level.name.contains(&rating.to_string()) {
            Strength::Named(rating)
        } else {
            Strength::About(rating)
        };
    }
    let below = levels[..place].iter().rev().find_map(|level| level.rating);
    let above = levels[place..].iter().find_map(|level| level.rating);
    match (below, above) {
        (_, Some(above)) => Strength::Below(above),
        (Some(below), None) => Strength::Above(below),
        (None, None) => Strength::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn level(spec: &'static str, name: &'static str, rating: Option<u32>) -> Level {
        Level {
            spec,
            name,
            words: "",
            rating,
        }
    }

    const LEVELS: [Level; 5] = [
        level("easy", "Easy", None),
        level("elo:800", "Elo 800", Some(800)),
        level("elo:1200", "Elo 1200", Some(1200)),
        level("medium", "Medium", Some(1919)),
        level("master", "Master", None),
    ];

    #[test]
    fn every_rung_has_a_number() {
        let labels: Vec<String> = Ladder::of(&LEVELS).rungs().iter().map(Rung::label).collect();
        assert_eq!(
            labels,
            [
                "Easy · below 800",
                "Elo 800",
                "Elo 1200",
                "Medium · about 1920",
                "Master · above 1919"
            ]
        );
        assert_eq!(Ladder::of(&LEVELS[..1]).rungs()[0].label(), "Easy");
    }

    #[test]
    fn a_newcomer_begins_near_a_thousand_and_goes_rung_by_rung() {
        let ladder = Ladder::of(&LEVELS);
        let spec = |rung: Option<&Rung>| rung.map(|rung| rung.level.spec);
        assert_eq!(spec(ladder.usual()), Some("elo:800"));
        assert_eq!(spec(ladder.near(1_500)), Some("elo:1200"));
        assert_eq!(spec(ladder.above("elo:1200")), Some("medium"));
        assert_eq!(spec(ladder.below("elo:800")), Some("easy"));
        assert_eq!(spec(ladder.below("easy")), None);
        assert_eq!(spec(ladder.above("master")), None);
        assert_eq!(spec(ladder.above("uci:stockfish")), None);
        assert_eq!(spec(Ladder::of(&LEVELS[..1]).usual()), Some("easy"));
    }
}
