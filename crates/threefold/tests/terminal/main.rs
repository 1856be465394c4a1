//! The program as a person starts it: in a real terminal, which is tmux.
#![cfg(unix)]

mod arena;
mod join;
mod kungfu;
mod sight;
mod tls;
mod window;

use std::{fs, path::Path};

use window::Window;

const PROGRAM: &str = env!("CARGO_BIN_EXE_threefold");

#[test]
fn from_the_first_start_to_a_rematch() {
    let window = Window::open("rematch", 80, 24);
    window.run(PROGRAM);
    window.until("Quit");
    window.keys(&["Enter"]);
    window.until("Opponent");
    window.until("Elo 1000");
    window.keys(&["Enter"]);
    window.until("Your move");
    for turn in 1..=10 {
        // The engine's own advice lasts longer than ten moves against a bot of 1000.
        window.keys(&["F3"]);
        window.until("Hint: ");
        let screen = window.screen();
        let hint = screen.split("Hint: ").nth(1).and_then(|rest| rest.split(' ').next());
        window.typed(hint.expect("a hint names a move"));
        window.keys(&["Enter"]);
        window.until_so(|screen| answered(screen, turn) && screen.contains("Your move"));
    }
    window.keys(&["Escape"]);
    window.until("Leave the game?");
    window.keys(&["Down", "Enter"]);
    window.until("Continue");
    window.keys(&["Home", "Enter"]);
    window.until_so(|screen| answered(screen, 10) && screen.contains("Your move"));
    window.typed("/resign");
    window.keys(&["Enter"]);
    window.until("Resign?");
    window.keys(&["Down", "Enter"]);
    window.until("You lose");
    // Letters go to the line.
    window.typed("/rematch");
    window.keys(&["Enter"]);
    // With sides swapped the bot begins.
    window.until("You (Black)");
    window.until_so(|screen| screen.contains("1. ") && screen.contains("Your move"));
    window.keys(&["C-c"]);
    window.until_shell();
}

/// Whether the record holds both moves of a turn.
fn answered(screen: &str, turn: usize) -> bool {
    let number = format!("{turn}.");
    screen.lines().any(|line| {
        let mut words = line.split_whitespace().skip_while(|word| *word != number).skip(1);
        words.next().is_some() && words.next().is_some()
    })
}

#[test]
fn ransom_with_an_upgrade() {
    let window = Window::open("ransom", 80, 24);
    let position = "ppnnnn2/2bbbb2/8/8/8/P7/2BBBB2/1PNNNNPP w 2/0 0 21";
    window.run(&format!("{PROGRAM} --game ransom --level easy --fen '{position}'"));
    window.until("purse 2");
    window.typed("a3a3q");
    window.keys(&["Enter"]);
    window.until("Pawn A3 upgraded");
    window.until("purse 0");
    window.keys(&["C-c"]);
    window.until_shell();
}

#[test]
fn a_position_and_a_file_are_loaded() {
    let window = Window::open("files", 80, 24);
    window.run(&format!("{PROGRAM} --fen '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1'"));
    window.until("Your move");
    window.typed("Rd8");
    window.keys(&["Enter"]);
    window.until("You win");
    window.keys(&["C-c"]);
    window.until_shell();
    let path = window.home().join("game.pgn");
    fs::write(&path, "[White \"Ada\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n").unwrap();
    window.run(&format!("{PROGRAM} --pgn {}", path.display()));
    window.until("Study: Ada – Black");
    window.keys(&["F5"]);
    window.until("g4??");
    window.keys(&["Escape"]);
    window.until("Quit");
    window.keys(&["C-q"]);
    window.until_shell();
}

#[test]
fn the_window_may_have_any_size() {
    let window = Window::open("sizes", 80, 24);
    window.run(&format!("{PROGRAM} --game chess --level easy"));
    window.until("Your move");
    window.resize(10, 5);
    window.until("10x5");
    window.resize(120, 40);
    window.until("Your move");
    window.resize(40, 20);
    window.until("Your move");
    window.typed("e4");
    window.keys(&["Enter"]);
    window.until("e4");
    window.keys(&["C-c"]);
    window.until_shell();
}

#[test]
fn signals_and_panics_leave_the_terminal_as_it_was() {
    let window = Window::open("restores", 80, 24);
    let before = window.settings();
    for signal in ["TERM", "HUP", "INT"] {
        window.run(&format!("{PROGRAM}; echo ended"));
        window.until("Quit");
        window.signal(signal);
        window.until("ended");
        window.until_shell();
        assert_eq!(window.settings(), before, "after SIG{signal}");
    }
    let example = Path::new(PROGRAM).with_file_name("examples").join("panic_on_stage");
    window.run(&example.display().to_string());
    window.until("this example falls over");
    window.until_shell();
    assert_eq!(window.settings(), before, "after a panic");
}

#[test]
fn the_program_can_be_suspended() {
    let window = Window::open("suspended", 80, 24);
    window.run(&format!("{PROGRAM} --game chess --level easy"));
    window.until("Your move");
    window.keys(&["C-z"]);
    window.until_shell();
    window.run("fg");
    window.until("Your move");
    window.keys(&["C-c"]);
    window.until_shell();
}

#[test]
fn without_a_folder_for_games_one_plays_all_the_same() {
    let window = Window::open("readonly", 80, 24);
    for folder in ["HOME=", "XDG_DATA_HOME=/dev/null"] {
        window.run(&format!("{folder} {PROGRAM}"));
        window.until("they are lost when you quit");
        window.keys(&["Enter"]);
        window.until("Opponent");
        window.keys(&["Enter"]);
        window.until("Your move");
        window.keys(&["Escape"]);
        window.until("until you quit");
        window.keys(&["C-c"]);
        window.until_shell();
    }
}

#[test]
fn a_console_gets_letters_and_a_dumb_terminal_words() {
    let window = Window::open("console", 80, 24);
    window.run(&format!("TERM=linux LC_ALL=C {PROGRAM} --level easy"));
    window.until("Your move");
    let screen = window.screen();
    assert!(screen.is_ascii(), "{screen}");
    assert!(screen.contains('K') && screen.contains('k'), "{screen}");
    window.keys(&["C-c"]);
    window.until_shell();
    window.run(&format!("TERM=dumb {PROGRAM}; echo code $?"));
    window.until("TERM=dumb has no screen to draw on; threefold play works");
    window.until("code 2");
    window.until_shell();
}

#[test]
fn output_into_a_file_is_reported_as_wrong_usage() {
    let output = std::process::Command::new(PROGRAM).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("not a terminal"), "{said}");
}
