//! Matches of the three games as a watcher sees them.

use std::{
    fs,
    num::NonZeroUsize,
    path::PathBuf,
    sync::mpsc::{Receiver, channel},
    time::Duration,
};

use bots::Game;
use contest::{
    Motion, News, Over, Pace, Picture, Saved, Score, Settings, Watched, Wishes, Written, kungfu::KungfuArgs,
};

/// Long enough for the slowest machine; nothing is measured.
const DEADLINE: Duration = Duration::from_mins(3);

fn wishes(game: Game, players: &[&str], games: u64) -> Wishes {
    let mut settings = Settings::usual(game, players.iter().map(|&player| player.to_owned()).collect());
    settings.games = Some(games);
    settings.concurrency = NonZeroUsize::new(3);
    Wishes {
        settings,
        kungfu: KungfuArgs {
            speed: Some("lightning".parse().expect("a speed")),
            ..KungfuArgs::default()
        },
        pace: Pace::Full,
        motion: Motion::Runs,
        shelf: std::env::temp_dir(),
    }
}

fn watch(wishes: Wishes) -> (Watched, Receiver<News>) {
    let (sender, news) = channel();
    let watched = Watched::start(wishes, move |told| drop(sender.send(told))).expect("the wishes are right");
    (watched, news)
}

/// What was seen of a match up to its end.
#[derive(Default)]
struct Seen {
    boards: usize,
    places: Vec<usize>,
    ended: Vec<u64>,
    unkept: Vec<String>,
    score: Option<Score>,
    over: Option<Over>,
}

fn until_over(news: &Receiver<News>) -> Seen {
    let mut seen = Seen::default();
    while seen.over.is_none() {
        match news.recv_timeout(DEADLINE).expect("the match goes on") {
            News::Course { boards, ended, score } => {
                seen.boards += boards.len();
                seen.places.extend(boards.iter().map(|cell| cell.place));
                seen.ended.extend(ended.iter().map(|ended| ended.game));
                seen.score = score.map(|score| *score).or(seen.score);
            }
            News::Over(over) => seen.over = Some(over),
            News::Unkept(words) => seen.unkept.push(words),
            News::Exported(written) => drop(written.expect("there is room")),
        }
    }
    seen
}

/// Threads of matches, by their names.
#[cfg(target_os = "linux")]
fn threads(prefix: &str) -> usize {
    let tasks = fs::read_dir("/proc/self/task").expect("there is a list of threads");
    let names = tasks.filter_map(|task| fs::read_to_string(task.ok()?.path().join("comm")).ok());
    names.filter(|name| name.starts_with(prefix)).count()
}

