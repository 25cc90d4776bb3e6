// SPDX-License-Identifier: 0BSD
// What noise on whole steps costs: the discrete Gaussian and the discrete Laplace law.
'use strict';

const WIDE = 1n << 40n;
const inLaw = (n) => n >= 1n && n <= WIDE;
const lawAllowed = ({ p, q, steps }) => inLaw(p) && inLaw(q) && inLaw(steps);
const gaussianAllowed = (i) => lawAllowed(i) && i.p <= i.q << 20n && i.steps * i.steps * i.q <= 4096n * i.p;
const laplaceAllowed = (i) => lawAllowed(i) && i.steps * i.p <= 1000n * i.q;

// delta as a function of epsilon: every term is above 0.
function gaussianCurve({ p, q, steps }) {
	const variance = Number(p) / Number(q), k = Number(steps), reach = Math.ceil(40 * Math.sqrt(variance)) + 2;
	let total = 1;
	for (let x = reach; x > 0; x--) total += 2 * Math.exp(-x * x / (2 * variance));
	return (epsilon) => {
		const first = Math.ceil(epsilon * variance / k - k / 2);
		let sum = 0;
		for (let x = Math.max(first, 0) + reach; x >= Math.max(first, -reach); x--)
			sum += Math.exp(-x * x / (2 * variance)) * -Math.expm1(epsilon - k * (2 * x + k) / (2 * variance));
		return Math.max(0, sum) / total;
	};
}

function laplaceCurve({ p, q, steps }) {
	const t = Number(p) / Number(q), k = Number(steps);
	return (epsilon) => {
		if (epsilon >= k * t) return 0;
		const m = Math.max(0, Math.ceil((k - epsilon / t) / 2) - 1);
		return (-Math.expm1(epsilon - t * (k - m)) - Math.exp(-t) * Math.expm1(-t * m)) / (1 + Math.exp(-t));
	};
}

function leastEpsilon(curve, delta, most) {
	if (curve(0) <= delta) return 0;
	let low = 0, high = most;
	for (let i = 0; i < 70; i++) {
		const middle = (low + high) / 2;
		if (curve(middle) > delta) low = middle;
		else high = middle;
	}
	return high;
}

const within = (x, least, most) => x >= least && x <= most;

module.exports = {
	algorithms: {
		discrete_gaussian_delta: (i) => (gaussianAllowed(i) && within(i.epsilon, 0, 1000) ? { delta: gaussianCurve(i)(i.epsilon) } : null),
		discrete_gaussian_epsilon: (i) =>
			(gaussianAllowed(i) && within(i.delta, 1e-300, 0.5) ? { epsilon: leastEpsilon(gaussianCurve(i), i.delta, 8192) } : null),
		discrete_laplace_delta: (i) => (laplaceAllowed(i) && within(i.epsilon, 0, 1000) ? { delta: laplaceCurve(i)(i.epsilon) } : null),
		discrete_laplace_epsilon: (i) => (laplaceAllowed(i) && within(i.delta, 0, 0.5)
			? { epsilon: leastEpsilon(laplaceCurve(i), i.delta, Number(i.steps) * Number(i.p) / Number(i.q)) } : null),
	},
};
