// SPDX-License-Identifier: 0BSD
// samplers.mjs LAW: noise as it is commonly made from Math.random, which takes no seed; a target of dpmf-audit noise and timing.
import { createInterface } from "node:readline";

const draws = {
  laplace: () => { const u = Math.random() - 0.5; return -Math.sign(u) * Math.log(1 - 2 * Math.abs(u)); },
  normal: () => Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random()),
};
const draw = draws[process.argv[2]];

createInterface({ input: process.stdin }).on("line", line => {
  const count = Number(line.split(" ")[2]);
  const text = x => Object.is(x, -0) ? "-0" : String(x);

  process.stdout.write(Array.from({ length: count }, () => text(draw()) + "\n").join(""));
});
