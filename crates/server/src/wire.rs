//! What goes over a socket around the hall's own words.

use hall::{Input, Told};
use play::Moment;
use serde::{Deserialize, Serialize};
use serde_json::Number;

use crate::secret::Secret;

/// The first message of a page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Hello {
    pub(crate) hello: Greeting,
}

/// Who a page says it is.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Greeting {
    /// For the seats it speaks for.
    #[serde(default)]
    pub(crate) secrets: Vec<Secret>,
    /// The last version it has seen.
    #[serde(default)]
    pub(crate) seen: Option<u64>,
}

/// Every other message of a page.
#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum Said {
    /// It wants to know what time it is here.
    Ping(Ping),
    /// It wants something of the table.
    Wish(Request),
}

/// A page measures how far away we are, and estimates our clock.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ping {
    /// Given back as it is.
    pub(crate) ping: Number,
}

/// A wish of a page.
#[derive(Deserialize)]
pub(crate) struct Request {
    /// The page's own number, given back with the answer.
    pub(crate) request: u64,
    #[serde(flatten)]
    pub(crate) input: Input,
}

/// What a page is sent.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Message {
    /// What the table tells.
    Told(Told),
    /// The answer to a ping.
    Pong(Pong),
    /// The last words before the socket is closed.
    Bye(Bye),
}

/// What a ping gave, and the time at the tables.
#[derive(Serialize)]
#[serde(tag = "told", rename = "pong")]
pub(crate) struct Pong {
    pub(crate) ping: Number,
    pub(crate) now: Moment,
}

/// Why a socket is closed.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "told", rename = "bye")]
pub(crate) struct Bye {
    pub(crate) words: String,
    pub(crate) code: u16,
}

impl Bye {
    /// The server goes; the table is kept.
    pub(crate) fn going() -> Self {
        Bye::new(1001, "the hall is closing; your game is kept")
    }

    /// Nobody is left to hear it.
    pub(crate) fn gone() -> Self {
        Bye::new(1001, "nobody is there any more")
    }

    /// Something that is no message of ours.
    pub(crate) fn malformed(words: &str) -> Self {
        Bye::new(1007, words)
    }

    /// Something that is not allowed.
    pub(crate) fn refused(words: &str) -> Self {
        Bye::new(1008, words)
    }

    /// More at once than anybody at a board has to say.
    pub(crate) fn flood() -> Self {
        Bye::refused("too many messages; wait a moment and come back")
    }

    /// Longer than any message of ours.
    pub(crate) fn too_long() -> Self {
        Bye::new(1009, "that message is too long")
    }

    /// Too much for us now.
    pub(crate) fn busy(words: &str) -> Self {
        Bye::new(1013, words)
    }

    /// There is no such table; coming back does not help.
    pub(crate) fn no_table(words: &str) -> Self {
        Bye::new(4404, words)
    }

    /// Whether it is for what the other end did, or did not do.
    pub(crate) const fn blames(&self) -> bool {
        matches!(self.code, 1007..=1009)
    }

    fn new(code: u16, words: &str) -> Self {
        Bye {
            words: words.to_owned(),
            code,
        }
    }
}

#[cfg(test)]
mod types;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wish_comes_with_its_number() {
        let text = r#"{"request":7,"wish":"move","from":"e2","to":"e4"}"#;
        let Ok(Said::Wish(request)) = serde_json::from_str(text) else {
            panic!("a wish is read as one");
        };
        assert_eq!(request.request, 7);
        assert!(matches!(request.input, Input::Move { .. }));
        let hint: Request = serde_json::from_str(r#"{"request":8,"wish":"hint"}"#).unwrap();
        assert_eq!(hint.input, Input::Hint);
        for wrong in [
            r#"{"wish":"hint"}"#,
            r#"{"request":1,"wish":"fly"}"#,
            "[]",
            "{}",
            r#"{"ping":"1"}"#,
        ] {
            assert!(serde_json::from_str::<Said>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_ping_comes_back_as_it_was() {
        for number in ["7", "-1", "1234567.875"] {
            let Ok(Said::Ping(Ping { ping })) = serde_json::from_str(&format!(r#"{{"ping":{number}}}"#)) else {
                panic!("a ping is read as one");
            };
            let pong = Message::Pong(Pong { ping, now: Moment(5) });
            let text = serde_json::to_string(&pong).unwrap();
            assert_eq!(text, format!(r#"{{"told":"pong","ping":{number},"now":5}}"#));
        }
    }

    #[test]
    fn last_words_look_like_news() {
        let text = serde_json::to_string(&Message::Bye(Bye::going())).unwrap();
        assert!(
            text.starts_with(r#"{"told":"bye","words":"the hall is closing"#),
            "{text}"
        );
    }
}
