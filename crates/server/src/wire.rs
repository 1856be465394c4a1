//! The messages on a socket around those of the tables.
//!
//! Between the first message and the last ones everything is a [`Command`] of the host or one of its messages.

use host::{ClientId, CloseReason, Command, CommandId, ConnectError, StoreError};
use play::Moment;
use serde::{Deserialize, Serialize};
use serde_json::Number;

use crate::{
    chat::{ChatCommand, ChatRefusal, ChatUpdate},
    context::AdmissionError,
    seat_token::Token,
};

/// The first message of a client.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct Hello {
    /// The identity of the client.
    pub(crate) hello: Greeting,
}

/// Who a client says it is.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct Greeting {
    /// The tokens of the seats it speaks for; none to watch.
    #[serde(default)]
    pub(crate) tokens: Vec<Token>,
    /// A random number below 2^53 that the client uses again when it reconnects.
    pub(crate) client: ClientId,
    /// The last sequence number it has seen.
    #[serde(default)]
    pub(crate) seq: Option<u64>,
}

impl Greeting {
    /// Tokens at the most.
    const TOKENS: usize = 8;

    /// Whether no client of ours would say that.
    pub(crate) const fn is_malformed(&self) -> bool {
        self.tokens.len() > Greeting::TOKENS || self.client.0 >= 1 << 53
    }
}

/// Every later message of a client, at a table whose own commands are `K`.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub(crate) enum ClientMessage<K> {
    /// A question about the time.
    Ping(Ping),
    /// Something said at the table.
    Chat(ChatMessage),
    /// A command to the table.
    Command(CommandMessage<K>),
}

/// A question about the time, answered at once by a pong.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct Ping {
    /// A number that the reply repeats.
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) ping: Number,
}

/// Something said at the table, or about what was said.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub(crate) struct ChatMessage {
    pub(crate) chat: ChatCommand,
}

/// A command with its number.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct CommandMessage<K> {
    /// The client's own number, which the answer carries; later commands have higher ones.
    pub(crate) id: CommandId,
    /// The command.
    #[serde(flatten)]
    pub(crate) command: Command<K>,
}

/// A message to a client, at a table whose messages are `M`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub(crate) enum ServerMessage<M> {
    /// A message of the table.
    Table(M),
    /// A message of the socket itself.
    Socket(SocketMessage),
}

/// A message of the socket itself.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "message", rename_all = "kebab-case")]
pub(crate) enum SocketMessage {
    /// The answer to a [`Ping`].
    Pong {
        /// Its number.
        #[cfg_attr(test, ts(type = "number"))]
        ping: Number,
        /// The time at the tables.
        #[cfg_attr(test, ts(type = "number"))]
        now: Moment,
    },
    /// What is said at the table; the first one has the lines so far.
    Chat(ChatUpdate),
    /// Something was not said.
    ChatRefused {
        reason: ChatRefusal,
        /// The same for people.
        words: &'static str,
    },
    /// The last message before the socket is closed.
    Bye(Bye),
}

/// Why a socket is closed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Bye {
    /// The reason.
    pub(crate) reason: ByeReason,
    /// The close code of the socket.
    pub(crate) code: u16,
    /// For people.
    pub(crate) words: String,
}

/// Why a socket is closed; clients decide by this, never by the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ByeReason {
    /// The server ends; the game is stored.
    ShuttingDown,
    /// The table was opened elsewhere: connect again.
    Reload,
    /// A fault of the program; the game is stored up to its last acknowledged command.
    Fault,
    /// The log of the table cannot be read.
    Unreadable,
    /// No message of a client.
    Malformed,
    /// The first message did not come in time.
    NoHello,
    /// Nobody may come to the table like that.
    Refused,
    /// Too many messages in a short time.
    TooFast,
    /// The client does not read what it is sent: connect again.
    TooSlow,
    /// A message that is too long.
    TooLong,
    /// Too much to do at the moment: connect again.
    Busy,
    /// The server or the table has as many as it can have: connect again later.
    Full,
    /// The address has had too much stored in the last hour: connect again later.
    TooMuchStored,
    /// The store fails at the moment: connect again.
    NotStored,
    /// None of the tokens opens a seat of this table: connect again without them, to watch.
    WrongToken,
    /// The opener of the table has turned this player out; connecting again does not help.
    TurnedOut,
    /// The player has left the table; connecting again does not help.
    Left,
    /// The players of the table want nobody to watch.
    NotWatched,
    /// No table has this code; connecting again does not help.
    NoTable,
}

