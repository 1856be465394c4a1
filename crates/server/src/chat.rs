//! Chat at a table: one for the players and one for spectators.
//!
//! Chat is not stored. The last lines stay in memory while somebody is connected to the table. All sockets of a table
//! are at the node that owns the table, so its chats are there too.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use host::{SeatNumber, TableId};
use play::Moment;
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;
use tracing::warn;

use crate::{limits::Pace, name::DisplayName};

/// The longest line, in characters.
const LONGEST: usize = 140;
/// Number of lines in memory for people who connect later.
const REMEMBERED: usize = 50;
/// Updates that may wait for a reader; a slower reader gets all lines again.
const WAITING: usize = 8;
/// Lines at once, and lines a second, of one socket.
const PACE: (f64, f64) = (5.0, 0.5);

/// What a client does in a chat.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum ChatCommand {
    /// Says a line.
    Say {
        text: String,
        /// The name of somebody who watches; a player is known by the seat.
        name: String,
    },
    /// Ends the chat of the players at this table; only they may.
    Off,
    /// Shows a line to the operator of the server.
    Report {
        #[cfg_attr(test, ts(type = "number"))]
        line: u64,
    },
}

/// A line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ChatLine {
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) number: u64,
    #[cfg_attr(test, ts(type = "number"))]
    pub(crate) at: Moment,
    /// The seat of a player who says it.
    pub(crate) seat: Option<SeatNumber>,
    /// The name of somebody who watches.
    pub(crate) name: String,
    pub(crate) text: String,
}

/// What is new in a chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ChatUpdate {
    /// New lines, or all that are remembered for somebody who comes.
    pub(crate) lines: Vec<ChatLine>,
    /// Whether chat is open.
    pub(crate) open: bool,
}

impl ChatUpdate {
    /// A chat in which nothing can be said.
    pub(crate) const fn none() -> Self {
        ChatUpdate {
            lines: Vec::new(),
            open: false,
        }
    }

    /// A chat in which nothing was said yet, which clients take for granted.
    pub(crate) const fn nothing_yet() -> Self {
        ChatUpdate {
            lines: Vec::new(),
            open: true,
        }
    }
}

/// Why something was not said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ChatRefusal {
    /// Too much in a short time.
    TooFast,
    /// Nothing, or too much, or what cannot be written.
    NoLine,
    /// Nobody has such a name.
    NoName,
    /// A player has ended the chat, or this server has none.
    Off,
    /// Only a player may do that.
    NotAPlayer,
    /// There is no such line any more.
    NoSuchLine,
}

impl ChatRefusal {
    /// The same for people.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            ChatRefusal::TooFast => "Wait a moment before you say more",
            ChatRefusal::NoLine => "A line has 1 to 140 characters",
            ChatRefusal::NoName => "Choose a display name first",
            ChatRefusal::Off => "The chat of this table is off",
            ChatRefusal::NotAPlayer => "Only a player can end the chat",
            ChatRefusal::NoSuchLine => "That line is gone",
        }
    }
}

/// All chats; clones share them.
#[derive(Clone, Default)]
pub(crate) struct Chats(Arc<Mutex<HashMap<RoomId, Room>>>);

/// The two groups of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Audience {
    Players,
    Watchers,
}

type RoomId = (TableId, Audience);

struct Room {
    members: usize,
    lines: VecDeque<ChatLine>,
    said: u64,
    open: bool,
    updates: broadcast::Sender<ChatUpdate>,
}

/// A member of a chat, until it is dropped.
pub(crate) struct Member {
    chats: Chats,
    room: RoomId,
    seat: Option<SeatNumber>,
    pace: Pace,
    updates: broadcast::Receiver<ChatUpdate>,
}

