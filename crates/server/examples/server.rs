//! A server in a process of its own, for tests that kill it: `server DIRECTORY [TIMES]`. It prints its address and that
//! of its figures. One address may do so many times as much as usual.

use std::{
    env,
    error::Error,
    io::{self, Write},
    path::PathBuf,
};

use server::{Server, Settings, SqliteStore};

fn main() -> Result<(), Box<dyn Error>> {
    let data: PathBuf = env::args_os().nth(1).ok_or("name a directory")?.into();
    let any = "127.0.0.1:0".parse()?;
    let settings = Settings {
        metrics: Some(any),
        per_address: env::args().nth(2).map_or(Ok(1), |times| times.parse())?,
        ..Settings::new(any, games::registry())
    };
    let server = Server::open(settings, SqliteStore::open(&data)?)?;
    let mut out = io::stdout();
    writeln!(out, "{}", server.address())?;
    writeln!(out, "{}", server.metrics_address().ok_or("no address for figures")?)?;
    out.flush()?;
    Ok(server.run()?)
}
