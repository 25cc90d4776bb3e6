/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A search by halving between what keeps a target and what does not. Whether a
   number does is found out elsewhere, with MPFR; to the contracts it is an abstract
   predicate, and that the two ends stay on their sides is what they prove. */
#ifndef DPMF_ACCOUNT_BRACKET_H
#define DPMF_ACCOUNT_BRACKET_H
#include <stdbool.h>

/*@ axiomatic Target {
      predicate keeps(integer steps) reads \nothing;
      predicate keeps_real(real x) reads \nothing;
    } */

/* `good` keeps the target or is 0; `bad` does not or is beyond `most`. */
struct dpmf_bracket {
	unsigned long good, bad, reach;
};
/*@ predicate bracketed{L}(struct dpmf_bracket *b, integer most) =
      b->good < b->bad <= most + 1 && 1 <= b->reach && most < 4611686018427387904 && b->reach <= 2 * most + 2 &&
      (b->good == 0 || keeps(b->good)) && (b->bad == most + 1 || !keeps(b->bad)); */

/*@ requires \valid(b) && most < 4611686018427387904;
    assigns  *b;
    ensures  whole: b->good == 0 && b->bad == most + 1 && b->reach == 1;
    ensures  bracketed: bracketed(b, most); */
void dpmf_bracket_open(struct dpmf_bracket *b, unsigned long most);

/* The next to try, strictly between the ends: the middle; from_above, as long as nothing
   keeps the target, just below `bad`, in steps that double. */
/*@ requires \valid_read(b) && bracketed(b, most);
    requires open: b->bad - b->good > 1;
    assigns  \nothing;
    ensures  between: b->good < \result < b->bad;
    ensures  middle: !(from_above && b->good == 0) ==>
               \result - b->good <= b->bad - \result <= \result - b->good + 1;
    ensures  near: from_above && b->good == 0 && b->reach < b->bad ==> \result == b->bad - b->reach; */
unsigned long dpmf_bracket_next(const struct dpmf_bracket *b, unsigned long most, bool from_above);

/*@ requires \valid(b) && bracketed(b, most);
    requires between: b->good < here < b->bad;
    requires answer: yes <==> keeps(here);
    assigns  *b;
    ensures  bracketed: bracketed(b, most);
    ensures  good: b->good == (yes ? here : \old(b->good));
    ensures  bad: b->bad == (yes ? \old(b->bad) : here);
    ensures  doubled: b->reach == (\old(b->reach) <= most ? 2 * \old(b->reach) : \old(b->reach)); */
void dpmf_bracket_move(struct dpmf_bracket *b, unsigned long most, unsigned long here, bool yes);

#endif
