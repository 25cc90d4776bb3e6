/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "dpmf_rp_draws.h"
#include "vectors/format/number.h"
#include "oracle.h"

static void put_projection(struct book *b, uint64_t key_number, size_t items, size_t rows)
{
	unsigned char key[RP_KEY];

	rp_draws_key(key_number, key);
	book_in(b, "key", number_bytes(key, RP_KEY));
	book_in_u64(b, "items", items);
	book_in_u64(b, "rows", rows);
}

static void projection_test(struct book *b, const char *flags, const char *comment, uint64_t key_number, size_t items, size_t rows)
{
	unsigned char key[RP_KEY];
	struct rp_projection s;

	rp_draws_key(key_number, key);
	if (!rp_draws_projection(key, items, rows, &s))
		b->failed = true;
	book_test(b, flags, "%s", comment);
	put_projection(b, key_number, items, rows);
	book_out(b, "padded", "exact", number_u64(s.padded));
	book_out(b, "row", "exact", book_i64s(s.row, items));
	book_out(b, "sign", "exact", book_i64s(s.sign, items));
	book_out(b, "flip", "exact", book_i64s(s.flip, s.padded));
}

static void projection_refused(struct book *b, const char *comment, size_t items, size_t rows)
{
	book_refused(b, comment);
	put_projection(b, 1, items, rows);
}

ORACLE(dpmf_rp_projection)
{
	book_open(b, "dpmf_rp_projection");
	book_group(b, "projections", "One key each.");
	projection_test(b, "Ordinary", "ten items, three rows", 1, 10, 3);
	projection_test(b, "Ordinary", "the same under another key", 2, 10, 3);
	projection_test(b, "Ordinary", "forty items, twelve rows", 3, 40, 12);
	projection_test(b, "Ordinary", "64 items, 33 rows", 4, 64, 33);
	projection_test(b, "PowerOfTwo", "twenty items, eight rows", 5, 20, 8);
	projection_test(b, "PowerOfTwo", "one row: h takes no word", 6, 12, 1);
	projection_test(b, "PowerOfTwo", "two rows", 7, 3, 2);
	projection_test(b, "Identity", "seven items, seven rows", 8, 7, 7);
	projection_test(b, "Identity PowerOfTwo", "one item", 9, 1, 1);
	book_group(b, "refused", "What an implementation must refuse.");
	projection_refused(b, "no rows", 5, 0);
	projection_refused(b, "more rows than items", 5, 6);
	projection_refused(b, "no items", 0, 0);
}

static const double numbers[RP_MOST] = { 0.6, -0.7, 0.25, 1.5, -0.9, 0.1, 3.25, -0.8, 0.2, 0.45, 1e-3, -2.5, 0.33, 7, -0.01, 1.125, 0.55, -0.66,
	0.77, 0.88, -0.99, 1.1, 2.2, -3.3, 4.4, -5.5, 6.6, 7.7, -8.8, 9.9, 0.123, 0.456 };

struct expansion {
	struct rp_projection s;
	size_t k;
	const double *b, *x;
};

static void put_expansion(struct book *b, const struct expansion *e)
{
	book_in(b, "row", book_i64s(e->s.row, e->s.items));
	book_in(b, "sign", book_i64s(e->s.sign, e->s.items));
	book_in_rows(b, "b", e->b, e->s.rows, e->k);
	book_in_rows(b, "x", e->x, e->s.items, e->k);
}

static void expand_test(struct book *b, const char *flags, const char *comment, const struct expansion *e)
{
	struct ball x[RP_MOST], y[RP_MOST];
	double v[RP_MOST];

	ball_init(x, RP_MOST);
	ball_init(y, RP_MOST);
	for (size_t i = 0; i < e->s.items * e->k; i++) {
		v[i] = e->b[(size_t)e->s.row[i / e->k] * e->k + i % e->k];
		if (e->s.sign[i / e->k] < 0)
			v[i] = -v[i];
		ball_set(&x[i], e->x[i]);
	}
	rp_balls_compress(&e->s, x, e->k, y);
	book_test(b, flags, "%s", comment);
	put_expansion(b, e);
	book_out(b, "v", "exact", book_rows(v, e->s.items, e->k));
	book_out(b, "compressed", "enclosure", ball_interval_rows(y, e->s.rows, e->k));
	for (size_t i = 0; i < e->s.items * e->k; i++)
		v[i] = e->s.sign[i / e->k] < 0 ? -v[i] : v[i];
	book_mistake(b, "the signs are left out", "v", "exact", book_rows(v, e->s.items, e->k));
	ball_clear(x, RP_MOST);
	ball_clear(y, RP_MOST);
}

