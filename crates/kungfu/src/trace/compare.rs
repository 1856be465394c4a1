//! Plays a trace and lists what differs.

use std::{collections::BTreeSet, fmt};

use crate::{Command, Event, Field, Game, PieceId, Player, Refusal, Tick};

use super::{Trace, TraceError, TraceEvent};

/// Where a game went another way than its trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// A command was accepted here and refused there, or the other way round.
    Accepted {
        /// Which, from 0.
        command: usize,
        /// What the trace says.
        expected: bool,
        /// Why it was refused here.
        refusal: Option<Refusal>,
    },
    /// A tick has other events.
    Events {
        /// The tick.
        tick: Tick,
        /// Those only in the trace.
        missing: Vec<String>,
        /// Those only here.
        surplus: Vec<String>,
    },
    /// It ended otherwise.
    End {
        /// As in the trace.
        expected: String,
        /// As here.
        found: String,
    },
    /// A piece is otherwise at the end.
    Last {
        /// As in the trace, or nothing.
        expected: Option<String>,
        /// As here, or nothing.
        found: Option<String>,
    },
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let or_none = |text: &Option<String>| text.clone().unwrap_or_else(|| "nothing".to_owned());
        match self {
            Difference::Accepted {
                command,
                expected: true,
                refusal,
            } => {
                let why = refusal.map_or_else(String::new, |refusal| refusal.to_string());
                write!(f, "command {command} should be accepted, but: {why}")
            }
            Difference::Accepted { command, .. } => write!(f, "command {command} should be refused"),
            Difference::Events { tick, missing, surplus } => {
                write!(f, "tick {tick}: missing {missing:?}, surplus {surplus:?}")
            }
            Difference::End { expected, found } => write!(f, "end should be {expected}, is {found}"),
            Difference::Last { expected, found } => {
                write!(f, "at the end should be {}, is {}", or_none(expected), or_none(found))
            }
        }
    }
}

impl Trace {
    /// Plays the commands and lists every difference.
    pub fn check(&self) -> Result<Vec<Difference>, TraceError> {
        let mut game = Game::new(&self.start()?);
        let mut differences = Vec::new();
        let mut events: BTreeSet<(u32, String)> = BTreeSet::new();
        let mut next = 0;
        let (last_tick, winner, reason) = &self.end;
        loop {
            let now = game.tick_count().0;
            while let Some((tick, player, piece, row, col, accepted)) = self.cmds.get(next)
                && (*tick <= now || now >= *last_tick)
            {
                let given = give(&mut game, *player, piece, [*row, *col]);
                if given.is_ok() != (accepted.is_set()) {
                    differences.push(Difference::Accepted {
                        command: next,
                        expected: accepted.is_set(),
                        refusal: given.err(),
                    });
                }
                next += 1;
            }
            if now >= *last_tick || game.outcome().is_some() {
                break;
            }
            let mut happened = Vec::new();
            game.tick(&mut |event| happened.push(event));
            let words = happened.iter().filter_map(|event| words(game.field(), event));
            events.extend(words.map(|words| (now + 1, words)));
        }
        // A game that has ended earlier refuses the rest.
        for (index, (.., accepted)) in self.cmds.iter().enumerate().skip(next) {
            if accepted.is_set() {
                differences.push(Difference::Accepted {
                    command: index,
                    expected: true,
                    refusal: Some(Refusal::NotRunning),
                });
            }
        }
        self.compare_events(&events, &mut differences);
        let expected = end_words(*last_tick, *winner, reason.as_deref());
        let found = end_of(&game);
        if expected != found {
            differences.push(Difference::End { expected, found });
        }
        self.compare_last(game.field(), &mut differences);
        Ok(differences)
    }

    fn compare_events(&self, found: &BTreeSet<(u32, String)>, differences: &mut Vec<Difference>) {
        let expected: BTreeSet<(u32, String)> = self.events.iter().map(expected_words).collect();
        let ticks: BTreeSet<u32> = expected.symmetric_difference(found).map(|(tick, _)| *tick).collect();
        for tick in ticks {
            let only = |one: &BTreeSet<(u32, String)>, other: &BTreeSet<(u32, String)>| {
                let only = one.difference(other).filter(|(at, _)| *at == tick);
                only.map(|(_, words)| words.clone()).collect()
            };
            differences.push(Difference::Events {
                tick: Tick(tick),
                missing: only(&expected, found),
                surplus: only(found, &expected),
            });
        }
    }

