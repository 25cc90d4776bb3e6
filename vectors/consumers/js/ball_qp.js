// SPDX-License-Identifier: 0BSD
// A quadratic over a ball: Jacobi's rotations, then bisection for the multiplier. A
// function answers with its outputs, or null when the inputs are outside the domain.
'use strict';
const { finite } = require('./kernels');

const dot = (x, y) => x.reduce((sum, a, l) => sum + a * y[l], 0);
const norm = (x) => Math.sqrt(dot(x, x));

// Eigenvalues and the rows of eigenvectors of a symmetric matrix.
function decompose(matrix) {
	const d = matrix.length, a = matrix.map((row) => [...row]), v = a.map((row, i) => row.map((_, j) => Number(i === j)));
	for (let sweep = 0; sweep < 60; sweep++)
		for (let p = 0; p < d; p++)
			for (let q = p + 1; q < d; q++) {
				if (a[p][q] === 0) continue;
				const apart = (a[q][q] - a[p][p]) / (2 * a[p][q]);
				const t = (apart < 0 ? -1 : 1) / (Math.abs(apart) + Math.hypot(apart, 1)), c = 1 / Math.sqrt(1 + t * t), s = t * c;
				for (const row of a) [row[p], row[q]] = [c * row[p] - s * row[q], s * row[p] + c * row[q]];
				for (const rows of [a, v])
					[rows[p], rows[q]] = [rows[p].map((x, k) => c * x - s * rows[q][k]), rows[p].map((x, k) => s * x + c * rows[q][k])];
				a[p][q] = a[q][p] = 0;
			}
	return { values: a.map((row, i) => row[i]), vectors: v };
}

// The multiplier, and a minimiser.
function minimised(a, b, r) {
	const { values, vectors } = decompose(a.map((row, i) => row.map((x, j) => (x + a[j][i]) / 2)));
	const beta = vectors.map((v) => dot(v, b)), least = Math.min(...values);
	const point = (t) => beta.map((c, i) => (c === 0 ? 0 : c / (2 * (values[i] - least + t))));
	let t = Math.max(least, 0);
	if (least <= 0 || norm(point(t)) > r) {
		let lo = t, hi = Math.max(norm(beta) / r, 2 * t);
		for (let middle = lo + (hi - lo) / 2; lo < middle && middle < hi; middle = lo + (hi - lo) / 2)
			if (norm(point(middle)) > r) lo = middle;
			else hi = middle;
		t = hi;
	}
	const p = point(t), mu = Math.max(0, t - least), length = norm(p);
	if (mu > 0 && length < r * (1 - 1e-6)) p[values.indexOf(least)] += Math.sqrt((r - length) * (r + length)); // the hard case
	return { mu, q: b.map((_, k) => dot(p, vectors.map((v) => v[k]))) };
}

function ballQp({ a, b, radius }) {
	if (b.length === 0 || !finite(a, b, radius) || radius <= 0) return null;
	const { mu, q } = minimised(a, b, radius);
	return { multiplier: mu, q, value: q.reduce((sum, x, i) => sum + x * (dot(a[i], q) - b[i]), 0) };
}

module.exports = {
	ballQp, minimised,
	algorithms: {
		ball_qp: ballQp,
	},
};
