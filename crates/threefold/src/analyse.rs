//! `threefold analyse`: what a bot thinks of a position.

use std::{
    collections::BTreeMap,
    io::{self, IsTerminal, Write},
    time::Duration,
};

use bots::{BotSpec, Game, Playable};
use play::{About, Ask, Bot, Budget, Choice, Notation, Purpose, Record, Score, Stop, Stopwatch, Thought};
use serde::Serialize;

use crate::{
    cli::{self, AnalyseArgs, Usage},
    line, start,
};

pub(crate) fn run(args: &AnalyseArgs) -> anyhow::Result<()> {
    match args.game {
        Game::Chess => analyse::<chess::Position>(args),
        Game::Ransom => analyse::<ransom::Position>(args),
        Game::Kungfu => Err(Usage::new("Kung Fu Chess has no positions to analyse yet").into()),
    }
}

fn analyse<R: Notation + Playable + Default>(args: &AnalyseArgs) -> anyhow::Result<()> {
    let spec = args.spec()?;
    let record = Record::new(start::read::<R>(&args.text)?);
    let mut bot = R::open(&spec, args.chance.setup())?;
    let thoughts = think(&mut *bot, &record, args)?;
    let report = Report::new(&record, &spec, bot.about(), &thoughts);
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
    } else {
        report.write(&mut out)?;
    }
    Ok(())
}

/// The move chosen and the latest thought of each rank.
struct Thoughts<M> {
    best: Option<M>,
    lines: BTreeMap<usize, Thought<M>>,
}

fn think<R: Notation>(
    bot: &mut dyn Bot<R>,
    record: &Record<R>,
    args: &AnalyseArgs,
) -> anyhow::Result<Thoughts<R::Move>> {
    let mut lines = BTreeMap::new();
    if record.outcome().is_some() {
        return Ok(Thoughts { best: None, lines });
    }
    // The answer itself goes to stdout.
    let progress = io::stderr().is_terminal();
    let choice = bot.choose(&mut Ask {
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
        report: &mut |thought| {
            if progress {
                cli::tell(&shown(record.position(), &thought));
            }
            lines.insert(thought.rank, thought);
        },
    })?;
    let best = match choice {
        Choice::Move(mv) => Some(mv),
        Choice::ClaimDraw | Choice::Resign => None,
    };
    Ok(Thoughts { best, lines })
}

/// What is told, to people or programs.
#[derive(Serialize)]
struct Report<'a> {
    game: Game,
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
    fn new<R: Notation>(record: &Record<R>, spec: &BotSpec, about: &'a About, thoughts: &Thoughts<R::Move>) -> Self {
        let position = record.position();
        let line = |thought: &Thought<R::Move>| Line {
            rank: thought.rank,
            depth: thought.depth,
            score: Points::from(thought.score),
            nodes: thought.nodes,
            milliseconds: thought.elapsed.as_millis() as u64,
            moves: position
                .walk(&thought.line)
                .map(|(before, mv)| named(&before, mv))
                .collect(),
            shown: thought.score,
        };
        Report {
            game: spec.game(),
            position: position.position_text(),
            bot: spec.to_string(),
            about,
            outcome: record.outcome().map(|outcome| outcome.to_string()),
            best: thoughts.best.map(|mv| named(position, mv)),
            lines: thoughts.lines.values().map(line).collect(),
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

/// A thought on one line, for whoever waits.
fn shown<R: Notation>(position: &R, thought: &Thought<R::Move>) -> String {
    let labels: Vec<String> = position
        .walk(&thought.line)
        .map(|(before, mv)| before.label(mv))
        .collect();
    format!("depth {}, {}: {}", thought.depth, thought.score, line::joined(labels))
}

fn named<R: Notation>(position: &R, mv: R::Move) -> Named {
    Named {
        code: position.code(mv),
        label: position.label(mv),
    }
}
