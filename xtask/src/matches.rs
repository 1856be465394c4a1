//! Matches that check the order of the levels of every game, and mirror matches.
//!
//! These are statistics, not tests: they run for hours, at night or after changes of an evaluation. Every match has
//! fixed openings, seeds and nodes, so another machine plays the same games unless a bot reaches the time limit of its
//! level.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, bail};

use crate::{cargo, release};

/// What the result of a match has to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Claim {
    /// The first player is stronger: the whole interval of its share of the points is above half.
    Stronger,
    /// Both are the same player: half is within the interval.
    Equal,
}

/// A match and what is expected of it.
struct Match {
    game: &'static str,
    first: &'static str,
    second: &'static str,
    /// Further arguments of the arena.
    settings: &'static [&'static str],
    games: u32,
    claim: Claim,
}

/// A limit that no level reaches: they limit themselves.
const OWN_LIMITS: &[&str] = &["--nodes", "100000000"];
const LIGHTNING: &[&str] = &["--speed", "lightning"];
const STANDARD: &[&str] = &["--speed", "standard"];

const fn stronger(
    game: &'static str,
    [first, second]: [&'static str; 2],
    settings: &'static [&'static str],
    games: u32,
) -> Match {
    Match {
        game,
        first,
        second,
        settings,
        games,
        claim: Claim::Stronger,
    }
}

const fn mirror(game: &'static str, player: &'static str, settings: &'static [&'static str], games: u32) -> Match {
    Match {
        game,
        first: player,
        second: player,
        settings,
        games,
        claim: Claim::Equal,
    }
}

const MATCHES: [Match; 16] = [
    stronger("chess", ["medium", "easy"], OWN_LIMITS, 100),
    stronger("chess", ["hard", "medium"], OWN_LIMITS, 100),
    stronger("chess", ["master", "hard"], &["--tc", "1+0.01"], 100),
    mirror("chess", "medium", OWN_LIMITS, 200),
    mirror("chess", "hard", OWN_LIMITS, 100),
    stronger("ransom", ["novice", "beginner"], OWN_LIMITS, 100),
    stronger("ransom", ["easy", "novice"], OWN_LIMITS, 100),
    stronger("ransom", ["hard", "easy"], OWN_LIMITS, 100),
    stronger("ransom", ["master", "hard"], &["--movetime", "500"], 60),
    mirror("ransom", "hard", OWN_LIMITS, 200),
    stronger("kungfu", ["level2", "level1"], STANDARD, 100),
    stronger("kungfu", ["level3", "level2"], STANDARD, 100),
    stronger("kungfu", ["level4", "level3"], STANDARD, 60),
    stronger("kungfu", ["level2", "level1"], LIGHTNING, 100),
    stronger("kungfu", ["level3", "level2"], LIGHTNING, 100),
    mirror("kungfu", "level2", STANDARD, 200),
];

/// Which matches to play, and with what.
#[derive(Debug, Default, PartialEq, Eq)]
struct Choice {
    /// The only game, if one is named.
    game: Option<String>,
    /// The most games of a match: fewer than planned give wider intervals, so that a claim may fail by chance.
    games: Option<u32>,
    /// The program, if it is not to be built: for example that of an earlier version.
    program: Option<PathBuf>,
}

impl Choice {
    /// Reads `[GAME] [--games N] [--program PATH]`.
    fn read(arguments: &[&str]) -> anyhow::Result<Choice> {
        let mut choice = Choice::default();
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            match *word {
                "--games" => {
                    let number = words.next().context("--games needs a number")?;
                    choice.games = Some(number.parse().with_context(|| format!("'{number}' is no number"))?);
                }
                "--program" => choice.program = Some(words.next().context("--program needs a path")?.into()),
                game if MATCHES.iter().any(|planned| planned.game == game) => choice.game = Some(game.to_owned()),
                other => bail!("'{other}' is no game; there are matches of chess, ransom and kungfu"),
            }
        }
        Ok(choice)
    }
}

/// Plays all matches, or those that are chosen, and fails if a claim does not hold.
pub(crate) fn run(arguments: &[&str]) -> anyhow::Result<()> {
    let choice = Choice::read(arguments)?;
    let chosen = MATCHES
        .iter()
        .filter(|planned| choice.game.as_ref().is_none_or(|game| game == planned.game));
    let program = if let Some(program) = choice.program {
        program
    } else {
        cargo(&["build", "--release", "--package", "threefold"])?;
        release::target().join("release/threefold")
    };
    println!("| game | match | games | won, drawn, lost | Elo | draws | |\n|---|---|---:|---|---:|---:|---|");
    let mut wrong = 0;
    for planned in chosen {
        let games = choice.games.map_or(planned.games, |most| most.min(planned.games));
        let result = planned.play(&program, games)?;
        let holds = planned.holds(result);
        wrong += u32::from(!holds);
        println!("{}", planned.row(result, holds));
    }
    if wrong > 0 {
        bail!("{wrong} matches do not show what they should");
    }
    Ok(())
}

