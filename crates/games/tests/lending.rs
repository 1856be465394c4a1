//! Searching bots think with memory that is lent to them as they would with their own.

#![expect(clippy::expect_used, reason = "a test fails by panicking, in its helpers too")]

use play::{
    Budget, Choice, Contents, GameAsk, GameBot, GameId, GameModule, GameRecord, GameThought, Lines, MemorySource,
    MoveIndex, Purpose, SearchMemory, Setup, Start, Stop, Stopwatch,
};

const SPECS: [(&str, &str); 6] = [
    ("chess", "medium"),
    ("chess", "hard"),
    ("chess", "master"),
    ("chess", "elo:2800"),
    ("ransom", "hard"),
    ("ransom", "master"),
];

fn open(module: &dyn GameModule, spec: &str, memory: MemorySource) -> Box<dyn GameBot> {
    let setup = Setup {
        hash: 1,
        memory,
        ..Setup::seeded(5)
    };
    let spec = module.read_bot(spec).expect("the bot is known");
    let mut bot = module.open_bot(&spec, setup).expect("the bot opens");
    bot.begin(5).expect("the bot begins");
    bot
}

/// The choice of a bot within a number of positions, and what it thought on the way.
fn ask(bot: &mut dyn GameBot, record: &dyn GameRecord) -> (Choice<MoveIndex>, Vec<GameThought>) {
    let mut thoughts = Vec::new();
    let budget = Budget {
        nodes: Some(3_000),
        ..Budget::UNLIMITED
    };
    let choice = bot.choose(&mut GameAsk {
        record,
        budget,
        stop: &Stop::new(),
        watch: &Stopwatch::start(),
        purpose: Purpose::Game,
        lines: Lines::Written,
        report: &mut |thought| {
            thoughts.push(GameThought {
                elapsed: std::time::Duration::ZERO,
                ..thought
            });
        },
    });
    (choice.expect("there is a move"), thoughts)
}

fn play(record: &mut Box<dyn GameRecord>, choice: Choice<MoveIndex>) {
    let Choice::Move(mv) = choice else {
        unreachable!("nobody resigns in the opening");
    };
    record.play(mv, None).expect("the move is legal");
}

#[test]
fn memory_of_its_own_is_as_good_lent_as_kept() {
    let registry = games::registry();
    for (game, spec) in SPECS {
        let module = registry.get(GameId::new(game)).expect("the game is registered");
        let mut keeps = open(&**module, spec, MemorySource::Own);
        let mut borrows = open(&**module, spec, MemorySource::Lent);
        let mut memory: Option<SearchMemory> = None;
        let mut record = module.begin(&Start::Usual).expect("the game begins").record;
        for ply in 0..6 {
            if let Some(memory) = memory.take() {
                assert_eq!(Some(memory.kind()), borrows.memory_kind());
                borrows.lend(memory, Contents::Own);
            }
            let expected = ask(&mut *keeps, &*record);
            assert_eq!(ask(&mut *borrows, &*record), expected, "{game} {spec}, ply {ply}");
            memory = borrows.take_memory();
            assert!(memory.is_some() && borrows.take_memory().is_none());
            play(&mut record, expected.0);
        }
    }
}

#[test]
fn nothing_of_another_bots_memory_is_left() {
    let registry = games::registry();
    for (game, spec) in SPECS {
        let module = registry.get(GameId::new(game)).expect("the game is registered");
        let mut record = module.begin(&Start::Usual).expect("the game begins").record;
        let mut other = open(&**module, spec, MemorySource::Own);
        for ply in 0..4 {
            let choice = ask(&mut *other, &*record).0;
            let expected = ask(&mut *open(&**module, spec, MemorySource::Own), &*record);
            let mut borrows = open(&**module, spec, MemorySource::Lent);
            let memory = other.take_memory().expect("it has thought");
            borrows.lend(memory, Contents::Foreign);
            assert_eq!(ask(&mut *borrows, &*record), expected, "{game} {spec}, ply {ply}");
            other.lend(borrows.take_memory().expect("it has thought"), Contents::Foreign);
            play(&mut record, choice);
        }
    }
}
