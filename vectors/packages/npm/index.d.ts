// SPDX-License-Identifier: 0BSD
export interface Double { hex: string; bits: string }
export interface Interval { lo: Double; hi: Double }
export interface Draw { call: string; with: string[]; at: string; words: string; value: string }
/** Integers are decimal strings, bytes are hex digits. */
export type Value = string | Double | Interval | Draw | Value[];
export interface Output { compare: 'exact' | 'enclosure' | `ulp:${number}`; value: Value }
export interface Test {
	tcId: number;
	comment: string;
	flags: string[];
	inputs: Record<string, Value>;
	outputs: Record<string, Output>;
	/** invalid: an implementation must refuse the inputs. */
	result: 'valid' | 'invalid';
	/** What a known mistake answers, by its name and the outputs that it changes. */
	mistakes?: Record<string, Record<string, Output>>;
}
export interface TestGroup { name: string; comment: string; tests: Test[] }
export interface VectorFile {
	format: 'dpmf-vectors';
	version: '1';
	algorithm: string;
	schema: string;
	license: 'CC0-1.0';
	notes: { summary: string; algorithm: string[]; flags: Record<string, string> };
	testGroups: TestGroup[];
}
export interface Flag { meaning: string; bugType: string; effect: string; tests: number }
export interface IndexEntry {
	algorithm: string;
	family: string;
	summary: string;
	file: string;
	schema: string;
	page: string;
	numberOfTests: number;
	/** Why the tests of these numbers are invalid. */
	refused: Record<string, string>;
	flags: Record<string, Flag>;
	/** How many tests know each mistake. */
	mistakes: Record<string, number>;
}
export interface Index { format: string; version: string; generator: string; license: string; numberOfTests: number; algorithms: IndexEntry[] }

/** number: double; bigint: integer; Uint8Array: bytes. */
export type Native = number | bigint | string | Uint8Array | Native[];

export const index: Index;
export function algorithms(): string[];
export function load(algorithm: string): VectorFile;
export function tests(algorithm: string): Test[];
export function doubleOf(value: Double): number;
export function readInputs(algorithm: string, test: Test): Record<string, Native>;
/** The answer `value`, of the types of readInputs, against one output. */
export function agrees(compare: string, expected: Value, value: unknown): boolean;
