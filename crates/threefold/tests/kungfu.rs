//! Kung Fu Chess through the program's door.

use std::{
    fs,
    path::PathBuf,
    process::{Command, Output, Stdio},
};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_threefold"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the program writes text")
}

fn traces() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../kungfu/tests/traces");
    let files = fs::read_dir(folder).expect("the traces are there");
    files
        .map(|file| file.expect("a file").path().display().to_string())
        .collect()
}

fn scratch(name: &str, content: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).expect("tests may write");
    path.display().to_string()
}

#[test]
fn traces_are_counted_and_agree() {
    let files = traces();
    let mut arguments = vec!["kungfu-check"];
    arguments.extend(files.iter().map(String::as_str));
    let output = run(&arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(
        text(&output.stdout).lines().last(),
        Some("152 games, 46699 commands, 0 differences")
    );
}

/// Two kings and a rook; the rook of player 1 goes three squares, a pawn of player 2 is in its way.
const AGREES: &str = r#"{"speed":"standard","board":"standard","start":[["K:1:7:7","K",1,7,7],["K:2:0:7","K",2,0,7],["R:1:7:0","R",1,7,0],["P:2:4:0","P",2,4,0]],"cmds":[[0,1,"R:1:7:0",4,0,1],[5,1,"R:1:7:0",3,0,0]],"events":[[80,"cap","R:1:7:0","P:2:4:0"],[91,"done","R:1:7:0",4,0]],"end":[100,null,null],"final":[["K:1:7:7","K",1,7,7,0,0],["K:2:0:7","K",2,0,7,0,0],["R:1:7:0","R",1,4,0,0,1],["P:2:4:0","P",2,4,0,1,0]]}"#;

#[test]
fn every_kind_of_difference_is_told() {
    assert!(
        run(&["kungfu-check", &scratch("agrees.jsonl", AGREES)])
            .status
            .success()
    );
    for (name, right, wrong, words) in [
        (
            "flag",
            "3,0,0]]",
            "3,0,1]]",
            "command 1 should be accepted, but: That rook is still moving.",
        ),
        ("event", "[80,\"cap\"", "[81,\"cap\"", "tick 80: missing []"),
        (
            "end",
            "[100,null,null]",
            "[100,1,\"king_captured\"]",
            "end should be king_captured by 1 at tick 100",
        ),
        (
            "last",
            "1,4,0,0,1]",
            "1,3,0,0,1]",
            "at the end should be R:1:7:0 (R of 1 at 3 0, moved)",
        ),
    ] {
        assert!(AGREES.contains(right));
        let file = scratch(&format!("{name}.jsonl"), &AGREES.replacen(right, wrong, 1));
        let output = run(&["kungfu-check", &file]);
        assert_eq!(output.status.code(), Some(1), "{name}");
        assert!(text(&output.stdout).contains(words), "{name}: {}", text(&output.stdout));
        let last = text(&output.stdout).lines().last().unwrap().to_owned();
        assert!(
            last.starts_with("1 games, 2 commands, ") && !last.ends_with(" 0 differences"),
            "{last}"
        );
    }
}

#[test]
fn what_is_no_trace_is_told_with_its_line() {
    let file = scratch("broken.jsonl", &format!("{AGREES}\n{{\"speed\":1}}\n"));
    let output = run(&["kungfu-check", &file]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stderr).contains("line 2: this is no trace"),
        "{}",
        text(&output.stderr)
    );
    assert_eq!(run(&["kungfu-check"]).status.code(), Some(2));
    assert_eq!(run(&["kungfu-check", "no-such-file"]).status.code(), Some(1));
}
