//! Kung Fu Chess in the program as a process.

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
fn every_kind_of_difference_is_reported() {
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
fn a_text_that_is_no_trace_is_reported_with_its_line() {
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

fn arena(arguments: &[&str]) -> Output {
    let mut all = vec!["arena", "--game", "kungfu"];
    all.extend(arguments);
    run(&all)
}

#[test]
fn a_match_ends_with_its_score_and_is_the_same_at_any_concurrency() {
    let played = |concurrency| {
        let output = arena(&[
            "level2",
            "random",
            "--speed",
            "lightning",
            "--games",
            "6",
            "--concurrency",
            concurrency,
        ]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let [one, two] = ["1", "2"].map(played);
    let without_times = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| !line.contains("of thought"));
        lines.map(str::to_owned).collect()
    };
    assert_eq!(without_times(&one), without_times(&two));
    assert!(
        one.lines()
            .last()
            .unwrap()
            .starts_with("score level2 6-0-0 random elo "),
        "{one}"
    );
}

#[test]
fn four_players_are_rated_by_their_places_and_files_are_written() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("kungfu-log");
    let [log, json, html] = ["games", "match.json", "match.html"].map(|name| folder.join(name).display().to_string());
    // What an earlier run has left is not in the way.
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(&folder).unwrap();
    let output = arena(&[
        "level2",
        "level1",
        "random",
        "random",
        "--board",
        "four",
        "--speed",
        "lightning",
        "--games",
        "3",
        "--log",
        &log,
        "--json",
        &json,
        "--html",
        &html,
    ]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let words = text(&output.stdout);
    assert!(
        words.contains("3 of 3 games, Kung Fu Chess, board four, speed lightning, seed 1"),
        "{words}"
    );
    assert!(words.contains("random#2"), "{words}");
    let document: serde_json::Value = serde_json::from_slice(&fs::read(&json).unwrap()).unwrap();
    assert_eq!(document["summary"]["games"], 3);
    // Every two of four have met in every game.
    assert_eq!(document["summary"]["pairings"].as_array().unwrap().len(), 6);
    assert_eq!(document["first_out"].as_array().unwrap().len(), 4);
    assert!(fs::read_to_string(&html).unwrap().contains("Kung Fu Chess"));
    for game in 1..=3 {
        let name = |ending: &str| format!("{log}/game-{game:06}.{ending}");
        let record: kungfu::Record = serde_json::from_slice(&fs::read(name("replay.json")).unwrap()).unwrap();
        let entries = record.entries.len();
        assert!(kungfu::Replay::new(record).is_ok());
        let lines = fs::read_to_string(name("jsonl")).unwrap();
        let accepted = lines.lines().filter(|line| line.contains("\"accepted\":true")).count();
        assert_eq!(accepted, entries, "every command of the replay is in the log");
        assert!(lines.contains("\"candidates\":[{"));
    }
}

#[test]
fn a_match_that_goes_on_comes_to_the_same_end() {
    let (whole, part) = (scratch("whole.json", ""), scratch("part.json", ""));
    let json = |path: &str| -> serde_json::Value {
        serde_json::from_slice(&fs::read(path).expect("the file is there")).expect("it is JSON")
    };
    let four = [
        "random",
        "random",
        "level1",
        "random",
        "--board",
        "four",
        "--speed",
        "lightning",
    ];
    for (path, games) in [(&whole, "6"), (&part, "2")] {
        let output = arena(&[&four[..], &["--games", games, "--json", path]].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    let resumed = run(&["arena", "--resume", &part, "--games", "6", "--concurrency", "1"]);
    assert!(resumed.status.success(), "{}", text(&resumed.stderr));
    let (whole, gone_on) = (json(&whole), json(&part));
    assert_eq!(gone_on["summary"]["games"], 6);
    for key in ["table", "reasons", "lengths", "course"] {
        assert_eq!(gone_on["standing"][key], whole["standing"][key], "{key}");
    }
    assert_eq!(gone_on["first_out"], whole["first_out"]);

    for (path, value) in [
        ("/first_out", serde_json::json!([1])),
        ("/settings/players/0", "level9".into()),
        ("/standing/players/0", "somebody".into()),
        ("/version", 1.into()),
        ("/version", 4.into()),
    ] {
        let mut damaged = gone_on.clone();
        *damaged.pointer_mut(path).expect("the field is there") = value;
        let file = scratch("damaged.json", &damaged.to_string());
        let output = run(&["arena", "--resume", &file, "--games", "8"]);
        assert!(!output.status.success(), "{path}");
        let kept = fs::read_to_string(&file).expect("the file is there");
        assert_eq!(kept, damaged.to_string(), "what is refused is left as it is");
    }
}

#[test]
fn wrong_matches_are_refused_with_what_to_do() {
    for (arguments, words) in [
        (&["level1", "easy"][..], "known are random, level1"),
        (&["level1", "level2", "--board", "four"], "needs four players, not 2"),
        (
            &["level1", "level2", "--depth", "3"],
            "--depth is not for --game kungfu",
        ),
        (&["level1", "level2", "--pace", "5"], "1..=4"),
        (&["level1", "level4?pace=3", "--pace", "2"], "names a pace of its own"),
        (
            &["level1", "level2", "--speed", "slow"],
            "known are standard and lightning",
        ),
    ] {
        let output = arena(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(words), "{}", text(&output.stderr));
    }
    let chess = run(&["arena", "easy", "medium", "--speed", "lightning"]);
    assert_eq!(chess.status.code(), Some(2));
    for turns in [
        &["perft", "2", "--game", "kungfu"][..],
        &["play", "--game", "kungfu", "--black", "level1"],
    ] {
        let output = run(turns);
        assert_eq!(output.status.code(), Some(2), "{turns:?}");
        assert!(text(&output.stderr).contains("no turns"), "{}", text(&output.stderr));
    }
}

#[test]
fn a_match_at_one_pace_says_so_and_its_mistakes_are_counted_from_its_log() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("kungfu-paced");
    let folder = folder.display().to_string();
    let options = ["--speed", "lightning", "--games", "2", "--pace", "2", "--log", &folder];
    let output = arena(&[&["level2", "level1"][..], &options].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let printed = text(&output.stdout);
    assert!(
        printed.contains("speed lightning, pace of level 2, seed 1"),
        "{printed}"
    );
    let counted = run(&["bench", "--game", "kungfu", "--blunders", "--log", &folder]);
    assert!(counted.status.success(), "{}", text(&counted.stderr));
    let counted = text(&counted.stdout);
    let row = counted.lines().last().unwrap();
    assert!(row.starts_with("logged games              2 "), "{counted}");
}

#[test]
fn mistakes_that_cannot_be_counted_are_refused() {
    let empty = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("kungfu-empty");
    fs::create_dir_all(&empty).expect("tests may write");
    let empty = empty.display().to_string();
    for (arguments, words) in [
        (
            &["bench", "--game", "kungfu", "--blunders", "--log", &empty][..],
            "has no replays",
        ),
        (&["bench", "--blunders"], "--blunders is of Kung Fu Chess"),
        (
            &["bench", "--game", "ransom", "--blunders"],
            "--blunders is of Kung Fu Chess",
        ),
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(words), "{}", text(&output.stderr));
    }
}

/// What the bot prints when it is fed these lines.
fn bot(level: &str, lines: &[&str]) -> Vec<serde_json::Value> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_threefold"))
        .args(["kungfu-bot", "--level", level, "--no-delay"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("stdin is piped");
    std::io::Write::write_all(&mut input, lines.join("\n").as_bytes()).expect("the bot reads");
    drop(input);
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success());
    let answers = text(&output.stdout);
    answers
        .lines()
        .map(|line| serde_json::from_str(line).expect("answers are JSON"))
        .collect()
}

const NEW: &str = r#"{"t":"new","player":1,"players":[1,2],"speed":"standard","tick_hz":30,"tps":30,"cd":300,"w":8,"h":8,"board":"standard","seed":1000}"#;

#[test]
fn the_bot_answers_every_question_with_one_line() {
    // A rook for nothing, then the king attacked by a rook whose path is cut to the next point.
    let free = r#"{"t":"go","tick":400,"pieces":[["K:1:7:0","K",1,7,0,0,0],["B:1:7:5","B",1,7,5,0,0],["K:2:0:7","K",2,0,7,false,0],["R:2:0:2","R",2,4,2,true,250]],"moves":[]}"#;
    let attacked = r#"{"t":"go","tick":500,"pieces":[["K:1:7:0","K",1,7,4,1,0],["K:2:0:7","K",2,0,7,0,0],["R:2:0:2","R",2,0,4,1,0]],"moves":[["R:2:0:2",480,[[0,4],[1,4]]]]}"#;
    for level in ["1", "2", "3", "4"] {
        let answers = bot(
            level,
            &[
                NEW,
                free,
                attacked,
                r#"{"t":"end","winner":1,"reason":"king_captured","tick":501}"#,
                r#"{"t":"quit"}"#,
                free,
            ],
        );
        assert_eq!(answers.len(), 2, "{answers:?}");
        assert_eq!(answers[0], serde_json::json!({"id": "B:1:7:5", "to": [4, 2]}));
        assert_eq!(answers[1]["id"], "K:1:7:0");
        assert_ne!(answers[1]["to"][1], 4, "off the file");
    }
}

#[test]
fn a_bot_with_nothing_to_do_passes_and_says_when_to_ask_again() {
    let early = r#"{"t":"go","tick":3,"pieces":[["K:1:7:0","K",1,7,0,0,0],["K:2:0:7","K",2,0,7,0,0]]}"#;
    assert_eq!(bot("3", &[NEW, early]), [serde_json::json!({"pass": true, "wake": 16})]);
}

#[test]
fn two_pieces_on_one_square_do_not_stop_the_bot() {
    // A pawn and a resting rook are reported on the square of the queen that may be taken.
    let go = r#"{"t":"go","tick":400,"pieces":[["K:1:7:0","K",1,7,0,0,0],["B:1:7:5","B",1,7,5,0,0],["P:1:6:0","P",1,7,5,0,0],["K:2:0:7","K",2,0,7,0,0],["P:2:1:1","P",2,4,2,1,250],["Q:2:0:3","Q",2,4,2,1,250]],"moves":[]}"#;
    let answers = bot("3", &[NEW, go, go]);
    let taken = serde_json::json!({"id": "B:1:7:5", "to": [4, 2]});
    assert_eq!(answers, [taken.clone(), taken]);
}

#[test]
fn bad_lines_are_answered_with_an_error_and_the_bot_goes_on() {
    let go = r#"{"t":"go","tick":20,"pieces":[["K:1:7:0","K",1,7,0,0,0],["K:2:0:7","K",2,0,7,0,0]],"moves":[]}"#;
    let lines = [
        go,
        "nonsense",
        r#"{"t":"dance"}"#,
        r#"{"t":"new","player":3,"players":[1,2],"speed":"standard","board":"standard"}"#,
        r#"{"t":"new","player":1,"players":[1,2],"speed":"standard","board":"standard","tps":7}"#,
        NEW,
        r#"{"t":"go","tick":20,"pieces":[["K:1:7:0","K",1,9,0,0,0]],"moves":[]}"#,
        r#"{"t":"go","tick":20,"pieces":[["K:1:7:0","K",1,7,0,0,0],["K:1:7:0","K",1,6,0,0,0]],"moves":[]}"#,
        r#"{"t":"go","tick":20,"pieces":[["K:1:7:0","K",1,7,0,0,0]],"moves":[["Q:1:7:3",19,[[6,3]]]]}"#,
        r#"{"t":"go","tick":20,"pieces":[["K:1:7:0","K",1,7,0,0,0]],"moves":[["K:1:7:0",19,[[6,3.25]]]]}"#,
        go,
    ];
    let answers = bot("2", &lines);
    assert_eq!(answers.len(), lines.len() - 1, "all but the good new");
    let errors = answers.iter().filter(|answer| answer["error"].is_string()).count();
    assert_eq!(errors, answers.len() - 1, "{answers:?}");
    assert!(answers.last().unwrap()["error"].is_null());
}