#[test]
fn matches_of_all_games_are_seen_to_their_end() {
    for (game, players) in [
        (Game::Chess, ["easy", "easy"]),
        (Game::Ransom, ["easy", "easy"]),
        (Game::Kungfu, ["level1", "level1"]),
    ] {
        let (watched, news) = watch(wishes(game, &players, 6));
        assert_eq!((watched.total(), watched.places()), (6, 3));
        let seen = until_over(&news);
        assert_eq!(seen.over, Some(Over::Played), "{game}");
        assert_eq!(seen.ended, [0, 1, 2, 3, 4, 5], "{game}: every game once, in order");
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
    let mut wishes = wishes(Game::Kungfu, &["level1", "level2", "level1", "level2"], 2);
    wishes.kungfu.board = Some("four".parse().expect("a board"));
    let (_watched, news) = watch(wishes);
    let seen = until_over(&news);
    assert_eq!(seen.over, Some(Over::Played));
    let score = seen.score.expect("games were counted");
    assert_eq!((score.players.len(), score.games), (4, 2));
    assert!(score.estimate.is_none());
}

#[test]
fn a_match_that_stands_goes_step_by_step() {
    let mut wishes = wishes(Game::Chess, &["easy", "medium"], 2);
    wishes.settings.concurrency = NonZeroUsize::new(1);
    wishes.motion = Motion::Stands;
    let (watched, news) = watch(wishes);
    let next = || match news.recv_timeout(DEADLINE).expect("a board") {
        News::Course { boards, .. } => match &boards[0].picture {
            Picture::Turns(scene) => scene.ply,
            Picture::Live(_) => panic!("chess has turns"),
        },
        other => panic!("{other:?}"),
    };
    let start = next();
    for step in 1..=5 {
        watched.step();
        assert_eq!(next(), start + step);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn what_is_broken_off_leaves_no_thread_behind() {
    // Names of threads are cut to fifteen letters; nobody else in this test program plays such matches.
    for (game, players, prefix) in [
        (Game::Chess, ["master", "hard"], "arena-"),
        (Game::Kungfu, ["level4", "level3"], "kungfu-match-"),
    ] {
        let mut wishes = wishes(game, &players, 1_000);
        wishes.settings.concurrency = NonZeroUsize::new(40);
        let (watched, news) = watch(wishes);
        drop(news.recv_timeout(DEADLINE).expect("it has begun"));
        assert!(threads(prefix) >= 20, "{game}");
        watched.stop();
        assert_eq!(until_over(&news).over, Some(Over::Stopped));
        drop(watched);
        assert!(threads(prefix) < 20, "{game}");
    }
}

#[test]
fn what_was_played_is_written_and_can_be_gone_on_with() {
    let folder = tempfile::tempdir().expect("there is room");
    let folder = folder.path();
    let (watched, news) = watch(wishes(Game::Chess, &["easy", "easy"], 4));
    until_over(&news);
    let export = || -> Vec<PathBuf> {
        watched.export(folder.join("match"));
        match news.recv_timeout(DEADLINE) {
            Ok(News::Exported(Ok(Written { paths, missing: 0 }))) => paths,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(export(), [folder.join("match.json"), folder.join("match.pgn")]);
    assert_eq!(
        export(),
        [folder.join("match-2.json"), folder.join("match-2.pgn")],
        "nothing is written over"
    );
    let saved = Saved::read(&folder.join("match.json")).expect("the JSON of a match");
    assert_eq!((saved.standing.games(), saved.settings.players.len()), (4, 2));
    let games = fs::read_to_string(folder.join("match.pgn")).expect("games");
    assert_eq!(games.matches("[Event ").count(), 4);
    fs::write(folder.join("file"), "").expect("there is room");
    // What the JSON is written to first is a folder, so that it fails when the games are written already.
    fs::create_dir(folder.join("half.json.part")).expect("there is room");
    for stem in ["file/match", "half"] {
        watched.export(folder.join(stem));
        match news.recv_timeout(DEADLINE) {
            Ok(News::Exported(Err(words))) => assert!(words.contains("cannot be written"), "{words}"),
            other => panic!("{other:?}"),
        }
    }
    assert!(!folder.join("half.pgn").exists(), "no half of an export is left");
}

#[test]
fn a_shelf_that_takes_nothing_is_told_once_and_the_match_goes_on() {
    for game in [Game::Chess, Game::Ransom] {
        let folder = tempfile::tempdir().expect("there is room");
        let shelf = folder.path().join("shelf");
        fs::write(&shelf, "not a folder").expect("there is room");
        let mut wishes = wishes(game, &["easy", "easy"], 6);
        wishes.shelf.clone_from(&shelf);
        let (watched, news) = watch(wishes);
        let seen = until_over(&news);
        assert_eq!((seen.over, seen.ended.len()), (Some(Over::Played), 6), "{game}");
        let [words] = seen.unkept.as_slice() else {
            panic!("{game}: told once, not {:?}", seen.unkept)
        };
        assert!(
            words.contains(&format!("{} cannot be written: ", shelf.display())),
            "{words}"
        );
        watched.export(folder.path().join("match"));
        match news.recv_timeout(DEADLINE) {
            Ok(News::Exported(Ok(Written { paths, missing }))) => assert_eq!((paths.len(), missing), (2, 6), "{game}"),
            other => panic!("{other:?}"),
        }
    }
}
