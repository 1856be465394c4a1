//! The boards of a match as widgets draw them.

use contest::Picture;
use host::LiveScene;
use play::{Board, Scene};

/// A board of a match.
pub(super) enum Shown<'a> {
    Turn { board: Board, scene: &'a Scene },
    Live(&'a LiveScene),
}

impl<'a> Shown<'a> {
    pub(super) const fn of(picture: &'a Picture) -> Self {
        match picture {
            Picture::Turns(scene) => Shown::Turn {
                board: Board::rectangle(8, 8),
                scene,
            },
            Picture::Live(scene) => Shown::Live(scene),
        }
    }

    pub(super) const fn board(&self) -> &Board {
        match self {
            Shown::Turn { board, .. } => board,
            Shown::Live(scene) => &scene.board,
        }
    }
}
