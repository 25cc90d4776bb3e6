// SPDX-License-Identifier: 0BSD
// dppop: what a row adds to the counts, and which items are contributed and released. A
// function answers with its outputs, or null when the inputs are outside the domain.
'use strict';
const { keyDerive, wordsFrom } = require('./streams');

function count({ item, count: before }) {
	const ascending = item.every((j, a) => j >= 0n && j < BigInt(before.length) && (a === 0 || item[a - 1] < j));
	if (!ascending || before.some((c) => c < 0n || c > 1n << 62n)) return null;
	return { count: before.map((c, j) => item.includes(BigInt(j)) ? c + 1n : c) };
}

function allowed(i) {
	const pairs = new Set(i.user.map((u, a) => `${u} ${i.item[a]}`)), below = (x, end) => x >= 0n && x < end;
	return i.coins.length === 32 && below(i.users - 1n, 8n) && below(i.items - 1n, 8n) && i.most >= 1n && i.most <= 1000000n &&
		pairs.size === i.user.length && i.user.every((u) => below(u, i.users)) && i.item.every((j) => below(j, i.items));
}

function release(i) {
	if (!allowed(i)) return null;
	const key = keyDerive({ parent: i.coins, name: 'contributed' }).child;
	const hashes = i.user.map((u, a) => wordsFrom(key, u, i.item[a], 0n, 0n, 1n)[0]);
	const before = (a) => hashes.filter((hash, b) => i.user[b] === i.user[a] && hash < hashes[a]).length;
	const contributed = hashes.map((_, a) => before(a) < i.most ? 1n : 0n);
	return { contributed, released: i.noise.map((z, j) => contributed.reduce((sum, c, a) => i.item[a] === BigInt(j) ? sum + c : sum, z)) };
}

module.exports = {
	algorithms: {
		dppop_count: count,
		dppop_release: release,
	},
};