impl ByeReason {
    /// The close code: those of RFC 6455, and some of our own for what a client must know.
    pub(crate) const fn code(self) -> u16 {
        match self {
            ByeReason::ShuttingDown => 1001,
            ByeReason::Malformed => 1007,
            ByeReason::NoHello | ByeReason::Refused | ByeReason::TooFast | ByeReason::TooSlow => 1008,
            ByeReason::TooLong => 1009,
            ByeReason::Fault | ByeReason::Unreadable => 1011,
            ByeReason::Reload => 1012,
            ByeReason::Busy | ByeReason::NotStored | ByeReason::Full | ByeReason::TooMuchStored => 1013,
            ByeReason::WrongToken => 4401,
            ByeReason::TurnedOut => 4403,
            ByeReason::NoTable => 4404,
            ByeReason::Left => 4405,
            ByeReason::NotWatched => 4406,
        }
    }

    /// The same for people.
    const fn words(self) -> &'static str {
        match self {
            ByeReason::ShuttingDown => "Threefold is closing; your game is stored",
            ByeReason::Reload => "The table was opened elsewhere; connect again",
            ByeReason::Fault => "An error of the program closed the table; connect again",
            ByeReason::Unreadable => "The game of this table cannot be read",
            ByeReason::Malformed => "That is not a valid client message",
            ByeReason::NoHello => "The first message did not come in time",
            ByeReason::Refused => "This connection to the table was refused",
            ByeReason::TooFast => "Too many messages; wait a moment and connect again",
            ByeReason::TooSlow => "The client does not read its messages; connect again",
            ByeReason::TooLong => "That message is too long",
            ByeReason::Busy => "Threefold is busy; try again",
            ByeReason::Full => "Threefold is full, or has too many of your tables or spectators; try again later",
            ByeReason::TooMuchStored => "Your address has had too much stored in the last hour; try again later",
            ByeReason::WrongToken => "Your seat at this table is no longer yours; you can watch",
            ByeReason::TurnedOut => "The opener of this table has removed you",
            ByeReason::NotStored => "Games cannot be stored at the moment; try again",
            ByeReason::NoTable => "There is no such table",
            ByeReason::Left => "You have left the table",
            ByeReason::NotWatched => "The players of this table do not allow spectators",
        }
    }

    /// Whether the client is closed for what it did or did not do.
    pub(crate) const fn blames_client(self) -> bool {
        matches!(self.code(), 1007..=1009)
    }
}

impl From<ByeReason> for Bye {
    fn from(reason: ByeReason) -> Self {
        Bye {
            reason,
            code: reason.code(),
            words: reason.words().to_owned(),
        }
    }
}

impl From<CloseReason> for ByeReason {
    fn from(reason: CloseReason) -> Self {
        match reason {
            CloseReason::ShuttingDown => ByeReason::ShuttingDown,
            CloseReason::Reload => ByeReason::Reload,
            CloseReason::TooSlow => ByeReason::TooSlow,
            CloseReason::TurnedOut => ByeReason::TurnedOut,
            CloseReason::Left => ByeReason::Left,
            CloseReason::Fault => ByeReason::Fault,
        }
    }
}

impl From<AdmissionError> for Bye {
    fn from(error: AdmissionError) -> Self {
        let reason = match error {
            AdmissionError::Full | AdmissionError::TooManyTables => ByeReason::Full,
            AdmissionError::Closing => ByeReason::ShuttingDown,
            AdmissionError::TooFast => ByeReason::TooFast,
            AdmissionError::TooMuchStored => ByeReason::TooMuchStored,
        };
        Bye {
            words: error.to_string(),
            ..Bye::from(reason)
        }
    }
}

