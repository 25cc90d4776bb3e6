/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Poisson binomial mechanism of dpmf-rp: its exact Renyi divergence and the C_0 that Theorem 4.1 needs
   for it, in MPFR. 256 bits, of which at most some 150 cancel. */
#include <mpfr.h>
#include <stdlib.h>

#include "vectors/format/number.h"
#include "oracle.h"

enum { BITS = 256, ALPHAS = 7, POWERS = 12, ENUMERATED = 144, MOST_QUANTA = 16 };

static const double thetas[] = { 0.015625, 0.03125, 0.0625, 0.125, 0.1875, 0.25 };
static const unsigned long quantas[] = { 1, 4, 16 }, userses[] = { 1, 2, 5, 10, 100, 1000 };
static const double alphas[ALPHAS] = { 1.125, 1.5, 2, 4, 16, 64, 256 };

#define EACH(i, list) (size_t i = 0; i < sizeof(list) / sizeof *(list); i++)

/* The laws of one row: `law` of the others, `p` and `q` with the user who changes. */
struct row {
	double theta;
	unsigned long quanta, users, others; /* others: Bernoullis of those who stay */
	mpfr_t high, low, *law, *p, *q, weight[2][MOST_QUANTA + 1], x, y, power[POWERS], sum[ALPHAS];
	mpfr_t divergence[ALPHAS], corner[ALPHAS];
};

static mpfr_t *numbers(size_t n)
{
	mpfr_t *x = malloc(n * sizeof *x);

	for (size_t i = 0; x != NULL && i < n; i++)
		mpfr_init2(x[i], BITS);
	return x;
}

static void release(mpfr_t *x, size_t n)
{
	for (size_t i = 0; x != NULL && i < n; i++)
		mpfr_clear(x[i]);
	free(x);
}

/* C(n, k) a^k b^(n-k) */
static void binomial(mpfr_ptr z, unsigned long n, unsigned long k, mpfr_srcptr a, mpfr_srcptr b, mpfr_ptr x)
{
	mpfr_pow_ui(z, b, n - k, MPFR_RNDN);
	mpfr_pow_ui(x, a, k, MPFR_RNDN);
	mpfr_mul(z, z, x, MPFR_RNDN);
	for (unsigned long i = 0; i < k; i++) {
		mpfr_mul_ui(z, z, n - i, MPFR_RNDN);
		mpfr_div_ui(z, z, i + 1, MPFR_RNDN);
	}
}

static void row_open(struct row *r)
{
	mpfr_t *const single[] = { &r->high, &r->low, &r->x, &r->y };

	for EACH(i, single)
		mpfr_init2(*single[i], BITS);
	for (int i = 0; i < POWERS; i++)
		mpfr_init2(r->power[i], BITS);
	for (int i = 0; i < ALPHAS; i++)
		mpfr_inits2(BITS, r->sum[i], r->divergence[i], r->corner[i], (mpfr_ptr)NULL);
	for (unsigned long j = 0; j <= MOST_QUANTA; j++)
		mpfr_inits2(BITS, r->weight[0][j], r->weight[1][j], (mpfr_ptr)NULL);
	r->law = numbers(r->others + 1);
	r->p = numbers(r->others + r->quanta + 1);
	r->q = numbers(r->others + r->quanta + 1);
}

static void row_close(struct row *r)
{
	mpfr_clears(r->high, r->low, r->x, r->y, (mpfr_ptr)NULL);
	for (int i = 0; i < POWERS; i++)
		mpfr_clear(r->power[i]);
	for (int i = 0; i < ALPHAS; i++)
		mpfr_clears(r->sum[i], r->divergence[i], r->corner[i], (mpfr_ptr)NULL);
	for (unsigned long j = 0; j <= MOST_QUANTA; j++)
		mpfr_clears(r->weight[0][j], r->weight[1][j], (mpfr_ptr)NULL);
	release(r->law, r->others + 1);
	release(r->p, r->others + r->quanta + 1);
	release(r->q, r->others + r->quanta + 1);
}

/* All the others at +c. */
static void fill(struct row *r)
{
	mpfr_set_d(r->high, 0.5 + r->theta, MPFR_RNDN);
	mpfr_set_d(r->low, 0.5 - r->theta, MPFR_RNDN);
	for (unsigned long j = 0; j <= r->quanta; j++) {
		binomial(r->weight[0][j], r->quanta, j, r->high, r->low, r->x);
		binomial(r->weight[1][j], r->quanta, j, r->low, r->high, r->x);
	}
	mpfr_pow_ui(r->law[0], r->low, r->others, MPFR_RNDN);
	mpfr_div(r->y, r->high, r->low, MPFR_RNDN);
	for (unsigned long s = 0; s < r->others; s++) {
		mpfr_mul_ui(r->law[s + 1], r->law[s], r->others - s, MPFR_RNDN);
		mpfr_div_ui(r->law[s + 1], r->law[s + 1], s + 1, MPFR_RNDN);
		mpfr_mul(r->law[s + 1], r->law[s + 1], r->y, MPFR_RNDN);
	}
}

