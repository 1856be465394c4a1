//! Setting up a position of Ransom by hand: purses and the count of quiet turns as fields.

use play::{Army, FieldValues, OFF, ON, PieceKind, PositionEditor, Side, Sketch, SketchField, SketchPiece, TurnGame};

use crate::{
    Kind, MOST_QUIET_TURNS, Piece, Position, PositionError, Square, Variant, text,
    turn_game::{piece_kind, shown},
};

/// The editor of Ransom.
pub(crate) struct RansomEditor;

/// The places of the fields; the purses have those of their sides.
const QUIET_TURNS: usize = 2;
/// Whether pieces can be bought back.
const BUYING_BACK: usize = 3;

impl PositionEditor for RansomEditor {
    fn palette(&self) -> &'static [PieceKind] {
        use PieceKind::{Bishop, Knight, OpenQueen, Pawn};
        &[OpenQueen, Bishop, Knight, Pawn]
    }

    /// The number of the turn is not kept: it follows from the other fields.
    fn read(&self, text: &str) -> Result<Sketch, String> {
        let setup = text::read_setup(text).map_err(|error| error.to_string())?;
        let squares = Square::all().zip(setup.board);
        let pieces = squares.filter_map(|(square, piece)| Some((square, piece?)));
        let pieces = pieces.map(|(square, piece)| (shown(square), piece.side, piece_kind(piece.kind)));
        let mut sketch = Sketch::of(pieces, setup.turn);
        let [white, black] = setup.purses;
        sketch.fields = [white, black, setup.quiet_turns]
            .map(|number| number.to_string())
            .to_vec();
        let buying_back = match setup.variant {
            Variant::Plain => OFF,
            Variant::BuyBack => ON,
        };
        sketch.fields.push(buying_back.to_owned());
        Ok(sketch)
    }

    fn fields(&self, sketch: &Sketch) -> Vec<SketchField> {
        let number = |name: &str, most: u32, place: usize| {
            SketchField::new(name, FieldValues::Number(most), "0", sketch.fields.get(place))
        };
        let most_points = variant(sketch).most_points();
        vec![
            number("White's purse", most_points, Side::White.index()),
            number("Black's purse", most_points, Side::Black.index()),
            // At the limit itself the game is over.
            number("Turns without a capture", u32::from(MOST_QUIET_TURNS) - 1, QUIET_TURNS),
            SketchField::new(
                "Pieces can be bought back",
                FieldValues::Switch,
                OFF,
                sketch.fields.get(BUYING_BACK),
            ),
        ]
    }

    fn text(&self, sketch: &Sketch) -> String {
        let turn = match sketch.turn {
            Side::White => 'w',
            Side::Black => 'b',
        };
        let [white, black] = Side::BOTH.map(|side| sketch.field::<u32>(side.index()).unwrap_or(0));
        let quiet_turns: u32 = sketch.field(QUIET_TURNS).unwrap_or(0);
        // White's turns are odd, Black's even (4.1), and more were played than were quiet.
        let number = match sketch.turn {
            Side::White => quiet_turns + 1 + quiet_turns % 2,
            Side::Black => quiet_turns + 2 - quiet_turns % 2,
        };
        let placement = sketch.placement(&Position::board(), letter);
        let mut text = format!("{placement} {turn} {white}/{black} {quiet_turns} {number}");
        if let Some(word) = variant(sketch).word() {
            text.push(' ');
            text.push_str(word);
        }
        text
    }

    fn faults(&self, sketch: &Sketch) -> Vec<String> {
        match text::read(&self.text(sketch)) {
            Ok(_) => Vec::new(),
            Err(PositionError::Position(faults)) => faults.iter().map(ToString::to_string).collect(),
            Err(error) => vec![error.to_string()],
        }
    }
}

fn variant(sketch: &Sketch) -> Variant {
    if sketch.is_on(BUYING_BACK) {
        Variant::BuyBack
    } else {
        Variant::Plain
    }
}

fn letter(piece: SketchPiece) -> char {
    let kind = match piece.kind {
        PieceKind::Knight => Kind::Knight,
        PieceKind::Bishop => Kind::Bishop,
        PieceKind::OpenQueen | PieceKind::Queen => Kind::Queen,
        PieceKind::Pawn | PieceKind::Rook | PieceKind::King => Kind::Pawn,
    };
    let side = if piece.army == Army::Ivory {
        Side::White
    } else {
        Side::Black
    };
    Piece { side, kind }.letter()
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use play::Notation;

    use super::*;

    fn read(text: &str) -> Sketch {
        RansomEditor.read(text).unwrap()
    }

    #[test]
    fn a_faultless_position_is_written_as_it_was_read() {
        for text in [
            "ppnnnnpp/2bbbb2/8/8/8/8/2BBBB2/PPNNNNPP w 0/0 0 1",
            "p3nB1p/6p1/1q1nb3/8/8/3BN3/8/PPNN2P1 b 5/2 0 2",
            "p3nB1p/6p1/1q1nb3/8/8/3BN3/8/PPNN2P1 b 5/2 7 8",
            "p3nB1p/6p1/1q1nb3/8/8/3BN3/8/PPNN2P1 b 5/13 7 8 buyback",
        ] {
            let sketch = read(text);
            assert_eq!(RansomEditor.faults(&sketch), [""; 0], "{text}");
            assert_eq!(RansomEditor.text(&sketch), text);
        }
    }

    #[test]
    fn every_fault_is_named_at_once() {
        let sketch = read("P7/8/8/8/8/8/8/NNNNN2p w 0/0 0 1");
        let faults = RansomEditor.faults(&sketch);
        assert_eq!(faults.len(), 3, "{faults:?}");
        for (fault, part) in faults.iter().zip(["5 knights", "A8", "H1"]) {
            assert!(fault.contains(part), "{faults:?}");
        }
        assert!(!RansomEditor.faults(&Sketch::empty()).is_empty());
    }

    #[test]
    fn without_a_fault_the_text_is_a_position_and_with_one_it_is_not() {
        let mut random = Rng::with_seed(5);
        let mut playable = 0;
        for _ in 0..5_000 {
            let mut sketch = Sketch::empty();
            for _ in 0..random.usize(3..16) {
                let square = play::Square {
                    file: random.u8(..8),
                    rank: random.u8(..8),
                };
                let kind = RansomEditor.palette()[random.usize(..4)];
                let army = if random.bool() { Army::Ivory } else { Army::Ink };
                sketch.put(square, Some((army, kind)));
            }
            sketch.turn = if random.bool() { Side::White } else { Side::Black };
            sketch.fields = vec![
                random.u32(..4).to_string(),
                random.u32(..4).to_string(),
                random.u32(..50).to_string(),
                if random.bool() { ON } else { OFF }.to_owned(),
            ];
            let text = RansomEditor.text(&sketch);
            let faults = RansomEditor.faults(&sketch);
            let reading = Position::read_position(&text);
            assert_eq!(reading.is_ok(), faults.is_empty(), "{text}: {faults:?}");
            if let Ok(reading) = reading {
                playable += 1;
                assert_eq!(read(&reading.position.position_text()), read(&text));
            }
        }
        assert!(playable > 500, "{playable}");
    }
}
