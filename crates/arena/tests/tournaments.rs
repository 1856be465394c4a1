//! Tournaments from settings to files and on from them, with the toy game and with Kung Fu Chess.

use std::{fs, num::NonZeroUsize, path::Path};

use arena::{Detail, Event, Files, Format, Match, MatchEnd, MatchError, Paths, SavedMatch, Settings, Standing};
use hexapawn::HexapawnBots;
use play::Registry;

fn registry() -> Registry {
    games::registry().with(HexapawnBots)
}

fn settings(game: &str, players: &[&str], format: Format, games: u64) -> Settings {
    let game = game.parse().expect("the name of a game");
    let mut settings = Settings::usual(game, players.iter().map(|&player| player.to_owned()).collect());
    settings.format = Some(format);
    settings.games = Some(games);
    settings.concurrency = NonZeroUsize::new(3);
    if settings.is_live() {
        settings.live.speed = Some("lightning".parse().expect("a speed"));
    }
    settings
}

fn start(settings: &Settings, standing: Option<Standing>) -> Result<Match, MatchError> {
    let (plan, _) = settings.plan(&registry(), Detail::Games)?;
    Match::start(plan, standing)
}

/// Plays so many games, or to the end, and writes the JSON.
fn play(settings: &Settings, standing: Option<Standing>, json: &Path, most: u64) -> (Standing, Option<MatchEnd>) {
    let mut running = start(settings, standing).expect("the settings are right");
    let paths = Paths {
        json: Some(json.to_owned()),
        ..Paths::default()
    };
    let mut files = Files::open(settings.clone(), paths, 0).expect("there is room");
    let mut end = None;
    while running.standing().games() < most
        && let Some(event) = running.next()
    {
        match event {
            Event::Finished(report) => files.game(&running, &report).expect("there is room"),
            Event::Ended(how) => end = Some(how),
            Event::Progress { .. } | Event::Started { .. } | Event::Moved { .. } | Event::Ticked { .. } => {}
        }
    }
    files.finish(&running).expect("there is room");
    (running.standing().clone(), end)
}

#[test]
fn tournaments_that_are_interrupted_come_to_the_same_end() {
    let toys = ["greedy"; 5];
    let live = ["random", "level1", "random", "level1", "random"];
    for (game, players, format, games) in [
        ("hexapawn", &toys[..], Format::Swiss, 1),
        ("hexapawn", &toys[..], Format::Swiss, 4),
        ("hexapawn", &toys[..], Format::Knockout, 2),
        ("hexapawn", &toys[..], Format::RoundRobin, 2),
        ("kungfu", &live[..], Format::Swiss, 1),
        ("kungfu", &live[..], Format::Knockout, 2),
    ] {
        let folder = tempfile::tempdir().expect("there is room");
        let settings = settings(game, players, format, games);
        let (whole, end) = play(&settings, None, &folder.path().join("whole.json"), u64::MAX);
        assert!(matches!(end, Some(MatchEnd::Complete)), "{game} {format}: {end:?}");
        assert_eq!(whole.rounds.is_empty(), !format.has_rounds());
        let json = folder.path().join("part.json");
        let mut standing = None;
        for most in [1, 2, 5, u64::MAX] {
            play(&settings, standing, &json, most);
            let saved = SavedMatch::read(&json).expect("the JSON of a match");
            assert_eq!(saved.settings.live.speed, settings.live.speed);
            standing = Some(saved.standing);
        }
        let part = standing.expect("it was played");
        assert_eq!(part.rounds, whole.rounds, "{game} {format}");
        assert_eq!(part.table, whole.table, "{game} {format}");
        assert_eq!(part.tally, whole.tally, "{game} {format}");
        assert_eq!(part.games(), whole.games());
        let document = fs::read_to_string(&json).expect("it was written");
        assert!(document.contains("\"finished\":true"), "{game} {format}");
    }
}

