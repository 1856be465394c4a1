//! `threefold arena` as a process.

mod resuming;
mod tournaments;

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use serde_json::Value;

/// A file of this test in a directory of its own.
fn file(test: &str, name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    fs::create_dir_all(&directory).expect("the directory can be made");
    directory.join(name)
}

fn arena(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_threefold"));
    command.arg("arena").args(arguments).stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Output {
    arena(arguments).output().expect("the program starts")
}

/// The results on stdout of a run that succeeds.
fn results(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("results are text")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("test paths are text")
}

fn json(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).expect("the file is there")).expect("it is JSON")
}

/// The games of a PGN in number order, times taken out.
fn games(path: &Path) -> Vec<String> {
    let pgn = fs::read_to_string(path).expect("the games are there");
    let words: Vec<&str> = pgn.split_whitespace().collect();
    let untimed: Vec<&str> = words
        .iter()
        .enumerate()
        // The word before "s}" is a time.
        .filter(|(index, _)| words.get(index + 1).is_none_or(|next| *next != "s}"))
        .map(|(_, word)| *word)
        .collect();
    let whole = untimed.join(" ");
    let mut games: Vec<String> = whole
        .split("[Event ")
        .skip(1)
        .map(|game| game.trim().to_owned())
        .collect();
    games.sort_by_key(|game| round(game));
    games
}

fn round(game: &str) -> u64 {
    let number = game.split("[Round \"").nth(1).and_then(|rest| rest.split('"').next());
    number
        .and_then(|number| number.parse().ok())
        .expect("every game has its number")
}

/// The program that misbehaves as it is printed, built with the examples of `bots`.
fn fixture(manner: &str) -> String {
    let mut path = env::current_exe().expect("a test has a path");
    path.pop();
    path.pop();
    path.push(format!("examples/uci_fixture{}", env::consts::EXE_SUFFIX));
    assert!(path.exists(), "build it with: cargo build -p bots --examples");
    format!("uci:\"{}\" {manner}", path.display())
}

#[test]
fn the_last_line_is_the_score() {
    let printed = results(&["medium?depth=2", "easy", "--games", "20"]);
    let last = printed.lines().last().expect("there are results");
    let words: Vec<&str> = last.split(' ').collect();
    assert_eq!(
        (words[0], words[1], words[3], words[4]),
        ("score", "medium?depth=2", "easy", "elo")
    );
    let points: Vec<u64> = words[2]
        .split('-')
        .map(|count| count.parse().expect("a count"))
        .collect();
    assert_eq!(points.iter().sum::<u64>(), 20);
    assert!(points[0] >= 18, "{last}");
    for part in [
        "distinct",
        "plies on average",
        "White:",
        "ends: ",
        "nodes a second",
        "pairs: 0: ",
        "superior with",
    ] {
        assert!(printed.contains(part), "{part} in {printed}");
    }
}

#[test]
fn concurrency_changes_nothing() {
    let played = |concurrency: &str| {
        let pgn = file("concurrency", &format!("{concurrency}.pgn"));
        let arguments = [
            "medium",
            "hard",
            "--nodes",
            "2000",
            "--games",
            "12",
            "--seed",
            "7",
            "--concurrency",
            concurrency,
        ];
        results(&[&arguments[..], &["--pgn", text(&pgn)]].concat());
        games(&pgn)
    };
    let (one, two) = (played("1"), played("2"));
    assert_eq!((one.len(), two.len()), (12, 12));
    for (one, two) in one.iter().zip(&two) {
        assert_eq!(one, two);
    }
    assert!(one[0].contains("[%eval"), "{}", one[0]);
}

#[test]
fn bad_programs_lose_with_the_right_reason_and_the_match_goes_on() {
    for (manner, reason) in [
        ("good answer=e2e5", "illegal move"),
        ("mortal", "the program ended"),
        ("stuck", "the program did not answer"),
        ("flood", "the program did not answer"),
        ("binary", "the program did not answer"),
    ] {
        let report = file("bad", "report.json");
        let spec = fixture(manner);
        results(&[
            &spec,
            "easy",
            "--games",
            "4",
            "--movetime",
            "50",
            "--json",
            text(&report),
        ]);
        let report = json(&report);
        assert_eq!(
            report["standing"]["reasons"][reason], 4,
            "{manner}: {}",
            report["standing"]["reasons"]
        );
        assert_eq!(report["summary"]["pairings"][0]["results"]["losses"], 4, "{manner}");
        assert_eq!(report["finished"], true);
    }
}

#[test]
fn files_are_written_although_nobody_reads_the_results() {
    let (report, page) = (file("pipe", "match.json"), file("pipe", "page.html"));
    let mut child = arena(&[
        "easy",
        "easy",
        "--games",
        "2",
        "--json",
        text(&report),
        "--html",
        text(&page),
    ])
    .stdout(Stdio::piped())
    .spawn()
    .expect("the program starts");
    drop(child.stdout.take());
    assert!(child.wait().expect("the program ends").success());
    assert_eq!(json(&report)["summary"]["games"], 2);
    assert!(page.exists());
}

