//! Sessions: which accounts are signed in, and in which browsers.

use host::PlayerId;

use super::{Account, Players, PlayersError, now, player_id};
use crate::store::sql::values;

/// In which kind of cookie a session is accepted.
///
/// Browsers accept a cookie whose name begins with `__Host-` only over https. Over plain http, in a home network or on
/// the same machine, another name is used. A session is accepted only in the kind of cookie in which it was issued, so
/// a session of an https server does not work in the cookie that a neighbouring site could set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CookieKind {
    Secure,
    Plain,
}

impl CookieKind {
    const fn word(self) -> &'static str {
        match self {
            CookieKind::Secure => "secure",
            CookieKind::Plain => "plain",
        }
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            CookieKind::Secure => "__Host-threefold",
            CookieKind::Plain => "threefold",
        }
    }
}

/// A session as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Session {
    /// The first letters of its hash; they do not open it.
    pub(crate) id: String,
    pub(crate) hash: String,
    pub(crate) created: i64,
    pub(crate) seen: i64,
    /// The user agent of the browser.
    pub(crate) agent: String,
}

/// A session ends after so long without a visit.
const LIFETIME: i64 = 90 * 24 * 60 * 60 * 1000;
/// The interval in which visits are recorded.
const NOTED: i64 = 10 * 60 * 1000;
/// Sessions of one account; the one that was not used for longest ends first.
const MOST: usize = 20;
/// Letters of a session's id.
const ID: usize = 12;
/// Letters of an agent's name that are stored.
const AGENT: usize = 160;

impl Players {
    /// Opens a session, in a transaction of its own.
    pub(crate) fn open_session(
        &self,
        player: PlayerId,
        hash: &str,
        cookie: CookieKind,
        agent: &str,
    ) -> Result<(), PlayersError> {
        let agent: String = agent
            .chars()
            .filter(|letter| !letter.is_control())
            .take(AGENT)
            .collect();
        let player = player.to_string();
        self.pool.write(|db| {
            let known = db.run("SELECT player FROM accounts WHERE player = $1", values![&player])?;
            if known.is_empty() {
                // It was closed in the meantime.
                return Err(PlayersError::WrongPassword);
            }
            let now = now();
            db.run("DELETE FROM sessions WHERE seen < $1", values![now - LIFETIME])?;
            let open = "SELECT hash FROM sessions WHERE player = $1 ORDER BY seen DESC, hash";
            for old in db.run(open, values![&player])?.iter().skip(MOST - 1) {
                db.run("DELETE FROM sessions WHERE hash = $1", values![old.text(0)])?;
            }
            db.run(
                "INSERT INTO sessions (hash, player, cookie, created, seen, agent) VALUES ($1, $2, $3, $4, $5, $6)",
                values![hash, &player, cookie.word(), now, now, &agent],
            )?;
            Ok(())
        })
    }

    /// The account that a session belongs to, if it is open and comes in its own kind of cookie.
    pub(crate) fn signed_in(&self, hash: &str, cookie: CookieKind) -> Result<Option<Account>, PlayersError> {
        let now = now();
        let found = self.pool.read(|db| {
            db.run(
                "SELECT a.player, a.name, a.created, s.seen FROM sessions s JOIN accounts a ON a.player = s.player
                 WHERE s.hash = $1 AND s.cookie = $2 AND s.seen >= $3",
                values![hash, cookie.word(), now - LIFETIME],
            )
        })?;
        let Some(row) = found.first() else { return Ok(None) };
        if row.int(3) < now - NOTED {
            self.pool
                .write(|db| db.run("UPDATE sessions SET seen = $1 WHERE hash = $2", values![now, hash]))?;
        }
        Ok(Some(Account {
            player: player_id(row.text(0))?,
            name: row.text(1).to_owned(),
            created: row.int(2),
        }))
    }

    /// The open sessions of an account, the last used first.
    pub(crate) fn sessions(&self, player: PlayerId) -> Result<Vec<Session>, PlayersError> {
        let rows = self.pool.read(|db| {
            db.run(
                "SELECT hash, created, seen, agent FROM sessions WHERE player = $1 AND seen >= $2
                 ORDER BY seen DESC, created DESC, hash",
                values![player.to_string(), now() - LIFETIME],
            )
        })?;
        let session = |row: &crate::store::sql::Row| Session {
            id: row.text(0).chars().take(ID).collect(),
            hash: row.text(0).to_owned(),
            created: row.int(1),
            seen: row.int(2),
            agent: row.text(3).to_owned(),
        };
        Ok(rows.iter().map(session).collect())
    }

    /// Ends a session by its hash.
    pub(crate) fn end_session(&self, hash: &str) -> Result<(), PlayersError> {
        self.pool.write(|db| {
            db.run("DELETE FROM sessions WHERE hash = $1", values![hash])?;
            Ok(())
        })
    }

    /// Ends the session of an account that has this id; `false` if there is none.
    pub(crate) fn end_session_of(&self, player: PlayerId, id: &str) -> Result<bool, PlayersError> {
        let found = self.sessions(player)?.into_iter().find(|session| session.id == id);
        match found {
            Some(session) => self.end_session(&session.hash).map(|()| true),
            None => Ok(false),
        }
    }

    /// Ends every session of an account but one.
    pub(crate) fn end_other_sessions(&self, player: PlayerId, hash: &str) -> Result<(), PlayersError> {
        self.pool.write(|db| {
            let others = "DELETE FROM sessions WHERE player = $1 AND hash <> $2";
            db.run(others, values![player.to_string(), hash])?;
            Ok(())
        })
    }
}
