//! Chess at a table.

use std::time::Duration;

use bots::{BotSpec, Game, MasterSpec};
use chess::{
    Position, pgn,
    shakmaty::{self, CastlingSide, Color, Move, Position as _, Role, attacks},
};
use play::{Notation, Reading, Record, Side, Undos};

use super::{HallGame, Ids, Sheet, Wish, day};
use crate::{
    Choice, Control, Kind, PlanError, Shape, Square, Start,
    thinking::{Answer, Reply},
};

impl HallGame for Position {
    const GAME: Game = Game::Chess;
    const UNDOS: Undos = Undos::UNLIMITED;
    const OVER: &'static str = "The game is over";

    fn begin(start: &Start) -> Result<Reading<Self>, PlanError> {
        let position = match start {
            Start::Usual => Position::new(),
            Start::Text(text) => {
                return Position::read_position(text).map_err(|error| PlanError::Start(error.to_string()));
            }
            Start::Chess960(number) => {
                Position::chess960(u32::from(*number)).map_err(|error| PlanError::Start(error.to_string()))?
            }
        };
        Ok(Reading {
            position,
            notices: Vec::new(),
        })
    }

    fn pieces(&self) -> Vec<(Square, Side, Shape)> {
        let pieces = self.chess().board().clone().into_iter();
        pieces
            .map(|(square, piece)| (of(square), side(piece.color), shape(piece.role)))
            .collect()
    }

    fn choice(&self, mv: Move) -> Choice {
        let from = mv.from().unwrap_or(mv.to());
        Choice {
            from: of(from),
            to: of(shown_target(self, mv)),
            kind: mv.promotion().map_or(Kind::Move, |role| Kind::Promote(shape(role))),
            captures: mv.is_capture(),
            label: self.label(mv),
            code: self.code(mv),
        }
    }

    fn captured(&self, mv: Move) -> Option<Shape> {
        mv.capture().map(shape)
    }

    fn carry(&self, mv: Move, ids: &mut Ids) {
        match mv {
            Move::Normal { from, to, .. } => {
                let id = ids.lift(of(from));
                ids.put(of(to), id);
            }
            Move::EnPassant { from, to } => {
                ids.lift(of(shakmaty::Square::from_coords(to.file(), from.rank())));
                let id = ids.lift(of(from));
                ids.put(of(to), id);
            }
            Move::Castle { king, rook } => {
                let wing = CastlingSide::from_king_side(king < rook);
                let [kings, rooks] = [ids.lift(of(king)), ids.lift(of(rook))];
                let color = self.chess().turn();
                ids.put(of(wing.king_to(color)), kings);
                ids.put(of(wing.rook_to(color)), rooks);
            }
            // Only of games with pieces in hand.
            Move::Put { .. } => {}
        }
    }

    fn check(&self) -> Option<Square> {
        let chess = self.chess();
        let king = chess.board().king_of(chess.turn()).filter(|_| chess.is_check());
        king.map(of)
    }

    fn purses(&self) -> Vec<u32> {
        Vec::new()
    }

    fn worth(shape: Shape) -> u32 {
        match shape {
            Shape::Pawn => 1,
            Shape::Knight | Shape::Bishop => 3,
            Shape::Rook => 5,
            Shape::Queen | Shape::OpenQueen => 9,
            Shape::King => 0,
        }
    }

    fn wish(record: &Record<Self>, side: Side, wish: Wish) -> Result<Move, String> {
        check_turn(record, side)?;
        let position = record.position();
        let on_squares: Vec<Move> = record
            .legal()
            .iter()
            .copied()
            .filter(|&mv| goes(position, mv, wish))
            .collect();
        let wanted = |mv: &&Move| position.choice(**mv).kind == wish.kind;
        match on_squares.as_slice() {
            [] => Err(why_not(position, wish)),
            [only] if wish.kind == Kind::Move && only.promotion().is_none() => Ok(*only),
            several => several.iter().find(wanted).copied().ok_or_else(|| match wish.kind {
                Kind::Move => "Say what the pawn becomes: a queen, a rook, a bishop or a knight".to_owned(),
                Kind::Promote(_) => "A pawn becomes a queen, a rook, a bishop or a knight, on the last rank".to_owned(),
                Kind::Upgrade => "Nothing is upgraded in chess".to_owned(),
            }),
        }
    }

    fn typed(record: &Record<Self>, side: Side, text: &str) -> Result<Move, String> {
        check_turn(record, side)?;
        record.position().read_move(text).map_err(|error| error.to_string())
    }

    fn adviser() -> BotSpec {
        BotSpec::Master(MasterSpec::default())
    }

    fn win_in(moves: u32) -> String {
        format!("mate in {moves}")
    }

    /// With the clocks.
    fn pgn(sheet: &Sheet<'_, Self>) -> String {
        let [white, black] = sheet.names.map(|name| name.unwrap_or("Human"));
        let date = day(sheet.begun);
        let mut game = pgn::Game::from_record(sheet.record.clone(), white, black, date.as_deref());
        if let Some(winner) = sheet.told {
            game.result = winner.map_or(pgn::GameResult::Draw, pgn::GameResult::Win);
        }
        let control = sheet.control.map(|control| match control {
            Control::Clock(control) => control.in_seconds(),
            Control::EachMove(time) => format!("1/{}", time.as_secs_f64()),
        });
        if let Some(control) = control {
            game.tags.insert("TimeControl".to_owned(), control);
        }
        for (ply, left) in sheet.left.iter().enumerate() {
            if let Some(left) = left {
                game.remarks.entry(ply + 1).or_default().clock = Some(Duration::from_millis(*left));
            }
        }
        pgn::write(&game)
    }

