// SPDX-License-Identifier: 0BSD
// The grid, the projection, the kernels of hdpmf and one round of it. A
// function answers with its outputs, or null when the inputs are outside the domain.
'use strict';
const { power } = require('./numbers');

const finite = (...values) => values.flat(2).every(Number.isFinite);
const exponentAllowed = (exponent) => exponent >= -1000n && exponent <= 900n;

// To the nearest integer, ties to even; |x| <= 2^52.
function nearest(x) {
	const below = Math.floor(x), rest = x - below;
	return rest > 0.5 || (rest === 0.5 && below % 2 !== 0) ? below + 1 : below;
}

function gridRound({ x, exponent }) {
	if (!exponentAllowed(exponent) || !(Math.abs(x) <= power(Number(exponent) + 52))) return null;
	return { steps: BigInt(nearest(x * power(-Number(exponent)))) };
}

function gridValue({ steps, exponent }) {
	if (!exponentAllowed(exponent) || steps > 1n << 53n || steps < -(1n << 53n)) return null;
	return { x: Number(steps) * power(Number(exponent)) };
}

const dot = (x, y) => x.reduce((sum, a, l) => sum + a * y[l], 0);
const norm = (x) => Math.sqrt(dot(x, x));

function projected(x, radius) {
	if (norm(x) <= radius) return x;
	let factor = radius / norm(x);
	for (let down = power(-53); norm(x.map((a) => factor * a)) > radius; down *= 2) factor *= 1 - down;
	return x.map((a) => factor * a);
}

function projectBall({ x, radius }) {
	if (x.length === 0 || !finite(x, radius) || radius < 0) return null;
	const after = projected(x, radius);
	return { norm: norm(x), x: after, norm_after: norm(after) };
}

const weightAllowed = (w) => w > 0 && w <= 1;
const share = (u, v, w, r) => u.map((a) => 2 * (dot(u, v) - w * r) * a);

function gradientShare({ u, v, w, r }) {
	if (u.length === 0 || !finite(u, v, w, r) || !weightAllowed(w)) return null;
	return { dot: dot(u, v), error: dot(u, v) - w * r, share: share(u, v, w, r) };
}

function gradientAdd({ sum, ...rating }) {
	const found = finite(sum) ? gradientShare(rating) : null;
	return found && { dot: found.dot, error: found.error, sum: sum.map((s, l) => s + found.share[l]) };
}

const stepped = (v, gradient, rate, lambda) => v.map((x, l) => x - rate * (gradient[l] + 2 * lambda * x));

function step({ v, gradient, rate, lambda }) {
	if (v.length === 0 || !finite(v, gradient, rate, lambda) || rate <= 0 || lambda < 0) return null;
	return { v: stepped(v, gradient, rate, lambda) };
}

const scaleOf = (delta, k, epsilon) => 2 * delta * Math.sqrt(k) / epsilon;

function noiseScale({ delta, k, epsilon }) {
	if (k < 1n || !finite(delta, epsilon) || delta < 0 || epsilon <= 0) return null;
	return { scale: scaleOf(delta, Number(k), epsilon) };
}

const shareOf = (scale, h, c, raters) => h.map((a, l) => scale * Math.sqrt(2 * a / raters) * c[l]);

function noiseShare({ scale, h, c, raters }) {
	if (h.length === 0 || raters < 1n || !finite(scale, h, c) || scale < 0 || h.some((a) => a < 0)) return null;
	return { x: shareOf(scale, h, c, Number(raters)) };
}

function predict({ u, v, w }) {
	if (u.length === 0 || !finite(u, v, w) || !weightAllowed(w)) return null;
	return { dot: dot(u, v), rating: dot(u, v) / w };
}

function contribute({ rating_steps: rating, weight_steps: weight, feature, sum }) {
	const stretched = weight * rating, products = feature.map((f) => stretched * f), after = sum.map((s, l) => s + products[l]);
	const fits = (x) => x === BigInt.asIntN(64, x);
	if (feature.length === 0 || ![stretched, ...products, ...after].every(fits)) return null;
	return { stretched, sum: after };
}

function roundAllowed(i) {
	const pairs = new Set(i.user.map((u, n) => `${u} ${i.item[n]}`));
	const exists = (x, rows) => x >= 0n && x < BigInt(rows.length);
	return pairs.size === i.user.length && i.user.every((u) => exists(u, i.u)) && i.item.every((j) => exists(j, i.v)) &&
		i.weight.every(weightAllowed) && finite(i.u, i.v, i.h, i.c, i.rating, i.delta, i.epsilon, i.rate, i.lambda, i.radius) &&
		i.delta >= 0 && i.epsilon > 0 && i.rate > 0 && i.lambda >= 0 && i.radius >= 0 && i.h.flat().every((a) => a >= 0);
}

const summed = (rows, k) => rows.reduce((sum, row) => sum.map((a, l) => a + row[l]), new Array(k).fill(0));

function round(i) {
	if (!roundAllowed(i)) return null;
	const k = i.u[0].length, { rate, lambda } = i;
	const ratings = i.user.map((user, n) => ({ n, user: Number(user), item: Number(i.item[n]), w: i.weight[n], r: i.rating[n] }));
	const ofItem = (j) => ratings.filter((x) => x.item === j), ofUser = (a) => ratings.filter((x) => x.user === a);
	const scale = scaleOf(i.delta, k, i.epsilon);
	const noise = ratings.map((x) => shareOf(scale, i.h[x.item], i.c[x.n], ofItem(x.item).length));
	const gradient = i.v.map((v, j) => summed(ofItem(j).map((x) => share(i.u[x.user], v, x.w, x.r)), k));
	const noisy = gradient.map((g, j) => summed([g, ...ofItem(j).map((x) => noise[x.n])], k));
	const v = i.v.map((x, j) => stepped(x, noisy[j], rate, lambda));
	const gradientU = i.u.map((u, a) => summed(ofUser(a).map((x) => share(v[x.item], u, x.w, x.r)), k));
	const after = i.u.map((u, a) => stepped(u, gradientU[a], rate, lambda));
	return { scale, noise, gradient, noisy, v, gradient_u: gradientU, stepped: after, u: after.map((x) => projected(x, i.radius)) };
}

module.exports = {
	finite, projected, scaleOf, share, shareOf, stepped, summed, gridRound, gridValue, projectBall, gradientShare, gradientAdd, step, noiseScale, noiseShare, predict, contribute, round,
	algorithms: {
		grid_round: gridRound,
		grid_value: gridValue,
		project_ball: projectBall,
		hdpmf_gradient_share: gradientShare,
		hdpmf_gradient_add: gradientAdd,
		hdpmf_step: step,
		hdpmf_noise_scale: noiseScale,
		hdpmf_noise_share: noiseShare,
		hdpmf_predict: predict,
		hdpmf_contribute: contribute,
		hdpmf_round: round,
	},
};
