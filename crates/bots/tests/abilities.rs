//! What the catalogs say that a bot does is what it does: every offered level is asked.

use std::time::Duration;

use bots::{ChessBots, RansomBots, Setup};
use play::{
    Ability, Ask, Bot, BotCatalog, Budget, Choice, DrawAnswer, Notation, Purpose, Record, Rules, Side, Stop, Watch,
};

/// A clock that stands still.
struct Frozen;

impl Watch for Frozen {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

const SETUP: Setup = Setup {
    hash: 4,
    ..Setup::seeded(1)
};

/// So little that even Master answers at once, and enough for every bot to complete an iteration.
const LITTLE: Budget = Budget {
    nodes: Some(2_000),
    depth: Some(4),
    ..Budget::UNLIMITED
};

fn chess(fen: &str) -> Record<chess::Position> {
    Record::new(chess::Position::read_position(fen).expect("a position").position)
}

/// The choice of a bot, and how often it reported a thought.
fn choose<R: Rules>(bot: &mut dyn Bot<R>, record: &Record<R>) -> (Choice<R::Move>, usize) {
    let mut thoughts = 0;
    let choice = bot.choose(&mut Ask {
        record,
        budget: LITTLE,
        stop: &Stop::new(),
        watch: &Frozen,
        purpose: Purpose::Game,
        report: &mut |_| thoughts += 1,
    });
    (choice.expect("an answer"), thoughts)
}

fn answer<R: Rules>(bot: &mut dyn Bot<R>, record: &Record<R>, side: Side) -> DrawAnswer {
    let answered = bot.answer_draw(
        &mut Ask {
            record,
            budget: LITTLE,
            stop: &Stop::new(),
            watch: &Frozen,
            purpose: Purpose::Game,
            report: &mut |_| {},
        },
        side,
    );
    answered.expect("an answer")
}

/// Compares what every level of a catalog does with what the catalog says.
fn check<R: play::TurnGame>(bots: &impl BotCatalog<R>, ability: Ability, does: impl Fn(&mut dyn Bot<R>) -> bool) {
    for level in bots.levels() {
        let mut bot = bots.open(level.spec, SETUP).expect("an offered bot opens");
        let said = bots.traits(level.spec).abilities.contains(&ability);
        assert_eq!(does(&mut *bot), said, "{} of {}: {ability:?}", level.spec, R::NAME);
    }
}

#[test]
fn bots_that_explain_report_their_thoughts() {
    check(&ChessBots, Ability::Explains, |bot| {
        choose(bot, &Record::new(chess::Position::new())).1 > 0
    });
    check(&RansomBots, Ability::Explains, |bot| {
        choose(bot, &Record::new(ransom::Position::default())).1 > 0
    });
}

#[test]
fn bots_that_claim_draws_claim_a_repetition() {
    let mut repeated = Record::new(chess::Position::new());
    for text in "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8".split(' ') {
        let mv = repeated.position().read_move(text).unwrap();
        repeated.play(mv).unwrap();
    }
    check(&ChessBots, Ability::ClaimsDraws, |bot| {
        choose(bot, &repeated).0 == Choice::ClaimDraw
    });
    // Ransom has no draw to claim.
    let claimable = Record::new(ransom::Position::default()).claim().is_some();
    check(&RansomBots, Ability::ClaimsDraws, |_| claimable);
}

#[test]
fn bots_that_resign_do_so_in_a_lost_game() {
    check(&ChessBots, Ability::Resigns, |bot| {
        let mut record = chess("3qk3/pppppppp/8/8/8/8/8/4K3 w - - 0 1");
        // Its opponent does nothing.
        for waiting in ["Qb8", "Qd8", "Qb8", "Qd8", "Qb8"] {
            match choose(bot, &record).0 {
                Choice::Resign => return true,
                Choice::ClaimDraw => return false,
                Choice::Move(mv) => record.play(mv).unwrap(),
            }
            let mv = record.position().read_move(waiting).unwrap();
            record.play(mv).unwrap();
        }
        false
    });
}

#[test]
fn bots_that_weigh_draw_offers_take_one_when_lost_and_none_when_winning() {
    let lost = chess("3qk3/pppppppp/8/8/8/8/8/4K3 w - - 0 1");
    check(&ChessBots, Ability::AnswersDraws, |bot| {
        answer(bot, &lost, Side::White) == DrawAnswer::Accept && answer(bot, &lost, Side::Black) == DrawAnswer::Decline
    });
}
