#!/usr/bin/env node
// SPDX-License-Identifier: GPL-3.0-or-later
// consumer.js FILE ...: runs every test of every vector file, without packages;
// exit 1 on a mismatch, an unknown algorithm or an unreadable file.
'use strict';
const fs = require('fs');
const { doubleOf, bitsOf, ulps } = require('./numbers');
const streams = require('./streams');
const samplers = require('./samplers');
const ballQp = require('./ball_qp');
const dpimf = require('./dpimf');
const dpmfRp = require('./dpmf_rp');
const gaussmf = require('./gaussmf');
const kernels = require('./kernels');
const pbm = require('./pbm');
const privsr = require('./privsr');
const secagg = require('./secagg');

function readInteger(text) {
	if (!/^(0|-?[1-9][0-9]*)$/.test(text)) throw new Error(`${text} is no integer`);
	return BigInt(text);
}

function readBytes(text) {
	if (!/^([0-9a-f][0-9a-f])*$/.test(text)) throw new Error('no bytes in hex digits');
	return Uint8Array.from(text.match(/../g) || [], (pair) => parseInt(pair, 16));
}

const listOf = (read) => (values) => values.map(read);
const integer = readInteger, double = doubleOf, bytes = readBytes, text = (value) => value;
const rate = { p: integer, q: integer, tape: bytes };
const share = { p: integer, q: integer, part: integer, whole: integer, tape: bytes };
const rating = { u: listOf(double), v: listOf(double), w: double, r: double };
const scaled = { scale: double, tape: bytes };
const rows = listOf(listOf(double));
const rpUser = { v: rows, item: listOf(integer), rating: listOf(double), kappa: double, unobserved: double };
const gaussmfData = { x: rows, theta: rows, user: listOf(integer), item: listOf(integer), rating: listOf(double), mu: double,
	lambda: double, clip: double };

