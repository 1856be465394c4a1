//! What hosting, matches and front ends ask of chess: the board, the pieces, requests, drawings and exports.

use std::{
    fmt::Write,
    io::{self, BufRead},
};

use play::{
    Action, Board, Control, GameFacts, GameId, ImportError, IndexedGame, LegalMove, MoveRefusal, MoveRequest, MoveTree,
    Mover, Notation, OpeningName, PieceIds, PieceKind, PositionEditor, ReadTree, Reading, Record, Score, Side, Square,
    Start, StartError, TurnGame, Undos,
};
use shakmaty::{CastlingSide, File, Move, Position as _, Rank, Role};

use crate::{
    Position,
    editor::ChessEditor,
    openings::{self, Opening},
    pgn,
    position::side,
    refusal,
};

impl TurnGame for Position {
    const ID: GameId = GameId::new("chess");
    const NAME: &'static str = "Chess";
    const RULES: &'static str = include_str!("../texts/rules.md");
    const SUMMARY: &'static str = "with all its rules, and Chess960";
    const UNDOS: Undos = Undos::UNLIMITED;
    const TYPING: &'static str = "Type a move as Nf3, e4, exd5, O-O, e8=Q or as g1f3, e7e8q.";

    fn board() -> Board {
        Board::rectangle(8, 8)
    }

    /// Numbered starts are those of Chess960.
    fn begin(start: &Start) -> Result<Reading<Self>, StartError> {
        let position = match start {
            Start::Usual => Position::new(),
            Start::Text(text) => {
                return Position::read_position(text).map_err(|error| StartError::Position(error.to_string()));
            }
            Start::Numbered(number) => Position::chess960(u32::from(*number)).map_err(|_| StartError::Number {
                number: *number,
                last: 959,
            })?,
        };
        Ok(Reading {
            position,
            notices: Vec::new(),
        })
    }

    fn pieces(&self) -> Vec<(Square, Side, PieceKind)> {
        let pieces = self.chess().board().clone().into_iter();
        pieces
            .map(|(square, piece)| (shown(square), side(piece.color), piece_kind(piece.role)))
            .collect()
    }

    fn describe(&self, mv: Move) -> LegalMove {
        LegalMove {
            from: shown(mv.from().unwrap_or(mv.to())),
            to: shown(shown_target(self, mv)),
            action: mv
                .promotion()
                .map_or(Action::Move, |role| Action::Promote(piece_kind(role))),
            captures: mv.is_capture(),
            label: self.label(mv),
            code: self.code(mv),
        }
    }

    fn captured(&self, mv: Move) -> Option<PieceKind> {
        mv.capture().map(piece_kind)
    }

    fn carry(&self, mv: Move, ids: &mut PieceIds) {
        match mv {
            Move::Normal { from, to, .. } => {
                let id = ids.lift(shown(from));
                ids.put(shown(to), id);
            }
            Move::EnPassant { from, to } => {
                ids.lift(shown(shakmaty::Square::from_coords(to.file(), from.rank())));
                let id = ids.lift(shown(from));
                ids.put(shown(to), id);
            }
            Move::Castle { king, rook } => {
                let wing = CastlingSide::from_king_side(king < rook);
                let [kings, rooks] = [ids.lift(shown(king)), ids.lift(shown(rook))];
                let color = self.chess().turn();
                ids.put(shown(wing.king_to(color)), kings);
                ids.put(shown(wing.rook_to(color)), rooks);
            }
            // Only in games with pieces in hand.
            Move::Put { .. } => {}
        }
    }

    fn check(&self) -> Option<Square> {
        let chess = self.chess();
        let king = chess.board().king_of(chess.turn()).filter(|_| chess.is_check());
        king.map(shown)
    }

    fn worth(kind: PieceKind) -> u32 {
        match kind {
            PieceKind::Pawn => 1,
            PieceKind::Knight | PieceKind::Bishop => 3,
            PieceKind::Rook => 5,
            PieceKind::Queen | PieceKind::OpenQueen => 9,
            PieceKind::King => 0,
        }
    }

    fn find(record: &Record<Self>, side: Side, request: MoveRequest) -> Result<Move, MoveRefusal> {
        Ok(refusal::find(record, side, request)?)
    }

