// SPDX-License-Identifier: 0BSD
// Secure aggregation from its coefficients, mask keys and signatures: shares, masks, messages.
'use strict';
const { bytesOf, littleEndian, permuted, stateOf } = require('./streams');

const prime = (1n << 31n) - 1n;

function inDomain({ silent, vector, threshold, bits, most, authenticated }) {
	const n = BigInt(silent.length), left = silent.filter((step) => step > 4n).length;
	return vector.every((x) => x <= most) && bits >= 8n && bits <= 63n && n * most < 1n << bits &&
		threshold >= (authenticated ? n / 2n + 1n : 2n) && threshold <= n && BigInt(left) >= threshold;
}

// The key stream of ChaCha20 with a nonce of zeros.
function chacha20(key, length) {
	const blocks = [];
	for (let i = 0; 64 * i < length; i++) {
		const before = stateOf(key, bytesOf([BigInt(i), 0n]));
		blocks.push(littleEndian([...permuted(before).map((word, j) => word + before[j])]));
	}
	return Buffer.concat(blocks).subarray(0, length);
}

// Of one sender, for one user: 22 values of 4 bytes.
function shareOf(coefficients, threshold, user) {
	const values = [];
	for (let at = 0; at < coefficients.length; at += 4 * threshold) {
		let value = 0n;
		for (let c = threshold - 1; c >= 0; c--) value = (value * BigInt(user) + BigInt(coefficients.readUInt32LE(at + 4 * c))) % prime;
		values.push(Number(value));
	}
	return littleEndian(values);
}

function maskOf(key, length, bits) {
	const width = bits <= 32n ? 4 : 8, words = chacha20(key, width * length);
	return Array.from({ length }, (_, i) =>
		(width === 4 ? BigInt(words.readUInt32LE(4 * i)) : words.readBigUInt64LE(8 * i)) & (1n << bits) - 1n);
}

function packed(numbers, bits) {
	let whole = numbers.reduceRight((rest, x) => rest << bits | x, 0n);
	return Buffer.from(Array.from({ length: Math.ceil(numbers.length * Number(bits) / 8) }, () => {
		const byte = Number(whole & 255n);
		whole >>= 8n;
		return byte;
	}));
}

function transcript(i) {
	if (!inDomain(i)) return null;
	const users = i.silent.map((_, at) => at + 1), toStep = (step) => users.filter((u) => i.silent[u - 1] > BigInt(step));
	const sharing = toStep(1), staying = toStep(2), length = i.vector.length / users.length, threshold = Number(i.threshold);
	const modulus = 1n << i.bits, part = (bytes, size, at) => Buffer.from(bytes).subarray(size * at, size * (at + 1));
	const head = (type, from, to, count) =>
		Buffer.concat([Buffer.from('DSA1'), littleEndian([type, from, to]), i.session, littleEndian([count])]);
	const ofSender = (u) => part(i.coefficients, 88 * threshold, sharing.indexOf(u));
	const masks = Array.from({ length: i.mask_keys.length / 32 }, (_, at) => maskOf(part(i.mask_keys, 32, at), length, i.bits));
	const masked = new Map(sharing.map((u, at) => [u, masks[at].map((mask, j) => i.vector[(u - 1) * length + j] + mask)]));
	let used = sharing.length, signed = 0;
	for (const u of sharing)
		for (const v of sharing.filter((other) => other > u))
			masks[used++].forEach((mask, j) => {
				masked.get(u)[j] += mask;
				masked.get(v)[j] -= mask;
			});
	const signature = () => part(i.signatures, 64, signed++);
	const uploads = staying.map((u) => Buffer.concat([head(5, u, 0, length),
		packed(masked.get(u).map((x) => BigInt.asUintN(Number(i.bits), x)), i.bits), signature()]));
	const answers = toStep(4).map((u) => Buffer.concat([head(9, u, 0, sharing.length), ...sharing.map((v) => {
		const stays = staying.includes(v), share = shareOf(ofSender(v), threshold, u);
		return Buffer.concat([littleEndian([v]), Buffer.from([stays ? 1 : 2]), stays ? share.subarray(44) : share.subarray(0, 44)]);
	}), signature()]));
	return {
		share: new Uint8Array(Buffer.concat(sharing.flatMap((u) => toStep(0).map((v) => shareOf(ofSender(u), threshold, v))))),
		mask: masks.flat(),
		masked: new Uint8Array(Buffer.concat(uploads)),
		survivors: new Uint8Array(Buffer.concat([head(6, 0, 0xffffffff, staying.length), littleEndian(staying)])),
		unmask: new Uint8Array(Buffer.concat(answers)),
		sum: Array.from({ length }, (_, j) => staying.reduce((sum, u) => sum + i.vector[(u - 1) * length + j], 0n) % modulus),
	};
}

module.exports = {
	transcript,
	algorithms: {
		secagg_transcript: transcript,
	},
};
