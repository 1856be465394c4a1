//! A bot that never moves: the opponent where a script moves the pieces.

use kungfu::{Sight, Tick};

use crate::{Decision, LiveBot};

/// Makes no move of its own.
#[derive(Clone, Copy, Debug)]
pub struct Still;

impl LiveBot for Still {
    fn look(&mut self, _sight: &Sight) -> Decision {
        Decision {
            order: None,
            wake: Tick(u32::MAX),
        }
    }
}