ORACLE(dpmf_rp_expand)
{
	const struct expansion base = { { .items = 6, .rows = 3, .row = { 2, 0, 2, 1, 0, 0 }, .sign = { 1, -1, -1, 1, 1, -1 } }, 2, numbers, numbers + 8 };
	struct expansion e = base;

	book_open(b, "dpmf_rp_expand");
	book_group(b, "projections", "V = S'B and SX.");
	expand_test(b, "Ordinary", "three rows for six items", &e);
	e.k = 1;
	e.b = numbers + 7;
	expand_test(b, "Ordinary", "one column", &e);
	e.k = 3;
	e.s.items = 3;
	expand_test(b, "EmptyRow", "row 1 goes to nobody", &e);
	book_group(b, "refused", "What an implementation must refuse.");
	e = base;
	e.s.row[5] = 3;
	book_refused(b, "there is no row 3");
	put_expansion(b, &e);
	e = base;
	e.s.sign[0] = 0;
	book_refused(b, "a sign that is none");
	put_expansion(b, &e);
}

struct flattening {
	struct rp_projection s;
	size_t k;
	double b[RP_MOST], received[RP_MOST];
};

static struct flattening flattening_of(uint64_t key_number, size_t rows, size_t k)
{
	struct flattening f = { .k = k };
	unsigned char key[RP_KEY];

	rp_draws_key(key_number, key);
	rp_draws_projection(key, rows, rows, &f.s);
	for (size_t i = 0; i < rows * k; i++)
		f.b[i] = numbers[i % 32] * (i < 32 ? 1 : -1.5);
	for (size_t i = 0; i < f.s.padded * k; i++)
		f.received[i] = numbers[(i + 5) % 31] * (i < 31 ? -1 : 2.5);
	return f;
}

static void put_flattening(struct book *b, const struct flattening *f)
{
	book_in(b, "flip", book_i64s(f->s.flip, f->s.padded));
	book_in_rows(b, "b", f->b, f->s.rows, f->k);
	book_in_rows(b, "received", f->received, f->s.padded, f->k);
}

static void flatten_test(struct book *b, const char *flags, const char *comment, const struct flattening *f)
{
	struct ball x[RP_MOST], y[RP_MOST];

	ball_init(x, RP_MOST);
	ball_init(y, RP_MOST);
	book_test(b, flags, "%s", comment);
	put_flattening(b, f);
	ball_set_all(x, f->b, f->s.rows * f->k);
	rp_balls_flatten(&f->s, x, f->k, y);
	book_out(b, "flat", "enclosure", ball_interval_rows(y, f->s.padded, f->k));
	ball_set_all(x, f->received, f->s.padded * f->k);
	rp_balls_reverse(&f->s, x, f->k, y);
	book_out(b, "reversed", "enclosure", ball_interval_rows(y, f->s.rows, f->k));
	ball_clear(x, RP_MOST);
	ball_clear(y, RP_MOST);
}

static void flatten_case(struct book *b, const char *flags, const char *comment, uint64_t key_number, size_t rows, size_t k)
{
	const struct flattening f = flattening_of(key_number, rows, k);

	flatten_test(b, flags, comment, &f);
}

static void flatten_refused(struct book *b, const char *comment, const struct flattening *f)
{
	book_refused(b, comment);
	put_flattening(b, f);
}

static void flatten_refusals(struct book *b)
{
	struct flattening f = flattening_of(20, 3, 2);

	book_group(b, "refused", "What an implementation must refuse.");
	f.s.flip[1] = 0;
	flatten_refused(b, "a sign that is none", &f);
	f = flattening_of(20, 3, 2);
	f.s.padded = 3;
	flatten_refused(b, "three signs: no power of two", &f);
	f = flattening_of(20, 5, 2);
	f.s.rows = 4;
	flatten_refused(b, "eight signs for four rows", &f);
	f = flattening_of(20, 3, 2);
	f.b[0] = NAN;
	flatten_refused(b, "not a number", &f);
}

ORACLE(dpmf_rp_flatten)
{
	struct flattening f;

	book_open(b, "dpmf_rp_flatten");
	book_group(b, "matrices", "One matrix each way.");
	flatten_case(b, "Ordinary", "p = 3", 11, 3, 2);
	flatten_case(b, "Ordinary", "p = 5", 12, 5, 3);
	flatten_case(b, "Ordinary", "p = 6, one column", 13, 6, 1);
	flatten_case(b, "Ordinary", "p = 12", 14, 12, 2);
	flatten_case(b, "Ordinary", "p = 33, one column", 15, 33, 1);
	flatten_case(b, "PowerOfTwo", "p = 1: nothing but a sign", 16, 1, 3);
	flatten_case(b, "PowerOfTwo", "p = 2", 17, 2, 2);
	flatten_case(b, "PowerOfTwo", "p = 4: the root is exact", 18, 4, 4);
	flatten_case(b, "PowerOfTwo", "p = 8", 19, 8, 1);
	f = flattening_of(20, 3, 2);
	for (size_t i = 0; i < 6; i++)
		f.b[i] = i == 3 ? 2.75 : 0;
	flatten_test(b, "OneEntry", "row 1, column 1", &f);
	flatten_refusals(b);
}
