//! Stamps the binary with the instruction sets it is compiled for; `src/cpu.rs` reads the stamp.

fn main() {
    // Set by cargo for every build script; a target without features has none.
    let features = std::env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    println!("cargo::rustc-env=THREEFOLD_TARGET_FEATURES={features}");
    println!("cargo::rerun-if-changed=build.rs");
}
