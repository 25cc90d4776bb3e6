/* SPDX-License-Identifier: GPL-3.0-or-later */
/* means: sums in integers, effects as balls. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "means_effect.h"
#include "oracle.h"
#include "vectors/format/number.h"

enum { MOST = 8 };

struct release {
	size_t users, items, count, user[MOST], item[MOST];
	double rating[MOST], low, high;
	int64_t bound, p, q, noise_item[MOST + 1], noise_user[MOST + 1];
	bool pure, users_stay;
};

struct found {
	int64_t steps[MOST], item[MOST], user[MOST];
	struct ball center, common, noise, step, middle, effect_item[MOST], effect_user[MOST];
};

static void each(struct found *f, void (*apply)(struct ball *, size_t))
{
	apply(&f->center, 1);
	apply(&f->common, 1);
	apply(&f->noise, 1);
	apply(&f->step, 1);
	apply(&f->middle, 1);
	apply(f->effect_item, MOST);
	apply(f->effect_user, MOST);
}

/* In 512 bits all but the last division is exact, and so is that where there is a tie. */
static void round_ratings(const struct release *r, struct found *f)
{
	mpfr_t x, half;

	mpfr_init2(x, 512);
	mpfr_init2(half, 512);
	mpfr_set_d(half, r->high, MPFR_RNDN);
	mpfr_sub_d(half, half, r->low, MPFR_RNDN);
	mpfr_div_2ui(half, half, 1, MPFR_RNDN);
	for (size_t a = 0; a < r->count; a++) {
		mpfr_set_d(x, r->rating[a], MPFR_RNDN);
		mpfr_sub_d(x, x, r->low, MPFR_RNDN);
		mpfr_sub(x, x, half, MPFR_RNDN);
		mpfr_mul_si(x, x, (long)r->bound, MPFR_RNDN);
		mpfr_div(x, x, half, MPFR_RNDN);
		mpfr_round(x, x);
		f->steps[a] = mpfr_get_sj(x, MPFR_RNDN);
		if (f->steps[a] > r->bound)
			f->steps[a] = r->bound;
		if (f->steps[a] < -r->bound)
			f->steps[a] = -r->bound;
	}
	mpfr_clear(x);
	mpfr_clear(half);
}

static void find_noise(const struct release *r, struct found *f)
{
	const double bound = (double)r->bound;
	struct ball x;

	ball_init(&x, 1);
	ball_set(&f->noise, (double)(r->pure ? r->q : r->p));
	ball_set(&x, (double)(r->pure ? r->p : r->q));
	ball_div(&f->noise, &f->noise, &x);
	if (r->pure) {
		ball_mul(&f->noise, &f->noise, &f->noise);
		ball_twice(&f->noise, &f->noise);
	}
	ball_set(&x, 4);
	ball_mul(&f->noise, &f->noise, &x);
	ball_set(&x, bound * bound);
	ball_div(&f->noise, &f->noise, &x);
	ball_widen(&f->noise, 0x1p-48); /* whatever the order of these factors */
	ball_clear(&x, 1);
}

static size_t raters_of(const struct release *r, const size_t *place, size_t which)
{
	size_t n = 0;

	for (size_t a = 0; a < r->count; a++)
		n += place[a] == which;
	return n;
}

static void times_step(const struct found *f, int64_t steps, struct ball *z)
{
	ball_set(z, (double)steps);
	ball_mul(z, z, &f->step);
}

/* Steps 4 and 5. */
static void find_items(const struct release *r, struct found *f)
{
	struct ball sum, part, noise;
	double rated = 0;

	ball_init(&sum, 1);
	ball_init(&part, 1);
	ball_init(&noise, 1);
	for (size_t j = 0; j < r->items; j++)
		if (raters_of(r, r->item, j) > 0) {
			times_step(f, f->item[j], &part);
			ball_add(&sum, &sum, &part);
			rated++;
		}
	ball_set(&noise, rated);
	ball_mul(&noise, &noise, &f->noise);
	means_effect_of(&f->common, &sum, r->count, &noise);
	ball_add(&f->center, &f->middle, &f->common);
	for (size_t j = 0; j < r->items; j++) {
		const size_t n = raters_of(r, r->item, j);

		ball_set(&part, (double)n);
		ball_mul(&part, &part, &f->common);
		times_step(f, f->item[j], &sum);
		ball_sub(&sum, &sum, &part);
		means_effect_of(&f->effect_item[j], &sum, n, &f->noise);
	}
	ball_clear(&sum, 1);
	ball_clear(&part, 1);
	ball_clear(&noise, 1);
}

