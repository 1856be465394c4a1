//! Opponents that are not levels, in forms: UCI programs, models from files, and every other bot by its spec. They are
//! tested before a game begins.

use std::sync::Arc;

use host::BotSpec;
use play::{BotError, BotKind, GameModule, Setup};

use crate::{
    form::{Answers, Field, FieldId, FieldOption, Trial},
    visit::sentence,
};

/// How an opponent that is no level is named in a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Guest {
    /// A UCI program.
    Program,
    /// A model from a file.
    Model,
    /// Any bot as the command line names it.
    Text,
}

impl Guest {
    const ALL: [Guest; 3] = [Guest::Program, Guest::Model, Guest::Text];

    /// The guests that a game takes.
    fn of(module: &dyn GameModule) -> impl Iterator<Item = Guest> {
        let takes_programs = module.read_bot("uci:program").is_ok();
        let takes_models = module.read_bot("onnx:model.onnx").is_ok();
        Guest::ALL.into_iter().filter(move |guest| match guest {
            Guest::Program => takes_programs,
            Guest::Model => takes_models,
            Guest::Text => true,
        })
    }

    /// The guests of a game as values of a choice.
    pub(super) fn options(module: &dyn GameModule) -> Vec<FieldOption> {
        Guest::of(module)
            .map(|guest| FieldOption::new(guest.value(), guest.label()).with_help(guest.help().to_owned()))
            .collect()
    }

    /// The guest that a value of a choice means; none for a level.
    pub(super) fn chosen(value: &str) -> Option<Guest> {
        Guest::ALL.into_iter().find(|guest| guest.value() == value)
    }

    /// The value of a choice that means it.
    pub(super) const fn value(self) -> &'static str {
        match self {
            Guest::Program => "program",
            Guest::Model => "model",
            Guest::Text => "spec",
        }
    }

    const fn label(self) -> &'static str {
        match self {
            Guest::Program => "a UCI program",
            Guest::Model => "a model (ONNX file)",
            Guest::Text => "a bot as text",
        }
    }

    const fn help(self) -> &'static str {
        match self {
            Guest::Program => "A UCI program, as in stockfish or stockfish?Skill Level=3&movetime=100.",
            Guest::Model => "The file of an ONNX model, as in maia.onnx or net.onnx?nodes=50.",
            Guest::Text => "A bot as the command line names it, such as hard?depth=8 or elo:1250.",
        }
    }

    /// The field in which the guest on a seat is named.
    pub(super) const fn field_id(self, seat: u8) -> FieldId {
        FieldId(self.value(), seat)
    }

    /// The field in which the guest on a seat is named.
    pub(super) fn field(self, seat: u8) -> Field {
        let label = match self {
            Guest::Program => "Program",
            Guest::Model => "Model",
            Guest::Text => "Bot",
        };
        Field::text(self.field_id(seat), label, self.help())
    }

    /// The bot that is named in the field.
    pub(super) fn read(self, seat: u8, answers: &Answers, module: &dyn GameModule) -> Result<BotSpec, String> {
        let typed = answers.get(self.field_id(seat));
        let text = match (self, typed) {
            (Guest::Program, "") => return Err("Which program? Type its name.".to_owned()),
            (Guest::Model, "") => return Err("Which model? Type its file.".to_owned()),
            (Guest::Text, "") => return Err("Which bot? Type it as text.".to_owned()),
            (Guest::Program, typed) => format!("uci:{typed}"),
            (Guest::Model, typed) => format!("onnx:{typed}"),
            (Guest::Text, typed) => typed.to_owned(),
        };
        module.read_bot(&text).map_err(|error| sentence(&error.to_string()))
    }
}

/// Opens the programs and models among these bots once; nothing if there are none.
pub(crate) fn trial(module: &Arc<dyn GameModule>, bots: &[BotSpec]) -> Option<Trial> {
    let mut guests: Vec<BotSpec> = Vec::new();
    for spec in bots {
        if module.traits(spec).kind != BotKind::Internal && !guests.contains(spec) {
            guests.push(spec.clone());
        }
    }
    let names: Vec<String> = guests.iter().map(BotSpec::short_name).collect();
    let module = Arc::clone(module);
    let run = move || {
        for spec in &guests {
            let opened = module.open_bot(spec, Setup::seeded(0));
            opened
                .map(drop)
                .map_err(|error: BotError| format!("Choose another bot: {error}."))?;
        }
        Ok(())
    };
    (!names.is_empty()).then(|| Trial {
        words: format!("Trying {}…", names.join(" and ")),
        run: Box::new(run),
    })
}
