//! A game with pondering, as a chess program plays it.

use chess::shakmaty::{CastlingMode, Chess, Position as _, uci::UciMove};

use crate::program::Program;

/// A game as the program at this end keeps it.
struct Board {
    position: Chess,
    moves: Vec<String>,
}

impl Board {
    fn play(&mut self, text: &str) {
        let mv = text
            .parse::<UciMove>()
            .expect("a move")
            .to_move(&self.position)
            .expect("a legal move");
        self.position.play_unchecked(mv);
        self.moves.push(text.to_owned());
    }

    /// The command for the position, with a move that is not played yet.
    fn command(&self, expected: Option<&str>) -> String {
        let mut moves = self.moves.clone();
        moves.extend(expected.map(str::to_owned));
        format!("position startpos moves {}", moves.join(" "))
    }

    fn reply(&self, random: &mut fastrand::Rng) -> Option<String> {
        let legal = self.position.legal_moves();
        let mv = random.choice(legal.iter().copied())?;
        Some(UciMove::from_move(mv, CastlingMode::Standard).to_string())
    }
}

/// The move and the reply it expects.
fn answer(line: &str) -> (String, Option<String>) {
    let mut words = line.split(' ').skip(1);
    let best = words.next().expect("a move follows").to_owned();
    let reply = words.next().map(|word| {
        assert_eq!(word, "ponder", "{line}");
        words.next().expect("a reply follows").to_owned()
    });
    (best, reply)
}

const CLOCK: &str = "wtime 3000 btime 3000 winc 0 binc 0";

/// How often the expected reply came and how often another one.
#[derive(Default)]
struct Count {
    hits: u32,
    misses: u32,
}

/// Plays a game against random replies, half of them the expected ones.
fn play(program: &mut Program, random: &mut fastrand::Rng, count: &mut Count) {
    let mut board = Board {
        position: Chess::default(),
        moves: Vec::new(),
    };
    program.say(&format!("ucinewgame\nposition startpos\ngo {CLOCK}"));
    while board.moves.len() < 80 {
        let (best, expected) = answer(&program.line("bestmove"));
        if best == "(none)" {
            return;
        }
        board.play(&best);
        let Some(expected) = expected else {
            let Some(reply) = board.reply(random) else { return };
            board.play(&reply);
            program.say(&format!("{}\ngo {CLOCK}", board.command(None)));
            continue;
        };
        program.say(&format!("{}\ngo ponder {CLOCK}", board.command(Some(&expected))));
        let during = program.answers("");
        assert!(!during.iter().any(|line| line.starts_with("bestmove")), "{during:#?}");
        if random.bool() {
            count.hits += 1;
            board.play(&expected);
            program.say("ponderhit");
        } else {
            count.misses += 1;
            program.say("stop");
            program.line("bestmove");
            let reply = board.reply(random).expect("it could have played the expected move");
            board.play(&reply);
            program.say(&format!("{}\ngo {CLOCK}", board.command(None)));
        }
    }
    program.line("bestmove");
}

#[test]
fn games_with_hits_and_misses() {
    let mut random = fastrand::Rng::with_seed(11);
    let mut program = Program::start();
    program.say("uci\nsetoption name Ponder value true");
    program.answers("");
    let mut count = Count::default();
    // A random opponent may be mated after a few moves; how soon depends on the depth that the clock allows.
    while count.hits <= 3 || count.misses <= 3 {
        play(&mut program, &mut random, &mut count);
    }
    program.say("quit");
    program.end();
}
