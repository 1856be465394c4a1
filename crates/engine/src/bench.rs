//! The bench: fixed searches whose node count is the checksum of the engine's behaviour.

use std::{
    fmt,
    sync::Arc,
    time::{Duration, Instant},
};

use shakmaty::{CastlingMode, fen::Fen};

use crate::{Engine, EngineError, Game, Limits, Settings, Signal, Tally, Techniques, network::Network};

/// The usual depth.
const DEPTH: u32 = 13;

/// The result of the bench; its text is `N nodes M nps`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Searched nodes.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
    /// How often each technique fired.
    pub tally: Tally,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let a_second = u128::from(self.nodes) * 1_000_000 / self.time.as_micros().max(1);
        write!(f, "{} nodes {a_second} nps", self.nodes)
    }
}

/// Searches every position to a depth with one thread and a fresh engine; `signal` ends it early.
pub fn run(
    depth: Option<u32>,
    techniques: Techniques,
    network: Arc<Network>,
    signal: &Signal,
) -> Result<Summary, EngineError> {
    let limits = Limits {
        depth: Some(depth.unwrap_or(DEPTH)),
        ..Limits::default()
    };
    let mut engine = Engine::new(Settings {
        techniques,
        network,
        ..Settings::default()
    })?;
    let started = Instant::now();
    let mut nodes = 0;
    for game in POSITIONS.iter().filter_map(|text| game(text)) {
        if signal.is_stopped() {
            break;
        }
        engine.new_game();
        nodes += engine.search(&game, &limits, signal, &mut |_| {}).nodes;
    }
    Ok(Summary {
        nodes,
        time: started.elapsed(),
        tally: *engine.tally(),
    })
}

fn game(text: &str) -> Option<Game> {
    let position = text.parse::<Fen>().ok()?.into_position(CastlingMode::Standard).ok()?;
    Some(Game::new(position))
}