#[test]
fn old_games_survive_a_match_that_cannot_begin() {
    let pgn = file("old", "games.pgn");
    fs::write(&pgn, "1. e4 *\n").expect("the file can be written");
    assert_eq!(
        run(&["easy", "uci:/nowhere/engine", "--pgn", text(&pgn)]).status.code(),
        Some(1)
    );
    assert_eq!(fs::read_to_string(&pgn).expect("the file is there"), "1. e4 *\n");
}

#[test]
fn every_player_may_have_limits_of_its_own() {
    let report = file("limits", "report.json");
    let limits = ["--depth", "3,1", "--tc", "60+1,50+1"];
    results(
        &[
            &["medium", "medium", "--games", "2", "--json", text(&report)],
            &limits[..],
        ]
        .concat(),
    );
    let costs = &json(&report)["standing"]["costs"];
    let mean = |player: usize| {
        let costs = &costs[player];
        costs["depth"].as_f64().expect("a sum") / costs["with_depth"].as_f64().expect("a count")
    };
    // Some searches are settled sooner, none goes deeper.
    assert!(mean(0) > 2.0 && mean(0) <= 3.0, "{costs}");
    assert!((mean(1) - 1.0).abs() < 1e-9, "{costs}");
}

#[test]
fn openings_come_from_files_and_from_chance() {
    let fens = file("openings", "two.epd");
    let lines = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - id \"king's pawn\";\n\
                 rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1\n";
    fs::write(&fens, lines).expect("the file can be written");
    let pgn = file("openings", "two.pgn");
    fs::write(&pgn, "1. e4 e5 2. Nf3 *\n\n1. Zz9 *\n\n1. d4 d5 *\n").expect("the file can be written");
    for (arguments, name) in [
        (&["--openings", text(&fens)][..], "king's pawn"),
        (&["--openings", text(&pgn)], "King's Knight Opening"),
        (&["--random-plies", "6"], "random 1"),
        (&[], "ppp"),
    ] {
        let report = file("openings", "report.json");
        let games = ["easy", "easy", "--games", "8", "--json", text(&report)];
        results(&[&games[..], arguments].concat());
        let report = json(&report);
        let openings = report["standing"]["openings"].as_object().expect("openings are listed");
        if name != "ppp" {
            assert!(openings.contains_key(name), "{openings:?}");
        }
        let played: u64 = openings
            .values()
            .flat_map(|white| white.as_array().expect("counts"))
            .filter_map(Value::as_u64)
            .sum();
        assert_eq!(played, 8);
    }
}

#[test]
fn wrong_arguments_are_refused_with_words() {
    let broken = file("wrong", "broken.json");
    fs::write(&broken, "{\"version\": 1").expect("the file can be written");
    let bad = file("wrong", "bad.epd");
    fs::write(&bad, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\nnonsense\n")
        .expect("the file can be written");
    for (arguments, code, words) in [
        (&["easy"][..], 2, "a match needs two players"),
        (&["easy", "genius"], 2, "is called 'genius'"),
        (&["easy", "human"], 2, "no bot of Chess is called 'human'"),
        (&["easy", "medium", "hard", "--format", "match"], 2, "a match has two"),
        (
            &["easy", "medium", "--format", "league"],
            2,
            "no format is called 'league'",
        ),
        (
            &["easy", "medium", "hard", "--rounds", "2"],
            2,
            "only a Swiss tournament",
        ),
        (
            &["easy", "medium", "hard", "--format", "swiss", "--rounds", "3"],
            2,
            "from 1 to 2 nobody meets an opponent twice",
        ),
        (
            &["easy", "medium", "--game", "checkers"],
            2,
            "known are chess, ransom and kungfu",
        ),
        (&["easy", "medium", "hard", "--sprt", "0,5"], 2, "an SPRT compares two"),
        (&["easy", "medium", "--sprt", "5,0"], 2, "sprt"),
        (&["easy", "medium", "--tc", "soon"], 2, "base+increment"),
        (&["easy", "medium", "--depth", "1,2,3"], 2, "3 values for 2 players"),
        (&["easy", "medium", "--resign", "much"], 2, "CP,N"),
        (&["easy", "medium", "--concurrency", "0"], 2, "concurrency"),
        (&["easy", "medium", "--openings", "/nowhere.epd"], 1, "/nowhere.epd"),
        (&["easy", "medium", "--openings", text(&bad)], 1, "line 2"),
        (&["easy", "medium", "--syzygy", "/nowhere"], 1, "/nowhere"),
        (
            &["easy", "medium", "--json", "/nowhere/x.json", "--games", "2"],
            1,
            "cannot be written",
        ),
        (&["easy", "uci:/nowhere/engine"], 1, "no such program"),
        (
            &["easy", "easy", "--json", "x", "--html", "x"],
            2,
            "named for two files",
        ),
        (&["--resume", "x.json", "--seed", "3"], 2, "cannot be used with"),
        (&["--resume", "/nowhere.json"], 1, "cannot be read"),
        (&["--resume", text(&broken)], 1, "not the JSON of a match"),
    ] {
        let output = run(arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
        assert!(said.contains(words), "{arguments:?}: {said}");
    }
}
