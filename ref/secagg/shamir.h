/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shamir's scheme mod 2^31 - 1: a polynomial of degree n - 1 is evaluated at
   the users' numbers, and any n of its values give back its value at 0 (Lagrange;
   proofs/theory/Shamir.v). All numbers are below 2^31 - 1. */
#ifndef DPMF_SECAGG_SHAMIR_H
#define DPMF_SECAGG_SHAMIR_H
#include <stdbool.h>
#include <stddef.h>
#include "secagg/field.h"

/*@ predicate residues{L}(uint32_t *x, integer n) = \forall integer i; 0 <= i < n ==> residue(x[i]);

    logic integer horner{L}(uint32_t *c, integer from, integer n, integer x) =
      from >= n ? 0 : modulo(product(x, horner(c, from + 1, n, x)) + c[from]);

    logic integer weighted{L}(uint32_t *w, uint32_t *y, integer n) =
      n <= 0 ? 0 : modulo(weighted(w, y, n - 1) + product(w[n - 1], y[n - 1]));

    logic integer apart(integer a, integer b) = modulo(a + DPMF_FIELD_PRIME - b);

    logic integer others{L}(uint32_t *x, integer i, integer n) =
      n <= 0 ? 1 : n - 1 == i ? others(x, i, n - 1) : product(others(x, i, n - 1), x[n - 1]);

    logic integer distances{L}(uint32_t *x, integer i, integer n) =
      n <= 0 ? 1 : n - 1 == i ? distances(x, i, n - 1) : product(distances(x, i, n - 1), apart(x[n - 1], x[i]));

    predicate weight{L}(uint32_t *x, integer i, integer n, integer w) =
      \exists integer v; product(distances(x, i, n), v) == 1 && w == product(others(x, i, n), v); */

/* c_0 + c_1 x + ... + c_(n-1) x^(n-1). */
/*@ requires \valid_read(c + (0 .. n - 1)) && residues(c, n) && residue(x);
    assigns  \nothing;
    ensures  residue: residue(\result);
    ensures  value: \result == horner(c, 0, n, x); */
uint32_t dpmf_shamir_evaluate(const uint32_t *c, size_t n, uint32_t x);

/* Lagrange's weight of point i at 0: the product over j != i of x_j / (x_j - x_i).
   0 when another point equals x_i or is 0: then the points are not to be used. */
/*@ requires \valid_read(x + (0 .. n - 1)) && residues(x, n) && i < n;
    assigns  \nothing;
    ensures  residue: residue(\result);
    ensures  weight: \result != 0 ==> weight(x, i, n, \result);
    ensures  lagrange: \result == product(others(x, i, n), inverse(distances(x, i, n))); */
uint32_t dpmf_shamir_weight(const uint32_t *x, size_t n, size_t i);

/* w_0 y_0 + ... + w_(n-1) y_(n-1). */
/*@ requires \valid_read(w + (0 .. n - 1)) && \valid_read(y + (0 .. n - 1)) && residues(w, n) && residues(y, n);
    assigns  \nothing;
    ensures  residue: residue(\result);
    ensures  sum: \result == weighted(w, y, n); */
uint32_t dpmf_shamir_combine(const uint32_t *w, const uint32_t *y, size_t n);

#endif
