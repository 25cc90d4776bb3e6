/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Gaussian curve once more, without intervals and without ref/account: by
   tanh-sinh quadrature of d delta / d mu = density(eps/mu - mu/2) from 0, and by
   the two error functions at a precision that outlives their cancellation. */
#ifndef TESTS_ACCOUNT_REFERENCE_H
#define TESTS_ACCOUNT_REFERENCE_H
#include <math.h>
#include <mpfr.h>
#include <stdint.h>

#include "core/stream.h"

enum { REFERENCE_BITS = 160, REFERENCE_FINE = 1200, REFERENCE_HALF = 140, REFERENCE_NODES = 2 * REFERENCE_HALF + 1 };

struct reference {
	struct dpmf_stream stream;
	mpfr_t node[REFERENCE_NODES], weight[REFERENCE_NODES]; /* on (0, 1) */
};

/* Node 1 / (1 + e^-v), v = pi sinh(u), u = i / 32. */
static inline void reference_node(struct reference *r, int i)
{
	mpfr_t u, e, slope;

	mpfr_inits2(REFERENCE_BITS, u, e, slope, (mpfr_ptr)0);
	mpfr_set_si_2exp(u, i, -5, MPFR_RNDN);
	mpfr_sinh_cosh(e, slope, u, MPFR_RNDN);
	mpfr_const_pi(u, MPFR_RNDN);
	mpfr_mul(e, e, u, MPFR_RNDN);
	mpfr_mul(slope, slope, u, MPFR_RNDN);
	mpfr_neg(e, e, MPFR_RNDN);
	mpfr_exp(e, e, MPFR_RNDN);
	mpfr_add_ui(u, e, 1, MPFR_RNDN);
	mpfr_ui_div(r->node[REFERENCE_HALF + i], 1, u, MPFR_RNDN);
	mpfr_sqr(u, u, MPFR_RNDN);
	mpfr_div(e, e, u, MPFR_RNDN);
	mpfr_mul(e, e, slope, MPFR_RNDN);
	mpfr_div_2ui(r->weight[REFERENCE_HALF + i], e, 5, MPFR_RNDN);
	mpfr_clears(u, e, slope, (mpfr_ptr)0);
}

/* What a file's tests draw from; its own seed makes it differ from the others'. */
static struct reference reference;

static inline int reference_open(uint64_t seed)
{
	struct reference *r = &reference;
	struct dpmf_key key;

	if (dpmf_stream_start(NULL) != DPMF_OK)
		return -1;
	dpmf_key_from_seed(seed, &key);
	dpmf_stream_open(&r->stream, &key, 0, 0, 0);
	for (int i = 0; i < REFERENCE_NODES; i++) {
		mpfr_init2(r->node[i], REFERENCE_BITS);
		mpfr_init2(r->weight[i], REFERENCE_BITS);
		reference_node(r, i - REFERENCE_HALF);
	}
	return 0;
}

static inline int reference_close(void **state)
{
	(void)state;
	for (int i = 0; i < REFERENCE_NODES; i++) {
		mpfr_clear(reference.node[i]);
		mpfr_clear(reference.weight[i]);
	}
	mpfr_free_cache();
	return 0;
}

static inline double reference_uniform(struct reference *r, double lo, double hi)
{
	return lo + (hi - lo) * ((double)(dpmf_stream_word(&r->stream) >> 11) * 0x1p-53);
}

static inline double reference_decades(struct reference *r, double lo, double hi)
{
	return pow(10, reference_uniform(r, log10(lo), log10(hi)));
}

/* exp(s - eps sinh(s)^2) */
static inline void reference_integrand(mpfr_srcptr eps, mpfr_srcptr s, mpfr_ptr y)
{
	mpfr_sinh(y, s, MPFR_RNDN);
	mpfr_sqr(y, y, MPFR_RNDN);
	mpfr_mul(y, y, eps, MPFR_RNDN);
	mpfr_sub(y, s, y, MPFR_RNDN);
	mpfr_exp(y, y, MPFR_RNDN);
}

