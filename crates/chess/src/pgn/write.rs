//! Writes a game in the export format of PGN.

use std::collections::BTreeMap;

use play::{Fault, Notation, Outcome, Reason, Rules, Side};

use super::{Game, GameResult, MoveNumber, ROSTER, Remark, tag::Tag};
use crate::{End, Opening, Position};

/// The export format wants fewer than eighty printing characters on a line.
const WIDTH: usize = 79;

/// Tags that are written from other parts of the game.
const DERIVED: [&str; 3] = ["FEN", "Result", "SetUp"];

/// Writes a game; games written after one another are a file.
///
/// Unless the game has them, `ECO` and `Opening` are added by the names of [`Opening`], and `Termination` if the
/// record knows why the game ended. A `}` inside a comment becomes `)`; letters that tags cannot have are left out.
pub fn write(game: &Game) -> String {
    let mut text = tag_lines(&all_tags(game), game.result, game.record.start());
    text.push('\n');
    text.push_str(&movetext(game));
    text.push_str("\n\n");
    text
}

/// The lines of the tags: the roster, then the others in the order of the alphabet as the export format has them.
pub(super) fn tag_lines(tags: &BTreeMap<String, String>, result: GameResult, start: &Position) -> String {
    let mut text = String::new();
    for (name, unknown) in ROSTER {
        text.extend(Tag::line(name, tags.get(name).map_or(unknown, String::as_str)));
    }
    text.extend(Tag::line("Result", &result.to_string()));
    let mut others: BTreeMap<&str, String> = tags
        .iter()
        .filter(|(name, _)| !DERIVED.contains(&name.as_str()) && !ROSTER.iter().any(|(roster, _)| roster == name))
        .map(|(name, value)| (name.as_str(), value.clone()))
        .collect();
    let fen = start.position_text();
    if fen != Position::new().position_text() || others.contains_key("Variant") {
        others.insert("FEN", fen);
        others.insert("SetUp", "1".to_owned());
    }
    if start.is_chess960() {
        others.insert("Variant", "Chess960".to_owned());
    }
    for (name, value) in others {
        text.extend(Tag::line(name, &value));
    }
    text
}

/// The tags of the game, and those that follow from its record.
fn all_tags(game: &Game) -> BTreeMap<String, String> {
    let mut tags = game.tags.clone();
    if let Some(outcome) = game.record.outcome()
        && game.overtime.is_empty()
    {
        tags.entry("Termination".to_owned())
            .or_insert_with(|| termination(outcome).to_owned());
    }
    if let Some(opening) = Opening::of(&game.record)
        && agrees(game, "ECO", opening.eco)
        && agrees(game, "Opening", opening.name)
    {
        tags.insert("ECO".to_owned(), opening.eco.to_owned());
        tags.insert("Opening".to_owned(), opening.name.to_owned());
    }
    tags
}

/// Whether the game says the same as `value`, or nothing.
fn agrees(game: &Game, name: &str, value: &str) -> bool {
    game.tags.get(name).is_none_or(|present| present == value)
}

/// The reason of an end in the words that the PGN standard knows.
fn termination(outcome: Outcome<End>) -> &'static str {
    match outcome.reason {
        Reason::Rule(_) | Reason::Repetition(_) | Reason::Resignation | Reason::Agreement => "normal",
        Reason::Time | Reason::TimeWithoutWinner => "time forfeit",
        Reason::Forfeit(Fault::IllegalMove) => "rules infraction",
        Reason::Forfeit(Fault::Crash | Fault::Silence | Fault::Absence | Fault::Unusable) => "abandoned",
        Reason::Adjudication(_) => "adjudication",
    }
}

/// The moves with their numbers and remarks, and the result.
fn movetext(game: &Game) -> String {
    let mut lines = Lines::default();
    let mut needs_number = true;
    lines.push_remark(game.remarks.get(&0), game.record.start().turn());
    for (ply, (position, mv)) in game.turns().enumerate() {
        let number = MoveNumber::of(position);
        if needs_number || number.side == Side::White {
            lines.push(&number.to_string());
        }
        lines.push(&position.label(mv));
        needs_number = lines.push_remark(game.remarks.get(&(ply + 1)), number.side.other());
    }
    lines.push(&game.result.to_string());
    lines.text
}

/// Text that is broken into lines between its parts.
#[derive(Default)]
pub(super) struct Lines {
    text: String,
    column: usize,
    /// Whether the next part follows an opening bracket without a space.
    after_bracket: bool,
}

impl Lines {
    pub(super) fn into_text(self) -> String {
        self.text
    }

    /// Writes an opening bracket; the next part follows it directly.
    pub(super) fn open(&mut self, bracket: &str) {
        self.push(bracket);
        self.after_bracket = true;
    }

    /// Writes a closing bracket directly after the last part.
    pub(super) fn close(&mut self, bracket: &str) {
        self.text.push_str(bracket);
        self.column += bracket.len();
    }

