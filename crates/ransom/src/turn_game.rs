//! What hosting, matches and front ends ask of Ransom: the board, the pieces, requests, drawings and exports.

use std::fmt::Write;

use play::{
    Action, Board, GameFacts, GameId, GameVariant, LegalMove, Letters, MoveRefusal, MoveRequest, Mover, Notation,
    PieceIds, PieceKind, PositionEditor, Record, Rules, Side, TurnGame, Undos, result_text,
};

use crate::{
    Kind, MOST_QUIET_TURNS, Move, MoveError, Piece, Place, Position, Refusal, Square, TurnRequest, UNDOS,
    editor::RansomEditor, refusal::consider,
};

impl TurnGame for Position {
    const ID: GameId = GameId::new("ransom");
    const NAME: &'static str = "Ransom";
    const RULES: &'static str = include_str!("../texts/rules.md");
    const SUMMARY: &'static str = "captures pay, two points buy a queen";
    const UNDOS: Undos = Undos::at_most(UNDOS);
    const TYPING: &'static str =
        "Type a move by its squares: c1d3, a7a8; an upgrade as the pawn's square twice: a3a3q.";

    fn variants() -> &'static [GameVariant] {
        &VARIANTS
    }

    fn board() -> Board {
        Board {
            letters: Letters::Capital,
            ..Board::rectangle(8, 8)
        }
    }

    fn pieces(&self) -> Vec<(play::Square, Side, PieceKind)> {
        let squares = Square::all().filter_map(|square| Some((square, self.piece_at(square)?)));
        squares
            .map(|(square, piece)| (shown(square), piece.side, piece_kind(piece.kind)))
            .collect()
    }

    fn describe(&self, mv: Move) -> LegalMove {
        let action = if mv.is_upgrade() {
            Action::Upgrade
        } else if mv.is_buy_back() {
            Action::Return(piece_kind(mv.kind()))
        } else if mv.is_promotion() {
            Action::Promote(PieceKind::OpenQueen)
        } else {
            Action::Move
        };
        LegalMove {
            from: shown(mv.from()),
            to: shown(mv.to()),
            action,
            captures: mv.captured().is_some(),
            label: self.label(mv),
            code: self.code(mv),
        }
    }

    /// A piece that is bought back comes as a new one.
    fn carry(&self, mv: Move, ids: &mut PieceIds) {
        let [from, to] = [mv.from(), mv.to()].map(shown);
        let id = if mv.is_buy_back() {
            Some(ids.enter())
        } else {
            ids.lift(from)
        };
        ids.put(to, id);
    }

    fn captured(&self, mv: Move) -> Option<PieceKind> {
        mv.captured().map(piece_kind)
    }

    fn purses(&self) -> Vec<u32> {
        Side::BOTH.map(|side| u32::from(self.purse(side))).to_vec()
    }

    /// As the rules value them for bots (6.1), in pawns.
    fn worth(kind: PieceKind) -> u32 {
        match kind {
            PieceKind::Pawn => 1,
            PieceKind::Knight | PieceKind::Bishop => 3,
            PieceKind::OpenQueen | PieceKind::Queen | PieceKind::Rook => 5,
            PieceKind::King => 0,
        }
    }

    fn find(record: &Record<Self>, side: Side, request: MoveRequest) -> Result<Move, MoveRefusal> {
        let [from, to] = [request.from, request.to].map(place);
        let request = match request.action {
            Action::Upgrade => TurnRequest::Upgrade(from),
            Action::Return(kind) => TurnRequest::BuyBack {
                kind: kind_of(kind),
                at: to,
            },
            Action::Promote(_) => TurnRequest::Promote { from, to },
            Action::Move => TurnRequest::Go { from, to },
        };
        Ok(consider(record, side, request)?)
    }

    fn read(record: &Record<Self>, side: Side, text: &str) -> Result<Move, MoveRefusal> {
        if record.outcome().is_some() {
            return Err(Refusal::GameOver.into());
        }
        if record.turn() != side {
            return Err(Refusal::NotYourTurn.into());
        }
        Ok(record.position().read_move(text)?)
    }

    fn passed(&self) -> Option<Self> {
        Some(Position::passed(self))
    }

    fn number_text(&self) -> String {
        format!("{}.", self.number())
    }

    fn editor() -> Option<&'static dyn PositionEditor> {
        Some(&RansomEditor)
    }

    /// Capitals for White; the purses and the counters below the board.
    fn draw(&self, viewer: Side) -> String {
        let (top, left) = match viewer {
            Side::White => (7, 0),
            Side::Black => (0, 7),
        };
        let mut text = String::from("  +-----------------+\n");
        for step in 0..8_u8 {
            let row = step.abs_diff(top);
            let squares: Vec<String> = (0..8_u8)
                .filter_map(|step| Square::new(step.abs_diff(left), row))
                .map(|square| self.piece_at(square).map_or('.', Piece::letter).to_string())
                .collect();
            writeln!(text, "{} | {} |", row + 1, squares.join(" ")).expect("writing to a string cannot fail");
        }
        let letters = match viewer {
            Side::White => "A B C D E F G H",
            Side::Black => "H G F E D C B A",
        };
        let [white, black] = Side::BOTH.map(|side| self.purse(side));
        write!(
            text,
            "  +-----------------+\n    {letters}\nTurn {}. Purses: White {white}, Black {black}. Without a capture: {} of {}.",
            self.number(),
            self.quiet_turns(),
            MOST_QUIET_TURNS
        )
        .expect("writing to a string cannot fail");
        text
    }

    fn number(&self) -> u32 {
        Position::number(self).div_ceil(2)
    }

    fn move_line(&self, mv: Move, player: Mover<'_>) -> String {
        match player {
            Mover::Person(side) => format!("{side}: {mv}"),
            Mover::Bot(name) => format!("{name}: {mv}"),
        }
    }

    /// Tags as in PGN, the variant among them, then every turn by its number and code with its comment.
    fn pgn(record: &Record<Self>, facts: &GameFacts<'_>) -> String {
        let outcome = record.outcome();
        let winner = outcome.map(|outcome| outcome.winner).or(facts.recorded);
        let result = winner.map_or("*", result_text);
        let mut text = String::new();
        for (name, value) in tags(record, facts, result) {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(text, "[{name} \"{value}\"]").expect("writing to a string cannot fail");
        }
        text.push('\n');
        for (index, (position, mv)) in record.turns().enumerate() {
            write!(text, "{}. {}", position.number(), position.code(mv)).expect("writing to a string cannot fail");
            if let Some(note) = facts.notes.get(index).filter(|note| !note.comment.is_empty()) {
                write!(text, " {}", comment(&note.comment)).expect("writing to a string cannot fail");
            }
            text.push('\n');
        }
        if let Some(remark) = facts.remark {
            writeln!(text, "{}", comment(remark)).expect("writing to a string cannot fail");
        }
        writeln!(text, "{result}\n").expect("writing to a string cannot fail");
        text
    }

    /// Every turn with its number, the time it was played and what happened (7.1).
    fn sheet(record: &Record<Self>, facts: &GameFacts<'_>) -> String {
        let names = Side::BOTH.map(|side| facts.names[side.index()].map_or_else(|| side.to_string(), str::to_owned));
        let mut text = record.start().position_text();
        for ((position, mv), moment) in record.turns().zip(record.moments()) {
            let time = moment.map_or_else(|| "--:--:--".to_owned(), play::Moment::time_of_day);
            let name = &names[position.turn().index()];
            write!(
                text,
                "\n{:>4}. {time}  {name}: {}",
                position.number(),
                position.label(mv)
            )
            .expect("writing to a string cannot fail");
        }
        if let Some(outcome) = record.outcome() {
            write!(text, "\n{outcome} ({})", outcome.result()).expect("writing to a string cannot fail");
        }
        text
    }
}

