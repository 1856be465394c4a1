//! The board editor: a position is set up piece by piece, and played or studied.
//!
//! This screen contains no rules: the game lists the pieces, the other fields of a position and its errors.

mod panel;
mod picture;

use std::sync::Arc;

use play::{Army, EditorCard, GameModule, PieceKind, Side, SketchSource, Square};
use ratatui::layout::Rect;

use crate::{
    canvas::Canvas,
    context::{AppContext, Effect},
    form::Turn,
    keys::{Action, KeyContext},
    offered::OfferedGame,
    screens::{Screen, Step, Touch, help::Help, rules::Rules},
    status::Status,
    widgets::{line::Line, menu::Menu},
};

/// A position in the making.
pub(crate) struct Editor {
    games: Vec<Arc<dyn GameModule>>,
    /// Which of the games.
    game: usize,
    card: EditorCard,
    cursor: Square,
    /// A piece that was taken up.
    lifted: Option<Square>,
    flipped: bool,
    hands: Hands,
    menu: Menu,
    status: Status,
}

/// Where keys go.
enum Hands {
    /// To the board: letters are pieces.
    Board,
    /// To the entries beside it.
    Panel,
    /// To a line for the position text.
    Text(Line),
}

impl Editor {
    /// The editor of a game, with a position of it or the usual start; the first game that has an editor if none is
    /// named.
    pub(crate) fn open(context: &AppContext, position: Option<(play::GameId, String)>) -> Result<Editor, String> {
        let registry = context.host.registry();
        let games: Vec<Arc<dyn GameModule>> = registry.games().filter(|game| game.has_editor()).cloned().collect();
        let (wanted, source) = match position {
            Some((game, text)) => (Some(game), SketchSource::Text(text)),
            None => (None, SketchSource::Usual),
        };
        let place = wanted.map_or(Some(0), |id| games.iter().position(|game| game.id() == id));
        let none = || "No position of this game can be set up by hand.".to_owned();
        let place = place.filter(|place| *place < games.len()).ok_or_else(none)?;
        let card = games[place].sketch(source).map_err(|error| error.to_string())?;
        Ok(Editor {
            games,
            game: place,
            card,
            cursor: Square { file: 4, rank: 3 },
            lifted: None,
            flipped: false,
            hands: Hands::Board,
            menu: Menu::default(),
            status: Status::default(),
        })
    }

    fn module(&self) -> &dyn GameModule {
        &*self.games[self.game]
    }

    /// Updates the data of the game for another sketch.
    fn take(&mut self, source: SketchSource) {
        self.lifted = None;
        match self.module().sketch(source) {
            Ok(card) => {
                self.card = card;
                self.status = Status::default();
            }
            Err(error) => self.status = Status::refusal(error.to_string()),
        }
    }

    fn put(&mut self, square: Square, piece: Option<(Army, PieceKind)>) {
        let mut sketch = self.card.sketch.clone();
        sketch.put(square, piece);
        self.take(SketchSource::Sketch(sketch));
    }

    /// Puts down the piece of a letter: a capital for White, as in position texts. A space empties the square.
    fn type_letter(&mut self, letter: char) {
        if letter == ' ' {
            return self.put(self.cursor, None);
        }
        let small = letter.to_ascii_lowercase();
        let Some(kind) = self.card.palette.iter().copied().find(|kind| letter_of(*kind) == small) else {
            self.status = Status::refusal(format!("No piece has the letter {letter}. {}", self.letters()));
            return;
        };
        let army = if letter.is_ascii_uppercase() {
            Army::Ivory
        } else {
            Army::Ink
        };
        self.put(self.cursor, Some((army, kind)));
    }

    /// Which letters put pieces down.
    fn letters(&self) -> String {
        let small: Vec<String> = self
            .card
            .palette
            .iter()
            .map(|kind| letter_of(*kind).to_string())
            .collect();
        let small = small.join(" ");
        format!(
            "{} put White's pieces, {small} Black's; Space empties.",
            small.to_ascii_uppercase()
        )
    }

    /// Takes a piece up, or puts down what was taken up.
    fn lift(&mut self, square: Square) {
        self.cursor = square;
        match self.lifted.take() {
            Some(from) if from != square => self.carry(from, square),
            Some(_) => {}
            None => self.lifted = self.card.sketch.at(square).map(|_| square),
        }
    }

