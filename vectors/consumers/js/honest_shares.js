// SPDX-License-Identifier: 0BSD
// How many honest shares are certain to be in a sum.
'use strict';

function honestShares({ participants: n, colluders, stay, lying }) {
	if (n < 1n || n > 1n << 32n || colluders < 0n || colluders >= n || stay < 0n || stay > n || lying < 0n || lying > 1n) return null;
	const held = lying ? (n + colluders) / 2n + 1n : colluders + 1n;
	const threshold = [stay, held, n === 1n ? 1n : 2n].reduce((a, b) => (a > b ? a : b));
	return { threshold, honest: (lying ? threshold : n) - colluders };
}

module.exports = { algorithms: { honest_shares: honestShares } };