    fn read(record: &Record<Self>, side: Side, text: &str) -> Result<Move, MoveRefusal> {
        refusal::check_turn(record, side)?;
        let read = record.position().read_move(text);
        Ok(read.map_err(crate::MoveRefusal::Text)?)
    }

    fn wins_in(moves: u32) -> String {
        format!("mates in {moves}")
    }

    fn number(&self) -> u32 {
        self.chess().fullmoves().get()
    }

    fn passed(&self) -> Option<Self> {
        pgn::TreeMove::Null.play(self)
    }

    fn number_text(&self) -> String {
        let pgn::MoveNumber { number, side } = pgn::MoveNumber::of(self);
        match side {
            Side::White => format!("{number}."),
            Side::Black => format!("{number}…"),
        }
    }

    fn opening(record: &Record<Self>, plies: usize) -> Option<OpeningName> {
        Opening::after(record, plies).map(OpeningName::from)
    }

    fn opening_lines() -> Vec<Record<Self>> {
        openings::lines()
    }

    fn editor() -> Option<&'static dyn PositionEditor> {
        Some(&ChessEditor)
    }

    fn read_trees(bytes: &[u8]) -> Vec<Result<ReadTree, ImportError>> {
        pgn::read_move_trees(bytes)
    }

    fn index(file: &mut dyn BufRead) -> io::Result<Vec<IndexedGame>> {
        pgn::index(file)
    }

    fn read_indexed(bytes: &[u8], line: usize) -> Option<Result<ReadTree, ImportError>> {
        pgn::read_indexed_tree(bytes, line)
    }

    fn write_tree(tree: &MoveTree) -> String {
        pgn::write_move_tree(tree)
    }

    /// Capitals for White.
    fn draw(&self, viewer: Side) -> String {
        let board = self.chess().board();
        let (ranks, files) = match viewer {
            Side::White => (Rank::ALL.map(Rank::flip_vertical), File::ALL),
            Side::Black => (Rank::ALL, File::ALL.map(File::flip_horizontal)),
        };
        let mut text = String::from("  +-----------------+\n");
        for rank in ranks {
            let squares: Vec<String> = files
                .iter()
                .map(|&file| {
                    let piece = board.piece_at(shakmaty::Square::from_coords(file, rank));
                    piece.map_or('.', shakmaty::Piece::char).to_string()
                })
                .collect();
            writeln!(text, "{} | {} |", rank.char(), squares.join(" ")).expect("writing to a string cannot fail");
        }
        let letters: Vec<String> = files.iter().map(|file| file.char().to_string()).collect();
        write!(text, "  +-----------------+\n    {}", letters.join(" ")).expect("writing to a string cannot fail");
        text
    }

    fn move_line(&self, mv: Move, player: Mover<'_>) -> String {
        let name = match player {
            Mover::Person(_) => String::new(),
            Mover::Bot(name) => format!("{name}: "),
        };
        let number = pgn::MoveNumber::of(self);
        format!("{name}{number} {} ({})", self.label(mv), self.code(mv))
    }

    /// With clocks, evaluations and comments.
    fn pgn(record: &Record<Self>, facts: &GameFacts<'_>) -> String {
        pgn::write(&annotated(record, facts))
    }
}

/// Where a front end shows the piece going: a king castles two squares, in Chess960 onto its rook, where no other move
/// of a king can go.
pub(crate) fn shown_target(position: &Position, mv: Move) -> shakmaty::Square {
    match mv.castling_side() {
        Some(wing) if !position.is_chess960() => wing.king_to(position.chess().turn()),
        Some(_) | None => mv.to(),
    }
}

/// A square as front ends name it.
pub(crate) const fn shown(square: shakmaty::Square) -> Square {
    Square {
        file: square.file() as u8,
        rank: square.rank() as u8,
    }
}

pub(crate) const fn piece_kind(role: Role) -> PieceKind {
    match role {
        Role::Pawn => PieceKind::Pawn,
        Role::Knight => PieceKind::Knight,
        Role::Bishop => PieceKind::Bishop,
        Role::Rook => PieceKind::Rook,
        Role::Queen => PieceKind::Queen,
        Role::King => PieceKind::King,
    }
}

