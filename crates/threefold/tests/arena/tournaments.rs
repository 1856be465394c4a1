//! Tournaments of several players.

use super::*;

#[test]
fn a_round_robin_has_ratings_and_a_report() {
    let page = file("robin", "report.html");
    let printed = results(&[
        "easy",
        "medium?depth=1",
        "medium?depth=2",
        "--games",
        "6",
        "--html",
        text(&page),
    ]);
    assert!(
        printed.contains(" 1. medium?depth=2") || printed.contains(" 1. medium?depth=1"),
        "{printed}"
    );
    assert!(
        printed.lines().last().is_some_and(|line| line.contains("3. easy")),
        "{printed}"
    );
    let page = fs::read_to_string(page).expect("the report is there");
    assert!(page.contains("medium?depth=2") && page.contains("<svg"));
    assert!(!page.contains("<script") && !page.contains("http://"));
}

#[test]
fn a_swiss_tournament_is_played_in_rounds_and_goes_on_for_more() {
    let report = file("swiss", "report.json");
    let players = ["easy", "easy", "medium?depth=1", "easy", "medium?depth=1"];
    let flags = ["--format", "swiss", "--rounds", "2", "--json", text(&report)];
    let printed = results(&[&players[..], &flags].concat());
    assert!(printed.contains("8 of 8 games"), "{printed}");
    for part in ["round 1: ", "round 2: ", " bye", " 1. ", "Buchholz"] {
        assert!(printed.contains(part), "{part} in {printed}");
    }
    let printed = results(&["--resume", text(&report), "--rounds", "3"]);
    assert!(
        printed.contains("12 of 12 games") && printed.contains("round 3: "),
        "{printed}"
    );
    let rounds = json(&report)["standing"]["rounds"].clone();
    let byes: Vec<&Value> = rounds
        .as_array()
        .expect("rounds")
        .iter()
        .map(|round| &round["byes"][0])
        .collect();
    assert_eq!(byes.len(), 3);
    assert!(
        byes[0] != byes[1] && byes[1] != byes[2] && byes[0] != byes[2],
        "{byes:?}"
    );
    let output = run(&["--resume", text(&report), "--games", "4"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("keeps its number of games"));
}

#[test]
fn a_knock_out_has_a_winner() {
    let printed = results(&["easy", "medium?depth=2", "easy", "--format", "knockout"]);
    assert!(
        printed.contains("winner: medium?depth=2") || printed.contains("winner: easy"),
        "{printed}"
    );
    assert!(
        printed.contains("round 1: ") && printed.contains("easy bye"),
        "{printed}"
    );
}
