//! A proxy in front of the database that can stop forwarding bytes without closing connections, and can switch to
//! another database.

use std::{cell::Cell, net::Ipv4Addr, rc::Rc, sync::Arc, time::Duration};

use anyhow::Context;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::watch,
};

/// A relay.
pub(super) struct Relay {
    port: u16,
    /// The port of this machine that new lines are passed to.
    target: Rc<Cell<u16>>,
    silent: Arc<watch::Sender<bool>>,
}

impl Relay {
    /// Opens a relay to a port of this machine.
    pub(super) async fn open(to: u16) -> anyhow::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.context("the relay")?;
        let port = listener.local_addr()?.port();
        let silent = Arc::new(watch::channel(false).0);
        let watched = Arc::clone(&silent);
        let target = Rc::new(Cell::new(to));
        let current = Rc::clone(&target);
        tokio::task::spawn_local(async move {
            while let Ok((here, _)) = listener.accept().await {
                let silent = watched.subscribe();
                tokio::task::spawn_local(carry(here, current.get(), silent));
            }
        });
        Ok(Relay { port, target, silent })
    }

    /// Passes new lines to another port, as an address that moves to another machine does.
    pub(super) fn redirect(&self, to: u16) {
        self.target.set(to);
    }

    pub(super) const fn port(&self) -> u16 {
        self.port
    }

    /// Passes nothing from now on, or passes what comes; lines that were silent are closed then.
    pub(super) fn set_silent(&self, silent: bool) {
        self.silent.send_replace(silent);
    }
}

async fn carry(here: TcpStream, to: u16, mut silent: watch::Receiver<bool>) {
    let Ok(there) = TcpStream::connect((Ipv4Addr::LOCALHOST, to)).await else {
        return;
    };
    // Latency of the relay must not be measured.
    if here.set_nodelay(true).is_err() || there.set_nodelay(true).is_err() {
        return;
    }
    let (mut here_in, mut here_out) = here.into_split();
    let (mut there_in, mut there_out) = there.into_split();
    let (mut up, mut down) = ([0; 16 << 10], [0; 16 << 10]);
    loop {
        if *silent.borrow_and_update() {
            // Nothing passes, and neither end notices. Afterwards the line is of no use.
            drop(silent.wait_for(|silent| !*silent).await);
            return;
        }
        tokio::select! {
            read = here_in.read(&mut up) => match read {
                Ok(read) if read > 0 => if there_out.write_all(&up[..read]).await.is_err() { return },
                _ => return,
            },
            read = there_in.read(&mut down) => match read {
                Ok(read) if read > 0 => if here_out.write_all(&down[..read]).await.is_err() { return },
                _ => return,
            },
            changed = silent.changed() => if changed.is_err() {
                tokio::time::sleep(Duration::from_millis(1)).await;
            },
        }
    }
}
