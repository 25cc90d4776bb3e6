// SPDX-License-Identifier: 0BSD
// The golden vectors of dpmf: what is pinned, and how an answer is compared.
'use strict';
const fs = require('fs');
const path = require('path');
const fields = require('./fields');
const { agrees, readInputs: readAs } = require('./formats');
const { doubleOf } = require('./numbers');

const data = path.join(__dirname, 'data');
const index = JSON.parse(fs.readFileSync(path.join(data, 'index.json'), 'utf8'));

// The names of all algorithms, in ascending order.
function algorithms() {
	return index.algorithms.map((one) => one.algorithm);
}

// The file of one algorithm.
function load(algorithm) {
	if (!algorithms().includes(algorithm)) throw new Error(`there is no algorithm ${algorithm}: see algorithms()`);
	return JSON.parse(fs.readFileSync(path.join(data, `${algorithm}.json`), 'utf8'));
}

// Its tests, without their groups.
function tests(algorithm) {
	return load(algorithm).testGroups.flatMap((group) => group.tests);
}

// The inputs of a test as numbers (doubles), bigints (integers), bytes, and lists of them.
function readInputs(algorithm, test) {
	return readAs(fields[algorithm].inputs, test.inputs);
}

module.exports = { agrees, algorithms, doubleOf, index, load, readInputs, tests };
