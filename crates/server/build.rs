//! Takes the page into the program.

fn main() {
    memory_serve::load_directory("../../web/page");
}