/* sum += its integral over (from, from + length) */
static inline void reference_piece(const struct reference *r, mpfr_srcptr eps, mpfr_srcptr from, mpfr_srcptr length,
                                   mpfr_ptr sum)
{
	mpfr_t s, y, piece;

	mpfr_inits2(REFERENCE_BITS, s, y, piece, (mpfr_ptr)0);
	mpfr_set_zero(piece, 1);
	for (int i = 0; i < REFERENCE_NODES; i++) {
		mpfr_fma(s, length, r->node[i], from, MPFR_RNDN);
		reference_integrand(eps, s, y);
		mpfr_fma(piece, y, r->weight[i], piece, MPFR_RNDN);
	}
	mpfr_fma(sum, piece, length, sum, MPFR_RNDN);
	mpfr_clears(s, y, piece, (mpfr_ptr)0);
}

/* asinh(sqrt(sinh(s)^2 + 100/eps)): where the integrand is e^-100 of that at s. */
static inline double reference_reach(double eps, double s)
{
	return asinh(sqrt(sinh(s) * sinh(s) + 100 / eps));
}

/* With t = sqrt(2 eps) e^s the density is that of sqrt(2 eps) sinh(s), and
     delta = sqrt(eps / pi) integral of exp(s - eps sinh(s)^2) up to log(mu / sqrt(2 eps)). */
static inline void reference_quadrature(const struct reference *r, mpfr_srcptr mu, mpfr_srcptr eps, mpfr_ptr delta)
{
	const double e = mpfr_get_d(eps, MPFR_RNDN);
	mpfr_t end, from, length, sum;
	double last;
	int pieces;

	mpfr_inits2(REFERENCE_BITS, end, from, length, sum, (mpfr_ptr)0);
	mpfr_mul_2ui(end, eps, 1, MPFR_RNDN);
	mpfr_sqrt(end, end, MPFR_RNDN);
	mpfr_div(end, mu, end, MPFR_RNDN);
	mpfr_log(end, end, MPFR_RNDN);
	last = mpfr_get_d(end, MPFR_RNDN);
	if (last > reference_reach(e, 0))
		mpfr_set_d(end, reference_reach(e, 0), MPFR_RNDN);
	mpfr_set_d(from, -reference_reach(e, fmin(last, 0)), MPFR_RNDN);
	mpfr_sub(length, end, from, MPFR_RNDN);
	pieces = (int)ceil(mpfr_get_d(length, MPFR_RNDU) * fmax(1, sqrt(e) / 3));
	mpfr_div_si(length, length, pieces, MPFR_RNDN);
	mpfr_set_zero(sum, 1);
	for (int i = 0; i < pieces; i++) {
		reference_piece(r, eps, from, length, sum);
		mpfr_add(from, from, length, MPFR_RNDN);
	}
	mpfr_const_pi(end, MPFR_RNDN);
	mpfr_div(end, eps, end, MPFR_RNDN);
	mpfr_sqrt(end, end, MPFR_RNDN);
	mpfr_mul(delta, sum, end, MPFR_RNDN);
	mpfr_clears(end, from, length, sum, (mpfr_ptr)0);
}

/* delta as (erfc((eps/mu - mu/2)/sqrt 2) - e^eps erfc((eps/mu + mu/2)/sqrt 2)) / 2. */
static inline void reference_delta(mpfr_srcptr mu, mpfr_srcptr eps, mpfr_ptr delta)
{
	mpfr_t middle, half, root, a, b;

	mpfr_inits2(REFERENCE_FINE, middle, half, root, a, b, (mpfr_ptr)0);
	mpfr_sqrt_ui(root, 2, MPFR_RNDN);
	mpfr_div(middle, eps, mu, MPFR_RNDN);
	mpfr_div_2ui(half, mu, 1, MPFR_RNDN);
	mpfr_sub(a, middle, half, MPFR_RNDN);
	mpfr_div(a, a, root, MPFR_RNDN);
	mpfr_erfc(a, a, MPFR_RNDN);
	mpfr_add(b, middle, half, MPFR_RNDN);
	mpfr_div(b, b, root, MPFR_RNDN);
	mpfr_erfc(b, b, MPFR_RNDN);
	mpfr_exp(root, eps, MPFR_RNDN);
	mpfr_mul(b, b, root, MPFR_RNDN);
	mpfr_sub(a, a, b, MPFR_RNDN);
	mpfr_div_2ui(delta, a, 1, MPFR_RNDN);
	mpfr_clears(middle, half, root, a, b, (mpfr_ptr)0);
}

#endif
