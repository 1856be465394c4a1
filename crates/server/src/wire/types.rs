//! The words of the wire as the page knows them: written from the types themselves, and compared with its file.

use std::{env, fs, path::Path};

use hall::{
    Army, Asked, Board, Choice, ClockFace, End, Entry, Event, Frame, Input, Judged, Kind, LiveEvent, LiveFrame,
    LiveMay, LivePiece, LiveSeat, LiveView, May, Mistake, Offer, Phase, Piece, Place, Premove, Replayed, Scene, Seat,
    SeatNumber, Shape, Sitting, Square, Start, TableId, Thought, Told, View,
};
use ts_rs::{Config, TS};

const HEAD: &str = "\
// The words between the server and the page, written from the types of the program.
// UPDATE_WIRE=1 cargo test -p server wire writes this file anew.

export type Game = \"chess\" | \"ransom\" | \"kungfu\";
";

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/hall.d.ts");

/// The declarations of some types.
macro_rules! declared {
    ($config:expr, $($name:ty),+) => {
        [$(format!("export {}\n", <$name as TS>::decl($config))),+]
    };
}

#[test]
fn the_page_knows_the_words_of_the_wire() {
    let config = Config::new().with_large_int("number");
    let types = declared!(
        &config, TableId, Square, SeatNumber, Army, Shape, Board, Piece, View, Frame, Seat, Sitting, ClockFace, Scene,
        Choice, Kind, May, Asked, Offer, End, Entry, Input, Told, Event, Thought, Judged, Mistake, Start, LiveView,
        LiveFrame, Phase, LiveSeat, LivePiece, Place, Premove, LiveMay, LiveEvent, Replayed
    );
    let written = format!("{HEAD}{}", types.concat());
    let path = Path::new(FILE);
    if env::var_os("UPDATE_WIRE").is_some() {
        fs::write(path, &written).expect("the page can be written");
    }
    let known = fs::read_to_string(path).expect("the page has its file");
    assert_eq!(
        known, written,
        "UPDATE_WIRE=1 cargo test -p server wire brings it up to date"
    );
}
