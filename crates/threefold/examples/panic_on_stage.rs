//! Takes the terminal as the hall does and panics; the tests look at the terminal afterwards.

use terminal::Stage;

fn main() -> std::io::Result<()> {
    let mut stage = Stage::open()?;
    stage.show(|_| None)?;
    let nothing: Option<()> = None;
    nothing.expect("this example falls over");
    Ok(())
}
