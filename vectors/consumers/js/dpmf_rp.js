// SPDX-License-Identifier: 0BSD
// dpmf-rp: the kernels, the draws, and one round of either variant. A function
// answers with its outputs, or null when the inputs are outside the domain.
'use strict';
const { nearest } = require('./gaussmf');
const { finite, summed } = require('./kernels');
const { pbmDraw, streamTape, uniformBelow } = require('./samplers');
const { keyDerive } = require('./streams');

const dot = (x, y) => x.reduce((sum, a, l) => sum + a * y[l], 0);
const numbers = (integers) => integers.map(Number);
const range = (n, f) => Array.from({ length: n }, (_, i) => f(i));
const rowsOf = (list, k) => range(list.length / k, (i) => list.slice(i * k, (i + 1) * k));

const clippedError = (error, most) => Math.max(-most, Math.min(error, most));
const sizeOf = (u) => u.reduce((sum, a) => sum + Math.abs(a), 0);
const clippedProfile = (u, most) => (sizeOf(u) > most ? u.map((a) => most / sizeOf(u) * a) : u);

function clip({ error, most_error: e, u, most_profile: most }) {
	if (u.length === 0 || !finite(u, error, e, most) || e <= 0 || most <= 0) return null;
	return { error: clippedError(error, e), l1: sizeOf(u), u: clippedProfile(u, most) };
}

// Elimination without pivots: the matrix is positive definite.
function solved(matrix, right) {
	const m = matrix.map((row) => [...row]), x = [...right], k = x.length;
	for (let j = 0; j < k; j++)
		for (let i = j + 1; i < k; i++) {
			const factor = m[i][j] / m[j][j];
			m[i] = m[i].map((a, l) => a - factor * m[j][l]);
			x[i] -= factor * x[j];
		}
	for (let i = k - 1; i >= 0; i--) x[i] = (x[i] - dot(m[i].slice(i + 1), x.slice(i + 1))) / m[i][i];
	return x;
}

const outer = (factor, v) => v.flatMap((a) => v.map((b) => factor * a * b));

function system(i) {
	const { v, kappa, unobserved, item, rating } = i, k = v[0].length, own = item.map((j) => v[Number(j)]);
	const gram = summed(v.map((a) => outer(1, a)), k * k);
	const diagonal = range(k * k, (n) => (n % (k + 1) === 0 ? i.lambda : 0));
	const matrix = summed([gram.map((a) => unobserved * a), ...own.map((a) => outer(1 + kappa - unobserved, a)), diagonal], k * k);
	const right = summed(own.map((a, n) => a.map((x) => (1 + kappa) * rating[n] * x)), k);
	return { gram: rowsOf(gram, k), matrix: rowsOf(matrix, k), right };
}

function userAllowed({ v, item, rating, kappa, unobserved }) {
	return v.length > 0 && v[0].length >= 1 && v[0].length <= 4 && finite(v, rating, kappa) && kappa >= 0 && unobserved >= 0 &&
		unobserved <= 1 && item.every((j, a) => j >= 0n && j < BigInt(v.length) && (a === 0 || j > item[a - 1]));
}

function profile(i) {
	if (!userAllowed(i) || !(i.lambda > 0 && i.lambda < Infinity)) return null;
	const s = system(i);
	return { ...s, u: solved(s.matrix, s.right) };
}

// Of i.v, i.item, i.rating and the settings.
function gradientOf(i, u, row, sign, rows) {
	const place = i.v.map((_, j) => i.item.indexOf(BigInt(j)));
	const error = i.v.map((v, j) => clippedError((place[j] < 0 ? 0 : i.rating[place[j]]) - dot(u, v), i.most_error));
	const terms = error.map((e, j) => u.map((a) => sign[j] * (place[j] < 0 ? i.unobserved : 1 + i.kappa) * e * a));
	return { error, gradient: range(rows, (n) => summed(terms.filter((_, j) => row[j] === n), u.length)) };
}

const signs = (list) => list.every((a) => a === 1n || a === -1n);
const below = (list, limit) => list.every((h) => h >= 0n && h < limit);

function gradient(i) {
	if (!userAllowed(i) || !finite(i.u, i.most_error) || i.most_error <= 0 || i.p < 1n || i.p > BigInt(i.v.length) || !signs(i.sign) ||
		!below(i.row, i.p)) return null;
	return gradientOf(i, i.u, numbers(i.row), numbers(i.sign), Number(i.p));
}

