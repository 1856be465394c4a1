//! A node without the rest of the program, for tests: it reads the arguments of `threefold serve`.

use std::{collections::HashMap, env, error::Error};

use server::{NodeSettings, Server, Settings};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(2).collect();
    let pairs = arguments.chunks(2).map(|pair| (pair[0].as_str(), pair[1].as_str()));
    let given: HashMap<&str, &str> = pairs.collect();
    let server = Server::open_node(
        Settings {
            tables: given["--tables"].parse()?,
            // All clients of a test come from one address.
            per_address: 1_000,
            ..Settings::new(given["--listen"].parse()?, games::registry())
        },
        NodeSettings {
            database: given["--database"].to_owned(),
            name: given["--name"].to_owned(),
            peer_listen: given["--peer-listen"].parse()?,
            peer_address: None,
        },
    )?;
    println!("Threefold is open: http://{}/", server.address());
    Ok(server.run()?)
}
