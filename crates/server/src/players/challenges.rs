//! Challenges: the open seat of a table is reserved for an account until the account accepts or declines.

use host::{PlayerId, TableId};
use serde::Serialize;

use super::{Players, PlayersError, now, player_id};
use crate::store::sql::{Connection, values};

/// The state of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub(crate) enum ChallengeState {
    /// The seat is reserved.
    Open,
    Accepted,
    Declined,
    /// Nobody has answered in time.
    Expired,
}

impl ChallengeState {
    const fn word(self) -> &'static str {
        match self {
            ChallengeState::Open => "open",
            ChallengeState::Accepted => "accepted",
            ChallengeState::Declined => "declined",
            ChallengeState::Expired => "expired",
        }
    }

    fn read(word: &str, until: i64) -> Self {
        match word {
            "accepted" => ChallengeState::Accepted,
            "declined" => ChallengeState::Declined,
            _ if until <= now() => ChallengeState::Expired,
            _ => ChallengeState::Open,
        }
    }
}

/// A challenge as its table knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Challenge {
    /// For whom the seat is reserved.
    pub(crate) challenged: PlayerId,
    /// The name of that account; none if it was closed.
    pub(crate) name: Option<String>,
    pub(crate) state: ChallengeState,
    pub(crate) until: i64,
}

/// An open challenge as the challenged player sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReceivedChallenge {
    pub(crate) table: TableId,
    pub(crate) challenger: PlayerId,
    pub(crate) name: String,
    /// Whether the challenger has an account.
    pub(crate) has_account: bool,
    pub(crate) until: i64,
}

/// A challenge that nobody answers expires after so long.
const LIFETIME: i64 = 5 * 60 * 1000;
/// How long the answer to a challenge is known.
const KNOWN: i64 = 24 * 60 * 60 * 1000;
/// Open challenges to one account.
const MOST: usize = 10;

impl Players {
    /// Whether somebody may challenge an account now.
    pub(crate) fn check_challenge(&self, challenger: PlayerId, challenged: PlayerId) -> Result<(), PlayersError> {
        if challenger == challenged {
            return Err(PlayersError::OwnChallenge);
        }
        if self.challenges_to(challenged)?.len() >= MOST {
            return Err(PlayersError::TooManyChallenges);
        }
        Ok(())
    }

    /// Keeps the open seat of a table for an account.
    pub(crate) fn challenge(
        &self,
        table: &TableId,
        challenger: PlayerId,
        challenged: PlayerId,
    ) -> Result<(), PlayersError> {
        self.pool.write(|db| {
            let now = now();
            db.run("DELETE FROM challenges WHERE until < $1", values![now - KNOWN])?;
            db.run(
                "INSERT INTO challenges (game, challenger, challenged, state, until) VALUES ($1, $2, $3, $4, $5)",
                values![
                    table.as_str(),
                    challenger.to_string(),
                    challenged.to_string(),
                    ChallengeState::Open.word(),
                    now + LIFETIME
                ],
            )?;
            Ok(())
        })
    }

    /// The challenges to an account that are open, the oldest first.
    pub(crate) fn challenges_to(&self, player: PlayerId) -> Result<Vec<ReceivedChallenge>, PlayersError> {
        let rows = self.pool.read(|db| {
            db.run(
                "SELECT c.game, c.challenger, p.name, a.player, c.until FROM challenges c
                     LEFT JOIN players p ON p.id = c.challenger LEFT JOIN accounts a ON a.player = c.challenger
                 WHERE c.challenged = $1 AND c.state = $2 AND c.until > $3 ORDER BY c.until, c.game",
                values![player.to_string(), ChallengeState::Open.word(), now()],
            )
        })?;
        let received = rows.iter().filter_map(|row| {
            let table = row.text(0).parse().ok()?;
            Some(player_id(row.text(1)).map(|challenger| ReceivedChallenge {
                table,
                challenger,
                name: row.text_if_any(2).unwrap_or_default().to_owned(),
                has_account: row.text_if_any(3).is_some(),
                until: row.int(4),
            }))
        });
        Ok(received.collect::<Result<_, _>>()?)
    }

    /// The challenge of a table, if it was opened for one.
    pub(crate) fn challenge_at(&self, table: &TableId) -> Result<Option<Challenge>, PlayersError> {
        let rows = self.pool.read(|db| {
            db.run(
                "SELECT c.challenged, a.name, c.state, c.until FROM challenges c
                     LEFT JOIN accounts a ON a.player = c.challenged WHERE c.game = $1",
                values![table.as_str()],
            )
        })?;
        let Some(row) = rows.first() else { return Ok(None) };
        Ok(Some(Challenge {
            challenged: player_id(row.text(0))?,
            name: row.text_if_any(1).map(str::to_owned),
            state: ChallengeState::read(row.text(2), row.int(3)),
            until: row.int(3),
        }))
    }

    /// Answers an open challenge to an account; `false` if there is none at this table.
    pub(crate) fn answer_challenge(
        &self,
        table: &TableId,
        challenged: PlayerId,
        answer: ChallengeState,
    ) -> Result<bool, PlayersError> {
        self.pool.write(|db| {
            let answered = db.run(
                "UPDATE challenges SET state = $1 WHERE game = $2 AND challenged = $3 AND state = $4 RETURNING game",
                values![
                    answer.word(),
                    table.as_str(),
                    challenged.to_string(),
                    ChallengeState::Open.word()
                ],
            )?;
            Ok(!answered.is_empty())
        })
    }
}

/// Deletes what a player has to do with challenges.
pub(super) fn forget(db: &mut dyn Connection, player: &str) -> Result<(), PlayersError> {
    db.run("DELETE FROM challenges WHERE challenger = $1", values![player])?;
    db.run("DELETE FROM challenges WHERE challenged = $1", values![player])?;
    Ok(())
}
