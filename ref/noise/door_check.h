/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the door decides before anything leaves, as kernels on whole numbers. */
#ifndef DPMF_NOISE_DOOR_CHECK_H
#define DPMF_NOISE_DOOR_CHECK_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum dpmf_unit { DPMF_ANY_UNIT, DPMF_DOUBLES, DPMF_STEPS };

/* Whether a statistic in that unit may take noise of a law in this one. */
/*@ requires asked == DPMF_DOUBLES || asked == DPMF_STEPS;
    assigns  \nothing;
    ensures  fits: \result == 1 <==> law == asked || law == DPMF_ANY_UNIT; */
bool dpmf_unit_fits(enum dpmf_unit law, enum dpmf_unit asked);

/* Sets the cell and says what it was, at once for all threads. */
/*@ requires \valid(cell);
    assigns  *cell;
    ensures  was: \result == \old(*cell);
    ensures  set: *cell == 1; */
unsigned char dpmf_take(unsigned char *cell);

/* One answer a piece: true for a piece that there is and that was not answered yet; from here on it was. */
/*@ requires \valid(answered + (0 .. pieces - 1));
    assigns  answered[0 .. pieces - 1];
    ensures  once: \result == 1 <==> piece < pieces && \old(answered[piece]) == 0;
    ensures  taken: piece < pieces ==> answered[piece] == 1;
    ensures  others: \forall integer i; 0 <= i < pieces && i != piece ==> answered[i] == \old(answered[i]); */
bool dpmf_answer_once(unsigned char *answered, size_t pieces, uint64_t piece);

/* Whether noise can be added to every coordinate without leaving 64 bits; looks at all of them, and branches on none. */
/*@ requires \valid_read(steps + (0 .. n - 1)) && \valid_read(noise + (0 .. n - 1));
    assigns  \nothing;
    ensures  room: \result == 1 <==> \forall integer l; 0 <= l < n ==> INT64_MIN <= steps[l] + noise[l] <= INT64_MAX; */
bool dpmf_has_room(const int64_t *steps, const int64_t *noise, size_t n);

/* Where there is room: adds. */
/*@ requires \valid(steps + (0 .. n - 1)) && \valid_read(noise + (0 .. n - 1));
    requires \separated(steps + (0 .. n - 1), noise + (0 .. n - 1));
    requires room: \forall integer l; 0 <= l < n ==> INT64_MIN <= steps[l] + noise[l] <= INT64_MAX;
    assigns  steps[0 .. n - 1];
    ensures  added: \forall integer l; 0 <= l < n ==> steps[l] == \old(steps[l]) + \old(noise[l]); */
void dpmf_add_steps(const int64_t *noise, size_t n, int64_t *steps);

/* Whether all of them lie in least .. most. */
/*@ requires \valid_read(steps + (0 .. n - 1));
    assigns  \nothing;
    ensures  within: \result == 1 <==> \forall integer l; 0 <= l < n ==> least <= steps[l] <= most; */
bool dpmf_steps_within(const int64_t *steps, size_t n, int64_t least, int64_t most);

/* a b >= c d, exactly, in numbers of 64 bits: by the quotients of a / c and d / b. */
/*@ assigns  \nothing;
    ensures  exact: \result == 1 <==> a * b >= c * d; */
bool dpmf_product_at_least(uint64_t a, uint64_t b, uint64_t c, uint64_t d);

/* Whether n[0] shares part[0] / whole[0] and n[1] shares part[1] / whole[1] make at least one whole. */
/*@ requires \valid_read(n + (0 .. 1)) && \valid_read(part + (0 .. 1)) && \valid_read(whole + (0 .. 1));
    requires whole[0] > 0 && whole[1] > 0;
    requires fits: n[0] * part[0] <= UINT64_MAX && n[1] * part[1] <= UINT64_MAX;
    assigns  \nothing;
    ensures  whole: \result == 1 <==> n[0] * part[0] * whole[1] + n[1] * part[1] * whole[0] >= whole[0] * whole[1]; */
bool dpmf_parts_make_whole(const uint64_t *n, const uint64_t *part, const uint64_t *whole);

/* Of `honest` shares the smallest that there can be: as many as there are of the smaller kind, the rest of the other. */
/*@ requires \valid_read(members + (0 .. 1)) && \valid(n + (0 .. 1)) && \separated(members + (0 .. 1), n + (0 .. 1));
    requires honest <= members[0] + members[1];
    assigns  n[0 .. 1];
    ensures  all: n[0] + n[1] == honest;
    ensures  smaller_first: smaller_is_first ==> n[0] == (honest < members[0] ? honest : members[0]);
    ensures  smaller_second: !smaller_is_first ==> n[1] == (honest < members[1] ? honest : members[1]); */
void dpmf_smallest_shares(const uint64_t *members, bool smaller_is_first, uint64_t honest, uint64_t *n);

#endif
