//! Accounts: names, passwords and recovery codes.

use host::PlayerId;

use super::{
    AccountName, Players, PlayersError, RecoveryCode, account_name::FORMER, adoption, challenges, now, player_id,
};
use crate::store::sql::{Connection, values};

/// An account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Account {
    pub(crate) player: PlayerId,
    pub(crate) name: String,
    pub(crate) created: i64,
}

/// An account to be opened.
pub(crate) struct NewAccount<'a> {
    pub(crate) name: &'a AccountName,
    /// The hash of the password.
    pub(crate) password: &'a str,
    pub(crate) codes: &'a [RecoveryCode],
}

impl Players {
    /// Opens an account. Of several simultaneous requests with similar-looking names one succeeds.
    pub(crate) fn open_account(&self, new: &NewAccount<'_>) -> Result<Account, PlayersError> {
        let account = Account {
            player: PlayerId::numbered(getrandom::u64().unwrap_or_else(|_| fastrand::u64(..))),
            name: new.name.as_str().to_owned(),
            created: now(),
        };
        let player = account.player.to_string();
        self.pool.write(|db| {
            let opened = db.run(
                "INSERT INTO accounts (player, name, skeleton, password, created) VALUES ($1, $2, $3, $4, $5)
                 ON CONFLICT DO NOTHING RETURNING player",
                values![
                    &player,
                    &account.name,
                    new.name.skeleton(),
                    new.password,
                    account.created
                ],
            )?;
            if opened.is_empty() {
                return Err(PlayersError::NameTaken);
            }
            set_name(db, &player, &account.name)?;
            set_codes(db, &player, new.codes)
        })?;
        Ok(account)
    }

    /// The account of a name with the hash of its password.
    pub(crate) fn find_account(&self, name: &AccountName) -> Result<Option<(Account, String)>, PlayersError> {
        let rows = self.pool.read(|db| {
            db.run(
                "SELECT player, name, created, password FROM accounts WHERE skeleton = $1",
                values![name.skeleton()],
            )
        })?;
        let Some(row) = rows.first() else { return Ok(None) };
        let account = Account {
            player: player_id(row.text(0))?,
            name: row.text(1).to_owned(),
            created: row.int(2),
        };
        Ok(Some((account, row.text(3).to_owned())))
    }

    /// Gives an account another password; all its sessions and reset links end.
    pub(crate) fn set_password(&self, player: PlayerId, password: &str) -> Result<(), PlayersError> {
        self.pool.write(|db| change_password(db, &player.to_string(), password))
    }

    /// Uses up a recovery code and gives the account another password.
    pub(crate) fn recover(
        &self,
        name: &AccountName,
        code: &RecoveryCode,
        password: &str,
    ) -> Result<Account, PlayersError> {
        let (account, _) = self.find_account(name)?.ok_or(PlayersError::WrongCode)?;
        let player = account.player.to_string();
        self.pool.write(|db| {
            let used = db.run(
                "DELETE FROM recovery_codes WHERE player = $1 AND hash = $2 RETURNING hash",
                values![&player, code.hash()],
            )?;
            if used.is_empty() {
                return Err(PlayersError::WrongCode);
            }
            change_password(db, &player, password)
        })?;
        Ok(account)
    }

    /// Uses up a reset link and gives its account another password.
    pub(crate) fn reset(&self, link: &str, password: &str) -> Result<Account, PlayersError> {
        self.pool.write(|db| {
            let used = db.run(
                "DELETE FROM reset_links WHERE hash = $1 AND until >= $2 RETURNING player",
                values![link, now()],
            )?;
            let player = used.first().ok_or(PlayersError::WrongLink)?.text(0).to_owned();
            change_password(db, &player, password)?;
            let rows = db.run("SELECT name, created FROM accounts WHERE player = $1", values![&player])?;
            let row = rows.first().ok_or(PlayersError::WrongLink)?;
            Ok(Account {
                player: player_id(&player)?,
                name: row.text(0).to_owned(),
                created: row.int(1),
            })
        })
    }

    /// Gives an account other recovery codes.
    pub(crate) fn renew_codes(&self, player: PlayerId, codes: &[RecoveryCode]) -> Result<(), PlayersError> {
        self.pool.write(|db| set_codes(db, &player.to_string(), codes))
    }

    /// How many recovery codes an account has left.
    pub(crate) fn codes_left(&self, player: PlayerId) -> Result<i64, PlayersError> {
        let rows = self.pool.read(|db| {
            let count = "SELECT COUNT(*) FROM recovery_codes WHERE player = $1";
            db.run(count, values![player.to_string()])
        })?;
        Ok(rows.first().map_or(0, |row| row.int(0)))
    }

    /// Closes an account. Only its games are left, whose player has no name. Returns the players that it had adopted.
    pub(crate) fn close_account(&self, player: PlayerId) -> Result<Vec<PlayerId>, PlayersError> {
        let own = player.to_string();
        let all = self.pool.write(|db| {
            let all = adoption::all_of(db, &own)?;
            for id in &all {
                set_name(db, id, FORMER)?;
                for statement in [
                    "DELETE FROM ratings WHERE player = $1",
                    "DELETE FROM rating_changes WHERE player = $1",
                    "DELETE FROM player_games WHERE player = $1",
                    "DELETE FROM hidden_games WHERE player = $1",
                ] {
                    db.run(statement, values![id])?;
                }
                challenges::forget(db, id)?;
            }
            for statement in [
                "DELETE FROM sessions WHERE player = $1",
                "DELETE FROM recovery_codes WHERE player = $1",
                "DELETE FROM reset_links WHERE player = $1",
                "DELETE FROM adopted WHERE account = $1",
                "DELETE FROM accounts WHERE player = $1",
            ] {
                db.run(statement, values![&own])?;
            }
            Ok::<_, PlayersError>(all)
        })?;
        all.iter().map(|id| Ok(player_id(id)?)).collect()
    }

    /// The player of a name: an account.
    pub(crate) fn named(&self, name: &AccountName) -> Result<Account, PlayersError> {
        let found = self.find_account(name)?;
        found.map(|(account, _)| account).ok_or(PlayersError::NoPlayer)
    }
}

fn change_password(db: &mut dyn Connection, player: &str, password: &str) -> Result<(), PlayersError> {
    db.run(
        "UPDATE accounts SET password = $1 WHERE player = $2",
        values![password, player],
    )?;
    db.run("DELETE FROM sessions WHERE player = $1", values![player])?;
    db.run("DELETE FROM reset_links WHERE player = $1", values![player])?;
    Ok(())
}

fn set_codes(db: &mut dyn Connection, player: &str, codes: &[RecoveryCode]) -> Result<(), PlayersError> {
    db.run("DELETE FROM recovery_codes WHERE player = $1", values![player])?;
    for code in codes {
        let insert = "INSERT INTO recovery_codes (player, hash) VALUES ($1, $2)";
        db.run(insert, values![player, code.hash()])?;
    }
    Ok(())
}

pub(super) fn set_name(db: &mut dyn Connection, player: &str, name: &str) -> Result<(), PlayersError> {
    db.run(
        "INSERT INTO players (id, name) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET name = excluded.name",
        values![player, name],
    )?;
    Ok(())
}
