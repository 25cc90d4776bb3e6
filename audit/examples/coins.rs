// SPDX-License-Identifier: 0BSD
//! A target of dpmf-audit exec: one bit, told rightly with probability 3/4. Its epsilon is ln 3 = 1.0986...
use std::io::{stdin, stdout, BufWriter, Write};

fn main() {
    let mut out = BufWriter::new(stdout());
    for line in stdin().lines() {
        let word: Vec<u64> = line.unwrap().split(' ').skip(1).map(|word| word.parse().unwrap()).collect();
        let draws = (0..word[1]).scan(word[2], |state, _| { *state = state.wrapping_mul(6364136223846793005).wrapping_add(1); Some(*state >> 62 == 0) });
        draws.for_each(|lie| writeln!(out, "{}", word[0] ^ lie as u64).unwrap());
        out.flush().unwrap();
    }
}
