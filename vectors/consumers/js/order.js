// SPDX-License-Identifier: 0BSD
// The samplers in the order of the paper and in that of its program, written from the notes of their vector files.
'use strict';
const { Tape, TapeEnds, listed, uniformBelow } = require('./samplers');

const bernoulli = listed('bernoulli', (tape, n, d) => uniformBelow(tape, d) < n);

function lowest(p, q) {
	let [a, b] = [p, q];
	while (b) [a, b] = [b, a % b];
	return [p / a, q / a];
}

const orders = {
	paper: { terms: (p, q) => [p, q], units: (p, q) => (p > q ? p / q : 0n), signFirst: false },
	program: { terms: lowest, units: (p, q) => (p > q ? (p - 1n) / q : 0n), signFirst: true },
};

function floorRoot(x) {
	let r = BigInt(Math.floor(Math.sqrt(Number(x))));
	while (r * r > x) r--;
	while ((r + 1n) * (r + 1n) <= x) r++;
	return r;
}

function samplersOf({ terms, units, signFirst }) {
	function trials(tape, n, d) {
		let k = 1n;
		while (k <= 2047n && bernoulli(tape, ...terms(n, d * k))) k++;
		return k % 2n === 1n;
	}

	const drawExp = listed('bernoulli_exp', (tape, p, q) => {
		const whole = units(p, q);
		for (let unit = 0n; unit < whole; unit++) if (!trials(tape, 1n, 1n)) return false;
		return trials(tape, p - whole * q, q);
	});
	const bernoulliExp = (tape, p, q) => drawExp(tape, ...terms(p, q));

	const geometric = listed('geometric', (tape, p, q) => {
		let u, v;
		do {
			do u = uniformBelow(tape, q); while (!bernoulliExp(tape, u, q));
			for (v = 0n; v < 1024n && bernoulliExp(tape, 1n, 1n);) v++;
		} while (v === 1024n);
		return (u + q * v) / p;
	});

	const discreteLaplace = listed('discrete_laplace', (tape, p, q) => {
		for (;;) {
			let b = signFirst && bernoulli(tape, 1n, 2n);
			const y = geometric(tape, p, q);
			if (!signFirst) b = bernoulli(tape, 1n, 2n);
			if (!b || y) return b ? -y : y;
		}
	});

	const discreteGaussian = listed('discrete_gaussian', (tape, p, q) => {
		const t = floorRoot(p / q) + 1n, most = (1n << 64n) - 1n;
		for (;;) {
			const y = discreteLaplace(tape, 1n, t), far = (y < 0n ? -y : y) * t * q - p;
			if (bernoulliExp(tape, far * far > most ? most : far * far, 2n * p * q * t * t)) return y;
		}
	});

	return { bernoulli_exp: drawExp, geometric, discrete_laplace: discreteLaplace, discrete_gaussian: discreteGaussian };
}

function allowed(name, p, q) {
	if (name === 'discrete_gaussian') return p >= 1n && q >= 1n && 2n * p * q * (floorRoot(p / q) + 1n) ** 2n <= 1n << 53n;
	return q >= 1n && q <= 1n << 53n && (p >= 1n || name === 'bernoulli_exp');
}

function run(order, name, sampler) {
	return ({ p, q, tape: bytes }) => {
		if (!allowed(name, p, q)) return null;
		const tape = new Tape(bytes);
		try {
			return { value: sampler(tape, ...order.terms(p, q)), words: BigInt(tape.at), draws: tape.draws };
		} catch (error) {
			if (error instanceof TapeEnds) return null;
			throw error;
		}
	};
}

const algorithms = {};
for (const [which, order] of Object.entries(orders))
	for (const [name, sampler] of Object.entries(samplersOf(order))) algorithms[`${which}_${name}`] = run(order, name, sampler);

module.exports = { algorithms };
