// SPDX-License-Identifier: 0BSD
// A target of dpmf-audit exec: one bit, told rightly with probability 3/4. Its epsilon is ln 3 = 1.0986...
import { createInterface } from "node:readline";
import { randomFrom } from "../clients/dpmf_audit.mjs";

for await (const line of createInterface({ input: process.stdin })) {
  const [, world, count, seed] = line.split(" "), random = randomFrom(seed);
  let answer = "";
  for (let i = 0; i < count; i++) answer += `${world ^ (random() < 0.25)}\n`;
  process.stdout.write(answer);
}
