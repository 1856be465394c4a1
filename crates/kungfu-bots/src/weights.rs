//! The weights of the evaluation (8.6), for each speed.
//!
//! Scores are in hundredths of a point; a pawn is worth ten points. The values were fitted by SPSA with
//! `examples/duel`, at equal pace and without decisions within the delay, against a mixed field. `docs/kungfu.md` has
//! the command and the matches.

use kungfu::Speed;

/// The weights with which a level evaluates a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The own king steps off a square that a standing enemy covers.
    pub exposure: i32,
    /// The least score of a quiet move: the price of the rest after it.
    pub least: i32,
    /// How often a guard retakes in time, in percent.
    pub trust: i32,
    /// Ticks an opponent needs to dodge, once it can see the attack.
    pub reaction: i32,
    /// Ticks an opponent needs to move an attacked king away.
    pub king_reaction: i32,
    /// How often a piece that dodged recaptures, in percent.
    pub retort: i32,
    /// Leaving a square where an enemy that stands ready would win the piece, in percent of the loss.
    pub en_prise: i32,
    /// The risk at the destination, in percent.
    pub safety: i32,
    /// How much impatience lowers the weight of that risk, in percent.
    pub daring: i32,
    /// How much that weight falls before a draw by time, in percent for each percent of impatience above 190. Without
    /// this a careful bot cannot beat a player who never moves.
    pub last_chance: i32,
    /// Leaving an own piece that only the mover guarded, in percent of the expected loss.
    pub desertion: i32,
    /// An enemy piece attacked from a safe square, for each pawn of its value.
    pub threat: i32,
    /// A square near an enemy king that no other own piece covers.
    pub net: i32,
    /// Guarding an attacked piece, for each pawn of the attacker's value.
    pub recapture: i32,
    /// The penalty for each square of a move.
    pub commitment: i32,
    /// A square nearer to the centre, for knights and bishops.
    pub centre: i32,
    /// The first move of a knight or bishop.
    pub development: i32,
    /// Capturing or blocking an enemy that could capture the own king.
    pub menace: i32,
    /// The penalty for opening a line to the own king, which could still move away.
    pub line: i32,
}

impl Weights {
    /// The weights for a speed.
    pub const fn new(speed: Speed) -> Self {
        match speed {
            Speed::Standard => Weights {
                exposure: 493,
                least: -7,
                trust: 86,
                reaction: 79,
                king_reaction: 28,
                retort: 39,
                en_prise: 55,
                safety: 113,
                daring: 50,
                last_chance: 0,
                desertion: 83,
                threat: 8,
                net: 27,
                recapture: 472,
                commitment: 41,
                centre: 9,
                development: 147,
                menace: 302,
                line: 1501,
            },
            Speed::Lightning => Weights {
                exposure: 2418,
                least: -28,
                trust: 88,
                reaction: 28,
                king_reaction: 22,
                retort: 32,
                en_prise: 49,
                safety: 118,
                daring: 50,
                last_chance: 0,
                desertion: 75,
                threat: 92,
                net: 13,
                recapture: 199,
                commitment: 50,
                centre: 9,
                development: 118,
                menace: 1971,
                line: 2760,
            },
        }
    }

    /// Every weight with its name, for tuning.
    pub fn each(&mut self) -> [(&'static str, &mut i32); 19] {
        [
            ("king_reaction", &mut self.king_reaction),
            ("retort", &mut self.retort),
            ("exposure", &mut self.exposure),
            ("least", &mut self.least),
            ("trust", &mut self.trust),
            ("reaction", &mut self.reaction),
            ("en_prise", &mut self.en_prise),
            ("safety", &mut self.safety),
            ("daring", &mut self.daring),
            ("last_chance", &mut self.last_chance),
            ("desertion", &mut self.desertion),
            ("threat", &mut self.threat),
            ("net", &mut self.net),
            ("recapture", &mut self.recapture),
            ("commitment", &mut self.commitment),
            ("centre", &mut self.centre),
            ("development", &mut self.development),
            ("menace", &mut self.menace),
            ("line", &mut self.line),
        ]
    }
}
