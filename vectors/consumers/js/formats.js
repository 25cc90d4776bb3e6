// SPDX-License-Identifier: 0BSD
// How the vector files write numbers, and how outputs are compared.
'use strict';
const { doubleOf, bitsOf, ulps } = require('./numbers');

function readInteger(text) {
	if (!/^(0|-?[1-9][0-9]*)$/.test(text)) throw new Error(`${text} is no integer`);
	return BigInt(text);
}

function readBytes(text) {
	if (!/^([0-9a-f][0-9a-f])*$/.test(text)) throw new Error('no bytes in hex digits');
	return Uint8Array.from(text.match(/../g) || [], (pair) => parseInt(pair, 16));
}

const listOf = (read) => (values) => values.map(read);
const read = { integer: readInteger, integers: listOf(readInteger), double: doubleOf, doubles: listOf(doubleOf),
	rows: listOf(listOf(doubleOf)), bytes: readBytes, text: (value) => value };

function readInputs(fields, inputs) {
	const names = Object.keys(fields);
	if (names.length !== Object.keys(inputs).length || !names.every((name) => name in inputs)) throw new Error('other inputs than the algorithm has');
	return Object.fromEntries(names.map((name) => [name, read[fields[name]](inputs[name])]));
}

function same(expected, value) {
	if (Array.isArray(expected)) return Array.isArray(value) && expected.length === value.length && expected.every((e, i) => same(e, value[i]));
	if (typeof value === 'number') return bitsOf(doubleOf(expected)) === bitsOf(value);
	if (value instanceof Uint8Array) return expected === Buffer.from(value).toString('hex');
	if (typeof value === 'bigint') return expected === value.toString();
	const names = Object.keys(expected); // an entry of the list of draws
	return names.length === Object.keys(value).length && names.every((name) => JSON.stringify(expected[name]) === JSON.stringify(value[name]));
}

function agrees(compare, expected, value) {
	if (compare === 'exact') return same(expected, value);
	if (Array.isArray(expected)) return expected.length === value.length && expected.every((e, i) => agrees(compare, e, value[i]));
	if (compare === 'enclosure') return doubleOf(expected.lo) <= value && value <= doubleOf(expected.hi);
	if (!/^ulp:[1-9][0-9]*$/.test(compare)) throw new Error(`comparison ${compare}`);
	return !Number.isNaN(value) && ulps(doubleOf(expected), value) <= BigInt(compare.slice(4));
}

function shown(value) {
	return JSON.stringify(value, (_, x) => (typeof x === 'bigint' ? x.toString() : x)).slice(0, 120);
}

module.exports = { agrees, readInputs, shown };