#[test]
fn a_swiss_tournament_may_go_on_for_more_rounds() {
    let folder = tempfile::tempdir().expect("there is room");
    let json = folder.path().join("swiss.json");
    let mut first = settings("hexapawn", &["greedy"; 6], Format::Swiss, 2);
    first.rounds = Some(2);
    let (two, _) = play(&first, None, &json, u64::MAX);
    assert_eq!((two.rounds.len(), two.games()), (2, 12));
    let saved = SavedMatch::read(&json).expect("the JSON of a match");
    let mut asked = first.clone();
    asked.games = None;
    asked.rounds = Some(3);
    let more = saved.settings.resumed(&asked).expect("more rounds can be asked for");
    let (three, _) = play(&more, Some(saved.standing), &json, u64::MAX);
    assert_eq!((three.rounds.len(), three.games()), (3, 18));
    assert_eq!(three.rounds[..2], two.rounds);

    asked.games = Some(4);
    let saved = SavedMatch::read(&json).expect("the JSON of a match");
    assert!(
        saved.settings.resumed(&asked).is_err(),
        "the rounds were paired by two games each"
    );
    let fewer = Settings {
        rounds: Some(1),
        ..first
    };
    let refused = start(&fewer, Some(saved.standing)).err();
    assert!(matches!(refused, Some(MatchError::Standing)), "{refused:?}");
}

#[test]
fn rounds_that_were_changed_in_the_file_are_refused() {
    let folder = tempfile::tempdir().expect("there is room");
    let settings = settings("hexapawn", &["greedy"; 4], Format::Swiss, 2);
    let (standing, _) = play(&settings, None, &folder.path().join("swiss.json"), u64::MAX);
    let changed: [fn(&mut Standing); 4] = [
        |standing| standing.rounds[0].encounters[0].reverse(),
        |standing| standing.rounds[1].half_points[0][0] += 1,
        |standing| drop(standing.rounds.pop()),
        |standing| standing.rounds[0].byes.push(3),
    ];
    for change in changed {
        let mut standing = standing.clone();
        change(&mut standing);
        let refused = start(&settings, Some(standing)).err();
        assert!(matches!(refused, Some(MatchError::Standing)), "{refused:?}");
    }
}

#[test]
fn archives_of_earlier_versions_go_on() {
    let folder = tempfile::tempdir().expect("there is room");
    for (game, players, version) in [
        ("hexapawn", ["greedy", "greedy"], 1),
        ("kungfu", ["random", "level1"], 2),
    ] {
        let json = folder.path().join("match.json");
        let settings = settings(game, &players, Format::Match, 4);
        play(&settings, None, &json, 2);
        let text = fs::read_to_string(&json).expect("it was written");
        // What the last version did not write.
        let mut old: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
        old["version"] = version.into();
        old["settings"].as_object_mut().expect("settings").remove("rounds");
        old["standing"].as_object_mut().expect("results").remove("rounds");
        fs::write(&json, old.to_string()).expect("there is room");
        let saved = SavedMatch::read(&json).expect("an earlier version is read");
        let (standing, end) = play(&saved.settings, Some(saved.standing), &json, u64::MAX);
        assert_eq!(
            (standing.games(), matches!(end, Some(MatchEnd::Complete))),
            (4, true),
            "{game}"
        );

        old["version"] = 4.into();
        fs::write(&json, old.to_string()).expect("there is room");
        let newer = SavedMatch::read(&json).err();
        assert!(matches!(newer, Some(MatchError::Newer { version: 4, .. })), "{newer:?}");
        old["version"] = (3 - version).into();
        fs::write(&json, old.to_string()).expect("there is room");
        let wrong = SavedMatch::read(&json).err();
        assert!(matches!(wrong, Some(MatchError::Damaged(_))), "{wrong:?}");
    }
}

#[test]
fn the_games_of_the_toy_are_written_down() {
    let folder = tempfile::tempdir().expect("there is room");
    let settings = settings("hexapawn", &["greedy", "greedy"], Format::Match, 8);
    let mut running = start(&settings, None).expect("the settings are right");
    let paths = Paths {
        json: None,
        pgn: Some(folder.path().join("games.pgn")),
        html: Some(folder.path().join("report.html")),
    };
    let mut files = Files::open(settings, paths.clone(), 0).expect("there is room");
    while let Some(event) = running.next() {
        if let Event::Finished(report) = event {
            files.game(&running, &report).expect("there is room");
        }
    }
    files.finish(&running).expect("there is room");
    let [pgn, html] = [paths.pgn, paths.html].map(|path| fs::read_to_string(path.expect("named")).expect("written"));
    assert_eq!(pgn.matches("[Variant \"Hexapawn\"]").count(), 8);
    assert!(html.contains("greedy#2"));
    assert_eq!(
        running.standing().openings.len(),
        4,
        "each first move of White is played twice"
    );
}
