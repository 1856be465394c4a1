//! The one bot of Hexapawn: it arrives if it can, else captures if it can, else leaves it to chance.

use fastrand::Rng;
use play::{
    About, Ask, Bot, BotCatalog, BotError, BotKind, BotTraits, Choice, DrawAnswer, Level, OpeningBook, OpeningError,
    OpeningLine, OpeningSource, Record, Rules, Score, Setup, Side, SpecError, Thought, TurnGame, TypedRecord,
};

use crate::{Move, Position};

/// The bots of Hexapawn.
#[derive(Clone, Copy, Debug, Default)]
pub struct HexapawnBots;

impl BotCatalog<Position> for HexapawnBots {
    fn levels(&self) -> &'static [Level] {
        &[Level {
            spec: "greedy",
            name: "Greedy",
            words: "takes what it can",
            rating: None,
        }]
    }

    fn read(&self, text: &str) -> Result<String, SpecError> {
        match text.trim() {
            "greedy" => Ok("greedy".to_owned()),
            other => Err(SpecError::Unknown {
                game: Position::NAME,
                name: other.to_owned(),
                known: "greedy",
            }),
        }
    }

    fn traits(&self, _spec: &str) -> BotTraits {
        BotTraits::default()
    }

    fn open(&self, _spec: &str, setup: Setup) -> Result<Box<dyn Bot<Position>>, BotError> {
        Ok(Box::new(Greedy {
            about: About {
                name: "Greedy".to_owned(),
                author: "The Threefold authors".to_owned(),
                version: None,
                kind: BotKind::Internal,
                level: Some("greedy".to_owned()),
            },
            random: Rng::with_seed(setup.seed),
        }))
    }

    fn adviser(&self) -> &'static str {
        "greedy"
    }

    /// The four first moves of White.
    fn openings(&self, source: &OpeningSource<'_>) -> Result<OpeningBook, OpeningError> {
        if let Some(path) = source.file {
            return Err(OpeningError::Content {
                path: path.to_owned(),
                words: "openings of Hexapawn are not read from files".to_owned(),
            });
        }
        let start = Record::new(Position::default());
        let lines = start.legal().iter().map(|&mv| {
            let mut record = start.clone();
            record.play(mv).expect("a listed move is legal");
            OpeningLine {
                name: mv.from.to_string(),
                record: Box::new(TypedRecord::from(record)),
            }
        });
        Ok(OpeningBook {
            lines: lines.collect(),
            notices: Vec::new(),
        })
    }
}

struct Greedy {
    about: About,
    random: Rng,
}

impl Bot<Position> for Greedy {
    fn about(&self) -> &About {
        &self.about
    }

    fn begin(&mut self, seed: u64) -> Result<(), BotError> {
        self.random = Rng::with_seed(seed);
        Ok(())
    }

    fn choose(&mut self, ask: &mut Ask<'_, Position>) -> Result<Choice<Move>, BotError> {
        let position = ask.record.position();
        let legal = ask.record.legal();
        let value = |mv: Move| (wins(position, mv), mv.captures);
        let best = legal.iter().map(|&mv| value(mv)).max().ok_or(BotError::NoMoves)?;
        let equal = legal.iter().copied().filter(|&mv| value(mv) == best);
        let chosen = self.random.choice(equal.collect::<Vec<_>>()).ok_or(BotError::NoMoves)?;
        (ask.report)(Thought {
            depth: 1,
            rank: 1,
            score: match best {
                (true, _) => Score::Win(1),
                (false, captures) => Score::Centipawns(100 * i32::from(captures)),
            },
            nodes: legal.len() as u64,
            elapsed: ask.watch.elapsed(),
            line: vec![chosen],
        });
        Ok(Choice::Move(chosen))
    }

    fn answer_draw(&mut self, _ask: &mut Ask<'_, Position>, _side: Side) -> Result<DrawAnswer, BotError> {
        Ok(DrawAnswer::Decline)
    }
}

fn wins(position: &Position, mv: Move) -> bool {
    let mut after = *position;
    after.play(mv);
    let mut replies = Vec::new();
    after.moves(&mut replies);
    after.verdict(&replies).is_some()
}
