/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dpmf_rp_draws.h"

#include <string.h>

#include "cipher.h"
#include "integers.h"

enum { WORDS = 1024 };

struct stream {
	uint64_t word[WORDS];
	struct tape tape;
	mpz_t value, argument[SAMPLER_ARGUMENTS];
};

/* The stream of `place` under the sub-key `name`. */
static bool stream_open(struct stream *s, const unsigned char key[RP_KEY], const char *name, const uint64_t place[3])
{
	unsigned char child[RP_KEY];

	cipher_blake2b_256(key, RP_KEY, (const unsigned char *)name, strlen(name), child);
	for (size_t i = 0; i < WORDS; i++)
		s->word[i] = cipher_stream_word(child, place, i);
	mpz_init(s->value);
	for (size_t i = 0; i < SAMPLER_ARGUMENTS; i++)
		mpz_init(s->argument[i]);
	return tape_open(&s->tape, s->word, WORDS);
}

/* Whether it was long enough. */
static bool stream_close(struct stream *s)
{
	const bool good = !s->tape.dry;

	tape_close(&s->tape);
	mpz_clear(s->value);
	for (size_t i = 0; i < SAMPLER_ARGUMENTS; i++)
		mpz_clear(s->argument[i]);
	return good;
}

static int64_t drawn(struct stream *s, const char *sampler, int64_t a, int64_t b)
{
	mpz_set_si(s->argument[0], a);
	mpz_set_si(s->argument[1], b);
	sampler_named(sampler)->draw(&s->tape, s->value, (const mpz_t *)s->argument);
	return mpz_get_si(s->value);
}

void rp_draws_key(uint64_t number, unsigned char key[RP_KEY])
{
	uint64_t word[RP_KEY / 8];

	tape_words("dpmf_rp", number, word, RP_KEY / 8);
	for (size_t i = 0; i < RP_KEY; i++)
		key[i] = (unsigned char)(word[i / 8] >> 8 * (i % 8));
}

static bool draw_signs(const unsigned char key[RP_KEY], const char *name, size_t count, int64_t *sign)
{
	struct stream s;

	if (!stream_open(&s, key, name, (uint64_t[3]){ 0, 0, 0 }))
		return false;
	for (size_t i = 0; i < count; i++)
		sign[i] = 1 - 2 * (int64_t)(tape_next(&s.tape) % 2);
	return stream_close(&s);
}

static bool draw_rows(const unsigned char key[RP_KEY], size_t items, size_t rows, int64_t *row)
{
	struct stream s;

	if (!stream_open(&s, key, "projection rows", (uint64_t[3]){ 0, 0, 0 }))
		return false;
	for (size_t j = 0; j < items; j++)
		row[j] = drawn(&s, "uniform_below", (int64_t)rows, 0);
	return stream_close(&s);
}

bool rp_draws_projection(const unsigned char key[RP_KEY], size_t items, size_t rows, struct rp_projection *s)
{
	*s = (struct rp_projection){ .items = items, .rows = rows, .padded = 1 };
	while (s->padded < rows)
		s->padded *= 2;
	for (size_t j = 0; j < items; j++) {
		s->row[j] = (int64_t)j;
		s->sign[j] = 1;
	}
	if (rows < items && (!draw_rows(key, items, rows, s->row) || !draw_signs(key, "projection signs", items, s->sign)))
		return false;
	return draw_signs(key, "flattening signs", s->padded, s->flip);
}

bool rp_draws_schedule(const unsigned char key[RP_KEY], uint64_t round, size_t users, size_t count, int64_t *part)
{
	bool taken[RP_MOST] = { false };
	int64_t order[RP_MOST];
	struct stream s;
	size_t next = 0;

	if (!stream_open(&s, key, "rounds", (uint64_t[3]){ round, 0, 0 }))
		return false;
	for (size_t i = 0; i < users; i++)
		order[i] = (int64_t)i;
	for (size_t i = 0; i < count; i++) {
		const size_t with = i + (size_t)drawn(&s, "uniform_below", (int64_t)(users - i), 0);

		taken[order[with]] = true;
		order[with] = order[i];
	}
	for (size_t i = 0; i < users; i++)
		if (taken[i])
			part[next++] = (int64_t)i;
	return stream_close(&s);
}

int64_t rp_draws_steps(double x, double c)
{
	mpfr_t quotient, divisor;

	mpfr_init2(quotient, 53);
	mpfr_init2(divisor, 53);
	mpfr_set_d(quotient, x, MPFR_RNDN);
	mpfr_set_d(divisor, c, MPFR_RNDN);
	mpfr_div(quotient, quotient, divisor, MPFR_RNDN);
	mpfr_mul_2si(quotient, quotient, 24, MPFR_RNDN);
	mpfr_round(quotient, quotient);
	const int64_t steps = mpfr_get_sj(quotient, MPFR_RNDN);
	mpfr_clears(quotient, divisor, (mpfr_ptr)0);
	return steps;
}

static int64_t within(int64_t x, int64_t most)
{
	return x > most ? most : x < -most ? -most : x;
}

int64_t rp_draws_cut(int64_t steps, bool cut)
{
	return within(steps, INT64_C(1) << (cut ? 24 : 40));
}

int64_t rp_draws_within(int64_t steps, int64_t theta_steps)
{
	return theta_steps == 0 ? steps : within(steps, (INT64_C(1) << 39) / theta_steps);
}

int64_t rp_draws_chance(int64_t steps, int64_t theta_steps)
{
	return (INT64_C(1) << 39) + theta_steps * steps;
}

bool rp_draws_message(const unsigned char key[RP_KEY], size_t user, uint64_t round, uint64_t quanta, int64_t theta_steps,
                      const int64_t *steps, size_t n, int64_t *message)
{
	struct stream s;

	if (!stream_open(&s, key, "user", (uint64_t[3]){ user, 5, round }))
		return false;
	for (size_t l = 0; l < n; l++)
		message[l] = drawn(&s, "pbm_draw", (int64_t)quanta, rp_draws_chance(rp_draws_within(steps[l], theta_steps), theta_steps));
	return stream_close(&s);
}
