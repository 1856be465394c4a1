//! The executed commands of each client, so that a repeated command is not executed again.
//!
//! They are computed from the causes in the log, so they are the same after a restart.

use std::collections::{BTreeSet, VecDeque};

use crate::{Cause, ClientId, CommandId};

/// Commands remembered per client; a client always has fewer unanswered commands.
const COMMANDS: usize = 128;
/// Clients remembered per table; the least recently active client is dropped first.
const CLIENTS: usize = 64;

/// The commands that were carried out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Answered {
    clients: VecDeque<(ClientId, BTreeSet<CommandId>)>,
}

impl Answered {
    /// Remembers a command.
    pub(crate) fn note(&mut self, cause: Cause) {
        let place = self.clients.iter().position(|(client, _)| *client == cause.client);
        let (client, mut commands) = place
            .and_then(|place| self.clients.remove(place))
            .unwrap_or((cause.client, BTreeSet::new()));
        commands.insert(cause.command);
        if commands.len() > COMMANDS {
            commands.pop_first();
        }
        self.clients.push_back((client, commands));
        if self.clients.len() > CLIENTS {
            self.clients.pop_front();
        }
    }

    /// Whether a later command of the same client was executed. A client sends its commands in order, so this one was
    /// refused before.
    pub(crate) fn is_past(&self, cause: Cause) -> bool {
        let client = self.clients.iter().find(|(client, _)| *client == cause.client);
        client.is_some_and(|(_, commands)| commands.last().is_some_and(|last| *last > cause.command))
    }

    /// Whether a command was carried out.
    pub(crate) fn contains(&self, cause: Cause) -> bool {
        let client = self.clients.iter().find(|(client, _)| *client == cause.client);
        client.is_some_and(|(_, commands)| commands.contains(&cause.command))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_commands_of_the_latest_clients_are_remembered() {
        let cause = |client, command| Cause {
            client: ClientId(client),
            command: CommandId(command),
        };
        let mut answered = Answered::default();
        for command in 0..=COMMANDS as u64 {
            answered.note(cause(1, command));
        }
        assert!(!answered.contains(cause(1, 0)));
        assert!(answered.contains(cause(1, 1)) && answered.contains(cause(1, COMMANDS as u64)));
        assert!(answered.is_past(cause(1, 0)) && !answered.is_past(cause(1, COMMANDS as u64 + 1)));
        for client in 2..=CLIENTS as u64 {
            answered.note(cause(client, 7));
        }
        assert!(answered.contains(cause(1, 1)));
        answered.note(cause(1_000, 1));
        assert!(!answered.contains(cause(1, 1)) && answered.contains(cause(2, 7)));
    }
}