/// Positions from own games with random openings, and a few standard ones.
const POSITIONS: [&str; 47] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/2pp2pp/5p2/p3p3/1p1PP3/5P1P/PPP3PR/RNBQKBN1 w Qkq - 0 8",
    "rn3r1k/2ppq1p1/b6p/p2Pp2n/1pP1Pp2/PQ1B1P1P/1P1NN1P1/R4K1R w - - 2 20",
    "5r1k/1Rpp2p1/7p/3Pp3/2P1P3/q4PpP/nP1N2P1/rB2KR2 w - - 0 33",
    "r1bqk2r/pp1pppbn/2n4p/3NP1p1/3p1P2/P5P1/1PP3BP/R1BQK1NR w KQkq - 0 11",
    "r1b2rk1/p4pbn/2p1p2p/3q4/Q1N1pp2/P1P1B1P1/6BP/R4R1K w - - 0 22",
    "3r1rk1/p4pbn/b2Np2p/1pB5/4B2R/P1P3P1/7P/R6K b - - 6 27",
    "r2qk2r/pppnp1bp/5np1/1Q1P4/6b1/4P3/PP1P1PPR/RNB1KBN1 w Qkq - 3 10",
    "r4rk1/4p1b1/3qPnpp/p7/3P1B2/2NB3Q/PP3PP1/R3K2R b Q - 0 22",
    "2r4k/2n1pBb1/4P2p/8/p1rPNP2/P2R4/1PQ3P1/2K5 b - - 0 38",
    "r2qkb1r/1pp2pp1/p1n4n/3pp3/3P4/P1P1P1P1/1P2Q2P/RNB1KBNR b KQkq - 2 9",
    "2k3rr/1pp1nq2/p2b3n/P2p1p2/3PpN2/N1P1P1P1/1P2Q2P/R1B1KBR1 b Q - 8 19",
    "1k6/1pp1nn2/p7/P2p1p1P/3PpN1q/P1P1P1r1/4Q1B1/2KRB3 b - - 6 28",
    "r1b1kbnr/1p2pp2/p1n5/2p1q2p/6P1/3P1P1R/PP2P1B1/RNBQK1N1 w Qkq - 1 11",
    "r3kbr1/1p1bpp2/p1n2n2/2p1q3/4PBP1/2NP3R/PP2N1B1/R2QK3 b Qq - 0 15",
    "2r1kb2/5p2/p3p1r1/1P1P1Q2/2q2B2/2N5/1P2N3/1K6 w - - 0 32",
    "r2qkb1r/pbpnnppp/8/1P2p3/1P6/2P1N3/3PPPPP/R1BQKBNR w KQkq - 3 8",
    "r2qk2r/5ppp/8/pPb1p3/2n5/2PP1PPB/5P1P/R1BQ1RK1 b kq - 0 18",
    "7r/4kppp/8/1Pb5/p1P1BP2/6P1/3B1P1P/2R3K1 w - - 1 32",
    "r1b1k2r/2p1bp1p/5np1/pp1Pp3/8/PnNP3P/RP2PPP1/2BK1BNR w kq - 0 12",
    "5rk1/5p1p/2P1bnp1/PNb1N3/4PP2/1n1P3P/1P4P1/3K1B1R b - - 0 20",
    "8/5pk1/P5p1/1R6/1P1r2P1/3b3P/3K4/8 w - - 0 37",
    "r1bqk3/ppp2p1r/2n2n1p/3p2p1/P1PPp3/5NP1/1P1BPPBP/RQ3RK1 b q - 3 12",
    "r4k2/pp2qp1r/3p1nbp/6p1/P5P1/5P2/1P1B1P1P/R2Q1RK1 w - - 2 20",
    "2R5/1p1n2kr/p1bp1p1p/P7/5QP1/2B2q2/1P3P1K/8 w - - 0 39",
    "r1bqk2r/pp2p1bp/n1pp2pn/8/2P1PP2/N4N2/PP4PP/R1BQKB1R b kq - 0 9",
    "r1b2rk1/pp4bp/2p3p1/4p3/1PP1P3/3QN2P/P4q2/R1BK1R2 b - - 3 20",
    "3r2k1/pp5p/4b1p1/1p1Np1b1/2P5/8/P3K3/2R1B3 w - - 2 33",
    "r1bqkbr1/1p2np1p/p1n1p3/2Pp2p1/N3P3/1P3P2/PBPQ2PP/R3KBNR b KQq - 4 9",
    "4k3/1p3p1p/p1nPpn2/8/6r1/1P3N2/P1P4P/1K2QB1R w - - 1 22",
    "4k3/1p5p/p3p3/5p2/3n4/PP1B4/2P4P/1K3R2 b - - 0 28",
    "rn1qk1r1/pbpp4/4pn1p/1B3Pp1/1b1P3N/2N5/PPP2PPP/R1BQK2R w KQq g6 0 10",
    "2k2rr1/bbppB3/p1n1p1P1/8/7N/6P1/PPP2nBP/R2Q1RK1 w - - 0 22",
    "1k4r1/b2p2n1/2p1p3/Q7/7N/6P1/PPP4K/R7 w - - 3 35",
    "1r2kbnr/NP2p1pp/n3b3/4p3/4p3/4B3/PPP2PPP/R3KB1R b KQk - 0 12",
    "5b1r/2r1k2p/4pnp1/1B2N3/P3p3/4P3/1PP3PP/2KR4 w - - 1 22",
    "8/1Br1k2p/Pb2pnp1/8/4p3/2P5/1P4PP/1K1R4 b - - 0 28",
    "rnb1kbnr/1pp2ppp/8/1p2p3/P7/1Pp1P1P1/2QP2PP/R1B1KBNR b KQkq - 1 9",
    "2kr1b1r/1pp2pp1/8/n5Pp/PpP2Pb1/1P2P1P1/1BQ3B1/1R3RK1 b - - 2 21",
    "2k3r1/1ppb4/5p2/n1b4P/P1P1BP2/1Pp1PQ2/5K2/2R1R3 b - - 1 32",
    "1rbqk2r/1pp1pnbp/p1n2pp1/3p4/3P4/PQP2N1P/1P2PPPB/RN2KB1R b KQk - 0 10",
    "1rb1r2k/1pp1q1bp/p5p1/n2pnp2/3N4/P1P1P2P/1PQNBPPB/3RK2R w K - 4 18",
    "2b1r2k/2p1q2p/p5p1/3R2N1/1Pp5/P1P1r2P/3Q2P1/5R1K b - - 1 30",
    "8/8/8/3k4/8/3K4/4P3/8 w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 40 60",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_can_be_read() {
        assert!(POSITIONS.iter().all(|text| game(text).is_some()));
    }
}
