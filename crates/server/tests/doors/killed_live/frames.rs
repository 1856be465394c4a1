//! Reading frames and records of a live table.

use serde_json::Value;

use super::Sent;
use crate::client::text;

/// The commands of a seat in a log, with their ticks.
pub(super) fn moves(record: &Value, seat: u64) -> Vec<(u64, Sent)> {
    let size = if record["start"]["board"] == "standard" { 8 } else { 12 };
    let pieces = record["start"]["pieces"].as_array().expect("pieces");
    let entries = record["entries"].as_array().expect("entries").iter();
    let own = entries.filter(|entry| entry["player"] == seat + 1 && entry["deed"] == "move");
    own.map(|entry| {
        let piece = pieces.iter().position(|piece| *piece == entry["piece"]);
        let [row, col] = [0, 1].map(|index| entry["to"][index].as_u64().expect("a place"));
        let to = format!("{}{}", char::from(b'a' + col as u8), size - row);
        (tick(entry), (piece.expect("it is one of them") as u64, to))
    })
    .collect()
}

pub(super) fn tick(frame: &Value) -> u64 {
    frame["tick"].as_u64().expect("a tick")
}

pub(super) fn piece(frame: &Value, number: u64) -> Option<Value> {
    let mut pieces = frame["pieces"].as_array().expect("pieces").iter();
    pieces.find(|piece| piece["id"] == number).cloned()
}

/// The tick until which a piece rests.
pub(super) fn rests(frame: &Value, number: u64) -> Option<u64> {
    piece(frame, number)?["place"]["rests"].as_u64()
}

pub(super) fn premoves(frame: &Value) -> Vec<Sent> {
    let waiting = frame["premoves"].as_array().expect("premoves").iter();
    waiting
        .map(|premove| (premove["piece"].as_u64().expect("a piece"), text(&premove["to"])))
        .collect()
}

pub(super) fn alive(frame: &Value) -> Vec<bool> {
    let seats = frame["seats"].as_array().expect("seats").iter();
    seats.map(|seat| seat["alive"] == true).collect()
}

/// Whether every player who is alive has a piece that has left the square where it stood before.
pub(super) fn all_moved(before: &Value, now: &Value) -> bool {
    let moved = |piece: &&Value| {
        let was = self::piece(before, piece["id"].as_u64().expect("a number"));
        was.is_some_and(|was| was["place"]["is"] == "standing" && was["place"]["square"] != piece["place"]["square"])
    };
    let seats = now["seats"].as_array().expect("seats").iter();
    let pieces = now["pieces"].as_array().expect("pieces");
    seats.filter(|seat| seat["alive"] == true).all(|seat| {
        let mut own = pieces.iter().filter(|piece| piece["army"] == seat["army"]);
        own.any(|piece| moved(&piece))
    })
}

/// Whether a piece is shown where the log has it at a tick; one may leave its square at that very tick, afterwards.
pub(super) fn is_same(shown: &Value, logged: &Value, tick: u64) -> bool {
    let (at, was) = (&shown["place"], &logged["place"]);
    let place = match (at["is"].as_str(), was["is"].as_str()) {
        (Some("standing"), Some("moving")) => was["since"] == tick + 1 && was["from"] == at["square"],
        (Some("moving"), Some("moving")) => ["from", "since", "step", "ticks"]
            .iter()
            .all(|key| at[*key] == was[*key]),
        // Of another player's knight only the place in the air is shown.
        (Some("flying"), Some("moving")) => true,
        _ => at == was,
    };
    place && shown["army"] == logged["army"] && shown["kind"] == logged["kind"]
}

/// Whether a client was sent that a piece was captured, or that its premove was dropped.
pub(super) fn was_dropped(heard: &[String], piece: u64) -> bool {
    heard.iter().any(|text| {
        let message: Value = serde_json::from_str(text).expect("messages are JSON");
        let captured = |event: &Value| event["event"] == "captured" && event["piece"] == piece;
        let events = message["events"].as_array();
        let note = &message["note"];
        (note["note"] == "premove-dropped" && note["piece"] == piece)
            || events.is_some_and(|events| events.iter().any(captured))
    })
}
