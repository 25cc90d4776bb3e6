/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Distribution functions of the laws that the samplers name, in MPFR with 256
   bits: an oracle that shares no code with ref/. Laws with a closed form are
   evaluated; the others are tables of masses, cut where less than 2^-110 is
   left on a side and divided by their sum. */
#ifndef DPMF_AUDIT_MASSES_H
#define DPMF_AUDIT_MASSES_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <mpfr.h>

#include "core/status.h"

enum { MASSES_PRECISION = 256 };

enum masses_law {
	MASSES_UNIFORM,           /* on (0, 1) */
	MASSES_LAPLACE,           /* density exp(-|x| / scale) / (2 scale) */
	MASSES_NORMAL,            /* deviation `scale` */
	MASSES_EXPONENTIAL,       /* mean `scale` */
	MASSES_UNIFORM_BELOW,     /* 1 / q for x = 0 .. q - 1 */
	MASSES_BERNOULLI,         /* p / q for 1, the rest for 0 */
	MASSES_BERNOULLI_EXP,     /* exp(-p / q) for 1, the rest for 0 */
	MASSES_GEOMETRIC,         /* (1 - a) a^x, a = exp(-p / q), x >= 0 */
	MASSES_DISCRETE_LAPLACE,  /* (1 - a) / (1 + a) a^|x| */
	MASSES_DISCRETE_GAUSSIAN, /* ~ exp(-x^2 / (2 sigma^2)), sigma^2 = p / q */
	MASSES_POLYA,             /* NB(r, a), r = part / parties: binom(x + r - 1, x) (1 - a)^r a^x */
	MASSES_LAPLACE_SHARE,     /* the difference of two such */
	MASSES_BINOMIAL,          /* q trials of chance (2^39 + p x) / 2^40 each */
	MASSES_FLIPPED,           /* the bit x, which is the other with probability 1 / (1 + exp(p / q)) */
};

struct dpmf_fixed_chances;

struct masses {
	enum masses_law law;
	double scale;           /* of the continuous laws */
	uint64_t p, q, parties; /* of the others */
	uint64_t part;          /* 0: 1, as equal shares have it */
	int64_t x;              /* of MASSES_BINOMIAL and MASSES_FLIPPED */
	const struct dpmf_fixed_chances *chances; /* what a sampler of the law is handed; says nothing of the law */
	/* Laws without a closed form: upto[i] = P(X <= first + i). */
	int64_t first;
	size_t count;
	mpfr_t *upto;
};

/* Takes the parameters from `law` and makes the table where one is needed;
   DPMF_INPUT when the table would have more than 2^17 entries. */
enum dpmf_status masses_open(const struct masses *law, struct masses *masses, struct dpmf_error *error);
void masses_close(struct masses *masses); /* and leaves no table */

bool masses_is_discrete(enum masses_law law);
/* P(X <= x); x is a whole number for a discrete law. */
void masses_upto(const struct masses *masses, double x, mpfr_t result);
/* P(low < X <= high); low and high may be infinite. */
void masses_between(const struct masses *masses, double low, double high, mpfr_t result);
/* A point x with P(X <= x) >= level: the smallest whole number for a discrete
   law, the smallest to within a few units in the last place otherwise. */
double masses_quantile(const struct masses *masses, double level);

#endif
