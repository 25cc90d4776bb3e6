/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which function of the words ahead each sampler computes: the algorithms of
   Canonne, Kamath, Steinke (2020) and the Polya shares of noise/shares.h, as
   relations between the words d before, what is drawn, and the words e after.
   A rule is one way in which a draw can go; nothing holds but by the rules.
   p / q is the paper's gamma, 1 / t or sigma^2. */
#ifndef DPMF_PROOFS_LOGIC_SAMPLERS_H
#define DPMF_PROOFS_LOGIC_SAMPLERS_H
#include "proofs/logic/draws.h"

/* The multiple of limit that comes next after the word is at most 2^64: every
   remainder has equally many such words. */
/*@ predicate whole_block(integer w, integer limit) = (w / limit + 1) * limit <= 18446744073709551616; */

/*@ inductive uniform(draws d, integer limit, integer v, draws e) {
      case uniform_sure: \forall draws d; uniform(d, 1, 0, d);
      case uniform_taken: \forall draws d, integer limit;
        1 < limit && whole_block(word(d), limit) ==> uniform(d, limit, word(d) % limit, rest(d));
      case uniform_refused: \forall draws d, e, integer limit, v;
        1 < limit && !whole_block(word(d), limit) && uniform(rest(d), limit, v, e) ==> uniform(d, limit, v, e);
    } */

/* 1 on the p greatest of q equally likely numbers. */
/*@ inductive bernoulli(draws d, integer p, integer q, integer answer, draws e) {
      case bernoulli_never: \forall draws d, integer q; 0 < q ==> bernoulli(d, 0, q, 0, d);
      case bernoulli_always: \forall draws d, integer q; 0 < q ==> bernoulli(d, q, q, 1, d);
      case bernoulli_yes: \forall draws d, e, integer p, q, u;
        0 < p < q && uniform(d, q, u, e) && q - p <= u ==> bernoulli(d, p, q, 1, e);
      case bernoulli_no: \forall draws d, e, integer p, q, u;
        0 < p < q && uniform(d, q, u, e) && u < q - p ==> bernoulli(d, p, q, 0, e);
    } */

/* How many of so many trials of probability p / q hold. */
/*@ inductive binomial(draws d, integer p, integer q, integer trials, integer held, draws e) {
      case binomial_none: \forall draws d, integer p, q; binomial(d, p, q, 0, 0, d);
      case binomial_next: \forall draws d, m, e, integer p, q, trials, held, one;
        binomial(d, p, q, trials, held, m) && bernoulli(m, p, q, one, e) ==>
        binomial(d, p, q, trials + 1, held + one, e);
    } */

/* Bernoulli(p / (q k)) as the product of p / q and 1 / k. */
/*@ inductive trial(draws d, integer p, integer q, integer k, integer answer, draws e) {
      case trial_first_fails: \forall draws d, e, integer p, q, k;
        bernoulli(d, p, q, 0, e) ==> trial(d, p, q, k, 0, e);
      case trial_both: \forall draws d, m, e, integer p, q, k, answer;
        bernoulli(d, p, q, 1, m) && bernoulli(m, 1, k, answer, e) ==> trial(d, p, q, k, answer, e);
    } */

/* Algorithm 1 for gamma <= 1, from the k-th trial on: 1 when the trial that
   fails is odd. The counter ends at 2^64 - 1. */
/*@ inductive exp_from(draws d, integer p, integer q, integer k, integer answer, draws e) {
      case exp_counted_out: \forall draws d, integer p, q;
        exp_from(d, p, q, 18446744073709551615, 1, d);
      case exp_ends: \forall draws d, e, integer p, q, k;
        k < 18446744073709551615 && trial(d, p, q, k, 0, e) ==> exp_from(d, p, q, k, k % 2, e);
      case exp_goes_on: \forall draws d, m, e, integer p, q, k, answer;
        k < 18446744073709551615 && trial(d, p, q, k, 1, m) && exp_from(m, p, q, k + 1, answer, e) ==>
        exp_from(d, p, q, k, answer, e);
    }
    predicate exp_fraction(draws d, integer p, integer q, integer answer, draws e) =
      exp_from(d, p, q, 1, answer, e); */

