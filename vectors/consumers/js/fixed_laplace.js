// SPDX-License-Identifier: 0BSD
// The discrete Laplace law by a fixed number of words.
'use strict';
const { ONE, decay } = require('./laws');
const { Tape, rateAllowed } = require('./samplers');

function bitsOf(p, q) {
	let n = 0n;
	while (p << n < 89n * q) n++;
	return n;
}

// 2^128 times / (1 + exp(n/d)), rounded down.
function chance(times, n, d) {
	const a = decay(n, d);
	return (times * a << 128n) / (ONE + a);
}

function trial(tape, c) {
	const first = tape.word(), second = tape.word();
	return (first << 64n | second) < c ? 1n : 0n;
}

function draw(tape, chances) {
	let g = 0n;
	for (const c of chances.slice(0, -1)) g = 2n * g + trial(tape, c);
	const kept = trial(tape, chances.at(-1)), negative = tape.word() & 1n;
	return kept * (negative ? -1n - g : 1n + g);
}

function fixedLaplace({ p, q, tape: bytes }) {
	if (!rateAllowed({ p, q })) return null;
	const bits = bitsOf(p, q), tape = new Tape(bytes), chances = [];
	for (let i = bits; i > 0n; i--) chances.push(chance(1n, p << (i - 1n), q));
	chances.push(chance(2n, p, q));
	const value = draw(tape, chances);
	const high = chances.map((c) => c >> 64n), low = chances.map((c) => BigInt.asUintN(64, c));
	return { bits, high, low, value, words: BigInt(tape.at) };
}

module.exports = { algorithms: { fixed_laplace: fixedLaplace } };
