//! Opens studies: from a position, from the game of a table, or from a game of a file.

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::{DefaultBodyLimit, Extension, State},
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::post,
};
use host::{
    GameSetup, NewPlayer, NewTableSetup, PlayerId, SeatNumber, StudyGameSetup, StudySource, Switch, Visibility,
};
use play::{GameModule, ImportError, MoveTree, ReadTree, TreeResult};

use super::{
    ApiError, NEW_TABLE,
    body::{FileRequest, ListedGame, OpenedTable, StudyFrom, StudyRequest},
    new_table::NewTableError,
};
#[cfg(test)]
use crate::api::body::ErrorBody;
use crate::{
    context::{AdmissionError, AppContext},
    limits,
    name::DisplayName,
    seats::{NewTable, SeatError},
    visitor::VisitorAddress,
    visitors::Activity,
};

/// Games of a file that are listed.
const MOST_LISTED: usize = 1_000;

/// The addresses that may be sent a file.
const STUDIES: &str = "/api/studies";
const LIST: &str = "/api/games/list";

/// Whether a request to an address may bring a file.
pub(crate) fn brings_file(path: &str) -> bool {
    [STUDIES, LIST].contains(&path)
}

/// The routes that may bring a file.
pub(super) fn router() -> Router<Arc<AppContext>> {
    Router::new()
        .route(STUDIES, post(open))
        .route(LIST, post(list))
        .layer(DefaultBodyLimit::max(limits::FILE_BODY))
}

/// Opens a study. It is stored with its token before this is answered.
#[cfg_attr(test, utoipa::path(post, path = "/api/studies", request_body = StudyRequest, responses(
    (status = 201, body = OpenedTable), (status = 422, body = ErrorBody), (status = 503, body = ErrorBody))))]
pub(crate) async fn open(
    State(context): State<Arc<AppContext>>,
    Extension(visitor): Extension<VisitorAddress>,
    Json(wanted): Json<StudyRequest>,
) -> Result<Response, ApiError> {
    let player = NewPlayer {
        player: wanted.device.player(),
        name: Some(
            DisplayName::read(&wanted.name)
                .map_err(NewTableError::Name)?
                .into_text(),
        ),
    };
    let size = match &wanted.from {
        StudyFrom::File { text, .. } => text.len(),
        StudyFrom::Table { .. } | StudyFrom::Position { .. } => 0,
    };
    if let StudyFrom::Table { .. } = &wanted.from {
        context.check_guesses(visitor)?;
    }
    let opening = context.admit_table(visitor)?;
    let opened = context
        .blocking(move |context| -> Result<OpenedTable, ApiError> {
            let (game, tree) = source(context, wanted.from, vec![player.player])?;
            Ok(context.seats.create(&NewTable {
                own: vec![(SeatNumber(0), player.player)],
                setup: NewTableSetup {
                    visibility: Visibility::Private,
                    game: GameSetup::Study(Box::new(StudyGameSetup {
                        game,
                        opener: player.player,
                        share: Switch::On,
                        tree,
                    })),
                },
                players: vec![player],
                rated: false,
                challenge: None,
            })?)
        })
        .await?;
    if opened.as_ref().is_err_and(ApiError::is_guess) {
        context.note_guess(visitor);
    }
    let opened = opened?;
    opening.done(&opened.table);
    context.visitors.charge(visitor, NEW_TABLE + size);
    context.metrics.tables.inc();
    Ok((StatusCode::CREATED, Json(opened)).into_response())
}

/// The games of a file, to choose from; nothing is stored.
#[cfg_attr(test, utoipa::path(post, path = "/api/games/list", request_body = FileRequest, responses(
    (status = 200, body = Vec<ListedGame>), (status = 422, body = ErrorBody))))]
pub(crate) async fn list(
    State(context): State<Arc<AppContext>>,
    Extension(visitor): Extension<VisitorAddress>,
    Json(file): Json<FileRequest>,
) -> Result<Json<Vec<ListedGame>>, ApiError> {
    if !context.visitors.allow(visitor, Activity::Join) {
        return Err(AdmissionError::TooFast.into());
    }
    let listed = context
        .blocking(move |context| -> Result<Vec<ListedGame>, NewTableError> {
            let registry = context.host.registry();
            let module = registry.get(file.game)?;
            let games = module.read_trees(file.text.as_bytes()).into_iter().take(MOST_LISTED);
            Ok(games.map(|game| listed(&**module, game)).collect())
        })
        .await??;
    Ok(Json(listed))
}

/// The game and the tree that a study begins with.
fn source(context: &AppContext, from: StudyFrom, asking: Vec<PlayerId>) -> Result<(play::GameId, MoveTree), ApiError> {
    let source = match from {
        StudyFrom::Position { game, start } => {
            let tree = MoveTree {
                start,
                ..MoveTree::default()
            };
            StudySource::Tree(game, Box::new(tree))
        }
        StudyFrom::Table { table } => StudySource::Table { table, asking },
        StudyFrom::File { game, text, number } => {
            let registry = context.host.registry();
            let module = registry.get(game).map_err(NewTableError::Game)?;
            let read = module.read_trees(text.as_bytes()).into_iter().nth(number);
            let tree = read.ok_or(NewTableError::NoGame)?.map_err(NewTableError::File)?.tree;
            StudySource::Tree(game, Box::new(tree))
        }
    };
    let tree = context.host.tree(source).map_err(SeatError::Open)?;
    Ok(tree)
}

fn listed(module: &dyn GameModule, game: Result<ReadTree, ImportError>) -> ListedGame {
    match game {
        Ok(ReadTree { tree, notices }) => ListedGame {
            opening: module.opening(&tree),
            moves: tree.main_line().count(),
            result: tree.result.text(),
            tags: tree.tags.into_iter().map(|(name, value)| [name, value]).collect(),
            notices,
            readable: true,
        },
        Err(error) => ListedGame {
            opening: None,
            tags: Vec::new(),
            result: TreeResult::Open.text(),
            moves: 0,
            notices: vec![error.to_string()],
            readable: false,
        },
    }
}
