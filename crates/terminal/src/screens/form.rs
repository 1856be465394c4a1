//! The one screen for forms: fields in a column, a sentence about the chosen one below.
//!
//! Up and down choose a field, left and right change its value, Enter submits the form from everywhere.

use ratatui::layout::Rect;

use crate::{
    canvas::{Canvas, rows, wide},
    context::AppContext,
    form::{Answers, Field, FieldId, FormSpec, Input, Trial, Turn},
    keys::{Action, KeyContext},
    offered::OfferedGame,
    screens::{Screen, Step, help::Help, rules::Rules},
    widgets::{
        line::Line,
        menu::{Entry, Menu},
    },
};

/// A form that is filled in.
pub(crate) struct FormScreen {
    spec: Box<dyn FormSpec>,
    answers: Answers,
    menu: Menu,
    /// The text of the chosen field, if it is one of text.
    line: Line,
    /// Why it was not submitted.
    refusal: String,
    trying: Option<Trying>,
}

/// What is tried before the form is submitted.
struct Trying {
    /// The number its answer comes under.
    number: u64,
    words: String,
}

impl FormScreen {
    /// A form as it was last answered.
    pub(crate) fn new(spec: Box<dyn FormSpec>, context: &AppContext) -> FormScreen {
        let answers = context.remembered.answers(&spec.name());
        FormScreen::answered(spec, answers)
    }

    /// A form with these answers.
    pub(crate) fn answered(spec: Box<dyn FormSpec>, answers: Answers) -> FormScreen {
        let answers = answers.completed(&*spec);
        FormScreen {
            spec,
            answers,
            menu: Menu::default(),
            line: Line::default(),
            refusal: String::new(),
            trying: None,
        }
        .at_entry()
    }

    /// The same with a field chosen.
    pub(crate) fn at_field(mut self, id: FieldId) -> FormScreen {
        self.go_to(id);
        self.at_entry()
    }

    fn at_entry(mut self) -> FormScreen {
        self.load_line();
        self
    }

    fn fields(&self) -> Vec<Field> {
        self.spec.fields(&self.answers)
    }

    /// Entries before the fields.
    fn buttons(&self) -> usize {
        usize::from(self.spec.button().is_some())
    }

    /// The chosen field; nothing at the button.
    fn field(&self) -> Option<Field> {
        let at = self.menu.at.checked_sub(self.buttons())?;
        self.fields().into_iter().nth(at)
    }

    fn go_to(&mut self, id: FieldId) {
        let at = self.fields().iter().position(|field| field.id == id);
        self.menu.at = at.map_or(0, |at| at + self.buttons());
    }

    fn load_line(&mut self) {
        match self.field() {
            Some(field) if matches!(field.input, Input::Text) => self.line.set(self.answers.get(field.id)),
            _ => self.line.clear(),
        }
    }

    fn change(&mut self, field: &Field, turn: Turn, context: &mut AppContext) {
        let Some(value) = field.next(&self.answers, turn).map(str::to_owned) else {
            return;
        };
        self.answers.set(field.id, value);
        self.answers = std::mem::take(&mut self.answers).completed(&*self.spec);
        self.go_to(field.id);
        self.apply(context);
    }

    /// Lets the form act on what was entered; text counts when its field is left.
    fn apply(&mut self, context: &mut AppContext) {
        self.refusal = self.spec.changed(&self.answers, context).err().unwrap_or_default();
    }

    /// Submits the form, or tries first what has to be tried.
    fn submit(&mut self, context: &mut AppContext) -> Step {
        if self.trying.is_some() {
            return Step::Stay;
        }
        match self.spec.trial(&self.answers) {
            Some(trial) => {
                self.begin_trial(trial, context);
                Step::Stay
            }
            None => self.submit_tried(context),
        }
    }

    fn submit_tried(&mut self, context: &mut AppContext) -> Step {
        match self.spec.submit(&self.answers, context) {
            Ok(screen) => Step::Replace(screen),
            Err(words) => {
                self.refusal = words;
                Step::Stay
            }
        }
    }

    fn begin_trial(&mut self, trial: Trial, context: &mut AppContext) {
        let (number, events) = context.subscriber();
        self.refusal.clear();
        match trial.begin(number, events) {
            Ok(words) => self.trying = Some(Trying { number, words }),
            Err(words) => self.refusal = words,
        }
    }

    fn leave(&mut self, context: &mut AppContext) -> Step {
        self.apply(context);
        if self.buttons() > 0 {
            let kept = self.spec.remembered(&self.answers);
            context.remember(&self.spec.name(), &kept, None);
        }
        Step::Back
    }
}

impl Screen for FormScreen {
    fn title(&self) -> String {
        self.spec.title()
    }

