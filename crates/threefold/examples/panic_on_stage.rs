//! Takes the terminal as the program does and panics; the tests look at the terminal afterwards.

use terminal::Stage;

#[expect(clippy::panic, reason = "this is what it is for")]
fn main() -> std::io::Result<()> {
    let mut stage = Stage::open()?;
    stage.show(|_| None)?;
    panic!("this example falls over");
}