/// The result of a match, as the first player sees it.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Score {
    won: u32,
    drawn: u32,
    lost: u32,
    elo: f64,
    margin: f64,
}

impl Match {
    fn play(&self, program: &Path, games: u32) -> anyhow::Result<Score> {
        let output = Command::new(program)
            .args(["arena", "--game", self.game, self.first, self.second])
            .args(["--games", &games.to_string(), "--seed", "1"])
            .args(self.settings)
            .output()
            .context("the arena cannot be started")?;
        let text = String::from_utf8_lossy(&output.stdout);
        let last = text.lines().rev().find(|line| line.starts_with("score "));
        last.and_then(Score::read).with_context(|| {
            let said = String::from_utf8_lossy(&output.stderr);
            format!("{} {} {}: no score\n{said}", self.game, self.first, self.second)
        })
    }

    fn holds(&self, score: Score) -> bool {
        let (share, reach) = score.share();
        match self.claim {
            Claim::Stronger => share - reach > 0.5,
            Claim::Equal => (share - 0.5).abs() <= reach,
        }
    }

    fn row(&self, score: Score, holds: bool) -> String {
        let Score {
            won,
            drawn,
            lost,
            elo,
            margin,
        } = score;
        let games = won + drawn + lost;
        let draws = 100.0 * f64::from(drawn) / f64::from(games.max(1));
        format!(
            "| {} {} | {} – {} | {games} | {won}, {drawn}, {lost} | {elo:+.0} ± {margin:.0} | {draws:.0} % | {} |",
            self.game,
            self.settings.join(" "),
            self.first,
            self.second,
            if holds { "as it should" } else { "WRONG" }
        )
    }
}

impl Score {
    /// The share of the points, and half the width of its 95 % interval. Unlike the Elo of a match that was nearly won
    /// outright, this interval is always finite.
    fn share(self) -> (f64, f64) {
        let [won, drawn, lost] = [self.won, self.drawn, self.lost].map(f64::from);
        let games = won + drawn + lost;
        let share = (won + drawn / 2.0) / games;
        let square = (won + drawn / 4.0) / games;
        let variance = (square - share * share).max(0.0);
        (share, 1.96 * (variance / games).sqrt())
    }

    /// Reads the last line of a match, such as `score hard 70-20-10 medium elo 240.8 ± 81.1`.
    fn read(line: &str) -> Option<Score> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [.., results, _, "elo", elo, "±", margin] = *words.as_slice() else {
            return None;
        };
        let mut results = results.split('-').map(|count| count.parse().ok());
        Some(Score {
            won: results.next()??,
            drawn: results.next()??,
            lost: results.next()??,
            elo: elo.parse().ok()?,
            margin: margin.parse().ok()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_of_a_match_is_read() {
        let score = Score::read("score hard 70-20-10 medium elo 240.8 ± 81.1").unwrap();
        let expected = Score {
            won: 70,
            drawn: 20,
            lost: 10,
            elo: 240.8,
            margin: 81.1,
        };
        assert_eq!(score, expected);
        assert_eq!(Score::read("score hard 70-20 medium elo 1 ± 2"), None);
        assert_eq!(Score::read("games 100"), None);
    }

    #[test]
    fn what_to_play_is_read_from_the_arguments() {
        let choice = Choice::read(&["ransom", "--games", "20", "--program", "old/threefold"]).unwrap();
        let expected = Choice {
            game: Some("ransom".to_owned()),
            games: Some(20),
            program: Some("old/threefold".into()),
        };
        assert_eq!(choice, expected);
        assert_eq!(Choice::read(&[]).unwrap(), Choice::default());
        for wrong in [&["draughts"][..], &["--games"], &["--games", "many"], &["--program"]] {
            assert!(Choice::read(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn an_order_holds_if_its_whole_interval_is_above_half() {
        let score = |won, drawn, lost| Score {
            won,
            drawn,
            lost,
            elo: 0.0,
            margin: 0.0,
        };
        let ordered = stronger("chess", ["hard", "medium"], OWN_LIMITS, 10);
        assert!(ordered.holds(score(70, 20, 10)));
        assert!(ordered.holds(score(100, 0, 0)));
        assert!(ordered.holds(score(99, 1, 0)));
        assert!(!ordered.holds(score(55, 0, 45)));
        assert!(!ordered.holds(score(0, 0, 100)));
        assert!(!ordered.holds(score(0, 100, 0)));
        let same = mirror("chess", "hard", OWN_LIMITS, 10);
        assert!(same.holds(score(55, 0, 45)));
        assert!(same.holds(score(0, 100, 0)));
        assert!(!same.holds(score(70, 20, 10)));
    }
}
