// SPDX-License-Identifier: 0BSD
// The kernels of gaussmf, a round of either variant, and the excess over its sensitivity. A
// function answers with its outputs, or null when the inputs are outside the domain.
'use strict';
const { finite, summed } = require('./kernels');
const { power } = require('./numbers');

const dot = (x, y) => x.reduce((sum, a, l) => sum + a * y[l], 0);
const norm = (x) => Math.sqrt(dot(x, x));
const plus = (x, factor, y) => x.map((a, l) => a + factor * y[l]);

function clipped(x, clip) {
	const divisor = Math.max(1, norm(x) / clip);
	return x.map((a) => a / divisor);
}

function clipProfile({ x, clip }) {
	if (x.length === 0 || !finite(x, clip) || clip <= 0) return null;
	return { norm: norm(x), clipped: clipped(x, clip) };
}

const budgetAllowed = (epsI, delta) => epsI > 0 && epsI < 1 && delta > 0 && delta < 1;
const sigmaOf = (tau, clip, epsI, delta) => tau * clip / epsI * Math.sqrt(2 * Math.log(1.25 / delta));

function sigma({ tau, clip, eps_i: epsI, delta }) {
	if (!finite(tau, clip) || tau < 0 || clip <= 0 || !budgetAllowed(epsI, delta)) return null;
	return { sigma: sigmaOf(tau, clip, epsI, delta) };
}

function row({ own, other, outer, v, lambda, mu, gradient }) {
	if (own.length === 0 || !finite(own, other, outer, gradient, v, lambda, mu) || lambda < 0 || mu <= 0) return null;
	const residual = dot(other, own) - v;
	const accumulated = plus(gradient, residual, outer), regularized = plus(accumulated, lambda, own);
	return { residual, accumulated, regularized, stepped: plus(own, -mu, regularized) };
}

function contribute({ rating_steps: rating, outer, sum }) {
	const products = outer.map((a) => rating * a), after = sum.map((a, l) => a + products[l]);
	if (outer.length === 0 || [...products, ...after].some((a) => a !== BigInt.asIntN(64, a))) return null;
	return { sum: after };
}

function allowed(i) {
	const pairs = i.user.map((user, a) => `${user} ${i.item[a]}`);
	return new Set(pairs).size === pairs.length && i.user.every((user) => user >= 0n && user < BigInt(i.theta.length)) &&
		i.item.every((item) => item >= 0n && item < BigInt(i.x.length)) &&
		finite(i.x, i.theta, i.rating, i.mu, i.lambda, i.clip) && i.mu > 0 && i.lambda >= 0 && i.clip > 0;
}

// Lines 3 to 5 of Algorithm 1; `outer`: what the profiles are clipped to, if not given by clip alone.
function gradients(i, x, theta, rating, outer) {
	const ratings = i.user.map((user, a) => ({ a, user: Number(user), item: Number(i.item[a]) }));
	const residual = ratings.map((r) => dot(x[r.item], theta[r.user]) - rating[r.a]);
	const [outerX, outerTheta] = outer || [x, theta].map((rows) => rows.map((p) => clipped(p, i.clip)));
	const times = (factor, p) => p.map((a) => factor * a);
	const ofX = x.map((p, k) => summed([...ratings.filter((r) => r.item === k).map((r) => times(residual[r.a], outerTheta[r.user])),
		times(i.lambda, p)], p.length));
	const ofTheta = theta.map((p, k) => summed([...ratings.filter((r) => r.user === k).map((r) => times(residual[r.a], outerX[r.item])),
		times(i.lambda, p)], p.length));
	return { residual, outerX, outerTheta, ofX, ofTheta };
}

const stepped = (rows, gradient, mu) => rows.map((p, k) => plus(p, -mu, gradient[k]));

function round(i) {
	if (!allowed(i) || !finite(i.normal, i.tau) || i.tau < 0 || !budgetAllowed(i.eps_i, i.delta)) return null;
	const g = gradients(i, i.x, i.theta, i.rating), scale = sigmaOf(i.tau, i.clip, i.eps_i, i.delta);
	const noisy = g.ofTheta.map((p, k) => plus(p, scale, i.normal[k]));
	return { sigma: scale, residual: g.residual, outer_x: g.outerX, outer_theta: g.outerTheta, gradient_x: g.ofX,
		gradient_theta: g.ofTheta, noisy, x: stepped(i.x, g.ofX, i.mu), theta: stepped(i.theta, noisy, i.mu) };
}

