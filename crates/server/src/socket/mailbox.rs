//! The messages of a table that wait for their socket.
//!
//! Every socket has such a queue. It is nearly always empty and takes little memory then.

use std::{
    collections::VecDeque,
    future::poll_fn,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Poll, Waker},
};

use host::Delivery;

use crate::limits;

/// Makes a mailbox: the end of the table and the end of the socket.
pub(super) fn mailbox<M>() -> (Sender<M>, Receiver<M>) {
    let shared = Arc::new(Mutex::new(Waiting {
        messages: VecDeque::new(),
        waker: None,
        state: State::Open,
    }));
    (Sender(Arc::clone(&shared)), Receiver(shared))
}

/// The end of the table.
pub(super) struct Sender<M>(Arc<Mutex<Waiting<M>>>);

/// The end of the socket.
pub(super) struct Receiver<M>(Arc<Mutex<Waiting<M>>>);

struct Waiting<M> {
    messages: VecDeque<M>,
    /// The task of a socket that waits for a message.
    waker: Option<Waker>,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    /// The table sends no more.
    Ended,
    /// The socket receives no more.
    Abandoned,
}

impl<M> Sender<M> {
    /// Puts a message into the mailbox; never waits.
    pub(super) fn send(&self, message: M) -> Delivery<M> {
        let waker = {
            let mut waiting = lock(&self.0);
            if waiting.state == State::Abandoned {
                return Delivery::Gone;
            }
            if waiting.messages.len() >= limits::WAITING_MESSAGES {
                return Delivery::Full(message);
            }
            waiting.messages.push_back(message);
            waiting.waker.take()
        };
        wake(waker);
        Delivery::Taken
    }
}

impl<M> Receiver<M> {
    /// The next message; `None` when the table sends no more. The call is cancel-safe: if its future is dropped, no
    /// message is lost.
    pub(super) async fn recv(&mut self) -> Option<M> {
        poll_fn(|context| {
            let mut waiting = lock(&self.0);
            if let Some(message) = waiting.messages.pop_front() {
                return Poll::Ready(Some(message));
            }
            if waiting.state == State::Ended {
                return Poll::Ready(None);
            }
            if !waiting
                .waker
                .as_ref()
                .is_some_and(|waker| waker.will_wake(context.waker()))
            {
                waiting.waker = Some(context.waker().clone());
            }
            Poll::Pending
        })
        .await
    }
}

impl<M> Drop for Sender<M> {
    fn drop(&mut self) {
        let waker = {
            let mut waiting = lock(&self.0);
            waiting.state = State::Ended;
            waiting.waker.take()
        };
        wake(waker);
    }
}

impl<M> Drop for Receiver<M> {
    fn drop(&mut self) {
        let mut waiting = lock(&self.0);
        waiting.state = State::Abandoned;
        waiting.waker = None;
        let messages = std::mem::take(&mut waiting.messages);
        drop(waiting);
        drop(messages);
    }
}

fn lock<M>(waiting: &Mutex<Waiting<M>>) -> MutexGuard<'_, Waiting<M>> {
    waiting.lock().unwrap_or_else(PoisonError::into_inner)
}

fn wake(waker: Option<Waker>) {
    if let Some(waker) = waker {
        waker.wake();
    }
}

#[cfg(test)]
mod tests {
    use tokio::task::yield_now;

    use super::*;

    #[tokio::test]
    async fn messages_come_in_their_order_and_then_the_end() {
        let (sender, mut receiver) = mailbox();
        assert_eq!((sender.send(1), sender.send(2)), (Delivery::Taken, Delivery::Taken));
        drop(sender);
        assert_eq!(
            (receiver.recv().await, receiver.recv().await, receiver.recv().await),
            (Some(1), Some(2), None)
        );
    }

    #[tokio::test]
    async fn a_full_mailbox_returns_the_message_until_there_is_room() {
        let (sender, mut receiver) = mailbox();
        for number in 0..limits::WAITING_MESSAGES {
            assert_eq!(sender.send(number), Delivery::Taken);
        }
        assert_eq!(sender.send(1_000), Delivery::Full(1_000));
        assert_eq!(receiver.recv().await, Some(0));
        assert_eq!(sender.send(1_000), Delivery::Taken);
    }

    #[tokio::test]
    async fn a_socket_that_has_gone_is_reported() {
        let (sender, receiver) = mailbox();
        drop(receiver);
        assert_eq!(sender.send(1), Delivery::Gone);
    }

    #[tokio::test]
    async fn a_waiting_socket_is_woken_by_a_message_and_by_the_end() {
        let (sender, mut receiver) = mailbox();
        let reading = tokio::spawn(async move { (receiver.recv().await, receiver.recv().await) });
        yield_now().await;
        assert_eq!(sender.send(7), Delivery::Taken);
        yield_now().await;
        drop(sender);
        assert_eq!(reading.await.ok(), Some((Some(7), None)));
    }
}
