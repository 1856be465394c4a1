//! Settings, each seen at once: the whole screen wears them.

use hall::{Army, Board, Manners, Piece, Scene, Shape, Square};
use ratatui::layout::Rect;

use crate::{
    canvas::Canvas,
    config::Motion,
    glyphs::GlyphSet,
    house::House,
    keys::Action,
    screens::{Screen, Step, help::Help},
    widgets::{
        board::{BoardPicture, Form, Turned},
        menu::{Entry, Menu},
    },
};

/// The settings screen; what is settled stands in the house.
#[derive(Default)]
pub(crate) struct Settings {
    menu: Menu,
    told: String,
}

const ROWS: usize = 4;

impl Screen for Settings {
    fn title(&self) -> String {
        "Settings".to_owned()
    }

    fn menu(&mut self) -> Option<&mut Menu> {
        Some(&mut self.menu)
    }

    fn act(&mut self, action: Action, house: &mut House) -> Step {
        if self.menu.steer(action, ROWS) {
            return Step::Stay;
        }
        match action {
            Action::Enter | Action::Right => self.change(1, house),
            // One less, counted round.
            Action::Left => self.change(usize::MAX, house),
            Action::Back => return Step::Back,
            Action::Help => return Step::open(Help::default()),
            _ => {}
        }
        Step::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, house: &House) {
        let config = &house.wardrobe.config;
        let glyphs = match config.glyphs {
            GlyphSet::Blocks => "blocks where there is room",
            GlyphSet::Unicode => "chess signs",
            GlyphSet::Ascii => "letters",
        };
        let motion = match config.motion {
            Motion::Sliding => "pieces slide",
            Motion::Still => "none",
        };
        let manners = match config.manners {
            Manners::Human => "bots pause and talk",
            Manners::Brisk => "bots answer at once",
        };
        let entries = [
            Entry::valued("Theme", config.theme.clone()),
            Entry::valued("Pieces", glyphs.to_owned()),
            Entry::valued("Animation", motion.to_owned()),
            Entry::valued("Manners", manners.to_owned()),
        ];
        let width = area.width.min(64);
        let column = Rect {
            x: area.x + (area.width - width) / 2,
            y: area.y + 1,
            width,
            height: ROWS as u16,
        };
        self.menu.draw(canvas, column, &entries);
        let board = Board {
            width: 8,
            height: 2,
            holes: Vec::new(),
        };
        let scene = sample();
        let room = Rect {
            y: column.bottom() + 1,
            height: area.bottom().saturating_sub(column.bottom() + 3),
            ..column
        };
        let picture = BoardPicture {
            board: &board,
            scene: &scene,
            turned: Turned::default(),
            cursor: None,
            chosen: Some(Square { file: 5, rank: 0 }),
            targets: &[Square { file: 5, rank: 1 }, Square { file: 6, rank: 1 }],
            hint: &[],
            slide: None,
        };
        let form = Form::fitting(canvas.look, &board, room.width, room.height);
        picture.draw(canvas, room, form);
        let y = (room.y + form.size(&board).1 + 1).min(area.bottom() - 1);
        let (words, style) = if self.told.is_empty() {
            ("Settings are kept as you change them.", canvas.look.muted())
        } else {
            (self.told.as_str(), canvas.look.danger())
        };
        canvas.fitted(column.x, y, column.width, words, style);
    }
}

impl Settings {
    fn change(&mut self, by: usize, house: &mut House) {
        let next = |at: usize, count: usize| {
            if by == 1 {
                (at + 1) % count
            } else {
                (at + count - 1) % count
            }
        };
        let themes = &house.wardrobe.themes;
        let config = &mut house.wardrobe.config;
        match self.menu.at {
            0 => {
                let at = themes.iter().position(|theme| theme.name == config.theme).unwrap_or(0);
                config.theme.clone_from(&themes[next(at, themes.len())].name);
            }
            1 => {
                let at = GlyphSet::ALL.iter().position(|set| *set == config.glyphs).unwrap_or(0);
                config.glyphs = GlyphSet::ALL[next(at, GlyphSet::ALL.len())];
            }
            2 => {
                config.motion = match config.motion {
                    Motion::Sliding => Motion::Still,
                    Motion::Still => Motion::Sliding,
                }
            }
            _ => {
                config.manners = match config.manners {
                    Manners::Human => Manners::Brisk,
                    Manners::Brisk => Manners::Human,
                }
            }
        }
        self.told = match house.wardrobe.keep() {
            Ok(()) => String::new(),
            Err(error) => format!("The settings cannot be written: {error}"),
        };
    }
}

/// Every piece of both sides, a last move, a check and a chosen piece, to judge a theme by.
fn sample() -> Scene {
    let shapes = [
        Shape::Rook,
        Shape::Knight,
        Shape::Bishop,
        Shape::Queen,
        Shape::King,
        Shape::Pawn,
    ];
    let piece = |file: usize, rank: u8, army: Army| Piece {
        id: 2 * file as u16 + u16::from(rank),
        square: Square { file: file as u8, rank },
        army,
        shape: shapes[file],
    };
    let white = (0..6).map(|file| piece(file, 0, Army::Ivory));
    let black = (0..5).map(|file| piece(file, 1, Army::Ink));
    let prey = Piece {
        id: 100,
        square: Square { file: 6, rank: 1 },
        army: Army::Ink,
        shape: Shape::Pawn,
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