    fn compare_last(&self, field: &Field, differences: &mut Vec<Difference>) {
        let expected: BTreeSet<String> = self
            .last
            .iter()
            .map(|(id, kind, player, row, col, captured, moved)| {
                last_words(id, kind, *player, [*row, *col], [captured.is_set(), moved.is_set()])
            })
            .collect();
        let found: BTreeSet<String> = field
            .slots()
            .map(|slot| {
                let piece = field.get(slot);
                let square = [piece.square.row(), piece.square.col()].map(i32::from);
                let kind = piece.kind.letter().to_string();
                let flags = [!piece.lives(), piece.moved];
                last_words(&piece.id.to_string(), &kind, piece.player().number(), square, flags)
            })
            .collect();
        let by_name = |texts: &BTreeSet<String>, name: &str| {
            let found = texts.iter().find(|text| text.split(' ').next() == Some(name));
            found.cloned()
        };
        let names: BTreeSet<&str> = expected
            .symmetric_difference(&found)
            .filter_map(|text| text.split(' ').next())
            .collect();
        differences.extend(names.into_iter().map(|name| Difference::Last {
            expected: by_name(&expected, name),
            found: by_name(&found, name),
        }));
    }
}

/// Gives a command as another program writes it.
fn give(game: &mut Game, player: u8, piece: &str, [row, col]: [i32; 2]) -> Result<(), Refusal> {
    if game.outcome().is_some() {
        return Err(Refusal::NotRunning);
    }
    let player = Player::new(player).ok_or(Refusal::Eliminated)?;
    let piece: PieceId = piece.parse().map_err(|_| Refusal::NoSuchPiece)?;
    game.submit(player, Command::new(piece, row, col)).map(|_| ())
}

fn words(field: &Field, event: &Event) -> Option<String> {
    let name = |slot| field.get(slot).id;
    match *event {
        Event::Captured { captor, captured } => {
            let captor = captor.map_or_else(String::new, |captor| name(captor).to_string());
            Some(format!("cap {captor} {}", name(captured)))
        }
        Event::Arrived { slot, square } => Some(format!("done {} {} {}", name(slot), square.row(), square.col())),
        Event::Promoted(slot) => Some(format!("promo {}", name(slot))),
        Event::Started(_)
        | Event::Dropped { .. }
        | Event::Returned(_)
        | Event::Lost(_)
        | Event::Woke(_)
        | Event::Out(_)
        | Event::Ended(_) => None,
    }
}

fn expected_words(event: &TraceEvent) -> (u32, String) {
    match event {
        TraceEvent::Captured(tick, what, captor, captured) => (*tick, format!("{what} {captor} {captured}")),
        TraceEvent::Done(tick, what, piece, row, col) => (*tick, format!("{what} {piece} {row} {col}")),
        TraceEvent::Promoted(tick, what, piece) => (*tick, format!("{what} {piece}")),
    }
}

fn end_of(game: &Game) -> String {
    let tick = game.tick_count().0;
    match game.outcome() {
        None => end_words(tick, None, None),
        Some(outcome) => match outcome.winner {
            Some(winner) => end_words(tick, Some(winner.number()), Some("king_captured")),
            None => end_words(tick, Some(0), Some("draw")),
        },
    }
}

fn end_words(tick: u32, winner: Option<u8>, reason: Option<&str>) -> String {
    match (winner, reason) {
        (None, _) => format!("undecided at tick {tick}"),
        (Some(0), reason) => format!("{} at tick {tick}", reason.unwrap_or("draw")),
        (Some(winner), reason) => format!("{} by {winner} at tick {tick}", reason.unwrap_or("won")),
    }
}

fn last_words(id: &str, kind: &str, player: u8, [row, col]: [i32; 2], [captured, moved]: [bool; 2]) -> String {
    let captured = if captured { ", captured" } else { "" };
    let moved = if moved { ", moved" } else { "" };
    format!("{id} ({kind} of {player} at {row} {col}{captured}{moved})")
}