impl Chats {
    /// Adds a member: a player by the first of their seats, or somebody who watches. Returns the lines so far.
    pub(crate) fn enter(&self, table: &TableId, seats: &[SeatNumber]) -> (Member, ChatUpdate) {
        let audience = if seats.is_empty() {
            Audience::Watchers
        } else {
            Audience::Players
        };
        let id = (table.clone(), audience);
        let mut rooms = self.rooms();
        let room = rooms.entry(id.clone()).or_insert_with(|| Room {
            members: 0,
            lines: VecDeque::new(),
            said: 0,
            open: true,
            updates: broadcast::channel(WAITING).0,
        });
        room.members += 1;
        let member = Member {
            chats: self.clone(),
            room: id,
            seat: seats.first().copied(),
            pace: Pace::new(PACE.0, PACE.1, Instant::now()),
            updates: room.updates.subscribe(),
        };
        (member, room.all())
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<RoomId, Room>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Room {
    fn all(&self) -> ChatUpdate {
        ChatUpdate {
            lines: self.lines.iter().cloned().collect(),
            open: self.open,
        }
    }

    fn broadcast(&self, lines: Vec<ChatLine>) {
        let open = self.open;
        // There may be no receivers.
        drop(self.updates.send(ChatUpdate { lines, open }));
    }
}

impl Member {
    /// Handles a request of a client.
    pub(crate) fn command(&mut self, command: ChatCommand, now: Moment) -> Result<(), ChatRefusal> {
        if !self.pace.allows(Instant::now()) {
            return Err(ChatRefusal::TooFast);
        }
        let mut rooms = self.chats.rooms();
        let room = rooms.get_mut(&self.room).ok_or(ChatRefusal::Off)?;
        match command {
            ChatCommand::Say { text, name } => {
                if !room.open {
                    return Err(ChatRefusal::Off);
                }
                let text = text.trim();
                let length = text.chars().count();
                if !(1..=LONGEST).contains(&length) || text.chars().any(char::is_control) {
                    return Err(ChatRefusal::NoLine);
                }
                let name = match self.seat {
                    Some(_) => String::new(),
                    None => DisplayName::read(&name).map_err(|_| ChatRefusal::NoName)?.into_text(),
                };
                room.said += 1;
                let line = ChatLine {
                    number: room.said,
                    at: now,
                    seat: self.seat,
                    name,
                    text: text.to_owned(),
                };
                room.lines.push_back(line.clone());
                if room.lines.len() > REMEMBERED {
                    room.lines.pop_front();
                }
                room.broadcast(vec![line]);
            }
            ChatCommand::Off => {
                if self.seat.is_none() {
                    return Err(ChatRefusal::NotAPlayer);
                }
                room.open = false;
                room.broadcast(Vec::new());
            }
            ChatCommand::Report { line } => {
                let reported = room.lines.iter().find(|said| said.number == line);
                let ChatLine { seat, name, text, .. } = reported.ok_or(ChatRefusal::NoSuchLine)?;
                let seat = seat.map(|seat| seat.0);
                warn!(table = %self.room.0, ?seat, name, text, "a line of a chat was reported");
            }
        }
        Ok(())
    }

    /// The next update; all lines again for a reader that was too slow.
    pub(crate) async fn next_update(&mut self) -> ChatUpdate {
        match self.updates.recv().await {
            Ok(update) => update,
            Err(broadcast::error::RecvError::Lagged(_)) => {
                let rooms = self.chats.rooms();
                rooms.get(&self.room).map_or_else(ChatUpdate::none, Room::all)
            }
            // The room lasts as long as its members.
            Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
        }
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        let mut rooms = self.chats.rooms();
        if let Some(room) = rooms.get_mut(&self.room) {
            room.members -= 1;
            if room.members == 0 {
                rooms.remove(&self.room);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: SeatNumber = SeatNumber(0);

    fn say(member: &mut Member, text: &str) -> Result<(), ChatRefusal> {
        let (text, name) = (text.to_owned(), "Cora".to_owned());
        member.command(ChatCommand::Say { text, name }, Moment(1))
    }

    #[test]
    fn players_and_watchers_do_not_hear_each_other() {
        let (chats, table) = (Chats::default(), TableId::numbered(1));
        let (mut anna, _) = chats.enter(&table, &[WHITE]);
        let (mut cora, _) = chats.enter(&table, &[]);
        say(&mut anna, " Hello ").unwrap();
        say(&mut cora, "A good game").unwrap();
        let (_bert, heard) = chats.enter(&table, &[SeatNumber(1)]);
        assert_eq!(heard.lines.len(), 1);
        assert_eq!(
            (heard.lines[0].seat, heard.lines[0].text.as_str()),
            (Some(WHITE), "Hello")
        );
        let (_dora, heard) = chats.enter(&table, &[]);
        assert_eq!((heard.lines[0].seat, heard.lines[0].name.as_str()), (None, "Cora"));
        let (_other, heard) = chats.enter(&TableId::numbered(2), &[WHITE]);
        assert_eq!(heard.lines, []);
    }

    #[test]
    fn lines_are_short_and_not_too_many() {
        let (chats, table) = (Chats::default(), TableId::numbered(1));
        let (mut anna, _) = chats.enter(&table, &[WHITE]);
        for wrong in ["", "  ", "a\nb", &"x".repeat(141)] {
            let (mut other, _) = chats.enter(&table, &[WHITE]);
            assert_eq!(say(&mut other, wrong), Err(ChatRefusal::NoLine), "{wrong}");
        }
        for _ in 0..5 {
            say(&mut anna, "!").unwrap();
        }
        assert_eq!(say(&mut anna, "!"), Err(ChatRefusal::TooFast));
    }

    #[test]
    fn a_player_ends_the_chat_for_both_and_a_watcher_cannot() {
        let (chats, table) = (Chats::default(), TableId::numbered(1));
        let (mut anna, _) = chats.enter(&table, &[WHITE]);
        let (mut bert, _) = chats.enter(&table, &[SeatNumber(1)]);
        let (mut cora, _) = chats.enter(&table, &[]);
        assert_eq!(cora.command(ChatCommand::Off, Moment(1)), Err(ChatRefusal::NotAPlayer));
        bert.command(ChatCommand::Off, Moment(1)).unwrap();
        assert_eq!(say(&mut anna, "Why?"), Err(ChatRefusal::Off));
        say(&mut cora, "They are busy").unwrap();
        let unknown = ChatCommand::Report { line: 9 };
        assert_eq!(cora.command(unknown, Moment(1)), Err(ChatRefusal::NoSuchLine));
        cora.command(ChatCommand::Report { line: 1 }, Moment(1)).unwrap();
    }

    #[test]
    fn a_room_ends_with_its_last_member() {
        let (chats, table) = (Chats::default(), TableId::numbered(1));
        let (mut anna, _) = chats.enter(&table, &[WHITE]);
        say(&mut anna, "Hello").unwrap();
        drop(anna);
        assert!(chats.rooms().is_empty());
    }
}
