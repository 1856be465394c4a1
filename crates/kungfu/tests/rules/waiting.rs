//! Section 6.2: commands that wait.

use kungfu::{Answer, Board, Bout, Command, Event, Player, Refusal, Speed, Start};

fn bout(names: &str) -> Bout {
    let pieces = names
        .split_whitespace()
        .map(|name| name.parse().expect("a name"))
        .collect();
    Bout::new(
        Start::new(Board::Standard, Speed::Lightning, pieces).expect("a start"),
        1,
    )
}

fn command(piece: &str, row: i32, col: i32) -> Command {
    Command::new(piece.parse().expect("a name"), row, col)
}

fn run(bout: &mut Bout, ticks: u32) -> Vec<(u32, Event)> {
    let mut events = Vec::new();
    for _ in 0..ticks {
        let mut of_tick = Vec::new();
        bout.tick(&mut |event| of_tick.push(event));
        let now = bout.game().tick_count().0;
        events.extend(of_tick.into_iter().map(|event| (now, event)));
    }
    events
}

#[test]
fn rule_6_2_a_waiting_command_is_given_on_the_first_tick_the_piece_is_ready() {
    let mut bout = bout("K:1:7:7 K:2:0:7 R:1:7:0");
    bout.submit(Player::ONE, command("R:1:7:0", 6, 0)).unwrap();
    run(&mut bout, 7);
    assert_eq!(bout.submit(Player::ONE, command("R:1:7:0", 1, 0)), Ok(Answer::Waits));
    // Replaced before it was tried.
    assert_eq!(bout.submit(Player::ONE, command("R:1:7:0", 5, 0)), Ok(Answer::Waits));
    let events = run(&mut bout, 70);
    let started = events.iter().find(|(_, event)| matches!(event, Event::Started(_)));
    assert_eq!(started.map(|(tick, _)| *tick), Some(67));
    let slot = bout.game().field().find("R:1:7:0".parse().unwrap()).unwrap();
    assert_eq!(bout.game().field().get(slot).square.row(), 5);
    assert_eq!(bout.record().entries.len(), 2, "what was replaced is not in the record");
}

#[test]
fn rule_6_2_a_waiting_command_that_is_refused_is_dropped() {
    let mut bout = bout("K:1:7:7 K:2:0:7 R:1:7:0 P:1:3:0");
    bout.submit(Player::ONE, command("R:1:7:0", 6, 0)).unwrap();
    run(&mut bout, 7);
    bout.submit(Player::ONE, command("R:1:7:0", 3, 0)).unwrap();
    let events = run(&mut bout, 100);
    let blocked = |event: &Event| {
        matches!(
            event,
            Event::Dropped {
                refusal: Refusal::Blocked,
                ..
            }
        )
    };
    assert_eq!(events.iter().filter(|(_, event)| blocked(event)).count(), 1);
    assert_eq!(bout.record().entries.len(), 1);
}

#[test]
fn rule_6_2_one_may_change_ones_mind_but_not_anothers() {
    let mut bout = bout("K:1:7:7 K:2:0:7 R:1:7:0");
    let rook = "R:1:7:0".parse().unwrap();
    bout.submit(Player::ONE, command("R:1:7:0", 6, 0)).unwrap();
    run(&mut bout, 7);
    assert_eq!(
        bout.submit(Player::ONE, command("R:1:7:0", 8, 0)),
        Err(Refusal::OffBoard)
    );
    bout.submit(Player::ONE, command("R:1:7:0", 1, 0)).unwrap();
    assert!(bout.forget(Player::TWO, rook).is_err());
    bout.forget(Player::ONE, rook).unwrap();
    run(&mut bout, 100);
    assert_eq!(bout.record().entries.len(), 1);
}

#[test]
fn rule_6_2_waiting_commands_are_listed_in_the_order_in_which_they_were_given() {
    let mut bout = bout("K:1:7:7 K:2:0:7 R:1:7:0 R:1:7:1");
    for rook in ["R:1:7:0", "R:1:7:1"] {
        let col = i32::from(rook == "R:1:7:1");
        bout.submit(Player::ONE, command(rook, 6, col)).unwrap();
    }
    run(&mut bout, 7);
    let given = [command("R:1:7:1", 5, 1), command("R:1:7:0", 5, 0)];
    for one in given {
        assert_eq!(bout.submit(Player::ONE, one), Ok(Answer::Waits));
    }
    assert_eq!(bout.all_waiting(), given);
    // A second thought goes to the end of the row.
    let again = command("R:1:7:1", 4, 1);
    bout.submit(Player::ONE, again).unwrap();
    assert_eq!(bout.all_waiting(), [given[1], again]);
}
