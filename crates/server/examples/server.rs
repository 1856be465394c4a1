//! A server in a process of its own, for tests that kill it: `server DIRECTORY`. The first line it prints is its address.

use std::{
    env,
    error::Error,
    io::{self, Write},
    path::PathBuf,
};

use server::{Server, Settings, SqliteStore, Time};

fn main() -> Result<(), Box<dyn Error>> {
    let data: PathBuf = env::args_os().nth(1).ok_or("name a directory")?.into();
    let settings = Settings {
        listen: "127.0.0.1:0".parse()?,
        tables: Settings::TABLES,
        registry: games::registry(),
        time: Time::Wall,
    };
    let server = Server::open(settings, SqliteStore::open(&data)?)?;
    let mut out = io::stdout();
    writeln!(out, "{}", server.address())?;
    out.flush()?;
    Ok(server.run()?)
}
