// SPDX-License-Identifier: 0BSD
// Masses and tails of the integer laws, in fixed point: a number is a whole number of 2^-BITS.
'use strict';

const BITS = 1400n, ONE = 1n << BITS, LARGE = 1n << 40n;

function power(x, n) {
	let result = ONE;
	for (; n > 0n; n /= 2n) {
		if (n % 2n === 1n) result = result * x >> BITS;
		x = x * x >> BITS;
	}
	return result;
}

// exp(-n/d), n < d
function series(n, d) {
	let term = ONE, total = ONE;
	for (let k = 1n; term > 0n; k++) {
		term = term * n / (d * k);
		total += k % 2n ? -term : term;
	}
	return total;
}

const inverse = series(1n, 2n) ** 2n >> BITS; // 1/e
const decay = (n, d) => power(inverse, n / d) * series(n % d, d) >> BITS;

// The double nearest to above / below, but for a second rounding of a 70-bit quotient.
function quotient(above, below) {
	const shift = Math.max(0, 70 - (above.toString(2).length - below.toString(2).length));
	const whole = Number((above << BigInt(shift)) / below);
	return whole * 2 ** -Math.floor(shift / 2) * 2 ** -Math.ceil(shift / 2);
}

function bernoulliExpMass({ p, q }) {
	if (q < 1n || q > LARGE || p < 0n || p > LARGE || p > 690n * q) return null;
	return { mass: quotient(decay(p, q), ONE) };
}

// exp(-p x / q) times a factor of a = exp(-p / q), a pair of numbers
const rated = (name, factor) => ({ p, q, x }) => {
	if (p < 1n || q < 1n || p > LARGE || q > LARGE || x < 0n || x > LARGE || p * (x + 1n) > 690n * q) return null;
	const [above, below] = factor(decay(p, q));
	return { [name]: quotient(decay(p * x, q) * above, ONE * below) };
};

const gaussian = (name, alone) => ({ p, q, x }) => {
	if (p < 1n || q < 1n || p > LARGE || q > LARGE || p > 1024n * q || x < 0n || x > LARGE || x * x * q > 1360n * p) return null;
	const end = 44n * (BigInt(Math.floor(Math.sqrt(Number(p / q)))) + 2n);
	let all = 0n, found = 0n;
	for (let y = 0n; y < end; y++) {
		const weight = decay(y * y * q, 2n * p);
		all += y ? 2n * weight : weight;
		if (y === x || (y > x && !alone)) found += weight;
	}
	return { [name]: quotient(found, all) };
};

module.exports = {
	ONE, decay,
	algorithms: {
		bernoulli_exp_mass: bernoulliExpMass,
		geometric_mass: rated('mass', (a) => [ONE - a, ONE]),
		geometric_tail: rated('tail', () => [ONE, ONE]),
		discrete_laplace_mass: rated('mass', (a) => [ONE - a, ONE + a]),
		discrete_laplace_tail: rated('tail', (a) => [ONE, ONE + a]),
		discrete_gaussian_mass: gaussian('mass', true),
		discrete_gaussian_tail: gaussian('tail', false),
	},
};
