//! Parses the lines of a chess program.
//!
//! Parsing has no effects: a line becomes a [`Command`] or a typed error. Unknown words are skipped, as the protocol
//! requires: `joho debug on` switches debugging on. The session checks the legality of moves and the range of values.

use thiserror::Error;

use super::{go::Go, position::shortened};

/// A line understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Introduce yourself.
    Uci,
    /// Print more than the protocol asks for, or no longer.
    Debug(bool),
    /// Say when everything before is done.
    IsReady,
    /// Set an option.
    SetOption(Setting),
    /// The program sends its owner's name, which is ignored.
    Register,
    /// The next position is of another game.
    NewGame,
    /// The position to think about.
    Position(Placement),
    /// Search the position within these limits.
    Go(Go),
    /// Count move sequences of this many plies.
    Perft(u32),
    /// Answer now.
    Stop,
    /// The expected move was played.
    PonderHit,
    /// End the program.
    Quit,
    /// Show the board.
    Board,
    /// Explain the evaluation.
    Evaluate,
    /// Do a fixed piece of work, to this depth if one is given.
    Bench(Option<u32>),
}

/// An option by name; a button has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Setting {
    /// As it was written; the case of its letters means nothing.
    pub(super) name: String,
    /// Everything behind the word `value`, blanks within it included.
    pub(super) value: Option<String>,
}

/// A start and moves from there, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    /// The FEN to start from; none is the usual start.
    pub(super) fen: Option<String>,
    /// Moves as UCI writes them.
    pub(super) moves: Vec<String>,
}

/// Why a line with a known command is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum CommandError {
    /// `debug` without its switch.
    #[error("debug takes on or off")]
    Debug,
    /// `setoption` without a name.
    #[error("setoption takes name NAME and, but for buttons, value VALUE")]
    Setting,
    /// `position` without a start.
    #[error("position takes startpos or fen FEN, then moves MOVE... if there are any")]
    Placement,
    /// `bench` to something that is no depth.
    #[error("bench takes a depth, not '{0}'")]
    Bench(String),
}

impl Command {
    /// Reads a line; `None` when no word of it is a command.
    pub(super) fn read(line: &str) -> Result<Option<Self>, CommandError> {
        let mut rest = line.trim();
        while !rest.is_empty() {
            let (word, behind) = first_word(rest);
            if let Some(command) = Command::read_after(word, behind)? {
                return Ok(Some(command));
            }
            rest = behind;
        }
        Ok(None)
    }

    /// Whether it can take long, and be stopped.
    pub(super) fn starts_task(&self) -> bool {
        matches!(self, Command::Go(_) | Command::Perft(_) | Command::Bench(_))
    }

    /// The command that `word` begins; `None` if it begins none.
    fn read_after(word: &str, rest: &str) -> Result<Option<Self>, CommandError> {
        let command = match word {
            "uci" => Command::Uci,
            "debug" => match first_word(rest).0 {
                "on" => Command::Debug(true),
                "off" => Command::Debug(false),
                _ => return Err(CommandError::Debug),
            },
            "isready" => Command::IsReady,
            "setoption" => Command::SetOption(Setting::read(rest)?),
            "register" => Command::Register,
            "ucinewgame" => Command::NewGame,
            "position" => Command::Position(Placement::read(rest)?),
            "go" => match Go::read(rest) {
                Go { perft: Some(plies), .. } => Command::Perft(plies),
                go => Command::Go(go),
            },
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "quit" => Command::Quit,
            "d" => Command::Board,
            "eval" => Command::Evaluate,
            "bench" => Command::Bench(match first_word(rest).0 {
                "" => None,
                depth => Some(depth.parse().map_err(|_| CommandError::Bench(shortened(depth)))?),
            }),
            _ => return Ok(None),
        };
        Ok(Some(command))
    }
}

impl Setting {
    /// Reads what follows `setoption`: `name` and words up to `value`, then the value unchanged.
    fn read(text: &str) -> Result<Self, CommandError> {
        let (word, mut rest) = first_word(text);
        if word != "name" {
            return Err(CommandError::Setting);
        }
        let mut name = Vec::new();
        let mut value = None;
        while !rest.is_empty() {
            let (word, behind) = first_word(rest);
            if word == "value" {
                value = Some(behind.to_owned());
                break;
            }
            name.push(word);
            rest = behind;
        }
        if name.is_empty() {
            return Err(CommandError::Setting);
        }
        Ok(Setting {
            name: name.join(" "),
            value,
        })
    }
}

