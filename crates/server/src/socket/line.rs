//! The socket itself: frames in and out, with time limits.

use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket};
use serde::Serialize;
use tokio::time::timeout;
use tracing::debug;

use crate::{
    limits,
    wire::{Bye, ByeReason, Greeting, Hello, ServerMessage, SocketMessage},
};

/// A socket.
pub(super) struct Line {
    pub(super) socket: WebSocket,
}

/// How a visit ends.
#[derive(Debug)]
pub(super) enum Ended {
    /// The client has gone.
    Gone,
    /// The client receives the reason.
    Bye(Bye),
}

impl<B: Into<Bye>> From<B> for Ended {
    fn from(bye: B) -> Self {
        Ended::Bye(bye.into())
    }
}

impl Line {
    /// The first message.
    pub(super) async fn greeting(&mut self) -> Result<Greeting, Ended> {
        let first = timeout(limits::GREETING, self.socket.recv()).await;
        match first.map_err(|_| ByeReason::NoHello)? {
            Some(Ok(Frame::Text(text))) if text.len() > limits::MESSAGE => Err(ByeReason::TooLong.into()),
            Some(Ok(Frame::Text(text))) => match serde_json::from_str::<Hello>(&text) {
                Ok(Hello { hello }) if !hello.is_malformed() => Ok(hello),
                Ok(_) | Err(_) => Err(ByeReason::Malformed.into()),
            },
            Some(Ok(Frame::Close(_))) | None => Err(Ended::Gone),
            Some(Ok(_)) => Err(ByeReason::Malformed.into()),
            Some(Err(error)) => Err(broken(&error)),
        }
    }

    /// Sends a message.
    pub(super) async fn send<M: Serialize>(&mut self, message: &ServerMessage<M>) -> Result<(), Ended> {
        let text = serde_json::to_string(message).map_err(|_| ByeReason::Fault)?;
        self.push(Frame::Text(text.into())).await
    }

    /// Sends a ping.
    pub(super) async fn ping(&mut self) -> Result<(), Ended> {
        self.push(Frame::Ping(Vec::new().into())).await
    }

    async fn push(&mut self, frame: Frame) -> Result<(), Ended> {
        match timeout(limits::READING, self.socket.send(frame)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(Ended::Gone),
            Err(_) => Err(ByeReason::TooSlow.into()),
        }
    }

    /// Sends the last message and closes the socket, with a short time limit.
    pub(super) async fn close(&mut self, bye: Bye) {
        let frame = CloseFrame {
            code: bye.code,
            reason: bye.words.clone().into(),
        };
        let last = async {
            self.send(&ServerMessage::<()>::Socket(SocketMessage::Bye(bye))).await?;
            self.push(Frame::Close(Some(frame))).await
        };
        if !matches!(timeout(limits::LAST_MESSAGE, last).await, Ok(Ok(()))) {
            debug!("the last message was not read");
            return;
        }
        // Closing the connection while data is still arriving would lose the last message.
        let closed = async { while let Some(Ok(_)) = self.socket.recv().await {} };
        if timeout(limits::CLOSING, closed).await.is_err() {
            debug!("the close frame was not answered");
        }
    }
}

/// The meaning of a library error, which is only text.
pub(super) fn broken(error: &axum::Error) -> Ended {
    let words = error.to_string();
    if words.contains("too long") || words.contains("too big") {
        ByeReason::TooLong.into()
    } else if words.starts_with("IO error") || words.contains("reset without closing") {
        Ended::Gone
    } else {
        ByeReason::Malformed.into()
    }
}
