/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "masses_binomial.h"

/* The chance times 2^40. */
static uint64_t chance(const struct masses *m)
{
	return (uint64_t)((INT64_C(1) << 39) + (int64_t)m->p * m->x);
}

/* binom(q, k) c^k (1 - c)^(q - k) */
void masses_binomial(const struct masses *m, uint64_t k, mpfr_t mass)
{
	mpz_t number;
	mpfr_t power;

	mpz_init(number);
	mpfr_init2(power, MASSES_PRECISION);
	mpz_bin_uiui(number, m->q, k);
	mpfr_set_z(mass, number, MPFR_RNDN);
	mpfr_set_ui_2exp(power, chance(m), -40, MPFR_RNDN);
	mpfr_pow_ui(power, power, k, MPFR_RNDN);
	mpfr_mul(mass, mass, power, MPFR_RNDN);
	mpfr_set_ui_2exp(power, (UINT64_C(1) << 40) - chance(m), -40, MPFR_RNDN);
	mpfr_pow_ui(power, power, m->q - k, MPFR_RNDN);
	mpfr_mul(mass, mass, power, MPFR_RNDN);
	mpfr_clear(power);
	mpz_clear(number);
}
