//! The terminal by key scripts on a real host, read in cells.

mod arena;
mod crash;
mod editor;
mod files;
mod journeys;
mod live;
mod moves;
mod newcomers;
mod own_games;
mod pictures;
mod player;
mod practice;
mod sizes;
mod studies;
mod styles;
mod tables;
