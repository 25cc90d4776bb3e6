// SPDX-License-Identifier: 0BSD
// Renyi divergences: to (epsilon, delta), by the worst laws on two points, and of the sampled Gaussian mechanism.
'use strict';
const { curve } = require('./gaussian');

const GOLDEN = (Math.sqrt(5) - 1) / 2;
const within = (x, least, most) => x >= least && x <= most;

function logAdd(a, b) {
	const high = Math.max(a, b), low = Math.min(a, b);
	return high === -Infinity ? high : high + Math.log1p(Math.exp(low - high));
}

// D_alpha of P = (p, 1 - p), Q = (q, 1 - q), p = delta + e^epsilon q.
function divergence(alpha, epsilon, delta, logQ) {
	const q = Math.exp(logQ), p = delta + Math.exp(epsilon + logQ);
	const first = alpha * logAdd(Math.log(delta) - logQ, epsilon) + logQ;
	const second = p < 1 ? alpha * Math.log1p(-p) - (alpha - 1) * Math.log1p(-q) : -Infinity;
	return logAdd(first, second) / (alpha - 1);
}

function leastDivergence(alpha, epsilon, delta) {
	const at = (logQ) => divergence(alpha, epsilon, delta, logQ);
	let low = Math.log(delta) - epsilon - 40, high = Math.log1p(-delta) - epsilon;
	for (let i = 0; i < 64; i++) {
		const width = GOLDEN * (high - low);
		if (at(high - width) < at(low + width)) high = low + width;
		else low = high - width;
	}
	return Math.min(at(low), at(high));
}

// The point of [low, high] up to which `below` holds.
function passed(below, low, high) {
	for (let i = 0; i < 70; i++) {
		const middle = (low + high) / 2;
		if (below(middle)) low = middle;
		else high = middle;
	}
	return high;
}

const allowed = ({ alpha, rho }) => within(alpha, 1 + 2 ** -10, 256) && within(rho, 0, 1000);

function rdpEpsilon({ alpha, rho, delta }) {
	if (!allowed({ alpha, rho }) || !within(delta, 1e-300, 0.5)) return null;
	if (leastDivergence(alpha, 0, delta) >= rho) return { epsilon: 0 };
	return { epsilon: passed((e) => leastDivergence(alpha, e, delta) < rho, 0, rho - Math.log(delta) / (alpha - 1) + 1) };
}

function rdpDelta({ alpha, rho, epsilon }) {
	if (!allowed({ alpha, rho }) || !within(epsilon, 0, 1000)) return null;
	return { delta: Math.exp(passed((logDelta) => leastDivergence(alpha, epsilon, Math.exp(logDelta)) < rho, -700, 0)) };
}

function publishedEpsilon({ alpha, rho, delta }) {
	return allowed({ alpha, rho }) && within(delta, 1e-300, 0.5) ? { epsilon: rho - Math.log(delta) / (alpha - 1) } : null;
}

function sampledDelta({ mu, rate, epsilon, removed }) {
	if (!within(mu, 2 ** -10, 64) || !within(rate, 2 ** -30, 1) || !within(epsilon, 0, 1000) || removed > 1n) return null;
	if (rate === 1) return { delta: curve(mu, epsilon) };
	if (removed === 1n) {
		const left = rate - Math.expm1(epsilon) * (1 - rate);
		return { delta: left > 0 ? left * curve(mu, epsilon + Math.log(rate) - Math.log(left)) : 0 };
	}
	return { delta: rate * curve(mu, epsilon < 600 ? Math.log1p(Math.expm1(epsilon) / rate) : epsilon - Math.log(rate)) };
}

const logExpm1 = (x) => x + Math.log(-Math.expm1(-x));

function sampledRenyi({ mu, rate, alpha }) {
	const n = Number(alpha);
	if (!within(mu, 2 ** -10, 64) || !within(rate, 2 ** -30, 1) || !within(n, 2, 256)) return null;
	if (rate === 1) return { renyi: n * mu * mu / 2 };
	let choose = Math.log(n), sum = -Infinity;
	for (let j = 2; j <= n; j++) {
		choose += Math.log((n - j + 1) / j);
		sum = logAdd(sum, choose + j * Math.log(rate) + (n - j) * Math.log1p(-rate) + logExpm1(j * (j - 1) * mu * mu / 2));
	}
	return { renyi: (sum < 700 ? Math.log1p(Math.exp(sum)) : sum) / (n - 1) };
}

module.exports = {
	algorithms: {
		rdp_epsilon: rdpEpsilon,
		rdp_delta: rdpDelta,
		rdp_published_epsilon: publishedEpsilon,
		sampled_gaussian_delta: sampledDelta,
		sampled_gaussian_renyi: sampledRenyi,
	},
};
