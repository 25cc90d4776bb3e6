// SPDX-License-Identifier: 0BSD
// Files of ratings, and splits. A function answers with its outputs, or null when the inputs are outside the domain.
'use strict';
const { finite } = require('./kernels');
const { keyDerive } = require('./streams');

const separators = { ml100k: /\t/, ml1m: /::/, csv: /, */, triples: /[ \t]+/ };
const mask = (1n << 64n) - 1n, most = 1n << 31n;

function fieldsOf(line, format) {
	const text = line.replace(/\r$/, '');
	return (format === 'triples' ? text.replace(/^[ \t]+|[ \t]+$/g, '') : text.replace(/^ +| +$/g, '')).split(separators[format]);
}

function guessed(line) {
	const first = line.match(/,|::/);
	if (first === null) return 'triples';
	return first[0] === ',' ? 'csv' : 'ml1m';
}

function isHeader(fields) {
	return fields.length >= 3 && fields.slice(0, 3).every((f) => /^[A-Za-z_'"]/.test(f) && !/^(nan|inf|infinity)$/i.test(f));
}

// User, item and rating; null where they are none.
function ratingOf(fields) {
	const [user, item, rating] = fields;
	if (fields.length < 3 || fields.length > 4 || !/^[0-9]+$/.test(user) || !/^[0-9]+$/.test(item)) return null;
	if (!/^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$/.test(rating) || fields[fields.length - 1].includes('\0')) return null;
	if (BigInt(user) > most || BigInt(item) > most || !finite(Number(rating))) return null;
	return { user: BigInt(user), item: BigInt(item), rating: Number(rating) };
}

const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

// The bytes become characters of the same numbers: what a fourth field holds is not looked at.
function ratingsRead({ file, format, duplicates }) {
	const text = Buffer.from(file).toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '');
	let lines = text.split('\n').filter((line) => /[^ \t\r]/.test(line));
	if (!(format in separators || format === 'auto') || !['refused', 'last'].includes(duplicates) || lines.length === 0) return null;
	const form = format === 'auto' ? guessed(lines[0]) : format;
	if (form === 'csv' && isHeader(fieldsOf(lines[0], form))) lines = lines.slice(1);
	const read = lines.map((line) => ratingOf(fieldsOf(line, form)));
	if (read.length === 0 || read.includes(null)) return null;
	const last = new Map(read.map((one) => [`${one.user} ${one.item}`, one]));
	if (duplicates === 'refused' && last.size < read.length) return null;
	const sorted = [...last.values()].sort((a, b) => order(a.user, b.user) || order(a.item, b.item));
	return { user: sorted.map((one) => one.user), item: sorted.map((one) => one.item), rating: sorted.map((one) => one.rating) };
}

const turned = (x, by) => (x << by | x >> (64n - by)) & mask;

function rounds(v, times) {
	for (let i = 0; i < times; i++) {
		v[0] = v[0] + v[1] & mask;
		v[1] = turned(v[1], 13n) ^ v[0];
		v[0] = turned(v[0], 32n);
		v[2] = v[2] + v[3] & mask;
		v[3] = turned(v[3], 16n) ^ v[2];
		v[0] = v[0] + v[3] & mask;
		v[3] = turned(v[3], 21n) ^ v[0];
		v[2] = v[2] + v[1] & mask;
		v[1] = turned(v[1], 17n) ^ v[2];
		v[2] = turned(v[2], 32n);
	}
}

// SipHash-2-4 of one word.
function siphash(key, text) {
	const [k0, k1] = [0, 8].map((at) => Buffer.from(key).readBigUInt64LE(at));
	const v = [k0 ^ 0x736f6d6570736575n, k1 ^ 0x646f72616e646f6dn, k0 ^ 0x6c7967656e657261n, k1 ^ 0x7465646279746573n];
	for (const m of [text, 8n << 56n]) {
		v[3] ^= m;
		rounds(v, 2);
		v[0] ^= m;
	}
	v[2] ^= 0xffn;
	rounds(v, 4);
	return v[0] ^ v[1] ^ v[2] ^ v[3];
}

function rowsAllowed(user, item) {
	return user.every((u, a) => u >= 0n && u <= most && item[a] >= 0n && item[a] <= most &&
		(a === 0 || u > user[a - 1] || (u === user[a - 1] && item[a] > item[a - 1])));
}

function splitPerUser({ key, per_user: perUser, user, item }) {
	if (key.length !== 32 || !rowsAllowed(user, item)) return null;
	const { child } = keyDerive({ parent: key, name: 'split' });
	const coins = user.map((u, a) => siphash(child, u | item[a] << 32n));
	const before = (a) => coins.filter((x, c) => user[c] === user[a] && x % 2n === 1n && x < coins[a]).length;
	return { held_out: coins.map((x, a) => (x % 2n === 1n && BigInt(before(a)) < perUser ? 1n : 0n)) };
}

function leaveOneOut({ user, item, time, line }) {
	if (!rowsAllowed(user, item) || !finite(time)) return null;
	const later = (c, a) => time[c] > time[a] || (time[c] === time[a] && line[c] > line[a]);
	return { held_out: user.map((u, a) => (user.some((other, c) => other === u && later(c, a)) ? 0n : 1n)) };
}

module.exports = { algorithms: { ratings_read: ratingsRead, split_per_user: splitPerUser, leave_one_out: leaveOneOut } };
