// SPDX-License-Identifier: 0BSD
// dpimf: sensitivities, importance weights, and one item's loss from its coefficients to the minimiser. A
// function answers with its outputs, or null when the inputs are outside the domain.
'use strict';
const { minimised } = require('./ball_qp');
const { finite } = require('./kernels');
const { power } = require('./numbers');

const total = (list) => list.reduce((sum, x) => sum + x, 0);
const squares = (p) => total(p.map((x) => x * x));

// Eqs. (9), (15), (16), (18) and (17).
const sensesFrom = (l1, l2, keep) => [2 * l1 + l1 * l1 + 1, 2 * l1, keep * l1 * l1, keep * (l1 * l1 + l2) / 2, keep];
const senses = (p, keep) => sensesFrom(total(p.map(Math.abs)), squares(p), keep);
const boundsOf = (bound, d, keep) => sensesFrom(bound * Math.sqrt(d), bound * bound, keep);

function largest(profiles, keep) {
	const each = profiles.map((p) => senses(p, keep));
	return each[0].map((_, s) => Math.max(...each.map((one) => one[s])));
}

function sensitivity({ p, alpha0, bound }) {
	if (p.length === 0 || p[0].length === 0 || !finite(p, bound) || !(alpha0 >= 0 && alpha0 <= 1) || bound <= 0) return null;
	const each = p.map((profile) => senses(profile, 1 - alpha0)), column = (s) => each.map((one) => one[s]);
	return { loss: column(0), first: column(1), full: column(2), triu: column(3), delta: largest(p, 1 - alpha0),
		bounds: boundsOf(bound, p[0].length, 1 - alpha0) };
}

function laplace(tape, number) {
	const k = new DataView(tape.buffer, tape.byteOffset).getBigUint64(8 * number, true) >> 12n;
	const u = (Number(k) + 0.5) * power(-52);
	return u < 0.5 ? Math.log(2 * u) : -Math.log(2 * (1 - u));
}

function allowed(i) {
	return ['str', 'com', 'sym'].includes(i.scheme) && i.p.length > 0 && i.p[0].length > 0 && new Set(i.user).size === i.user.length &&
		i.user.every((u) => u >= 0n && u < BigInt(i.p.length)) && i.w.length === i.user.length && i.w.every((w) => w >= 1) &&
		finite(i.p, i.w, i.beta, i.lambda, i.epsilon, i.bound) && i.alpha0 >= 0 && i.alpha0 <= 1 &&
		Math.min(i.lambda, i.epsilon, ...i.beta) > 0 && i.bound >= 0 &&
		(i.bound === 0 || i.p.every((p) => Math.sqrt(squares(p)) <= i.bound * (1 + power(-40))));
}

function outer(profiles, weights, places) {
	return places.map((j) => places.map((l) => total(profiles.map((p, u) => weights[u] * p[j] * p[l]))));
}

function calibrate(i, keep) {
	const sense = i.bound > 0 ? boundsOf(i.bound, i.p[0].length, 1 - i.alpha0) : largest(i.p, 1 - i.alpha0);
	const delta = (i.scheme === 'str' ? [0, 0, 0] : [1, i.scheme === 'sym' ? 3 : 2, 4]).map((s) => sense[s]);
	return { delta, scale: delta.map((x, k) => x / (i.scheme === 'str' || keep === 0 ? i.epsilon : i.epsilon * i.beta[k])) };
}

function coefficients(i) {
	if (!allowed(i)) return null;
	const places = i.p[0].map((_, l) => l), d = places.length, keep = i.scheme === 'str' ? 1 : 1 - i.alpha0;
	const pairs = keep > 0 ? places.flatMap((j) => places.filter((l) => i.scheme !== 'sym' || j <= l).map((l) => [j, l])) : [];
	const draws = d + pairs.length + Number(keep > 0);
	if (i.tape.length !== 8 * draws) return null;
	const draw = Array.from({ length: draws }, (_, k) => laplace(i.tape, k)), { delta, scale } = calibrate(i, keep);
	const mine = i.user.map((u) => i.p[Number(u)]), all = outer(i.p, i.p.map(() => 1), places), item = outer(mine, i.w, places);
	const first = places.map((l) => total(mine.map((p, c) => 2 * i.w[c] * p[l])));
	const weight = i.lambda * (keep * mine.length + i.alpha0 * i.p.length);
	const second = places.map((j) => places.map((l) => keep * item[j][l] + i.alpha0 * all[j][l] + (j === l ? weight : 0)));
	const noise = places.map(() => places.map(() => 0));
	pairs.forEach(([j, l], k) => {
		noise[j][l] = scale[1] * draw[d + k];
		if (i.scheme === 'sym') noise[l][j] = noise[j][l];
	});
	const eta = keep > 0 ? i.lambda * scale[2] * draw[draws - 1] : 0;
	const noisyFirst = first.map((x, l) => x + scale[0] * draw[l]);
	const noisySecond = second.map((row, j) => row.map((x, l) => x + noise[j][l] + (j === l ? eta : 0)));
	return { draw, delta, scale, g_all: all, g_item: item, a_1: first, a_2: second, noise, noisy_1: noisyFirst, noisy_2: noisySecond,
		q: minimised(noisySecond, noisyFirst, Math.sqrt(1 / i.lambda)).q };
}

// The largest w from lo on with (e^(a w) - 1 + more) / w <= e^target - 1.
function lastAllowed(a, target, more, lo) {
	const allows = (w) => (Math.expm1(a * w) + more) / w <= Math.expm1(target);
	let hi = 2 * lo;
	while (allows(hi)) hi *= 2;
	for (let middle = lo + (hi - lo) / 2; lo < middle && middle < hi; middle = lo + (hi - lo) / 2)
		if (allows(middle)) lo = middle;
		else hi = middle;
	return lo;
}

function weights({ a, target }) {
	if (!(a > 0 && a <= target && target <= 100)) return null;
	const lossAt = (w) => Math.log1p(Math.expm1(a * w) / w);
	const weight = lastAllowed(a, target, 0, 1), printed = lastAllowed(a, target, 1, Math.max(1, 1 / a));
	return { weight, loss: lossAt(weight), printed, printed_loss: lossAt(printed) };
}

module.exports = {
	sensitivity, coefficients, weights,
	algorithms: {
		dpimf_sensitivity: sensitivity,
		dpimf_coefficients: coefficients,
		dpimf_weights: weights,
	},
};
