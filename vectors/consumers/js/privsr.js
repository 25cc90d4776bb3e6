// SPDX-License-Identifier: 0BSD
// The kernels of privsr and one round of it. A function answers with its
// outputs, or null when the inputs are outside the domain.
'use strict';
const { finite, projected, scaleOf, share, shareOf, stepped, summed } = require('./kernels');

const betaAllowed = (beta) => beta > 0 && beta <= 1;
const budgets = (epsilon, beta) => [(1 + beta) * epsilon, (1 / beta + 1) * epsilon];

function scales({ delta, k, epsilon, beta }) {
	if (k < 1n || !finite(delta, epsilon, beta) || delta < 0 || epsilon <= 0 || !betaAllowed(beta)) return null;
	const factors = Number(k), [sensitive, other] = budgets(epsilon, beta);
	return {
		epsilon_sensitive: sensitive, epsilon_other: other,
		scale_sensitive: scaleOf(delta, factors, sensitive), scale_other: scaleOf(delta, factors, other),
		combined: 2 * delta * Math.sqrt(factors) * Math.sqrt(1 + beta * beta) / ((1 + beta) * epsilon),
		friends: Math.sqrt(factors) / epsilon,
	};
}

function friendAdd({ u, similarity, sum }) {
	if (u.length === 0 || !finite(u, sum, similarity) || similarity < 0 || similarity > 1) return null;
	return { sum: sum.map((a, l) => a - 2 * similarity * u[l]) };
}

const pull = (message, u, total, weight) => message.map((m, l) => weight * (m + 2 * total * u[l]));

function friendGradient({ message, u, similarity, weight, sum }) {
	if (u.length === 0 || !finite(message, u, sum, similarity, weight) || similarity < 0 || weight < 0) return null;
	const pulled = pull(message, u, similarity, weight);
	return { sum: sum.map((a, l) => a + pulled[l]) };
}

function parts({ beta_steps: beta, sensitive, others }) {
	const raters = [sensitive, others], most = 1n << 32n;
	if (beta < 1n || beta > 4096n || raters.some((n) => n > most) || sensitive + others === 0n) return null;
	const part = sensitive > 0n && others > 0n ? [4096n * 4096n, beta * beta] : raters.map((n) => (n > 0n ? 1n : 0n));
	return { part, whole: raters.map((n) => (n > 0n ? (part[0] + part[1]) * n : 1n)) };
}

function friendContribute({ vector, most, sum }) {
	const room = 1n << 62n;
	if (vector.length === 0 || most < 0n || most > 1n << 32n || sum.some((a) => a > room || a < -room)) return null;
	return { sum: sum.map((a, l) => a + (vector[l] > most ? most : vector[l] < -most ? -most : vector[l])) };
}

function roundAllowed(i) {
	const once = (one, other) => new Set(one.map((a, n) => `${a} ${other[n]}`)).size === one.length;
	const exists = (x, rows) => x >= 0n && x < BigInt(rows.length);
	return once(i.user, i.item) && once(i.truster, i.trustee) && i.user.every((a) => exists(a, i.u)) &&
		i.item.every((j) => exists(j, i.v)) && i.group.every((g) => g === 0n || g === 1n) &&
		i.truster.every((a, e) => exists(a, i.u) && exists(i.trustee[e], i.u) && a !== i.trustee[e]) &&
		i.similarity.every((s) => s >= 0 && s <= 1) && betaAllowed(i.beta) &&
		finite(i.u, i.v, i.h, i.c, i.h_friends, i.c_friends, i.rating, i.delta, i.epsilon, i.rate, i.lambda, i.radius, i.weight) &&
		i.delta >= 0 && i.epsilon > 0 && i.rate > 0 && i.lambda >= 0 && i.radius >= 0 && i.weight >= 0 &&
		[...i.h, ...i.h_friends].flat().every((a) => a >= 0);
}

function round(i) {
	if (!roundAllowed(i)) return null;
	const k = i.u[0].length, { rate, lambda } = i;
	const ratings = i.user.map((user, n) => ({ n, user: Number(user), item: Number(i.item[n]), group: Number(i.group[n]), r: i.rating[n] }));
	const edges = i.truster.map((from, e) => ({ e, from: Number(from), to: Number(i.trustee[e]), s: i.similarity[e] }));
	const friends = (a) => edges.filter((x) => x.from === a);
	const scale = budgets(i.epsilon, i.beta).map((epsilon) => scaleOf(i.delta, k, epsilon));
	const raters = (j, g) => ratings.filter((x) => x.item === j && x.group === g).length;
	const noise = ratings.map((x) => shareOf(scale[x.group], i.h[x.item], i.c[x.n], raters(x.item, x.group)));
	const noisy = i.v.map((v, j) => summed(ratings.filter((x) => x.item === j).flatMap((x) => [share(i.u[x.user], v, 1, x.r), noise[x.n]]), k));
	const v = i.v.map((x, j) => stepped(x, noisy[j], rate, lambda));
	const friendNoise = edges.map((x) => shareOf(Math.sqrt(k) / i.epsilon, i.h_friends[x.from], i.c_friends[x.e], friends(x.from).length));
	const message = i.u.map((_, a) => summed(friends(a).flatMap((x) => [friendNoise[x.e], i.u[x.to].map((y) => -2 * x.s * y)]), k));
	const total = (a) => friends(a).reduce((sum, x) => sum + x.s, 0);
	const gradientU = i.u.map((u, a) => summed([...ratings.filter((x) => x.user === a).map((x) => share(v[x.item], u, 1, x.r)),
		pull(message[a], u, total(a), i.weight)], k));
	const after = i.u.map((u, a) => stepped(u, gradientU[a], rate, lambda));
	return { noise, noisy, v, friend_noise: friendNoise, message, gradient_u: gradientU, stepped: after,
		u: after.map((x) => projected(x, i.radius)) };
}

module.exports = {
	scales, friendAdd, friendGradient, parts, friendContribute, round,
	algorithms: {
		privsr_scales: scales,
		privsr_friend_add: friendAdd,
		privsr_friend_gradient: friendGradient,
		privsr_parts: parts,
		privsr_friend_contribute: friendContribute,
		privsr_round: round,
	},
};
