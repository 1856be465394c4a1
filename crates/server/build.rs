//! Takes the page into the program.

fn main() {
    // A new file counts as a change too.
    println!("cargo::rerun-if-changed=../../web/page");
    memory_serve::load_directory("../../web/page");
}
