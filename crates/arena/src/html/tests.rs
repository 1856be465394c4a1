//! Pages of all kinds of matches, read as a browser would begin to.

use serde_json::{Value, json};

use super::*;
use crate::statistics::{CrossTable, Points};

/// The parts of a page of two players.
const DUEL: [&str; 8] = [
    "Result",
    "Score over time",
    "Pairs of games",
    "White and Black",
    "Lengths",
    "How games ended",
    "Time and depth",
    "Openings",
];

/// A match in which the first player does a little better.
fn duel(pairs: u64) -> Standing {
    let mut standing = Standing::new(["Medium".to_owned(), "Hard".to_owned()]);
    for pair in 0..pairs {
        let second = [Points::Win, Points::Draw, Points::Loss][(pair % 3) as usize];
        standing.table.add_pair(0, 1, Points::Draw, second);
        standing.table.add_pair(0, 1, Points::Win, Points::Draw);
    }
    filled(&standing, pairs * 4)
}

/// Four players, of whom the last has not played.
fn field() -> Standing {
    let mut standing = Standing::new(["Easy", "Medium", "Hard", "Late"].map(str::to_owned));
    for _ in 0..10 {
        standing.table.add_pair(0, 1, Points::Loss, Points::Draw);
        standing.table.add_pair(1, 2, Points::Loss, Points::Win);
        standing.table.add_pair(0, 2, Points::Loss, Points::Loss);
    }
    filled(&standing, 60)
}

/// The standing with everything besides the table, as a match of so many games leaves it.
fn filled(standing: &Standing, games: u64) -> Standing {
    let mut value = serde_json::to_value(standing).unwrap();
    let scores: Vec<f64> = (1..=games.min(400)).map(|game| 0.5 + 0.5 / game as f64).collect();
    let costs = json!({
        "moves": games * 40, "time": {"secs": games, "nanos": 0}, "slowest": {"secs": 0, "nanos": 90_000_000},
        "with_depth": games, "depth": games * 9, "nodes": games * 1_000_000, "node_time": {"secs": games, "nanos": 0},
    });
    value["costs"] = standing.players.iter().map(|_| costs.clone()).collect();
    value["white"] = json!([games / 2, games / 4, games - games / 2 - games / 4]);
    value["lengths"] = json!({"sum": games * 70, "shortest": 11, "longest": 400, "steps": vec![games / 16; 16]});
    value["lengths"]["steps"][3] = json!(games - games / 16 * 15);
    value["reasons"] = json!({"checkmate": games / 2, "threefold repetition": games - games / 2});
    value["openings"] = json!({"Italian": [games, 0, 0], "Ruy Lopez": [0, games * 2, 0], "others": [9, 9, 9]});
    value["course"] = json!({"stride": games.div_ceil(400).max(1), "scores": scores, "games": games});
    value["distinct"] = json!({"fingerprints": (0..games.min(50)).collect::<Vec<_>>()});
    value["progress"] = json!({"below": games, "beyond": []});
    read(value)
}

fn read(value: Value) -> Standing {
    serde_json::from_value(value).unwrap()
}

fn shown(standing: &Standing) -> String {
    let heading = Heading {
        title: "A match",
        date: Some("2025-11-15"),
        lines: vec![("time control".to_owned(), "8+0.08".to_owned())],
        sprt: Some("0,10".parse().unwrap()),
        length: Length::Plies,
    };
    let page = page(&heading, standing);
    check(&page);
    page
}

/// Every tag is closed in its turn, and no number went wrong.
fn check(page: &str) {
    const VOID: [&str; 3] = ["meta", "br", "!DOCTYPE"];
    let mut open = Vec::new();
    let mut rest = page;
    while let Some(start) = rest.find('<') {
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        let name = tag.split([' ', '\n']).next().unwrap();
        assert_eq!(tag.matches('"').count() % 2, 0, "<{tag}>");
        assert!(!tag.contains('<'), "<{tag}>");
        if let Some(name) = name.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "before {:.60}", &rest[end..]);
        } else if !tag.ends_with('/') && !VOID.contains(&name) {
            open.push(name);
        }
        rest = &rest[end + 1..];
    }
    assert_eq!(open, [""; 0]);
    for wrong in ["NaN", "inf", "\"-0"] {
        assert!(!page.contains(wrong), "{wrong}");
    }
    for outside in ["<script", "<link", "<img", "http://", "https://", "url(", "@import"] {
        assert!(!page.contains(outside), "{outside}");
    }
}

fn titles(page: &str) -> Vec<&str> {
    page.split("<h2>")
        .skip(1)
        .map(|rest| rest.split("</h2>").next().unwrap())
        .collect()
}

#[test]
fn two_players_get_every_part() {
    let page = shown(&duel(50));
    assert_eq!(titles(&page), DUEL);
    for part in [
        "time control",
        "8+0.08",
        "2025-11-15",
        "Sequential test",
        "Likelihood of superiority",
        "<strong>50</strong> of 200",
        "nodes a second",
        "1.00\u{a0}M",
        "90.0\u{a0}ms",
        "300+",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("Ratings"));
}

