//! The explorer of a study: which moves were played from the shown position, and with what results.

use std::{borrow::Cow, fs, path::Path};

use host::{Query, TableId, TableKind, TableState};
use play::{ExploredMove, ExplorerBook, GameModule};

use super::Study;
use crate::{
    context::AppContext,
    screens::games::{LARGEST, expanded},
    status::Status,
    visit::sentence,
};

/// Games of the store that are explored: the newest.
const MOST_GAMES: usize = 300;

/// What is explored.
pub(super) struct Explored {
    source: Source,
    book: ExplorerBook,
}

/// Where the moves come from.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Source {
    /// Finished games of the store.
    Own,
    /// The table of named openings.
    Openings,
    /// The games of a file.
    File(String),
}

impl Source {
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

impl Study {
    /// The next source: own games, the table of openings, none.
    pub(super) fn switch_explorer(&mut self, context: &AppContext) {
        let next = match self.explorer.as_ref().map(|explored| &explored.source) {
            None => Some(Source::Own),
            Some(Source::Own) => Some(Source::Openings),
            Some(Source::Openings | Source::File(_)) => None,
        };
        self.explore(next, context);
    }

    /// Explores what `/explore` names.
    pub(super) fn explore_named(&mut self, name: &str, context: &AppContext) {
        let source = match name {
            "" => return self.switch_explorer(context),
            "off" => None,
            "mine" => Some(Source::Own),
            "openings" => Some(Source::Openings),
            path => Some(Source::File(expanded(path))),
        };
        self.explore(source, context);
    }

    fn explore(&mut self, source: Option<Source>, context: &AppContext) {
        self.status = Status::default();
        self.explorer = None;
        let Some((source, view)) = source.zip(self.view()) else {
            return;
        };
        let registry = context.host.registry();
        let found = match registry.get(view.game) {
            Ok(module) => book(&source, &**module, context),
            Err(error) => Err(error.to_string()),
        };
        match found {
            Ok(book) => self.explorer = Some(Explored { source, book }),
            Err(words) => self.status = Status::refusal(words),
        }
    }

    /// The explorer's rows for the shown position, a heading first.
    pub(super) fn explorer_rows(&self) -> Vec<String> {
        let Some(explored) = self.explorer.as_ref().filter(|_| self.trying.is_none()) else {
            return Vec::new();
        };
        let key = self.position.as_ref().map_or("", |position| position.key.as_str());
        let moves = explored.book.moves(key);
        let games = explored.book.games;
        let cut = if explored.book.is_cut {
            ", rare moves left out"
        } else {
            ""
        };
        let head = format!("{}, {games} games{cut}", explored.source.name());
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
            let games = games.filter(|summary| summary.kind == TableKind::Turn);
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
