//! A hall in a process of its own, for tests that kill it: `hall DIRECTORY`. The first line it prints is its address.

use std::{
    env,
    error::Error,
    io::{self, Write},
};

use server::{Server, Settings};

fn main() -> Result<(), Box<dyn Error>> {
    let data = env::args_os().nth(1).ok_or("name a directory")?;
    let server = Server::open(&Settings {
        listen: "127.0.0.1:0".parse()?,
        data: data.into(),
        tables: Settings::TABLES,
    })?;
    let mut out = io::stdout();
    writeln!(out, "{}", server.address())?;
    out.flush()?;
    Ok(server.run()?)
}
