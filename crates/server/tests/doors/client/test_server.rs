//! A server for tests, in this process.

use std::path::PathBuf;

use host::MemoryStore;
use play::Registry;
use serde_json::Value;
use server::{Server, Settings, SqliteStore, Time};
use tempfile::TempDir;

use super::{Client, get, join, open_table, post};

/// A server in this process.
pub(crate) struct TestServer {
    server: Option<Server>,
    store: Storage,
    settings: Settings,
}

enum Storage {
    Disk(TempDir),
    Memory(MemoryStore),
}

impl TestServer {
    pub(crate) fn open() -> Self {
        TestServer::with(settings())
    }

    /// A server with room for so many tables.
    pub(crate) fn with_tables(tables: usize) -> Self {
        TestServer::with(Settings { tables, ..settings() })
    }

    /// A server that knows other games.
    pub(crate) fn with_games(registry: Registry) -> Self {
        TestServer::with(Settings { registry, ..settings() })
    }

    /// A server whose time the test drives.
    pub(crate) fn with_driven_time() -> Self {
        let time = Time::Driven;
        TestServer::with(Settings { time, ..settings() })
    }

    /// A server on a store that can be made to fail.
    pub(crate) fn with_store(store: MemoryStore) -> Self {
        TestServer::with_storage(settings(), Storage::Memory(store))
    }

    /// A server with other settings than usual.
    pub(crate) fn with_settings(change: impl FnOnce(&mut Settings)) -> Self {
        let mut settings = settings();
        change(&mut settings);
        TestServer::with(settings)
    }

    fn with(settings: Settings) -> Self {
        let data = tempfile::tempdir().expect("tests may write");
        TestServer::with_storage(settings, Storage::Disk(data))
    }

    fn with_storage(settings: Settings, store: Storage) -> Self {
        let mut server = TestServer {
            server: None,
            store,
            settings,
        };
        server.reopen();
        server
    }

    /// Opens the server, a second time perhaps, on the same store.
    pub(crate) fn reopen(&mut self) {
        self.close();
        let settings = self.settings.clone();
        let opened = match &self.store {
            Storage::Disk(data) => Server::open(settings, SqliteStore::open(data.path()).expect("a database")),
            Storage::Memory(store) => Server::open(settings, store.clone()),
        };
        self.server = Some(opened.expect("the server opens"));
    }

    pub(crate) fn close(&mut self) {
        if let Some(server) = self.server.take() {
            server.close().expect("the server closes");
        }
    }

    pub(crate) fn address(&self) -> String {
        self.server.as_ref().expect("the server is open").address().to_string()
    }

    /// The figures about itself, on their own address.
    pub(crate) fn metrics(&self) -> String {
        let server = self.server.as_ref().expect("the server is open");
        let address = server.metrics_address().expect("it has one");
        get(&address.to_string(), "/metrics").1
    }

    /// Where its database is.
    pub(crate) fn data(&self) -> PathBuf {
        match &self.store {
            Storage::Disk(data) => data.path().to_owned(),
            Storage::Memory(_) => PathBuf::new(),
        }
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        post(&self.address(), path, body)
    }

    pub(crate) fn get(&self, path: &str) -> (u16, String) {
        get(&self.address(), path)
    }

    pub(crate) fn table(&self, wanted: &Value) -> (String, Vec<String>) {
        open_table(&self.address(), wanted)
    }

    /// Takes an open seat with a device of its own.
    pub(crate) fn join(&self, table: &str, name: &str) -> (u64, String) {
        join(&self.address(), table, name)
    }

    pub(crate) fn client(&self, table: &str, tokens: &[String]) -> Client {
        Client::connect(&self.address(), table, tokens)
    }
}

fn settings() -> Settings {
    let any = "127.0.0.1:0".parse().expect("an address");
    Settings {
        metrics: Some(any),
        ..Settings::new(any, games::registry())
    }
}