impl From<Refusal> for MoveRefusal {
    fn from(refusal: Refusal) -> Self {
        MoveRefusal::new(refusal.code(), refusal.to_string())
    }
}

impl From<MoveError> for MoveRefusal {
    fn from(error: MoveError) -> Self {
        let code = match &error {
            MoveError::Unreadable(_) => "unreadable",
            MoveError::Refused(refusal) => refusal.code(),
            MoveError::OtherPiece { .. } => "other-piece",
        };
        MoveRefusal::new(code, error.to_string())
    }
}

/// What can be chosen instead of the plain game.
static VARIANTS: [GameVariant; 1] = [GameVariant {
    id: "buyback",
    name: "Buy back",
    words: "two points return a captured knight or bishop to the home row",
    start: "ppnnnnpp/2bbbb2/8/8/8/8/2BBBB2/PPNNNNPP w 0/0 0 1 buyback",
}];

/// The tags of a game in their order.
fn tags(record: &Record<Position>, facts: &GameFacts<'_>, result: &str) -> Vec<(&'static str, String)> {
    let [white, black] = facts.names.map(|name| name.unwrap_or("Human").to_owned());
    let date = facts.begun.and_then(play::Moment::date);
    let (event, round) = facts.event.unzip();
    let mut tags = vec![
        ("Event", event.unwrap_or("?").to_owned()),
        ("Date", date.unwrap_or_else(|| "????.??.??".to_owned())),
    ];
    tags.extend(round.map(|round| ("Round", round.to_string())));
    tags.extend([
        ("White", white),
        ("Black", black),
        ("Result", result.to_owned()),
        ("Variant", record.start().variant().to_string()),
    ]);
    let start = record.start();
    if *start != Position::new() {
        tags.push(("SetUp", "1".to_owned()));
        tags.push(("FEN", start.position_text()));
    }
    let outcome = record.outcome();
    tags.extend(outcome.map(|outcome| ("Termination", outcome.reason.to_string())));
    tags
}