const stream = (parent, name, words, place = [0n, 0n, 0n]) => streamTape(keyDerive({ parent, name }).child, ...place, 0n, BigInt(words));

function padded(p) {
	let most = 1;
	while (most < p) most *= 2;
	return most;
}

function drawnSigns(key, name, count) {
	const tape = stream(key, name, count);
	return range(count, () => (tape.word() % 2n === 1n ? -1 : 1));
}

function drawn(key, items, rows) {
	const flip = drawnSigns(key, 'flattening signs', padded(rows));
	if (rows === items) return { row: range(items, (j) => j), sign: range(items, () => 1), flip };
	const tape = stream(key, 'projection rows', items + 8);
	return { row: range(items, () => Number(uniformBelow(tape, BigInt(rows)))), sign: drawnSigns(key, 'projection signs', items), flip };
}

function projection({ key, items, rows }) {
	if (rows < 1n || rows > items) return null;
	const s = drawn(key, Number(items), Number(rows));
	return { padded: BigInt(padded(Number(rows))), row: s.row.map(BigInt), sign: s.sign.map(BigInt), flip: s.flip.map(BigInt) };
}

const flipped = (flip, rows) => rows.map((row, i) => row.map((a) => flip[i] * a));
const expanded = (row, sign, b) => row.map((h, j) => b[h].map((a) => sign[j] * a));

function expand({ row, sign, b, x }) {
	if (b.length === 0 || !finite(b, x) || !signs(sign) || !below(row, BigInt(b.length))) return null;
	const turned = flipped(numbers(sign), x);
	return { v: expanded(numbers(row), numbers(sign), b),
		compressed: b.map((y, n) => summed(turned.filter((_, j) => Number(row[j]) === n), y.length)) };
}

function hadamard(matrix) {
	let rows = matrix;
	for (let half = 1; half < matrix.length; half *= 2) {
		const before = rows;
		rows = before.map((row, i) => row.map((a, l) => (i & half ? before[i - half][l] - a : a + before[i + half][l])));
	}
	return rows.map((row) => row.map((a) => a / Math.sqrt(matrix.length)));
}

const flattened = (flip, b) => hadamard(flipped(flip, flip.map((_, i) => b[i] || b[0].map(() => 0))));
const reverse = (flip, received, p) => flipped(flip, hadamard(received)).slice(0, p);

function flatten({ flip, b, received }) {
	if (b.length === 0 || flip.length !== padded(b.length) || received.length !== flip.length || !signs(flip) || !finite(b, received))
		return null;
	return { flat: flattened(numbers(flip), b), reversed: reverse(numbers(flip), received, b.length) };
}

function stepsOf(x, c, cut) {
	const most = cut ? 2 ** 24 : 2 ** 40;
	return BigInt(nearest(Math.max(-most, Math.min(most, x / c * 2 ** 24))));
}

const half = 1n << 39n;

function chance({ x, c, cut, theta_steps: theta }) {
	if (!finite(x, c) || c <= 0 || cut < 0n || cut > 1n || theta < 0n || theta > 16384n) return null;
	const steps = stepsOf(x, c, cut === 1n), moved = theta * steps;
	return moved > half || moved < -half ? null : { steps, chance: half + moved };
}

function constants(i, p) {
	const delta = 2 * i.most_error * (1 + i.kappa) * i.most_profile, server = delta / Math.sqrt(padded(p));
	return { delta, user: delta / Math.sqrt(p), server, c: i.bound > 0 ? i.bound : server };
}

const estimated = (i, sum, users, c) => (Number(sum) - users * Number(i.quanta) / 2) * c / (Number(i.quanta) * (Number(i.theta_steps) / 65536));

function settingAllowed(i) {
	return finite(i.most_error, i.kappa, i.most_profile, i.bound) && i.most_error > 0 && i.most_profile > 0 && i.kappa >= 0 && i.bound >= 0 &&
		i.quanta >= 1n && i.quanta <= 1n << 20n && i.theta_steps >= 1n && i.theta_steps <= 16384n;
}

function estimate(i) {
	if (!settingAllowed(i) || i.rows < 1n || i.users < 1n || !below(i.sum, i.users * i.quanta + 1n)) return null;
	const { delta, user, server, c } = constants(i, Number(i.rows)), users = Number(i.users);
	return { delta, c_user: user, c_server: server, c, published: i.sum.map((s) => estimated(i, s, users, server)),
		corrected: i.sum.map((s) => estimated(i, s, users, c)) };
}

