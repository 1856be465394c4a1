//! The tables of the database, made by numbered steps that only add. So a node of the previous version can continue
//! while another node is already newer.

use host::StoreError;

use super::link::{Fault, Link};
use crate::players;

/// The steps; a database at version 2 has had the first two.
const STEPS: [&str; 5] = [
    "
    CREATE TABLE cluster (
        one boolean PRIMARY KEY DEFAULT true CHECK (one),
        -- Proves that a request comes from another node.
        secret text NOT NULL
    );
    INSERT INTO cluster (secret) VALUES (
        replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
    );
    CREATE TABLE nodes (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        name text NOT NULL,
        -- Where other nodes reach it.
        address text NOT NULL,
        -- The end of its lease.
        until timestamptz NOT NULL,
        draining boolean NOT NULL DEFAULT false,
        -- Others may claim its tables, and it may not renew its lease.
        dead boolean NOT NULL DEFAULT false,
        started timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX nodes_alive ON nodes (id) WHERE NOT dead;
    CREATE TABLE games (
        id text PRIMARY KEY,
        -- The node that has claimed it, the number of the last claim, and of the last event.
        owner integer,
        epoch bigint NOT NULL,
        seq bigint NOT NULL,
        game text NOT NULL,
        kind text NOT NULL,
        seats text NOT NULL,
        players text[] NOT NULL,
        plies integer NOT NULL,
        state text NOT NULL,
        is_over boolean NOT NULL,
        result text,
        begun bigint NOT NULL,
        touched bigint NOT NULL,
        save text,
        live text,
        visibility text NOT NULL,
        -- What is wrong with a game that was put aside.
        fault text
        -- No index has a column that changes with a move: such updates stay on their page.
    ) WITH (fillfactor = 70);
    CREATE INDEX games_owned ON games (owner) WHERE owner IS NOT NULL;
    CREATE INDEX games_of_player ON games USING gin (players);
    CREATE INDEX games_put_aside ON games (id) WHERE fault IS NOT NULL;
    CREATE TABLE events (
        game text NOT NULL,
        seq bigint NOT NULL,
        -- The claim and the node with which it was written.
        epoch bigint NOT NULL,
        writer integer NOT NULL,
        text text NOT NULL,
        PRIMARY KEY (game, seq)
    );
    CREATE TABLE seat_tokens (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        game text NOT NULL,
        seat smallint NOT NULL,
        player text NOT NULL,
        hash bytea NOT NULL
    );
    CREATE INDEX seat_tokens_of_game ON seat_tokens (game);
    CREATE TABLE players (
        id text PRIMARY KEY,
        name text NOT NULL
    );
",
    "
    ALTER TABLE games ADD COLUMN clock text;
    -- People who want to be paired, and whom they were paired with last.
    CREATE TABLE seekers (
        player text PRIMARY KEY,
        -- The number of the search; another number begins anew.
        ticket bigint NOT NULL,
        name text NOT NULL,
        -- What is wanted: two people are paired who want the same.
        pool text NOT NULL,
        wish text NOT NULL,
        rating integer NOT NULL,
        since timestamptz NOT NULL DEFAULT now(),
        -- When the seeker last asked; one who does not ask any more has gone.
        seen timestamptz NOT NULL DEFAULT now(),
        -- The table of the pairing; nobody who has one is paired.
        game text,
        opponent text
    );
    CREATE INDEX seekers_waiting ON seekers (pool, since) WHERE game IS NULL;
    -- One row: the node that advances its moment makes the next wave.
    CREATE TABLE waves (
        one boolean PRIMARY KEY DEFAULT true CHECK (one),
        next timestamptz NOT NULL DEFAULT now()
    );
    INSERT INTO waves DEFAULT VALUES;
    -- How many people each node counts.
    CREATE TABLE online (
        node integer PRIMARY KEY,
        people integer NOT NULL,
        at timestamptz NOT NULL DEFAULT now()
    );
",
    players::TABLES,
    "
    -- Of an account; a game of two who have one is rated.
    ALTER TABLE seekers ALTER COLUMN rating DROP NOT NULL;
",
    players::CHALLENGES,
];

/// All nodes that start take this lock first: the letters of `3fold`.
const LOCK: i64 = 0x0033_666f_6c64;

/// Brings a database to the present version; one of a later version is refused.
pub(super) async fn prepare(link: &mut Link) -> Result<(), Fault> {
    let change = link.client().await?.transaction().await?;
    // Another node may be running the migration, which may take long.
    change
        .batch_execute("SET LOCAL lock_timeout = '60s'; SET LOCAL statement_timeout = '60s'")
        .await?;
    change.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await?;
    change
        .batch_execute("CREATE TABLE IF NOT EXISTS schema_steps (step integer PRIMARY KEY)")
        .await?;
    let row = change
        .query_one("SELECT coalesce(max(step), 0) FROM schema_steps", &[])
        .await?;
    let done = row.get::<_, i32>(0) as usize;
    if done > STEPS.len() {
        return Err(StoreError::Newer("the database".to_owned()).into());
    }
    for (step, text) in (1i32..).zip(STEPS).skip(done) {
        change.batch_execute(text).await?;
        change
            .execute("INSERT INTO schema_steps (step) VALUES ($1)", &[&step])
            .await?;
    }
    Ok(change.commit().await?)
}
