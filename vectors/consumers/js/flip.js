// SPDX-License-Identifier: 0BSD
// Randomized response's coin.
'use strict';
const { Tape, bernoulli, bernoulliExp } = require('./samplers');

function flipped(tape, p, q) {
	while (bernoulli(tape, 1n, 2n)) if (bernoulliExp(tape, p, q)) return 1n;
	return 0n;
}

function flip({ p, q, tape: bytes }) {
	if (q < 1n || p < 0n) return null;
	const tape = new Tape(bytes);
	const value = flipped(tape, p, q);
	return { value, words: BigInt(tape.at), draws: tape.draws };
}

module.exports = { algorithms: { flip } };