    fn key_contexts(&self) -> &'static [KeyContext] {
        let is_text = self.field().is_some_and(|field| matches!(field.input, Input::Text));
        match (self.buttons() > 0, is_text) {
            (true, true) => &[KeyContext::Form, KeyContext::Menu, KeyContext::Line],
            (true, false) => &[KeyContext::Form, KeyContext::Menu],
            (false, true) => &[KeyContext::Menu, KeyContext::Line],
            (false, false) => &[KeyContext::Menu],
        }
    }

    fn menu(&mut self) -> Option<&mut Menu> {
        Some(&mut self.menu)
    }

    fn act(&mut self, action: Action, context: &mut AppContext) -> Step {
        if action != Action::Enter {
            // The running test was for the earlier answers.
            self.trying = None;
        }
        let field = self.field();
        if let Some(field) = field.as_ref().filter(|field| matches!(field.input, Input::Text))
            && self.line.edit(action)
        {
            self.answers.set(field.id, self.line.text().trim());
            self.refusal.clear();
            return Step::Stay;
        }
        let count = self.fields().len() + self.buttons();
        if self.menu.steer(action, count) {
            self.apply(context);
            self.load_line();
            return Step::Stay;
        }
        match (action, field) {
            (Action::Enter, _) if self.buttons() > 0 => return self.submit(context),
            (Action::Enter, Some(field)) if matches!(field.input, Input::Text) => self.apply(context),
            (Action::Left, Some(field)) => self.change(&field, Turn::Back, context),
            (Action::Enter | Action::Right, Some(field)) => self.change(&field, Turn::On, context),
            (Action::Back, _) => return self.leave(context),
            (Action::Help, _) => return Step::open(Help::default()),
            (Action::Rules, _) => {
                let games = OfferedGame::all(&context.host);
                let game = games.iter().find(|game| game.id().as_str() == self.spec.name());
                return game.map_or(Step::Stay, |game| Step::open(Rules::of(game)));
            }
            _ => {}
        }
        Step::Stay
    }

    /// An entry was touched: the button submits, a field is chosen.
    fn touch_entry(&mut self, place: usize, context: &mut AppContext) -> Step {
        self.trying = None;
        self.menu.at = place;
        self.load_line();
        match self.field() {
            Some(_) => Step::Stay,
            None => self.act(Action::Enter, context),
        }
    }

    /// A value is changed by its arrows or by the wheel above it.
    fn touch_value(&mut self, place: usize, turn: Turn, context: &mut AppContext) -> Step {
        self.trying = None;
        self.menu.at = place;
        self.load_line();
        if let Some(field) = self.field() {
            self.change(&field, turn, context);
        }
        Step::Stay
    }

    fn subscriber(&self) -> Option<u64> {
        self.trying.as_ref().map(|trying| trying.number)
    }

    fn tried(&mut self, result: Result<(), String>, context: &mut AppContext) -> Step {
        self.trying = None;
        match result {
            Ok(()) => self.submit_tried(context),
            Err(words) => {
                self.refusal = words;
                Step::Stay
            }
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, _context: &AppContext) {
        let look = canvas.look;
        let fields = self.fields();
        let button = self.spec.button().map(Entry::plain);
        let entries: Vec<Entry<'_>> = button
            .into_iter()
            .chain(fields.iter().map(|field| self.entry(field)))
            .collect();
        let width = area.width.min(64);
        let form = Rect {
            x: area.x + (area.width - width) / 2,
            y: area.y + 2,
            width,
            height: area.height.saturating_sub(2),
        };
        self.menu.draw(canvas, form, &entries);
        let first = form.y + self.buttons() as u16;
        for (y, field) in (first..form.bottom()).zip(&fields) {
            if matches!(field.input, Input::Text) {
                self.draw_text(canvas, Rect { y, height: 1, ..form }, field);
            }
        }
        let below = form.y + entries.len() as u16 + 1;
        let preview = Rect {
            y: below,
            height: area.bottom().saturating_sub(below + 2),
            ..form
        };
        let below = below + self.spec.draw_preview(canvas, preview);
        let (words, style) = match &self.trying {
            Some(trying) => (trying.words.clone(), look.link()),
            None if self.refusal.is_empty() => (self.help(), look.muted()),
            None => (self.refusal.clone(), look.danger()),
        };
        for (y, line) in (below.min(area.bottom() - 1)..area.bottom()).zip(rows(&words, form.width)) {
            canvas.words(form.x, y, form.width, &line, style);
        }
    }
}

impl FormScreen {
    fn entry<'a>(&self, field: &'a Field) -> Entry<'a> {
        match &field.input {
            Input::Choice { .. } => {
                let label = field.chosen(&self.answers).map(|option| option.label.clone());
                Entry::valued(&field.label, label.unwrap_or_default())
            }
            Input::Text => Entry::plain(&field.label),
        }
    }

    fn draw_text(&self, canvas: &mut Canvas<'_>, row: Rect, field: &Field) {
        let is_chosen = self.field().is_some_and(|chosen| chosen.id == field.id);
        let labels = self.fields().iter().map(|field| wide(&field.label)).max().unwrap_or(0);
        let indent = Menu::notes_after(labels.max(self.spec.button().map_or(0, wide)));
        let place = Rect {
            x: row.x + indent,
            width: row.width.saturating_sub(indent),
            ..row
        };
        canvas.fill(place, canvas.look.ground());
        let before = canvas.cursor;
        if is_chosen {
            self.line.draw(canvas, place, "> ");
        } else {
            let mut line = Line::default();
            line.set(self.answers.get(field.id));
            line.draw(canvas, place, "> ");
            canvas.cursor = before;
        }
    }

    /// A sentence about the chosen entry.
    fn help(&self) -> String {
        let Some(field) = self.field() else {
            return "Enter begins; up and down choose, left and right change.".to_owned();
        };
        let option = field.chosen(&self.answers).and_then(|option| option.help.clone());
        option.unwrap_or(field.help)
    }
}
