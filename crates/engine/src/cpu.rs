//! Whether this processor knows the instructions that the program was compiled to.
//!
//! Local builds use all that the machine has. Carried to a lesser one, such a binary would die at some instruction
//! without a word; so the program asks here before anything else. `is_x86_feature_detected!` cannot be asked: for a
//! feature that was compiled in, it is the constant `true`.
//!
//! These functions are themselves compiled with the features they ask about. They look at one word at a time and hide
//! each step from the optimiser, so that nothing is left for which it could reach for a newer instruction: neither
//! vectors, nor the bit manipulations it makes of shifts and of masks that are compared with themselves.
//!
//! Left out: features that only the system uses (`xsave` and its kin), what every x86-64 processor has, and other
//! architectures, whose stamp names nothing that is known here.

mod features;
mod look;

use self::features::{FEATURES, Word, covers, required};
pub use look::look;

/// Whether this processor has everything that the program was compiled for.
fn suffices() -> bool {
    Word::ALL
        .iter()
        .all(|&word| covers(read(word), REQUIRED[word as usize]))
}

/// Says what this processor lacks and what to do about it, piece by piece.
///
/// There is no formatting and no writer of the standard library, as both may be compiled to the missing instructions.
fn complain(say: &dyn Fn(&[u8])) {
    say(b"threefold: compiled for a processor with");
    for feature in &FEATURES {
        if feature.is_lacking(&REQUIRED, &read) {
            say(b" ");
            say(feature.name.as_bytes());
        }
    }
    say(
        b", which this one lacks; compile it here with cargo build --release, or for every processor of this \
          architecture with RUSTFLAGS='-C target-cpu=x86-64'\n",
    );
}

/// The features compiled in, with commas between.
const STAMP: &str = env!("THREEFOLD_TARGET_FEATURES");

/// The bits that must be set in each word.
static REQUIRED: [u32; Word::ALL.len()] = required(STAMP);

#[cfg(target_arch = "x86_64")]
fn read(word: Word) -> u32 {
    use std::arch::x86_64::{__cpuid, __cpuid_count};

    /// Leaves start here that tell of extensions.
    const EXTENDED: u32 = 0x8000_0000;
    /// OSXSAVE: the system has switched the extended control register on.
    const SYSTEM_KEEPS: u32 = 1 << 27;
    // A processor answers a leaf beyond its last with that of another.
    let has = |leaf: u32| __cpuid(leaf & EXTENDED).eax >= leaf;
    let has_subleaf = || has(7) && __cpuid_count(7, 0).eax >= 1;
    match word {
        Word::Leaf1Ecx => __cpuid(1).ecx,
        Word::Leaf7Ebx if has(7) => __cpuid_count(7, 0).ebx,
        Word::Leaf7Ecx if has(7) => __cpuid_count(7, 0).ecx,
        Word::Leaf7Edx if has(7) => __cpuid_count(7, 0).edx,
        Word::Leaf7Sub1Eax if has_subleaf() => __cpuid_count(7, 1).eax,
        Word::Leaf7Sub1Edx if has_subleaf() => __cpuid_count(7, 1).edx,
        Word::Extended1Ecx if has(EXTENDED + 1) => __cpuid(EXTENDED + 1).ecx,
        Word::Kept if covers(__cpuid(1).ecx, SYSTEM_KEEPS) => kept(),
        Word::Leaf7Ebx
        | Word::Leaf7Ecx
        | Word::Leaf7Edx
        | Word::Leaf7Sub1Eax
        | Word::Leaf7Sub1Edx
        | Word::Extended1Ecx
        | Word::Kept => 0,
    }
}

/// Nothing is required of other architectures.
#[cfg(not(target_arch = "x86_64"))]
fn read(_: Word) -> u32 {
    0
}

/// The low half of the extended control register 0; the system must have switched it on.
#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "the instruction has no safe form")]
fn kept() -> u32 {
    // SAFETY: called only where cpuid says that the system lets programs use this instruction (OSXSAVE).
    unsafe { std::arch::x86_64::_xgetbv(0) as u32 }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn the_processor_of_the_test_suffices() {
        assert!(suffices());
        let said = RefCell::new(Vec::new());
        complain(&|words| said.borrow_mut().extend_from_slice(words));
        let said = String::from_utf8(said.into_inner()).unwrap();
        assert!(
            said.contains("compiled for a processor with, which"),
            "nothing is lacking: {said}"
        );
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}
