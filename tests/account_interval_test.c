/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every operation on random intervals: the result holds the value at random
   points of its arguments, evaluated with plain MPFR at 300 bits, and where
   the arguments are points it is a few units in the last place wide. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <math.h>
#include <cmocka.h>

#include "account/interval.h"
#include "account/interval_normal.h"
#include "core/stream.h"
#include "tests/scale.h"

enum { BITS = 96, FINE = 300, TAIL = 1500, POINTS = 4 };

static struct dpmf_stream stream;

static double uniform(double lo, double hi)
{
	return lo + (hi - lo) * ((double)(dpmf_stream_word(&stream) >> 11) * 0x1p-53);
}

typedef void (*on_enclosures)(struct dpmf_enclosure *, const struct dpmf_enclosure *, const struct dpmf_enclosure *);
typedef void (*on_numbers)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr);

/* x and y range over [least, most]. */
struct operation {
	const char *name;
	on_enclosures enclose;
	on_numbers value;
	double least, most;
};

#define BINARY(name, f) \
	static void e_##name(struct dpmf_enclosure *z, const struct dpmf_enclosure *x, const struct dpmf_enclosure *y) \
	{ \
		dpmf_interval_##name(z, x, y); \
	} \
	static void v_##name(mpfr_ptr z, mpfr_srcptr x, mpfr_srcptr y) \
	{ \
		f(z, x, y, MPFR_RNDN); \
	}
#define UNARY(name, enclose, f) \
	static void e_##name(struct dpmf_enclosure *z, const struct dpmf_enclosure *x, const struct dpmf_enclosure *y) \
	{ \
		(void)y; \
		enclose(z, x); \
	} \
	static void v_##name(mpfr_ptr z, mpfr_srcptr x, mpfr_srcptr y) \
	{ \
		(void)y; \
		f(z, x, MPFR_RNDN); \
	}

BINARY(add, mpfr_add)
BINARY(sub, mpfr_sub)
BINARY(mul, mpfr_mul)
BINARY(div, mpfr_div)
BINARY(pow, mpfr_pow)
BINARY(max, mpfr_max)
BINARY(min, mpfr_min)
UNARY(neg, dpmf_interval_neg, mpfr_neg)
UNARY(sqr, dpmf_interval_sqr, mpfr_sqr)
UNARY(sqrt, dpmf_interval_sqrt, mpfr_sqrt)
UNARY(exp, dpmf_interval_exp, mpfr_exp)
UNARY(expm1, dpmf_interval_expm1, mpfr_expm1)
UNARY(log, dpmf_interval_log, mpfr_log)
UNARY(log1p, dpmf_interval_log1p, mpfr_log1p)
UNARY(erfc, dpmf_interval_erfc, mpfr_erfc)

/* By erf at a precision that survives 1 - erf: not the way of the library. */
static int tail(mpfr_ptr z, mpfr_srcptr x, mpfr_rnd_t to)
{
	mpfr_t root, half;

	mpfr_inits2(TAIL, root, half, (mpfr_ptr)0);
	mpfr_sqrt_ui(root, 2, to);
	mpfr_div(root, x, root, to);
	mpfr_erf(root, root, to);
	mpfr_ui_sub(half, 1, root, to);
	mpfr_div_2ui(z, half, 1, to);
	mpfr_clears(root, half, (mpfr_ptr)0);
	return 0;
}

static int cdf(mpfr_ptr z, mpfr_srcptr x, mpfr_rnd_t to)
{
	mpfr_t p;

	mpfr_init2(p, TAIL);
	tail(p, x, to);
	mpfr_ui_sub(z, 1, p, to);
	mpfr_clear(p);
	return 0;
}

static int log_tail(mpfr_ptr z, mpfr_srcptr x, mpfr_rnd_t to)
{
	mpfr_t p;

	mpfr_init2(p, TAIL);
	tail(p, x, to);
	mpfr_log(z, p, to);
	mpfr_clear(p);
	return 0;
}

