//! Parts that several screens are made of.

pub(crate) mod avatar;
pub(crate) mod board;
pub(crate) mod candidates;
pub(crate) mod chart;
pub(crate) mod clock;
pub(crate) mod gliding;
pub(crate) mod line;
pub(crate) mod menu;
pub(crate) mod miniature;
pub(crate) mod scroll;
pub(crate) mod sheet;