/* Step 6. */
static void find_users(const struct release *r, struct found *f)
{
	struct ball left, part, noise;

	ball_init(&left, 1);
	ball_init(&part, 1);
	ball_init(&noise, 1);
	if (!r->users_stay)
		ball_copy(&noise, &f->noise);
	for (size_t i = 0; i < r->users; i++) {
		ball_set(&left, 0);
		if (!r->users_stay)
			times_step(f, f->user[i], &left);
		for (size_t a = 0; a < r->count; a++) {
			if (r->user[a] != i)
				continue;
			ball_set(&part, r->rating[a]);
			ball_sub(&part, &part, &f->middle);
			if (r->users_stay)
				ball_add(&left, &left, &part);
			ball_add(&part, &f->common, &f->effect_item[r->item[a]]);
			ball_sub(&left, &left, &part);
		}
		means_effect_of(&f->effect_user[i], &left, raters_of(r, r->user, i), &noise);
	}
	ball_clear(&left, 1);
	ball_clear(&part, 1);
	ball_clear(&noise, 1);
}

static void play(const struct release *r, struct found *f)
{
	struct ball x;

	ball_init(&x, 1);
	ball_set(&x, r->low);
	ball_set(&f->step, r->high);
	ball_sub(&f->step, &f->step, &x);
	ball_set(&f->middle, 2);
	ball_div(&f->step, &f->step, &f->middle);
	ball_add(&f->middle, &x, &f->step);
	ball_set(&x, (double)r->bound);
	ball_div(&f->step, &f->step, &x);
	ball_clear(&x, 1);
	round_ratings(r, f);
	for (size_t j = 0; j < r->items; j++)
		f->item[j] = r->noise_item[j];
	for (size_t i = 0; i < r->users; i++)
		f->user[i] = r->noise_user[i];
	for (size_t a = 0; a < r->count; a++) {
		f->item[r->item[a]] += f->steps[a];
		f->user[r->user[a]] += f->steps[a];
	}
	find_noise(r, f);
	find_items(r, f);
	find_users(r, f);
}

static void put_inputs(struct book *b, const struct release *r)
{
	book_in_u64(b, "users", r->users);
	book_in_u64(b, "items", r->items);
	book_in_sizes(b, "user", r->user, r->count);
	book_in_sizes(b, "item", r->item, r->count);
	book_in_doubles(b, "rating", r->rating, r->count);
	book_in_double(b, "low", r->low);
	book_in_double(b, "high", r->high);
	book_in_i64(b, "bound", r->bound);
	book_in_i64(b, "pure", r->pure);
	book_in_i64(b, "p", r->p);
	book_in_i64(b, "q", r->q);
	book_in(b, "noise_item", book_i64s(r->noise_item, r->items));
	book_in(b, "noise_user", book_i64s(r->noise_user, r->users_stay ? 0 : r->users));
}

static void release(struct book *b, const char *flags, const char *comment, const struct release *r)
{
	struct found f;

	each(&f, ball_init);
	play(r, &f);
	book_test(b, flags, "%s", comment);
	put_inputs(b, r);
	book_out(b, "steps", "exact", book_i64s(f.steps, r->count));
	book_out(b, "released_item", "exact", book_i64s(f.item, r->items));
	book_out(b, "released_user", "exact", book_i64s(f.user, r->users_stay ? 0 : r->users));
	book_out(b, "center", "enclosure", ball_interval(&f.center));
	book_out(b, "effect_item", "enclosure", ball_intervals(f.effect_item, r->items));
	book_out(b, "effect_user", "enclosure", ball_intervals(f.effect_user, r->users));
	each(&f, ball_clear);
}

static void release_refused(struct book *b, const char *comment, const struct release *r)
{
	book_refused(b, comment);
	put_inputs(b, r);
}

