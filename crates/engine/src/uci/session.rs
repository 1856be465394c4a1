//! The search thread: it owns the engine and executes commands one after the other.
//!
//! A failed command changes nothing, and every `go` is answered by one `bestmove`.

use std::{
    collections::hash_map::RandomState,
    hash::{BuildHasher as _, Hasher as _},
    io,
    sync::Arc,
};

use shakmaty::{CastlingMode, Move, Position as _};
use thiserror::Error;

use super::{
    board,
    command::{Command, Placement, Setting},
    go::Go,
    inbox::{Inbox, Job},
    options::{self, Effect, OptionError, Options},
    perft,
    position::{place, shortened},
    task::Task,
    thinking::{Broken, guarded, think},
    writer::{Style, Writer},
};
use crate::{
    Book, BookError, Engine, EngineError, Game, Settings, Syzygy, SyzygyError, Techniques, bench,
    network::{Network, NetworkError},
};

/// The engine and the settings that a program has sent.
pub(super) struct Session {
    inbox: Arc<Inbox>,
    writer: Arc<Writer>,
    engine: Engine,
    options: Options,
    syzygy: Option<Arc<Syzygy>>,
    book: Option<Book>,
    network: Arc<Network>,
    game: Game,
    /// Decides what is left to chance in this game.
    seed: u64,
}

