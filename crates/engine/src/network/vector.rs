//! Sums and products over whole rows, with the best instructions of this processor.
//!
//! [`Path::best`] detects the processor once. Adding rows is plain code that the compiler vectorises for each
//! instruction set; the output layer uses intrinsics. A path other than [`Path::SCALAR`] is only made after the
//! processor was found to have the instructions, so the calls below are sound.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod scalar;

use std::sync::OnceLock;

use super::HIDDEN;

/// A value for every neuron of one side.
#[derive(Clone)]
#[repr(C, align(64))]
pub(super) struct Row([i16; HIDDEN]);

/// Which instructions are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Path(Set);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    Scalar,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "aarch64")]
    Neon,
}

impl Row {
    pub(super) const ZERO: Row = Row([0; HIDDEN]);

    /// A row of exactly so many values.
    pub(super) fn of(values: &[i16]) -> Self {
        let mut row = Row::ZERO;
        row.0.copy_from_slice(values);
        row
    }

    pub(super) fn values(&self) -> &[i16] {
        &self.0
    }
}

/// Runs a function of the module of this path.
macro_rules! on_path {
    ($path:expr, $call:ident($($argument:expr),*)) => {
        match $path.0 {
            Set::Scalar => scalar::$call($($argument),*),
            // SAFETY: a path is made only where the processor has its instructions.
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code, reason = "instructions chosen at run time")]
            Set::Avx2 => unsafe { avx2::$call($($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code, reason = "instructions chosen at run time")]
            Set::Avx512 => unsafe { avx512::$call($($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "aarch64")]
            #[expect(unsafe_code, reason = "instructions chosen at run time")]
            Set::Neon => unsafe { neon::$call($($argument),*) },
        }
    };
}

impl Path {
    /// Plain code, on every processor.
    pub(crate) const SCALAR: Path = Path(Set::Scalar);

    /// The fastest path of this processor.
    pub(crate) fn best() -> Self {
        static BEST: OnceLock<Path> = OnceLock::new();
        *BEST.get_or_init(|| Path::available().last().copied().unwrap_or(Path::SCALAR))
    }

    /// Every path of this processor, the fastest last.
    pub(crate) fn available() -> Vec<Self> {
        let mut paths = vec![Path::SCALAR];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                paths.push(Path(Set::Avx2));
            }
            if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") {
                paths.push(Path(Set::Avx512));
            }
        }
        #[cfg(target_arch = "aarch64")]
        if std::arch::is_aarch64_feature_detected!("neon") {
            paths.push(Path(Set::Neon));
        }
        paths
    }

    /// Sets `target` to `source` less some rows and with others.
    #[inline]
    pub(super) fn change<const LESS: usize, const MORE: usize>(
        self,
        target: &mut Row,
        source: &Row,
        less: [&Row; LESS],
        more: [&Row; MORE],
    ) {
        on_path!(self, change(target, source, less, more));
    }

    /// Adds a row.
    #[inline]
    pub(super) fn add(self, sums: &mut Row, row: &Row) {
        on_path!(self, add(sums, row));
    }

    /// Takes a row away.
    #[inline]
    pub(super) fn subtract(self, sums: &mut Row, row: &Row) {
        on_path!(self, subtract(sums, row));
    }

    /// The clamped and squared sums of both sides, times their weights, all added up.
    #[inline]
    pub(super) fn output(self, own: &Row, other: &Row, weights: &[Row; 2]) -> i32 {
        on_path!(self, output(own, other, weights))
    }
}

/// Defines the functions that add rows for an instruction set: the plain code, compiled for it.
macro_rules! rows_for {
    ($($feature:literal),+) => {
        $(#[target_feature(enable = $feature)])+
        pub(super) fn change<const LESS: usize, const MORE: usize>(
            target: &mut Row,
            source: &Row,
            less: [&Row; LESS],
            more: [&Row; MORE],
        ) {
            crate::network::vector::scalar::change(target, source, less, more);
        }

        $(#[target_feature(enable = $feature)])+
        pub(super) fn add(sums: &mut Row, row: &Row) {
            crate::network::vector::scalar::add(sums, row);
        }

        $(#[target_feature(enable = $feature)])+
        pub(super) fn subtract(sums: &mut Row, row: &Row) {
            crate::network::vector::scalar::subtract(sums, row);
        }
    };
}
use rows_for;