/* Algorithm 1: Bernoulli(exp(-1)) as often as gamma has whole units, all of
   which must hold, then the fraction of gamma. */
/*@ inductive exp_units(draws d, integer units, integer p, integer q, integer answer, draws e) {
      case exp_no_unit: \forall draws d, e, integer p, q, answer;
        exp_fraction(d, p, q, answer, e) ==> exp_units(d, 0, p, q, answer, e);
      case exp_unit_fails: \forall draws d, e, integer units, p, q;
        0 < units && exp_fraction(d, 1, 1, 0, e) ==> exp_units(d, units, p, q, 0, e);
      case exp_unit_holds: \forall draws d, m, e, integer units, p, q, answer;
        0 < units && exp_fraction(d, 1, 1, 1, m) && exp_units(m, units - 1, p, q, answer, e) ==>
        exp_units(d, units, p, q, answer, e);
    }
    predicate bernoulli_exp(draws d, integer p, integer q, integer answer, draws e) =
      exp_units(d, p / q, p % q, q, answer, e); */

/* Algorithm 2's V: how many Bernoulli(exp(-1)) hold before one fails, from v on;
   1024 is where counting ends. */
/*@ inductive units_from(draws d, integer v, integer units, draws e) {
      case units_counted_out: \forall draws d; units_from(d, 1024, 1024, d);
      case units_end: \forall draws d, e, integer v;
        v < 1024 && exp_fraction(d, 1, 1, 0, e) ==> units_from(d, v, v, e);
      case units_go_on: \forall draws d, m, e, integer v, units;
        v < 1024 && exp_fraction(d, 1, 1, 1, m) && units_from(m, v + 1, units, e) ==> units_from(d, v, units, e);
    } */

/* Algorithm 2's U: uniform below q, kept with probability exp(-U / q). */
/*@ inductive kept_part(draws d, integer q, integer u, draws e) {
      case part_kept: \forall draws d, m, e, integer q, u;
        uniform(d, q, u, m) && exp_fraction(m, u, q, 1, e) ==> kept_part(d, q, u, e);
      case part_refused: \forall draws d, m, n, e, integer q, u, v;
        uniform(d, q, u, m) && exp_fraction(m, u, q, 0, n) && kept_part(n, q, v, e) ==> kept_part(d, q, v, e);
    } */

/*@ logic integer whole_quotient(integer u, integer q, integer v, integer p) = (u + q * v) / p; */

/* Algorithm 2's Y = (U + q V) / p, rounded down; once more when V is counted out. */
/*@ inductive geometric(draws d, integer p, integer q, integer y, draws e) {
      case geometric_drawn: \forall draws d, m, e, integer p, q, u, v, y;
        kept_part(d, q, u, m) && units_from(m, 0, v, e) && v < 1024 && y == whole_quotient(u, q, v, p) ==>
        geometric(d, p, q, y, e);
      case geometric_again: \forall draws d, m, n, e, integer p, q, u, y;
        kept_part(d, q, u, m) && units_from(m, 0, 1024, n) && geometric(n, p, q, y, e) ==> geometric(d, p, q, y, e);
    } */

/* Algorithm 2: the magnitude, then the sign of which 1 is minus; negative zero
   starts over. */
/*@ inductive laplace(draws d, integer p, integer q, integer x, draws e) {
      case laplace_plus: \forall draws d, e, integer p, q, y;
        geometric(d, p, q, y, e) && word(e) % 2 == 0 ==> laplace(d, p, q, y, rest(e));
      case laplace_minus: \forall draws d, e, integer p, q, y;
        geometric(d, p, q, y, e) && word(e) % 2 == 1 && 0 < y ==> laplace(d, p, q, -y, rest(e));
      case laplace_again: \forall draws d, m, e, integer p, q, x;
        geometric(d, p, q, 0, m) && word(m) % 2 == 1 && laplace(rest(m), p, q, x, e) ==> laplace(d, p, q, x, e);
    } */

