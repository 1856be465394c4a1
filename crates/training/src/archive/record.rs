//! One game in bytes.
//!
//! A record is a mark, the length of its body, a checksum of length and body, and the body: number, result, how many
//! moves were random, the start as text (nothing for the usual one), the random moves, then every move with its score.
//! A move has two bytes (from, to, promotion), a score two more.

use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position as _, Role, fen::Fen, uci::UciMove};

use crate::{GameResult, ScoredMove, TrainingGame};

/// The first bytes of a record.
pub(super) const MARK: [u8; 4] = [0xf3, b'G', 0x9e, b'1'];
/// Mark, length, checksum.
pub(super) const HEAD: usize = 4 + 2 + 4;
/// The longest record.
pub(super) const LONGEST: usize = HEAD + u16::MAX as usize;
/// Number, result, random moves, length of the start.
const FACTS: usize = 4 + 1 + 1 + 1;

/// What stands at a place of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// A whole game and the bytes of its record.
    Game(Box<TrainingGame>, usize),
    /// No whole game.
    Nothing,
}

/// The record of a game; none for a game longer than a record can be, which no self-play makes.
pub(super) fn write(game: &TrainingGame) -> Option<Vec<u8>> {
    let start = if game.start == Chess::default() {
        String::new()
    } else {
        Fen::from_position(&game.start, EnPassantMode::Legal).to_string()
    };
    let mut body = Vec::with_capacity(FACTS + start.len() + 2 * game.opening.len() + 4 * game.moves.len());
    body.extend(game.number.to_le_bytes());
    body.push(match game.result {
        GameResult::BlackWins => 0,
        GameResult::Draw => 1,
        GameResult::WhiteWins => 2,
    });
    body.push(u8::try_from(game.opening.len()).ok()?);
    body.push(u8::try_from(start.len()).ok()?);
    body.extend(start.bytes());
    for mv in &game.opening {
        body.extend(pack(*mv)?.to_le_bytes());
    }
    for scored in &game.moves {
        body.extend(pack(scored.mv)?.to_le_bytes());
        body.extend(scored.score.to_le_bytes());
    }
    let length = u16::try_from(body.len()).ok()?.to_le_bytes();
    let mut record = Vec::with_capacity(HEAD + body.len());
    record.extend(MARK);
    record.extend(length);
    record.extend(checksum(length, &body).to_le_bytes());
    record.extend(body);
    Some(record)
}

/// Reads the record at the beginning of `bytes`.
pub(super) fn read(bytes: &[u8]) -> Found {
    let whole = || {
        let head = bytes.first_chunk::<HEAD>()?;
        let length = [head[4], head[5]];
        let size = HEAD + usize::from(u16::from_le_bytes(length));
        let body = bytes.get(HEAD..size)?;
        let fits = head[..4] == MARK && head[6..] == checksum(length, body).to_le_bytes();
        Some((Box::new(read_body(body).filter(|_| fits)?), size))
    };
    whole().map_or(Found::Nothing, |(game, size)| Found::Game(game, size))
}

fn checksum(length: [u8; 2], body: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&length);
    hasher.update(body);
    hasher.finalize()
}

fn read_body(body: &[u8]) -> Option<TrainingGame> {
    let (facts, rest) = body.split_first_chunk::<FACTS>()?;
    let [number @ .., result, random, start] = *facts;
    let (text, rest) = rest.split_at_checked(usize::from(start))?;
    let (opening, moves) = rest.split_at_checked(2 * usize::from(random))?;
    let start = read_start(text)?;
    let mut position = start.clone();
    let opening = opening
        .chunks_exact(2)
        .map(|bytes| unpack(&mut position, [bytes[0], bytes[1]]));
    let opening = opening.collect::<Option<Vec<Move>>>()?;
    let scored = moves.chunks_exact(4).map(|bytes| {
        Some(ScoredMove {
            mv: unpack(&mut position, [bytes[0], bytes[1]])?,
            score: i16::from_le_bytes([bytes[2], bytes[3]]),
        })
    });
    Some(TrainingGame {
        number: u32::from_le_bytes(number),
        start,
        opening,
        moves: scored.collect::<Option<Vec<ScoredMove>>>()?,
        result: match result {
            0 => GameResult::BlackWins,
            1 => GameResult::Draw,
            2 => GameResult::WhiteWins,
            _ => return None,
        },
    })
}

fn read_start(text: &[u8]) -> Option<Chess> {
    if text.is_empty() {
        return Some(Chess::default());
    }
    // Chess960 reads the usual castling rights too.
    Fen::from_ascii(text).ok()?.into_position(CastlingMode::Chess960).ok()
}

/// A move in two bytes: from, to (the rook when castling), and the new role of a pawn.
fn pack(mv: Move) -> Option<u16> {
    let promotion = mv.promotion().map_or(0, u16::from);
    Some(u16::from(mv.from()?) | u16::from(mv.to()) << 6 | promotion << 12)
}

/// Plays a packed move if it is legal.
fn unpack(position: &mut Chess, bytes: [u8; 2]) -> Option<Move> {
    let bits = u16::from_le_bytes(bytes);
    let promotion = match bits >> 12 {
        0 => None,
        role => Some(Role::try_from(role).ok()?),
    };
    let mv = UciMove::Normal {
        from: shakmaty::Square::new(u32::from(bits & 63)),
        to: shakmaty::Square::new(u32::from(bits >> 6 & 63)),
        promotion,
    };
    let mv = mv.to_move(position).ok()?;
    position.play_unchecked(mv);
    Some(mv)
}
