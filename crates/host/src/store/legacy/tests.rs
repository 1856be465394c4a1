//! Saves that version 0.1 wrote become logs without losing anything.
//!
//! The texts in `tests/data/saves-0.1` were written by that version.

use std::{collections::BTreeMap, fs, path::Path, time::Duration};

use fastrand::Rng;
use kungfu::{Bout, Command, PieceId, Player, Start};
use play::{Clock, Control, Moment, Side, TimeControl};
use serde_json::Value;

use crate::{
    Ending, FORMAT, LiveAction, LiveFact, NewTable, Occupant, PlayerId, SeatNumber, StopCause, TableId, TableKind,
    TableState, TurnFact, TurnSetup, legacy,
};

const LOCAL: PlayerId = PlayerId::numbered(7);

fn saves() -> BTreeMap<String, String> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/saves-0.1");
    let files = fs::read_dir(directory).unwrap().map(|file| file.unwrap().path());
    files
        .map(|path| {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            (name, fs::read_to_string(path).unwrap())
        })
        .collect()
}

#[expect(clippy::unnecessary_wraps, reason = "other callers leave seats open")]
fn person(_: SeatNumber, name: Option<&str>) -> Option<PlayerId> {
    Some(name.map_or(LOCAL, legacy::player_of))
}

fn converted(text: &str) -> NewTable {
    legacy::convert(text, None, person).unwrap()
}

fn save(name: &str) -> (Value, NewTable) {
    let text = &saves()[name];
    (serde_json::from_str(text).unwrap(), converted(text))
}

fn turn_events(table: &NewTable) -> Vec<(Moment, TurnFact)> {
    let events = table.events.iter().map(|event| event.decode::<TurnFact>().unwrap());
    events.map(|envelope| (envelope.at, envelope.event)).collect()
}

fn live_events(table: &NewTable) -> Vec<(Moment, LiveFact)> {
    let events = table.events.iter().map(|event| event.decode::<LiveFact>().unwrap());
    events.map(|envelope| (envelope.at, envelope.event)).collect()
}

fn moment(value: &Value) -> Moment {
    Moment(value.as_u64().unwrap_or(0))
}

fn is_live(value: &Value) -> bool {
    value["game"] == "kungfu"
}

fn setup(table: &NewTable) -> TurnSetup {
    match turn_events(table).into_iter().next() {
        Some((_, TurnFact::Created(setup))) => setup,
        other => unreachable!("{other:?} is first"),
    }
}

#[test]
fn what_lists_show_is_kept() {
    for (name, text) in saves() {
        let value: Value = serde_json::from_str(&text).unwrap();
        let NewTable {
            table,
            summary,
            names,
            tokens,
            ..
        } = converted(&text);
        assert_eq!(table.as_str(), value["table"], "{name}");
        assert_eq!((&summary.table, tokens.len()), (&table, 0));
        assert_eq!(summary.game.as_str(), value["game"]);
        assert_eq!(summary.begun, moment(&value["begun"]));
        assert_eq!(summary.touched, moment(&value["touched"]));
        assert_eq!(summary.save.as_deref(), value["name"].as_str());
        let moves = value["turns"]
            .as_array()
            .or_else(|| value["record"]["entries"].as_array());
        assert_eq!(summary.plies as usize, moves.unwrap().len(), "{name}");
        let seats = value["sitters"].as_array().unwrap();
        assert_eq!(summary.seats.len(), seats.len());
        for (number, (seat, occupant)) in seats.iter().zip(&summary.seats).enumerate() {
            let (bot, given) = if is_live(&value) {
                let who = seat["who"].as_str();
                (
                    who.filter(|_| seat["is"] == "bot"),
                    who.filter(|_| seat["is"] == "person"),
                )
            } else {
                let bot = seat.as_str().filter(|seat| *seat != "human");
                (bot, value["names"][number].as_str())
            };
            match occupant {
                Occupant::Bot(spec) => assert_eq!(Some(spec.as_str()), bot, "{name}"),
                Occupant::Person(player) => {
                    assert_eq!(bot, None);
                    let known = names.iter().find(|(known, _)| known == player);
                    assert_eq!(known.map(|(_, name)| name.as_str()), given, "{name}");
                }
                Occupant::Open => unreachable!("{name} has no open seat"),
            }
        }
        let over = if is_live(&value) {
            !value["record"]["outcome"].is_null()
        } else {
            assert_eq!(summary.result.as_deref(), value["result"].as_str());
            !value["result"].is_null()
        };
        assert_eq!(summary.state == TableState::Over, over, "{name}");
        assert_eq!(summary.result.is_some(), over, "{name}");
        assert_eq!(summary.kind == TableKind::Live, summary.live.is_some());
    }
}