    fn sheet(sheet: &Sheet<'_, Self>) -> String {
        Self::pgn(sheet)
    }

    fn answer(reply: Reply<Self>) -> Answer {
        Answer::Chess(reply)
    }
}

/// Where a front end shows the piece going: a king castles two squares, in Chess960 onto its rook, where no other move
/// of a king can go.
fn shown_target(position: &Position, mv: Move) -> shakmaty::Square {
    match mv.castling_side() {
        Some(wing) if !position.is_chess960() => wing.king_to(position.chess().turn()),
        Some(_) | None => mv.to(),
    }
}

/// Whether a move goes over the squares of a wish; kings may castle onto their rooks in any game.
fn goes(position: &Position, mv: Move, wish: Wish) -> bool {
    let targets = [shown_target(position, mv), mv.to()];
    mv.from().map(of) == Some(wish.from) && targets.map(of).contains(&wish.to)
}

fn check_turn(record: &Record<Position>, side: Side) -> Result<(), String> {
    if record.outcome().is_some() {
        return Err(Position::OVER.to_owned());
    }
    if record.turn() != side {
        return Err(format!("It is not your turn: {} is to move", record.turn()));
    }
    Ok(())
}

/// Why nothing legal goes from square to square.
fn why_not(position: &Position, Wish { from, to, .. }: Wish) -> String {
    let (Some(start), Some(target)) = (square(from), square(to)) else {
        return "That is off the board".to_owned();
    };
    let chess = position.chess();
    let Some(piece) = chess.board().piece_at(start) else {
        return format!("There is no piece on {from}");
    };
    if piece.color != chess.turn() {
        return format!("The piece on {from} is {}'s", side(piece.color));
    }
    let name = match piece.role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    };
    if start != target && chess.us().contains(target) {
        return format!("Your own piece stands on {to}");
    }
    let occupied = chess.board().occupied();
    let pushed = attacks::between(start, target) & occupied;
    let reaches = match piece.role {
        Role::Pawn if start.file() == target.file() => {
            pushed.is_empty() && !occupied.contains(target) && pawn_steps(piece.color, start, target)
        }
        Role::Pawn => attacks::pawn_attacks(piece.color, start).contains(target) && occupied.contains(target),
        Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King => {
            attacks::attacks(start, piece, occupied).contains(target)
        }
    };
    match (reaches, chess.is_check()) {
        (true, true) => "Your king is in check, and that does not help".to_owned(),
        (true, false) => "That would leave your king in check".to_owned(),
        (false, _) => format!("The {name} on {from} cannot go to {to}"),
    }
}

fn pawn_steps(color: Color, from: shakmaty::Square, to: shakmaty::Square) -> bool {
    let steps = if from.rank() == color.fold_wb(shakmaty::Rank::Second, shakmaty::Rank::Seventh) {
        2
    } else {
        1
    };
    let ahead = (i32::from(to.rank()) - i32::from(from.rank())) * color.fold_wb(1, -1);
    (1..=steps).contains(&ahead)
}

const fn of(square: shakmaty::Square) -> Square {
    Square {
        file: square.file() as u8,
        rank: square.rank() as u8,
    }
}

fn square(square: Square) -> Option<shakmaty::Square> {
    let file = shakmaty::File::try_from(square.file).ok()?;
    let rank = shakmaty::Rank::try_from(square.rank).ok()?;
    Some(shakmaty::Square::from_coords(file, rank))
}

const fn side(color: Color) -> Side {
    match color {
        Color::White => Side::White,
        Color::Black => Side::Black,
    }
}

const fn shape(role: Role) -> Shape {
    match role {
        Role::Pawn => Shape::Pawn,
        Role::Knight => Shape::Knight,
        Role::Bishop => Shape::Bishop,
        Role::Rook => Shape::Rook,
        Role::Queen => Shape::Queen,
        Role::King => Shape::King,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(fen: &str, wish: &str) -> String {
        let record = Record::new(Position::read_position(fen).unwrap().position);
        let wish = Wish {
            from: wish[..2].parse().unwrap(),
            to: wish[2..].parse().unwrap(),
            kind: Kind::Move,
        };
        Position::wish(&record, Side::White, wish).unwrap_err()
    }

    #[test]
    fn a_dragged_piece_that_goes_back_is_told_why() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for (fen, wish, words) in [
            (start, "e4e5", "There is no piece on e4"),
            (start, "e7e5", "The piece on e7 is Black's"),
            (start, "a1a2", "Your own piece stands on a2"),
            (start, "g1e4", "The knight on g1 cannot go to e4"),
            (start, "e2e5", "The pawn on e2 cannot go to e5"),
            (start, "e2d3", "The pawn on e2 cannot go to d3"),
            (start, "a9a1", "That is off the board"),
            (
                "4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1",
                "e2d3",
                "That would leave your king in check",
            ),
            (
                "4k3/8/8/8/4r3/8/P7/4K3 w - - 0 1",
                "a2a3",
                "Your king is in check, and that does not help",
            ),
            (
                "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
                "a7a8",
                "Say what the pawn becomes: a queen, a rook, a bishop or a knight",
            ),
            ("4k3/8/8/8/8/8/8/4K3 b - - 0 1", "e1e2", "The game is over"),
            (
                "4k3/7p/8/8/8/8/8/4K3 b - - 0 1",
                "e1e2",
                "It is not your turn: Black is to move",
            ),
        ] {
            assert_eq!(refused(fen, wish), words, "{wish}");
        }
    }
}
