//! The tables about players, in SQL that both databases accept.

/// Adds the tables about players to a database with games.
///
/// A finished game is recorded once: its row in `games` says so, in the transaction that writes lists and ratings. The
/// index has no column that changes with a move, so that updates of `PostgreSQL` stay on their page.
pub(crate) const TABLES: &str = "
    ALTER TABLE games ADD COLUMN recorded BIGINT NOT NULL DEFAULT 0;
    CREATE INDEX games_unrecorded ON games (id) WHERE is_over AND recorded = 0;
    CREATE TABLE accounts (
        player TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        -- Names that look alike have the same.
        skeleton TEXT NOT NULL UNIQUE,
        -- A PHC string of argon2id.
        password TEXT NOT NULL,
        created BIGINT NOT NULL
    );
    CREATE TABLE recovery_codes (
        player TEXT NOT NULL,
        hash TEXT NOT NULL,
        PRIMARY KEY (player, hash)
    );
    CREATE TABLE sessions (
        hash TEXT PRIMARY KEY,
        player TEXT NOT NULL,
        -- In which kind of cookie it is accepted.
        cookie TEXT NOT NULL,
        created BIGINT NOT NULL,
        seen BIGINT NOT NULL,
        agent TEXT NOT NULL
    );
    CREATE INDEX sessions_of_player ON sessions (player);
    CREATE TABLE reset_links (
        hash TEXT PRIMARY KEY,
        player TEXT NOT NULL,
        until BIGINT NOT NULL
    );
    CREATE TABLE failed_sign_ins (
        subject TEXT PRIMARY KEY,
        failures BIGINT NOT NULL,
        until BIGINT NOT NULL
    );
    -- Anonymous players that belong to an account.
    CREATE TABLE adopted (
        player TEXT PRIMARY KEY,
        account TEXT NOT NULL
    );
    CREATE INDEX adopted_by ON adopted (account);
    CREATE TABLE rated_games (
        game TEXT PRIMARY KEY
    );
    CREATE TABLE ratings (
        player TEXT NOT NULL,
        list TEXT NOT NULL,
        value DOUBLE PRECISION NOT NULL,
        deviation DOUBLE PRECISION NOT NULL,
        volatility DOUBLE PRECISION NOT NULL,
        games BIGINT NOT NULL,
        played BIGINT NOT NULL,
        PRIMARY KEY (player, list)
    );
    CREATE TABLE rating_changes (
        player TEXT NOT NULL,
        list TEXT NOT NULL,
        played BIGINT NOT NULL,
        game TEXT NOT NULL,
        was DOUBLE PRECISION NOT NULL,
        value DOUBLE PRECISION NOT NULL,
        deviation DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (player, list, played, game)
    );
    CREATE INDEX rating_changes_of_game ON rating_changes (game);
    -- Finished games in the lists of their players.
    CREATE TABLE player_games (
        player TEXT NOT NULL,
        game TEXT NOT NULL,
        variant TEXT NOT NULL,
        seat BIGINT NOT NULL,
        result TEXT NOT NULL,
        -- The other side of a game of two: a player or a bot.
        opponent TEXT,
        bot TEXT,
        opponent_rating BIGINT,
        -- The list in which it was rated.
        list TEXT,
        opening TEXT,
        plies BIGINT NOT NULL,
        begun BIGINT NOT NULL,
        ended BIGINT NOT NULL,
        PRIMARY KEY (player, game)
    );
    CREATE INDEX player_games_by_end ON player_games (player, ended DESC, game);
    -- Games that a player has deleted from the own list.
    CREATE TABLE hidden_games (
        player TEXT NOT NULL,
        game TEXT NOT NULL,
        PRIMARY KEY (player, game)
    );
";

/// The table of challenges, which an older database with players may lack.
pub(crate) const CHALLENGES: &str = "
    CREATE TABLE IF NOT EXISTS challenges (
        game TEXT PRIMARY KEY,
        challenger TEXT NOT NULL,
        -- The account for which the seat is kept.
        challenged TEXT NOT NULL,
        state TEXT NOT NULL,
        until BIGINT NOT NULL
    );
    CREATE INDEX IF NOT EXISTS challenges_to ON challenges (challenged, until);
";

/// The tables that hold nothing but what is about players.
pub(crate) const TABLE_NAMES: [&str; 12] = [
    "accounts",
    "recovery_codes",
    "sessions",
    "reset_links",
    "failed_sign_ins",
    "adopted",
    "rated_games",
    "ratings",
    "rating_changes",
    "player_games",
    "hidden_games",
    "challenges",
];