impl Placement {
    /// Reads what follows `position`; words before the start are passed over.
    fn read(text: &str) -> Result<Self, CommandError> {
        let mut words = text.split_whitespace();
        let fen = loop {
            match words.next().ok_or(CommandError::Placement)? {
                "startpos" => break None,
                "fen" => {
                    let fields: Vec<&str> = words.clone().take_while(|&word| word != "moves").collect();
                    break Some(fields.join(" "));
                }
                _ => {}
            }
        };
        let moves = words.skip_while(|&word| word != "moves").skip(1);
        Ok(Placement {
            fen,
            moves: moves.map(str::to_owned).collect(),
        })
    }
}

/// The first word of a text, and the rest without the blanks around it.
fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Option<Command> {
        Command::read(line).unwrap()
    }

    fn setting(name: &str, value: Option<&str>) -> Command {
        Command::SetOption(Setting {
            name: name.to_owned(),
            value: value.map(str::to_owned),
        })
    }

    fn placement(fen: Option<&str>, moves: &[&str]) -> Command {
        Command::Position(Placement {
            fen: fen.map(str::to_owned),
            moves: moves.iter().map(|&mv| mv.to_owned()).collect(),
        })
    }

    #[test]
    fn lines_that_are_understood() {
        let accepted = [
            ("uci", Command::Uci),
            ("  uci\r", Command::Uci),
            ("debug on", Command::Debug(true)),
            ("joho debug on", Command::Debug(true)),
            ("debug off now", Command::Debug(false)),
            ("isready", Command::IsReady),
            ("register later", Command::Register),
            ("ucinewgame", Command::NewGame),
            ("stop", Command::Stop),
            ("\tponderhit", Command::PonderHit),
            ("quit", Command::Quit),
            ("d", Command::Board),
            ("eval", Command::Evaluate),
            ("bench", Command::Bench(None)),
            ("bench 9", Command::Bench(Some(9))),
            ("go perft 3", Command::Perft(3)),
            ("go", Command::Go(Go::default())),
            ("setoption name Hash value 64", setting("Hash", Some("64"))),
            ("setoption name Clear  Hash", setting("Clear Hash", None)),
            ("setoption name BookFile value", setting("BookFile", Some(""))),
            (
                "setoption name BookFile value /my  books/a value.bin ",
                setting("BookFile", Some("/my  books/a value.bin")),
            ),
            ("position startpos", placement(None, &[])),
            ("position startpos moves", placement(None, &[])),
            ("position startpos moves e2e4 e7e5", placement(None, &["e2e4", "e7e5"])),
            ("position somehow startpos moves x", placement(None, &["x"])),
            (
                "position fen  8/8/8/8/8/4k3/8/4K3 w - -  moves e1d1",
                placement(Some("8/8/8/8/8/4k3/8/4K3 w - -"), &["e1d1"]),
            ),
            ("position fen moves e2e4", placement(Some(""), &["e2e4"])),
        ];
        for (line, command) in accepted {
            assert_eq!(read(line), Some(command), "{line}");
        }
    }

    #[test]
    fn lines_without_a_command_are_nothing() {
        for line in [
            "",
            "   ",
            "hello",
            "UCI",
            "Go depth 3",
            "setoptions name Hash",
            "\u{0}\u{1b}[A",
            "d5",
            "ö ö",
        ] {
            assert_eq!(read(line), None, "{line}");
        }
    }

    #[test]
    fn commands_that_lack_something_say_what() {
        let refused = [
            ("debug", CommandError::Debug),
            ("debug joho on", CommandError::Debug),
            ("setoption", CommandError::Setting),
            ("setoption Hash value 3", CommandError::Setting),
            ("setoption name", CommandError::Setting),
            ("setoption name value 3", CommandError::Setting),
            ("position", CommandError::Placement),
            ("position moves e2e4", CommandError::Placement),
            ("bench deep", CommandError::Bench("deep".to_owned())),
        ];
        for (line, error) in refused {
            assert_eq!(Command::read(line), Err(error), "{line}");
        }
    }
}
