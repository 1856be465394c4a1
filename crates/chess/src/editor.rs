//! Setting up a position of chess by hand: castling rights and en passant are fields, and every error names its side.

use play::{
    Army, Board, FieldValues, OFF, ON, PieceKind, PositionEditor, Side, Sketch, SketchField, SketchPiece, Square,
    TurnGame,
};
use shakmaty::{Role, fen::Fen};

use crate::{
    FenError, Position, PositionFault, fen,
    position::side,
    turn_game::{piece_kind, shown},
};

/// The editor of chess.
pub(crate) struct ChessEditor;

/// The value of the field for en passant where nothing can be captured.
const NONE: &str = "none";
/// The place of the field for en passant, after the four castling rights.
const EN_PASSANT: usize = 4;

/// A side's castling to one wing.
#[derive(Clone, Copy)]
struct Castling {
    side: Side,
    wing: Wing,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Wing {
    Short,
    Long,
}

impl Castling {
    /// In the order of the fields and of a FEN.
    const ALL: [Castling; EN_PASSANT] = [
        Castling::new(Side::White, Wing::Short),
        Castling::new(Side::White, Wing::Long),
        Castling::new(Side::Black, Wing::Short),
        Castling::new(Side::Black, Wing::Long),
    ];

    const fn new(side: Side, wing: Wing) -> Self {
        Castling { side, wing }
    }

    const fn rank(self) -> u8 {
        match self.side {
            Side::White => 0,
            Side::Black => 7,
        }
    }

    const fn name(self) -> &'static str {
        match (self.side, self.wing) {
            (Side::White, Wing::Short) => "White castles short",
            (Side::White, Wing::Long) => "White castles long",
            (Side::Black, Wing::Short) => "Black castles short",
            (Side::Black, Wing::Long) => "Black castles long",
        }
    }

    /// The files of the king and of the rook it castles with: the outermost one on that wing.
    fn files(self, sketch: &Sketch) -> Option<[u8; 2]> {
        let on_rank = |kind: PieceKind| {
            let squares = sketch.squares().into_values();
            let army = Army::from(self.side);
            let fitting = squares.filter(move |piece| piece.kind == kind && piece.army == army);
            let files = fitting.map(|piece| piece.square);
            files
                .filter(move |square| square.rank == self.rank())
                .map(|square| square.file)
        };
        let king = on_rank(PieceKind::King).next()?;
        let rook = match self.wing {
            Wing::Short => on_rank(PieceKind::Rook).filter(|file| *file > king).max(),
            Wing::Long => on_rank(PieceKind::Rook).filter(|file| *file < king).min(),
        };
        Some([king, rook?])
    }

    /// The letter of a FEN: the wing where king and rook are at their usual squares, else the file of the rook.
    fn letter(self, sketch: &Sketch) -> char {
        const KING: u8 = 4;
        let letter = match (self.wing, self.files(sketch)) {
            (Wing::Short, None | Some([KING, 7])) => 'k',
            (Wing::Long, None | Some([KING, 0])) => 'q',
            (_, Some([_, rook])) => char::from(b'a' + rook),
        };
        match self.side {
            Side::White => letter.to_ascii_uppercase(),
            Side::Black => letter,
        }
    }
}

