// SPDX-License-Identifier: 0BSD
// Audits a function for differential privacy with the program dpmf-audit. One file, nothing but node.
//
//     import { audit } from "./dpmf_audit.mjs";
//
//     const mechanism = (data, random) => data.map(bit => random() < 0.75 ? bit : 1 - bit);
//
//     console.log(String(await audit(mechanism, [1, 0], [1, 1], { epsilon: 1 })));
//
// `audit` compares two data sets that you give. `search` looks for two neighbours that break the claim; `space` says which data sets
// there are (dpmf-audit search --help). The function is called with a data set and a source of uniform numbers between 0 and 1 that
// follows from the seed. It must draw from it alone. It returns a number, a word, or a list of these, always as many. It runs in this
// process. The program is found on the PATH, or where the environment variable DPMF_AUDIT says. `serve` makes a script a target of
// `dpmf-audit exec -- node SCRIPT` itself.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHash } from "node:crypto";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export class AuditError extends Error {}

export class Result {
	constructor(document) {
		const one = document.cases ? document.cases[0] : document;
		this.document = document;
		this.violated = one.verdict === "violated";
		this.epsilonClaimed = one.epsilon_claimed;
		this.delta = one.delta;
		this.epsilonLower = one.epsilon_lower;
		this.confidence = one.confidence;
		this.verdict = one.sentences.verdict;
		this.seen = one.sentences.seen;
		this.data = document.data ?? null;
	}
	toString() {
		const lines = [["verdict", `The function ${this.verdict}`]];
		if (this.seen) lines.push(["what was seen", this.seen]);
		(this.data ?? []).forEach((data, i) => lines.push([`data set ${i}`, JSON.stringify(data)]));
		return lines.map(([head, text]) => head.padEnd(15) + text).join("\n");
	}
	[Symbol.for("nodejs.util.inspect.custom")]() {
		return this.toString();
	}
}

// Uniform numbers from a seed: SHA-256 of the seed and a counter, 52 bits each, never 0 or 1.
export function randomFrom(seed) {
	let block = 0, buffer = null, at = 0;
	return () => {
		if (!buffer || at === buffer.length) {
			buffer = createHash("sha256").update(`${seed} ${block++}`).digest();
			at = 0;
		}
		const word = buffer.readBigUInt64LE(at);
		at += 8;
		return (Number(word >> 12n) + 0.5) / 4503599627370496;
	};
}

// A number or a word. Whatever else would become words that are all different, of which an audit learns nothing.
function single(value) {
	if (value !== null && !["number", "bigint", "string", "boolean"].includes(typeof value))
		throw new TypeError(`an answer is a number, a word, or a list of these: in it stands ${Array.isArray(value) ? "a list" : typeof value}`);
	return value;
}
const list = value => ArrayBuffer.isView(value) ? Array.from(value) : value;
const field = value => String(single(value)).trim().replace(/\s+/g, "_") || "-";
const jsonField = value => typeof single(value) === "string" ? JSON.stringify(value) : String(value);
const asLine = value => Array.isArray(value = list(value)) ? value.map(field).join(" ") : field(value);
const asJson = value => Array.isArray(value = list(value)) ? `[${value.map(jsonField).join(",")}]` : jsonField(value);

// The lines that answer one request of either protocol.
function answers(request, mechanism, data) {
	let one, count, seed, write;
	if (request.startsWith("{")) {
		({ data: one, count, seed } = JSON.parse(request));
		write = asJson;
	} else {
		const words = request.split(" ");
		[one, count, seed, write] = [data[Number(words[1])], Number(words[2]), words[3], asLine];
	}
	const random = randomFrom(seed), lines = [];
	for (let i = 0; i < count; i++) lines.push(write(mechanism(one, random)) + "\n");
	return lines.join("");
}

export async function serve(mechanism, d0, d1) {
	for await (const line of createInterface({ input: process.stdin })) process.stdout.write(answers(line, mechanism, [d0, d1]));
}

function run(command, options, mechanism, data) {
	const folder = mkdtempSync(join(tmpdir(), "dpmf-audit-")), path = join(folder, "door");
	const program = process.env.DPMF_AUDIT || "dpmf-audit";
	const words = Object.entries(options).filter(([, value]) => value !== undefined).map(([name, value]) => `--${name.replaceAll("_", "-")}=${value}`);
	let failure = null;
	const server = createServer(connection => {
		createInterface({ input: connection }).on("line", line => {
			try {
				if (!failure) connection.write(answers(line, mechanism, data));
			} catch (error) {
				failure = error;
				connection.destroy();
			}
		});
		connection.on("error", () => {});
	});
	return new Promise((resolve, reject) => server.on("error", reject).listen(path, () => {
		const child = spawn(program, [command, ...words, "--json", "--", process.execPath, fileURLToPath(import.meta.url), "--relay", path],
			{ stdio: ["ignore", "pipe", "pipe"] });
		let out = "", err = "";
		child.stdout.setEncoding("utf8").on("data", text => { out += text; });
		child.stderr.setEncoding("utf8").on("data", text => { err += text; });
		child.on("error", () => reject(new AuditError("the program dpmf-audit is not on the PATH: install dpmf, or set DPMF_AUDIT to where it is")));
		child.on("close", status => {
			if (status === 0 || status === 1) resolve(new Result(JSON.parse(out)));
			else if (failure) reject(new AuditError(`the function threw ${failure}`, { cause: failure }));
			else reject(new AuditError(err.trim() || `dpmf-audit ended with exit status ${status}`));
		});
	})).finally(() => {
		server.close();
		rmSync(folder, { recursive: true, force: true });
	});
}

// options: epsilon, and delta, trials, confidence, seed and whatever else dpmf-audit exec takes.
export const audit = (mechanism, d0, d1, options) => run("exec", options, mechanism, [d0, d1]);
// options: epsilon, and delta, pairs, trials, confidence, seed and whatever else dpmf-audit search takes.
export const search = (mechanism, space, options) => run("search", { ...options, space: JSON.stringify(space) }, mechanism, null);

// What dpmf-audit starts: passes its requests on, and the answers back.
if (process.argv[2] === "--relay" && process.argv[1] === fileURLToPath(import.meta.url)) {
	const door = connect(process.argv[3]);
	door.on("error", () => process.exit(1));
	process.stdin.pipe(door);
	door.pipe(process.stdout);
}