/// A comment in its braces, which cannot be inside it.
fn comment(words: &str) -> String {
    format!("{{{}}}", words.replace('}', ")"))
}

pub(crate) const fn shown(square: Square) -> play::Square {
    play::Square {
        file: square.column(),
        rank: square.row(),
    }
}

fn place(square: play::Square) -> Place {
    Place {
        column: u32::from(square.file) + 1,
        row: u32::from(square.rank) + 1,
    }
}

/// The kind of Ransom that is meant; what Ransom does not have counts as a pawn, which never returns.
const fn kind_of(kind: PieceKind) -> Kind {
    match kind {
        PieceKind::Knight => Kind::Knight,
        PieceKind::Bishop => Kind::Bishop,
        PieceKind::OpenQueen | PieceKind::Queen => Kind::Queen,
        PieceKind::Pawn | PieceKind::Rook | PieceKind::King => Kind::Pawn,
    }
}

pub(crate) const fn piece_kind(kind: Kind) -> PieceKind {
    match kind {
        Kind::Pawn => PieceKind::Pawn,
        Kind::Knight => PieceKind::Knight,
        Kind::Bishop => PieceKind::Bishop,
        Kind::Queen => PieceKind::OpenQueen,
    }
}

#[cfg(test)]
mod tests {
    use play::{Moment, MoveNote};

    use super::*;

    #[test]
    fn each_side_sees_its_own_pieces_below() {
        let start = Position::new();
        let white: Vec<String> = start.draw(Side::White).lines().map(str::to_owned).collect();
        assert_eq!(white[1], "8 | p p n n n n p p |");
        assert_eq!(white[7], "2 | . . B B B B . . |");
        assert_eq!(white[10], "    A B C D E F G H");
        assert_eq!(
            white[11],
            "Turn 1. Purses: White 0, Black 0. Without a capture: 0 of 50."
        );
        let text = "n1n5/n7/8/8/8/8/8/NNN4P b 1/2 3 8";
        let position = Position::read_position(text).unwrap().position;
        let black: Vec<String> = position.draw(Side::Black).lines().map(str::to_owned).collect();
        assert_eq!(black[1], "1 | P . . . . N N N |");
        assert_eq!(black[8], "8 | . . . . . n . n |");
        assert_eq!(black[10], "    H G F E D C B A");
    }

    #[test]
    fn a_refusal_has_the_words_of_the_rules_and_a_code() {
        let record = Record::new(Position::new());
        let refused = |text| Position::read(&record, Side::White, text).unwrap_err();
        for (text, code, words) in [
            ("c1c2", "illegal-for-piece", "Invalid: illegal move for piece type"),
            ("c1k9", "out-of-bounds", "Invalid: out of bounds"),
            ("e5e6", "no-piece", "Invalid: no piece there"),
            ("bishop c1d3", "other-piece", "On C1 stands a knight, not a bishop"),
        ] {
            let refusal = refused(text);
            assert_eq!((&*refusal.code, refusal.words.as_str()), (code, words), "{text}");
        }
        assert_eq!(refused("hello").code, "unreadable");
        let early = Position::read(&record, Side::Black, "c8d6").unwrap_err();
        assert_eq!(early, MoveRefusal::new("not-your-turn", "Invalid: not your turn"));
    }

    #[test]
    fn a_game_is_exported_with_its_comments() {
        let mut record = Record::new(Position::new());
        let mv = record.position().read_move("c1d3").unwrap();
        record.play_at(mv, Moment(3_661_000)).unwrap();
        let facts = GameFacts {
            names: [Some("Ada"), None],
            begun: Some(Moment(0)),
            event: Some(("Evening match", 7)),
            notes: vec![MoveNote {
                comment: "depth 5 {deep}".to_owned(),
                ..MoveNote::default()
            }],
            remark: Some("stopped"),
            ..GameFacts::default()
        };
        assert_eq!(
            Position::pgn(&record, &facts),
            "[Event \"Evening match\"]\n[Date \"1970.01.01\"]\n[Round \"7\"]\n[White \"Ada\"]\n[Black \"Human\"]\n\
             [Result \"*\"]\n[Variant \"Ransom\"]\n\n1. c1d3 {depth 5 {deep)}\n{stopped}\n*\n\n"
        );
        let sheet = Position::sheet(&record, &facts);
        assert!(sheet.ends_with("\n   1. 01:01:01  Ada: Knight C1→D3"), "{sheet}");
    }
}