/* One Bernoulli of the others goes from 1/2 + theta to 1/2 - theta: the generating function times
   (high + low z) / (low + high z). The division runs from the top, where its errors shrink. */
static void lower_one(struct row *r)
{
	mpfr_set_zero(r->y, 1); /* the quotient's last coefficient */
	for (unsigned long s = r->others; s > 0; s--) {
		mpfr_mul(r->x, r->y, r->low, MPFR_RNDN);
		mpfr_sub(r->x, r->law[s], r->x, MPFR_RNDN);
		mpfr_mul(r->law[s], r->y, r->high, MPFR_RNDN); /* of high + low z, from the coefficient above */
		mpfr_div(r->y, r->x, r->high, MPFR_RNDN);
		mpfr_mul(r->x, r->y, r->low, MPFR_RNDN);
		mpfr_add(r->law[s], r->law[s], r->x, MPFR_RNDN);
	}
	mpfr_mul(r->law[0], r->y, r->high, MPFR_RNDN);
}

static void with_user(struct row *r, mpfr_t *law, mpfr_t *weight)
{
	for (unsigned long s = 0; s <= r->others + r->quanta; s++) {
		mpfr_set_zero(law[s], 1);
		for (unsigned long j = s > r->others ? s - r->others : 0; j <= r->quanta && j <= s; j++) {
			mpfr_mul(r->x, r->law[s - j], weight[j], MPFR_RNDN);
			mpfr_add(law[s], law[s], r->x, MPFR_RNDN);
		}
	}
}

/* D_alpha = ln(sum of Q (P / Q)^alpha) / (alpha - 1) for every alpha; power[i] = (P / Q)^(2^i / 8). */
static void diverge(struct row *r)
{
	static const int double_of[ALPHAS] = { 3, 3, 4, 5, 7, 9, 11 }; /* 8 alpha = 2^of, times 2^(1/8) or 2^(1/2) */

	with_user(r, r->p, r->weight[0]);
	with_user(r, r->q, r->weight[1]);
	for (int a = 0; a < ALPHAS; a++)
		mpfr_set_zero(r->sum[a], 1);
	for (unsigned long s = 0; s <= r->others + r->quanta; s++) {
		mpfr_div(r->power[3], r->p[s], r->q[s], MPFR_RNDN);
		for (int i = 3; i > 0; i--)
			mpfr_sqrt(r->power[i - 1], r->power[i], MPFR_RNDN);
		for (int i = 4; i < POWERS; i++)
			mpfr_sqr(r->power[i], r->power[i - 1], MPFR_RNDN);
		for (int a = 0; a < ALPHAS; a++) {
			mpfr_mul(r->x, r->power[double_of[a]], r->q[s], MPFR_RNDN);
			if (a < 2) /* 9/8, 12/8 */
				mpfr_mul(r->x, r->x, r->power[2 * a], MPFR_RNDN);
			mpfr_add(r->sum[a], r->sum[a], r->x, MPFR_RNDN);
		}
	}
	for (int a = 0; a < ALPHAS; a++) {
		mpfr_log(r->divergence[a], r->sum[a], MPFR_RNDN);
		mpfr_div_d(r->divergence[a], r->divergence[a], alphas[a] - 1, MPFR_RNDN);
	}
}

/* All others at -c: S = 0 has the mass high^others, unless lower_one went astray. */
static bool all_lowered(struct row *r)
{
	mpfr_pow_ui(r->x, r->high, r->others, MPFR_RNDN);
	mpfr_div(r->x, r->law[0], r->x, MPFR_RNDN);
	mpfr_sub_ui(r->x, r->x, 1, MPFR_RNDN);
	return mpfr_cmp_d(r->x, 0x1p-90) < 0 && mpfr_cmp_d(r->x, -0x1p-90) > 0;
}