    fn carry(&mut self, from: Square, to: Square) {
        let Some(piece) = self.card.sketch.at(from) else { return };
        let mut sketch = self.card.sketch.clone();
        sketch.put(from, None);
        sketch.put(to, Some((piece.army, piece.kind)));
        self.take(SketchSource::Sketch(sketch));
        self.cursor = to;
    }

    fn step(&mut self, action: Action) {
        let (right, up) = match action {
            Action::Left => (-1, 0),
            Action::Right => (1, 0),
            Action::Up => (0, 1),
            _ => (0, -1),
        };
        let way = if self.flipped { -1 } else { 1 };
        let Square { file, rank } = self.cursor;
        let to = Square {
            file: file.saturating_add_signed(way * right).min(self.card.board.width - 1),
            rank: rank.saturating_add_signed(way * up).min(self.card.board.height - 1),
        };
        if !self.card.board.holes.contains(&to) {
            self.cursor = to;
        }
    }

    fn act_on_board(&mut self, action: Action) -> Step {
        match action {
            Action::Up | Action::Down | Action::Left | Action::Right => self.step(action),
            Action::Enter => self.lift(self.cursor),
            Action::Type(letter) => self.type_letter(letter),
            Action::Erase => self.put(self.cursor, None),
            Action::View => self.hands = Hands::Panel,
            Action::Back if self.lifted.is_some() => self.lifted = None,
            Action::Back => return Step::Back,
            _ => {}
        }
        Step::Stay
    }

    fn act_on_text(&mut self, action: Action) -> Step {
        let Hands::Text(line) = &mut self.hands else {
            return Step::Stay;
        };
        if line.edit(action) {
            return Step::Stay;
        }
        match action {
            Action::Enter => {
                let text = line.take();
                self.hands = Hands::Panel;
                self.take(SketchSource::Text(text));
            }
            Action::Back => self.hands = Hands::Panel,
            _ => {}
        }
        Step::Stay
    }
}

impl Screen for Editor {
    fn title(&self) -> String {
        format!("Board editor: {}", self.module().name())
    }

    fn key_contexts(&self) -> &'static [KeyContext] {
        match self.hands {
            Hands::Board => &[KeyContext::Editor, KeyContext::Line],
            Hands::Panel => &[KeyContext::Menu],
            Hands::Text(_) => &[KeyContext::Line, KeyContext::Menu],
        }
    }

    fn menu(&mut self) -> Option<&mut Menu> {
        self.hands = Hands::Panel;
        Some(&mut self.menu)
    }

    fn act(&mut self, action: Action, context: &mut AppContext) -> Step {
        match action {
            Action::Flip => self.flipped = !self.flipped,
            Action::Copy => {
                context.effects.push(Effect::Copy(self.card.text.clone()));
                self.status = Status::calm(format!("Copied: {}", self.card.text));
            }
            Action::Help => return Step::open(Help::default()),
            Action::Rules => {
                let game = OfferedGame::find(&context.host, self.module().id());
                return game.map_or(Step::Stay, |game| Step::open(Rules::of(&game)));
            }
            _ => {
                return match self.hands {
                    Hands::Board => self.act_on_board(action),
                    Hands::Panel => self.act_on_panel(action, context),
                    Hands::Text(_) => self.act_on_text(action),
                };
            }
        }
        Step::Stay
    }

    fn touch_value(&mut self, place: usize, turn: Turn, _context: &mut AppContext) -> Step {
        self.menu.at = place;
        self.hands = Hands::Panel;
        if let Some(entry) = self.entries().get(place).copied() {
            self.turn_value(entry, turn);
        }
        Step::Stay
    }

    fn touch(&mut self, touch: Touch) -> Step {
        match touch {
            Touch::Press(square) => {
                self.hands = Hands::Board;
                self.lift(square);
            }
            Touch::Release(square) => {
                if let Some(from) = self.lifted.filter(|from| *from != square) {
                    self.lifted = None;
                    self.carry(from, square);
                }
            }
            Touch::Earlier | Touch::Later | Touch::Moment(_) | Touch::Ply(_) => {}
        }
        Step::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, _context: &AppContext) {
        self.draw_whole(canvas, area);
    }
}

/// The letter of a piece in position texts.
const fn letter_of(kind: PieceKind) -> char {
    match kind {
        PieceKind::Pawn => 'p',
        PieceKind::Knight => 'n',
        PieceKind::Bishop => 'b',
        PieceKind::Rook => 'r',
        PieceKind::Queen | PieceKind::OpenQueen => 'q',
        PieceKind::King => 'k',
    }
}

/// A side in the panel.
const fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "White",
        Side::Black => "Black",
    }
}
