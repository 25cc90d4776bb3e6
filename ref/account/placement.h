/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which placements of the Poisson binomial mechanism are looked at (pbm.h), in whole
   numbers: how many Bernoullis the others hold, how the values of `high` are cut into
   cells, and which terms and outcomes a law has. Proved in INT. */
#ifndef DPMF_ACCOUNT_PLACEMENT_H
#define DPMF_ACCOUNT_PLACEMENT_H
#include <stdbool.h>
#include <stddef.h>

/* 1 <= users, 1 <= quanta, users quanta <= 2^30. */
/*@ assigns \nothing;
    ensures bounded: \result == 1 <==> 1 <= users && 1 <= quanta && users * quanta <= 1073741824; */
bool dpmf_pbm_sizes(unsigned long users, unsigned long quanta);

/* The Bernoullis of all users but the one who changes. */
/*@ requires 1 <= users && 1 <= quanta && users * quanta <= 1073741824;
    assigns  \nothing;
    ensures  others: \result + quanta == users * quanta; */
unsigned long dpmf_pbm_others(unsigned long users, unsigned long quanta);

/* Cell i of `cells` that cut 0 .. others; a placement whose `high` lies in it is never worse than the
   one with `first` Bernoullis high and others - last low (pbm.h, step 4). Every value
   of `high` lies in one cell (proofs/account/relational.c: cell_of). */
struct dpmf_cell {
	unsigned long first, last;
};
/*@ predicate cut(integer all, integer cells, integer i, integer start) =
      start * cells <= i * all < (start + 1) * cells; */
/*@ requires 0 <= others < 1073741824 && 1 <= cells <= others + 1 && i < cells;
    requires \valid(cell);
    assigns  *cell;
    ensures  starts: cut(others + 1, cells, i, cell->first);
    ensures  ends: cut(others + 1, cells, i + 1, cell->last + 1);
    ensures  order: cell->first <= cell->last <= others; */
void dpmf_pbm_cell(unsigned long others, unsigned long cells, unsigned long i, struct dpmf_cell *cell);

/* Whether users, each with all quanta at one extreme, attain the cell. */
/*@ requires quanta >= 1 && \valid_read(cell);
    assigns  \nothing;
    ensures  attained: \result == 1 <==> cell->first == cell->last && cell->first % quanta == 0; */
bool dpmf_pbm_attained(const struct dpmf_cell *cell, unsigned long quanta);

/* The sum s is made of j high ones and s - j low ones: all such j. */
/*@ requires high <= 1073741824 && low <= 1073741824 && s <= high + low;
    requires \valid(first) && \valid(last) && \separated(first, last);
    assigns  *first, *last;
    ensures  all: \forall integer j; *first <= j <= *last <==> 0 <= j <= high && 0 <= s - j <= low;
    ensures  some: *first <= *last; */
void dpmf_pbm_terms(unsigned long high, unsigned long low, unsigned long s, unsigned long *first, unsigned long *last);

/* C(high, j + 1) C(low, s - j - 1) over C(high, j) C(low, s - j), as a fraction. */
/*@ requires high <= 1073741824 && low <= 1073741824 && j < high && j < s <= low + j;
    requires \valid(above) && \valid(below) && \separated(above, below);
    assigns  *above, *below;
    ensures  above: *above == (high - j) * (s - j);
    ensures  below: *below == (j + 1) * (low + j + 1 - s);
    ensures  positive: *above > 0 && *below > 0; */
void dpmf_pbm_ratio(unsigned long high, unsigned long low, unsigned long s, unsigned long j,
                    unsigned long *above, unsigned long *below);

/* Of `count` outcomes from `from` on, those up to `turn` are filled from below; the rest, and the last
   one in any case, from above. */
/*@ requires count >= 1 && from + count <= 4294967296 && turn <= 4294967296;
    assigns  \nothing;
    ensures  none: turn < from ==> \result == 0;
    ensures  some: from <= turn < from + count - 1 ==> from + \result == turn + 1;
    ensures  all: from + count - 1 <= turn ==> \result == count; */
size_t dpmf_pbm_upward(unsigned long turn, unsigned long from, size_t count);

#endif
