// SPDX-License-Identifier: 0BSD
// The table of C_0 of the Poisson binomial mechanism, as its vector file says it: all others at +c. That no other inputs are worse
// is not computed here. The choice of theta and q that the paper prints.
'use strict';

// The logarithms of the masses of m trials, from the mode outward.
function logBinomial(m, odds) {
	const law = new Float64Array(m + 1), mode = Math.floor(m * odds / (1 + odds));
	for (let s = mode; s < m; s++) law[s + 1] = law[s] + Math.log((m - s) / (s + 1) * odds);
	for (let s = mode; s > 0; s--) law[s - 1] = law[s] - Math.log((m - s + 1) / s * odds);
	const total = Math.log(law.reduce((sum, x) => sum + Math.exp(x), 0));
	return law.map((x) => x - total);
}

// C(q, j) a^j b^(q - j)
function weights(q, a, b) {
	const weight = [];
	for (let j = 0, choose = 1; j <= q; choose = choose * (q - j) / (j + 1), j++) weight.push(choose * a ** j * b ** (q - j));
	return weight;
}

// ln(P / Q) and ln Q of every outcome.
function outcomes(theta, q, n) {
	const high = 0.5 + theta, low = 0.5 - theta, law = logBinomial((n - 1) * q, high / low);
	const weight = weights(q, high, low), other = weights(q, low, high), points = [];
	for (let s = 0; s < law.length + q; s++) {
		const first = Math.max(0, s - law.length + 1), last = Math.min(q, s);
		let top = -Infinity, p = 0, ofQ = 0;
		for (let j = first; j <= last; j++) top = Math.max(top, law[s - j]);
		for (let j = first; j <= last; j++) {
			const x = Math.exp(law[s - j] - top);
			p += weight[j] * x;
			ofQ += other[j] * x;
		}
		points.push([Math.log(p / ofQ), top + Math.log(ofQ)]);
	}
	return points;
}

// ln(r^a - 1 - a (r - 1)), r = e^u; minus infinity where that is lost in rounding.
function logExcess(u, a) {
	if (a * u > 30) return a * u + Math.log1p(-(1 + a * Math.expm1(u)) * Math.exp(-a * u));
	return Math.log(Math.max(0, Math.expm1(a * u) - a * Math.expm1(u)));
}

function divergence(points, a) {
	const terms = points.map(([u, q]) => q + logExcess(u, a));
	const top = terms.reduce((x, y) => Math.max(x, y));
	const x = top + Math.log(terms.reduce((sum, t) => sum + Math.exp(t - top), 0));
	return (x > 0 ? x + Math.log1p(Math.exp(-x)) : Math.log1p(Math.exp(x))) / (a - 1);
}

function pbmC0({ theta, quanta, users, alpha }) {
	const q = Number(quanta), n = Number(users);
	if (alpha.length === 0 || !alpha.every((a) => Number.isFinite(a) && a > 1) || !(theta > 0 && theta <= 0.25) || q < 1 || n < 1) return null;
	const points = outcomes(theta, q, n), rdp = alpha.map((a) => divergence(points, a));
	const factor = (1 - 2 * theta) ** 4 * n / (theta ** 2 * q);
	return { rdp, c0: rdp.map((d, i) => d * (alpha[i] - 1) / alpha[i] ** 2 * factor) };
}

const within = (x, least, most) => x >= least && x <= most;

function choice({ epsilon, alpha, c0, coordinates, users }) {
	const d = Number(coordinates), n = Number(users);
	if (!within(epsilon, 2 ** -20, 1000) || !within(alpha, 1 + 2 ** -10, 256) || !within(c0, 2 ** -10, 2 ** 10) || !within(d, 1, 2 ** 32) ||
	    !within(n, 1, 2 ** 32)) return null;
	const bound = (alpha - 1) / (alpha * alpha) * (n * epsilon) / (c0 * d), s = Math.sqrt(bound);
	if (bound >= 1) return { bound, theta: 0.25, quanta: BigInt(Math.floor(bound)) };
	return { bound, theta: 2 * s / (4 * s + 1 + Math.sqrt(8 * s + 1)), quanta: 1n };
}

module.exports = {
	pbmC0,
	algorithms: {
		pbm_c0: pbmC0,
		dpmf_rp_choice: choice,
	},
};