/* The divergences with all others at +c, and whether no other placement of theirs exceeds one. */
static bool solve(struct row *r, bool enumerate)
{
	bool worst = true;

	fill(r);
	diverge(r);
	for (int a = 0; a < ALPHAS; a++)
		mpfr_set(r->corner[a], r->divergence[a], MPFR_RNDN);
	for (unsigned long low = 1; enumerate && low <= r->others; low++) {
		lower_one(r);
		diverge(r);
		for (int a = 0; a < ALPHAS; a++)
			worst = worst && mpfr_cmp(r->divergence[a], r->corner[a]) < 0;
	}
	return worst && (!enumerate || all_lowered(r));
}

/* x, and 2^-38 of it on either side. */
static json_t *around(mpfr_srcptr x, mpfr_ptr room)
{
	double lo, hi;

	mpfr_mul_d(room, x, 1 - 0x1p-38, MPFR_RNDD);
	lo = mpfr_get_d(room, MPFR_RNDD);
	mpfr_mul_d(room, x, 1 + 0x1p-38, MPFR_RNDU);
	hi = mpfr_get_d(room, MPFR_RNDU);
	return book_interval(lo, hi);
}

/* D (alpha - 1) / alpha^2 (1 - 2 theta)^4 n / (theta^2 q) */
static void c0(const struct row *r, int a, mpfr_ptr z)
{
	const double root = (1 - 2 * r->theta) * (1 - 2 * r->theta);

	mpfr_mul_d(z, r->corner[a], alphas[a] - 1, MPFR_RNDN);
	mpfr_div_d(z, z, alphas[a] * alphas[a], MPFR_RNDN);
	mpfr_mul_d(z, z, root * root, MPFR_RNDN);
	mpfr_div_d(z, z, r->theta * r->theta, MPFR_RNDN);
	mpfr_mul_ui(z, z, r->users, MPFR_RNDN);
	mpfr_div_ui(z, z, r->quanta, MPFR_RNDN);
}

static void inputs(struct book *b, double theta, unsigned long quanta, unsigned long users, const double *alpha, size_t n)
{
	book_in_double(b, "theta", theta);
	book_in_u64(b, "quanta", quanta);
	book_in_u64(b, "users", users);
	book_in_doubles(b, "alpha", alpha, n);
}

/* At the alphas from first to before last. */
static void test_of(struct book *b, double theta, unsigned long quanta, unsigned long users, int first, int last)
{
	struct row r = { .theta = theta, .quanta = quanta, .users = users, .others = (users - 1) * quanta };
	const bool enumerate = r.others <= ENUMERATED;
	json_t *rdp = json_array(), *needed = json_array();

	row_open(&r);
	if (r.law == NULL || r.p == NULL || r.q == NULL || !solve(&r, enumerate)) {
		b->failed = true;
	} else {
		book_test(b, enumerate ? "Enumerated" : "Corner", "theta %g, q %lu, n %lu", theta, quanta, users);
		inputs(b, theta, quanta, users, alphas + first, (size_t)(last - first));
		for (int a = first; a < last; a++) {
			json_array_append_new(rdp, around(r.corner[a], r.x));
			c0(&r, a, r.y);
			json_array_append_new(needed, around(r.y, r.x));
		}
		book_out(b, "rdp", "enclosure", json_incref(rdp));
		book_out(b, "c0", "enclosure", json_incref(needed));
	}
	json_decref(rdp);
	json_decref(needed);
	row_close(&r);
}

static void test(struct book *b, double theta, unsigned long quanta, unsigned long users)
{
	test_of(b, theta, quanta, users, 0, ALPHAS);
}

static void refused(struct book *b, const char *comment, double theta, unsigned long quanta, unsigned long users, double alpha)
{
	book_refused(b, comment);
	inputs(b, theta, quanta, users, &alpha, 1);
}

ORACLE(pbm_c0)
{
	book_open(b, "pbm_c0");
	book_group(b, "table", "theta, q and n as below, each with alpha = 1.125, 1.5, 2, 4, 16, 64, 256.");
	for EACH(t, thetas)
		for EACH(q, quantas)
			for EACH(n, userses)
				test(b, thetas[t], quantas[q], userses[n]);
	book_group(b, "refused", "What an implementation must refuse.");
	refused(b, "theta 0", 0, 1, 2, 2);
	refused(b, "theta above 1/4", 0x1.0000000000001p-2, 1, 2, 2);
	refused(b, "no quanta", 0.125, 0, 2, 2);
	refused(b, "no user", 0.125, 1, 0, 2);
	refused(b, "alpha 1", 0.125, 1, 2, 1);
}

LATER(pbm_c0)
{
	test_of(b, 0.125, 2, 5, 2, 3);
	test_of(b, 0.25, 1, 1, 0, 1);
}
