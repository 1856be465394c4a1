use fastrand::Rng;
use play::Notation;

use super::*;

fn read(text: &str) -> Sketch {
    let mut sketch = ChessEditor.read(text).unwrap();
    sketch.fields = ChessEditor
        .fields(&sketch)
        .into_iter()
        .map(|field| field.value)
        .collect();
    sketch
}

fn faults(text: &str) -> Vec<String> {
    ChessEditor.faults(&read(text))
}

#[test]
fn a_faultless_position_is_written_as_it_was_read() {
    for text in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1",
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1",
        // Chess960: rooks that are not at their usual squares are named by their files.
        "1r2k2r/8/8/8/8/8/8/1R2K2R w HBhb - 0 1",
    ] {
        assert_eq!(faults(text), [""; 0], "{text}");
        let written = ChessEditor.text(&read(text));
        let [one, other] = [text, &written].map(|text| Position::read_position(text).unwrap().position.position_text());
        assert_eq!(one, other, "{text}");
    }
}

#[test]
fn every_fault_is_named_at_once() {
    let found = faults("P3k2r/8/8/8/8/8/8/3p4 w KQkq - 0 1");
    assert_eq!(
        found,
        [
            "White has no king",
            "The pawn on a8 cannot stand on the first or last rank",
            "The pawn on d1 cannot stand on the first or last rank",
        ]
    );
    assert_eq!(faults("4k3/8/8/8/8/8/8/K3K3 w - - 0 1"), ["White has 2 kings"]);
    assert_eq!(
        faults("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1"),
        ["the side not to move is in check"]
    );
    let empty = ChessEditor.faults(&Sketch::empty());
    assert_eq!(empty, ["White has no king", "Black has no king", "the board is empty"]);
}

#[test]
fn castling_needs_king_and_rook() {
    let mut sketch = read("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(ChessEditor.faults(&sketch), [""; 0]);
    sketch.put("h1".parse().unwrap(), None);
    assert_eq!(
        ChessEditor.faults(&sketch),
        ["White castles short: that takes the king on rank 1 and a rook to the right of the king as White sees it"]
    );
}

#[test]
fn en_passant_is_offered_where_a_pawn_could_capture() {
    let offered = |text: &str| {
        en_passant(&read(text))
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
    };
    assert_eq!(offered("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"), ["d6"]);
    assert_eq!(offered("4k3/8/8/3pP3/8/8/8/4K3 b - - 0 1"), [""; 0]);
    assert_eq!(offered("4k3/3p4/8/3pP3/8/8/8/4K3 w - - 0 1"), [""; 0]);
    assert_eq!(offered("4k3/8/8/8/2pPp3/8/8/4K3 b - - 0 1"), ["d3"]);
}

/// A random board: now and then one that can be played.
fn random(random: &mut Rng) -> Sketch {
    let mut sketch = Sketch::empty();
    let mut square = || Square {
        file: random.u8(..8),
        rank: random.u8(..8),
    };
    let [white, black] = [square(), square()];
    let count = random.usize(..10);
    for _ in 0..count {
        let square = Square {
            file: random.u8(..8),
            rank: random.u8(..8),
        };
        let kind = ChessEditor.palette()[random.usize(1..6)];
        let army = if random.bool() { Army::Ivory } else { Army::Ink };
        sketch.put(square, Some((army, kind)));
    }
    sketch.put(white, Some((Army::Ivory, PieceKind::King)));
    sketch.put(black, Some((Army::Ink, PieceKind::King)));
    sketch.turn = if random.bool() { Side::White } else { Side::Black };
    let on = |random: &mut Rng| if random.u8(..4) == 0 { ON } else { OFF }.to_owned();
    sketch.fields = (0..4).map(|_| on(random)).collect();
    let squares = en_passant(&sketch);
    sketch.fields.push(
        random
            .choice(squares)
            .map_or(NONE.to_owned(), |square| square.to_string()),
    );
    sketch
}

#[test]
fn without_a_fault_the_text_is_a_position_and_with_one_it_is_not() {
    let mut rng = Rng::with_seed(7);
    let mut playable = 0;
    for _ in 0..5_000 {
        let sketch = random(&mut rng);
        let text = ChessEditor.text(&sketch);
        let faults = ChessEditor.faults(&sketch);
        let reading = Position::read_position(&text);
        let is_whole = reading.as_ref().is_ok_and(|reading| reading.notices.is_empty());
        assert_eq!(is_whole, faults.is_empty(), "{text}: {faults:?}, {reading:?}");
        if let Some(reading) = reading.ok().filter(|_| is_whole) {
            playable += 1;
            let pieces = |sketch: &Sketch| sketch.squares();
            assert_eq!(
                pieces(&Sketch::of(reading.position.pieces(), sketch.turn)),
                pieces(&sketch),
                "{text}"
            );
        }
    }
    assert!(playable > 500, "{playable}");
}
