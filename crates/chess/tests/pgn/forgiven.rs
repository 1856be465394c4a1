//! Games that were refused whole for a fault that need not cost them.

use chess::pgn::{self, Game, GameResult};
use play::Side;

use super::{assert_same, moves, only};

/// The knights go out and home once: four plies, and the start is on the board again.
const DANCE: &str = "Nf3 Nf6 Ng1 Ng8 ";

/// Reads one game that goes on after `ended`, and checks that a written file still has it all.
fn with_overtime(text: &str, ended: &str) -> Game {
    let game = only(text.as_bytes()).expect("a game that goes on");
    assert_eq!(
        game.record.outcome().map(|outcome| outcome.to_string()).as_deref(),
        Some(ended)
    );
    assert_eq!(game.warnings.len(), 1, "{:?}", game.warnings);
    let again = only(pgn::write(&game).as_bytes()).expect("what was written");
    assert_same(&game, &again);
    assert_eq!(again.warnings, game.warnings);
    assert_eq!(pgn::write(&again), pgn::write(&game));
    game
}

#[test]
fn moves_after_fivefold_repetition_broke_the_game() {
    let text = format!("{} e4 {{[%eval 0.30] on}} e5 $1 1-0", DANCE.repeat(4));
    let game = with_overtime(&text, "Draw: fivefold repetition");
    assert_eq!(moves(&game), format!("{}e4 e5", DANCE.repeat(4)));
    assert_eq!(game.record.moves().len(), 16);
    assert_eq!(game.remarks[&17].comment, "on");
    assert_eq!(game.remarks[&18].nags, [1]);
    assert_eq!(game.result, GameResult::Win(Side::White));
    assert_eq!(
        game.warnings,
        [
            "The moves go on after the end of the game (Draw: fivefold repetition): those from 9. e4 on are not in the record."
        ]
    );
    assert!(!pgn::write(&game).contains("Termination"));
}

#[test]
fn moves_after_the_75_move_rule_broke_the_game() {
    let text = "[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 149 90\"]\n\n90. Ra2 Kd8 91. Ra8+ *";
    let game = with_overtime(text, "Draw: seventy-five moves without capture or pawn move");
    assert_eq!(moves(&game), "Ra2 Kd8 Ra8+");
    // The draw that was passed over is not the result.
    assert_eq!(game.result, GameResult::Open);
}

#[test]
fn moves_without_material_broke_the_game() {
    let text = "[FEN \"4k3/8/8/8/8/8/3p4/4K3 w - - 0 60\"]\n\n60. Kxd2 Kd7 61. Kd3 1/2-1/2";
    let game = with_overtime(text, "Draw: insufficient material");
    assert_eq!(moves(&game), "Kxd2 Kd7 Kd3");
    with_overtime(
        "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 60\"]\n\n60. Kd2 *",
        "Draw: insufficient material",
    );
}

#[test]
fn mate_ends_the_game_after_an_automatic_draw_too() {
    let mate = format!("{} f3 e5 g4 Qh4#", DANCE.repeat(4));
    let game = with_overtime(&format!("{mate} *"), "Draw: fivefold repetition");
    assert_eq!(game.result, GameResult::Win(Side::Black));
    assert_eq!(
        only(format!("{mate} a3 *").as_bytes()).unwrap_err().to_string(),
        "game starting on line 1: move 11. 'a3' comes after the end of the game: Black wins: checkmate"
    );
    assert_eq!(
        only(format!("{} e5 *", DANCE.repeat(4)).as_bytes())
            .unwrap_err()
            .to_string(),
        "game starting on line 1: move 9. 'e5' is not a legal move here"
    );
}

#[test]
fn a_glyph_above_255_broke_the_game() {
    let game = only(b"1. e4 $999$1 e5 $99999999999999999999 *").unwrap();
    assert_eq!(moves(&game), "e4 e5");
    assert_eq!(game.remarks[&1].nags, [1]);
    assert_eq!(game.remarks.get(&2), None);
    assert_eq!(
        game.warnings,
        [
            "The glyph $999 is unknown and left out.",
            "The glyph $99999999999999999999 is unknown and left out.",
        ]
    );
}

#[test]
fn an_open_comment_took_every_later_game_without_an_event_tag() {
    let games = pgn::read(b"[White \"a\"]\n\n1. e4 {x\n\n[White \"b\"]\n\n1. d4 *\n\n[White \"c\"]\n\n1. c4 {y} *");
    let [Err(broken), Ok(second), Ok(third)] = games.as_slice() else {
        panic!("{games:?}");
    };
    assert_eq!(
        broken.to_string(),
        "game starting on line 1: a comment is not closed by '}'"
    );
    assert_eq!((second.tags["White"].as_str(), moves(second).as_str()), ("b", "d4"));
    assert_eq!((third.tags["White"].as_str(), moves(third).as_str()), ("c", "c4"));
}

#[test]
fn what_looks_like_a_tag_inside_a_comment_stays_there() {
    for comment in [
        "see [White \"b\"]",
        "see\n[White \"b\"]",
        "see\n\n [White \"b\"]",
        "see\n\nthen [White \"b\"]",
        "see\n\n[%clk \"b\"]",
        "see\n\n[%csl Gd4]",
        "see\n\n[sic]",
    ] {
        let game = only(format!("1. e4 {{{comment}}} e5 *").as_bytes()).unwrap_or_else(|_| panic!("{comment}"));
        let words: Vec<&str> = comment.split_whitespace().collect();
        assert_eq!(game.remarks[&1].comment, words.join(" "));
        assert_same(&game, &only(pgn::write(&game).as_bytes()).unwrap());
    }
}
