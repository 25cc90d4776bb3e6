// SPDX-License-Identifier: 0BSD
// The Gaussian mechanism's curve: delta, epsilon, and the calibration.
'use strict';

const density = (x) => Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);

// Q(x) / density(x) for x >= 0.
function mills(x) {
	if (x < 1.5) {
		let term = x, total = x;
		for (let k = 1; k < 60; k++) {
			term *= x * x / (2 * k + 1);
			total += term;
		}
		return 0.5 / density(x) - total;
	}
	let fraction = x;
	for (let k = 500; k > 0; k--) fraction = x + k / fraction;
	return 1 / fraction;
}

function curve(mu, epsilon) {
	const a = epsilon / mu - mu / 2, b = epsilon / mu + mu / 2;
	return a >= 0 ? density(a) * (mills(a) - mills(b)) : 1 - density(a) * (mills(-a) + mills(b));
}

function bisected(tooSmall, low, high) {
	for (let i = 0; i < 200; i++) {
		const middle = (low + high) / 2;
		if (tooSmall(middle)) low = middle;
		else high = middle;
	}
	return [low, high];
}

const allowed = ({ mu = 1, epsilon = 1, delta = 0.5 }) =>
	mu >= 2 ** -10 && mu <= 64 && epsilon >= 0 && epsilon <= 1000 && delta >= 1e-300 && delta <= 0.5;

function epsilonOf({ mu, delta }) {
	if (!allowed({ mu, delta })) return null;
	return { epsilon: curve(mu, 0) <= delta ? 0 : bisected((e) => curve(mu, e) > delta, 0, 8192)[1] };
}

const largestMu = (epsilon, delta) => bisected((mu) => curve(mu, epsilon) <= delta, 0, 128)[0];

function muOf({ epsilon, delta }) {
	if (!allowed({ epsilon, delta }) || epsilon < 2 ** -10) return null;
	return { mu: largestMu(epsilon, delta) };
}

module.exports = {
	curve,
	largestMu,
	algorithms: {
		gaussian_delta: ({ mu, epsilon }) => (allowed({ mu, epsilon }) ? { delta: curve(mu, epsilon) } : null),
		gaussian_epsilon: epsilonOf,
		gaussian_mu: muOf,
	},
};