#[test]
fn a_field_gets_ratings_and_a_cross_table() {
    let page = shown(&field());
    assert_eq!(titles(&page)[..3], ["Ratings", "Who against whom", "Score over time"]);
    for part in ["Result", "Pairs of games"] {
        assert!(!titles(&page).contains(&part), "{part}");
    }
    assert!(!page.contains("Sequential test"));
    let places = ["Hard", "Medium", "Easy", "Late"].map(|name| page.find(&format!("<bdi>{name}</bdi>")));
    assert!(places.is_sorted(), "the best first, without games last: {places:?}");
    assert!(
        !page.contains("not connected by games"),
        "one group, and one who has not played"
    );
}

#[test]
fn groups_that_never_met_are_listed_apart() {
    let mut standing = Standing::new(["A", "B", "C", "D"].map(str::to_owned));
    standing.table.add_pair(0, 1, Points::Win, Points::Draw);
    standing.table.add_pair(2, 3, Points::Draw, Points::Draw);
    assert!(shown(&filled(&standing, 4)).contains("not connected by games"));
}

#[test]
fn a_test_says_what_it_decided() {
    let mut standing = Standing::new(["A", "B"].map(str::to_owned));
    assert!(shown(&filled(&standing, 2)).contains("Undecided so far"));
    for _ in 0..300 {
        standing.table.add_pair(0, 1, Points::Win, Points::Draw);
    }
    assert!(shown(&filled(&standing, 600)).contains("Decided for H1, 10 Elo"));
    standing.table = CrossTable::new(2);
    for _ in 0..300 {
        standing.table.add_pair(0, 1, Points::Loss, Points::Draw);
    }
    assert!(shown(&filled(&standing, 600)).contains("Decided for H0, 0 Elo"));
}

#[test]
fn no_games_are_said_to_be_none() {
    for players in [&[][..], &["Only"], &["One", "Two"], &["One", "Two", "Three"]] {
        let page = shown(&Standing::new(players.iter().map(|&name| name.to_owned())));
        assert_eq!(titles(&page), ["No games yet"]);
    }
}

#[test]
fn one_game_and_very_many_are_shown() {
    let mut one = Standing::new(["Medium".to_owned(), "Hard".to_owned()]);
    one.table.add_game(0, 1, Points::Win);
    let page = shown(&filled(&one, 1));
    assert!(page.contains("+∞") && page.contains("too few games for bounds"));
    assert!(!titles(&page).contains(&"Pairs of games"));

    let many = shown(&duel(25_000));
    assert!(many.contains("100,000"));
    assert!(many.len() < 60_000, "{} bytes", many.len());
}

#[test]
fn a_course_of_any_length_is_drawn() {
    for points in [1, 2, 3, 19, 20, 400] {
        let mut value = serde_json::to_value(duel(1)).unwrap();
        value["course"]["scores"] = vec![1.0; points].into();
        let page = shown(&read(value));
        let line = page.split("class=\"course\" points=\"").nth(1).unwrap();
        assert_eq!(line.split('"').next().unwrap().split(' ').count(), points);
    }
}

#[test]
fn names_from_outside_stay_text() {
    const HOSTILE: &str = "</title><script>alert('x')</script>\" onload=\"& \u{202e}\u{0}";
    let mut value = serde_json::to_value(duel(5)).unwrap();
    value["players"] = json!([HOSTILE, "x".repeat(500)]);
    value["openings"] = json!({HOSTILE: [1, 2, 3]});
    value["reasons"] = json!({HOSTILE: 7});
    value["troubles"] = json!([HOSTILE]);
    let heading = Heading {
        title: HOSTILE,
        date: Some(HOSTILE),
        lines: vec![(HOSTILE.to_owned(), HOSTILE.to_owned())],
        sprt: None,
        length: Length::Commands,
    };
    let page = page(&heading, &read(value));
    check(&page);
    assert!(page.contains("&lt;/title&gt;&lt;script&gt;") && titles(&page).contains(&"Troubles"));
    assert!(!page.contains("\" onload=") && !page.contains('\0'));
}

#[test]
fn openings_beyond_the_table_are_summed() {
    let openings: serde_json::Map<String, Value> = (0..60)
        .map(|index| (format!("line {index}"), json!([2 + index % 2, 0, 2 - index % 2])))
        .chain([
            ("others".to_owned(), json!([5, 5, 5])),
            ("often".to_owned(), json!([5, 0, 5])),
        ])
        .collect();
    let mut value = serde_json::to_value(duel(5)).unwrap();
    value["openings"] = openings.into();
    let page = shown(&read(value));
    let table = page.split("<h2>Openings</h2>").nth(1).unwrap();
    assert_eq!(table.matches("<th scope=\"row\"").count(), 25);
    assert!(table.find("often") < table.find("line 1<"), "the most played first");
    assert!(
        table.contains("line 1<") && !table.contains("line 0<"),
        "then the most lopsided"
    );
    // 23 of the 60 lines of four games have a row.
    let rest = table.split("all other openings").nth(1).unwrap();
    assert!(rest.contains(&format!("<td data-label=\"games\">{}</td>", 37 * 4 + 15)));
}
