//! A program that is killed at any moment loses no move that was shown.

use std::{
    env,
    io::{BufRead, BufReader, Write},
    path::PathBuf,
    process::{Command, Stdio},
};

use fastrand::Rng;
use terminal::Opening;

use crate::player::Player;

const FOLDER: &str = "THREEFOLD_TEST_FOLDER";

/// Killed by the test below: plays a random game by keys and says every move that it has seen on the board.
#[test]
#[ignore = "a part of the test below, which starts it as a program of its own"]
fn a_game_that_is_going_to_be_killed() {
    let Some(folder) = env::var_os(FOLDER).map(PathBuf::from) else {
        return;
    };
    let mut random = Rng::new();
    let mut player = Player::in_folder(&folder, Opening::Home);
    player.two_people("Chess");
    // The lines of the test harness stand before the first of ours.
    println!();
    for turn in 0.. {
        // A game that ended cannot be continued.
        let mut choices = player.view().frame.choices.clone();
        choices.retain(|choice| !choice.label.ends_with('#'));
        let Some(choice) = random.choice(choices) else {
            break;
        };
        player.press(&choice.label).press("<Enter>").until_turns(turn + 1);
        println!("played {}", choice.code);
        std::io::stdout().flush().unwrap();
    }
}

#[test]
fn no_shown_move_is_lost_when_the_program_is_killed() {
    let mut random = Rng::with_seed(9);
    for game in 0..200 {
        let folder = env::temp_dir().join(format!("threefold-killed-{}-{game}", std::process::id()));
        let mut child = Command::new(env::current_exe().unwrap())
            .args([
                "--ignored",
                "--exact",
                "--nocapture",
                "crash::a_game_that_is_going_to_be_killed",
            ])
            .env(FOLDER, &folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let mut seen: Vec<String> = Vec::new();
        let wanted = random.usize(1..12);
        while seen.len() < wanted
            && let Some(line) = lines.next()
        {
            seen.extend(line.strip_prefix("played ").map(str::to_owned));
        }
        // Somewhere in what follows: thinking, writing, renaming.
        for _ in 0..random.u32(0..200_000) {
            std::hint::spin_loop();
        }
        child.kill().unwrap();
        seen.extend(lines.filter_map(|line| line.strip_prefix("played ").map(str::to_owned)));
        child.wait().unwrap();
        let mut player = Player::in_folder(&folder, Opening::Continue);
        player.until_so("the game", |player| {
            player.screen().contains("to move") || player.screen().contains("Rematch")
        });
        let kept: Vec<&str> = player.view().record.iter().map(|entry| entry.code.as_str()).collect();
        assert!(kept.len() >= seen.len(), "game {game}: {kept:?} of {seen:?}");
        assert_eq!(kept[..seen.len()], seen, "game {game}");
        drop(player);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
