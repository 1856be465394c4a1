//! Matches of all games as a watcher sees them.

use std::{
    fs,
    num::NonZeroUsize,
    path::PathBuf,
    sync::mpsc::{Receiver, channel},
    time::Duration,
};

use arena::{
    BoardView, Exported, LiveOptions, MatchUpdate, Motion, Pace, SavedMatch, Score, Settings, WatchEnd, WatchSettings,
    WatchedMatch,
};
use hexapawn::HexapawnBots;

/// Long enough for the slowest machine; nothing is measured.
const DEADLINE: Duration = Duration::from_mins(3);

fn watched(game: &str, players: &[&str], games: u64) -> WatchSettings {
    let game = game.parse().expect("the name of a game");
    let mut settings = Settings::usual(game, players.iter().map(|&player| player.to_owned()).collect());
    settings.games = Some(games);
    settings.concurrency = NonZeroUsize::new(3);
    settings.live = LiveOptions {
        speed: Some("lightning".parse().expect("a speed")),
        ..LiveOptions::default()
    };
    WatchSettings {
        settings,
        pace: Pace::Full,
        motion: Motion::Running,
        folder: std::env::temp_dir(),
    }
}

fn watch(settings: WatchSettings) -> (WatchedMatch, Receiver<MatchUpdate>) {
    let (sender, updates) = channel();
    let registry = games::registry().with(HexapawnBots);
    let watched = WatchedMatch::start(settings, &registry, move |update| drop(sender.send(update)));
    (watched.expect("the settings are right"), updates)
}

/// What was seen of a match up to its end.
#[derive(Default)]
struct Seen {
    boards: usize,
    places: Vec<usize>,
    finished: Vec<u64>,
    not_stored: Vec<String>,
    score: Option<Score>,
    end: Option<WatchEnd>,
}

fn until_ended(updates: &Receiver<MatchUpdate>) -> Seen {
    let mut seen = Seen::default();
    while seen.end.is_none() {
        match updates.recv_timeout(DEADLINE).expect("the match goes on") {
            MatchUpdate::Progress {
                boards,
                finished,
                score,
            } => {
                seen.boards += boards.len();
                seen.places.extend(boards.iter().map(|cell| cell.place));
                seen.finished.extend(finished.iter().map(|game| game.game));
                seen.score = score.map(|score| *score).or(seen.score);
            }
            MatchUpdate::Ended(end) => seen.end = Some(end),
            MatchUpdate::NotStored(words) => seen.not_stored.push(words),
            MatchUpdate::Exported(exported) => drop(exported.expect("there is room")),
        }
    }
    seen
}

/// Workers of matches with numbers from 20 on, by the names of their threads; no other test has so many.
#[cfg(target_os = "linux")]
fn workers() -> usize {
    let tasks = fs::read_dir("/proc/self/task").expect("there is a list of threads");
    let names = tasks.filter_map(|task| fs::read_to_string(task.ok()?.path().join("comm")).ok());
    let numbers = names.filter_map(|name| name.trim_end().strip_prefix("arena-")?.parse::<u32>().ok());
    numbers.filter(|number| *number >= 20).count()
}

#[test]
fn matches_of_all_games_are_seen_to_their_end() {
    for (game, players) in [
        ("chess", ["easy", "easy"]),
        ("ransom", ["easy", "easy"]),
        ("kungfu", ["level1", "level1"]),
        ("hexapawn", ["greedy", "greedy"]),
    ] {
        let (running, updates) = watch(watched(game, &players, 6));
        assert_eq!((running.total(), running.places()), (6, 3));
        let seen = until_ended(&updates);
        assert_eq!(seen.end, Some(WatchEnd::Complete), "{game}");
        assert_eq!(seen.finished, [0, 1, 2, 3, 4, 5], "{game}: every game once, in order");
        assert!(seen.boards > 0 && seen.places.iter().all(|place| *place < 3), "{game}");
        let score = seen.score.expect("games were counted");
        let [first, second] = score.players.as_slice() else {
            panic!("two players, not {}", score.players.len())
        };
        assert_ne!(first.name, second.name, "{game}: the same bot twice is two players");
        assert_eq!(first.results.reversed(), second.results, "{game}");
        assert_eq!(score.reasons.iter().map(|(_, count)| count).sum::<u64>(), 6, "{game}");
    }
}

