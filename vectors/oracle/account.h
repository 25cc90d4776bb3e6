/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Curves of the accounting: functions of at most five numbers, whose one output is enclosed. */
#ifndef VECTORS_ORACLE_ACCOUNT_H
#define VECTORS_ORACLE_ACCOUNT_H
#include <mpfr.h>

#include "oracle.h"

enum { ACCOUNT_BITS = 320, ACCOUNT_INPUTS = 5 };

struct account_mistake {
	const char *algorithm, *name;
	void (*f)(mpfr_ptr z, const double *x); /* no number: it has no answer there */
};

/* What persons get wrong in these curves (account_mistakes.c); NULL past the end. */
const struct account_mistake *account_mistake_at(size_t i);
/* Those of account_formulas.c, which follow them. */
const struct account_mistake *account_other_formula_at(size_t i);
void account_ratio(mpfr_ptr z, double above, double below);
/* z = sqrt(2 log(top / delta)) */
void account_root_of_log(mpfr_ptr z, double top, double delta);

struct account {
	const char *output;
	const char *input[ACCOUNT_INPUTS]; /* a # stands before the name of a whole number */
	void (*f)(mpfr_ptr z, const double *x);
};

struct account_case {
	const char *flags; /* of a case that is refused: why */
	double x[ACCOUNT_INPUTS];
};

/* What each of them answers at x, for the test at hand. */
void account_put_mistakes(struct book *b, const char *output, const double *x);
void account_put_answer(struct book *b, const char *name, const char *output, mpfr_srcptr z);
void account_put_mistake(struct book *b, const struct account_mistake *m, const char *output, const double *x);
/* What the curve is where an input is mistaken for another number (account_slips.c). */
void account_put_slips(struct book *b, const struct account *a, const double *x);
/* Whether x lies where account_sweep goes: in the domain, and soon computed. */
bool account_within(const char *algorithm, const struct account *a, const double *x);
/* The real number, and 2^-30 of it on either side. */
json_t *account_around(mpfr_srcptr x);
void account_tests(struct book *b, const struct account *a, const struct account_case *list, size_t count);
/* With mistakes beside those of account_mistakes.c; one without a name ends them. */
void account_tests_with(struct book *b, const struct account *a, const struct account_mistake *mistakes, const struct account_case *list, size_t count);
/* One test, whose answer is z. */
void account_test(struct book *b, const struct account *a, const struct account_mistake *mistakes, const struct account_case *one, mpfr_srcptr z, double share);
/* `share` of the real number on either side. */
void account_tests_around(struct book *b, const struct account *a, const struct account_mistake *mistakes, const struct account_case *list, size_t count,
                          double share);
/* The inputs at point `number` across the domain; they may lie outside it. */
void account_draw(const struct book *b, const struct account *a, uint64_t number, double *x);
/* At points across the domain (account_sweep.c), behind all others. */
void account_sweep(struct book *b, const struct account *a, const struct account_mistake *mistakes, double share);
#define ACCOUNT_SHARE 0x1p-30
/* 2^-51 of the real number on either side: for numbers that need no accounting. */
void account_masses(struct book *b, const struct account *a, const struct account_case *list, size_t count);
void account_refusals(struct book *b, const struct account *a, const struct account_case *list, size_t count);
/* Without a group of their own. */
void account_refuse(struct book *b, const struct account *a, const struct account_case *list, size_t count);
#define ACCOUNT_TESTS(b, a, list) account_tests(b, a, list, sizeof(list) / sizeof *(list))
#define ACCOUNT_REFUSALS(b, a, list) account_refusals(b, a, list, sizeof(list) / sizeof *(list))

/* The last numbers that are allowed, then the first that are not. */
#define ACCOUNT_EDGES(b, a, inside, outside)                                                    \
	do {                                                                                    \
		book_group(b, "edges of the domain", "The last numbers that are allowed, and the first that are not."); \
		ACCOUNT_TESTS(b, a, inside);                                                    \
		account_refuse(b, a, outside, sizeof(outside) / sizeof *(outside));             \
	} while (0)

/* The Gaussian mechanism's delta at epsilon. */
void gaussian_curve(mpfr_t delta, const mpfr_t mu, const mpfr_t epsilon);
/* The Gaussian mechanism's least epsilon at (mu, delta). */
void gaussian_least_epsilon(mpfr_ptr z, const double *x); /* x: mu, delta */
/* The Gaussian mechanism's largest mu at (epsilon, delta). */
void gaussian_largest_mu(mpfr_t mu, double epsilon, double delta);
/* log(sum over j of C(alpha, j) (1 - rate)^(alpha - j) rate^j e^(j (j - less) mu^power / 2)) / (alpha - 1), x = mu, rate, alpha */
void sampled_gaussian_sum(mpfr_ptr z, const double *x, unsigned long power, long less);

#endif