/* The centre a / m of Algorithm 3: sigma rounded down, or below 1 the
   reciprocal of the next whole number after 1 / sigma. */
/*@ predicate centre(integer p, integer q, integer a, integer m) =
      (q <= p ==> m == 1 && 0 < a && a * a * q <= p < (a + 1) * (a + 1) * q) &&
      (p < q ==> a == 1 && 1 < m && (m - 1) * (m - 1) * p <= q < m * m * p); */

/* (y - a / m)^2 / (2 sigma^2) is the quotient of these two. */
/*@ logic integer squared_offset(integer y, integer m, integer a, integer q) =
      (y * m - a) * (y * m - a) * q;
    logic integer twice_variance(integer p, integer m) = 2 * p * m * m; */

/* Algorithm 3: y of the Laplace law of scale sigma^2 m / a, kept with
   probability exp(-(y - a / m)^2 / (2 sigma^2)). */
/*@ inductive gaussian(draws d, integer p, integer q, integer y, draws e) {
      case gaussian_kept: \forall draws d, k, e, integer p, q, a, m, y, below, above, g, h;
        centre(p, q, a, m) && laplace(d, below, above, y, k) && below == q * a && above == p * m &&
        bernoulli_exp(k, g, h, 1, e) && g == squared_offset(\abs(y), m, a, q) && h == twice_variance(p, m) ==>
        gaussian(d, p, q, y, e);
      case gaussian_refused: \forall draws d, k, n, e, integer p, q, a, m, y, below, above, g, h, x;
        centre(p, q, a, m) && laplace(d, below, above, y, k) && below == q * a && above == p * m &&
        bernoulli_exp(k, g, h, 0, n) && g == squared_offset(\abs(y), m, a, q) && h == twice_variance(p, m) &&
        gaussian(n, p, q, x, e) ==> gaussian(d, p, q, x, e);
    }

    lemma exponents_add: \forall integer y, q, a, m;
      2 * (y * m) * (q * a) + (y * m - a) * (y * m - a) * q == (y * m) * (y * m) * q + a * a * q; */

/* What is kept of `left` things, beside what was kept before: the first one's
   cycle leaves a uniform number of them, and is kept with probability part / whole. */
/*@ inductive cycles(draws d, integer left, integer before, integer part, integer whole, integer kept, draws e) {
      case cycles_none: \forall draws d, integer part, whole, kept; cycles(d, 0, kept, part, whole, kept, d);
      case cycle_kept: \forall draws d, k, l, e, integer left, after, before, now, part, whole, kept;
        0 < left && uniform(d, left, after, k) && bernoulli(k, part, whole, 1, l) && now == before + left - after &&
        cycles(l, after, now, part, whole, kept, e) ==> cycles(d, left, before, part, whole, kept, e);
      case cycle_dropped: \forall draws d, k, l, e, integer left, after, before, part, whole, kept;
        0 < left && uniform(d, left, after, k) && bernoulli(k, part, whole, 0, l) &&
        cycles(l, after, before, part, whole, kept, e) ==> cycles(d, left, before, part, whole, kept, e);
    }

    inductive polya(draws d, integer p, integer q, integer part, integer whole, integer kept, draws e) {
      case polya_drawn: \forall draws d, m, e, integer p, q, part, whole, things, kept;
        geometric(d, p, q, things, m) && cycles(m, things, 0, part, whole, kept, e) ==>
        polya(d, p, q, part, whole, kept, e);
    }

    inductive laplace_share(draws d, integer p, integer q, integer part, integer whole, integer x, draws e) {
      case share_drawn: \forall draws d, m, e, integer p, q, part, whole, up, down;
        polya(d, p, q, part, whole, up, m) && polya(m, p, q, part, whole, down, e) ==>
        laplace_share(d, p, q, part, whole, up - down, e);
    } */

#endif
