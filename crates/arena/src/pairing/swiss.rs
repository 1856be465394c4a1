//! Swiss pairings: players of equal points meet, nobody meets an opponent twice, colours are balanced, and with an odd
//! number of players the lowest in the standings who has not had a bye gets one.
//!
//! Players are paired from the top of the table. A player is paired within its group of equal points, the upper half
//! against the lower, or with the nearest group below. A choice that leaves others without an opponent is undone
//! (backtracking).

use std::{cmp::Reverse, collections::HashSet};

use super::{PlayedRound, Round, Tournament};

/// The most rounds in which there always is a pairing without a repetition, whatever the results were: players who have
/// met fewer than half of the others can all be paired (Dirac's theorem). A bye counts as an opponent.
pub(super) const fn most_rounds(players: usize) -> usize {
    players.div_ceil(2)
}

/// The next round; up to [`most_rounds`] there always is one.
pub(super) fn next_round(tournament: &Tournament, played: &[PlayedRound]) -> Option<Round> {
    let points = half_points(tournament, played);
    let mut order: Vec<usize> = (0..tournament.players).collect();
    order.sort_by_key(|&player| (Reverse(points[player]), player));
    let mut state = Pairing {
        points,
        colours: colours(tournament, played),
        met: played
            .iter()
            .flat_map(|round| round.encounters.iter().copied())
            .collect(),
        hopeless: HashSet::new(),
        rule: ColourRule::Respected,
    };
    let had_bye = |player: usize| played.iter().any(|round| round.byes.contains(&player));
    let byes: Vec<Option<usize>> = if order.len().is_multiple_of(2) {
        vec![None]
    } else {
        let free = order.iter().rev().copied().filter(|&player| !had_bye(player));
        free.map(Some).collect()
    };
    for rule in [ColourRule::Respected, ColourRule::Ignored] {
        state.rule = rule;
        state.hopeless.clear();
        for &bye in &byes {
            let left: Vec<usize> = order.iter().copied().filter(|player| Some(*player) != bye).collect();
            if let Some(pairs) = state.pair(&left) {
                return Some(Round {
                    encounters: pairs.into_iter().map(|pair| state.seated(pair)).collect(),
                    byes: bye.into_iter().collect(),
                    games: tournament.games,
                });
            }
        }
    }
    None
}

/// What everybody has scored; a bye is worth as much as winning every game of an encounter.
pub(super) fn half_points(tournament: &Tournament, played: &[PlayedRound]) -> Vec<u64> {
    let mut points = vec![0; tournament.players];
    for round in played {
        for (encounter, scored) in round.encounters.iter().zip(&round.half_points) {
            for (&player, scored) in encounter.iter().zip(scored) {
                points[player] += scored;
            }
        }
        for &player in &round.byes {
            points[player] += 2 * tournament.games;
        }
    }
    points
}

/// The points of everybody's opponents, which order players of equal points.
pub(super) fn buchholz(tournament: &Tournament, played: &[PlayedRound], points: &[u64]) -> Vec<u64> {
    let mut sums = vec![0; tournament.players];
    for &[one, other] in played.iter().flat_map(|round| &round.encounters) {
        sums[one] += points[other];
        sums[other] += points[one];
    }
    sums
}

/// The colours a player has had, in games whose colour was not given back in the same encounter.
#[derive(Clone, Copy, Debug, Default)]
struct Colours {
    /// Games with White less games with Black.
    balance: i64,
    /// How often the last colour came in a row, White above zero and Black below.
    row: i64,
}

impl Colours {
    fn add(&mut self, white: bool) {
        let step = if white { 1 } else { -1 };
        self.balance += step;
        self.row = if self.row.signum() == step {
            self.row + step
        } else {
            step
        };
    }

    /// The colour a player must not have again: no third time in a row, and never three more than of the other.
    const fn refuses_white(self) -> bool {
        self.balance >= 2 || self.row >= 2
    }

    const fn refuses_black(self) -> bool {
        self.balance <= -2 || self.row <= -2
    }
}

fn colours(tournament: &Tournament, played: &[PlayedRound]) -> Vec<Colours> {
    let mut colours = vec![Colours::default(); tournament.players];
    if tournament.games.is_multiple_of(2) {
        return colours;
    }
    for &[white, black] in played.iter().flat_map(|round| &round.encounters) {
        colours[white].add(true);
        colours[black].add(false);
    }
    colours
}

/// Whether two players may meet who both must not have the same colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ColourRule {
    Respected,
    Ignored,
}

struct Pairing {
    points: Vec<u64>,
    colours: Vec<Colours>,
    met: HashSet<[usize; 2]>,
    /// Fields that were found to have no pairing.
    hopeless: HashSet<Vec<usize>>,
    rule: ColourRule,
}

impl Pairing {
    /// Pairs a field in the order of its table, or finds that it cannot be paired.
    fn pair(&mut self, field: &[usize]) -> Option<Vec<[usize; 2]>> {
        let [first, others @ ..] = field else {
            return Some(Vec::new());
        };
        if self.hopeless.contains(field) {
            return None;
        }
        for opponent in self.candidates(*first, others) {
            let left: Vec<usize> = others.iter().copied().filter(|&player| player != opponent).collect();
            if let Some(mut pairs) = self.pair(&left) {
                pairs.insert(0, [*first, opponent]);
                return Some(pairs);
            }
        }
        self.hopeless.insert(field.to_vec());
        None
    }

    /// Whom a player may meet, the fittest first: of its own points, the one as far below as its half of the group is
    /// large; then of fewer points.
    fn candidates(&self, player: usize, others: &[usize]) -> Vec<usize> {
        let group = others
            .iter()
            .filter(|&&other| self.points[other] == self.points[player])
            .count();
        let half = group / 2;
        let mut fit: Vec<(usize, usize)> = others
            .iter()
            .copied()
            .enumerate()
            .filter(|&(_, other)| self.may_meet(player, other))
            .collect();
        fit.sort_by_key(|&(place, other)| {
            let is_own = self.points[other] == self.points[player];
            (
                Reverse(self.points[other]),
                self.colours_clash(player, other),
                if is_own { place.abs_diff(half) } else { place },
            )
        });
        fit.into_iter().map(|(_, other)| other).collect()
    }

    fn may_meet(&self, one: usize, other: usize) -> bool {
        if self.met.contains(&[one, other]) || self.met.contains(&[other, one]) {
            return false;
        }
        let [one, other] = [self.colours[one], self.colours[other]];
        let clash = (one.refuses_white() && other.refuses_white()) || (one.refuses_black() && other.refuses_black());
        self.rule == ColourRule::Ignored || !clash
    }

    /// Whether both would rather have the same colour.
    fn colours_clash(&self, one: usize, other: usize) -> bool {
        self.colours[one].balance.signum() * self.colours[other].balance.signum() > 0
    }

    /// Orders a pair so that the player who has White first comes first. That is the player who must not have Black;
    /// else the one who had White less often; else the one who had it longer ago. Otherwise it is the better player in
    /// the first pair, the worse one in the second, and so on, by the number of the better player.
    fn seated(&self, [one, other]: [usize; 2]) -> Vec<usize> {
        let claim = |player: usize| {
            let colours = self.colours[player];
            let refusal = i8::from(colours.refuses_white()) - i8::from(colours.refuses_black());
            (refusal, colours.balance, colours.row)
        };
        let one_has_white = match claim(one).cmp(&claim(other)) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Greater => false,
            std::cmp::Ordering::Equal => one.is_multiple_of(2),
        };
        if one_has_white {
            vec![one, other]
        } else {
            vec![other, one]
        }
    }
}
