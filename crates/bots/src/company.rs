//! What makes a bot good company for a person: a pause before it answers, and a little talk.
//!
//! Nothing here thinks, and nothing here is used when bots play each other.

use std::{ops::Range, time::Duration};

use fastrand::Rng;

use crate::{BotSpec, Game};

/// How long to wait before showing the answer of a bot that needs no time of its own, so that it does not feel like
/// a slap: between one and two seconds for Easy, and for a player of a rating about as long as a person looks at a move.
pub fn pause(spec: &BotSpec, random: &mut Rng) -> Option<Duration> {
    pause_range(spec).map(|range| Duration::from_millis(random.u64(range)))
}

/// The bounds of [`pause`] in milliseconds.
pub(crate) const fn pause_range(spec: &BotSpec) -> Option<Range<u64>> {
    match spec {
        BotSpec::Easy => Some(1_000..1_900),
        BotSpec::Elo(_) => Some(1_200..4_500),
        BotSpec::Medium(_) | BotSpec::Hard(_) | BotSpec::Master(_) | BotSpec::Uci(_) | BotSpec::Ransom(_) => None,
    }
}

/// A line for the time a bot thinks, never the same twice in a row.
#[derive(Clone, Debug)]
pub struct SmallTalk {
    game: Game,
    last: Option<&'static str>,
}

impl SmallTalk {
    /// Talk that fits a game.
    pub const fn of(game: Game) -> Self {
        SmallTalk { game, last: None }
    }

    /// The next line.
    pub fn next(&mut self, random: &mut Rng) -> &'static str {
        let lines: &[&str] = match self.game {
            Game::Chess => &CHESS_LINES,
            Game::Ransom => &RANSOM_LINES,
            // Without turns nobody waits for a talker.
            Game::Kungfu => &COMMON_LINES,
        };
        let others = lines.iter().copied().filter(|&line| Some(line) != self.last);
        let line = random.choice(others.collect::<Vec<_>>()).unwrap_or(lines[0]);
        self.last = Some(line);
        line
    }
}

/// What bots say in chess.
pub(crate) static CHESS_LINES: [&str; 14] = with_common([
    "Somebody should move that rook one day.",
    "My king asks for a little patience.",
]);

/// What bots say in Ransom, which has no kings and no rooks.
pub(crate) static RANSOM_LINES: [&str; 14] =
    with_common(["My purse feels light today.", "Two points, and then we shall see."]);

const COMMON_LINES: [&str; 12] = [
    "Now, where did I put my plan?",
    "Hm. That square again.",
    "I had not expected this. Or had I?",
    "One moment, the bishop has an opinion.",
    "Counting pawns. Yours first.",
    "There must be something here.",
    "I like your knight. For now.",
    "If I go there, you go there …",
    "This reminds me of a game I lost.",
    "Quiet, please: thinking.",
    "Every pawn wants to be a queen.",
    "Let me sit on my hands first.",
];

const fn with_common(own: [&'static str; 2]) -> [&'static str; 14] {
    let mut lines = [""; 14];
    let mut index = 0;
    while index < lines.len() {
        lines[index] = match index.checked_sub(COMMON_LINES.len()) {
            None => COMMON_LINES[index],
            Some(index) => own[index],
        };
        index += 1;
    }
    lines
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn talk_varies_and_does_not_repeat_at_once() {
        let mut random = Rng::with_seed(1);
        for game in [Game::Chess, Game::Ransom] {
            let mut talk = SmallTalk::of(game);
            let said: Vec<&str> = (0..200).map(|_| talk.next(&mut random)).collect();
            assert!(said.windows(2).all(|pair| pair[0] != pair[1]));
            assert!(said.iter().collect::<HashSet<_>>().len() >= 12);
            let of_kings = said
                .iter()
                .any(|line| line.contains("king") && !line.contains("thinking"));
            assert_eq!(of_kings, game == Game::Chess);
        }
    }

    #[test]
    fn easy_and_players_of_a_rating_pause() {
        let mut random = Rng::with_seed(1);
        for _ in 0..100 {
            let pause = pause(&BotSpec::Easy, &mut random).unwrap();
            assert!((1_000..2_000).contains(&pause.as_millis()));
        }
        assert!(pause(&BotSpec::Elo(1_500), &mut random).is_some());
        assert_eq!(pause(&BotSpec::Hard(crate::Tuning::default()), &mut random), None);
    }
}