impl PositionEditor for ChessEditor {
    fn palette(&self) -> &'static [PieceKind] {
        use PieceKind::{Bishop, King, Knight, Pawn, Queen, Rook};
        &[King, Queen, Rook, Bishop, Knight, Pawn]
    }

    fn read(&self, text: &str) -> Result<Sketch, String> {
        let parsed = Fen::from_ascii(text.trim().as_bytes());
        let setup = parsed
            .map_err(|error| fen::field_error(text, &error).to_string())?
            .into_setup();
        let pieces = setup.board.clone().into_iter();
        let pieces = pieces.map(|(square, piece)| (shown(square), side(piece.color), piece_kind(piece.role)));
        let mut sketch = Sketch::of(pieces, side(setup.turn));
        let rights = Castling::ALL.map(|castling| {
            let files = castling.files(&sketch);
            let is_right = |square: shakmaty::Square| {
                let square = shown(square);
                square.rank == castling.rank() && files.is_some_and(|[_, rook]| rook == square.file)
            };
            let is_on = setup.castling_rights.into_iter().any(is_right);
            if is_on { ON } else { OFF }.to_owned()
        });
        let square = setup
            .ep_square
            .map_or_else(|| NONE.to_owned(), |square| square.to_string());
        sketch.fields = rights.into_iter().chain([square]).collect();
        Ok(sketch)
    }

    fn fields(&self, sketch: &Sketch) -> Vec<SketchField> {
        let castling = Castling::ALL.into_iter().zip(0..).map(|(castling, place)| {
            SketchField::new(castling.name(), FieldValues::Switch, OFF, sketch.fields.get(place))
        });
        let squares = en_passant(sketch).into_iter().map(|square| square.to_string());
        let squares = FieldValues::Choice([NONE.to_owned()].into_iter().chain(squares).collect());
        let square = SketchField::new("En passant", squares, NONE, sketch.fields.get(EN_PASSANT));
        castling.chain([square]).collect()
    }

    fn text(&self, sketch: &Sketch) -> String {
        let turn = match sketch.turn {
            Side::White => 'w',
            Side::Black => 'b',
        };
        let rights = Castling::ALL.into_iter().enumerate();
        let rights: String = rights
            .filter(|(place, _)| sketch.is_on(*place))
            .map(|(_, castling)| castling.letter(sketch))
            .collect();
        let rights = if rights.is_empty() { "-" } else { &rights };
        let square = sketch.fields.get(EN_PASSANT).filter(|square| *square != NONE);
        let square = square.map_or("-", String::as_str);
        let placement = sketch.placement(&board(), letter);
        format!("{placement} {turn} {rights} {square} 0 1")
    }

    fn faults(&self, sketch: &Sketch) -> Vec<String> {
        let mut faults: Vec<String> = Side::BOTH
            .into_iter()
            .filter_map(|side| king_faults(sketch, side))
            .collect();
        faults.extend(pawn_faults(sketch));
        let rights = Castling::ALL.into_iter().enumerate();
        let wrong = rights.filter(|(place, castling)| sketch.is_on(*place) && castling.files(sketch).is_none());
        faults.extend(wrong.map(|(_, castling)| {
            let wing = match castling.wing {
                Wing::Short => "to the right of the king",
                Wing::Long => "to the left of the king",
            };
            let rank = castling.rank() + 1;
            format!(
                "{}: that takes the king on rank {rank} and a rook {wing} as White sees it",
                castling.name()
            )
        }));
        match fen::read(&self.text(sketch)) {
            Ok(reading) if faults.is_empty() => reading.notices,
            Ok(_) => faults,
            Err(FenError::Position(found)) => {
                // Kings and pawns were named with their sides and squares.
                let others = found.into_iter().filter(|fault| {
                    let is_named = matches!(
                        fault,
                        PositionFault::MissingKing | PositionFault::TooManyKings | PositionFault::PawnsOnLastRank
                    );
                    !is_named
                });
                faults.extend(others.map(|fault| fault.to_string()));
                faults
            }
            Err(error) => {
                faults.push(error.to_string());
                faults
            }
        }
    }
}

fn board() -> Board {
    <Position as TurnGame>::board()
}

/// The squares on which a pawn of the side to move could capture one that has just gone two squares.
fn en_passant(sketch: &Sketch) -> Vec<Square> {
    let (own, other) = (Army::from(sketch.turn), Army::from(sketch.turn.other()));
    let [from, over, landed] = match sketch.turn {
        Side::White => [6, 5, 4],
        Side::Black => [1, 2, 3],
    };
    let squares = sketch.squares();
    let is_pawn = |file: u8, rank: u8, army: Army| {
        let piece = squares.get(&Square { file, rank });
        piece.is_some_and(|piece| piece.kind == PieceKind::Pawn && piece.army == army)
    };
    let is_free = |file: u8, rank: u8| !squares.contains_key(&Square { file, rank });
    let files = (0..board().width).filter(|&file| {
        let is_beside =
            file.checked_sub(1).is_some_and(|left| is_pawn(left, landed, own)) || is_pawn(file + 1, landed, own);
        is_pawn(file, landed, other) && is_beside && is_free(file, over) && is_free(file, from)
    });
    files.map(|file| Square { file, rank: over }).collect()
}

fn king_faults(sketch: &Sketch, side: Side) -> Option<String> {
    let army = Army::from(side);
    let is_king = |piece: &SketchPiece| piece.kind == PieceKind::King && piece.army == army;
    match sketch.squares().into_values().filter(is_king).count() {
        0 => Some(format!("{side} has no king")),
        1 => None,
        count => Some(format!("{side} has {count} kings")),
    }
}

fn pawn_faults(sketch: &Sketch) -> Vec<String> {
    let squares = sketch.squares().into_values();
    let wrong = squares.filter(|piece| piece.kind == PieceKind::Pawn && matches!(piece.square.rank, 0 | 7));
    wrong
        .map(|piece| format!("The pawn on {} cannot stand on the first or last rank", piece.square))
        .collect()
}

/// The letter of a FEN, a capital for White.
fn letter(piece: SketchPiece) -> char {
    let role = match piece.kind {
        PieceKind::Pawn => Role::Pawn,
        PieceKind::Knight => Role::Knight,
        PieceKind::Bishop => Role::Bishop,
        PieceKind::Rook => Role::Rook,
        PieceKind::Queen | PieceKind::OpenQueen => Role::Queen,
        PieceKind::King => Role::King,
    };
    if piece.army == Army::Ivory {
        role.upper_char()
    } else {
        role.char()
    }
}

#[cfg(test)]
mod tests;
