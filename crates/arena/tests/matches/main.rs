//! Matches on a game small enough to see through.

mod control;
mod faults;
mod heap;
mod repeatable;
mod results;

use std::num::NonZeroUsize;

use arena::{
    Adjudication, Detail, Event, Format, GamePlan, Limits, Match, Openings, Plan, Standing, Tournament, TurnPlan,
    TurnPlayer,
};
use play::{GameRecord, OpeningLine, Side, SolvedEndings, TypedRecord};

use heap::{Behaviour, Heap, opened, taker};

/// A player by its name.
type Named = (String, TurnPlayer);

fn limited(name: &str, behaviour: Behaviour, limits: Limits) -> Named {
    (
        name.to_owned(),
        TurnPlayer::new(limits, move || Ok(opened(taker(behaviour)))),
    )
}

fn player(name: &str, behaviour: Behaviour) -> Named {
    limited(name, behaviour, Limits::default())
}

fn plan(players: Vec<Named>, games: u64) -> Plan {
    let heaps = (17..=40).map(|stones| OpeningLine {
        name: format!("{stones} stones"),
        record: Box::new(TypedRecord::new(Heap {
            stones,
            turn: Side::White,
        })),
    });
    let (names, players): (Vec<String>, Vec<TurnPlayer>) = players.into_iter().unzip();
    Plan {
        tournament: Tournament {
            format: if names.len() == 2 {
                Format::Match
            } else {
                Format::RoundRobin
            },
            players: names.len(),
            games,
            rounds: None,
            together: false,
        },
        players: names,
        seed: 1,
        concurrency: NonZeroUsize::MIN,
        sprt: None,
        detail: Detail::Games,
        game: GamePlan::Turn(TurnPlan {
            players,
            openings: Openings::List(heaps.collect()),
            adjudication: Adjudication::default(),
        }),
    }
}

fn turns(plan: &mut Plan) -> &mut TurnPlan {
    match &mut plan.game {
        GamePlan::Turn(turns) => turns,
        GamePlan::Live(_) => unreachable!("a heap has turns"),
    }
}

/// The number of the next game that is counted.
fn finished(running: &mut Match) -> Option<u64> {
    loop {
        if let Event::Finished(report) = running.next()? {
            return Some(report.result.task.number);
        }
    }
}

fn run(plan: Plan) -> Standing {
    let mut running = Match::start(plan, None).expect("the plan is right");
    while running.next().is_some() {}
    running.standing().clone()
}

/// Solved endings by a function of the stones and the side to move.
struct Solved<F>(F);

impl<F: Fn(u32, Side) -> Option<Option<Side>> + Send + Sync> SolvedEndings for Solved<F> {
    fn result(&self, record: &dyn GameRecord) -> Option<Option<Side>> {
        let text = record.position_text(record.plies())?;
        let stones = text.split(' ').next()?.parse().ok()?;
        (self.0)(stones, record.turn())
    }
}
