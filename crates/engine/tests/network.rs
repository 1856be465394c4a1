//! `EvalFile`: another network over UCI, and files that are none.

use std::{
    env, fs,
    io::{self, Cursor, Write},
    path::PathBuf,
    process,
    sync::{Arc, Mutex},
};

use engine::network::{BUCKETS, FEATURES, HIDDEN, Network, Weights};

/// Collects what the engine prints.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody broke").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The engine's answers to some commands.
fn talk(commands: &str) -> String {
    let output = Output::default();
    engine::uci::run(Cursor::new(commands.to_owned()), output.clone()).expect("the engine talks");
    let bytes = output.0.lock().expect("nobody broke").clone();
    String::from_utf8(bytes).expect("text")
}

/// A network in a file of this test.
fn network_file(name: &str, change: impl FnOnce(&mut Vec<u8>)) -> PathBuf {
    let mut random = fastrand::Rng::with_seed(7);
    let mut row = |count: usize, most: i16| (0..count).map(|_| random.i16(-most..=most)).collect();
    let weights = Weights {
        features: row(FEATURES * HIDDEN, 60),
        bias: row(HIDDEN, 60),
        output: row(BUCKETS * 2 * HIDDEN, 60),
        output_bias: row(BUCKETS, 500),
    };
    let mut bytes = Network::new(&weights, 400, "made for a test")
        .expect("weights in range")
        .to_bytes();
    change(&mut bytes);
    let path = env::temp_dir().join(format!("threefold-{}-{name}.tfn", process::id()));
    fs::write(&path, bytes).expect("a file can be written");
    path
}

fn value(output: &str) -> Vec<&str> {
    output
        .lines()
        .filter_map(|line| line.strip_prefix("value for the side to move: "))
        .collect()
}

#[test]
fn eval_file_chooses_the_network_and_empty_gives_the_usual_one_back() {
    let path = network_file("whole", |_| {});
    let output = talk(&format!(
        "position startpos moves e2e4\neval\nsetoption name EvalFile value {}\neval\ngo nodes 500\n\
         setoption name EvalFile value <empty>\neval\n",
        path.display()
    ));
    fs::remove_file(&path).expect("the file is there");
    assert!(output.contains("info string network: made for a test"), "{output}");
    assert!(output.contains("bestmove"), "{output}");
    let values = value(&output);
    assert!(values[0] == values[2] && values[0] != values[1], "{output}");
}

#[test]
fn a_file_that_is_no_whole_network_is_refused_and_the_old_one_stays() {
    let whole = network_file("kept", |_| {});
    let damaged = network_file("damaged", |bytes| bytes[5_000] ^= 1);
    let torn = network_file("torn", |bytes| bytes.truncate(9_000));
    let foreign = network_file("foreign", |bytes| *bytes = b"not at all".to_vec());
    let output = talk(&format!(
        "setoption name EvalFile value {}\neval\nsetoption name EvalFile value {}\nsetoption name EvalFile value {}\n\
         setoption name EvalFile value {}\nsetoption name EvalFile value /nowhere/at/all\neval\n",
        whole.display(),
        damaged.display(),
        torn.display(),
        foreign.display()
    ));
    for path in [whole, damaged, torn, foreign] {
        fs::remove_file(path).expect("the file is there");
    }
    for words in [
        "is damaged",
        "is cut off after 9000 bytes",
        "is not a network",
        "cannot be read",
    ] {
        assert!(output.contains(words), "{words}: {output}");
    }
    let values = value(&output);
    assert_eq!(values[0], values[1], "{output}");
}