// Every algorithm: what its inputs are, and the function that answers with the
// outputs, or null to refuse.
const algorithms = {
	key_of_seed: [{ seed: integer }, streams.keyOfSeed],
	key_derive: [{ parent: bytes, name: text }, streams.keyDerive],
	stream_words: [{ key: bytes, user: integer, item: integer, round: integer, from: integer, count: integer }, streams.streamWords],
	uniform_below: [{ limit: integer, tape: bytes }, samplers.run('uniform_below')],
	bernoulli: [rate, samplers.run('bernoulli')],
	bernoulli_exp: [rate, samplers.run('bernoulli_exp')],
	geometric: [rate, samplers.run('geometric')],
	discrete_laplace: [rate, samplers.run('discrete_laplace')],
	discrete_gaussian: [rate, samplers.run('discrete_gaussian')],
	polya: [share, samplers.run('polya')],
	laplace_share: [share, samplers.run('laplace_share')],
	textbook_uniform: [{ tape: bytes }, samplers.textbook('uniform')],
	textbook_exponential: [{ tape: bytes }, samplers.textbook('exponential')],
	textbook_normal: [{ tape: bytes }, samplers.textbook('normal')],
	textbook_laplace: [scaled, samplers.textbook('laplace')],
	textbook_mixture: [scaled, samplers.textbook('mixture')],
	mixture_h: [{ key: bytes, item: integer, draw: integer, k: integer }, samplers.mixtureH],
	mixture_share: [{ key: bytes, user: integer, item: integer, draw: integer, scale: double, h: listOf(double), raters: integer },
		samplers.mixtureShare],
	grid_round: [{ x: double, exponent: integer }, kernels.gridRound],
	grid_value: [{ steps: integer, exponent: integer }, kernels.gridValue],
	project_ball: [{ x: listOf(double), radius: double }, kernels.projectBall],
	ball_qp: [{ a: rows, b: listOf(double), radius: double }, ballQp.ballQp],
	hdpmf_gradient_share: [rating, kernels.gradientShare],
	hdpmf_gradient_add: [{ ...rating, sum: listOf(double) }, kernels.gradientAdd],
	hdpmf_step: [{ v: listOf(double), gradient: listOf(double), rate: double, lambda: double }, kernels.step],
	hdpmf_noise_scale: [{ delta: double, k: integer, epsilon: double }, kernels.noiseScale],
	hdpmf_noise_share: [{ scale: double, h: listOf(double), c: listOf(double), raters: integer }, kernels.noiseShare],
	hdpmf_predict: [{ u: listOf(double), v: listOf(double), w: double }, kernels.predict],
	hdpmf_contribute: [{ rating_steps: integer, weight_steps: integer, feature: listOf(integer), sum: listOf(integer) },
		kernels.contribute],
	hdpmf_round: [{ u: rows, v: rows, user: listOf(integer), item: listOf(integer), rating: listOf(double), weight: listOf(double),
		delta: double, epsilon: double, rate: double, lambda: double, radius: double, h: rows, c: rows }, kernels.round],
	gaussmf_clip: [{ x: listOf(double), clip: double }, gaussmf.clipProfile],
	gaussmf_sigma: [{ tau: double, clip: double, eps_i: double, delta: double }, gaussmf.sigma],
	gaussmf_row: [{ own: listOf(double), other: listOf(double), outer: listOf(double), v: double, lambda: double, mu: double,
		gradient: listOf(double) }, gaussmf.row],
	gaussmf_contribute: [{ rating_steps: integer, outer: listOf(integer), sum: listOf(integer) }, gaussmf.contribute],
	gaussmf_round: [{ ...gaussmfData, tau: double, eps_i: double, delta: double, normal: rows }, gaussmf.round],
	gaussmf_excess: [{ ...gaussmfData, tau: double, other: double, released: rows }, gaussmf.excess],
	gaussmf_corrected_round: [{ ...gaussmfData, rating_bits: integer, outer_bits: integer, middle: integer,
		noise_theta: listOf(integer), noise_x: listOf(integer) }, gaussmf.correctedRound],
	privsr_scales: [{ delta: double, k: integer, epsilon: double, beta: double }, privsr.scales],
	privsr_friend_add: [{ u: listOf(double), similarity: double, sum: listOf(double) }, privsr.friendAdd],
	privsr_friend_gradient: [{ message: listOf(double), u: listOf(double), similarity: double, weight: double, sum: listOf(double) },
		privsr.friendGradient],
	privsr_parts: [{ beta_steps: integer, sensitive: integer, others: integer }, privsr.parts],
	privsr_friend_contribute: [{ vector: listOf(integer), most: integer, sum: listOf(integer) }, privsr.friendContribute],
	privsr_round: [{ u: rows, v: rows, user: listOf(integer), item: listOf(integer), rating: listOf(double), group: listOf(integer),
		truster: listOf(integer), trustee: listOf(integer), similarity: listOf(double), delta: double, epsilon: double, beta: double,
		rate: double, lambda: double, radius: double, weight: double, h: rows, c: rows, h_friends: rows, c_friends: rows }, privsr.round],
	dpimf_sensitivity: [{ p: rows, alpha0: double, bound: double }, dpimf.sensitivity],
	dpimf_coefficients: [{ scheme: text, p: rows, user: listOf(integer), w: listOf(double), alpha0: double, lambda: double, epsilon: double,
		beta: listOf(double), bound: double, tape: bytes }, dpimf.coefficients],
	dpimf_weights: [{ a: double, target: double }, dpimf.weights],
	secagg_transcript: [{ key: bytes, round: integer, threshold: integer, bits: integer, most: integer, authenticated: integer,
		silent: listOf(integer), vector: listOf(integer), session: bytes, secrets: bytes, public_keys: bytes, coefficients: bytes,
		opening: bytes, sharing: bytes, mask_keys: bytes, confirming: bytes, signatures: bytes }, secagg.transcript],
	pbm_draw: [{ quanta: integer, chance: integer, tape: bytes }, samplers.run('pbm_draw')],
	dpmf_rp_clip: [{ error: double, most_error: double, u: listOf(double), most_profile: double }, dpmfRp.clip],
	dpmf_rp_profile: [{ ...rpUser, lambda: double }, dpmfRp.profile],
	dpmf_rp_gradient: [{ ...rpUser, most_error: double, u: listOf(double), p: integer, row: listOf(integer), sign: listOf(integer) },
		dpmfRp.gradient],
	dpmf_rp_projection: [{ key: bytes, items: integer, rows: integer }, dpmfRp.projection],
	dpmf_rp_expand: [{ row: listOf(integer), sign: listOf(integer), b: rows, x: rows }, dpmfRp.expand],
	dpmf_rp_flatten: [{ flip: listOf(integer), b: rows, received: rows }, dpmfRp.flatten],
	dpmf_rp_chance: [{ x: double, c: double, cut: integer, theta_steps: integer }, dpmfRp.chance],
	dpmf_rp_estimate: [{ most_error: double, kappa: double, most_profile: double, bound: double, rows: integer, users: integer,
		quanta: integer, theta_steps: integer, sum: listOf(integer) }, dpmfRp.estimate],
	dpmf_rp_round: [{ variant: text, key: bytes, round: integer, users: integer, items: integer, part: integer, user: listOf(integer),
		item: listOf(integer), rating: listOf(double), b: rows, lambda: double, kappa: double, unobserved: double, most_error: double,
		most_profile: double, bound: double, theta_steps: integer, quanta: integer, mu: double, rate: double, beta1: double, beta2: double,
		step: integer, mean: rows, square: rows }, dpmfRp.round],
	pbm_c0: [{ theta: double, quanta: integer, users: integer, alpha: listOf(double) }, pbm.pbmC0],
};

