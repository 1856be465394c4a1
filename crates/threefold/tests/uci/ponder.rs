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

#[test]
fn a_game_with_hits_and_misses() {
    const CLOCK: &str = "wtime 3000 btime 3000 winc 0 binc 0";
    let mut random = fastrand::Rng::with_seed(11);
    let mut program = Program::start();
    program.say("uci\nsetoption name Ponder value true\nucinewgame");
    program.answers("");
    let mut board = Board {
        position: Chess::default(),
        moves: Vec::new(),
    };
    let (mut hits, mut misses) = (0, 0);
    program.say(&format!("{}\ngo {CLOCK}", "position startpos"));
    while board.moves.len() < 80 {
        let (best, expected) = answer(&program.line("bestmove"));
        if best == "(none)" {
            break;
        }
        board.play(&best);
        let Some(expected) = expected else {
            let Some(reply) = board.reply(&mut random) else { break };
            board.play(&reply);
            program.say(&format!("{}\ngo {CLOCK}", board.command(None)));
            continue;
        };
        program.say(&format!("{}\ngo ponder {CLOCK}", board.command(Some(&expected))));
        let during = program.answers("");
        assert!(!during.iter().any(|line| line.starts_with("bestmove")), "{during:#?}");
        if random.bool() {
            hits += 1;
            board.play(&expected);
            program.say("ponderhit");
        } else {
            misses += 1;
            program.say("stop");
            program.line("bestmove");
            let reply = board
                .reply(&mut random)
                .expect("it could have played the expected move");
            board.play(&reply);
            program.say(&format!("{}\ngo {CLOCK}", board.command(None)));
        }
    }
    assert!(
        hits > 3 && misses > 3,
        "{hits} hits, {misses} misses in {:?}",
        board.moves
    );
    program.say("quit");
    program.end();
}

#[test]
fn a_ponder_search_that_is_over_answers_at_the_hit() {
    let mut program = Program::start();
    program.say("position startpos\ngo ponder depth 1");
    program.line("info depth 1");
    for _ in 0..20 {
        let heard = program.answers("");
        assert!(!heard.iter().any(|line| line.starts_with("bestmove")), "{heard:#?}");
    }
    program.say("ponderhit");
    program.line("bestmove ");
}

#[test]
fn a_hit_without_a_search_and_a_second_one_do_no_harm() {
    let mut program = Program::start();
    assert!(program.answers("ponderhit").is_empty());
    program.say("position startpos\ngo ponder depth 2\nponderhit\nponderhit");
    program.line("bestmove ");
    assert!(program.answers("ponderhit\nstop").is_empty());
}
