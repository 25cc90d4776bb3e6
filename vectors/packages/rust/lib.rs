// SPDX-License-Identifier: 0BSD
//! The golden vectors of dpmf as JSON text, without dependencies: parse them with the crate of your choice.
#![no_std]
#![forbid(unsafe_code)]

include!("data.rs");

/// One file: an algorithm and its tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VectorFile {
    pub algorithm: &'static str,
    pub json: &'static str,
}

/// The file of one algorithm.
pub fn load(algorithm: &str) -> Option<&'static VectorFile> {
    FILES.iter().find(|file| file.algorithm == algorithm)
}

/// A double from its member `bits`: 16 hex digits.
pub fn double(bits: &str) -> Option<f64> {
    if bits.len() != 16 || !bits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    u64::from_str_radix(bits, 16).ok().map(f64::from_bits)
}
