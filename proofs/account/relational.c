/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loops of accounting's drivers, with the kernels that they call and without MPFR: what
   is proved of a step in ref/account is proved here of the whole. */
#include "account/bracket.h"
#include "account/lattice.h"
#include "account/placement.h"

/*@ logic integer power(integer n) = n <= 0 ? 1 : 2 * power(n - 1);
    lemma power_10: power(10) == 1024;
    lemma power_20: power(20) == 1048576;
    lemma power_30: power(30) == 1073741824;
    lemma power_40: power(40) == 1099511627776;
    lemma power_41: power(41) == 2199023255552; */

/* dpmf_pld_compose: what is composed after the last step. */
/*@ requires 1 <= times <= 1099511627776;
    assigns  \nothing;
    ensures  all: \result == times; */
uint64_t composed(uint64_t times)
{
	uint64_t count = 0, unit = UINT64_C(1) << (DPMF_LADDER_BITS - 1);
	bool one_more = false;

	/*@ ghost int bits = DPMF_LADDER_BITS; */
	/*@ loop invariant range: 0 <= bits <= DPMF_LADDER_BITS;
	    loop invariant unit: bits > 0 ==> unit == power(bits - 1);
	    loop invariant done: bits == 0 ==> unit == 0;
	    loop invariant so_far: power(bits) * count <= times < power(bits) * (count + 1);
	    loop assigns count, unit, bits, one_more;
	    loop variant bits; */
	while (unit > 0) {
		count = dpmf_ladder_next(times, unit, count, &one_more);
		unit /= 2;
		/*@ ghost bits--; */
	}
	return count;
}

/* The evaluation, with MPFR: any function of the number that answers truly. */
/*@ assigns \nothing;
    ensures \result == 1 <==> keeps(steps); */
bool asked(unsigned long steps);

/* most_steps of pbm_compose.c: the answer keeps the target, the next number does not. */
/*@ requires most < 4611686018427387904;
    assigns  \nothing;
    ensures  range: \result <= most;
    ensures  good: \result == 0 || keeps(\result);
    ensures  most: \result == most || !keeps(\result + 1); */
unsigned long most_that_keeps(unsigned long most, bool from_above)
{
	struct dpmf_bracket b;

	dpmf_bracket_open(&b, most);
	/*@ loop invariant bracketed: bracketed(&b, most);
	    loop assigns b;
	    loop variant b.bad - b.good; */
	while (b.bad - b.good > 1) {
		const unsigned long here = dpmf_bracket_next(&b, most, from_above);

		dpmf_bracket_move(&b, most, here, asked(here));
	}
	return b.good;
}

/* The cell in which a value of `high` lies: there is one for each, so that the largest value over the
   cells is at least that of every placement. */
/*@ requires 0 <= others < 1073741824 && 1 <= cells <= others + 1 && high <= others;
    requires \valid(cell);
    assigns  *cell;
    ensures  cell: \result < cells;
    ensures  within: cell->first <= high <= cell->last;
    ensures  starts: cut(others + 1, cells, \result, cell->first);
    ensures  ends: cut(others + 1, cells, \result + 1, cell->last + 1); */
unsigned long cell_of(unsigned long others, unsigned long cells, unsigned long high, struct dpmf_cell *cell)
{
	const unsigned long all = others + 1, top = (high + 1) * cells - 1, i = top / all;

	/*@ assert below: (high + 1) * cells <= all * cells; */
	/*@ assert quotient: i * all <= top < (i + 1) * all; */
	/*@ assert range: i < cells; */
	dpmf_pbm_cell(others, cells, i, cell);
	/*@ assert from: cell->first * cells < (high + 1) * cells; */
	/*@ assert to: (high + 1) * cells < (cell->last + 2) * cells; */
	return i;
}
