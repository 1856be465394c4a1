//! A results file does not get to start programs by being resumed.

use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
};

fn arena(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_threefold"))
        .arg("arena")
        .args(args)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("the path is text")
}

#[cfg(unix)]
#[test]
fn a_file_that_names_a_program_does_not_start_it() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("resumed-programs");
    fs::create_dir_all(&folder).expect("the folder can be made");
    let (report, script, trace) = (folder.join("m.json"), folder.join("evil.sh"), folder.join("was-here"));
    fs::remove_file(&trace).ok();
    fs::write(&script, format!("#!/bin/sh\ntouch {}\n", text(&trace))).expect("the script is written");
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("the script can be run");
    let played = arena(&[
        "easy",
        "medium",
        "--depth",
        "1",
        "--games",
        "2",
        "--json",
        text(&report),
    ]);
    assert!(played.status.success(), "{played:?}");
    let saved = fs::read_to_string(&report).expect("results");
    assert!(saved.contains("\"medium\""));
    let program = format!("\"uci:{}\"", text(&script));
    fs::write(&report, saved.replace("\"medium\"", &program)).expect("the file is changed");
    let refused = arena(&["--resume", text(&report), "--games", "8"]);
    let words = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{words}");
    assert!(
        words.contains("--allow-programs") && words.contains("evil.sh"),
        "{words}"
    );
    assert!(!trace.exists(), "the program was started");
    // With the flag it is started.
    arena(&["--resume", text(&report), "--games", "8", "--allow-programs"]);
    assert!(trace.exists(), "the program was not started");
}
