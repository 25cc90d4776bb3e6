// SPDX-License-Identifier: 0BSD
// A search by halving, and Cholesky's factor. A function answers with its outputs, or null when the inputs are outside the domain.
'use strict';
const { finite } = require('./kernels');

function bracketSearch({ most, last, from_above: fromAbove }) {
	if (most >= 1n << 62n || last > most || fromAbove > 1n) return null;
	let good = 0n, bad = most + 1n;
	const tried = [];
	for (let reach = 1n; bad - good > 1n; reach *= 2n) {
		const down = bad > reach ? bad - reach : 1n;
		const here = fromAbove === 1n && good === 0n ? down : (good + bad) / 2n;
		tried.push(here);
		if (here <= last) good = here;
		else bad = here;
	}
	return { tried, found: good };
}

function factored(a) {
	const r = a.map((row) => row.map(() => 0));
	for (let k = 0; k < a.length; k++)
		for (let j = k; j < a.length; j++) {
			let rest = a[k][j];
			for (let m = 0; m < k; m++) rest -= r[m][k] * r[m][j];
			if (j === k && !(rest > 0 && rest < Infinity)) return null;
			r[k][j] = j === k ? Math.sqrt(rest) : rest / r[k][k];
		}
	return r;
}

function cholesky({ a, b }) {
	const r = factored(a), x = [...b];
	if (r === null || !finite(b)) return null;
	for (let k = 0; k < x.length; k++) {
		for (let m = 0; m < k; m++) x[k] -= r[m][k] * x[m];
		x[k] /= r[k][k];
	}
	for (let k = x.length - 1; k >= 0; k--) {
		for (let m = k + 1; m < x.length; m++) x[k] -= r[k][m] * x[m];
		x[k] /= r[k][k];
	}
	return { r, x };
}

module.exports = { algorithms: { bracket_search: bracketSearch, cholesky } };
