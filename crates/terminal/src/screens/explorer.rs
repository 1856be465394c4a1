//! The explorer of studies and reviews: which moves were played from the shown position, and with what results.

use std::{borrow::Cow, fs, path::Path};

use host::{Query, TableId, TableKind, TableState};
use play::{ExploredMove, ExplorerBook, GameId, GameModule};

use crate::{context::AppContext, game_file::LARGEST, screens::games::expanded, visit::sentence};

/// Games of the store that are explored: the newest.
const MOST_GAMES: usize = 300;

/// What is explored.
pub(crate) struct Explored {
    source: Source,
    book: ExplorerBook,
}

/// Where the moves come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// Finished games of the store.
    Own,
    /// The table of named openings.
    Openings,
    /// The games of a file.
    File(String),
}

impl Source {
    /// What comes after a source: own games, the table of openings, none.
    pub(crate) fn after(shown: Option<&Explored>) -> Option<Source> {
        match shown.map(|explored| &explored.source) {
            None => Some(Source::Own),
            Some(Source::Own) => Some(Source::Openings),
            Some(Source::Openings | Source::File(_)) => None,
        }
    }

    /// The source that `/explore` names; none for `off`.
    pub(crate) fn named(name: &str) -> Option<Source> {
        match name {
            "off" => None,
            "mine" => Some(Source::Own),
            "openings" => Some(Source::Openings),
            path => Some(Source::File(expanded(path))),
        }
    }

    /// For people.
    fn name(&self) -> Cow<'_, str> {
        match self {
            Source::Own => "My games".into(),
            Source::Openings => "Openings".into(),
            Source::File(path) => Path::new(path)
                .file_name()
                .map_or(path.into(), |name| name.to_string_lossy()),
        }
    }
}

impl Explored {
    /// Counts the moves of a source, or says why it cannot be read.
    pub(crate) fn open(source: Source, game: GameId, context: &AppContext) -> Result<Explored, String> {
        let registry = context.host.registry();
        let module = registry.get(game).map_err(|error| error.to_string())?;
        let book = book(&source, &**module, context)?;
        Ok(Explored { source, book })
    }

    /// The rows for the position with this key, a heading first.
    pub(crate) fn rows(&self, key: &str) -> Vec<String> {
        let moves = self.book.moves(key);
        let games = self.book.games;
        let cut = if self.book.is_cut { ", rare moves left out" } else { "" };
        let plural = if games == 1 { "" } else { "s" };
        let head = format!("{}, {games} game{plural}{cut}", self.source.name());
        let rows = moves.iter().map(row);
        let none = moves.is_empty().then(|| "No game has this position.".to_owned());
        [head].into_iter().chain(rows).chain(none).collect()
    }
}

/// The moves of a source.
fn book(source: &Source, module: &dyn GameModule, context: &AppContext) -> Result<ExplorerBook, String> {
    let explorer = match source {
        Source::Own => {
            let query = Query {
                games: vec![module.id()],
                states: vec![TableState::Over],
                limit: MOST_GAMES,
                ..Query::default()
            };
            let listed = context
                .host
                .list(&query)
                .map_err(|error| sentence(&error.to_string()))?;
            let games = listed.into_iter().map(|listing| listing.summary);
            let games = games.filter(|summary| {
                let is_shown = !context.hidden.contains(&summary.table) && context.players.owns(summary);
                summary.kind == TableKind::Turn && is_shown
            });
            let tables: Vec<TableId> = games.map(|summary| summary.table).collect();
            let players = [context.players.you.id, context.players.second.id];
            context.host.explore(module, tables, &players)
        }
        Source::Openings => module.explore_openings(),
        Source::File(path) => {
            let failed = |error: std::io::Error| format!("{path} cannot be read: {error}");
            if fs::metadata(path).map_err(failed)?.len() > LARGEST {
                return Err(format!("{path} is larger than {} MB.", LARGEST >> 20));
            }
            let trees = module.read_trees(&fs::read(path).map_err(failed)?);
            module.explore(&mut trees.into_iter().flatten().map(|read| read.tree))
        }
    };
    Ok(explorer.book())
}

/// A move: how often, the shares of White, draws and Black, and the opening it leads to.
fn row(mv: &ExploredMove) -> String {
    let known = mv.white + mv.draws + mv.black;
    let share = |count: u32| (100 * count + known / 2) / known.max(1);
    let results = if known == 0 {
        String::new()
    } else {
        format!(" {}/{}/{}", share(mv.white), share(mv.draws), share(mv.black))
    };
    let opening = mv.opening.as_ref().map(|opening| format!("  {opening}"));
    format!("{:<6}{:>4}{results}{}", mv.label, mv.games, opening.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use play::OpeningName;

    use super::*;

    #[test]
    fn a_row_has_counts_shares_and_the_opening() {
        let mut mv = ExploredMove {
            code: "e2e4".to_owned(),
            label: "e4".to_owned(),
            games: 4,
            white: 2,
            draws: 1,
            black: 0,
            opening: Some(OpeningName {
                code: "B00".to_owned(),
                name: "King's Pawn".to_owned(),
            }),
        };
        assert_eq!(row(&mv), "e4       4 67/33/0  B00 King's Pawn");
        mv = ExploredMove {
            white: 0,
            draws: 0,
            opening: None,
            ..mv
        };
        assert_eq!(row(&mv), "e4       4");
    }
}
