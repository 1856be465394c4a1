//! A UCI program that behaves as well or as badly as its first argument says: the guest of the tests.
//!
//! Further arguments: `echo=ADDRESS` copies every line it reads to a socket, which closes when the program ends;
//! `answer=TEXT` is said instead of a move; `score=TEXT` is its judgement of every position.

use std::{
    env,
    io::{self, BufRead, Write},
    net::TcpStream,
    process::{self, Command, Stdio},
    thread,
    time::Duration,
};

use chess::{Position, shakmaty::Move};
use play::{Notation, Rules};

fn main() -> io::Result<()> {
    let mut words = env::args().skip(1);
    let manner = Manner::read(&words.next().unwrap_or_default())?;
    if manner == Manner::Stillborn {
        eprintln!("no such luck");
        process::exit(7);
    }
    let mut fixture = Fixture {
        manner,
        echo: None,
        answer: None,
        score: "cp 13".to_owned(),
        position: Position::new(),
        lines: 1,
        is_thinking: false,
    };
    for word in words {
        match word.split_once('=') {
            Some(("echo", address)) => fixture.echo = Some(TcpStream::connect(address)?),
            Some(("answer", text)) => fixture.answer = Some(text.to_owned()),
            // A separate program, which continues when this one ends.
            Some(("child", address)) => {
                let mut child = Command::new(env::current_exe()?);
                child.args(["orphan", &format!("park={address}")]).stdin(Stdio::null());
                drop(child.spawn()?);
            }
            Some(("park", address)) => {
                let _call = TcpStream::connect(address)?;
                loop {
                    thread::park();
                }
            }
            Some(("score", text)) => text.clone_into(&mut fixture.score),
            _ => return Err(io::Error::other(format!("what is {word}?"))),
        }
    }
    for line in io::stdin().lock().lines() {
        let line = line?;
        if let Some(echo) = &mut fixture.echo {
            writeln!(echo, "{line}")?;
        }
        if line == "quit" && manner != Manner::Deaf {
            return Ok(());
        }
        fixture.obey(&line)?;
    }
    if manner == Manner::Deaf {
        forever();
    }
    Ok(())
}

/// How it behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    /// As UCI says; always the first legal move.
    Good,
    /// Good, but castles whenever it can.
    Castling,
    /// Good, but has neither a name nor options.
    Plain,
    /// Good, but says only after a while what it has found.
    Slow,
    /// Good, but fills its error output.
    Noisy,
    /// Good, but says much between that means nothing.
    Chatty,
    /// Good, but says its move twice.
    Twice,
    /// Plays correctly, but ignores `quit` and the end of its input.
    Deaf,
    /// Thinks until `stop`.
    Patient,
    /// Never answers at all.
    Mute,
    /// Neither answers nor listens once it thinks.
    Stuck,
    /// Thinks aloud without end.
    Flood,
    /// Says one line without end.
    Endless,
    /// Says bytes that are no text, without end.
    Binary,
    /// Ends before it is asked anything.
    Stillborn,
    /// Ends when it should think.
    Mortal,
    /// Ends when it should think, and leaves a child that holds its pipes.
    Parent,
    /// That child.
    Orphan,
}

impl Manner {
    const ALL: [(&str, Manner); 18] = [
        ("good", Manner::Good),
        ("castling", Manner::Castling),
        ("plain", Manner::Plain),
        ("slow", Manner::Slow),
        ("noisy", Manner::Noisy),
        ("chatty", Manner::Chatty),
        ("twice", Manner::Twice),
        ("deaf", Manner::Deaf),
        ("patient", Manner::Patient),
        ("mute", Manner::Mute),
        ("stuck", Manner::Stuck),
        ("flood", Manner::Flood),
        ("endless", Manner::Endless),
        ("binary", Manner::Binary),
        ("stillborn", Manner::Stillborn),
        ("mortal", Manner::Mortal),
        ("parent", Manner::Parent),
        ("orphan", Manner::Orphan),
    ];

    fn read(word: &str) -> io::Result<Self> {
        let known = Manner::ALL.into_iter().find(|(name, _)| *name == word);
        known.map_or_else(
            || Err(io::Error::other(format!("no manner '{word}'"))),
            |(_, manner)| Ok(manner),
        )
    }
}

struct Fixture {
    manner: Manner,
    echo: Option<TcpStream>,
    answer: Option<String>,
    score: String,
    position: Position,
    lines: usize,
    is_thinking: bool,
}

