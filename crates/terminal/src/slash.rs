//! What can be typed on the line besides moves: words after a slash. The help and completion read the same table.

use thiserror::Error;

/// A command of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SlashCommand {
    Resign,
    Draw,
    Accept,
    Decline,
    Claim,
    CallOff,
    Undo,
    Hint,
    Evaluate,
    Flip,
    Fen,
    Pgn(Option<String>),
    Save(Option<String>),
    Bot(Option<String>),
    Review,
    Rematch,
    Pause,
    Theme(Option<String>),
    Rules,
    Say(String),
    NoChat,
    Help,
    Leave,
    Quit,
}

/// A row of the table.
pub(crate) struct Row {
    /// The word after the slash.
    pub(crate) word: &'static str,
    /// What follows it; nothing for most.
    pub(crate) argument: &'static str,
    /// What it does.
    pub(crate) words: &'static str,
    /// The command, given what follows; nothing where something must follow and does not.
    make: fn(Option<String>) -> Option<SlashCommand>,
}

const fn row(
    word: &'static str,
    argument: &'static str,
    words: &'static str,
    make: fn(Option<String>) -> Option<SlashCommand>,
) -> Row {
    Row {
        word,
        argument,
        words,
        make,
    }
}

/// Every command, a row a line.
#[rustfmt::skip]
pub(crate) const COMMANDS: &[Row] = &[
    row("help", "", "keys and commands", |_| Some(SlashCommand::Help)),
    row("draw", "", "offer a draw, or claim one", |_| Some(SlashCommand::Draw)),
    row("accept", "", "accept the offer of the other side", |_| Some(SlashCommand::Accept)),
    row("decline", "", "decline it", |_| Some(SlashCommand::Decline)),
    row("claim", "", "claim the game of a player who is away", |_| Some(SlashCommand::Claim)),
    row("calloff", "", "end the game without a result", |_| Some(SlashCommand::CallOff)),
    row("undo", "", "take a move back", |_| Some(SlashCommand::Undo)),
    row("hint", "", "show a good move", |_| Some(SlashCommand::Hint)),
    row("eval", "", "what the engine thinks, on and off", |_| Some(SlashCommand::Evaluate)),
    row("flip", "", "turn the board", |_| Some(SlashCommand::Flip)),
    row("fen", "", "copy the position as text", |_| Some(SlashCommand::Fen)),
    row("pgn", "[FILE]", "write the game to a file", |given| Some(SlashCommand::Pgn(given))),
    row("save", "[NAME]", "store a copy of the game under a name", |given| Some(SlashCommand::Save(given))),
    row("bot", "[LEVEL]", "what the bot is; another level or thinking time", |given| Some(SlashCommand::Bot(given))),
    row("review", "", "review or replay the game", |_| Some(SlashCommand::Review)),
    row("rematch", "", "play again with sides swapped", |_| Some(SlashCommand::Rematch)),
    row("pause", "", "stop time in Kung Fu Chess, or let it run", |_| Some(SlashCommand::Pause)),
    row("theme", "[NAME]", "change the colours", |given| Some(SlashCommand::Theme(given))),
    row("say", "WORDS", "say something to the others at a table of a server", |given| given.map(SlashCommand::Say)),
    row("nochat", "", "end the chat of the players at this table", |_| Some(SlashCommand::NoChat)),
    row("rules", "", "the rules of this game", |_| Some(SlashCommand::Rules)),
    row("resign", "", "give up", |_| Some(SlashCommand::Resign)),
    row("leave", "", "leave the table; the game is stored", |_| Some(SlashCommand::Leave)),
    row("quit", "", "quit; games are stored", |_| Some(SlashCommand::Quit)),
];

impl SlashCommand {
    /// Reads what follows the slash; a word may be shortened as far as it stays clear.
    pub(crate) fn read(text: &str) -> Result<SlashCommand, SlashError> {
        let (word, argument) = text.split_once(' ').unwrap_or((text, ""));
        let word = word.to_ascii_lowercase();
        let exact = COMMANDS.iter().find(|row| row.word == word);
        let mut begins = COMMANDS
            .iter()
            .filter(|row| !word.is_empty() && row.word.starts_with(&word));
        let row = match (exact, begins.next(), begins.next()) {
            (Some(row), _, _) | (None, Some(row), None) => row,
            (None, Some(one), Some(other)) => return Err(SlashError::Unclear(word, one.word, other.word)),
            (None, None, _) => return Err(SlashError::Unknown(word.chars().take(20).collect())),
        };
        let argument = Some(argument.trim().to_owned()).filter(|argument| !argument.is_empty());
        if row.argument.is_empty() && argument.is_some() {
            return Err(SlashError::NoArgument(row.word));
        }
        (row.make)(argument).ok_or(SlashError::NeedsArgument(row.word, row.argument))
    }
}

/// Why a line after a slash is no command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum SlashError {
    #[error("There is no command /{0}; F1 lists those there are.")]
    Unknown(String),
    #[error("/{0} could be /{1} or /{2}.")]
    Unclear(String, &'static str, &'static str),
    #[error("/{0} takes no argument.")]
    NoArgument(&'static str),
    #[error("/{0} needs more: /{0} {1}")]
    NeedsArgument(&'static str, &'static str),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_a_command() {
        for row in COMMANDS {
            let text = format!("{} {}", row.word, row.argument.trim_matches(['[', ']']));
            assert!(SlashCommand::read(text.trim_end()).is_ok(), "{}", row.word);
        }
    }

    #[test]
    fn words_can_be_shortened_while_clear() {
        assert_eq!(SlashCommand::read("und"), Ok(SlashCommand::Undo));
        assert_eq!(
            SlashCommand::read("SAVE my game "),
            Ok(SlashCommand::Save(Some("my game".to_owned())))
        );
        let said = |text| SlashCommand::read(text).unwrap_err().to_string();
        assert_eq!(said("re"), "/re could be /review or /rematch.");
        assert_eq!(said("fly"), "There is no command /fly; F1 lists those there are.");
        assert_eq!(said(""), "There is no command /; F1 lists those there are.");
        assert_eq!(said("resign now"), "/resign takes no argument.");
        assert_eq!(said("say"), "/say needs more: /say WORDS");
    }
}
