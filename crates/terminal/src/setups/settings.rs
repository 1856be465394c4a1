//! The settings; every change is used and stored at once, and the whole screen shows it.

use host::BotBehaviour;
use play::{Army, Board, Piece, PieceKind, Scene, Square};
use ratatui::layout::Rect;

use crate::{
    canvas::Canvas,
    config::{AUTO, Bell, Config, Motion},
    context::AppContext,
    form::{Answers, Field, FieldId, FieldOption, FormSpec},
    glyphs::GlyphSet,
    players::{LocalPlayers, checked_name},
    screens::Screen,
    widgets::board::{BoardPicture, Form, Turned},
};

const THEME: FieldId = FieldId::new("theme");
const PIECES: FieldId = FieldId::new("pieces");
const ANIMATION: FieldId = FieldId::new("animation");
const BEHAVIOUR: FieldId = FieldId::new("behaviour");
const BELL: FieldId = FieldId::new("bell");
const NAME: FieldId = FieldId::new("name");
const SECOND: FieldId = FieldId::new("second-name");

/// The form of the settings.
pub(crate) struct SettingsForm {
    themes: Vec<String>,
}

impl SettingsForm {
    pub(crate) fn new(context: &AppContext) -> SettingsForm {
        let themes = context.preferences.themes.iter();
        SettingsForm {
            themes: themes.map(|theme| theme.name.clone()).collect(),
        }
    }

    /// The settings as they are.
    pub(crate) fn answers(context: &AppContext) -> Answers {
        let (config, players) = (&context.preferences.config, &context.players);
        let mut answers = Answers::default();
        answers.set(THEME, config.theme.as_str());
        answers.set(PIECES, config.glyphs.map_or(AUTO, GlyphSet::word));
        answers.set(ANIMATION, if config.motion == Motion::Sliding { "on" } else { "off" });
        let behaviour = match config.behaviour {
            BotBehaviour::Human => "human",
            BotBehaviour::Brisk => "brisk",
        };
        answers.set(BEHAVIOUR, behaviour);
        answers.set(BELL, if config.bell == Bell::On { "on" } else { "off" });
        answers.set(NAME, players.you.name.as_deref().unwrap_or_default());
        answers.set(SECOND, players.second.name.as_deref().unwrap_or_default());
        answers
    }
}

impl FormSpec for SettingsForm {
    fn name(&self) -> String {
        "settings".to_owned()
    }

    fn title(&self) -> String {
        "Settings".to_owned()
    }

