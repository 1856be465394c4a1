//! `threefold pgn`: lists, checks and rewrites PGN files.

use std::{
    fs::{self, File},
    io::{self, BufReader, BufWriter, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use chess::pgn::{self, GameTree, NodeId, TreeMove};
use clap::Args;
use play::{IndexedGame, Notation};
use serde::Serialize;

use crate::cli::{self, Usage};

#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
    threefold pgn games.pgn --search 'carlsen 2024'\n  \
    threefold pgn games.pgn --check\n  \
    threefold pgn games.pgn --rewrite clean.pgn\n\n\
Without --check, --rewrite or --json the games are listed. A file of any size is read game by game.")]
pub(crate) struct PgnArgs {
    /// The file
    file: PathBuf,
    /// Print the errors of each game; fail if there are any
    #[arg(long)]
    check: bool,
    /// Write every game with its variations and comments to another file
    #[arg(long, value_name = "OUT")]
    rewrite: Option<PathBuf>,
    /// Print each game as one line of JSON
    #[arg(long)]
    json: bool,
    /// Only games whose players, event, date, result or opening contain all these words
    #[arg(long, value_name = "WORDS", default_value = "")]
    search: String,
}

pub(crate) fn run(args: &PgnArgs) -> anyhow::Result<()> {
    let opened = || File::open(&args.file).with_context(|| format!("{} cannot be read", args.file.display()));
    let mut index = pgn::index(BufReader::with_capacity(1 << 20, opened()?))
        .with_context(|| format!("{} cannot be read", args.file.display()))?;
    index.retain(|entry| entry.matches(&args.search));
    let mut file = opened()?;
    if let Some(out) = &args.rewrite {
        rewrite(&index, &mut file, &args.file, out)?;
    }
    if args.json {
        print_json(&index, &mut file)?;
    }
    if args.check {
        check(&index, &mut file)?;
    } else if !args.json && args.rewrite.is_none() {
        list(&index)?;
    }
    Ok(())
}

fn list(index: &[IndexedGame]) -> anyhow::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    let or_unknown = |text: &str| {
        if text.is_empty() {
            "?".to_owned()
        } else {
            text.to_owned()
        }
    };
    for (number, entry) in (1..).zip(index) {
        let [white, black, result, date] = ["White", "Black", "Result", "Date"].map(|name| or_unknown(entry.tag(name)));
        let opening = [entry.tag("ECO"), entry.tag("Opening")].join(" ");
        let line = format!(
            "{number:>6}  {date:<10}  {result:<7}  {white} – {black}  {}",
            opening.trim()
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    out.flush()?;
    cli::print_status(&format!("{} games", index.len()));
    Ok(())
}

fn check(index: &[IndexedGame], file: &mut File) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let mut faulty = 0_usize;
    for entry in index {
        match pgn::read_indexed(entry, file)? {
            Ok(tree) => {
                faulty += usize::from(!tree.faults.is_empty());
                for fault in &tree.faults {
                    writeln!(out, "line {}: {}", fault.line, fault.reason)?;
                }
                for warning in &tree.warnings {
                    writeln!(out, "line {}: warning: {warning}", entry.line)?;
                }
            }
            Err(broken) => {
                faulty += 1;
                writeln!(out, "line {}: {}", broken.line, broken.reason)?;
            }
        }
    }
    writeln!(out, "{} games, {faulty} with faults", index.len())?;
    if faulty > 0 {
        bail!("{faulty} of {} games have faults", index.len());
    }
    Ok(())
}

/// Rewrites every game. Unreadable games and games with errors are copied unchanged.
fn rewrite(index: &[IndexedGame], file: &mut File, from: &Path, out: &Path) -> anyhow::Result<()> {
    let is_same = fs::canonicalize(out).is_ok_and(|out| fs::canonicalize(from).is_ok_and(|from| from == out));
    if is_same {
        return Err(Usage::new(format!("{} is the file that is read; name another one", out.display())).into());
    }
    let unwritable = || format!("{} cannot be written", out.display());
    let mut written = BufWriter::new(File::create(out).with_context(unwritable)?);
    let mut copied = 0_usize;
    for entry in index {
        let text = match pgn::read_indexed(entry, file)? {
            Ok(tree) if tree.faults.is_empty() => pgn::write_tree(&tree).into_bytes(),
            Ok(_) | Err(_) => {
                copied += 1;
                original(entry, file)?
            }
        };
        written.write_all(&text).with_context(unwritable)?;
    }
    written.flush().with_context(unwritable)?;
    cli::print_status(&format!("{} games written to {}", index.len(), out.display()));
    if copied > 0 {
        cli::print_status(&format!(
            "{copied} of them have faults and are copied unchanged; --check names the faults"
        ));
    }
    Ok(())
}

/// The bytes of a game as the file has them, with an empty line after it.
fn original(entry: &IndexedGame, file: &mut File) -> io::Result<Vec<u8>> {
    let mut bytes = entry.bytes(file)?;
    bytes.truncate(bytes.trim_ascii_end().len());
    bytes.extend_from_slice(b"\n\n");
    Ok(bytes)
}

/// A game for scripts. Nodes come after their parents; the first child of a node is its main continuation.
#[derive(Serialize)]
struct JsonGame<'a> {
    line: usize,
    tags: &'a std::collections::BTreeMap<String, String>,
    start: String,
    result: String,
    comments: &'a [String],
    nodes: Vec<JsonNode<'a>>,
    faults: Vec<JsonFault>,
    warnings: &'a [String],
}

#[derive(Serialize)]
struct JsonNode<'a> {
    /// The number of the node before it; 0 is the start.
    parent: usize,
    san: String,
    /// In UCI notation.
    code: String,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    before: &'a [String],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    comments: &'a [String],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    nags: &'a [u8],
}

