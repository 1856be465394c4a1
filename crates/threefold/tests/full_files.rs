//! A limit on the size of files is reported, and does not end the program.

use std::process::{Command, Stdio};

#[cfg(unix)]
#[test]
fn a_write_beyond_the_largest_file_fails_and_is_reported() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("full-files");
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let report = folder.join("results.json");
    let shell = format!(
        "ulimit -f 1; exec {} arena easy easy --depth 1 --games 40 --json {}",
        env!("CARGO_BIN_EXE_threefold"),
        report.display()
    );
    let output = Command::new("sh")
        .args(["-c", &shell])
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let words = String::from_utf8_lossy(&output.stderr);
    // A signal would leave no exit code.
    assert_eq!(output.status.code(), Some(1), "{:?} {words}", output.status);
    assert!(words.contains("File too large"), "{words}");
}