function roundAllowed(i) {
	const ascending = (a) => a === 0 || i.user[a] > i.user[a - 1] || (i.user[a] === i.user[a - 1] && i.item[a] > i.item[a - 1]);
	return ['published', 'corrected'].includes(i.variant) && settingAllowed(i) && i.user.length > 0 && i.user.every((_, a) => ascending(a)) &&
		below(i.user, i.users) && below(i.item, i.items) && i.part >= 1n && i.part <= i.users && i.b.length <= Number(i.items) &&
		finite(i.rating, i.b, i.mean, i.square, i.mu, i.rate, i.lambda) && i.square.flat().every((s) => s >= 0) && i.lambda > 0 &&
		i.unobserved >= 0 && i.unobserved <= 1 && i.mu >= 0 && i.rate > 0 && i.beta1 >= 0 && i.beta1 < 1 && i.beta2 >= 0 && i.beta2 < 1 &&
		i.step >= 1n;
}

function schedule({ key, round, users, part }) {
	const tape = stream(key, 'rounds', Number(part) + 8, [round, 0n, 0n]), order = range(Number(users), (u) => u);
	for (let n = 0; n < part; n++) {
		const other = n + Number(uniformBelow(tape, users - BigInt(n)));
		[order[n], order[other]] = [order[other], order[n]];
	}
	return order.slice(0, Number(part)).sort((a, b) => a - b);
}

function message(i, user, steps) {
	const tape = stream(i.key, 'user', steps.length * Number(i.quanta), [BigInt(user), 5n, i.round]), most = half / i.theta_steps;
	const within = (s) => (s > most ? most : s < -most ? -most : s);
	return steps.map((s) => pbmDraw(tape, i.quanta, half + i.theta_steps * within(s)));
}

function adam(i, descent) {
	const t = Number(i.step);
	return i.b.map((row, n) => row.map((b, l) => {
		const g = descent[n][l], mean = i.beta1 * i.mean[n][l] + (1 - i.beta1) * g, square = i.beta2 * i.square[n][l] + (1 - i.beta2) * g * g;
		return b - i.rate * mean / (1 - i.beta1 ** t) / (Math.sqrt(square / (1 - i.beta2 ** t)) + 1e-8);
	}));
}

function userOf(i, user, v, s, c, cut) {
	const own = numbers(i.user).flatMap((u, a) => (u === user ? [a] : []));
	const known = { ...i, v, item: own.map((a) => i.item[a]), rating: own.map((a) => i.rating[a]) }, { matrix, right } = system(known);
	const u = clippedProfile(solved(matrix, right), i.most_profile);
	const flat = flattened(s.flip, gradientOf(known, u, s.row, s.sign, i.b.length).gradient);
	const steps = flat.flat().map((x) => stepsOf(x, c, cut));
	return { u, flat, steps, message: message(i, user, steps) };
}

function round(i) {
	if (!roundAllowed(i)) return null;
	const p = i.b.length, cut = i.variant === 'corrected', { user, server, c } = constants(i, p), part = schedule(i);
	const s = drawn(i.key, Number(i.items), p), v = expanded(s.row, s.sign, i.b);
	const each = part.map((one) => userOf(i, one, v, s, cut ? c : user, cut));
	const sum = each[0].message.map((_, l) => each.reduce((total, one) => total + one.message[l], 0n));
	const estimates = rowsOf(sum.map((x) => estimated(i, x, part.length, cut ? c : server)), i.b[0].length);
	const back = reverse(s.flip, estimates, p), share = part.length / Number(i.users);
	const descent = back.map((row, n) => row.map((g, l) => -2 / share * g + 2 * i.mu * i.b[n][l]));
	return { takes_part: part.map(BigInt), v, profile: each.map((one) => one.u), flat: each.flatMap((one) => one.flat),
		steps: each.flatMap((one) => one.steps), message: each.flatMap((one) => one.message), sum, estimate: estimates, gradient: back,
		descent, b: adam(i, descent) };
}

module.exports = {
	clip, profile, gradient, projection, expand, flatten, chance, estimate, round,
	algorithms: {
		dpmf_rp_clip: clip,
		dpmf_rp_profile: profile,
		dpmf_rp_gradient: gradient,
		dpmf_rp_projection: projection,
		dpmf_rp_expand: expand,
		dpmf_rp_flatten: flatten,
		dpmf_rp_chance: chance,
		dpmf_rp_estimate: estimate,
		dpmf_rp_round: round,
	},
};
