// SPDX-License-Identifier: 0BSD
// What an honest user of secure aggregation answers; whether signatures and seals are good is taken from the inputs.
'use strict';

const ALL = 2 ** 32 - 1, TYPES = [2, 4, 6, 8];
const number = (bytes, at) => bytes[at] + 2 ** 8 * bytes[at + 1] + 2 ** 16 * bytes[at + 2] + 2 ** 24 * bytes[at + 3];
const hex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');

class User {
	constructor(i) {
		Object.assign(this, { i, n: Number(i.users), own: Number(i.user), threshold: Number(i.threshold), signed: i.authenticated === 1n });
		this.turn = 0;
		this.over = false;
		this.lists = []; // who was in ROSTER, DELIVERY, SURVIVORS, WITNESSES
		this.turns = this.signed ? 4 : 3;
	}

	// The entries by user; null: not a message of this turn.
	read(message) {
		const size = [this.signed ? 132 : 68, 108, 4, 68][this.turn], entries = new Map();
		if (message.length < 36 || hex(message.subarray(0, 4)) !== '44534131' || hex(message.subarray(16, 32)) !== hex(this.i.session)) return null;
		const count = number(message, 32);
		if (number(message, 4) !== TYPES[this.turn] || number(message, 8) !== 0 || number(message, 12) !== (this.turn === 1 ? this.own : ALL)) return null;
		if (count > this.n || message.length !== 36 + count * size) return null;
		let before = 0;
		for (let at = 36; at < message.length; at += size) {
			const user = number(message, at);
			if (user <= before || user > this.n) return null;
			entries.set(user, message.subarray(at, at + size));
			before = user;
		}
		return entries;
	}

	allowed(entries) {
		const within = (list) => [...entries.keys()].every((user) => list.has(user));
		if (this.turn === 0) {
			const different = (from, to) => new Set([...entries.values()].map((entry) => hex(entry.subarray(from, to)))).size === entries.size;
			return different(4, 36) && different(36, 68) && entries.has(this.own) && hex(entries.get(this.own).subarray(4, 68)) === hex(this.i.own_keys);
		}
		if (this.turn === 1) return !entries.has(this.own) && within(this.lists[0]);
		return within(this.lists[this.turn - 1]) && (this.turn === 3 || entries.has(this.own));
	}

	answer(message, valid) {
		if (this.over || this.turn === this.turns) return 0n;
		this.over = true;
		const entries = this.read(message);
		if (entries === null) return 0n;
		if (entries.size + (this.turn === 1 ? 1 : 0) < this.threshold) return 2n;
		if (!this.allowed(entries) || !valid) return 0n;
		this.lists.push(new Set(this.turn === 1 ? [...entries.keys(), this.own] : entries.keys()));
		this.turn++;
		this.over = false;
		return 1n;
	}
}

function secaggAnswers(i) {
	const least = i.authenticated ? i.users / 2n + 1n : 2n;
	if (i.users < 2n || i.users > 5n || i.user < 1n || i.user > i.users || i.threshold < least || i.threshold > i.users || i.authenticated > 1n) return null;
	const user = new User(i), answers = [];
	let at = 0;
	i.lengths.forEach((length, k) => {
		answers.push(user.answer(i.messages.subarray(at, at + Number(length)), i.valid[k] === 1n));
		at += Number(length);
	});
	if (user.turn < user.turns) return { answers, gives: [] };
	return { answers, gives: [...user.lists[1]].sort().flatMap((u) => [BigInt(u), user.lists[2].has(u) ? 1n : 2n]) };
}

module.exports = { algorithms: { secagg_answers: secaggAnswers } };
