/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COMMENT = 160 };

static json_t *around(mpfr_srcptr x, double share)
{
	mpfr_t end;
	double lo, hi;

	mpfr_init2(end, ACCOUNT_BITS);
	mpfr_set_d(end, 1 - share, MPFR_RNDN);
	mpfr_mul(end, end, x, MPFR_RNDD);
	lo = mpfr_get_d(end, MPFR_RNDD);
	mpfr_set_d(end, 1 + share, MPFR_RNDN);
	mpfr_mul(end, end, x, MPFR_RNDU);
	hi = mpfr_get_d(end, MPFR_RNDU);
	mpfr_clear(end);
	return book_interval(lo, hi);
}

json_t *account_around(mpfr_srcptr x)
{
	return around(x, 0x1p-30);
}

/* Of any sign: what a mistake makes of a positive number may be below zero. */
static json_t *mistaken(mpfr_srcptr x)
{
	const double y = mpfr_get_d(x, MPFR_RNDN), room = fabs(y) * 0x1p-30;

	return book_interval(y - room, y + room);
}

void account_put_answer(struct book *b, const char *name, const char *output, mpfr_srcptr z)
{
	if (mpfr_number_p(z) && fabs(mpfr_get_d(z, MPFR_RNDN)) < 0x1p1000)
		book_mistake(b, name, output, "enclosure", mistaken(z));
}

void account_put_mistake(struct book *b, const struct account_mistake *m, const char *output, const double *x)
{
	mpfr_t z;

	mpfr_init2(z, ACCOUNT_BITS);
	m->f(z, x);
	account_put_answer(b, m->name, output, z);
	mpfr_clear(z);
}

void account_put_mistakes(struct book *b, const char *output, const double *x)
{
	const struct account_mistake *m;

	for (size_t i = 0; (m = account_mistake_at(i)) != NULL; i++)
		if (strcmp(m->algorithm, b->algorithm) == 0)
			account_put_mistake(b, m, output, x);
}

static void inputs(struct book *b, const struct account *a, const double *x)
{
	for (size_t i = 0; i < ACCOUNT_INPUTS && a->input[i] != NULL; i++)
		if (a->input[i][0] == '#')
			book_in_u64(b, a->input[i] + 1, (uint64_t)x[i]);
		else
			book_in_double(b, a->input[i], x[i]);
}

/* The fewest digits that mean x and no other double. */
static int digits(double x)
{
	char text[40];
	int n = 1;

	do
		snprintf(text, sizeof text, "%.*g", n, x);
	while (strtod(text, NULL) != x && ++n < 17);
	return n;
}

/* "scale 1, epsilon 0.5" */
static void describe(const struct account *a, const double *x, char text[COMMENT])
{
	size_t n = 0;

	for (size_t i = 0; i < ACCOUNT_INPUTS && a->input[i] != NULL && n < COMMENT; i++)
		n += (size_t)snprintf(text + n, COMMENT - n, "%s%s %.*g", i == 0 ? "" : ", ", a->input[i] + (a->input[i][0] == '#'), digits(x[i]), x[i]);
}

void account_test(struct book *b, const struct account *a, const struct account_mistake *mistakes, const struct account_case *one, mpfr_srcptr z, double share)
{
	char text[COMMENT];

	b->failed |= !mpfr_number_p(z) || mpfr_sgn(z) < 0 || (mpfr_sgn(z) > 0 && mpfr_cmp_d(z, 1e-300) < 0);
	describe(a, one->x, text);
	book_test(b, one->flags, "%s", text);
	inputs(b, a, one->x);
	book_out(b, a->output, "enclosure", around(z, share));
	account_put_mistakes(b, a->output, one->x);
	for (const struct account_mistake *m = mistakes; m != NULL && m->name != NULL; m++)
		account_put_mistake(b, m, a->output, one->x);
}

void account_tests_around(struct book *b, const struct account *a, const struct account_mistake *mistakes, const struct account_case *list, size_t count,
                          double share)
{
	mpfr_t z;

	mpfr_init2(z, ACCOUNT_BITS);
	for (size_t i = 0; i < count; i++) {
		a->f(z, list[i].x);
		account_test(b, a, mistakes, &list[i], z, share);
		account_put_slips(b, a, list[i].x);
	}
	mpfr_clear(z);
}

void account_tests(struct book *b, const struct account *a, const struct account_case *list, size_t count)
{
	account_tests_around(b, a, NULL, list, count, 0x1p-30);
}

void account_tests_with(struct book *b, const struct account *a, const struct account_mistake *mistakes, const struct account_case *list, size_t count)
{
	account_tests_around(b, a, mistakes, list, count, 0x1p-30);
}

void account_masses(struct book *b, const struct account *a, const struct account_case *list, size_t count)
{
	account_tests_around(b, a, NULL, list, count, 0x1p-51);
}

void account_refusals(struct book *b, const struct account *a, const struct account_case *list, size_t count)
{
	book_group(b, "refused", "What an implementation must refuse.");
	account_refuse(b, a, list, count);
}

void account_refuse(struct book *b, const struct account *a, const struct account_case *list, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		book_refused(b, list[i].flags);
		inputs(b, a, list[i].x);
	}
}
