//! `threefold analyse`: what a bot thinks of a position.

use std::{
    collections::BTreeMap,
    io::{self, IsTerminal, Write},
    time::Duration,
};

use play::{
    About, BotSpec, Budget, Choice, GameAsk, GameBot, GameId, GameRecord, GameThought, LegalMove, Lines, Purpose,
    Registry, Score, Stop, Stopwatch,
};
use serde::Serialize;

use crate::{
    cli::{self, AnalyseArgs, Usage},
    line, start,
};

pub(crate) fn run(args: &AnalyseArgs, registry: &Registry) -> anyhow::Result<()> {
    let game = cli::turn_game(registry, args.game, "has no positions to analyse yet")?;
    let spec = game
        .read_bot(&args.bot)
        .map_err(|error| Usage::new(format!("--bot: {error}")))?;
    let record = start::at(&**game, &args.text)?;
    let mut bot = game.open_bot(&spec, args.chance.setup())?;
    let thoughts = think(&mut *bot, &*record, args)?;
    let report = Report::new(&*record, &spec, bot.about(), thoughts);
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
    } else {
        report.write(&mut out)?;
    }
    Ok(())
}

/// The move chosen and the latest thought of each rank.
struct Thoughts {
    best: Option<LegalMove>,
    lines: BTreeMap<usize, GameThought>,
}

fn think(bot: &mut dyn GameBot, record: &dyn GameRecord, args: &AnalyseArgs) -> anyhow::Result<Thoughts> {
    let mut lines = BTreeMap::new();
    if record.outcome().is_some() {
        return Ok(Thoughts { best: None, lines });
    }
    // The answer itself goes to stdout.
    let progress = io::stderr().is_terminal();
    let choice = bot.choose(&mut GameAsk {
        record,
        budget: Budget {
            move_time: args.movetime.map(Duration::from_millis),
            depth: args.depth,
            ..Budget::UNLIMITED
        },
        stop: &Stop::new(),
        watch: &Stopwatch::start(),
        purpose: Purpose::Study {
            lines: usize::from(args.multipv),
        },
        lines: Lines::Written,
        report: &mut |thought| {
            if progress {
                cli::print_status(&shown(&thought));
            }
            lines.insert(thought.rank, thought);
        },
    })?;
    let best = match choice {
        Choice::Move(mv) => record.describe(mv),
        Choice::ClaimDraw | Choice::Resign => None,
    };
    Ok(Thoughts { best, lines })
}

/// The result as JSON or text.
#[derive(Serialize)]
struct Report<'a> {
    game: GameId,
    position: String,
    bot: String,
    about: &'a About,
    /// How the game ended, if the position is its end.
    outcome: Option<String>,
    best: Option<Named>,
    lines: Vec<Line>,
}

/// A move for programs and for people.
#[derive(Serialize)]
struct Named {
    code: String,
    label: String,
}

#[derive(Serialize)]
struct Line {
    rank: usize,
    depth: u32,
    score: Points,
    nodes: u64,
    milliseconds: u64,
    moves: Vec<Named>,
    #[serde(skip)]
    shown: Score,
}

/// A score as chess programs write it: centipawns, or moves to mate, negative when the mover is mated.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Points {
    Cp(i32),
    Mate(i32),
}

impl<'a> Report<'a> {
    fn new(record: &dyn GameRecord, spec: &BotSpec, about: &'a About, thoughts: Thoughts) -> Self {
        let line = |thought: GameThought| Line {
            rank: thought.rank,
            depth: thought.depth,
            score: Points::from(thought.score),
            nodes: thought.nodes,
            milliseconds: thought.elapsed.as_millis() as u64,
            moves: thought
                .line
                .into_iter()
                .map(|[code, label]| Named { code, label })
                .collect(),
            shown: thought.score,
        };
        let named = |LegalMove { code, label, .. }| Named { code, label };
        Report {
            game: record.game(),
            position: record.position_text(record.plies()).unwrap_or_default(),
            bot: spec.to_string(),
            about,
            outcome: record.outcome().map(|outcome| outcome.to_string()),
            best: thoughts.best.map(named),
            lines: thoughts.lines.into_values().map(line).collect(),
        }
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}", self.position)?;
        if let Some(outcome) = &self.outcome {
            return writeln!(out, "The game is over. {outcome}.");
        }
        if let Some(first) = self.lines.first() {
            writeln!(
                out,
                "{} looked {} plies ahead: {} positions in {:.2} s",
                self.about.name,
                first.depth,
                first.nodes,
                first.milliseconds as f64 / 1000.0
            )?;
        }
        for line in &self.lines {
            let moves: Vec<&str> = line.moves.iter().map(|mv| mv.label.as_str()).collect();
            writeln!(
                out,
                "{:>3}. {:>7}  {}",
                line.rank,
                line.shown.to_string(),
                line::joined(moves)
            )?;
        }
        if let Some(best) = &self.best {
            writeln!(out, "best {} ({})", best.label, best.code)?;
        }
        Ok(())
    }
}

impl From<Score> for Points {
    fn from(score: Score) -> Self {
        match (score, score.moves_to_end()) {
            (_, Some(moves)) => Points::Mate(moves),
            (Score::Centipawns(points), None) => Points::Cp(points),
            (Score::Win(_) | Score::Loss(_), None) => Points::Mate(0),
        }
    }
}

/// A thought on one line, to show progress.
fn shown(thought: &GameThought) -> String {
    let labels = thought.line.iter().map(|[_, label]| label);
    format!("depth {}, {}: {}", thought.depth, thought.score, line::joined(labels))
}
