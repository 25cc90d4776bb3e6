// SPDX-License-Identifier: 0BSD
// Masses and tails of the binomial and the Polya law: one term after the other, the exponent of two kept apart. A function
// answers with its outputs, or null when the inputs are outside the domain.
'use strict';

const LARGE = 1n << 40n, MANY = 1n << 20n;

// [x, power] stands for x 2^power.
function times(z, factor) {
	z[0] *= factor;
	while (z[0] !== 0 && Math.abs(z[0]) < 2 ** -500) { z[0] *= 2 ** 500; z[1] -= 500; }
	while (Math.abs(z[0]) > 2 ** 500) { z[0] *= 2 ** -500; z[1] += 500; }
}

const value = ([x, power]) => x * 2 ** Math.floor(power / 2) * 2 ** Math.ceil(power / 2);

// The terms from x on, of which the first is z: ratio(k) is the one after k over the one at k. Until k = until they may grow.
function summed(z, ratio, x, until) {
	let term = 1, total = 1;
	for (let k = x; term > total * 2 ** -60 || k < until; k++) {
		term *= ratio(k);
		total += term;
		if (total > 2 ** 500) {
			term *= 2 ** -500;
			total *= 2 ** -500;
			z[1] += 500;
		}
	}
	times(z, total);
	return value(z);
}

function binomialAt(n, c, x) {
	const z = [1, 0];
	for (let k = 0; k < n; k++) {
		times(z, k < x ? c : 1 - c);
		if (k < x) times(z, (n - k) / (k + 1));
	}
	return z;
}

const binomial = (compute) => ({ quanta, chance, x }) => {
	if (quanta < 1n || quanta > MANY || chance < 0n || chance > LARGE || x < 0n || x > quanta) return null;
	return compute(Number(quanta), Number(chance) / Number(LARGE), Number(x));
};

function binomialTail(n, c, x) {
	if (x === 0 || c === 1) return { tail: 1 };
	return { tail: summed(binomialAt(n, c, x), (k) => (n - k) / (k + 1) * (c / (1 - c)), x, n * c) };
}

const polya = (compute) => ({ p, q, part, whole, x }) => {
	if (p < 1n || p > LARGE || q < 1n || q > LARGE || q > 1024n * p || part < 1n || part > whole || whole > LARGE) return null;
	if (x < 0n || x > MANY || p * (x + 1n) > 600n * q) return null;
	const rate = Number(p) / Number(q), r = Number(part) / Number(whole), z = [1, 0], n = Number(x);
	for (let k = 0; k < n; k++) times(z, (r + k) / (k + 1));
	times(z, (-Math.expm1(-rate)) ** r);
	times(z, Math.exp(-rate * n));
	return compute(z, r, Math.exp(-rate), n);
};

module.exports = {
	algorithms: {
		pbm_mass: binomial((n, c, x) => ({ mass: value(binomialAt(n, c, x)) })),
		pbm_tail: binomial(binomialTail),
		polya_mass: polya((z) => ({ mass: value(z) })),
		polya_tail: polya((z, r, a, x) => ({ tail: x === 0 ? 1 : summed(z, (k) => (r + k) / (k + 1) * a, x, 0) })),
	},
};
