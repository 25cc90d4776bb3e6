// SPDX-License-Identifier: 0BSD
// means: an effect from a sum with noise, and all that is released with the model made of it. A
// function answers with its outputs, or null when the inputs are outside the domain.
'use strict';
const { finite } = require('./kernels');

const effectOf = (sum, n, noise) => n > 0 ? sum / (n + 5 * (1 + noise / n)) : 0;

function effect({ sum, n, noise }) {
	if (!finite(sum, noise) || noise < 0 || n < 0n || n > 1n << 32n) return null;
	return { effect: effectOf(sum, Number(n), noise) };
}

const between = (x, least, most) => x >= least && x <= most;

function allowed(i) {
	const pairs = new Set(i.user.map((u, a) => `${u} ${i.item[a]}`));
	return between(i.users, 1n, 8n) && between(i.items, 1n, 8n) && pairs.size > 0 && pairs.size === i.user.length &&
		i.user.every((u) => between(u, 0n, i.users - 1n)) && i.item.every((j) => between(j, 0n, i.items - 1n)) &&
		finite(i.low, i.high, i.rating) && i.low < i.high && i.rating.every((x) => between(x, i.low, i.high)) &&
		between(i.bound, 1n, 1024n) && between(i.pure, 0n, 1n) && between(i.p, 1n, 1n << 40n) && between(i.q, 1n, 1n << 40n);
}

const total = (numbers, zero) => numbers.reduce((sum, x) => sum + x, zero);
const nearest = (x) => BigInt(Math.sign(x) * Math.floor(Math.abs(x) + 0.5));

function release(i) {
	if (!allowed(i)) return null;
	const half = (i.high - i.low) / 2, bound = Number(i.bound), middle = i.low + half, step = half / bound;
	const cut = (x) => x > i.bound ? i.bound : x < -i.bound ? -i.bound : x;
	const steps = i.rating.map((x) => cut(nearest((x - middle) / step)));
	const rated = (places, count) => Array.from({ length: Number(count) }, (_, k) => [...places.keys()].filter((a) => places[a] === BigInt(k)));
	const ofItem = rated(i.item, i.items), ofUser = rated(i.user, i.users), leave = i.noise_user.length > 0;
	const item = i.noise_item.map((z, j) => z + total(ofItem[j].map((a) => steps[a]), 0n));
	const user = i.noise_user.map((z, k) => z + total(ofUser[k].map((a) => steps[a]), 0n));
	const p = Number(i.p), q = Number(i.q), noise = 4 * (i.pure === 1n ? 2 * (q / p) ** 2 : p / q) / bound ** 2;
	const some = item.filter((_, j) => ofItem[j].length > 0);
	const common = effectOf(step * Number(total(some, 0n)), steps.length, some.length * noise);
	const effects = item.map((s, j) => effectOf(step * Number(s) - ofItem[j].length * common, ofItem[j].length, noise));
	const own = (k) => leave ? step * Number(user[k]) : total(ofUser[k].map((a) => i.rating[a] - middle), 0);
	const left = ofUser.map((list, k) => own(k) - total(list.map((a) => common + effects[Number(i.item[a])]), 0));
	return { steps, released_item: item, released_user: user, center: middle + common, effect_item: effects,
		effect_user: left.map((s, k) => effectOf(s, ofUser[k].length, leave ? noise : 0)) };
}

module.exports = {
	algorithms: {
		means_effect: effect,
		means_release: release,
	},
};
