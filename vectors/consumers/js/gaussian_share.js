// SPDX-License-Identifier: 0BSD
// A party's share of the discrete Gaussian law.
'use strict';
const { Tape, discreteGaussian } = require('./samplers');

function gaussianShare({ p, q, of, tape: bytes }) {
	if (q < 1n || of < 1n || p < 16n * q * of || p > 1n << 40n) return null;
	const tape = new Tape(bytes);
	const value = discreteGaussian(tape, p, q * of);
	return { value, words: BigInt(tape.at), draws: tape.draws };
}

module.exports = { algorithms: { gaussian_share: gaussianShare } };
