/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "cipher.h"
#include "hdpmf_balls.h"
#include "vectors/format/number.h"
#include "oracle.h"
#include "textbook_balls.h"

enum { K = 5, WORDS = 2 * K };


/* The sub-key `name` of the sub-key "hdpmf" of the key of the seed. */
static void key_for(unsigned char seed, const char *name, unsigned char key[32])
{
	const unsigned char bytes[8] = { seed };
	unsigned char of_seed[32], mechanism[32];

	cipher_blake2b_256((const unsigned char *)"dpmf seed", 9, bytes, 8, of_seed);
	cipher_blake2b_256(of_seed, 32, (const unsigned char *)"hdpmf", 5, mechanism);
	cipher_blake2b_256(mechanism, 32, (const unsigned char *)name, strlen(name), key);
}

static void take(const unsigned char key[32], const uint64_t place[3], size_t count, double *u)
{
	for (size_t i = 0; i < count; i++)
		u[i] = textbook_uniform(cipher_stream_word(key, place, i));
}

static void h_inputs(struct book *b, const unsigned char key[32], const uint64_t place[3], uint64_t k)
{
	book_in(b, "key", number_bytes(key, 32));
	book_in_u64(b, "item", place[1]);
	book_in_u64(b, "draw", place[2]);
	book_in_u64(b, "k", k);
}

ORACLE(mixture_h)
{
	unsigned char key[32];
	struct ball h;

	book_open(b, "mixture_h");
	book_group(b, "ordinary", "Items and draws of the seeds 0 to 9.");
	ball_init(&h, 1);
	for (uint64_t i = 0; i < 10; i++) {
		const uint64_t place[3] = { 0, i * i * 37, i % 3 }, k = 1 + i % K;
		double u[K];
		json_t *list = json_array();
		key_for((unsigned char)i, "server", key);
		take(key, place, k, u);
		book_test(b, "Ordinary", "seed %d", (int)i);
		h_inputs(b, key, place, k);
		for (size_t l = 0; l < k; l++) {
			textbook_exponential(&h, u[l]);
			if (json_array_append_new(list, textbook_nearest(&h)) != 0)
				b->failed = true;
		}
		book_out(b, "uniform", "exact", book_doubles(u, k));
		book_out(b, "h", "ulp:1", list);
	}
	ball_clear(&h, 1);
	book_group(b, "refused", "What an implementation must refuse.");
	book_test(b, "OutOfDomain", "no coordinate");
	h_inputs(b, key, (const uint64_t[3]){ 0 }, 0);
	book_invalid(b);
}

struct mixture {
	const unsigned char *key; /* 32 bytes */
	uint64_t place[3];        /* user, item, draw */
	double scale;
	const double *h;
	size_t k;
	uint64_t raters;
};

static void share_inputs(struct book *b, const struct mixture *m)
{
	book_in(b, "key", number_bytes(m->key, 32));
	book_in_u64(b, "user", m->place[0]);
	book_in_u64(b, "item", m->place[1]);
	book_in_u64(b, "draw", m->place[2]);
	book_in_double(b, "scale", m->scale);
	book_in_doubles(b, "h", m->h, m->k);
	book_in_u64(b, "raters", m->raters);
}

static void share_test(struct book *b, const char *flag, const char *comment, const struct mixture *m)
{
	const size_t k = m->k;
	struct ball c[K], x[K], s, t;
	double u[WORDS];

	ball_init(c, K);
	ball_init(x, K);
	ball_init(&s, 1);
	ball_init(&t, 1);
	take(m->key, m->place, 2 * k, u);
	for (size_t l = 0; l < k; l++) {
		textbook_normal(&c[l], u[2 * l], u[2 * l + 1]);
		ball_set(&s, m->scale);
		balls_noise_share(&t, &s, m->h[l], 1, m->raters);
		ball_mul(&x[l], &t, &c[l]);
	}
	book_test(b, flag, "%s", comment);
	share_inputs(b, m);
	book_out(b, "uniform", "exact", book_doubles(u, 2 * k));
	book_out(b, "c", "enclosure", ball_intervals(c, k));
	book_out(b, "share", "enclosure", ball_intervals(x, k));
	ball_clear(c, K);
	ball_clear(x, K);
	ball_clear(&s, 1);
	ball_clear(&t, 1);
}

static void share_refused(struct book *b, const char *comment, const unsigned char key[32], double scale, double h, size_t k, uint64_t raters)
{
	book_refused(b, comment);
	share_inputs(b, &(struct mixture){ key, { 1, 2, 0 }, scale, &h, k, raters });
}

ORACLE(mixture_share)
{
	static const double h[K] = { 0.25, 1.5, 0.7, 2.125, 0.01 }, scales[] = { 1, 25.298221281347036, 0.1 };
	unsigned char key[32];

	book_open(b, "mixture_share");
	book_group(b, "ordinary", "Users, items and draws of the seeds 0 to 11.");
	for (uint64_t i = 0; i < 12; i++) {
		key_for((unsigned char)i, "user", key);
		share_test(b, "Ordinary", "a share", &(struct mixture){ key, { i * 79, i * i * 37, i % 3 }, scales[i % 3], h, 1 + i % K, 1 + i * i * i });
	}
	share_test(b, "Zero", "scale 0", &(struct mixture){ key, { 1, 2, 0 }, 0, h, 2, 3 });
	share_test(b, "Zero", "h = 0", &(struct mixture){ key, { 1, 2, 0 }, 1, (const double[1]){ 0 }, 1, 3 });
	book_group(b, "refused", "What an implementation must refuse.");
	share_refused(b, "no rater", key, 1, 1, 1, 0);
	share_refused(b, "negative h", key, 1, -1, 1, 3);
	share_refused(b, "negative scale", key, -1, 1, 1, 3);
	share_refused(b, "no coordinate", key, 1, 1, 0, 3);
	share_refused(b, "h is infinite", key, 1, INFINITY, 1, 3);
	share_refused(b, "scale is infinite", key, INFINITY, 1, 1, 3);
}
