// SPDX-License-Identifier: 0BSD
// Doubles and their bits.
'use strict';

const view = new DataView(new ArrayBuffer(8));

function fromBits(bits) {
	view.setBigUint64(0, bits);
	return view.getFloat64(0);
}

function bitsOf(x) {
	view.setFloat64(0, x);
	return view.getBigUint64(0);
}

// 2^n for -1022 <= n <= 1023.
const power = (n) => fromBits(BigInt(n + 1023) << 52n);

// A C99 hex float as the vectors write it, as bits.
function bitsOfHex(text) {
	const parts = /^(-?)0x([01])(?:\.([0-9a-f]{1,13}))?p([+-][0-9]{1,4})$/.exec(text);
	const sign = text[0] === '-' ? 1n << 63n : 0n;
	if (text === 'inf' || text === '-inf') return sign | 0x7ff0000000000000n;
	if (!parts) throw new Error(`${text} is no hex float`);
	const fraction = BigInt('0x' + (parts[3] || '').padEnd(13, '0'));
	return sign | fraction | (parts[2] === '1' ? BigInt(Number(parts[4]) + 1023) << 52n : 0n);
}

function doubleOf({ hex, bits }) {
	if (!/^[0-9a-f]{16}$/.test(bits)) throw new Error(`${bits} are no bits of a double`);
	const x = fromBits(BigInt('0x' + bits));
	if (hex === 'nan' ? !Number.isNaN(x) : bitsOfHex(hex) !== BigInt('0x' + bits)) throw new Error(`${hex} and ${bits} disagree`);
	return x;
}

// Doubles in ascending order as ascending integers.
function rank(x) {
	const bits = bitsOf(x);
	return bits >> 63n ? -1n - (bits & 0x7fffffffffffffffn) : bits;
}

function ulps(x, y) {
	const distance = rank(x) - rank(y);
	return distance < 0n ? -distance : distance;
}

module.exports = { bitsOf, doubleOf, power, ulps };
