//! Small games to try a rule on.

use kungfu::{Board, Command, Event, Game, Piece, Player, Refusal, Speed, Start, Tick};

/// A game from names of pieces, with what has happened in it.
pub(crate) struct Scene {
    pub(crate) game: Game,
    /// The events, with the tick, in words such as `80 cap R:1:7:0 P:2:4:0`.
    pub(crate) events: Vec<String>,
}

impl Scene {
    pub(crate) fn new(board: Board, speed: Speed, names: &str) -> Self {
        let pieces = names
            .split_whitespace()
            .map(|name| name.parse().expect("a name"))
            .collect();
        let start = Start::new(board, speed, pieces).expect("a start");
        Scene {
            game: Game::new(&start),
            events: Vec::new(),
        }
    }

    /// Two players on 8×8 at standard speed, kings in far corners added.
    pub(crate) fn of(names: &str) -> Self {
        Scene::new(Board::Standard, Speed::Standard, &format!("K:1:7:7 K:2:0:7 {names}"))
    }

    pub(crate) fn usual(board: Board, speed: Speed) -> Self {
        Scene {
            game: Game::new(&Start::usual(board, speed)),
            events: Vec::new(),
        }
    }

    /// The owner of a piece sends it to a square.
    pub(crate) fn send(&mut self, piece: &str, row: i32, col: i32) -> Result<(), Refusal> {
        let piece: kungfu::PieceId = piece.parse().expect("a name");
        let command = Command::new(piece, row, col);
        self.game.submit(piece.player, command).map(|_| ())
    }

    /// Lets ticks pass until the counter stands there.
    pub(crate) fn until(&mut self, tick: u32) -> &mut Self {
        while self.game.tick_count() < Tick(tick) && self.game.outcome().is_none() {
            let mut events = Vec::new();
            self.game.tick(&mut |event| events.push(event));
            let now = self.game.tick_count();
            let words = events.iter().filter_map(|event| self.words(event));
            let words: Vec<String> = words.map(|words| format!("{now} {words}")).collect();
            self.events.extend(words);
        }
        self
    }

    pub(crate) fn piece(&self, name: &str) -> &Piece {
        let id = name.parse().expect("a name");
        self.game.piece(id).expect("a piece of the scene")
    }

    pub(crate) fn resign(&mut self, player: Player) -> Result<(), Refusal> {
        self.game.resign(player, &mut |_| {})
    }

    fn words(&self, event: &Event) -> Option<String> {
        let name = |slot| self.game.field().get(slot).id;
        Some(match *event {
            Event::Captured { captor, captured } => {
                let captor = captor.map_or_else(|| "nobody".to_owned(), |captor| name(captor).to_string());
                format!("cap {captor} {}", name(captured))
            }
            Event::Arrived { slot, square } => format!("done {} {} {}", name(slot), square.row(), square.col()),
            Event::Promoted(slot) => format!("promo {}", name(slot)),
            Event::Woke(slot) => format!("woke {}", name(slot)),
            Event::Returned(slot) => format!("back {}", name(slot)),
            Event::Lost(slot) => format!("lost {}", name(slot)),
            Event::Out(player) => format!("out {player}"),
            Event::Ended(outcome) => format!("end {:?} {}", outcome.winner.map(Player::number), outcome.end),
            Event::Started(_) | Event::Dropped { .. } => return None,
        })
    }
}
