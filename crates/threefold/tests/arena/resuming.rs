//! Matches that are interrupted and go on.

use super::*;

#[test]
fn a_match_that_goes_on_comes_to_the_same_end() {
    let (whole, part) = (file("resume", "whole.json"), file("resume", "part.json"));
    let arguments = ["easy", "medium?depth=1", "--seed", "3"];
    results(&[&arguments[..], &["--games", "40", "--json", text(&whole)]].concat());
    results(&[&arguments[..], &["--games", "12", "--json", text(&part)]].concat());
    assert_eq!(json(&part)["summary"]["games"], 12);
    results(&["--resume", text(&part), "--games", "40", "--concurrency", "1"]);
    let (whole, part) = (json(&whole), json(&part));
    assert_eq!(part["summary"]["games"], 40);
    for key in ["table", "openings", "reasons", "lengths", "white", "course"] {
        assert_eq!(part["standing"][key], whole["standing"][key], "{key}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_finishes_running_games_and_harms_no_guest() {
    use std::{
        io::{BufRead, BufReader},
        os::unix::process::CommandExt,
    };
    let report = file("interrupt", "match.json");
    let guest = fixture("good");
    let mut child = arena(&["easy", &guest, "--games", "10000000", "--json", text(&report)])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()
        .expect("the program starts");
    // The first line of progress shows that games are being played.
    let mut errors = BufReader::new(child.stderr.take().expect("stderr is piped"));
    let mut line = String::new();
    errors.read_line(&mut line).expect("progress is printed");
    // As a terminal does, to the whole group.
    let killed = Command::new("kill")
        .args(["-INT", "--", &format!("-{}", child.id())])
        .status();
    assert!(killed.expect("kill is there").success());
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stdout).contains("score easy "));
    let report = json(&report);
    assert_eq!(report["finished"], false);
    assert!(
        report["standing"]["reasons"].get("the program ended").is_none(),
        "{}",
        report["standing"]["reasons"]
    );
}

#[test]
fn a_resumed_match_continues_its_games() {
    let (report, pgn) = (file("games", "match.json"), file("games", "match.pgn"));
    let first = [
        "easy",
        "medium?depth=1",
        "--games",
        "6",
        "--json",
        text(&report),
        "--pgn",
        text(&pgn),
    ];
    results(&first);
    // Whatever was written after the last save is not counted and goes.
    let saved = fs::read_to_string(&pgn).expect("the games are there");
    fs::write(&pgn, format!("{saved}[Event \"half a ga")).expect("the file can be written");
    results(&["--resume", text(&report), "--games", "10"]);
    let rounds: Vec<u64> = games(&pgn).iter().map(|game| round(game)).collect();
    assert_eq!(rounds, (1..=10).collect::<Vec<u64>>());
    assert_eq!(json(&report)["summary"]["games"], 10);
    // Another file is begun anew, whatever length the first one had.
    let other = file("games", "other.pgn");
    results(&["--resume", text(&report), "--games", "12", "--pgn", text(&other)]);
    let rounds: Vec<u64> = games(&other).iter().map(|game| round(game)).collect();
    assert_eq!(rounds, [11, 12]);
    assert!(
        fs::read_to_string(&other)
            .expect("the games are there")
            .starts_with("[Event")
    );
}

#[test]
fn a_decided_test_stays_decided() {
    let report = file("decided", "match.json");
    results(&["medium?depth=2", "easy", "--sprt", "0,100", "--json", text(&report)]);
    let first = json(&report);
    assert_eq!(first["finished"], true);
    let printed = results(&["--resume", text(&report)]);
    assert!(
        printed.contains("SPRT: llr ") && !printed.contains("undecided"),
        "{printed}"
    );
    assert_eq!(json(&report)["summary"]["games"], first["summary"]["games"]);
}

#[test]
fn a_damaged_match_is_not_resumed() {
    let report = file("damaged", "match.json");
    results(&["easy", "easy", "--games", "4", "--json", text(&report)]);
    let whole = json(&report);
    for (path, value) in [
        ("/standing/progress/below", Value::from(u64::MAX)),
        ("/standing/progress/below", Value::from(2)),
        ("/standing/players/0", Value::from("somebody")),
        ("/standing/white/0", Value::from(77)),
        ("/settings/movetime", Value::from(vec![0])),
        ("/settings/players", Value::from(vec!["easy"])),
        ("/version", Value::from(2)),
        ("/version", Value::from(4)),
    ] {
        let mut damaged = whole.clone();
        *damaged.pointer_mut(path).expect("the field is there") = value;
        fs::write(&report, damaged.to_string()).expect("the file can be written");
        let output = run(&["--resume", text(&report), "--games", "8"]);
        assert_eq!(output.status.code(), Some(1), "{path}");
        let kept = fs::read_to_string(&report).expect("the file is there");
        assert_eq!(kept, damaged.to_string(), "what is refused is left as it is");
    }
}