impl From<&ConnectError> for Bye {
    fn from(error: &ConnectError) -> Self {
        let reason = match error {
            ConnectError::NoTable(_) => ByeReason::NoTable,
            ConnectError::TurnedOut => ByeReason::TurnedOut,
            ConnectError::NotWatched => ByeReason::NotWatched,
            ConnectError::NotYourSeat => ByeReason::WrongToken,
            ConnectError::Kind { .. }
            | ConnectError::NoSuchSeat(_)
            | ConnectError::OneSeatOnly
            | ConnectError::SeatOfBot(_)
            | ConnectError::NoOpenSeat => ByeReason::Refused,
            ConnectError::Log { .. } => ByeReason::Unreadable,
            ConnectError::Store(StoreError::Claimed(_)) => ByeReason::Reload,
            ConnectError::Store(_) => ByeReason::NotStored,
            ConnectError::Busy => ByeReason::Busy,
            ConnectError::Closing => ByeReason::ShuttingDown,
        };
        let own_words = matches!(reason, ByeReason::Refused | ByeReason::Unreadable);
        let words = if own_words {
            error.to_string()
        } else {
            reason.words().to_owned()
        };
        Bye {
            words,
            ..Bye::from(reason)
        }
    }
}

#[cfg(test)]
mod types;

#[cfg(test)]
mod tests {
    use host::{CommonCommand, TurnCommand};

    use super::*;

    #[test]
    fn a_command_comes_with_its_number() {
        let read = |text: &str| serde_json::from_str::<ClientMessage<TurnCommand>>(text);
        let text = r#"{"id":7,"kind":"own","command":"move","from":"e2","to":"e4"}"#;
        let Ok(ClientMessage::Command(message)) = read(text) else {
            panic!("a command is read as one");
        };
        assert_eq!(message.id, CommandId(7));
        assert!(matches!(message.command, Command::Own(TurnCommand::Move { .. })));
        let Ok(ClientMessage::Command(message)) = read(r#"{"id":8,"kind":"common","command":"resign"}"#) else {
            panic!("a command is read as one");
        };
        assert_eq!(message.command, Command::Common(CommonCommand::Resign));
        for wrong in [
            r#"{"kind":"own","command":"hint"}"#,
            r#"{"id":1,"kind":"own","command":"fly"}"#,
            r#"{"id":1,"command":"hint"}"#,
            r#"{"id":-1,"kind":"own","command":"hint"}"#,
            "[]",
            "{}",
            r#"{"ping":"1"}"#,
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_ping_comes_back_as_it_was() {
        for number in ["7", "-1", "1234567.875"] {
            let text = format!(r#"{{"ping":{number}}}"#);
            let Ok(ClientMessage::Ping(Ping { ping })) = serde_json::from_str::<ClientMessage<TurnCommand>>(&text)
            else {
                panic!("a ping is read as one");
            };
            let pong = SocketMessage::Pong { ping, now: Moment(5) };
            let text = serde_json::to_string(&pong).unwrap();
            assert_eq!(text, format!(r#"{{"message":"pong","ping":{number},"now":5}}"#));
        }
    }

    #[test]
    fn a_greeting_has_few_tokens_and_a_number_that_javascript_can_hold() {
        let greeting = |text: &str| serde_json::from_str::<Hello>(text).unwrap().hello;
        assert!(!greeting(r#"{"hello":{"tokens":["a"],"client":5,"seq":null}}"#).is_malformed());
        assert!(greeting(r#"{"hello":{"tokens":[],"client":9007199254740992}}"#).is_malformed());
        let many = ["\"a\""; 9].join(",");
        assert!(greeting(&format!(r#"{{"hello":{{"tokens":[{many}],"client":5}}}}"#)).is_malformed());
    }

    #[test]
    fn the_last_message_has_a_reason_and_the_close_code() {
        let bye = ServerMessage::<()>::Socket(SocketMessage::Bye(ByeReason::ShuttingDown.into()));
        let text = serde_json::to_string(&bye).unwrap();
        assert!(
            text.starts_with(r#"{"message":"bye","reason":"shutting-down","code":1001,"words":""#),
            "{text}"
        );
        let table = host::TableId::numbered(1);
        assert_eq!(Bye::from(&ConnectError::NoTable(table)).code, 4404);
        assert_eq!(Bye::from(&ConnectError::Busy).code, 1013);
    }
}
