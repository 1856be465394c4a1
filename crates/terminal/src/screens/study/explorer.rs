//! The explorer beside a study.

use super::Study;
use crate::{
    context::AppContext,
    screens::explorer::{Explored, Source},
    status::Status,
};

impl Study {
    /// The next source.
    pub(super) fn switch_explorer(&mut self, context: &AppContext) {
        self.explore(Source::after(self.explorer.as_ref()), context);
    }

    /// Explores what `/explore` names.
    pub(super) fn explore_named(&mut self, name: &str, context: &AppContext) {
        if name.is_empty() {
            self.switch_explorer(context);
        } else {
            self.explore(Source::named(name), context);
        }
    }

    fn explore(&mut self, source: Option<Source>, context: &AppContext) {
        self.status = Status::default();
        self.explorer = None;
        let Some((source, view)) = source.zip(self.view()) else {
            return;
        };
        match Explored::open(source, view.game, context) {
            Ok(explored) => self.explorer = Some(explored),
            Err(words) => self.status = Status::refusal(words),
        }
    }

    /// The explorer's rows for the shown position; none while a mistake is tried again.
    pub(super) fn explorer_rows(&self) -> Vec<String> {
        let Some(explored) = self.explorer.as_ref().filter(|_| self.trying.is_none()) else {
            return Vec::new();
        };
        explored.rows(self.position.as_ref().map_or("", |position| position.key.as_str()))
    }
}
