/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole numbers on which privacy figures rest: steps of a grid, points of a grid of
   losses, and how often a release is counted. No MPFR here: proved in INT. */
#ifndef DPMF_ACCOUNT_LATTICE_H
#define DPMF_ACCOUNT_LATTICE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* floor(D / step) = `whole` and `cells` roundings: the steps that a statistic moves (noise/grid.h).
   Refused beyond 2^53. */
/*@ requires \valid(steps);
    assigns  *steps;
    ensures  fits: \result == 1 <==> whole + cells <= 9007199254740992;
    ensures  moved: \result == 1 ==> *steps == whole + cells;
    ensures  kept: \result == 0 ==> *steps == \old(*steps); */
bool dpmf_steps_moved(uint64_t whole, uint64_t cells, uint64_t *steps);

/* How many points a grid of losses from first to last has, both counted; 0 for one that is
   refused: a step of 2^-power with power in 0 .. 40, both ends within 2^40, two cells or more. */
/*@ assigns  \nothing;
    ensures  points: 0 <= power <= 40 && -1099511627776 < first && last < 1099511627776 && last - first >= 2 ==>
               \result == last - first + 1;
    ensures  refused: power < 0 || power > 40 || first <= -1099511627776 || last >= 1099511627776 || last - first < 2 ==>
               \result == 0; */
size_t dpmf_lattice_points(int power, long first, long last);

/* The points of two grids added: i of the one and j of the other fall on i + j. Refused
   where a point would leave 2^52: up to there every one is a double. */
/*@ requires \valid(first) && \valid(count) && \separated(first, count);
    requires 0 < count_a <= 4503599627370496 && 0 < count_b <= 4503599627370496;
    requires -4503599627370496 <= first_a <= 4503599627370496;
    requires -4503599627370496 <= first_b <= 4503599627370496;
    assigns  *first, *count;
    ensures  fits: \result == 1 <==> -4503599627370496 <= first_a + first_b &&
               first_a + first_b + (count_a + count_b - 1) <= 4503599627370496;
    ensures  first: \result == 1 ==> *first == first_a + first_b;
    ensures  count: \result == 1 ==> *count == count_a + count_b - 1;
    ensures  every: \result == 1 ==> \forall integer i, j; 0 <= i < count_a && 0 <= j < count_b ==>
               0 <= i + j < *count && (first_a + i) + (first_b + j) == *first + (i + j);
    ensures  kept: \result == 0 ==> *first == \old(*first) && *count == \old(*count); */
bool dpmf_lattice_sum(long first_a, size_t count_a, long first_b, size_t count_b, long *first, size_t *count);

/* Composition by squaring, a bit of `times` at a time from the highest: `count` is how many releases
   are composed so far, the bits of `times` above 2 unit; the next count is twice that, and one
   more where the bit of `unit` is set. After unit = 1 it is `times` (proofs/account/relational.c). */
enum { DPMF_LADDER_BITS = 41 };
/*@ requires \valid(one_more);
    requires 1 <= unit <= 1099511627776 && times <= 1099511627776;
    requires so_far: 2 * unit * count <= times < 2 * unit * (count + 1);
    assigns  *one_more;
    ensures  next: unit * \result <= times < unit * (\result + 1);
    ensures  twice: \result == 2 * count + (*one_more ? 1 : 0); */
uint64_t dpmf_ladder_next(uint64_t times, uint64_t unit, uint64_t count, bool *one_more);

#endif