static const struct release base = {
	.users = 3, .items = 3, .count = 6, .user = { 0, 0, 1, 2, 2, 2 }, .item = { 0, 1, 0, 0, 1, 2 }, .rating = { 5, 3, 1, 4, 2.5, 4 },
	.low = 1, .high = 5, .bound = 1024, .p = 1048576, .q = INT64_C(4294967296), .pure = true,
	.noise_item = { 1517, -7021, 310 }, .noise_user = { -6001, 12, 4513 },
};

static void refusals(struct book *b)
{
	struct release r = base;

	book_group(b, "refused", "What an implementation must refuse.");
	r.rating[1] = 5.5;
	release_refused(b, "a rating above the range", &r);
	r = base;
	r.count = 0;
	release_refused(b, "no rating", &r);
	r = base;
	r.bound = 0;
	release_refused(b, "bound 0", &r);
	r = base;
	r.low = 5;
	release_refused(b, "an empty range", &r);
	r = base;
	r.p = 0;
	release_refused(b, "p 0", &r);
	r = base;
	r.item[1] = 3;
	release_refused(b, "there is no item 3", &r);
	r = base;
	r.item[1] = 0;
	release_refused(b, "the same pair twice", &r);
}

/* One user and one item; eight of each, the most that there may be; the ends of bound, p and q. */
static void sizes(struct book *b)
{
	struct release r = base;

	book_group(b, "sizes", "The smallest and the largest releases.");
	r.users = r.items = r.count = 1;
	release(b, "Ordinary", "one user, one item", &r);
	r = base;
	r.users = r.items = r.count = MOST;
	for (size_t a = 0; a < MOST; a++) {
		r.user[a] = a;
		r.item[a] = MOST - 1 - a;
		r.rating[a] = a % 2 == 0 ? 1 + (double)a / 2 : 5 - (double)a / 4;
		r.noise_item[a] = (int64_t)(a * 97 % 31) - 15;
		r.noise_user[a] = (int64_t)(a * 89 % 29) - 14;
	}
	release(b, "Ordinary", "eight users, eight items", &r);
	r.users_stay = true;
	release(b, "Silence", "eight users, eight items, the users' sums stay", &r);
	r = base;
	r.bound = 1;
	release(b, "Ordinary", "bound 1", &r);
	r = base;
	r.p = r.q = 1;
	release(b, "Ordinary", "p and q are 1", &r);
	r.p = r.q = INT64_C(1) << 40;
	release(b, "Ordinary", "p and q are 2^40", &r);
	r = base;
	r.users = MOST + 1;
	release_refused(b, "nine users", &r);
	r = base;
	r.items = MOST + 1;
	release_refused(b, "nine items", &r);
}

ORACLE(means_release)
{
	struct release r = base;

	book_open(b, "means_release");
	book_group(b, "releases", "Six ratings of three users.");
	release(b, "Ordinary", "a pure guarantee", &r);
	r.pure = false;
	r.p = INT64_C(274877906944);
	r.q = 131072;
	release(b, "Ordinary", "a guarantee with a delta", &r);
	r.users_stay = true;
	release(b, "Silence", "the items' sums alone, with a delta", &r);
	r = base;
	r.users_stay = true;
	r.q /= 2;
	release(b, "Silence", "the items' sums alone, pure", &r);
	r.count = 3;
	release(b, "Sparse Silence", "user 2 has rated nothing, and nobody item 2", &r);
	r = base;
	r.count = 3;
	release(b, "Sparse", "the same, and their sums leave all the same", &r);
	r = base;
	r.bound = 16;
	r.rating[1] = 3.0625;
	r.rating[4] = 2.9375;
	release(b, "Tie", "ratings half way between two steps, on either side of the middle", &r);
	r = base;
	for (size_t i = 0; i < MOST; i++)
		r.noise_item[i] = r.noise_user[i] = 0;
	release(b, "NoNoise", "no noise was drawn", &r);
	r = base;
	r.low = -10;
	r.high = 22;
	r.bound = 256;
	release(b, "Ordinary", "a wide range", &r);
	refusals(b);
	sizes(b);
}
