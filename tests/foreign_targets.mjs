// SPDX-License-Identifier: GPL-3.0-or-later
// tests/foreign_targets.py in another language, with the same bugs by the same names.
import { createInterface } from "node:readline";

const bug = process.argv[2];

// A generator of words from a text (FNV-1a, then xorshift).
function random(text) {
	let h = 2166136261;
	for (const c of text) h = Math.imul(h ^ c.charCodeAt(0), 16777619);
	h |= 1;
	return () => {
		h ^= h << 13;
		h ^= h >>> 17;
		h ^= h << 5;
		return ((h >>> 0) + 0.5) / 4294967296;
	};
}

class Door {
	constructor(seed, answers) {
		this.seed = seed;
		this.answers = answers;
		this.additions = [];
	}
	noisy(name, statistic, sensitivity, epsilon, { law = "laplace", stream = name, scale = sensitivity / epsilon } = {}) {
		const seed = bug === "ignores-seed" ? 1 : bug === "time-as-seed" ? Math.random() : this.seed, next = random(`${seed} ${stream}`);
		const draw = () => law === "normal" ? scale * Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next())
			: scale * (Math.log(next()) - Math.log(next()));
		const k = this.additions.length;
		const answer = this.answers && k < this.answers.length ? this.answers[k] : bug === "no-noise" ? statistic
			: Array.isArray(statistic) ? statistic.map(x => x + draw()) : statistic + draw();
		this.additions.push({ name, statistic, sensitivity, law, scale, stream, answer });
		return answer;
	}
}

const sum = list => list.reduce((a, b) => a + b, 0);
const largest = data => Math.max(1, ...data.map(Math.abs));

function program(data, door) {
	let clipped = bug === "forgets-to-clip" ? data : data.map(x => Math.min(Math.max(x, 0), 1)), total = sum(clipped), bound = 1;
	if (bug === "not-finite") total /= data.length;
	if (bug === "rounds-after-clipping") {
		clipped = clipped.map(x => x / 4);
		total = Math.round(sum(clipped));
		bound = 0.25;
	}
	if (bug === "sensitivity-from-data") bound = largest(data);
	const noisySum = door.noisy("sum", total, bound, 0.25, { scale: (bug === "scale-from-data" ? largest(data) : bound) / 0.25 });
	if (bug !== "skips-empty" || data.length > 0)
		door.noisy("count", data.length, 1, bug === "spends-too-much" ? 0.75 : 0.25, {
			law: bug === "law-by-size" && data.length > 3 ? "normal" : "laplace",
			stream: bug === "one-stream-twice" ? "sum" : bug === "stream-by-size" ? `count-${data.length}` : "count",
		});
	const bins = bug === "bins-from-data" ? 1 + Math.floor(Math.max(0, ...clipped) * 3) : 4, histogram = new Array(bins).fill(0);
	for (const x of clipped) histogram[Math.min(Math.floor(x * bins), bins - 1)]++;
	const all = sum(histogram), shown = bug === "wrong-norm" ? histogram.map(x => x + all) : histogram;
	const noisyBins = door.noisy("histogram", shown, bug === "wrong-norm" ? 2 : 1, 0.5), output = { mean: noisySum / 4, bins: noisyBins };
	if (bug === "prints-raw") output.n = data.length;
	return output;
}

for await (const line of createInterface({ input: process.stdin })) {
	const request = JSON.parse(line), door = new Door(request.seed, request.answers), output = program(request.data, door);
	console.log(JSON.stringify({ additions: door.additions, output }));
}