/// Why an option is not set.
#[derive(Debug, Error)]
enum SetError {
    #[error(transparent)]
    Option(#[from] OptionError),
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Book(#[from] BookError),
    #[error(transparent)]
    Syzygy(#[from] SyzygyError),
    #[error("the evaluation stays as it was: {0}")]
    Network(#[from] NetworkError),
}

impl Session {
    /// A session that takes its jobs from `inbox`.
    pub(super) fn new(inbox: Arc<Inbox>, writer: Arc<Writer>) -> Result<Self, EngineError> {
        let options = Options::usual();
        let seed = chance();
        Ok(Session {
            inbox,
            writer,
            engine: Engine::new(settings(&options, seed, None, Network::embedded()))?,
            options,
            syzygy: None,
            book: None,
            network: Network::embedded(),
            game: Game::default(),
            seed,
        })
    }

    /// Works until nothing more comes or nobody listens.
    pub(super) fn run(mut self) -> io::Result<()> {
        while let Some(job) = self.inbox.take() {
            self.carry_out(&job);
            if let Some(error) = self.writer.take_error() {
                self.inbox.abandon();
                return Err(error);
            }
        }
        Ok(())
    }

    fn carry_out(&mut self, job: &Job) {
        match &job.command {
            Command::Uci => self.introduce(),
            Command::IsReady => self.writer.say("readyok"),
            Command::SetOption(setting) => {
                if let Err(error) = self.set(setting) {
                    self.writer.info_string(error);
                }
            }
            Command::Register => self.writer.info_string("there is nothing to register"),
            Command::NewGame => self.begin(),
            Command::Position(placement) => self.place(placement),
            Command::Go(go) => self.go(go, &job.task),
            Command::Perft(plies) => self.count(*plies, &job.task),
            Command::Board => self.writer.say(board::draw(self.game.position())),
            Command::Evaluate => match guarded(|| self.engine.explain(self.game.position())) {
                Ok(words) => self.writer.say(words),
                Err(Broken(words)) => self.writer.info_string(format_args!("the evaluation broke: {words}")),
            },
            Command::Bench(depth) => self.bench(*depth, &job.task),
            // The reader has done these.
            Command::Debug(_) | Command::Stop | Command::PonderHit | Command::Quit => {}
        }
    }

    fn introduce(&self) {
        let writer = &self.writer;
        writer.say(format_args!("id name Threefold {}", env!("CARGO_PKG_VERSION")));
        writer.say(format_args!("id author {}", env!("CARGO_PKG_AUTHORS")));
        options::declarations().for_each(|line| writer.say(line));
        writer.say("uciok");
    }

    fn set(&mut self, setting: &Setting) -> Result<(), SetError> {
        let mut wanted = self.options.clone();
        match wanted.set(setting)? {
            Effect::None => {}
            Effect::Clear => self.engine.new_game(),
            Effect::Settings => self.engine.set(self.settings(&wanted))?,
            Effect::Book => self.book = wanted.book_file.as_deref().map(Book::open).transpose()?,
            Effect::Network => {
                let network = match wanted.eval_file.as_deref() {
                    Some(path) => Arc::new(Network::open(path)?),
                    None => Network::embedded(),
                };
                let syzygy = self.syzygy.clone();
                self.engine
                    .set(settings(&wanted, self.seed, syzygy, Arc::clone(&network)))?;
                self.writer.info_string(format_args!("network: {}", network.note()));
                self.network = network;
            }
            Effect::Syzygy => {
                let syzygy = wanted
                    .syzygy_path
                    .as_deref()
                    .map(Syzygy::open)
                    .transpose()?
                    .map(Arc::new);
                let network = Arc::clone(&self.network);
                self.engine.set(settings(&wanted, self.seed, syzygy.clone(), network))?;
                if let Some(syzygy) = &syzygy {
                    let (count, pieces) = (syzygy.count(), syzygy.most_pieces());
                    self.writer
                        .info_string(format_args!("{count} tables of up to {pieces} pieces"));
                }
                self.syzygy = syzygy;
            }
        }
        self.options = wanted;
        Ok(())
    }

    /// A new game, in which other things happen by chance.
    fn begin(&mut self) {
        self.engine.new_game();
        self.seed = chance();
        if let Err(error) = self.engine.set(self.settings(&self.options)) {
            self.writer.info_string(error);
        }
    }

    /// What the engine is set to with these options, and with the tables and the network at hand.
    fn settings(&self, options: &Options) -> Settings {
        settings(options, self.seed, self.syzygy.clone(), Arc::clone(&self.network))
    }

    fn place(&mut self, placement: &Placement) {
        match place(placement, self.options.castling()) {
            Ok(placed) => {
                self.game = placed.game;
                if let Some(notice) = placed.notice {
                    self.writer.info_string(notice);
                }
            }
            Err(error) => self
                .writer
                .info_string(format_args!("the position stays as it was: {error}")),
        }
    }

    fn go(&mut self, go: &Go, task: &Arc<Task>) {
        let style = self.style();
        for fault in go.faults() {
            self.writer.info_string(fault);
        }
        let position = self.game.position();
        let (limits, illegal) = go.limits(position);
        for text in illegal {
            let text = shortened(text);
            self.writer
                .info_string(format_args!("'{text}' is not legal and not searched"));
        }
        let (best, ponder) = if position.legal_moves().is_empty() {
            let score = if position.is_check() { "mate 0" } else { "cp 0" };
            self.writer.say(format_args!("info depth 0 score {score}"));
            (None, None)
        } else if let Some(mv) = self.book_move(go) {
            self.writer.info_string("from the book");
            (Some(mv), None)
        } else {
            let (engine, game) = (&mut self.engine, &self.game);
            think(engine, game, &limits, &task.signal, style, &self.writer)
        };
        task.wait_for_leave();
        self.inbox.finished(task);
        self.writer.say(style.best(best, ponder));
    }

    fn count(&self, plies: u32, task: &Arc<Task>) {
        let total = perft::run(self.game.position(), plies, &task.signal, self.style(), &self.writer);
        self.inbox.finished(task);
        match total {
            Some(total) => self.writer.say(format_args!("Nodes searched: {total}")),
            None => self.writer.info_string("perft stopped"),
        }
    }

    fn bench(&self, depth: Option<u32>, task: &Arc<Task>) {
        let done = guarded(|| bench::run(depth, Techniques::default(), Arc::clone(&self.network), &task.signal));
        self.inbox.finished(task);
        match done {
            Ok(Ok(summary)) => self.writer.say(summary),
            Ok(Err(error)) => self.writer.info_string(error),
            Err(Broken(words)) => self.writer.info_string(format_args!("the bench broke: {words}")),
        }
    }

    fn book_move(&self, go: &Go) -> Option<Move> {
        if !self.options.own_book || !go.wants_a_move() {
            return None;
        }
        match self.book.as_ref()?.moves(self.game.position()) {
            Ok(found) => {
                if found.damaged > 0 {
                    self.writer
                        .info_string(format_args!("{} entries of the book are no legal moves", found.damaged));
                }
                found.choose(chance())
            }
            Err(error) => {
                self.writer.info_string(error);
                None
            }
        }
    }

    fn style(&self) -> Style {
        let found = self.game.position().castles().mode();
        Style {
            // A castling of Chess960 written as the king's way could be taken for a step of the king.
            castling: match self.options.castling() {
                CastlingMode::Chess960 => CastlingMode::Chess960,
                CastlingMode::Standard => found,
            },
            wdl: self.options.show_wdl,
        }
    }
}

/// The standard library's own chance: a new key for every hasher.
fn chance() -> u64 {
    RandomState::new().build_hasher().finish()
}

fn settings(options: &Options, seed: u64, syzygy: Option<Arc<Syzygy>>, network: Arc<Network>) -> Settings {
    Settings {
        hash: options.hash,
        threads: options.threads,
        lines: options.lines,
        move_overhead: options.move_overhead,
        rating: options.rating(),
        seed,
        syzygy,
        probe_limit: options.probe_limit,
        techniques: Techniques::default(),
        network,
        in_place: false,
    }
}
