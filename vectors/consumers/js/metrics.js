// SPDX-License-Identifier: 0BSD
// What a held-out item is worth in a list, and a step of Adam. A function answers with its outputs, or null when the inputs
// are outside the domain.
'use strict';
const { finite } = require('./kernels');

function rankingGain({ scores, own, top }) {
	if (top < 1n || !finite(scores, own)) return null;
	const above = scores.filter((s) => s > own).length, level = scores.filter((s) => s === own).length;
	let hits = 0, gain = 0;
	for (let rank = above + 1; rank <= above + level + 1 && rank <= Number(top); rank++) {
		hits++;
		gain += 1 / Math.log2(rank + 1);
	}
	return { hr: hits / (level + 1), ndcg: gain / (level + 1) };
}

function adamStep({ x, gradient, mean: before, square: squares, rate, beta1, beta2, step }) {
	if (x.length === 0 || !finite(x, gradient, before, squares, rate) || rate <= 0 || squares.some((s) => s < 0) || step < 1n || step > 1n << 20n) return null;
	if (!(beta1 >= 0 && beta1 < 1) || !(beta2 >= 0 && beta2 < 1)) return null;
	const mean = before.map((m, l) => beta1 * m + (1 - beta1) * gradient[l]);
	const square = squares.map((s, l) => beta2 * s + (1 - beta2) * gradient[l] * gradient[l]);
	const first = 1 - beta1 ** Number(step), second = 1 - beta2 ** Number(step);
	return { mean, square, x: x.map((a, l) => a - rate * (mean[l] / first) / (Math.sqrt(square[l] / second) + 1e-8)) };
}

module.exports = { algorithms: { ranking_gain: rankingGain, adam_step: adamStep } };
