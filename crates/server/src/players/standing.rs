//! The ratings of players as others see them: in the lobby and in quick pairing.

use std::collections::{HashMap, HashSet};

use host::{PlayerId, TableId};
use play::{Control, GameId};
use ratings::{List, Speed};

use super::{Players, PlayersError, player_id};
use crate::store::sql::{Connection, Row, Value};

/// The ratings of some players, rounded.
#[derive(Debug, Default)]
pub(crate) struct Standings(HashMap<(PlayerId, List), u32>);

impl Standings {
    /// The rating of a player in a list, if the player has played there.
    pub(crate) fn rating(&self, player: PlayerId, list: List) -> Option<u32> {
        self.0.get(&(player, list)).copied()
    }
}

impl Players {
    /// The ratings of some players; one that an account has adopted has those of the account.
    pub(crate) fn standings(&self, players: &[PlayerId]) -> Result<Standings, PlayersError> {
        if players.is_empty() {
            return Ok(Standings::default());
        }
        let ids: Vec<String> = players.iter().map(PlayerId::to_string).collect();
        let (adopted, ratings) = self.pool.read(|db| {
            let adopted = of(db, "SELECT player, account FROM adopted WHERE player IN", &ids)?;
            let accounts = adopted.iter().map(|row| row.text(1).to_owned());
            let counted: Vec<String> = ids.iter().cloned().chain(accounts).collect();
            let ratings = of(db, "SELECT player, list, value FROM ratings WHERE player IN", &counted)?;
            Ok::<_, PlayersError>((adopted, ratings))
        })?;
        let mut standings = HashMap::new();
        for row in &ratings {
            let Ok(list) = row.text(1).parse::<List>() else {
                continue;
            };
            let owners = adopted.iter().filter(|adopted| adopted.text(1) == row.text(0));
            for player in owners.map(|adopted| adopted.text(0)).chain([row.text(0)]) {
                standings.insert((player_id(player)?, list), row.real(2).round() as u32);
            }
        }
        Ok(Standings(standings))
    }

    /// Those of some tables that were opened for a rated game.
    pub(crate) fn rated_among(&self, tables: &[&TableId]) -> Result<HashSet<TableId>, PlayersError> {
        if tables.is_empty() {
            return Ok(HashSet::new());
        }
        let ids: Vec<String> = tables.iter().map(|table| table.as_str().to_owned()).collect();
        let rows = self
            .pool
            .read(|db| of(db, "SELECT game FROM rated_games WHERE game IN", &ids))?;
        Ok(rows.iter().filter_map(|row| row.text(0).parse().ok()).collect())
    }
}

/// The list in which games like this one are rated; none for games that are not.
pub(crate) fn list_of(
    game: GameId,
    control: Option<Control>,
    live: Option<(kungfu::Board, kungfu::Speed)>,
) -> Option<List> {
    match (game.as_str(), live) {
        ("chess", _) => match control? {
            Control::Clock(clock) => Some(List::Chess(Speed::of(clock.base, clock.increment))),
            Control::EachMove(time) => Some(List::Chess(Speed::of(40 * time, std::time::Duration::ZERO))),
        },
        ("ransom", _) => Some(List::Ransom),
        (_, Some((kungfu::Board::Standard, kungfu::Speed::Standard))) => Some(List::KungFuStandard),
        (_, Some((kungfu::Board::Standard, kungfu::Speed::Lightning))) => Some(List::KungFuLightning),
        (_, Some((kungfu::Board::Four, _))) => Some(List::KungFuFour),
        _ => None,
    }
}

/// Runs a statement that ends with a list of ids.
fn of(db: &mut dyn Connection, statement: &str, ids: &[String]) -> Result<Vec<Row>, PlayersError> {
    let places: Vec<String> = (1..=ids.len()).map(|number| format!("${number}")).collect();
    let values: Vec<Value> = ids.iter().map(Value::from).collect();
    Ok(db.run(&format!("{statement} ({})", places.join(", ")), &values)?)
}
