/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arithmetic mod the prime 2^31 - 1, in which secrets are shared: the greatest
   Mersenne prime whose products fit into 64 bits, so that every operation is
   one of C's and one remainder. */
#ifndef DPMF_SECAGG_FIELD_H
#define DPMF_SECAGG_FIELD_H
#include <stdint.h>

#define DPMF_FIELD_PRIME 2147483647U /* 2^31 - 1 */

/*@ predicate residue(integer a) = 0 <= a < DPMF_FIELD_PRIME;
    logic integer modulo(integer a) = a % DPMF_FIELD_PRIME;
    logic integer product(integer a, integer b) = modulo(a * b);

    // power * square^e, by the bits of e, lowest first.
    logic integer raised(integer power, integer square, integer e) =
      e <= 0 ? power : raised(e % 2 == 1 ? product(power, square) : power, product(square, square), e / 2);
    logic integer fermat(integer a) = raised(1, a, DPMF_FIELD_PRIME - 2);
    logic integer inverse(integer a) = product(a, fermat(a)) == 1 ? fermat(a) : 0; */

/*@ requires residue(a) && residue(b);
    assigns  \nothing;
    ensures  residue: residue(\result);
    ensures  sum: \result == modulo(a + b); */
uint32_t dpmf_field_add(uint32_t a, uint32_t b);

/*@ requires residue(a) && residue(b);
    assigns  \nothing;
    ensures  residue: residue(\result);
    ensures  difference: \result == modulo(a + DPMF_FIELD_PRIME - b); */
uint32_t dpmf_field_subtract(uint32_t a, uint32_t b);

/*@ requires residue(a) && residue(b);
    assigns  \nothing;
    ensures  residue: residue(\result);
    ensures  product: \result == product(a, b); */
uint32_t dpmf_field_multiply(uint32_t a, uint32_t b);

/* a^(p - 2), tried: 0 when it is no inverse of a. */
/*@ requires residue(a);
    assigns  \nothing;
    ensures  residue: residue(\result);
    ensures  inverse: \result != 0 ==> product(a, \result) == 1;
    ensures  tried: \result == inverse(a); */
uint32_t dpmf_field_inverse(uint32_t a);

#endif
