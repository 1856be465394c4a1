//! Guests from outside: real processes, well and badly behaved.

mod failing;
mod fixture;
mod playing;
mod starting;
