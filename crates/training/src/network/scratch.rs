//! Packed positions in scratch files, and their order in an epoch.
//!
//! While games are read, each position goes to a scratch file at random. An epoch takes the files in a random order,
//! loads one at a time and shuffles it. So positions of one game are far apart, and memory holds one file.

use std::{
    fs::{self, File},
    io::{BufWriter, Write as _},
    path::{Path, PathBuf},
};

use fastrand::Rng;

use super::{TrainError, curve::Curve, packed::Packed};
use crate::{GameReader, TrainingGame};

/// The positions of all files.
#[derive(Debug)]
pub(super) struct Scratch {
    directory: Directory,
    files: usize,
    /// Positions to train on.
    pub(super) training: u64,
    pub(super) held_out: Vec<Packed>,
    /// Centipawns where the expected result is 1/(1+1/e).
    pub(super) scale: u16,
    /// Differs for other data.
    pub(super) checksum: u32,
    /// Bytes that belong to no whole game.
    pub(super) lost: u64,
    /// What the games came from, in words.
    pub(super) origins: String,
}

/// A directory that is deleted with everything in it.
#[derive(Debug)]
struct Directory(PathBuf);

/// One game in so many is held out, by a number of its own: the order of games in their files does not matter.
const HELD_OUT: u64 = 50;
/// Positions in a scratch file, more or less.
const FILE_POSITIONS: u64 = 4_000_000;
/// Bytes of a game file to a position that is kept, roughly; only the number of scratch files depends on it.
const BYTES_A_POSITION: u64 = 6;

impl Scratch {
    /// Reads the games of some files into a new directory.
    pub(super) fn fill(data: &[PathBuf], directory: &Path, seed: u64) -> Result<Self, TrainError> {
        let mut size = 0;
        for path in data {
            size += fs::metadata(path).map_err(TrainError::file(path))?.len();
        }
        let files = (size / BYTES_A_POSITION / FILE_POSITIONS + 1) as usize;
        let mut filling = Filling::new(Directory::new(directory)?, files, seed)?;
        let mut origins = Vec::new();
        let mut lost = 0;
        for path in data {
            let mut reader = GameReader::open(path)?;
            let origin = reader.origin();
            let origin_seed = origin.map_or(0, |origin| origin.seed);
            origins.extend(origin.map(|origin| format!("{} (seed {})", origin.nodes, origin.seed)));
            for game in reader.by_ref() {
                let game = game.map_err(TrainError::file(path))?;
                filling.add(&game, mixed(&[seed, 3, origin_seed, game.number.into()]))?;
            }
            lost += reader.lost();
        }
        filling.end(lost, origins.join(", "))
    }

    /// The batches of an epoch in the order its number and the seed decide; positions that fill no batch are left out.
    pub(super) fn epoch(&self, seed: u64, epoch: u32, batch: usize) -> Batches<'_> {
        let mut random = Rng::with_seed(mixed(&[seed, 1, epoch.into()]));
        let mut files: Vec<usize> = (0..self.files).collect();
        random.shuffle(&mut files);
        Batches {
            scratch: self,
            files,
            random,
            waiting: Vec::new(),
            at: 0,
            batch,
        }
    }
}

/// The batches of an epoch.
pub(super) struct Batches<'s> {
    scratch: &'s Scratch,
    /// Still to be loaded, the next one last.
    files: Vec<usize>,
    random: Rng,
    waiting: Vec<Packed>,
    at: usize,
    batch: usize,
}

impl Batches<'_> {
    /// The next batch.
    pub(super) fn next(&mut self) -> Result<Option<&[Packed]>, TrainError> {
        while self.waiting.len() - self.at < self.batch {
            let Some(file) = self.files.pop() else { return Ok(None) };
            self.waiting.drain(..self.at);
            self.at = 0;
            let path = self.scratch.directory.file(file);
            let bytes = fs::read(&path).map_err(TrainError::file(&path))?;
            let kept = self.waiting.len();
            let (positions, _) = bytes.as_chunks();
            self.waiting.extend(positions.iter().map(Packed::from_bytes));
            self.random.shuffle(&mut self.waiting[kept..]);
        }
        let first = self.at;
        self.at += self.batch;
        Ok(Some(&self.waiting[first..self.at]))
    }
}

/// Scratch files being written.
struct Filling {
    directory: Directory,
    writers: Vec<BufWriter<File>>,
    random: Rng,
    training: u64,
    held_out: Vec<Packed>,
    curve: Curve,
    checksum: crc32fast::Hasher,
}

impl Filling {
    fn new(directory: Directory, files: usize, seed: u64) -> Result<Self, TrainError> {
        let open = |file| {
            let path = directory.file(file);
            File::create(&path).map(BufWriter::new).map_err(TrainError::file(&path))
        };
        Ok(Filling {
            writers: (0..files).map(open).collect::<Result<_, _>>()?,
            directory,
            random: Rng::with_seed(mixed(&[seed, 2])),
            training: 0,
            held_out: Vec::new(),
            curve: Curve::new(),
            checksum: crc32fast::Hasher::new(),
        })
    }

    /// Adds the positions of a game; its own number decides whether they are held out.
    fn add(&mut self, game: &TrainingGame, number: u64) -> Result<(), TrainError> {
        let held_out = number.is_multiple_of(HELD_OUT);
        for sample in game.samples() {
            let packed = Packed::of(&sample);
            self.curve.add(&packed);
            let bytes = packed.to_bytes();
            self.checksum.update(&bytes);
            if held_out {
                self.held_out.push(packed);
                continue;
            }
            let file = self.random.usize(..self.writers.len());
            let written = self.writers[file].write_all(&bytes);
            written.map_err(TrainError::file(&self.directory.file(file)))?;
            self.training += 1;
        }
        Ok(())
    }

    fn end(mut self, lost: u64, origins: String) -> Result<Scratch, TrainError> {
        for (file, writer) in self.writers.iter_mut().enumerate() {
            writer.flush().map_err(TrainError::file(&self.directory.file(file)))?;
        }
        Ok(Scratch {
            files: self.writers.len(),
            directory: self.directory,
            training: self.training,
            held_out: self.held_out,
            scale: self.curve.scale(),
            checksum: self.checksum.finalize(),
            lost,
            origins,
        })
    }
}

impl Directory {
    fn new(path: &Path) -> Result<Self, TrainError> {
        fs::create_dir_all(path).map_err(TrainError::file(path))?;
        Ok(Directory(path.to_owned()))
    }

    fn file(&self, number: usize) -> PathBuf {
        self.0.join(format!("{number}.positions"))
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        // A file that cannot be deleted is harmless: the next run overwrites it.
        drop(fs::remove_dir_all(&self.0));
    }
}

/// A number that follows from some others.
fn mixed(numbers: &[u64]) -> u64 {
    let mut random = Rng::with_seed(0);
    for number in numbers {
        random = Rng::with_seed(random.u64(..) ^ number);
    }
    random.u64(..)
}