#[test]
fn every_move_is_kept_with_its_time_and_its_clock() {
    for (name, text) in saves() {
        let value: Value = serde_json::from_str(&text).unwrap();
        if is_live(&value) {
            continue;
        }
        let table = converted(&text);
        let control = setup(&table).control;
        let mut clock = match control {
            Some(Control::Clock(control)) => Some(Clock::new(control)),
            Some(Control::EachMove(_)) | None => None,
        };
        let fen_turn = value["start"].as_str().unwrap().split(' ').nth(1).unwrap();
        let mut side = if fen_turn == "b" { Side::Black } else { Side::White };
        let mut turns = value["turns"].as_array().unwrap().iter();
        for (at, event) in turn_events(&table) {
            let TurnFact::Moved { code, used } = event else {
                continue;
            };
            let turn = turns.next().unwrap();
            assert_eq!(
                (code.as_str(), at),
                (turn["code"].as_str().unwrap(), moment(&turn["moment"]))
            );
            if let Some(clock) = &mut clock {
                clock.spend(side, Duration::from_millis(used));
                let left = clock.remaining(side).as_millis() as u64;
                assert_eq!(Some(left), turn["left"].as_u64(), "{name}");
            }
            side = side.other();
        }
        assert!(turns.next().is_none(), "{name}");
    }
}

#[test]
fn setups_are_kept() {
    for (name, text) in saves() {
        let value: Value = serde_json::from_str(&text).unwrap();
        if is_live(&value) {
            continue;
        }
        let table = converted(&text);
        let setup = setup(&table);
        let again: Value = serde_json::to_value(&setup).unwrap();
        assert_eq!(setup.format, FORMAT);
        assert_eq!(again["start"]["text"], value["start"], "{name}");
        assert_eq!(again["control"], value["control"], "{name}");
        assert_eq!(
            (&again["seed"], &again["behaviour"]),
            (&value["seed"], &value["manners"])
        );
        assert_eq!(
            table.events[0].decode::<TurnFact>().unwrap().at,
            moment(&value["begun"])
        );
    }
}

#[test]
fn ends_and_clocks_in_the_middle_of_a_move_are_kept() {
    let last = |name: &str, count: usize| {
        let events = turn_events(&save(name).1);
        let facts: Vec<TurnFact> = events.into_iter().map(|(_, fact)| fact).collect();
        facts[facts.len() - count..].to_vec()
    };
    let ended = |ending| TurnFact::Ended { ending };
    let stopped = |used| TurnFact::ClockStopped { used };
    assert_eq!(last("chess-clock-running", 1), [stopped(7_777)]);
    assert_eq!(last("ransom-running", 1), [stopped(6_000)]);
    let resigned = ended(Ending::Resigned(Side::Black));
    assert_eq!(last("chess-clock-resigned", 2), [stopped(7_777), resigned]);
    let flagged = ended(Ending::Flagged(Side::White));
    assert_eq!(last("chess-each-move-flagged", 2), [stopped(30_000), flagged]);
    assert_eq!(last("chess-agreed", 1), [ended(Ending::Agreed)]);
    let resigned = ended(Ending::Resigned(Side::White));
    assert_eq!(last("ransom-bot-resigned", 1), [resigned]);
    assert!(matches!(last("chess-mate", 1)[..], [TurnFact::Moved { .. }]));
    // What was taken back was not saved.
    assert!(matches!(last("chess-bot-undone", 1)[..], [TurnFact::Moved { .. }]));
    let recorded = setup(&save("chess-imported").1).recorded.unwrap();
    assert_eq!((recorded.plies, recorded.winner), (6, Some(Side::White)));
}

#[test]
fn live_records_are_kept_with_every_tick_and_premove() {
    let mut seen = 0;
    for (name, text) in saves() {
        let value: Value = serde_json::from_str(&text).unwrap();
        if !is_live(&value) {
            continue;
        }
        let record: kungfu::Record = serde_json::from_value(value["record"].clone()).unwrap();
        let mut events = live_events(&converted(&text)).into_iter();
        let Some((begun, LiveFact::Created(setup))) = events.next() else {
            unreachable!("{name} is created first");
        };
        assert_eq!(begun, moment(&value["begun"]));
        assert_eq!((setup.rules, setup.seed), (record.version, record.seed));
        let start = Start::usual(setup.board, setup.speed).with_people(record.start.people());
        let mut bout = Bout::new(start, setup.seed);
        let mut stopped = None;
        for (_, event) in events {
            let pass_to = |bout: &mut Bout, tick: u32| {
                while bout.game().tick_count().0 < tick {
                    bout.tick(&mut |_| {});
                }
            };
            match event {
                LiveFact::Acted { tick, seat, action } => {
                    pass_to(&mut bout, tick);
                    let player = Player::new(seat.0 + 1).unwrap();
                    match action {
                        LiveAction::Go { piece, to: [row, col] } => {
                            let piece = record.start.pieces()[usize::from(piece)];
                            bout.submit(player, Command::new(piece, row, col)).unwrap();
                        }
                        LiveAction::Resign => bout.resign(player, &mut |_| {}).unwrap(),
                        LiveAction::OfferDraw => bout.offer_draw(player, &mut |_| {}).unwrap(),
                        LiveAction::Cancel { .. } => unreachable!("{name}"),
                    }
                }
                LiveFact::Ticked { tick } | LiveFact::Started { tick } => pass_to(&mut bout, tick),
                LiveFact::Stopped { tick, by } => stopped = Some((tick, by)),
                other => unreachable!("{other:?} in {name}"),
            }
        }
        assert_eq!(bout.record(), &record, "{name}");
        let waiting: Vec<(PieceId, [i32; 2])> = bout
            .all_waiting()
            .into_iter()
            .map(|command| (command.piece, command.to))
            .collect();
        let saved = value["waiting"].as_array().cloned().unwrap_or_default();
        let saved: Vec<(PieceId, [i32; 2])> = saved
            .into_iter()
            .map(|premove| serde_json::from_value(serde_json::json!([premove["piece"], premove["to"]])).unwrap())
            .collect();
        assert_eq!(waiting, saved, "{name}");
        let stops = record.outcome.is_none() && record.ticks.0 > 0;
        assert_eq!(stopped, stops.then_some((record.ticks.0, StopCause::Absence)), "{name}");
        seen += waiting.len();
    }
    assert!(seen >= 3, "a save has premoves");
}