function sameText(expected, value) {
	if (Array.isArray(expected)) return Array.isArray(value) && expected.length === value.length && expected.every((e, i) => sameText(e, value[i]));
	if (typeof value === 'number') return bitsOf(doubleOf(expected)) === bitsOf(value);
	if (value instanceof Uint8Array) return expected === Buffer.from(value).toString('hex');
	if (typeof value === 'bigint') return expected === value.toString();
	const names = Object.keys(expected); // an entry of the list of draws
	return names.length === Object.keys(value).length && names.every((name) => JSON.stringify(expected[name]) === JSON.stringify(value[name]));
}

function agrees(compare, expected, value) {
	if (compare === 'exact') return sameText(expected, value);
	if (Array.isArray(expected)) return expected.length === value.length && expected.every((e, i) => agrees(compare, e, value[i]));
	if (compare === 'enclosure') return doubleOf(expected.lo) <= value && value <= doubleOf(expected.hi);
	if (!/^ulp:[1-9][0-9]*$/.test(compare)) throw new Error(`comparison ${compare}`);
	return !Number.isNaN(value) && ulps(doubleOf(expected), value) <= BigInt(compare.slice(4));
}

function shown(value) {
	return JSON.stringify(value, (_, x) => (typeof x === 'bigint' ? x.toString() : x)).slice(0, 120);
}

// What is wrong with the test, or ''.
function runTest([kinds, compute], test) {
	const names = Object.keys(kinds);
	if (names.length !== Object.keys(test.inputs).length || !names.every((name) => name in test.inputs)) return 'other inputs than the algorithm has';
	const outputs = compute(Object.fromEntries(names.map((name) => [name, kinds[name](test.inputs[name])])));
	if ((outputs === null) !== (test.result === 'invalid')) return outputs === null ? 'refused' : 'not refused';
	for (const [name, output] of Object.entries(test.outputs)) {
		if (!(name in outputs)) return `${name}: not computed here`;
		if (!agrees(output.compare, output.value, outputs[name])) return `${name}: expected ${shown(output)}, got ${shown(outputs[name])}`;
	}
	return '';
}

function runFile(path) {
	const root = JSON.parse(fs.readFileSync(path, 'utf8'));
	if (root.format !== 'dpmf-vectors' || root.version !== '1') throw new Error('not a dpmf-vectors file of version 1');
	if (!Object.hasOwn(algorithms, root.algorithm)) throw new Error(`this consumer does not know the algorithm ${root.algorithm}`);
	const tests = root.testGroups.flatMap((group) => group.tests);
	let failed = 0;
	for (const test of tests) {
		const wrong = runTest(algorithms[root.algorithm], test);
		if (wrong === '') continue;
		failed++;
		console.error(`${path}: test ${test.tcId}: ${wrong}`);
	}
	console.log(`${root.algorithm.padEnd(22)} ${String(tests.length).padStart(4)} checked, ${failed} failed`);
	return failed === 0 && tests.length > 0;
}

function main(paths) {
	let good = paths.length > 0;
	if (!good) console.error('usage: consumer.js FILE ...');
	for (const path of paths)
		try {
			good = runFile(path) && good;
		} catch (error) {
			console.error(`${path}: ${error.message}`);
			good = false;
		}
	process.exitCode = good ? 0 : 1;
}

main(process.argv.slice(2));