UNARY(tail, dpmf_normal_tail, tail)
UNARY(cdf, dpmf_normal_cdf, cdf)
UNARY(log_tail, dpmf_normal_log_tail, log_tail)

static void e_pow_si(struct dpmf_enclosure *z, const struct dpmf_enclosure *x, const struct dpmf_enclosure *y)
{
	dpmf_interval_pow_si(z, x, 1 - mpfr_get_si(y->lo, MPFR_RNDZ));
}

static void v_pow_si(mpfr_ptr z, mpfr_srcptr x, mpfr_srcptr y)
{
	mpfr_pow_si(z, x, 1 - mpfr_get_si(y, MPFR_RNDZ), MPFR_RNDN);
}

static const struct operation operations[] = {
	{ "add", e_add, v_add, -5, 5 },        { "sub", e_sub, v_sub, -5, 5 },
	{ "mul", e_mul, v_mul, -5, 5 },        { "mul", e_mul, v_mul, 1, 5 },
	{ "div", e_div, v_div, 0.5, 5 },       { "div", e_div, v_div, -5, -0.5 },
	{ "pow", e_pow, v_pow, 0.1, 5 },       { "max", e_max, v_max, -5, 5 },
	{ "min", e_min, v_min, -5, 5 },        { "neg", e_neg, v_neg, -5, 5 },
	{ "sqr", e_sqr, v_sqr, -5, 5 },        { "sqrt", e_sqrt, v_sqrt, 0, 5 },
	{ "exp", e_exp, v_exp, -700, 700 },    { "expm1", e_expm1, v_expm1, -1e-9, 1e-9 },
	{ "log", e_log, v_log, 0, 9 },         { "log1p", e_log1p, v_log1p, -0.9, 0.9 },
	{ "erfc", e_erfc, v_erfc, -6, 28 },    { "tail", e_tail, v_tail, -6, 38 },
	{ "cdf", e_cdf, v_cdf, -38, 6 },       { "log tail", e_log_tail, v_log_tail, -38, 38 },
	{ "power", e_pow_si, v_pow_si, 2, 9 },
};

/* All of its bits are random. */
static void number(const struct operation *op, mpfr_ptr x)
{
	mpfr_set_d(x, uniform(op->least, op->most), MPFR_RNDN);
	mpfr_mul_d(x, x, 1 + uniform(0, 0x1p-40), MPFR_RNDN);
	if (mpfr_cmp_d(x, op->least) < 0 || mpfr_cmp_d(x, op->most) > 0)
		mpfr_set_d(x, op->least, MPFR_RNDN);
}

/* A random interval in [least, most]: a point one time in two, narrow one in four. */
static void draw(const struct operation *op, struct dpmf_enclosure *x)
{
	const uint64_t kind = dpmf_stream_word(&stream) % 4;

	number(op, x->lo);
	if (kind == 0)
		number(op, x->hi);
	else
		mpfr_set(x->hi, x->lo, MPFR_RNDN);
	for (uint64_t steps = kind == 1 ? dpmf_stream_word(&stream) % 1000 : 0; steps > 0; steps--)
		mpfr_nextabove(x->hi);
	if (mpfr_greater_p(x->lo, x->hi))
		mpfr_swap(x->lo, x->hi);
}

/* Both ends as often as what lies between them. */
static void point(const struct dpmf_enclosure *x, mpfr_ptr number)
{
	const uint64_t which = dpmf_stream_word(&stream) % 4;

	mpfr_sub(number, x->hi, x->lo, MPFR_RNDN);
	mpfr_mul_d(number, number, which > 1 ? uniform(0, 1) : (double)which, MPFR_RNDN);
	mpfr_add(number, number, x->lo, MPFR_RNDN);
}