impl Fixture {
    fn obey(&mut self, line: &str) -> io::Result<()> {
        if let Manner::Mute | Manner::Orphan = self.manner {
            return Ok(());
        }
        if self.manner == Manner::Chatty {
            say("\nhello\ninfo\ninfo depth deep score cp 1\ninfo score cp 5 pv z9z9\nbestmoves e2e4\noption\nid")?;
            io::stdout().write_all(b"\xff\xfe\x00\x1b[2J\n")?;
        }
        match line.split_whitespace().next().unwrap_or_default() {
            "uci" if self.manner == Manner::Plain => say("uciok"),
            "uci" => say("id name Fixture 1.0\nid author Nobody in particular\n\
                 option name Hash type spin default 16 min 1 max 1024\n\
                 option name MultiPV type spin default 1 min 1 max 5\n\
                 option name UCI_Chess960 type check default false\n\
                 option name Opening Book type string default <empty>\nuciok"),
            "isready" => say("readyok"),
            "setoption" => {
                if let Some(lines) = line.strip_prefix("setoption name MultiPV value ") {
                    self.lines = lines.parse().map_err(io::Error::other)?;
                }
                Ok(())
            }
            "position" => self.set_up(line),
            "go" => self.go(),
            "stop" if self.is_thinking => self.finish(),
            _ => Ok(()),
        }
    }

    fn set_up(&mut self, line: &str) -> io::Result<()> {
        let (start, moves) = line.split_once(" moves ").unwrap_or((line, ""));
        self.position = match start.strip_prefix("position fen ") {
            Some(fen) => Position::read_position(fen).map_err(io::Error::other)?.position,
            None => Position::new(),
        };
        for code in moves.split_whitespace() {
            let mv = self.position.read_move(code).map_err(io::Error::other)?;
            self.position.play(mv);
        }
        Ok(())
    }

    fn go(&mut self) -> io::Result<()> {
        match self.manner {
            Manner::Stuck => forever(),
            Manner::Flood => loop {
                say("info depth 1 score cp 1 nodes 1 pv e2e4 e7e5 g1f3 b8c6")?;
            },
            Manner::Endless => loop {
                io::stdout().write_all(&[b'x'; 4096])?;
            },
            Manner::Binary => {
                let bytes: Vec<u8> = (0..=u8::MAX).collect();
                loop {
                    io::stdout().write_all(&bytes)?;
                }
            }
            Manner::Mortal => {
                eprintln!("the well is dry\ngood bye");
                process::exit(7);
            }
            Manner::Parent => {
                Command::new(env::current_exe()?).arg("orphan").spawn()?;
                process::exit(7);
            }
            Manner::Slow => thread::sleep(Duration::from_millis(50)),
            Manner::Noisy => {
                for number in 0..20_000 {
                    eprintln!("noise, noise and again noise: {number}");
                }
            }
            Manner::Good
            | Manner::Castling
            | Manner::Plain
            | Manner::Chatty
            | Manner::Twice
            | Manner::Deaf
            | Manner::Patient
            | Manner::Mute
            | Manner::Stillborn
            | Manner::Orphan => {}
        }
        for (index, mv) in self.choices().into_iter().take(self.lines).enumerate() {
            let (rank, code) = (index + 1, self.position.code(mv));
            say(&format!(
                "info depth 3 multipv {rank} score {} nodes 42 pv {code} a1a1",
                self.score
            ))?;
        }
        self.is_thinking = true;
        if self.manner == Manner::Patient {
            return Ok(());
        }
        self.finish()
    }

    fn finish(&mut self) -> io::Result<()> {
        self.is_thinking = false;
        let best = self.answer.clone().or_else(|| {
            let best = self.choices().first().copied()?;
            Some(self.position.code(best))
        });
        let line = format!("bestmove {}", best.as_deref().unwrap_or("(none)"));
        if self.manner == Manner::Twice {
            say(&line)?;
        }
        say(&line)
    }

    /// The legal moves, the preferred one first.
    fn choices(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.position.moves(&mut moves);
        if self.manner == Manner::Castling {
            moves.sort_by_key(|mv| !mv.is_castle());
        }
        moves
    }
}

/// Says a line; unlike `println`, ends the program quietly when nobody listens any more.
fn say(line: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "{line}")?;
    stdout.flush()
}

fn forever() -> ! {
    loop {
        thread::park();
    }
}
