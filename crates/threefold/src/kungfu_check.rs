//! `threefold kungfu-check`: recorded games against the rules.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use clap::Args;
use flate2::read::MultiGzDecoder;
use kungfu::trace::Trace;

/// Plays recorded games of Kung Fu Chess and reports every accepted flag, event, end and final piece that differs.
///
/// The last line is `G games, C commands, D differences`; the exit code is 0 only when there are none.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  threefold kungfu-check standard.jsonl.gz more.jsonl")]
pub(crate) struct KungfuCheckArgs {
    /// Traces, one game a line, plain or compressed with gzip
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

#[derive(Debug, Default)]
struct Counts {
    games: usize,
    commands: usize,
    differences: usize,
}

pub(crate) fn run(args: &KungfuCheckArgs) -> anyhow::Result<()> {
    let mut counts = Counts::default();
    let mut out = io::stdout().lock();
    for path in &args.files {
        check(path, &mut counts, &mut out)?;
    }
    writeln!(
        out,
        "{} games, {} commands, {} differences",
        counts.games, counts.commands, counts.differences
    )?;
    out.flush()?;
    if counts.differences > 0 {
        bail!("the rules and the recorded games differ");
    }
    Ok(())
}

fn check(path: &Path, counts: &mut Counts, out: &mut impl Write) -> anyhow::Result<()> {
    let text = read(path).with_context(|| format!("{} cannot be read", path.display()))?;
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let place = || format!("{}, line {}", path.display(), index + 1);
        let trace = Trace::read(line).with_context(place)?;
        let differences = trace.check().with_context(place)?;
        counts.games += 1;
        counts.commands += trace.commands();
        counts.differences += differences.len();
        for difference in differences {
            writeln!(out, "{}: {difference}", place())?;
        }
    }
    Ok(())
}

/// The most bytes of a file, compressed or not: about a hundred thousand games. A small file may unpack to a very large
/// text.
const LARGEST: u64 = 512 << 20;

/// The text of a file, unpacked if it begins as gzip does.
fn read(path: &Path) -> io::Result<String> {
    let mut file = BufReader::new(File::open(path)?);
    let packed = file.fill_buf()?.starts_with(&[0x1f, 0x8b]);
    if packed {
        bounded(MultiGzDecoder::new(file), LARGEST)
    } else {
        bounded(file, LARGEST)
    }
}

/// A text of at most so many bytes.
fn bounded(input: impl Read, most: u64) -> io::Result<String> {
    let mut text = String::new();
    if input.take(most + 1).read_to_string(&mut text)? as u64 > most {
        return Err(io::Error::other(format!("it has more than {} MiB of text", most >> 20)));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_unpacks_without_end_is_refused() {
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packed.write_all(&vec![b' '; 100_000]).unwrap();
        let packed = packed.finish().unwrap();
        assert!(packed.len() < 1_000);
        let error = bounded(MultiGzDecoder::new(&packed[..]), 50_000).unwrap_err();
        assert!(error.to_string().contains("MiB of text"), "{error}");
        assert_eq!(
            bounded(MultiGzDecoder::new(&packed[..]), 100_000).unwrap().len(),
            100_000
        );
    }
}
