#!/usr/bin/env node
// SPDX-License-Identifier: 0BSD
// consumer.js FILE ...: runs every test of every vector file, without packages.
// Exit 0: all agree; 1: a mismatch; 2: wrong usage, a file that cannot be read, an unknown algorithm.
'use strict';
const fs = require('fs');
const path = require('path');
const fields = require('./fields');
const { agrees, readInputs, shown } = require('./formats');

// Every file of this folder that exports `algorithms` adds to the table. An algorithm that none computes, and one that
// two do, is an error here, not a test that is left out.
function collected() {
	const table = {};
	for (const name of fs.readdirSync(__dirname).sort()) {
		if (!name.endsWith('.js') || name === path.basename(__filename)) continue;
		for (const [algorithm, compute] of Object.entries(require(path.join(__dirname, name)).algorithms || {})) {
			if (algorithm in table || !Object.hasOwn(fields, algorithm)) throw new Error(`${name}: ${algorithm} is computed twice, or has no spec`);
			table[algorithm] = compute;
		}
	}
	for (const algorithm of Object.keys(fields)) if (!(algorithm in table)) throw new Error(`no kernel computes ${algorithm}`);
	return table;
}

const kernels = collected();

function compared(test, outputs) {
	for (const [name, output] of Object.entries(test.outputs)) {
		if (!(name in outputs)) return `${name}: not computed here`;
		if (!agrees(output.compare, output.value, outputs[name])) return `${name}: expected ${shown(output)}, got ${shown(outputs[name])}`;
	}
	return '';
}

// What is wrong with the test, or ''. What a kernel throws is a failure of this test alone.
function runTest(algorithm, test) {
	try {
		const outputs = kernels[algorithm](readInputs(fields[algorithm].inputs, test.inputs));
		if ((outputs === null) !== (test.result === 'invalid'))
			return outputs === null ? 'refused, but the inputs lie in the domain' : 'not refused, but the inputs lie outside the domain';
		return outputs === null ? '' : compared(test, outputs);
	} catch (error) {
		return `raised ${error.name}: ${error.message}`;
	}
}

function runFile(file) {
	const root = JSON.parse(fs.readFileSync(file, 'utf8'));
	if (root.format !== 'dpmf-vectors' || root.version !== '1') throw new Error('not a dpmf-vectors file of version 1');
	if (!Object.hasOwn(fields, root.algorithm)) throw new Error(`this consumer does not know the algorithm ${root.algorithm}`);
	const tests = root.testGroups.flatMap((group) => group.tests);
	if (tests.length === 0) throw new Error('no tests');
	let failed = 0;
	for (const test of tests) {
		const wrong = runTest(root.algorithm, test);
		if (wrong === '') continue;
		failed++;
		console.error(`${file}: test ${test.tcId} [${test.flags.join(' ')}]: ${wrong}`);
	}
	console.log(`${root.algorithm.padEnd(22)} ${String(tests.length).padStart(4)} checked, ${failed} failed`);
	return [tests.length, failed];
}

function main(files) {
	if (files.length === 0) {
		console.error('usage: consumer.js FILE ...');
		return 2;
	}
	let tests = 0, failed = 0, unread = 0;
	for (const file of files)
		try {
			const counts = runFile(file);
			tests += counts[0];
			failed += counts[1];
		} catch (error) {
			console.error(`${file}: ${error.message}`);
			unread++;
		}
	console.log(`${files.length} files, ${tests} tests, ${failed} failed, ${unread} files not read`);
	return unread > 0 ? 2 : failed > 0 ? 1 : 0;
}

process.exitCode = main(process.argv.slice(2));
