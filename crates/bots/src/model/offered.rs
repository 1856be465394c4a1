//! Models that are offered by name, so that clients need no file path.

use std::{marker::PhantomData, path::Path, sync::Arc};

use models::Model;
use play::{
    Bot, BotCatalog, BotError, BotTraits, ImportError, ImportedGame, Level, OpeningBook, OpeningError, OpeningSource,
    Setup, SolvedEndings, SpecError,
};

use super::{ModelBot, ModelGame};
use crate::{ModelSpec, abilities};

/// A model that is offered under a name; its file was read when the program started.
#[derive(Clone, Debug)]
pub struct OfferedModel {
    name: String,
    spec: ModelSpec,
    model: Arc<Model>,
}

/// A name and a file: `maia=maia-1500.onnx?temperature=0.5`.
const SHAPE: &str = "a model is offered as NAME=FILE, the name of letters, digits and hyphens";

/// Letters of a name.
const LONGEST_NAME: usize = 32;

impl OfferedModel {
    /// Reads `NAME=FILE`, the file and its model, which is tried once; parameters may follow the file.
    pub fn read(text: &str) -> Result<Self, BotError> {
        let refused = |reason: String| BotError::Start {
            name: text.chars().take(80).collect(),
            reason,
        };
        let (name, file) = text.split_once('=').ok_or_else(|| refused(SHAPE.to_owned()))?;
        let is_name = !name.is_empty()
            && name.len() <= LONGEST_NAME
            && name
                .chars()
                .all(|letter| letter.is_ascii_alphanumeric() || letter == '-');
        if !is_name {
            return Err(refused(SHAPE.to_owned()));
        }
        let spec = ModelSpec::of(&format!("onnx:{file}")).unwrap_or(Err(SpecError::NoModel));
        let spec = spec.map_err(|error| refused(error.to_string()))?;
        let model = Model::read(Path::new(&spec.file)).map_err(|error| refused(error.to_string()))?;
        let offered = OfferedModel {
            name: name.to_owned(),
            spec,
            model,
        };
        offered.try_once().map_err(|error| refused(error.to_string()))?;
        Ok(offered)
    }

    /// Evaluates a model once: a file may have the right shapes and yield no numbers.
    pub fn check(model: &Arc<Model>) -> Result<(), models::ModelError> {
        let offered = OfferedModel {
            name: String::new(),
            spec: ModelSpec::default(),
            model: Arc::clone(model),
        };
        offered.try_once()
    }

    fn try_once(&self) -> Result<(), models::ModelError> {
        match self.model.layout().game() {
            models::ValueGame::Chess => self.bot::<chess::Position>(Setup::seeded(0)).try_once(),
            models::ValueGame::Ransom => self.bot::<ransom::Position>(Setup::seeded(0)).try_once(),
        }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it plays this game.
    fn plays<R: ModelGame>(&self) -> bool {
        self.model.layout().game() == R::GAME
    }

    fn bot<R: ModelGame>(&self, setup: Setup) -> ModelBot<R> {
        let mut bot = ModelBot::with_model(Arc::clone(&self.model), &self.spec, setup);
        bot.about.name.clone_from(&self.name);
        bot
    }

    fn text(&self) -> String {
        format!("model:{}", self.name)
    }

    /// How people are offered it. The program keeps it until it ends.
    fn level(&self) -> Level {
        Level {
            spec: String::leak(self.text()),
            name: String::leak(self.name.clone()),
            words: "a model from a file",
            rating: None,
        }
    }
}

/// The bots of a game and models that are offered by name.
pub struct WithModels<R, B> {
    bots: B,
    models: Vec<OfferedModel>,
    levels: &'static [Level],
    game: PhantomData<fn() -> R>,
}

impl<R: ModelGame, B: BotCatalog<R>> WithModels<R, B> {
    /// The bots and those of the models that play this game. The list of levels is kept until the program ends.
    pub fn new(bots: B, models: &[OfferedModel]) -> Self {
        let models: Vec<OfferedModel> = models.iter().filter(|model| model.plays::<R>()).cloned().collect();
        let levels = if models.is_empty() {
            bots.levels()
        } else {
            let offered = models.iter().map(OfferedModel::level);
            Vec::leak(bots.levels().iter().copied().chain(offered).collect())
        };
        WithModels {
            bots,
            models,
            levels,
            game: PhantomData,
        }
    }

    /// The model of a text; `None` if the text names another kind of bot.
    fn find(&self, text: &str) -> Option<Result<&OfferedModel, SpecError>> {
        let name = text.trim().strip_prefix("model:")?;
        let found = self.models.iter().find(|model| model.name == name);
        Some(found.ok_or_else(|| SpecError::NoSuchModel {
            game: R::NAME,
            name: name.chars().take(LONGEST_NAME).collect(),
            known: if self.models.is_empty() {
                "none".to_owned()
            } else {
                self.models
                    .iter()
                    .map(|model| model.name.as_str())
                    .collect::<Vec<_>>()
                    .join(", ")
            },
        }))
    }
}

impl<R: ModelGame, B: BotCatalog<R>> BotCatalog<R> for WithModels<R, B> {
    fn levels(&self) -> &'static [Level] {
        self.levels
    }

    fn read(&self, text: &str) -> Result<String, SpecError> {
        match self.find(text) {
            Some(model) => model.map(OfferedModel::text),
            None => self.bots.read(text),
        }
    }

    fn traits(&self, spec: &str) -> BotTraits {
        match self.find(spec) {
            Some(Ok(model)) => abilities::of_model::<R>(&model.spec),
            Some(Err(_)) => BotTraits::default(),
            None => self.bots.traits(spec),
        }
    }

    fn open(&self, spec: &str, setup: Setup) -> Result<Box<dyn Bot<R>>, BotError> {
        match self.find(spec) {
            Some(Ok(model)) => Ok(Box::new(model.bot::<R>(setup))),
            Some(Err(error)) => Err(BotError::Start {
                name: spec.to_owned(),
                reason: error.to_string(),
            }),
            None => self.bots.open(spec, setup),
        }
    }

    fn adviser(&self) -> &'static str {
        self.bots.adviser()
    }

    fn small_talk(&self) -> &'static [&'static str] {
        self.bots.small_talk()
    }

    fn openings(&self, source: &OpeningSource<'_>) -> Result<OpeningBook, OpeningError> {
        self.bots.openings(source)
    }

    fn solved_endings(&self, directory: &Path) -> Result<Box<dyn SolvedEndings>, OpeningError> {
        self.bots.solved_endings(directory)
    }

    fn import(&self, bytes: &[u8]) -> Vec<Result<ImportedGame, ImportError>> {
        self.bots.import(bytes)
    }
}
