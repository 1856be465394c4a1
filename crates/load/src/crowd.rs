//! All clients: players, each with a game, and clients that only listen.

use std::{rc::Rc, time::Duration};

use anyhow::bail;
use tokio::{
    task::JoinSet,
    time::{Instant, sleep},
};

use crate::{
    figures::Figures,
    player::{self, Habits, Line},
    server::Address,
};

/// Players and listeners.
pub(crate) struct Crowd {
    habits: Rc<Habits>,
    players: JoinSet<()>,
    listeners: JoinSet<()>,
}

impl Crowd {
    /// Nobody yet; each player will give a command every so many seconds.
    pub(crate) fn new(address: Address, pace: f64, bot: &str, speed: &str) -> Self {
        Crowd {
            habits: Rc::new(Habits::new(address, pace, bot, speed)),
            players: JoinSet::new(),
            listeners: JoinSet::new(),
        }
    }

    pub(crate) fn figures(&self) -> &Figures {
        &self.habits.figures
    }

    /// A table at which somebody plays.
    pub(crate) fn some_table(&self) -> Option<String> {
        self.habits.table.borrow().clone()
    }

    pub(crate) fn games(&self) -> usize {
        self.players.len()
    }

    /// Games and listeners.
    pub(crate) fn sockets(&self) -> [usize; 2] {
        [self.players.len(), self.listeners.len()]
    }

    /// Lets more players come until there are so many; a server that is full says so.
    pub(crate) async fn play(&mut self, games: u32) -> anyhow::Result<()> {
        while (self.players.len() as u32) < games {
            let visitor = self.players.len() as u32;
            let seat = self.habits.open(visitor).await?;
            self.players
                .spawn_local(player::play_on(Rc::clone(&self.habits), visitor, seat));
        }
        Ok(())
    }

    /// Waits until every game runs, and a little longer.
    pub(crate) async fn settle(&self) -> anyhow::Result<()> {
        const TIMEOUT: Duration = Duration::from_mins(2);
        let begun = Instant::now();
        // At any time some games are over and others about to begin.
        while self.habits.running.get() * 20 < self.players.len() * 19 {
            if begun.elapsed() > TIMEOUT {
                bail!("only {} of {} games run", self.habits.running.get(), self.players.len());
            }
            sleep(Duration::from_millis(100)).await;
        }
        sleep(Duration::from_secs(3)).await;
        Ok(())
    }

    /// Lets so many listeners come, to a table at which nothing happens.
    pub(crate) async fn listen(&mut self, listeners: u32) -> anyhow::Result<()> {
        let table = self.habits.open_waiting().await?;
        for visitor in 0..listeners {
            let mut line = Line::open(self.habits.address, visitor, &table, None).await?;
            self.listeners
                .spawn_local(async move { while line.hear().await.is_some() {} });
        }
        Ok(())
    }

    pub(crate) fn dismiss_listeners(&mut self) {
        self.listeners = JoinSet::new();
    }
}
