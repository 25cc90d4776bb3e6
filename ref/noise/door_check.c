/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "noise/door_check.h"

bool dpmf_unit_fits(enum dpmf_unit law, enum dpmf_unit asked)
{
	return law == asked || law == DPMF_ANY_UNIT;
}

bool dpmf_answer_once(unsigned char *answered, size_t pieces, uint64_t piece)
{
	return piece < pieces && dpmf_take(answered + piece) == 0;
}

/* Whether x + y leaves 64 bits, as a number and without a branch: both are secret. */
/*@ assigns  \nothing;
    ensures  leaves: \result == (INT64_MIN <= x + y <= INT64_MAX ? 0 : 1); */
static int leaves(int64_t x, int64_t y)
{
	const int64_t up = y * (int64_t)(y > 0), down = y * (int64_t)(y < 0);

	/*@ assert up: up == (y > 0 ? y : 0); */
	/*@ assert down: down == (y < 0 ? y : 0); */
	return (int)(x > INT64_MAX - up) + (int)(x < INT64_MIN - down);
}

bool dpmf_has_room(const int64_t *steps, const int64_t *noise, size_t n)
{
	size_t beyond = 0;

	/*@ loop invariant range: 0 <= l <= n;
	    loop invariant counted: 0 <= beyond <= l;
	    loop invariant so_far: beyond == 0 <==> \forall integer j; 0 <= j < l ==> INT64_MIN <= steps[j] + noise[j] <= INT64_MAX;
	    loop assigns l, beyond;
	    loop variant n - l; */
	for (size_t l = 0; l < n; l++)
		beyond += (size_t)leaves(steps[l], noise[l]);
	return beyond == 0;
}

void dpmf_add_steps(const int64_t *noise, size_t n, int64_t *steps)
{
	/*@ loop invariant range: 0 <= l <= n;
	    loop invariant kept: \forall integer j; 0 <= j < n ==> noise[j] == \at(noise[j], Pre);
	    loop invariant done: \forall integer j; 0 <= j < l ==> steps[j] == \at(steps[j], Pre) + \at(noise[j], Pre);
	    loop invariant ahead: \forall integer j; l <= j < n ==> steps[j] == \at(steps[j], Pre);
	    loop assigns l, steps[0 .. n - 1];
	    loop variant n - l; */
	for (size_t l = 0; l < n; l++)
		steps[l] += noise[l];
}

bool dpmf_steps_within(const int64_t *steps, size_t n, int64_t least, int64_t most)
{
	/*@ loop invariant range: 0 <= l <= n;
	    loop invariant so_far: \forall integer j; 0 <= j < l ==> least <= steps[j] <= most;
	    loop assigns l;
	    loop variant n - l; */
	for (size_t l = 0; l < n; l++)
		if (steps[l] < least || steps[l] > most)
			return false;
	return true;
}

/* One step of the comparison a / c >= d / b: its whole parts, else what is left of both, turned over. */
/*@ ghost
  /@ requires y < x;
     assigns  \nothing;
     ensures  once_more: (y + 1) * (b * c) <= x * (b * c);
  @/
  static void one_more(uint64_t x, uint64_t y, uint64_t b, uint64_t c)
  {
    /@ assert positive: 0 <= (x - y - 1) * (b * c); @/
  }

  /@ requires 0 < b && 0 < c && 0 <= r < c && 0 <= t < b;
     requires a == q * c + r && d == s * b + t;
     assigns  \nothing;
     ensures  greater: q > s ==> a * b >= c * d;
     ensures  smaller: q < s ==> a * b < c * d;
     ensures  equal: q == s ==> (a * b >= c * d <==> b * r >= t * c);
  @/
  static void one_step(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t q, uint64_t r, uint64_t s, uint64_t t)
  {
    /@ assert left: a * b == q * (b * c) + b * r; @/
    /@ assert right: c * d == s * (b * c) + t * c; @/
    /@ assert rests: 0 <= b * r <= b * c && 0 <= t * c <= b * c; @/
    /@ assert below: b * r < b * c && t * c < b * c; @/
    if (s < q)
      one_more(q, s, b, c);
    if (q < s)
      one_more(s, q, b, c);
  }
*/

bool dpmf_product_at_least(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
	if (c == 0 || d == 0)
		return true;
	if (a == 0 || b == 0)
		return false;
	/*@ loop invariant positive: 0 < b && 0 < c;
	    loop invariant same: a * b >= c * d <==> \at(a * b, Pre) >= \at(c * d, Pre);
	    loop assigns a, b, c, d;
	    loop variant b + c; */
	for (;;) {
		const uint64_t q = a / c, r = a % c, s = d / b, t = d % b, whole = b;

		/*@ ghost one_step(a, b, c, d, q, r, s, t); */
		if (q != s)
			return q > s;
		if (t == 0)
			return true;
		if (r == 0)
			return false;
		a = whole;
		b = r;
		d = c;
		c = t;
	}
}

bool dpmf_parts_make_whole(const uint64_t *n, const uint64_t *part, const uint64_t *whole)
{
	const uint64_t first = n[0] * part[0], second = n[1] * part[1];

	/*@ assert positive: 0 <= second * whole[0] && 0 <= first * whole[1]; */
	if (first >= whole[0]) {
		/*@ assert enough: first * whole[1] >= whole[0] * whole[1]; */
		return true;
	}
	if (second >= whole[1]) {
		/*@ assert enough: second * whole[0] >= whole[1] * whole[0]; */
		return true;
	}
	/*@ assert rest: (whole[1] - second) * whole[0] == whole[1] * whole[0] - second * whole[0]; */
	return dpmf_product_at_least(first, whole[1], whole[1] - second, whole[0]);
}

void dpmf_smallest_shares(const uint64_t *members, bool smaller_is_first, uint64_t honest, uint64_t *n)
{
	const uint64_t of = smaller_is_first ? members[0] : members[1], smaller = honest < of ? honest : of;

	n[0] = smaller_is_first ? smaller : honest - smaller;
	n[1] = honest - n[0];
}
