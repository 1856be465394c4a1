//! Every mission is won by one script and lost by another, tick by tick.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking, in its helpers too")]

use std::collections::BTreeSet;

use kungfu::{Bout, Command, Event, Player, ScenarioRun, Sight, Verdict};
use kungfu_bots::{Attention, KungfuSpec, LiveBot};
use practice::{Belt, Mission, MissionProgress, mission, missions};

/// Who plays the learner's part.
#[derive(Clone, Copy)]
enum Learner {
    /// Moves at ticks: `60 d1 d8`, a piece by the square it began on.
    Script(&'static [&'static str]),
    /// A bot with a seed, where the opponent is one too.
    Bot(&'static str, u64),
}

use Learner::{Bot, Script};

/// The mission, how it is won, how it is lost, and as what; against a bot any loss will do.
const PLAYED: &[(&str, Learner, Learner, Option<Verdict>)] = &[
    (
        "standing-rook",
        Script(&["0 d1 d8"]),
        Script(&["0 d1 c1"]),
        Some(Verdict::TimeUp),
    ),
    (
        "knight-leap",
        Script(&["0 b3 d4"]),
        Script(&["0 b3 a5", "370 b3 b7"]),
        Some(Verdict::TooManyMoves),
    ),
    (
        "rest-and-again",
        Script(&["0 d1 d5", "430 d1 d8"]),
        Script(&["0 d1 d5", "430 d1 a5"]),
        Some(Verdict::TimeUp),
    ),
    (
        "pawn-aside",
        Script(&["0 e4 d5"]),
        Script(&["0 e4 e5"]),
        Some(Verdict::TimeUp),
    ),
    (
        "last-rank",
        Script(&["0 a6 a7", "335 a6 a8"]),
        Script(&["0 a6 a7"]),
        Some(Verdict::TimeUp),
    ),
    (
        "the-king",
        Script(&["0 d1 h5"]),
        Script(&["0 d1 d8"]),
        Some(Verdict::TimeUp),
    ),
    (
        "step-aside",
        Script(&["60 d4 f5"]),
        Script(&[]),
        Some(Verdict::PieceLost),
    ),
    (
        "king-walks",
        Script(&["60 e1 f1"]),
        Script(&["60 e1 e2"]),
        Some(Verdict::KingLost),
    ),
    (
        "head-start",
        Script(&["30 d1 d8"]),
        Script(&[]),
        Some(Verdict::PieceLost),
    ),
    (
        "dodge-and-take",
        Script(&["45 d4 d6", "410 d4 d4"]),
        Script(&[]),
        Some(Verdict::PieceLost),
    ),
    (
        "two-arrows",
        Script(&["75 d4 e5"]),
        Script(&["75 d4 e3"]),
        Some(Verdict::PieceLost),
    ),
    (
        "king-strikes",
        Script(&["60 e1 f1", "395 e1 e1"]),
        Script(&["60 e1 f1"]),
        Some(Verdict::KingLost),
    ),
    (
        "close-the-line",
        Script(&["30 g1 e2"]),
        Script(&["30 g1 f3"]),
        Some(Verdict::KingLost),
    ),
    (
        "one-step",
        Script(&["30 f2 f3"]),
        Script(&["30 f2 f4"]),
        Some(Verdict::KingLost),
    ),
    ("take-back", Script(&["170 d1 d5"]), Script(&[]), Some(Verdict::TimeUp)),
    (
        "she-rests",
        Script(&["150 b4 d5"]),
        Script(&[]),
        Some(Verdict::KingLost),
    ),
    (
        "castle",
        Script(&["30 e1 g1"]),
        Script(&["30 e1 f1"]),
        Some(Verdict::TimeUp),
    ),
    (
        "stop-the-pawn",
        Script(&["30 a8 c8", "400 a8 c2"]),
        Script(&[]),
        Some(Verdict::TimeUp),
    ),
    (
        "early-order",
        Script(&["0 d1 d4", "120 d1 d7"]),
        Script(&["0 d1 d4", "420 d1 d7"]),
        Some(Verdict::TimeUp),
    ),
    (
        "no-breath",
        Script(&["15 d1 d4", "150 d1 d7"]),
        Script(&["15 d1 d4", "450 d1 d7"]),
        Some(Verdict::TimeUp),
    ),
    (
        "all-at-once",
        Script(&["10 a1 a7", "30 c1 g5", "50 g1 f3"]),
        Script(&["10 a1 a7", "200 c1 g5"]),
        Some(Verdict::TimeUp),
    ),
    (
        "lightning",
        Script(&["10 d1 d5", "60 d1 a5", "140 d1 a8"]),
        Script(&["10 d1 d5", "200 d1 a5"]),
        Some(Verdict::TimeUp),
    ),
    (
        "pawn-race",
        Script(&["5 a5 a6", "10 c5 c6", "40 a5 a7", "50 c5 c7", "110 a5 a8", "120 c5 c8"]),
        Script(&["5 a5 a6"]),
        Some(Verdict::TimeUp),
    ),
    (
        "quick-answer",
        Script(&["80 b3 d5"]),
        Script(&["30 b3 d5"]),
        Some(Verdict::KingLost),
    ),
    (
        "make-way",
        Script(&["30 d4 f5", "45 d1 d8"]),
        Script(&["30 d4 f5", "200 d1 d8"]),
        Some(Verdict::TimeUp),
    ),
    ("in-the-air", Script(&["90 d4 e6"]), Script(&[]), Some(Verdict::TimeUp)),
    (
        "three-hares",
        Script(&["200 b1 b6", "210 d1 g4", "320 d1 f5"]),
        Script(&["200 b1 b6"]),
        Some(Verdict::TimeUp),
    ),
    (
        "nothing-lost",
        Script(&["75 b5 c7", "110 d3 f1", "140 f4 f7"]),
        Script(&["75 b5 c7"]),
        Some(Verdict::PieceLost),
    ),
    (
        "side-blow",
        Script(&["112 e1 e8"]),
        Script(&["160 e1 e8"]),
        Some(Verdict::TimeUp),
    ),
    (
        "two-fronts",
        Script(&["80 g1 f1", "470 g1 g1"]),
        Script(&[]),
        Some(Verdict::KingLost),
    ),
    (
        "exchange",
        Script(&["10 c3 d5", "230 b3 d5", "560 d1 d5"]),
        Script(&["10 c3 d5"]),
        Some(Verdict::TimeUp),
    ),
    ("cross-rook", Script(&["30 k5 b5"]), Script(&[]), Some(Verdict::TimeUp)),
    (
        "cross-kings",
        Script(&["10 k6 b6", "20 j3 j2", "30 k8 a8"]),
        Script(&["10 k6 b6"]),
        Some(Verdict::TimeUp),
    ),
    (
        "cross-quarrel",
        Script(&["85 k6 l7", "155 k6 k6"]),
        Script(&[]),
        Some(Verdict::KingLost),
    ),
    (
        "queen-and-rook",
        Script(&["65 e1 f1", "135 e1 e1", "140 b3 d2"]),
        Script(&[]),
        Some(Verdict::KingLost),
    ),
    (
        "three-attackers",
        Script(&["90 g1 f2", "165 g1 g1", "170 c2 d4"]),
        Script(&["90 g1 h1"]),
        Some(Verdict::KingLost),
    ),
    ("novice", Bot("level4", 1), Script(&[]), None),
    ("advanced", Bot("level4", 1), Script(&[]), None),
    ("hold-the-cross", Bot("level4", 1), Script(&[]), None),
];

