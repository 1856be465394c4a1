//! The catalog of Ransom: its bots and its openings.

use std::{fs, path::Path};

use play::{
    Bot, BotCatalog, BotError, BotKind, BotTraits, Level, Notation, OpeningBook, OpeningError, OpeningLine,
    OpeningSource, Setup, SpecError, TypedRecord,
};
use ransom::Position;

use crate::{
    ModelBot, ModelSpec, RansomSpec, abilities,
    ransom::{Rank, balanced},
    small_talk,
};

/// The bots of Ransom.
#[derive(Clone, Copy, Debug, Default)]
pub struct RansomBots;

impl BotCatalog<Position> for RansomBots {
    fn levels(&self) -> &'static [Level] {
        &LEVELS
    }

    fn read(&self, text: &str) -> Result<String, SpecError> {
        match ModelSpec::of(text) {
            Some(spec) => spec.map(|spec| spec.to_string()),
            None => text.parse::<RansomSpec>().map(|spec| spec.to_string()),
        }
    }

    /// The levels that answer at once take a moment before people.
    fn traits(&self, spec: &str) -> BotTraits {
        if let Some(Ok(model)) = ModelSpec::of(spec) {
            return abilities::of_model::<Position>(&model);
        }
        // An invalid spec has no data; opening it fails with the reason.
        let Ok(RansomSpec { rank, .. }) = spec.parse() else {
            return BotTraits::default();
        };
        BotTraits {
            pause: match rank {
                Rank::Beginner | Rank::Novice | Rank::Easy => Some(1_000..1_900),
                Rank::Hard | Rank::Master => None,
            },
            kind: BotKind::Internal,
            maker: abilities::maker(BotKind::Internal),
            abilities: abilities::of_ransom(rank),
            ..BotTraits::default()
        }
    }

    fn open(&self, spec: &str, setup: Setup) -> Result<Box<dyn Bot<Position>>, BotError> {
        let failed = |reason: String| BotError::Start {
            name: spec.to_owned(),
            reason,
        };
        if let Some(model) = ModelSpec::of(spec) {
            let model = model.map_err(|error| failed(error.to_string()))?;
            return Ok(Box::new(ModelBot::open(&model, setup)?));
        }
        let plan = spec
            .parse::<RansomSpec>()
            .map_err(|error| failed(error.to_string()))?
            .plan();
        let level = crate::ransom::Level::new(plan, setup);
        Ok(Box::new(level.map_err(|error| failed(error.to_string()))?))
    }

    fn adviser(&self) -> &'static str {
        "master"
    }

    fn small_talk(&self) -> &'static [&'static str] {
        &small_talk::RANSOM_LINES
    }

    /// The balanced set, or a file of positions, one a line.
    fn openings(&self, source: &OpeningSource<'_>) -> Result<OpeningBook, OpeningError> {
        let lines = match source.file {
            Some(path) => read_positions(path)?,
            None => balanced()
                .into_iter()
                .enumerate()
                .map(|(index, start)| opening(format!("balanced {}", index + 1), start))
                .collect(),
        };
        Ok(OpeningBook {
            lines,
            notices: Vec::new(),
        })
    }
}

/// Weakest first, with the ratings of docs/strength.md: a scale of this game alone, on which Easy has 1500.
static LEVELS: [Level; 5] = [
    Level::rated("beginner", "Beginner", "looks two turns ahead and overlooks much", 620),
    Level::rated(
        "novice",
        "Novice",
        "looks three turns ahead and overlooks some moves",
        1130,
    ),
    Level::rated("easy", "Easy", "looks four turns ahead", 1500),
    Level::rated("hard", "Hard", "looks six turns ahead", 1823),
    Level::rated("master", "Master", "looks as far as its time allows", 2084),
];

/// Lines that begin with `#` and empty ones are passed over.
fn read_positions(path: &Path) -> Result<Vec<OpeningLine>, OpeningError> {
    let bytes = fs::read(path).map_err(|source| OpeningError::File {
        path: path.to_owned(),
        source,
    })?;
    let text = String::from_utf8_lossy(&bytes);
    let numbered = text.lines().map(str::trim).zip(1..);
    let lines = numbered.filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|(line, number)| match Position::read_position(line) {
            Ok(reading) => Ok(opening(format!("line {number}"), reading.position)),
            Err(error) => Err(OpeningError::Content {
                path: path.to_owned(),
                words: format!("line {number}: {error}"),
            }),
        })
        .collect()
}

fn opening(name: String, start: Position) -> OpeningLine {
    OpeningLine {
        name,
        record: Box::new(TypedRecord::new(start)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_written_as_they_are_read() {
        for level in RansomBots.levels() {
            assert_eq!(RansomBots.read(level.spec).as_deref(), Ok(level.spec));
        }
        assert!(RansomBots.levels().iter().map(|level| level.rating).is_sorted());
    }

    #[test]
    fn games_are_not_read_from_files() {
        let games = RansomBots.import(b"1. c1d3 *");
        let error = games[0].as_ref().unwrap_err();
        assert_eq!(error.words, "games of Ransom cannot be read from files");
    }
}
