// SPDX-License-Identifier: 0BSD
// dpals: what a user adds to an item's sums, how far a row moves them, and an item of two factors. A
// function answers with its outputs, or null when the inputs are outside the domain.
'use strict';
const { finite } = require('./kernels');

const fits = (numbers) => numbers.every((a) => a === BigInt.asIntN(64, a));

function contribute({ rating_steps: rating, u, sum }) {
	const products = [...u.flatMap((a, place) => u.slice(place).map((b) => a * b)), ...u.map((a) => rating * a)];
	const after = sum.map((a, l) => a + products[l]);
	return u.length > 0 && fits([...products, ...after]) ? { sum: after } : null;
}

function half({ square }) {
	if (square < 0n || square > 1048576n) return null;
	let least = BigInt(Math.floor(Number(square) / Math.SQRT2)) - 1n;
	if (least < 0n) least = 0n;
	while (2n * least * least < square * square) least += 1n;
	return { half: least };
}

const weight = (eigenvalue, lambda) => 1 / (Math.max(eigenvalue, 0) + lambda);

// A is middle I + B, and B has the eigenvalues root and -root.
function item({ second: a, first, lambda }) {
	if (a.length !== 3 || first.length !== 2 || !finite(a, first, lambda) || lambda <= 0) return null;
	const middle = (a[0] + a[2]) / 2, across = (a[0] - a[2]) / 2, root = Math.hypot(across, a[1]);
	const high = weight(middle + root, lambda), low = weight(middle - root, lambda);
	const even = (high + low) / 2, odd = root > 0 ? (high - low) / 2 / root : 0;
	return { profile: [even * first[0] + odd * (across * first[0] + a[1] * first[1]),
		even * first[1] + odd * (a[1] * first[0] - across * first[1])] };
}

module.exports = {
	algorithms: {
		dpals_contribute: contribute,
		dpals_half: half,
		dpals_item: item,
	},
};
