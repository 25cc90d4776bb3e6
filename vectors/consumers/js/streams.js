// SPDX-License-Identifier: 0BSD
// Keys and the seeded stream: BLAKE2b (RFC 7693) and XChaCha20.
'use strict';

const mask = (1n << 64n) - 1n;
const start = [0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
	0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n];
const order = ['0123456789abcdef', 'ea489fd61c02b753', 'b8c052fdae367194', '7931dcbe265a40f8', '905724afe1bc683d',
	'2c6a0b834d75fe19', 'c51fed4a0763928b', 'db7ec13950f4862a', '6fe9b308c2d714a5', 'a2847615fb9e3cd0']
	.map((row) => [...row].map((digit) => parseInt(digit, 16)));
const places = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]];

const load = (bytes, at) => Buffer.from(bytes.buffer, bytes.byteOffset + at, 8).readBigUInt64LE();

function bytesOf(words) {
	const bytes = Buffer.alloc(8 * words.length);
	words.forEach((word, i) => bytes.writeBigUInt64LE(word, 8 * i));
	return new Uint8Array(bytes);
}

function mix(v, [a, b, c, d], x, y) {
	const turn = (word, by) => (word >> by | word << (64n - by)) & mask;
	v[a] = (v[a] + v[b] + x) & mask;
	v[d] = turn(v[d] ^ v[a], 32n);
	v[c] = (v[c] + v[d]) & mask;
	v[b] = turn(v[b] ^ v[c], 24n);
	v[a] = (v[a] + v[b] + y) & mask;
	v[d] = turn(v[d] ^ v[a], 16n);
	v[c] = (v[c] + v[d]) & mask;
	v[b] = turn(v[b] ^ v[c], 63n);
}

function compress(h, block, count, last) {
	const v = [...h, ...start];
	v[12] ^= BigInt(count);
	if (last) v[14] ^= mask;
	for (let round = 0; round < 12; round++)
		places.forEach((place, i) => {
			const s = order[round % 10];
			mix(v, place, load(block, 8 * s[2 * i]), load(block, 8 * s[2 * i + 1]));
		});
	return h.map((word, i) => word ^ v[i] ^ v[i + 8]);
}

function hashed(key, data) {
	const text = new Uint8Array(128 + Math.ceil(data.length / 128) * 128);
	text.set(key);
	text.set(data, 128);
	let h = [...start];
	h[0] ^= 0x01010020n ^ BigInt(key.length) << 8n;
	for (let at = 0; at < text.length; at += 128) {
		const last = at + 128 === text.length;
		h = compress(h, text.subarray(at, at + 128), last ? 128 + data.length : at + 128, last);
	}
	return bytesOf(h.slice(0, 4));
}

const encoder = new TextEncoder();

function keyOfSeed({ seed }) {
	return { key: hashed(encoder.encode('dpmf seed'), bytesOf([seed])) };
}

function keyDerive({ parent, name }) {
	return { child: hashed(parent, encoder.encode(name)) };
}

function quarter(x, a, b, c, d) {
	for (const [p, q, r, by] of [[a, b, d, 16], [c, d, b, 12], [a, b, d, 8], [c, d, b, 7]]) {
		x[p] += x[q];
		const y = x[r] ^ x[p];
		x[r] = y << by | y >>> (32 - by);
	}
}

function permuted(state) {
	const x = Uint32Array.from(state);
	for (let i = 0; i < 10; i++) {
		for (let j = 0; j < 4; j++) quarter(x, j, 4 + j, 8 + j, 12 + j);
		for (let j = 0; j < 4; j++) quarter(x, j, 4 + (j + 1) % 4, 8 + (j + 2) % 4, 12 + (j + 3) % 4);
	}
	return x;
}

function stateOf(...parts) {
	const bytes = Buffer.concat([Buffer.from('expand 32-byte k'), ...parts]);
	return Uint32Array.from({ length: 16 }, (_, i) => bytes.readUInt32LE(4 * i));
}

function littleEndian(words) {
	const bytes = Buffer.alloc(4 * words.length);
	words.forEach((word, i) => bytes.writeUInt32LE(word, 4 * i));
	return bytes;
}

function block(key, nonce, number) {
	const mixed = permuted(stateOf(key, nonce.subarray(0, 16)));
	const subKey = littleEndian([...mixed.slice(0, 4), ...mixed.slice(12)]);
	const before = stateOf(subKey, bytesOf([number]), nonce.subarray(16));
	return littleEndian([...permuted(before).map((word, i) => word + before[i])]);
}

// `count` words of the stream of (user, item, round) from number `from` on.
function wordsFrom(key, user, item, round, from, count) {
	const nonce = bytesOf([user, item, round]);
	const word = [];
	for (let i = from; i < from + count; i++) word.push(block(key, nonce, i / 8n).readBigUInt64LE(8 * Number(i % 8n)));
	return word;
}

function streamWords({ key, user, item, round, from, count }) {
	return { word: wordsFrom(key, user, item, round, from, count) };
}

module.exports = {
	bytesOf, keyOfSeed, keyDerive, littleEndian, permuted, stateOf, streamWords, wordsFrom,
	algorithms: {
		key_of_seed: keyOfSeed,
		key_derive: keyDerive,
		stream_words: streamWords,
	},
};
