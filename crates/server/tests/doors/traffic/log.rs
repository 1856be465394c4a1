//! The server's own log of a game, and what of it must not be sent.

use serde_json::{Value, json};

use crate::client::text;

/// A game as it is exported.
pub(crate) struct Log {
    kept: Value,
    size: i64,
}

/// A move of somebody else that is on its way.
pub(crate) struct Hidden {
    pub(crate) piece: u64,
    /// Where it will stop.
    pub(crate) to: String,
    /// Files and ranks to there.
    pub(crate) way: [i64; 2],
}

impl Log {
    pub(crate) fn read(kept: &str) -> Self {
        let kept: Value = serde_json::from_str(kept).expect("the log is JSON");
        let size = match kept["record"]["start"]["board"].as_str() {
            Some("standard") => 8,
            _ => 12,
        };
        Log { kept, size }
    }

    fn entries(&self) -> &[Value] {
        self.kept["record"]["entries"].as_array().expect("entries")
    }

    /// Whose piece it is, as a seat.
    fn owner(&self, piece: u64) -> u64 {
        let name = text(&self.kept["record"]["start"]["pieces"][piece as usize]);
        let player = name.split(':').nth(1).and_then(|player| player.parse::<u64>().ok());
        player.expect("a player") - 1
    }

    /// The name of a square by row and column.
    fn square(&self, place: [i64; 2]) -> String {
        let [row, col] = place;
        format!("{}{}", char::from(b'a' + col as u8), self.size - row)
    }

    /// Row and column of a square by its name.
    fn place(&self, square: &str) -> [i64; 2] {
        let (file, rank) = square.split_at(1);
        let rank: i64 = rank.parse().expect("a rank");
        [self.size - rank, i64::from(file.as_bytes()[0] - b'a')]
    }

    /// The moves of others that a message shows on their way.
    pub(crate) fn hidden(&self, message: &Value, seat: Option<u64>) -> Vec<Hidden> {
        let Some(pieces) = message["frame"]["pieces"].as_array() else {
            return Vec::new();
        };
        let tick = message["frame"]["tick"].as_u64().expect("a tick");
        let under_way = |piece: &&Value| piece["place"]["is"] != "standing";
        let theirs = |piece: &&Value| piece["id"].as_u64().is_some_and(|id| Some(self.owner(id)) != seat);
        let others = pieces.iter().filter(under_way).filter(theirs);
        others.filter_map(|piece| self.last_move(piece, tick)).collect()
    }

    /// The last command that a piece was given by then; a castling rook has none of its own.
    fn last_move(&self, piece: &Value, tick: u64) -> Option<Hidden> {
        let id = piece["id"].as_u64()?;
        let name = &self.kept["record"]["start"]["pieces"][id as usize];
        let commanded = |deed: &Value| deed["deed"] == "move" && deed["piece"] == *name;
        let sent = |deed: &&Value| deed["tick"].as_u64() <= Some(tick) && commanded(deed);
        let to = place_of(&self.entries().iter().rfind(sent)?["to"]);
        let entry = self.entries().iter().rposition(|deed| sent(&deed))?;
        // A knight does not say where it comes from; but its last move, or its name, does.
        let home = text(name)
            .split(':')
            .skip(2)
            .filter_map(|part| part.parse::<i64>().ok())
            .map(Value::from)
            .collect();
        let earlier = self.entries()[..entry].iter().rfind(|deed| commanded(deed));
        let from = match piece["place"]["from"].as_str() {
            Some(from) => self.place(from),
            None => place_of(earlier.map_or(&Value::Array(home), |deed| &deed["to"])),
        };
        Some(Hidden {
            piece: id,
            to: self.square(to),
            way: [to[1] - from[1], from[0] - to[0]],
        })
    }

    /// What in a message says more than its reader may know.
    pub(crate) fn leaks(&self, message: &Value, seat: Option<u64>) -> Vec<String> {
        let mut leaks = Vec::new();
        for hidden in self.hidden(message, seat) {
            let mut about = Vec::new();
            mentions(message, hidden.piece, &mut about);
            for object in about {
                let words = object.to_string();
                if words.contains(&format!("\"{}\"", hidden.to)) {
                    leaks.push(format!("{} is sent in {words}", hidden.to));
                }
                let far = hidden.way.iter().any(|way| way.abs() > 1);
                if far && words.contains(&json!(hidden.way).to_string()) {
                    leaks.push(format!("{:?} is sent in {words}", hidden.way));
                }
                let step = object["place"]["step"].as_array();
                let long = |part: &Value| part.as_i64().is_none_or(|part| part.abs() > 1);
                if step.is_some_and(|step| step.iter().any(long)) {
                    leaks.push(format!("a direction is sent in {words}"));
                }
            }
        }
        // What waits, and where a piece could go, is its owner's business.
        let premoves = message["frame"]["premoves"].as_array().into_iter().flatten();
        let squares = (message["answer"]["answer"] == "squares").then_some(&message["answer"]);
        let dropped = (message["note"]["note"] == "premove-dropped").then_some(&message["note"]);
        for about in premoves.chain(squares).chain(dropped) {
            let piece = about["piece"].as_u64().expect("a piece");
            if Some(self.owner(piece)) != seat {
                leaks.push(format!("{about} is not theirs"));
            }
        }
        leaks
    }
}

fn place_of(place: &Value) -> [i64; 2] {
    [0, 1].map(|index| place[index].as_i64().expect("a row and a column"))
}

/// Everything in a message that is about a piece.
fn mentions<'a>(value: &'a Value, piece: u64, found: &mut Vec<&'a Value>) {
    match value {
        Value::Object(object) => {
            let about = |key: &str| object.get(key).is_some_and(|number| *number == piece);
            // An arrival or a capture is over when it is sent.
            if ["id", "piece"].into_iter().any(about) && object.get("event").is_none_or(|event| event == "departed") {
                found.push(value);
            }
            for part in object.values() {
                mentions(part, piece, found);
            }
        }
        Value::Array(array) => {
            for part in array {
                mentions(part, piece, found);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
