//! Every legal move of random games can be typed as people and as programs write it, and reached by cursor and mouse.

use fastrand::Rng;
use play::{LegalMove, Square};

use crate::player::Player;

/// A way to play a move.
#[derive(Clone, Copy, Debug)]
enum Way {
    Label,
    Code,
    Cursor,
    Click,
    Drag,
}

const WAYS: [Way; 5] = [Way::Label, Way::Code, Way::Cursor, Way::Click, Way::Drag];

/// Where a square is in a window of 80×24 with White below.
fn place(square: Square) -> (u16, u16) {
    (4 + u16::from(square.file) * 5 + 2, 3 + u16::from(7 - square.rank) * 2)
}

fn play(player: &mut Player, choice: &LegalMove, way: Way) {
    match way {
        Way::Label => {
            player.press(&choice.label).press("<Enter>");
        }
        Way::Code => {
            player.press(&choice.code).press("<Enter>");
        }
        Way::Cursor => {
            steer(player, choice.from);
            player.press("<Enter>");
            steer(player, choice.to);
            player.press("<Enter>");
        }
        Way::Click => {
            player.click(place(choice.from));
            player.click(place(choice.to));
        }
        Way::Drag if choice.from == choice.to => {
            player.click(place(choice.from));
            player.click(place(choice.to));
        }
        Way::Drag => player.drag(place(choice.from), place(choice.to)),
    }
    let questions = ["Your pawn becomes", "Upgrade?", "Buy back?"];
    if questions.iter().any(|question| player.screen().contains(question)) {
        let choices = &player.view().frame.choices;
        let mut same = choices
            .iter()
            .filter(|other| other.from == choice.from && other.to == choice.to);
        let at = same.position(|other| other == choice).expect("it is one of them");
        player.press(&"<Down>".repeat(at)).press("<Enter>");
    }
}

/// Takes the cursor to a square: first into the corner, from anywhere.
fn steer(player: &mut Player, square: Square) {
    player.press(&"<Left>".repeat(8)).press(&"<Down>".repeat(8));
    player
        .press(&"<Up>".repeat(square.rank.into()))
        .press(&"<Right>".repeat(square.file.into()));
}

/// Positions of a random game between which `STRIDE` moves are played.
const STRIDE: usize = 10;

/// In every `STRIDE`th position of a random game each move is played in each way and taken back.
fn every_move_in_every_way(game: &str, seed: u64, turns: usize) {
    let mut random = Rng::with_seed(seed);
    let mut player = Player::sized(80, 24);
    player.two_people(game);
    for turn in 0..turns {
        let choices = player.view().frame.choices.clone();
        if choices.is_empty() {
            break;
        }
        let tried: &[LegalMove] = if turn % STRIDE == 0 { &choices } else { &[] };
        for (choice, way) in tried.iter().flat_map(|choice| WAYS.map(|way| (choice, way))) {
            play(&mut player, choice, way);
            player.until_turns(turn + 1);
            let entry = &player.view().record[turn];
            assert_eq!(entry.code, choice.code, "{way:?} of {}", choice.label);
            if player.view().frame.end.is_some() {
                // The end cannot be taken back; the others of this position are left.
                return;
            }
            player.press("/undo<Enter>").until_turns(turn);
        }
        let choice = &choices[random.usize(..choices.len())];
        play(&mut player, choice, Way::Label);
        player.until_turns(turn + 1);
    }
}

#[test]
fn every_move_of_random_chess_games_can_be_played_in_every_way() {
    for seed in 1..=2 {
        every_move_in_every_way("Chess", seed, 51);
    }
}

#[test]
fn every_move_of_random_ransom_games_can_be_played_in_every_way() {
    every_move_in_every_way("Ransom", 1, 41);
}

#[test]
fn promotions_and_castling_can_be_played_in_every_way() {
    for fen in [
        "4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    ] {
        for way in WAYS {
            let mut player = Player::sized(80, 24);
            player
                .press("<Enter><Down><Right><Down><Down><Left><Down>")
                .paste(fen)
                .press("<Enter>")
                .until("to move");
            for choice in player.view().frame.choices.clone() {
                play(&mut player, &choice, way);
                player.until_turns(1);
                assert_eq!(player.view().record[0].code, choice.code, "{way:?}");
                if player.view().frame.end.is_none() {
                    player.press("/undo<Enter>").until_turns(0);
                }
            }
        }
    }
}

#[test]
fn an_upgrade_can_be_played_in_every_way() {
    for way in WAYS {
        let mut player = Player::sized(80, 24);
        player.press("<Down><Enter><Down><Right><Down><Down><Right><Right><Down>");
        player
            .paste("ppnnnn2/2bbbb2/8/8/8/P7/2BBBB2/1PNNNNPP w 2/0 0 21")
            .press("<Enter>")
            .until("purse 2");
        let mut upgrades = player
            .view()
            .frame
            .choices
            .iter()
            .filter(|choice| choice.from == choice.to);
        let upgrade = upgrades.next().cloned().unwrap();
        play(&mut player, &upgrade, way);
        player.until_turns(1);
        assert_eq!(player.view().record[0].code, "a3a3q", "{way:?}");
        player.until("purse 0");
    }
}

#[test]
fn a_captured_piece_is_bought_back_in_every_way() {
    for way in WAYS {
        let mut player = Player::sized(80, 24);
        player.press("<Down><Enter><Down><Right><Down><Down><Right><Right><Down>");
        player
            .paste("p1nnnnp1/2bbbb2/1p6/8/4N3/7P/2BB4/PPN1N3 w 3/6 4 19 buyback")
            .press("<Enter>")
            .until("purse 3");
        let choices = &player.view().frame.choices;
        let bishop = choices.iter().find(|choice| choice.code == "f1f1b").cloned().unwrap();
        play(&mut player, &bishop, way);
        player.until_turns(1);
        assert_eq!(player.view().record[0].code, "f1f1b", "{way:?}");
        player.until("purse 1");
    }
}
