// SPDX-License-Identifier: 0BSD
// The samplers, written from the notes of their vector files.
'use strict';
const { bytesOf, wordsFrom } = require('./streams');

class TapeEnds extends Error {}

class Tape {
	constructor(bytes) {
		this.bytes = Buffer.from(bytes);
		this.at = 0;
		this.draws = [];
	}

	word() {
		if (8 * this.at + 8 > this.bytes.length) throw new TapeEnds('the tape is too short');
		return this.bytes.readBigUInt64LE(8 * this.at++);
	}
}

// Enters the call into the tape's list of draws, before those that it makes.
function listed(name, sampler) {
	return (tape, ...args) => {
		const at = tape.at;
		const entry = { call: name, with: args.map(String), at: String(at) };
		tape.draws.push(entry);
		const value = BigInt(sampler(tape, ...args));
		entry.words = String(tape.at - at);
		entry.value = value.toString();
		return value;
	};
}

const uniformBelow = listed('uniform_below', (tape, limit) => {
	if (limit === 1n) return 0n;
	const end = (1n << 64n) / limit * limit;
	let word;
	do word = tape.word(); while (word >= end);
	return word % limit;
});

const bernoulli = listed('bernoulli', (tape, p, q) => {
	if (p === 0n || p === q) return p !== 0n;
	return uniformBelow(tape, q) >= q - p;
});

function trial(tape, a, b) {
	let k = 1n;
	while (bernoulli(tape, a, b) && bernoulli(tape, 1n, k)) k++;
	return k % 2n === 1n;
}

const bernoulliExp = listed('bernoulli_exp', (tape, p, q) => {
	for (let units = p / q; units > 0n; units--) if (!trial(tape, 1n, 1n)) return false;
	return trial(tape, p % q, q);
});

const geometric = listed('geometric', (tape, p, q) => {
	let u, v;
	do {
		do u = uniformBelow(tape, q); while (!bernoulliExp(tape, u, q));
		for (v = 0n; v < 1024n && bernoulliExp(tape, 1n, 1n);) v++;
	} while (v === 1024n);
	return (u + q * v) / p;
});

const sign = listed('sign', (tape) => tape.word() & 1n);

const discreteLaplace = listed('discrete_laplace', (tape, p, q) => {
	for (;;) {
		const m = geometric(tape, p, q), s = sign(tape);
		if (!s || m) return s ? -m : m;
	}
});

function root(x) {
	let r = BigInt(Math.floor(Math.sqrt(Number(x))));
	while (r * r > x) r--;
	while ((r + 1n) * (r + 1n) <= x) r++;
	return r;
}

const discreteGaussian = listed('discrete_gaussian', (tape, p, q) => {
	const a = p >= q ? root(p / q) : 1n, m = p >= q ? 1n : 1n + root(q / p);
	for (;;) {
		const y = discreteLaplace(tape, q * a, p * m), away = (y < 0n ? -y : y) * m - a;
		if (bernoulliExp(tape, away * away * q, 2n * p * m * m)) return y;
	}
});

const polya = listed('polya', (tape, p, q, part, whole) => {
	let left = geometric(tape, p, q), kept = 0n;
	while (left > 0n) {
		const cycle = left - uniformBelow(tape, left);
		if (bernoulli(tape, part, whole)) kept += cycle;
		left -= cycle;
	}
	return kept;
});

const laplaceShare = listed('laplace_share', (tape, p, q, part, whole) => {
	const up = polya(tape, p, q, part, whole);
	return up - polya(tape, p, q, part, whole);
});

function pbmDraw(tape, quanta, chance) {
	let sum = 0n;
	for (let i = 0n; i < quanta; i++) sum += bernoulli(tape, chance, 1n << 40n);
	return sum;
}

const rateAllowed = ({ p, q, part = 1n, whole = 1n }) =>
	p >= 1n && q >= 1n && q <= 1n << 53n && part >= 1n && part <= whole;
