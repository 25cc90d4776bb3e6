// SPDX-License-Identifier: 0BSD
// Curves of the accounting that have a closed form.
'use strict';
const { largestMu } = require('./gaussian');

const HUGE = 2 ** 20;
const within = (x, least, most) => x >= least && x <= most;

// 1 - e^logRatio, 0 where that is negative.
const belowOne = (logRatio) => (logRatio < 0 ? -Math.expm1(logRatio) : 0);
const noiseAllowed = ({ scale, sensitivity }) => within(scale, 2 ** -20, HUGE) && within(sensitivity, 0, HUGE);

function laplaceDelta({ scale, sensitivity, epsilon }) {
	if (!noiseAllowed({ scale, sensitivity }) || !within(epsilon, 0, 1000)) return null;
	return { delta: belowOne((epsilon - sensitivity / scale) / 2) };
}

function laplaceEpsilon({ scale, sensitivity, delta }) {
	if (!noiseAllowed({ scale, sensitivity }) || !within(delta, 0, 0.5)) return null;
	return { epsilon: Math.max(0, sensitivity / scale + 2 * Math.log1p(-delta)) };
}

function mixtureDelta({ scale, sensitivity, epsilon, known_h: known }) {
	if (known === 0n) return laplaceDelta({ scale, sensitivity, epsilon });
	if (known !== 1n || !noiseAllowed({ scale, sensitivity }) || !within(epsilon, 0, 1000)) return null;
	const pure = sensitivity / scale;
	return { delta: pure === 0 ? 0 : belowOne(-pure * pure / (epsilon + Math.hypot(epsilon, pure)) / 2) };
}

function randomizedDelta({ answers, e0, epsilon }) {
	const k = Number(answers);
	if (!within(k, 2, 2 ** 30) || !within(e0, 0, 1000) || !within(epsilon, 0, 1000)) return null;
	return { delta: belowOne(epsilon - e0) / (1 + (k - 1) * Math.exp(-e0)) };
}

function randomizedRenyi({ answers, e0, alpha }) {
	const k = Number(answers), less = (alpha - 1) * e0;
	if (!within(k, 2, 2 ** 30) || !within(e0, 0, 1000) || !within(alpha, 1 + 2 ** -10, 256)) return null;
	const log = alpha * e0 < 700
		? Math.log1p(Math.expm1(alpha * e0) * -Math.expm1(-less) / (Math.exp(e0) + k - 1))
		: less + Math.log1p(Math.exp(-less - alpha * e0) + (k - 2) * Math.exp(-alpha * e0)) - Math.log1p((k - 1) * Math.exp(-e0));
	return { renyi: log / (alpha - 1) };
}

// log(1 + w (e^x - 1))
const grown = (w, x) => (x < 600 ? Math.log1p(w * Math.expm1(x)) : x + Math.log(w));

function importanceLoss({ weight: w, a }) {
	if (!within(w, 1, HUGE) || !within(a, 0, 1000)) return null;
	return { loss: a * w < 700 ? Math.log1p(Math.expm1(a * w) / w) : a * w - Math.log(w) };
}

function importanceDelta({ weight: w, a, epsilon }) {
	if (!within(w, 1, HUGE) || !within(a, 0, 1000) || !within(epsilon, 0, 1000)) return null;
	return { delta: belowOne(((w === 1 ? epsilon : grown(w, epsilon)) - a * w) / 2) / w };
}

function importanceScale({ weight: w, epsilon }) {
	return within(w, 1, HUGE) && within(epsilon, 0, 1000) ? { a: grown(w, epsilon) / w } : null;
}

function gaussianSigma({ epsilon, delta, sensitivity, releases }) {
	const times = Number(releases);
	if (!within(epsilon, 2 ** -10, 1000) || !within(delta, 1e-300, 0.5) || !within(sensitivity, 2 ** -20, HUGE) || !within(times, 1, 2 ** 32)) return null;
	return { sigma: Math.sqrt(times) * sensitivity / largestMu(epsilon, delta) };
}

function classicalSigma({ epsilon, delta, sensitivity }) {
	if (!within(epsilon, 2 ** -10, 1) || epsilon === 1 || !within(delta, 1e-300, 0.5) || !within(sensitivity, 2 ** -20, HUGE)) return null;
	return { sigma: Math.sqrt(2 * (Math.log(1.25) - Math.log(delta))) * sensitivity / epsilon };
}

function publishedEpsilon({ mu, delta }) {
	if (!within(mu, 2 ** -10, 64) || !within(delta, 1e-300, 0.5)) return null;
	return { epsilon: mu * mu / 2 + mu * Math.sqrt(-2 * Math.log(delta)) };
}

function publishedDelta({ mu, epsilon }) {
	if (!within(mu, 2 ** -10, 64) || !within(epsilon, 0, 1000)) return null;
	return { delta: Math.exp(-((Math.max(0, epsilon - mu * mu / 2) / mu) ** 2) / 2) };
}

module.exports = {
	algorithms: {
		laplace_delta: laplaceDelta,
		laplace_epsilon: laplaceEpsilon,
		mixture_delta: mixtureDelta,
		randomized_delta: randomizedDelta,
		randomized_renyi: randomizedRenyi,
		importance_loss: importanceLoss,
		importance_delta: importanceDelta,
		importance_scale: importanceScale,
		gaussian_sigma: gaussianSigma,
		gaussian_classical_sigma: classicalSigma,
		gaussian_published_epsilon: publishedEpsilon,
		gaussian_published_delta: publishedDelta,
	},
};
