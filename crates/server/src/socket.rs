//! A client at a table: its commands go to the table, the table's messages come back.

mod kind;
mod line;
mod mailbox;
mod session;

use std::sync::Arc;

use axum::{
    extract::{Extension, Path, State, WebSocketUpgrade},
    http::HeaderMap,
    response::{IntoResponse, Response},
};
use host::{Connect, TableId, TableKind, VisitorId};
use tracing::debug;

use crate::{
    api::ApiError,
    context::AppContext,
    guard::is_own_page,
    limits,
    listen::closed,
    seat_token::Token,
    seats::Held,
    visitor::VisitorAddress,
    visitors::NoPlace,
    wire::{Bye, ByeReason},
};
use kind::{Live, Study, Turn};
use line::{Ended, Line};
use session::{Session, Visit};

/// Opens the socket of a table for pages of this very server.
pub(crate) async fn open(
    State(context): State<Arc<AppContext>>,
    Path(table): Path<String>,
    Extension(visitor): Extension<VisitorAddress>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !is_own_page(&headers) {
        return ApiError::ForeignOrigin.into_response();
    }
    let place = match context.visitors.socket(visitor) {
        Ok(place) => place,
        Err(NoPlace::All) => return ApiError::NoSocketFree.into_response(),
        Err(NoPlace::OfOne) => return ApiError::TooManySockets.into_response(),
    };
    upgrade
        .read_buffer_size(limits::READ_BUFFER)
        .max_message_size(limits::FRAME)
        .max_frame_size(limits::FRAME)
        .on_upgrade(move |socket| {
            // Every future that it is passed through would have room for it.
            let mut line = Box::new(Line { socket });
            async move {
                context.metrics.sockets.inc();
                serve(&context, &mut line, &table, visitor).await;
                context.metrics.sockets.dec();
                drop(place);
            }
        })
}

async fn serve(context: &Arc<AppContext>, line: &mut Line, table: &str, visitor: VisitorAddress) {
    let ended = tokio::select! {
        ended = visit(context, line, table, visitor) => ended,
        // The server does not wait for clients that do not read.
        () = closed(context.closing.clone()) => ByeReason::ShuttingDown.into(),
    };
    if let Ended::Bye(bye) = ended {
        debug!(table, code = bye.code, "{}", bye.words);
        if bye.reason.blames_client() {
            context.metrics.expelled.inc();
        }
        line.close(bye).await;
    }
}

/// Handles the hello message, finds the table and its kind, and transfers messages until either end closes.
async fn visit(context: &Arc<AppContext>, line: &mut Line, table: &str, visitor: VisitorAddress) -> Ended {
    let visited = async {
        let greeting = line.greeting().await?;
        let (table, held) = find(context, table, greeting.tokens, visitor).await?;
        let opening = context.admit_to(visitor, &table)?;
        let watches = held.seats.is_empty();
        let _spectator = match watches.then(|| context.spectator(&table)) {
            Some(None) => return Err(ByeReason::Full.into()),
            Some(place) => place,
            None => None,
        };
        let (seats, holders): (Vec<_>, Vec<_>) = held.seats.into_iter().unzip();
        // Spectators are known by their address.
        let known_as = holders.first().map_or_else(|| VisitorId::of(&visitor), VisitorId::of);
        let _present = context.online.enter(known_as);
        let visit = Visit {
            game: held.summary.game,
            table,
            visitor,
            opening,
            connect: Connect {
                seats,
                holders,
                client: greeting.client,
                last_seq: greeting.seq,
                visitor: known_as,
            },
        };
        match held.summary.kind {
            TableKind::Turn => Session::<Turn>::run(context, line, visit).await,
            TableKind::Live => Session::<Live>::run(context, line, visit).await,
            TableKind::Study => Session::<Study>::run(context, line, visit).await,
        }
    };
    match visited.await {
        Ok(()) => Ended::Gone,
        Err(ended) => ended,
    }
}

/// The table, and the seats there that the tokens are valid for. A client whose tokens are all invalid gets an error.
async fn find(
    context: &Arc<AppContext>,
    table: &str,
    tokens: Vec<Token>,
    visitor: VisitorAddress,
) -> Result<(TableId, Held), Ended> {
    // A client with a seat does not guess codes.
    let guesses = context.check_guesses(visitor);
    if tokens.is_empty() {
        guesses?;
    }
    let Ok(table) = table.parse::<TableId>() else {
        context.note_guess(visitor);
        guesses?;
        return Err(ByeReason::NoTable.into());
    };
    let brings_tokens = !tokens.is_empty();
    let of_table = table.clone();
    let held = context
        .blocking(move |context| context.seats.held(&of_table, &tokens))
        .await
        .map_err(|_| ByeReason::Fault)?;
    match held {
        Ok(held) if held.seats.is_empty() && brings_tokens => {
            context.note_guess(visitor);
            guesses?;
            Err(ByeReason::WrongToken.into())
        }
        Ok(held) => Ok((table, held)),
        Err(error) => {
            context.note_guess(visitor);
            guesses?;
            Err(Bye::from(&error).into())
        }
    }
}