const samplers = { // the sampler, its arguments, its domain
	uniform_below: [uniformBelow, ['limit'], ({ limit }) => limit >= 1n],
	bernoulli: [bernoulli, ['p', 'q'], ({ p, q }) => q >= 1n && p <= q],
	bernoulli_exp: [bernoulliExp, ['p', 'q'], ({ q }) => q >= 1n],
	geometric: [geometric, ['p', 'q'], rateAllowed],
	discrete_laplace: [discreteLaplace, ['p', 'q'], rateAllowed],
	discrete_gaussian: [discreteGaussian, ['p', 'q'], ({ p, q }) => p >= 1n && q >= 1n && p <= 1n << 40n && q <= 1n << 40n],
	polya: [polya, ['p', 'q', 'part', 'whole'], rateAllowed],
	laplace_share: [laplaceShare, ['p', 'q', 'part', 'whole'], rateAllowed],
	pbm_draw: [pbmDraw, ['quanta', 'chance'], ({ quanta, chance }) => quanta >= 1n && quanta <= 1n << 20n && chance >= 0n && chance <= 1n << 40n],
};

function run(name) {
	const [sampler, names, allowed] = samplers[name];
	return (inputs) => {
		if (!allowed(inputs)) return null;
		const tape = new Tape(inputs.tape);
		const value = sampler(tape, ...names.map((argument) => inputs[argument]));
		return { value, words: BigInt(tape.at), draws: tape.draws };
	};
}

function uniform(tape, found) {
	const u = (Number(tape.word() >> 12n) + 0.5) / 2 ** 52;
	found.uniform.push(u);
	return u;
}

const exponential = (tape, found) => -Math.log(uniform(tape, found));

function normal(tape, found) {
	const size = Math.sqrt(-2 * Math.log(uniform(tape, found)));
	return size * Math.cos(2 * Math.PI * uniform(tape, found));
}

function laplace(tape, found, scale) {
	const u = uniform(tape, found);
	return u < 0.5 ? scale * Math.log(2 * u) : -scale * Math.log(2 * (1 - u));
}

function mixture(tape, found, scale) {
	found.h = exponential(tape, found);
	found.c = normal(tape, found);
	return scale * Math.sqrt(2 * found.h) * found.c;
}

const laws = { uniform, exponential, normal, laplace, mixture };

function textbook(name) {
	return ({ tape: bytes, scale = 1 }) => {
		if (!(scale > 0 && scale < Infinity)) return null;
		const tape = new Tape(bytes), found = { uniform: [] };
		const value = laws[name](tape, found, scale);
		return { value, words: BigInt(tape.at), ...found };
	};
}

const streamTape = (...place) => new Tape(bytesOf(wordsFrom(...place)));

function mixtureH({ key, item, draw, k }) {
	if (k < 1n) return null;
	const tape = streamTape(key, 0n, item, draw, 0n, k), found = { uniform: [] };
	const h = Array.from({ length: Number(k) }, () => exponential(tape, found));
	return { ...found, h };
}

function mixtureShare({ key, user, item, draw, scale, h, raters }) {
	if (h.length === 0 || raters < 1n || !(scale >= 0 && scale < Infinity) || !h.every((a) => a >= 0 && a < Infinity)) return null;
	const tape = streamTape(key, user, item, draw, 0n, BigInt(2 * h.length)), found = { uniform: [] };
	const c = h.map(() => normal(tape, found));
	return { ...found, c, share: c.map((b, l) => scale * Math.sqrt(2 * h[l] / Number(raters)) * b) };
}

module.exports = {
	Tape, TapeEnds, bernoulli, bernoulliExp, discreteGaussian, listed, mixtureH, mixtureShare, pbmDraw, rateAllowed, run, streamTape, textbook, uniformBelow,
	algorithms: {
		uniform_below: run('uniform_below'),
		bernoulli: run('bernoulli'),
		bernoulli_exp: run('bernoulli_exp'),
		geometric: run('geometric'),
		discrete_laplace: run('discrete_laplace'),
		discrete_gaussian: run('discrete_gaussian'),
		polya: run('polya'),
		laplace_share: run('laplace_share'),
		textbook_uniform: textbook('uniform'),
		textbook_exponential: textbook('exponential'),
		textbook_normal: textbook('normal'),
		textbook_laplace: textbook('laplace'),
		textbook_mixture: textbook('mixture'),
		mixture_h: mixtureH,
		mixture_share: mixtureShare,
		pbm_draw: run('pbm_draw'),
	},
};
