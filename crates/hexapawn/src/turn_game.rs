//! What hosting, matches and front ends ask of Hexapawn.

use std::fmt::Write;

use play::{
    Action, Board, GameFacts, GameId, LegalMove, MoveRefusal, MoveRequest, Mover, Notation, PieceKind, Record, Side,
    Square, TurnGame, Undos, result_text,
};

use crate::{
    Move, MoveError, Position,
    position::{FILES, RANKS, letter},
};

impl TurnGame for Position {
    const ID: GameId = GameId::new("hexapawn");
    const NAME: &'static str = "Hexapawn";
    const UNDOS: Undos = Undos::at_most(1);
    const TYPING: &'static str = "Type a move by its squares: a1a2, a2b3.";

    fn board() -> Board {
        Board::rectangle(FILES, RANKS)
    }

    fn pieces(&self) -> Vec<(Square, Side, PieceKind)> {
        let squares = Position::all_squares();
        squares
            .filter_map(|square| Some((square, self.pawn_at(square)?, PieceKind::Pawn)))
            .collect()
    }

    fn describe(&self, mv: Move) -> LegalMove {
        LegalMove {
            from: mv.from,
            to: mv.to,
            action: Action::Move,
            captures: mv.captures,
            label: self.label(mv),
            code: self.code(mv),
        }
    }

    fn captured(&self, mv: Move) -> Option<PieceKind> {
        mv.captures.then_some(PieceKind::Pawn)
    }

    fn worth(_kind: PieceKind) -> u32 {
        1
    }

    fn find(record: &Record<Self>, side: Side, request: MoveRequest) -> Result<Move, MoveRefusal> {
        if request.action != Action::Move {
            return Err(MoveRefusal::new("only-moves", "a pawn stays a pawn"));
        }
        Position::read(record, side, &format!("{}{}", request.from, request.to))
    }

    fn read(record: &Record<Self>, side: Side, text: &str) -> Result<Move, MoveRefusal> {
        if record.outcome().is_some() {
            return Err(MoveRefusal::new("game-over", "the game is over"));
        }
        if record.turn() != side {
            return Err(MoveRefusal::new("not-your-turn", "it is not your turn"));
        }
        Ok(record.position().read_move(text)?)
    }

    fn draw(&self, viewer: Side) -> String {
        let mut ranks: Vec<u8> = (0..RANKS).rev().collect();
        let mut files: Vec<u8> = (0..FILES).collect();
        if viewer == Side::Black {
            ranks.reverse();
            files.reverse();
        }
        let mut text = String::new();
        for rank in ranks {
            write!(text, "{} ", rank + 1).expect("writing to a string cannot fail");
            text.extend(files.iter().map(|&file| letter(self.pawn_at(Square { file, rank }))));
            text.push('\n');
        }
        text.push_str("  ");
        text.extend(files.iter().map(|file| char::from(b'a' + file)));
        text
    }

    fn move_line(&self, mv: Move, player: Mover<'_>) -> String {
        match player {
            Mover::Person(side) => format!("{side}: {}", self.label(mv)),
            Mover::Bot(name) => format!("{name}: {}", self.label(mv)),
        }
    }

    fn pgn(record: &Record<Self>, facts: &GameFacts<'_>) -> String {
        let [white, black] = facts.names.map(|name| name.unwrap_or("Human"));
        let winner = record.outcome().map(|outcome| outcome.winner).or(facts.recorded);
        let moves: Vec<String> = record.turns().map(|(position, mv)| position.label(mv)).collect();
        format!(
            "[White \"{white}\"]\n[Black \"{black}\"]\n[Variant \"Hexapawn\"]\n[FEN \"{}\"]\n\n{} {}\n\n",
            record.start().position_text(),
            moves.join(" "),
            winner.map_or("*", result_text)
        )
    }
}

impl From<MoveError> for MoveRefusal {
    fn from(error: MoveError) -> Self {
        let code = match error {
            MoveError::Unreadable(_) => "unreadable",
            MoveError::Illegal { .. } => "illegal",
        };
        MoveRefusal::new(code, error.to_string())
    }
}
