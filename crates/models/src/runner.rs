//! The library that runs the operators, behind the feature `onnx`.
//!
//! The rest of this crate does not need it: a program built without the feature reads and checks files, and reports why
//! it cannot play with them.

#[cfg(not(feature = "onnx"))]
mod none;
#[cfg(feature = "onnx")]
mod with_rten;

#[cfg(not(feature = "onnx"))]
pub(crate) use none::{Core, Runner};
#[cfg(feature = "onnx")]
pub(crate) use with_rten::{Core, Runner};