#[derive(Serialize)]
struct JsonFault {
    line: usize,
    words: String,
}

fn print_json(index: &[IndexedGame], file: &mut File) -> anyhow::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    for entry in index {
        match pgn::read_indexed(entry, file)? {
            Ok(tree) => serde_json::to_writer(&mut out, &json(&tree, entry.line))?,
            Err(broken) => {
                let fault = JsonFault {
                    line: broken.line,
                    words: broken.reason.to_string(),
                };
                serde_json::to_writer(&mut out, &serde_json::json!({"line": entry.line, "faults": [fault]}))?;
            }
        }
        writeln!(out)?;
    }
    out.flush()?;
    Ok(())
}

fn json(tree: &GameTree, line: usize) -> JsonGame<'_> {
    // Every node with its position, in the order of the file; a line is followed without going back to the start.
    let mut nodes = Vec::with_capacity(tree.len());
    let mut numbers = vec![0_usize; tree.len() + 1];
    let mut open = vec![(NodeId::ROOT, tree.start.clone())];
    while let Some((id, position)) = open.pop() {
        let node = tree.node(id);
        if let (Some(parent), Some(mv)) = (node.parent, node.mv) {
            let number = nodes.len() + 1;
            numbers[id.index()] = number;
            let (san, code) = match mv {
                TreeMove::Move(mv) => (position.label(mv), position.code(mv)),
                TreeMove::Null => ("--".to_owned(), "0000".to_owned()),
            };
            nodes.push(JsonNode {
                parent: numbers[parent.index()],
                san,
                code,
                before: &node.before,
                comments: &node.comments,
                nags: &node.nags,
            });
        }
        let after = match node.mv {
            Some(mv) => mv.play(&position).unwrap_or(position),
            None => position,
        };
        // The main continuation is taken from the stack first.
        open.extend(node.children.iter().rev().map(|&child| (child, after.clone())));
    }
    JsonGame {
        line,
        tags: &tree.tags,
        start: tree.start.position_text(),
        result: tree.result.to_string(),
        comments: &tree.node(NodeId::ROOT).comments,
        nodes,
        faults: tree
            .faults
            .iter()
            .map(|fault| JsonFault {
                line: fault.line,
                words: fault.reason.to_string(),
            })
            .collect(),
        warnings: &tree.warnings,
    }
}