    /// Writes a comment with its own line ends. Only a comment of one line may contain `}`: it ends with the line.
    pub(super) fn push_comment(&mut self, comment: &str) {
        if comment.contains('}') && !comment.contains('\n') {
            self.push(";");
            self.text.push_str(comment);
            self.text.push('\n');
            self.column = 0;
            return;
        }
        let mut lines = comment.split('\n');
        let first = lines.next().unwrap_or_default().replace('}', ")");
        self.push(&format!("{{{first}"));
        for line in lines {
            self.text.push('\n');
            // In the first column these would start a tag or an escaped line, even in a comment.
            if line.starts_with(['[', '%']) {
                self.text.push(' ');
            }
            self.text.push_str(&line.replace('}', ")"));
            self.column = line.chars().count() + 1;
        }
        self.close("}");
    }

    pub(super) fn push(&mut self, part: &str) {
        if std::mem::take(&mut self.after_bracket) {
            self.text.push_str(part);
            self.column += part.chars().count();
            return;
        }
        let length = part.chars().count();
        if self.column > 0 && self.column + 1 + length > WIDTH {
            self.text.push('\n');
            self.column = 0;
        }
        // In the first column these would start a tag or an escaped line, even in a comment.
        if self.column > 0 || part.starts_with(['[', '%']) {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(part);
        self.column += length;
    }

    /// Writes a remark about a position with `turn` to move; whether it had a comment, so that a number must follow.
    fn push_remark(&mut self, remark: Option<&Remark>, turn: Side) -> bool {
        let Some(remark) = remark else {
            return false;
        };
        for nag in &remark.nags {
            self.push(&format!("${nag}"));
        }
        let mut parts = remark.comment_parts(turn);
        if let Some(first) = parts.first_mut() {
            first.insert(0, '{');
        }
        if let Some(last) = parts.last_mut() {
            last.push('}');
        }
        for part in &parts {
            self.push(part);
        }
        !parts.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use play::Record;

    use super::*;

    fn game(start: &str, moves: &str) -> Game {
        let mut record = Record::new(Position::read_position(start).unwrap().position);
        for san in moves.split_whitespace() {
            let mv = record.position().read_move(san).unwrap();
            record.play(mv).unwrap();
        }
        Game::from_record(record, "Anna", "Bo", None)
    }

    fn normal(moves: &str) -> Game {
        game(&Position::new().position_text(), moves)
    }

    #[test]
    fn the_roster_comes_first_and_the_rest_by_name() {
        let mut game = normal("f3 e5 g4 Qh4#");
        game.tags.insert("Round".to_owned(), "3".to_owned());
        game.tags.insert("Annotator".to_owned(), "\"C\\D\"\n".to_owned());
        game.tags.insert("FEN".to_owned(), "not from here".to_owned());
        let expected = r#"[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "3"]
[White "Anna"]
[Black "Bo"]
[Result "0-1"]
[Annotator "\"C\\D\""]
[ECO "A00"]
[Opening "Barnes Opening"]
[Termination "normal"]

1. f3 e5 2. g4 Qh4# 0-1

"#;
        assert_eq!(write(&game), expected);
    }

    #[test]
    fn numbers_stand_where_they_are_needed() {
        let mut game = game("4k3/8/8/8/8/8/4P3/4K3 b - - 3 7", "Ke7 e4 Ke6 Kd2");
        game.remarks.entry(1).or_default().nags = vec![2];
        let remark = game.remarks.entry(2).or_default();
        remark.comment = "a } b".to_owned();
        remark.clock = Some(Duration::from_millis(62_500));
        remark.nags = vec![1, 14];
        assert_eq!(
            movetext(&game),
            "7... Ke7 $2 8. e4 $1 $14 {[%clk 0:01:02.5] a ) b} 8... Ke6 9. Kd2 *"
        );
        let text = write(&game);
        assert!(text.contains("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 7\"]\n[SetUp \"1\"]\n"));
        assert!(!text.contains("[Opening"));
    }

    #[test]
    fn lines_stay_short_and_never_look_like_tags() {
        let mut game = normal("e4 e5");
        game.remarks.entry(1).or_default().comment = "[Event \"x\"] %escape ".repeat(40);
        let text = movetext(&game);
        assert!(text.lines().count() > 10);
        for line in text.lines() {
            assert!(line.chars().count() <= WIDTH && !line.starts_with(['[', '%']), "{line}");
        }
    }

    #[test]
    fn an_end_that_the_moves_do_not_decide_is_written() {
        let ended = |end: fn(&mut Record<Position>)| {
            let mut game = normal("e4 e5");
            end(&mut game.record);
            all_tags(&game)["Termination"].clone()
        };
        assert_eq!(ended(|record| record.resign(Side::White).unwrap()), "normal");
        assert_eq!(ended(|record| record.agree_draw().unwrap()), "normal");
        assert_eq!(ended(|record| record.flag(Side::White).unwrap()), "time forfeit");
        let illegal = ended(|record| record.forfeit(Side::White, Fault::IllegalMove).unwrap());
        assert_eq!(illegal, "rules infraction");
        let crashed = ended(|record| record.forfeit(Side::White, Fault::Crash).unwrap());
        assert_eq!(crashed, "abandoned");
    }

    #[test]
    fn what_the_game_says_of_its_opening_is_not_contradicted() {
        let mut game = normal("e4 e5");
        game.tags.insert("ECO".to_owned(), "B00".to_owned());
        assert!(!all_tags(&game).contains_key("Opening"));
        game.tags.insert("ECO".to_owned(), "C20".to_owned());
        assert_eq!(all_tags(&game)["Opening"], "Open Game");
    }
}