function excess(i) {
	if (!allowed(i) || i.rating.length === 0 || i.tau <= 0 || !finite(i.tau, i.other, i.released)) return null;
	const worlds = [i.rating, [i.other, ...i.rating.slice(1)]].map((rating) => {
		const x = stepped(i.x, gradients(i, i.x, i.theta, rating).ofX, i.mu);
		return { x, gradient: gradients(i, x, i.released, rating).ofTheta };
	});
	const distance = norm(worlds[0].gradient.flatMap((p, k) => plus(p, -1, worlds[1].gradient[k])));
	const declared = i.tau * i.clip;
	return { x_first: worlds[0].x, x_second: worlds[1].x, gradient_first: worlds[0].gradient, gradient_second: worlds[1].gradient,
		distance, declared, ratio: distance / declared };
}

// A tie goes away from 0.
function nearest(x) {
	const whole = Math.trunc(x), rest = x - whole;
	return whole + (rest >= 0.5 ? 1 : 0) - (rest <= -0.5 ? 1 : 0);
}

function inSteps(profile, clip, bits, bound) {
	let steps = clipped(profile, clip).map((a) => Math.trunc(a * power(bits)));
	while (dot(steps, steps) > bound * bound) steps = steps.map((a) => a - Math.sign(a));
	return steps;
}

function integersAllowed(i) {
	const most = 2 ** 40, small = (bits) => bits >= -60n && bits <= 60n;
	if (!small(i.rating_bits) || !small(i.outer_bits) || i.middle > BigInt(most) || i.middle < -BigInt(most)) return false;
	const bound = Math.floor(i.clip * power(Number(i.outer_bits)));
	return i.rating.every((v) => Math.abs(v * power(Number(i.rating_bits))) <= most) && bound >= 1 && bound <= 2 ** 20;
}

function correctedRound(i) {
	if (!allowed(i) || !integersAllowed(i)) return null;
	const n = i.x[0].length, bits = Number(i.outer_bits), ratingBits = Number(i.rating_bits);
	const bound = Math.floor(i.clip * power(bits));
	const rating = i.rating.map((v) => BigInt(nearest(v * power(ratingBits))) - i.middle);
	const [stepsX, stepsTheta] = [i.x, i.theta].map((rows) => rows.map((p) => inSteps(p, i.clip, bits, bound)));
	const released = (noise, own, other, steps) => noise.map((z, at) => own.reduce((sum, row, a) =>
		Number(row) === Math.floor(at / n) ? sum + rating[a] * BigInt(steps[other[a]][at % n]) : sum, z));
	const ofTheta = released(i.noise_theta, i.user, i.item, stepsX), ofX = released(i.noise_x, i.item, i.user, stepsTheta);
	const outer = [stepsX, stepsTheta].map((steps) => steps.map((p) => p.map((a) => a * power(-bits))));
	const middle = rating.map(() => Number(i.middle) * power(-ratingBits));
	const g = gradients(i, i.x, i.theta, middle, outer);
	const minus = (rows, taken) => rows.map((p, k) => p.map((a, l) => a - Number(taken[k * n + l]) * power(-(ratingBits + bits))));
	const gradientX = minus(g.ofX, ofX), gradientTheta = minus(g.ofTheta, ofTheta), whole = (steps) => steps.flat().map(BigInt);
	return { bound: BigInt(bound), rating_steps: rating, outer_x: whole(stepsX), outer_theta: whole(stepsTheta),
		released_theta: ofTheta, released_x: ofX, residual: g.residual, gradient_theta: gradientTheta, gradient_x: gradientX,
		theta: stepped(i.theta, gradientTheta, i.mu), x: stepped(i.x, gradientX, i.mu) };
}

module.exports = {
	nearest, clipProfile, sigma, row, contribute, round, excess, correctedRound,
	algorithms: {
		gaussmf_clip: clipProfile,
		gaussmf_sigma: sigma,
		gaussmf_row: row,
		gaussmf_contribute: contribute,
		gaussmf_round: round,
		gaussmf_excess: excess,
		gaussmf_corrected_round: correctedRound,
	},
};