#[test]
fn a_premove_that_the_rules_refuse_is_dropped_as_it_was() {
    let (mut value, table) = save("kungfu-premoves");
    let refused = serde_json::json!({ "player": 2, "piece": "P:1:6:4", "to": [4, 4] });
    value["waiting"].as_array_mut().unwrap().push(refused);
    assert_eq!(converted(&value.to_string()).events, table.events);
}

#[test]
fn a_rematch_and_open_seats_are_kept() {
    let next = TableId::numbered(5);
    let all = saves();
    let text = &all["chess-clock-resigned"];
    let table = legacy::convert(text, Some(next.clone()), person).unwrap();
    assert!(matches!(turn_events(&table).pop(), Some((_, TurnFact::Rematched { next: kept })) if kept == next));
    let table = legacy::convert(&all["kungfu-resigned"], Some(next.clone()), person).unwrap();
    assert!(matches!(live_events(&table).pop(), Some((_, LiveFact::Rematched { next: kept })) if kept == next));
    let named_only = |_: SeatNumber, name: Option<&str>| name.map(legacy::player_of);
    let table = legacy::convert(&all["kungfu-waiting"], None, named_only).unwrap();
    assert_eq!(table.summary.seats[1], Occupant::Open);
    assert_eq!(table.summary.state, TableState::Waiting);
}

#[test]
fn a_clock_that_version_0_1_accepted_and_could_not_read_is_read() {
    let (mut value, _) = save("chess-clock-running");
    let day = 86_400_000_u64;
    value["control"] = serde_json::json!({ "clock": { "base": day, "increment": day } });
    for turn in value["turns"].as_array_mut().unwrap() {
        turn["left"] = serde_json::json!(40 * day);
    }
    assert!(legacy::convert(&value.to_string(), None, person).is_ok());
    value["control"] = serde_json::json!({ "clock": { "base": 0, "increment": 5_000 } });
    let mut left = 5_000;
    for turn in value["turns"].as_array_mut().unwrap() {
        turn["left"] = serde_json::json!(left);
        left += 10;
    }
    let table = converted(&value.to_string());
    let shortest = TimeControl {
        base: Control::SHORTEST,
        increment: Duration::from_secs(5),
    };
    assert_eq!(setup(&table).control, Some(Control::Clock(shortest)));
    let mut clock = Clock::new(shortest);
    let mut side = Side::White;
    for (_, event) in turn_events(&table) {
        if let TurnFact::Moved { used, .. } = event {
            clock.spend(side, Duration::from_millis(used));
            side = side.other();
        }
    }
    assert_eq!(clock.remaining(Side::Black), Duration::from_millis(5_050));
}

#[test]
fn newer_saves_are_newer_and_changed_ones_never_panic() {
    let mut random = Rng::with_seed(3);
    for text in saves().values() {
        let newer = text.replacen("\"format\":1", "\"format\":2", 1);
        assert_eq!(
            legacy::convert(&newer, None, person),
            Err(legacy::LegacyError::Newer(2))
        );
        for _ in 0..700 {
            let mut bytes = text.clone().into_bytes();
            let at = random.usize(..bytes.len());
            match random.u8(..3) {
                0 => bytes[at] ^= 1 << random.u8(..7),
                1 => bytes[at] = b"0123456789\"{}[],:-"[random.usize(..18)],
                _ => bytes.truncate(at),
            }
            let text = String::from_utf8_lossy(&bytes);
            // Whether it is still a game is up to the change; a game that is read has all its events in order.
            if let Ok(table) = legacy::convert(&text, None, person) {
                assert!(table.events.iter().zip(1..).all(|(event, seq)| event.seq == seq));
            }
        }
    }
}