/// A bot at its seat.
struct Seat {
    player: Player,
    bot: Box<dyn LiveBot>,
    attention: Attention,
}

impl Seat {
    fn new(player: Player, spec: KungfuSpec, seed: u64) -> Seat {
        Seat {
            player,
            bot: spec.open(seed),
            attention: Attention::new(player),
        }
    }
}

/// The mission to its end.
fn play(mission: &Mission, learner: Learner) -> Verdict {
    let mut bout = Bout::new(mission.scenario.start.clone(), 0);
    let mut run = ScenarioRun::new(mission.scenario.clone());
    let players = Player::ALL.into_iter().skip(1).zip(&mission.bots);
    let mut seats: Vec<Seat> = players.map(|(player, spec)| Seat::new(player, *spec, 7)).collect();
    let script = match learner {
        Script(script) => script,
        Bot(spec, seed) => {
            seats.push(Seat::new(Player::ONE, spec.parse().unwrap(), seed));
            &[]
        }
    };
    let mut commands = script.iter().map(|text| command(mission, text)).peekable();
    while run.verdict().is_none() {
        let now = bout.game().tick_count();
        while let Some((_, command)) = commands.next_if(|(tick, _)| *tick <= now.0) {
            // A bad script may ask for what is refused.
            let _answer = bout.submit(Player::ONE, command);
            run.judge(&bout);
        }
        let mut events = Vec::new();
        for seat in &mut seats {
            ask(seat, &mut bout, &mut events);
        }
        run.tick(&mut bout, &mut |event| events.push(event));
        let field = bout.game().field();
        for seat in &mut seats {
            for event in &events {
                seat.attention.note(field, event);
            }
        }
    }
    run.verdict().unwrap()
}