/// The score sheet of a game with all that is known beside its moves.
fn annotated(record: &Record<Position>, facts: &GameFacts<'_>) -> pgn::Game {
    let [white, black] = facts.names.map(|name| name.unwrap_or("Human"));
    let date = facts.begun.and_then(play::Moment::date);
    let mut game = pgn::Game::from_record(record.clone(), white, black, date.as_deref());
    if let (None, Some(winner)) = (record.outcome(), facts.recorded) {
        game.result = winner.map_or(pgn::GameResult::Draw, pgn::GameResult::Win);
    }
    let control = facts.control.map(|control| match control {
        Control::Clock(control) => control.in_seconds(),
        Control::EachMove(time) => format!("1/{}", time.as_secs_f64()),
    });
    let event = facts.event.map(|(event, _)| event.to_owned());
    let round = facts.event.map(|(_, round)| round.to_string());
    for (name, value) in [("TimeControl", control), ("Event", event), ("Round", round)] {
        if let Some(value) = value {
            game.tags.insert(name.to_owned(), value);
        }
    }
    for (index, note) in facts.notes.iter().enumerate().take(record.moves().len()) {
        if *note != play::MoveNote::default() {
            let remark = game.remarks.entry(index + 1).or_default();
            remark.comment.clone_from(&note.comment);
            remark.clock = note.clock;
            // The mover's score; a remark is about the position after the move, where the other side is to move.
            remark.evaluation = note.score.map(Score::reversed);
        }
    }
    if let Some(words) = facts.remark {
        let last = game.remarks.entry(record.moves().len()).or_default();
        last.comment.push_str(if last.comment.is_empty() { "" } else { "; " });
        last.comment.push_str(words);
    }
    game
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use play::{Moment, MoveNote, TimeControl};

    use super::*;

    #[test]
    fn each_side_sees_its_own_pieces_below() {
        let start = Position::new();
        let white: Vec<String> = start.draw(Side::White).lines().map(str::to_owned).collect();
        assert_eq!(white[1], "8 | r n b q k b n r |");
        assert_eq!(white[8], "1 | R N B Q K B N R |");
        assert_eq!(white[10], "    a b c d e f g h");
        let black: Vec<String> = start.draw(Side::Black).lines().map(str::to_owned).collect();
        assert_eq!(black[1], "1 | R N B K Q B N R |");
        assert_eq!(black[8], "8 | r n b k q b n r |");
        assert_eq!(black[10], "    h g f e d c b a");
    }

    #[test]
    fn the_numbered_starts_are_those_of_chess960() {
        let first = Position::begin(&Start::Numbered(0)).unwrap().position;
        assert!(first.position_text().starts_with("bbqnnrkr/pppppppp/"));
        assert_eq!(
            Position::begin(&Start::Numbered(960)).unwrap_err(),
            StartError::Number { number: 960, last: 959 }
        );
    }

    #[test]
    fn a_game_is_exported_with_all_that_is_known_of_it() {
        let mut record = Record::new(Position::new());
        for text in ["e4", "e5"] {
            record.play(record.position().read_move(text).unwrap()).unwrap();
        }
        record.resign(Side::Black).unwrap();
        let facts = GameFacts {
            names: [Some("Ada"), None],
            control: Some(Control::Clock(TimeControl {
                base: Duration::from_mins(5),
                increment: Duration::from_secs(3),
            })),
            begun: Some(Moment(1_735_603_200_000)),
            event: Some(("Evening match", 7)),
            notes: vec![
                MoveNote::default(),
                MoveNote {
                    clock: Some(Duration::from_secs(299)),
                    score: Some(Score::Centipawns(-25)),
                    comment: "depth 9".to_owned(),
                },
            ],
            remark: Some("lost its way"),
            ..GameFacts::default()
        };
        let text = Position::pgn(&record, &facts);
        for part in [
            "[Event \"Evening match\"]",
            "[Date \"2024.12.31\"]",
            "[Round \"7\"]",
            "[White \"Ada\"]",
            "[Black \"Human\"]",
            "[Result \"1-0\"]",
            "[TimeControl \"300+3\"]",
            "1. e4 e5 {[%eval 0.25] [%clk 0:04:59] depth 9; lost its way} 1-0",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
    }
}