    fn button(&self) -> Option<&'static str> {
        None
    }

    fn fields(&self, _answers: &Answers) -> Vec<Field> {
        let help = "Settings are stored as you change them.";
        let themes = self.themes.iter().map(|theme| FieldOption::new(theme, theme)).collect();
        let pieces = GlyphSet::ALL.map(|set| {
            let label = match set {
                GlyphSet::Blocks => "blocks where there is room",
                GlyphSet::Unicode => "chess signs",
                GlyphSet::Ascii => "letters",
            };
            FieldOption::new(set.word(), label)
        });
        let auto = FieldOption::new(AUTO, "what the terminal can show");
        let pieces = [auto].into_iter().chain(pieces).collect();
        let options = |pairs: [(&str, &str); 2]| Vec::from(pairs.map(|(value, label)| FieldOption::new(value, label)));
        let name = "Your name at tables and in files; empty for none.";
        let second = "The name of the other person at this keyboard; empty for none.";
        vec![
            Field::choice(THEME, "Theme", help, themes),
            Field::choice(PIECES, "Pieces", help, pieces),
            Field::choice(
                ANIMATION,
                "Animation",
                help,
                options([("on", "pieces slide"), ("off", "none")]),
            ),
            Field::choice(
                BEHAVIOUR,
                "Bots",
                help,
                options([("human", "pause and talk"), ("brisk", "answer at once")]),
            ),
            Field::choice(
                BELL,
                "Bell",
                "Rings when the other side has moved.",
                options([("off", "off"), ("on", "on")]),
            ),
            Field::text(NAME, "Your name", name),
            Field::text(SECOND, "Second name", second),
        ]
    }

    fn submit(&self, _answers: &Answers, _context: &mut AppContext) -> Result<Box<dyn Screen>, String> {
        Err("Settings are stored as you change them.".to_owned())
    }

    fn changed(&self, answers: &Answers, context: &mut AppContext) -> Result<(), String> {
        let config = Config {
            theme: answers.get(THEME).to_owned(),
            glyphs: match answers.get(PIECES) {
                AUTO => None,
                word => Some(word.parse()?),
            },
            motion: match answers.get(ANIMATION) {
                "on" => Motion::Sliding,
                _ => Motion::Still,
            },
            behaviour: match answers.get(BEHAVIOUR) {
                "human" => BotBehaviour::Human,
                _ => BotBehaviour::Brisk,
            },
            bell: match answers.get(BELL) {
                "on" => Bell::On,
                _ => Bell::Off,
            },
        };
        if context.preferences.config != config {
            context.preferences.config = config;
            let saved = context.preferences.save();
            return saved.map_err(|error| format!("The settings cannot be written: {error}"));
        }
        let [you, second] = [NAME, SECOND].map(|id| checked_name(answers.get(id)));
        let mut players = context.players.clone();
        players.you.name = you;
        players.second.name = second;
        rename(context, players)
    }

    fn draw_preview(&self, canvas: &mut Canvas<'_>, area: Rect) -> u16 {
        let board = Board::rectangle(8, 2);
        let scene = sample();
        let picture = BoardPicture {
            board: &board,
            scene: &scene,
            turned: Turned::default(),
            cursor: None,
            chosen: Some(Square { file: 5, rank: 0 }),
            targets: &[Square { file: 5, rank: 1 }, Square { file: 6, rank: 1 }],
            hint: &[],
            slide: None,
            names: Turned::default(),
            upgrade: None,
        };
        let form = Form::fitting(canvas.look, &board, area.width, area.height);
        picture.draw(canvas, area, form);
        form.size(&board).1 + 1
    }
}

/// Gives the local players their names, here and at their tables.
fn rename(context: &mut AppContext, players: LocalPlayers) -> Result<(), String> {
    let changed = [
        (&context.players.you, &players.you),
        (&context.players.second, &players.second),
    ];
    for (before, after) in changed {
        if before.name != after.name {
            let name = after.name.as_deref().unwrap_or_default();
            context.host.rename(after.id, name).map_err(|error| error.to_string())?;
        }
    }
    if context.players == players {
        return Ok(());
    }
    context.players = players;
    let saved = context.players.save();
    saved.map_err(|error| format!("The name cannot be written: {error}"))
}

/// Every piece of both sides, a last move, a check and a chosen piece, to judge a theme by.
fn sample() -> Scene {
    let kinds = [
        PieceKind::Rook,
        PieceKind::Knight,
        PieceKind::Bishop,
        PieceKind::Queen,
        PieceKind::King,
        PieceKind::Pawn,
    ];
    let piece = |file: usize, rank: u8, army: Army| Piece {
        id: 2 * file as u16 + u16::from(rank),
        square: Square { file: file as u8, rank },
        army,
        kind: kinds[file],
    };
    let white = (0..6).map(|file| piece(file, 0, Army::Ivory));
    let black = (0..5).map(|file| piece(file, 1, Army::Ink));
    let prey = Piece {
        id: 100,
        square: Square { file: 6, rank: 1 },
        army: Army::Ink,
        kind: PieceKind::Pawn,
    };
    Scene {
        ply: 0,
        pieces: white.chain(black).chain([prey]).collect(),
        turn: None,
        last: Some([Square { file: 1, rank: 1 }, Square { file: 7, rank: 0 }]),
        check: Some(Square { file: 4, rank: 1 }),
        purses: Vec::new(),
        text: String::new(),
    }
}