static void check(const struct operation *op)
{
	struct dpmf_enclosure x, y, z, again;
	mpfr_t s, t, value;

	dpmf_interval_init(&again, 1, BITS);
	dpmf_interval_init(&x, 1, BITS);
	dpmf_interval_init(&y, 1, BITS);
	dpmf_interval_init(&z, 1, BITS);
	mpfr_inits2(FINE, s, t, value, (mpfr_ptr)0);
	draw(op, &x);
	draw(op, &y);
	if (op->enclose == e_pow_si)
		mpfr_set(y.hi, y.lo, MPFR_RNDN);
	op->enclose(&z, &x, &y);
	for (int i = 0; i < POINTS; i++) {
		point(&x, s);
		point(&y, t);
		op->value(value, s, t);
		if (!dpmf_interval_holds(&z, value))
			fail_msg("%s misses a value", op->name);
	}
	if (mpfr_equal_p(x.lo, x.hi) && mpfr_equal_p(y.lo, y.hi) && dpmf_interval_sign(&z) != 0 &&
	    dpmf_interval_width(&z) > 0x1p-94)
		fail_msg("%s of a point is %g wide", op->name, dpmf_interval_width(&z));
	dpmf_interval_set(&again, &x);
	op->enclose(&again, &again, &y);
	assert_true(mpfr_equal_p(again.lo, z.lo) && mpfr_equal_p(again.hi, z.hi));
	op->enclose(&y, &x, &y);
	assert_true(mpfr_equal_p(y.lo, z.lo) && mpfr_equal_p(y.hi, z.hi));
	dpmf_interval_clear(&again, 1);
	dpmf_interval_clear(&x, 1);
	dpmf_interval_clear(&y, 1);
	dpmf_interval_clear(&z, 1);
	mpfr_clears(s, t, value, (mpfr_ptr)0);
}

static void each_operation_holds_its_values(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
		for (int trial = 0; trial < SCALED(200, 20); trial++)
			check(&operations[i]);
}

static void edges_of_the_domain(void **state)
{
	struct dpmf_enclosure x, z;

	(void)state;
	dpmf_interval_init(&x, 1, BITS);
	dpmf_interval_init(&z, 1, BITS);
	mpfr_set_d(x.lo, -1, MPFR_RNDD);
	mpfr_set_d(x.hi, 4, MPFR_RNDU);
	dpmf_interval_sqrt(&z, &x);
	assert_true(mpfr_zero_p(z.lo) && mpfr_cmp_ui(z.hi, 2) == 0);
	dpmf_interval_log(&z, &x);
	assert_true(mpfr_inf_p(z.lo) && mpfr_number_p(z.hi));
	dpmf_interval_sqr(&z, &x);
	assert_true(mpfr_zero_p(z.lo) && mpfr_cmp_ui(z.hi, 16) == 0);
	dpmf_interval_div(&z, &x, &x);
	assert_true(mpfr_inf_p(z.lo) && mpfr_inf_p(z.hi));
	dpmf_interval_pow_si(&z, &x, -1);
	assert_true(mpfr_inf_p(z.lo) && mpfr_inf_p(z.hi));
	dpmf_interval_set_whole(&x);
	dpmf_interval_sub(&z, &x, &x);
	assert_true(mpfr_inf_p(z.lo) && mpfr_inf_p(z.hi));
	dpmf_interval_set_ui(&z, 0);
	dpmf_interval_mul(&z, &z, &x);
	assert_true(mpfr_zero_p(z.lo) && mpfr_zero_p(z.hi));
	dpmf_interval_set_d(&x, -3);
	dpmf_interval_log(&z, &x);
	assert_true(mpfr_inf_p(z.lo) && mpfr_inf_p(z.hi) && mpfr_sgn(z.hi) > 0);
	dpmf_interval_clear(&x, 1);
	dpmf_interval_clear(&z, 1);
}

/* log P(Z > x) = log of (1/x - 1/x^3 + 3/x^5 ...) density; the classical bounds
   x/(1 + x^2) < P(Z > x)/density(x) < 1/x frame it where erfc underflows, and the
   two methods agree where both work. */
