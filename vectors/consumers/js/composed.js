// SPDX-License-Identifier: 0BSD
// The Poisson binomial mechanism at one placement; one release or one entry many times; figures of papers. A function answers
// with its outputs, or null when the inputs are outside the domain.
'use strict';

const within = (x, least, most) => x >= least && x <= most;

function law(high, low, theta) {
	let mass = [1];
	for (let i = 0; i < high + low; i++) {
		const chance = i < high ? 0.5 + theta : 0.5 - theta;
		mass = Array.from({ length: mass.length + 1 }, (_, s) => (mass[s] || 0) * (1 - chance) + (s > 0 ? mass[s - 1] * chance : 0));
	}
	return mass;
}

// P and Q of every outcome
function placed({ theta, quanta, high, low }) {
	if (!within(theta, 2 ** -6, 0.25) || quanta < 1n || high < 0n || low < 0n || high + low + quanta > 256n) return null;
	const [n, h, l] = [quanta, high, low].map(Number);
	const q = law(h, l + n, theta);
	return law(h + n, l, theta).map((p, s) => [p, q[s]]);
}

function pbmDelta({ epsilon, ...of }) {
	const pairs = placed(of);
	if (pairs === null || !within(epsilon, 0, 100)) return null;
	return { delta: pairs.reduce((sum, [p, q]) => sum + Math.max(0, -p * Math.expm1(epsilon - Math.log(p / q))), 0) };
}

function pbmEpsilon({ delta, ...of }) {
	const pairs = placed(of);
	if (pairs === null || !within(delta, 1e-100, 0.5)) return null;
	let p = 0, q = 0, epsilon = 0;
	for (const [more, less] of pairs.reverse()) {
		p += more;
		q += less;
		if (p > delta) epsilon = Math.max(epsilon, Math.log((p - delta) / q));
	}
	return { epsilon };
}

function pbmRenyi({ alpha, ...of }) {
	const pairs = placed(of);
	if (pairs === null || !within(alpha, 1.125, 256)) return null;
	const losses = pairs.map(([p, q]) => [Math.log(p / q), q]);
	const top = losses.reduce((most, [loss, q]) => Math.max(most, Math.log(q) + alpha * loss), -Infinity);
	if (top < 0) {
		const excess = losses.reduce((sum, [loss, q]) => sum + q * (Math.expm1(alpha * loss) - alpha * Math.expm1(loss)), 0);
		return { renyi: Math.log1p(excess) / (alpha - 1) };
	}
	return { renyi: (top + Math.log(losses.reduce((sum, [loss, q]) => sum + Math.exp(Math.log(q) + alpha * loss - top), 0))) / (alpha - 1) };
}

function userDelta({ epsilon, delta, entries }) {
	const k = Number(entries);
	if (!within(epsilon, 0, 10) || !within(delta, 1e-300, 1) || !within(k, 1, 1000) || k * epsilon > 600) return null;
	return { delta: delta * (epsilon < 1e-200 ? k : Math.expm1(k * epsilon) / Math.expm1(epsilon)) };
}

function optimalDelta({ e0, delta0, times, epsilon }) {
	const k = Number(times);
	if (!within(e0, 2 ** -10, 10) || !within(delta0, 0, 0.5) || !within(k, 1, 1000) || k * e0 > 600 || !within(epsilon, 0, 600)) return null;
	const u = -Math.expm1(k * Math.log1p(-delta0));
	let logMass = -k * Math.log1p(Math.exp(-e0)), delta = 0;
	for (let i = 0; (k - 2 * i) * e0 > epsilon; i++) {
		delta -= Math.exp(logMass) * Math.expm1(epsilon - (k - 2 * i) * e0);
		logMass += Math.log((k - i) / (i + 1)) - e0;
	}
	return { delta: u + delta * (1 - u) };
}

function gaussianPublishedOrder({ mu, delta }) {
	if (!within(mu, 2 ** -20, 2 ** 20) || !within(delta, 1e-300, 0.5)) return null;
	return { alpha: 1 + Math.sqrt(-2 * Math.log(delta)) / mu };
}

function importancePublishedLoss({ weight, a }) {
	if (!within(weight, 1, 2 ** 20) || !within(a, 2 ** -20, 700)) return null;
	return { loss: Math.log1p(Math.expm1(a) / weight) };
}

function privsrWorth({ epsilon, beta }) {
	if (!within(epsilon, 2 ** -20, 1000) || !within(beta, 2 ** -20, 1)) return null;
	return { both: epsilon * (1 + beta) / Math.sqrt(1 + beta * beta) };
}

module.exports = {
	algorithms: {
		pbm_delta: pbmDelta,
		pbm_epsilon: pbmEpsilon,
		pbm_renyi: pbmRenyi,
		user_delta: userDelta,
		optimal_delta: optimalDelta,
		gaussian_published_order: gaussianPublishedOrder,
		importance_published_loss: importancePublishedLoss,
		privsr_worth: privsrWorth,
	},
};