#[test]
fn four_play_on_the_cross() {
    let mut settings = watched("kungfu", &["level1", "level2", "level1", "level2"], 2);
    settings.settings.live.board = Some("four".parse().expect("a board"));
    let (_running, updates) = watch(settings);
    let seen = until_ended(&updates);
    assert_eq!(seen.end, Some(WatchEnd::Complete));
    let score = seen.score.expect("games were counted");
    assert_eq!((score.players.len(), score.games), (4, 2));
    assert!(score.estimate.is_none());
}

#[test]
fn a_match_that_stands_goes_step_by_step() {
    let mut settings = watched("chess", &["easy", "medium"], 2);
    settings.settings.concurrency = NonZeroUsize::new(1);
    settings.motion = Motion::Paused;
    let (running, updates) = watch(settings);
    let next = || match updates.recv_timeout(DEADLINE).expect("a board") {
        MatchUpdate::Progress { boards, .. } => match &boards[0].view {
            BoardView::Turn { scene, .. } => scene.ply,
            BoardView::Live(_) => panic!("chess has turns"),
        },
        other => panic!("{other:?}"),
    };
    let start = next();
    for step in 1..=5 {
        running.step();
        assert_eq!(next(), start + step);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn what_is_broken_off_leaves_no_thread_behind() {
    for (game, players) in [("chess", ["master", "hard"]), ("kungfu", ["level4", "level3"])] {
        let mut settings = watched(game, &players, 1_000);
        settings.settings.concurrency = NonZeroUsize::new(40);
        let (running, updates) = watch(settings);
        drop(updates.recv_timeout(DEADLINE).expect("it has begun"));
        assert!(workers() > 0, "{game}");
        running.stop();
        assert_eq!(until_ended(&updates).end, Some(WatchEnd::Stopped));
        drop(running);
        assert_eq!(workers(), 0, "{game}");
    }
}

#[test]
fn what_was_played_is_written_and_can_be_gone_on_with() {
    let folder = tempfile::tempdir().expect("there is room");
    let folder = folder.path();
    let (running, updates) = watch(watched("chess", &["easy", "easy"], 4));
    until_ended(&updates);
    let export = || -> Vec<PathBuf> {
        running.export(folder.join("match"));
        match updates.recv_timeout(DEADLINE) {
            Ok(MatchUpdate::Exported(Ok(Exported { paths, missing: 0 }))) => paths,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(export(), [folder.join("match.json"), folder.join("match.pgn")]);
    assert_eq!(
        export(),
        [folder.join("match-2.json"), folder.join("match-2.pgn")],
        "nothing is written over"
    );
    let saved = SavedMatch::read(&folder.join("match.json")).expect("the JSON of a match");
    assert_eq!((saved.standing.games(), saved.settings.players.len()), (4, 2));
    let games = fs::read_to_string(folder.join("match.pgn")).expect("games");
    assert_eq!(games.matches("[Event ").count(), 4);
    fs::write(folder.join("file"), "").expect("there is room");
    // What the JSON is written to first is a folder, so that it fails when the games are written already.
    fs::create_dir(folder.join("half.json.part")).expect("there is room");
    for stem in ["file/match", "half"] {
        running.export(folder.join(stem));
        match updates.recv_timeout(DEADLINE) {
            Ok(MatchUpdate::Exported(Err(words))) => assert!(words.contains("cannot be written"), "{words}"),
            other => panic!("{other:?}"),
        }
    }
    assert!(!folder.join("half.pgn").exists(), "no half of an export is left");
}

#[test]
fn games_that_cannot_be_stored_are_reported_once_and_the_match_goes_on() {
    for game in ["chess", "ransom"] {
        let folder = tempfile::tempdir().expect("there is room");
        let blocked = folder.path().join("blocked");
        fs::write(&blocked, "not a folder").expect("there is room");
        let mut settings = watched(game, &["easy", "easy"], 6);
        settings.folder.clone_from(&blocked);
        let (running, updates) = watch(settings);
        let seen = until_ended(&updates);
        assert_eq!((seen.end, seen.finished.len()), (Some(WatchEnd::Complete), 6), "{game}");
        let [words] = seen.not_stored.as_slice() else {
            panic!("{game}: reported once, not {:?}", seen.not_stored)
        };
        assert!(
            words.contains(&format!("{} cannot be written: ", blocked.display())),
            "{words}"
        );
        running.export(folder.path().join("match"));
        match updates.recv_timeout(DEADLINE) {
            Ok(MatchUpdate::Exported(Ok(Exported { paths, missing }))) => {
                assert_eq!((paths.len(), missing), (2, 6), "{game}");
            }
            other => panic!("{other:?}"),
        }
    }
}