static void the_tail_beyond_erfc(void **state)
{
	struct dpmf_enclosure x, z, bound;

	(void)state;
	dpmf_interval_init(&x, 1, 256);
	dpmf_interval_init(&z, 1, 256);
	dpmf_interval_init(&bound, 1, 256);
	for (int i = 0; i < 40; i++) {
		dpmf_interval_set_d(&x, ldexp(uniform(1, 2), 13 + i));
		dpmf_normal_log_tail(&z, &x);
		assert_true(dpmf_interval_width(&z) < 0x1p-250);
		dpmf_interval_sqr(&bound, &x);
		dpmf_interval_scale(&bound, &bound, -1);
		dpmf_interval_add(&z, &z, &bound);          /* log(P / e^(-x^2/2)) */
		dpmf_interval_exp(&z, &z);
		dpmf_interval_mul(&z, &z, &x);              /* about 1 / sqrt(2 pi) */
		dpmf_interval_pi(&bound);
		dpmf_interval_scale(&bound, &bound, 1);
		dpmf_interval_sqrt(&bound, &bound);
		dpmf_interval_mul(&z, &z, &bound);
		assert_true(mpfr_cmp_ui(z.lo, 1) < 0);
		dpmf_interval_pow_si(&bound, &x, -2);
		dpmf_interval_add_si(&bound, &bound, 1);
		dpmf_interval_mul(&z, &z, &bound);
		assert_true(mpfr_cmp_ui(z.hi, 1) > 0);
	}
	dpmf_interval_clear(&x, 1);
	dpmf_interval_clear(&z, 1);
	dpmf_interval_clear(&bound, 1);
}

/* (e^x - 1) - x cancels all of its leading bits when x is small. */
static void cancelling(const void *context, struct dpmf_enclosure *y)
{
	struct dpmf_enclosure x;

	dpmf_interval_init(&x, 1, dpmf_interval_bits(y));
	dpmf_interval_set_fr(&x, context);
	dpmf_interval_exp(y, &x);
	dpmf_interval_add_si(y, y, -1);
	dpmf_interval_sub(y, y, &x);
	dpmf_interval_clear(&x, 1);
}

static void refining_goes_on_until_it_is_narrow(void **state)
{
	struct dpmf_enclosure z;
	struct dpmf_error error = { "" };
	mpfr_t x, half_square;

	(void)state;
	dpmf_enclosure_init(&z);
	mpfr_inits2(2048, x, half_square, (mpfr_ptr)0);
	mpfr_set_ui_2exp(x, 1, -600, MPFR_RNDN);
	assert_int_equal(dpmf_interval_refine(cancelling, x, 1e-12, "e^x - 1 - x", &z, &error), DPMF_OK);
	assert_true(dpmf_interval_width(&z) <= 1e-12);
	mpfr_set_ui_2exp(half_square, 1, -1201, MPFR_RNDN);
	mpfr_sub(z.hi, z.hi, half_square, MPFR_RNDN);
	mpfr_div(z.hi, z.hi, half_square, MPFR_RNDN);
	assert_true(fabs(mpfr_get_d(z.hi, MPFR_RNDN)) < 1e-12);
	mpfr_set_ui_2exp(x, 1, -100000, MPFR_RNDN);
	assert_int_equal(dpmf_interval_refine(cancelling, x, 1e-12, "e^x - 1 - x", &z, &error), DPMF_FAILED);
	mpfr_clears(x, half_square, (mpfr_ptr)0);
	dpmf_enclosure_clear(&z);
}

static int open_stream(void **state)
{
	struct dpmf_key key;

	(void)state;
	if (dpmf_stream_start(NULL) != DPMF_OK)
		return -1;
	dpmf_key_from_seed(1, &key);
	dpmf_stream_open(&stream, &key, 0, 0, 0);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_operation_holds_its_values),
		cmocka_unit_test(edges_of_the_domain),
		cmocka_unit_test(the_tail_beyond_erfc),
		cmocka_unit_test(refining_goes_on_until_it_is_narrow),
	};
	return cmocka_run_group_tests(tests, open_stream, NULL);
}