fn ask(seat: &mut Seat, bout: &mut Bout, events: &mut Vec<Event>) {
    let now = bout.game().tick_count();
    if !seat.attention.is_due(now) || !bout.game().alive().contains(seat.player) {
        return;
    }
    let sight = Sight::of_bot(bout.game(), seat.player);
    let decision = seat.bot.look(&sight);
    seat.attention.asked(now, decision.wake);
    let order = decision.order.map(|order| order.command(&sight));
    if let Some(Ok(kungfu::Answer::Starts { slot, .. })) = order.map(|order| bout.submit(seat.player, order)) {
        events.push(Event::Started(slot));
    }
}

/// Reads `60 d1 d8`.
fn command(mission: &Mission, text: &str) -> (u32, Command) {
    let board = mission.scenario.start.board();
    let square = |name: &str| board.squares().find(|square| square.name(board) == name).unwrap();
    let words: Vec<&str> = text.split(' ').collect();
    let (home, to) = (square(words[1]), square(words[2]));
    let pieces = mission.scenario.start.pieces();
    let piece = *pieces.iter().find(|piece| piece.home == home).unwrap();
    let to = Command::new(piece, i32::from(to.row()), i32::from(to.col()));
    (words[0].parse().unwrap(), to)
}

#[test]
fn every_mission_is_won_by_a_good_script_and_lost_by_a_bad_one() {
    let mut wrong = Vec::new();
    for (name, good, bad, verdict) in PLAYED {
        let mission = mission(name).unwrap();
        let won = play(mission, *good);
        if won != Verdict::Won {
            wrong.push(format!("{name} is not won: {won:?}"));
        }
        let lost = play(mission, *bad);
        if lost == Verdict::Won || verdict.is_some_and(|verdict| verdict != lost) {
            wrong.push(format!("{name} is not lost as it should: {lost:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_mission_is_played_here() {
    let played: Vec<&str> = PLAYED.iter().map(|(name, ..)| *name).collect();
    let all: Vec<&str> = missions().iter().map(Mission::name).collect();
    assert_eq!(played, all);
    assert!(all.len() >= 32);
    assert_eq!(
        all.iter().collect::<BTreeSet<_>>().len(),
        all.len(),
        "a name is used twice"
    );
}

#[test]
fn belts_come_in_order_and_none_is_empty() {
    assert!(missions().is_sorted_by_key(|mission| mission.belt));
    for belt in Belt::ALL {
        assert!(missions().iter().any(|mission| mission.belt == belt), "{belt}");
    }
}

#[test]
fn progress_counts_a_mission_once_and_leads_on() {
    let mut progress = MissionProgress::default();
    let first = progress.next().unwrap();
    assert_eq!(first, &missions()[0]);
    assert!(progress.add(first) && !progress.add(first));
    assert!(progress.has(first));
    assert_eq!(progress.of_belt(Belt::White)[0], 1);
    assert_eq!(progress.next(), first.next());
}
