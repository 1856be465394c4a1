//! All recorded games agree in every flag, event, end and final piece.

use std::{fs::File, io::Read, path::Path};

use flate2::read::GzDecoder;
use kungfu::trace::Trace;

#[test]
fn every_trace_agrees() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/traces");
    let mut games = 0;
    let mut commands = 0;
    let mut faults = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let mut text = String::new();
        GzDecoder::new(File::open(&path).unwrap())
            .read_to_string(&mut text)
            .unwrap();
        for (line, text) in text.lines().enumerate() {
            let trace = Trace::read(text).unwrap();
            games += 1;
            commands += trace.commands();
            for difference in trace.check().unwrap() {
                faults.push(format!("{} line {}: {difference}", path.display(), line + 1));
            }
        }
    }
    assert!(
        faults.is_empty(),
        "{} differences:\n{}",
        faults.len(),
        faults[..faults.len().min(40)].join("\n")
    );
    assert_eq!((games, commands), (152, 46_699));
}
