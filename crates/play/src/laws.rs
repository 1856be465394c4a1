//! Properties of every game, checked by random play.
//!
//! A game's tests call [`obey`] with a few start positions; a violation is returned as a [`Broken`] law with its
//! position.

use thiserror::Error;

use crate::{Notation, Record, Rules, Side};

/// A game whose two sides are alike: turning the board round swaps them.
pub trait Mirror: Rules {
    /// The position with the sides swapped.
    #[must_use]
    fn mirrored(&self) -> Self;

    /// The move as it is played in the mirrored position.
    fn mirrored_move(mv: Self::Move) -> Self::Move;
}

/// Plays `games` random games of at most `plies` moves from `start` and tries every law in every position.
///
/// The laws: listed moves are distinct and play; a side without moves has a verdict; moves and positions written
/// down are read again as the same, and the key of a position read is the key it had; the mirrored position has the
/// mirrored moves and verdict; a record taken back is at the earlier position, and replayed it has the same end.
pub fn obey<R: Notation + Mirror>(start: &R, games: usize, plies: usize, seed: u64) -> Result<Tally, Broken> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut tally = Tally::default();
    for _ in 0..games {
        let mut record = Record::new(start.clone());
        while record.outcome().is_none() && record.moves().len() < plies {
            check_position(record.position())?;
            let mv = record.legal()[random.usize(..record.legal().len())];
            check_turn(&mut record, mv)?;
            tally.positions += 1;
        }
        check_game(&record, &mut tally)?;
    }
    Ok(tally)
}

/// Plays `games` random games of at most `plies` moves from `start`, and tries every law in one position of each, which
/// chance picks, and at its end: what [`obey`] does for a few games, thinly for very many.
pub fn sample<R: Notation + Mirror>(start: &R, games: usize, plies: usize, seed: u64) -> Result<Tally, Broken> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut tally = Tally::default();
    for _ in 0..games {
        let mut record = Record::new(start.clone());
        // The length of the game is not known; reservoir sampling picks one of its positions.
        let mut sampled = None;
        while record.outcome().is_none() && record.moves().len() < plies {
            let mv = record.legal()[random.usize(..record.legal().len())];
            if random.usize(..=record.moves().len()) == 0 {
                sampled = Some((record.clone(), mv));
            }
            hold(
                record.play(mv).is_ok(),
                "a listed move plays and passes the turn",
                record.position(),
                None,
            )?;
        }
        if let Some((mut earlier, mv)) = sampled {
            check_position(earlier.position())?;
            check_turn(&mut earlier, mv)?;
            tally.positions += 1;
        }
        check_game(&record, &mut tally)?;
    }
    Ok(tally)
}

/// Checks the last position and the replay of a game, and counts the game.
fn check_game<R: Notation + Mirror>(record: &Record<R>, tally: &mut Tally) -> Result<(), Broken> {
    check_position(record.position())?;
    check_replay(record)?;
    tally.games += 1;
    tally.finished += usize::from(record.outcome().is_some());
    Ok(())
}

/// How much was tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games played.
    pub games: usize,
    /// Games that came to an end by the rules.
    pub finished: usize,
    /// Positions that were checked.
    pub positions: usize,
}

/// A law that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{law} — in {position}{}", .detail.as_ref().map(|d| format!(": {d}")).unwrap_or_default())]
pub struct Broken {
    /// The law, as a sentence.
    pub law: &'static str,
    /// Where it was broken.
    pub position: String,
    /// The move or text concerned.
    pub detail: Option<String>,
}

fn check_position<R: Notation + Mirror>(position: &R) -> Result<(), Broken> {
    let moves = listed(position);
    let verdict = position.verdict(&moves);
    for (index, mv) in moves.iter().enumerate() {
        hold(
            !moves[..index].contains(mv),
            "no move is listed twice",
            position,
            Some(format!("{mv:?}")),
        )?;
        check_texts(position, *mv)?;
    }
    hold(
        !moves.is_empty() || verdict.is_some(),
        "a side without moves has a verdict",
        position,
        None,
    )?;

    let text = position.position_text();
    let reread = R::read_position(&text).ok();
    let same = reread.as_ref().is_some_and(|reading| {
        reading.notices.is_empty()
            && reading.position.position_text() == text
            && reading.position.key() == position.key()
            && same_set(&listed(&reading.position), &moves)
    });
    hold(same, "a position written down is read as the same", position, None)?;

    let mirrored = position.mirrored();
    let expected: Vec<R::Move> = moves.iter().map(|&mv| R::mirrored_move(mv)).collect();
    let mirrored_moves = listed(&mirrored);
    hold(
        mirrored.turn() == position.turn().other() && same_set(&mirrored_moves, &expected),
        "the mirrored position has the mirrored moves",
        position,
        None,
    )?;
    let mirrored_verdict = mirrored.verdict(&mirrored_moves);
    hold(
        mirrored_verdict.map(|v| (v.winner.map(Side::other), v.end)) == verdict.map(|v| (v.winner, v.end)),
        "the mirrored position has the mirrored verdict",
        position,
        None,
    )?;
    hold(
        mirrored.mirrored().position_text() == text,
        "mirroring twice changes nothing",
        position,
        None,
    )
}

fn check_texts<R: Notation>(position: &R, mv: R::Move) -> Result<(), Broken> {
    for text in [position.code(mv), position.label(mv)] {
        hold(
            position.read_move(&text).is_ok_and(|read| read == mv),
            "a move written down is read as the same",
            position,
            Some(text),
        )?;
    }
    Ok(())
}

/// Plays `mv`, takes it back and plays it again.
fn check_turn<R: Notation>(record: &mut Record<R>, mv: R::Move) -> Result<(), Broken> {
    let before = record.position().clone();
    let label = || Some(before.label(mv));
    hold(
        record.play(mv).is_ok() && record.turn() == before.turn().other(),
        "a listed move plays and passes the turn",
        &before,
        label(),
    )?;
    hold(
        record.undo() == Ok(mv)
            && record.position().position_text() == before.position_text()
            && record.position().key() == before.key()
            && record.outcome().is_none(),
        "a move taken back leaves the record as it was",
        &before,
        label(),
    )?;
    hold(
        record.play(mv).is_ok(),
        "a move taken back plays again",
        &before,
        label(),
    )
}

fn check_replay<R: Notation>(record: &Record<R>) -> Result<(), Broken> {
    let mut replayed = Record::new(record.start().clone());
    let played = record.moves().iter().all(|&mv| replayed.play(mv).is_ok());
    hold(
        played
            && replayed.position().position_text() == record.position().position_text()
            && replayed.outcome() == record.outcome(),
        "a record replays to the same end",
        record.position(),
        None,
    )
}

fn listed<R: Rules>(position: &R) -> Vec<R::Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

fn same_set<M: PartialEq>(left: &[M], right: &[M]) -> bool {
    left.len() == right.len() && left.iter().all(|mv| right.contains(mv))
}

fn hold<R: Notation>(holds: bool, law: &'static str, position: &R, detail: Option<String>) -> Result<(), Broken> {
    if holds {
        return Ok(());
    }
    Err(Broken {
        law,
        position: position.position_text(),
        detail,
    })
}
