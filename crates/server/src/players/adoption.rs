//! Anonymous players that become part of an account, with their games.

use host::PlayerId;
use ratings::List;

use super::{Account, Players, PlayersError, accounts::set_name, player_id};
use crate::store::sql::{Connection, values};

impl Players {
    /// Lets an account adopt an anonymous player with all its games; one that it has adopted stays so.
    pub(crate) fn adopt(&self, account: &Account, player: PlayerId) -> Result<(), PlayersError> {
        let (own, adopted) = (account.player.to_string(), player.to_string());
        self.pool.write(|db| {
            if own == adopted {
                return Ok(());
            }
            match owner(db, &adopted)? {
                Some(owner) if owner == own => return Ok(()),
                Some(_) => return Err(PlayersError::DeviceAdopted),
                None => {}
            }
            db.run(
                "INSERT INTO adopted (player, account) VALUES ($1, $2)",
                values![&adopted, &own],
            )?;
            set_name(db, &adopted, &account.name)?;
            // A player who played against the adopting account keeps one entry.
            for table in ["player_games", "hidden_games"] {
                let twice = format!(
                    "DELETE FROM {table} WHERE player = $1 AND game IN (SELECT game FROM {table} WHERE player = $2)"
                );
                db.run(&twice, values![&adopted, &own])?;
                let moved = format!("UPDATE {table} SET player = $1 WHERE player = $2");
                db.run(&moved, values![&own, &adopted])?;
            }
            adopt_training(db, &own, &adopted)
        })
    }

    /// The account that has adopted a player.
    pub(crate) fn adopted_by(&self, player: PlayerId) -> Result<Option<PlayerId>, PlayersError> {
        let owner = self.pool.read(|db| owner(db, &player.to_string()))?;
        owner.map(|owner| Ok(player_id(&owner)?)).transpose()
    }

    /// All ids of a player: its own, and those it has adopted.
    pub(crate) fn all_of(&self, player: PlayerId) -> Result<Vec<PlayerId>, PlayersError> {
        let all = self.pool.read(|db| all_of(db, &player.to_string()))?;
        all.iter().map(|id| Ok(player_id(id)?)).collect()
    }
}

/// Of two training ratings the better known one stays.
fn adopt_training(db: &mut dyn Connection, own: &str, adopted: &str) -> Result<(), PlayersError> {
    let list = List::Training.key();
    let select = "SELECT deviation FROM ratings WHERE player = $1 AND list = $2";
    let mut deviation = |player: &str| -> Result<Option<f64>, PlayersError> {
        let rows = db.run(select, values![player, list])?;
        Ok(rows.first().map(|row| row.real(0)))
    };
    let keeps_own = match (deviation(own)?, deviation(adopted)?) {
        (_, None) => return Ok(()),
        (Some(own), Some(adopted)) => own <= adopted,
        (None, Some(_)) => false,
    };
    let (gone, kept) = if keeps_own { (adopted, own) } else { (own, adopted) };
    for table in ["ratings", "rating_changes"] {
        let delete = format!("DELETE FROM {table} WHERE player = $1 AND list = $2");
        db.run(&delete, values![gone, list])?;
        let update = format!("UPDATE {table} SET player = $1 WHERE player = $2 AND list = $3");
        db.run(&update, values![own, kept, list])?;
    }
    Ok(())
}

fn owner(db: &mut dyn Connection, player: &str) -> Result<Option<String>, PlayersError> {
    let rows = db.run("SELECT account FROM adopted WHERE player = $1", values![player])?;
    Ok(rows.first().map(|row| row.text(0).to_owned()))
}

/// The player under whose id a player's results are counted.
pub(super) fn counted_as(db: &mut dyn Connection, player: &str) -> Result<String, PlayersError> {
    Ok(owner(db, player)?.unwrap_or_else(|| player.to_owned()))
}

pub(super) fn all_of(db: &mut dyn Connection, player: &str) -> Result<Vec<String>, PlayersError> {
    let rows = db.run(
        "SELECT player FROM adopted WHERE account = $1 ORDER BY player",
        values![player],
    )?;
    let adopted = rows.iter().map(|row| row.text(0).to_owned());
    Ok(std::iter::once(player.to_owned()).chain(adopted).collect())
}
