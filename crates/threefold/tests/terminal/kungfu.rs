//! Kung Fu Chess as a person plays it, to its end and once more in the replay.

use std::{
    fs,
    time::{Duration, Instant},
};

use crate::{PROGRAM, sight::Sight, window::Window};

/// A game ends within this time: by a captured king, or as a draw after a minute without a capture.
const LONGEST: Duration = Duration::from_mins(10);

fn is_over(screen: &str) -> bool {
    screen.contains("wins —") || screen.contains("Draw —")
}

#[test]
fn kung_fu_to_its_end_and_once_more_in_the_replay() {
    let window = Window::open("kungfu", 80, 24);
    let data = window.home().join(".local/share/threefold");
    fs::create_dir_all(&data).unwrap();
    fs::write(data.join("setups.toml"), "[forms.kungfu]\nspeed = \"lightning\"\n").unwrap();
    window.run(&format!("NO_COLOR=1 {PROGRAM} --game kungfu --level level1"));
    // Whatever is looked for may be over before it is seen, but for what stays.
    window.until_so(|screen| screen.contains("Kung Fu Chess: You") && screen.contains('♔'));
    let begun = Instant::now();
    let mut turn = 0;
    while !is_over(&window.screen()) && begun.elapsed() < LONGEST {
        if turn == 10 {
            window.resize(100, 40);
        }
        if turn == 20 {
            window.resize(80, 24);
        }
        if let Some(order) = Sight::read(&window.screen()).order(turn) {
            // Two squares are sent without Enter; letters that come after the end go to the line.
            window.typed(&order);
        }
        turn += 1;
    }
    let screen = window.screen();
    assert!(is_over(&screen), "the game was not played to its end:\n{screen}");
    window.resize(80, 24);
    // The result may still be asked about, or letters have closed it and are on the line.
    if window.screen().contains("Rematch") {
        window.keys(&["Escape"]);
    }
    window.until_so(|screen| !screen.contains("Rematch") && is_over(screen));
    window.keys(&["C-u"]);
    window.typed("/review");
    window.until("> /review");
    window.keys(&["Enter"]);
    window.until("plays at 100 %");
    window.keys(&["Up", "Up"]);
    window.until("400 %");
    window.keys(&["End"]);
    window.until("stands");
    window.keys(&["Escape"]);
    window.until("Enter play");
    window.keys(&["Escape"]);
    window.until("Quit");
    window.keys(&["C-c"]);
    window.until_shell();
}
