/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "vectors/format/number.h"
#include "integer_tests.h"

enum { SEARCH = 512 }; /* words of a tape */

static void put_arguments(struct book *b, const struct sampler *s, const struct parameters *with)
{
	for (size_t i = 0; i < s->arguments; i++)
		book_in_u64(b, s->argument[i], with->value[i]);
}

static void run(const struct sampler *s, const struct parameters *with, struct tape *t, mpz_ptr value)
{
	mpz_t argument[SAMPLER_ARGUMENTS];

	for (size_t i = 0; i < SAMPLER_ARGUMENTS; i++) {
		mpz_init(argument[i]);
		mpz_import(argument[i], 1, -1, sizeof with->value[i], 0, 0, &with->value[i]);
	}
	s->draw(t, value, (const mpz_t *)argument);
	for (size_t i = 0; i < SAMPLER_ARGUMENTS; i++)
		mpz_clear(argument[i]);
}

static json_t *decimal(mpz_srcptr x)
{
	char text[64];

	return json_string(mpz_sizeinbase(x, 10) < sizeof text - 2 ? mpz_get_str(text, 10, x) : "?");
}

/* What a person gets wrong in each sampler. */
static const struct {
	const char *sampler;
	enum flaw flaw;
	const char *name;
} flaws[] = {
	{ "uniform_below", FLAW_NO_REJECTION, "no word is refused: word mod limit, whatever the word" },
	{ "uniform_below", FLAW_HIGH_FIRST, "words are read highest byte first" },
	{ "bernoulli", FLAW_LOW_END, "x < p is asked, not x >= q - p" },
	{ "bernoulli", FLAW_LOW_END_CLOSED, "x <= p is asked, not x >= q - p" },
	{ "bernoulli", FLAW_CLOSED, "x > q - p is asked, not x >= q - p" },
	{ "bernoulli", FLAW_HIGH_FIRST, "words are read highest byte first" },
	{ "bernoulli_exp", FLAW_NO_FRACTION, "the fraction of p/q is lost" },
	{ "bernoulli_exp", FLAW_ONE_COIN, "the whole part of p/q is lost" },
	{ "bernoulli_exp", FLAW_LOW_END, "x < p is asked, not x >= q - p" },
	{ "geometric", FLAW_BY_Q, "the end divides by q, not by p" },
	{ "geometric", FLAW_NO_FIRST_COIN, "the first coin is not asked: u is kept, whatever exp(-u/q)" },
	{ "geometric", FLAW_LOW_END, "x < p is asked, not x >= q - p" },
	{ "discrete_laplace", FLAW_NEGATIVE_ZERO, "zero is twice as likely: -0 is kept" },
	{ "discrete_laplace", FLAW_EXCHANGED, "p and q are exchanged" },
	{ "discrete_laplace", FLAW_LOW_END, "x < p is asked, not x >= q - p" },
	{ "discrete_gaussian", FLAW_HALF_VARIANCE, "a factor 2 of the variance is missing in what the proposal is accepted with" },
	{ "discrete_gaussian", FLAW_UNCENTRED, "the proposal is accepted with y^2, not with (|y| m - a)^2" },
	{ "discrete_gaussian", FLAW_UNSCALED, "the proposals are discrete Laplace of a / m, not of q a / (p m)" },
	{ "discrete_gaussian", FLAW_NEGATIVE_ZERO, "zero is twice as likely: -0 is kept" },
	{ "discrete_gaussian", FLAW_LOW_END, "x < p is asked, not x >= q - p" },
	{ "polya", FLAW_OTHER_END, "it counts the cycle from the other end: x + 1, not left - x" },
	{ "polya", FLAW_UNIT_CYCLES, "it counts cycles, not their lengths" },
	{ "laplace_share", FLAW_OTHER_END, "it counts the cycle from the other end: x + 1, not left - x" },
	{ "laplace_share", FLAW_UNIT_CYCLES, "it counts cycles, not their lengths" },
	{ "pbm_draw", FLAW_LOW_END, "x < p is asked, not x >= q - p" },
	{ "pbm_draw", FLAW_HIGH_FIRST, "words are read highest byte first" },
	{ "paper_bernoulli_exp", FLAW_HIGH_END, "x >= d - n is asked, not x < n" },
	{ "paper_bernoulli_exp", FLAW_LOW_END_CLOSED, "x <= n is asked, not x < n" },
	{ "paper_bernoulli_exp", FLAW_NO_FRACTION, "the fraction of p/q is lost" },
	{ "paper_bernoulli_exp", FLAW_ONE_COIN, "the whole part of p/q is lost" },
	{ "paper_bernoulli_exp", FLAW_OTHER_FRACTIONS, "fractions are reduced, as the paper's program does" },
	{ "paper_bernoulli_exp", FLAW_OTHER_PROFILE, "the order of program_bernoulli_exp" },
	{ "paper_bernoulli_exp", FLAW_REFERENCE, "the order of bernoulli_exp, the reference's own" },
	{ "program_bernoulli_exp", FLAW_HIGH_END, "x >= d - n is asked, not x < n" },
	{ "program_bernoulli_exp", FLAW_LOW_END_CLOSED, "x <= n is asked, not x < n" },
	{ "program_bernoulli_exp", FLAW_NO_FRACTION, "the fraction of p/q is lost" },
	{ "program_bernoulli_exp", FLAW_OTHER_FRACTIONS, "fractions are not reduced" },
	{ "program_bernoulli_exp", FLAW_OTHER_PROFILE, "the order of paper_bernoulli_exp" },
	{ "program_bernoulli_exp", FLAW_REFERENCE, "the order of bernoulli_exp, the reference's own" },
	{ "paper_geometric", FLAW_HIGH_END, "x >= d - n is asked, not x < n" },
	{ "paper_geometric", FLAW_BY_Q, "the end divides by q, not by p" },
	{ "paper_geometric", FLAW_NO_FIRST_COIN, "the first coin is not asked: u is kept, whatever exp(-u/q)" },
	{ "paper_geometric", FLAW_OTHER_FRACTIONS, "fractions are reduced, as the paper's program does" },
	{ "paper_geometric", FLAW_OTHER_PROFILE, "the order of program_geometric" },
	{ "paper_geometric", FLAW_REFERENCE, "the order of geometric, the reference's own" },
	{ "program_geometric", FLAW_HIGH_END, "x >= d - n is asked, not x < n" },
	{ "program_geometric", FLAW_BY_Q, "the end divides by q, not by p" },
	{ "program_geometric", FLAW_NO_FIRST_COIN, "the first coin is not asked: u is kept, whatever exp(-u/q)" },
	{ "program_geometric", FLAW_OTHER_FRACTIONS, "fractions are not reduced" },
	{ "program_geometric", FLAW_OTHER_PROFILE, "the order of paper_geometric" },
	{ "program_geometric", FLAW_REFERENCE, "the order of geometric, the reference's own" },
	{ "paper_discrete_laplace", FLAW_HIGH_END, "x >= d - n is asked, not x < n" },
	{ "paper_discrete_laplace", FLAW_BY_Q, "the end divides by q, not by p" },
	{ "paper_discrete_laplace", FLAW_NEGATIVE_ZERO, "zero is twice as likely: -0 is kept" },
	{ "paper_discrete_laplace", FLAW_OTHER_FRACTIONS, "fractions are reduced, as the paper's program does" },
	{ "paper_discrete_laplace", FLAW_OTHER_PROFILE, "the order of program_discrete_laplace" },
	{ "paper_discrete_laplace", FLAW_REFERENCE, "the order of discrete_laplace, the reference's own" },
	{ "program_discrete_laplace", FLAW_HIGH_END, "x >= d - n is asked, not x < n" },
	{ "program_discrete_laplace", FLAW_BY_Q, "the end divides by q, not by p" },
	{ "program_discrete_laplace", FLAW_NEGATIVE_ZERO, "zero is twice as likely: -0 is kept" },
	{ "program_discrete_laplace", FLAW_OTHER_FRACTIONS, "fractions are not reduced" },
	{ "program_discrete_laplace", FLAW_OTHER_PROFILE, "the order of paper_discrete_laplace" },
	{ "program_discrete_laplace", FLAW_REFERENCE, "the order of discrete_laplace, the reference's own" },
	{ "paper_discrete_gaussian", FLAW_HIGH_END, "x >= d - n is asked, not x < n" },
	{ "paper_discrete_gaussian", FLAW_HALF_VARIANCE, "a factor 2 of the variance is missing in what the proposal is accepted with" },
	{ "paper_discrete_gaussian", FLAW_UNCENTRED, "the proposal is accepted with (|y| t q)^2, not with (|y| t q - p)^2" },
	{ "paper_discrete_gaussian", FLAW_FLOOR, "t is floor(sigma), not floor(sigma) + 1" },
	{ "paper_discrete_gaussian", FLAW_NEGATIVE_ZERO, "zero is twice as likely: -0 is kept" },
	{ "paper_discrete_gaussian", FLAW_OTHER_FRACTIONS, "fractions are reduced, as the paper's program does" },
	{ "paper_discrete_gaussian", FLAW_OTHER_PROFILE, "the order of program_discrete_gaussian" },
	{ "paper_discrete_gaussian", FLAW_REFERENCE, "the order of discrete_gaussian, the reference's own" },
	{ "program_discrete_gaussian", FLAW_HIGH_END, "x >= d - n is asked, not x < n" },
	{ "program_discrete_gaussian", FLAW_HALF_VARIANCE, "a factor 2 of the variance is missing in what the proposal is accepted with" },
	{ "program_discrete_gaussian", FLAW_UNCENTRED, "the proposal is accepted with (|y| t q)^2, not with (|y| t q - p)^2" },
	{ "program_discrete_gaussian", FLAW_FLOOR, "t is floor(sigma), not floor(sigma) + 1" },
	{ "program_discrete_gaussian", FLAW_NEGATIVE_ZERO, "zero is twice as likely: -0 is kept" },
	{ "program_discrete_gaussian", FLAW_OTHER_FRACTIONS, "fractions are not reduced" },
	{ "program_discrete_gaussian", FLAW_OTHER_PROFILE, "the order of paper_discrete_gaussian" },
	{ "program_discrete_gaussian", FLAW_REFERENCE, "the order of discrete_gaussian, the reference's own" },
	{ "uniform_below", FLAW_MULTIPLIED, "the word is multiplied by limit, and its high bits are taken" },
	{ "bernoulli", FLAW_MULTIPLIED, "words are multiplied by the limit, and their high bits are taken" },
	{ "geometric", FLAW_MULTIPLIED, "words are multiplied by the limit, and their high bits are taken" },
	{ "discrete_laplace", FLAW_MULTIPLIED, "words are multiplied by the limit, and their high bits are taken" },
	{ "discrete_gaussian", FLAW_MULTIPLIED, "words are multiplied by the limit, and their high bits are taken" },
	{ "polya", FLAW_MULTIPLIED, "words are multiplied by the limit, and their high bits are taken" },
	{ "bernoulli_exp", FLAW_EVEN, "an even number of trials stands for an odd one" },
	{ "paper_bernoulli_exp", FLAW_EVEN, "an even number of trials stands for an odd one" },
	{ "program_bernoulli_exp", FLAW_EVEN, "an even number of trials stands for an odd one" },
	{ "geometric", FLAW_CLOSED, "x > q - p is asked, not x >= q - p" },
	{ "discrete_laplace", FLAW_CLOSED, "x > q - p is asked, not x >= q - p" },
	{ "discrete_gaussian", FLAW_CLOSED, "x > q - p is asked, not x >= q - p" },
	{ "bernoulli_exp", FLAW_UNIT_MORE, "one trial of exp(-1) too many" },
	{ "paper_bernoulli_exp", FLAW_UNIT_MORE, "one trial of exp(-1) too many" },
	{ "bernoulli_exp", FLAW_UNIT_LESS, "one trial of exp(-1) too few" },
	{ "paper_bernoulli_exp", FLAW_UNIT_LESS, "one trial of exp(-1) too few" },
	{ "pbm_draw", FLAW_UNIT_MORE, "one draw too many" },
	{ "pbm_draw", FLAW_UNIT_LESS, "one draw too few" },
	{ "pbm_draw", FLAW_COMPLEMENT, "2^40 - chance stands for chance" },
	{ "pbm_draw", FLAW_TURNED, "failures are counted, not successes" },
	{ "polya", FLAW_COMPLEMENT, "whole - part stands for part" },
	{ "laplace_share", FLAW_COMPLEMENT, "whole - part stands for part" },
	{ "polya", FLAW_TURNED, "the cycles are counted that are not kept" },
	{ "laplace_share", FLAW_TURNED, "the cycles are counted that are not kept" },
	{ "laplace_share", FLAW_ADDED, "the two Polya shares are added, not subtracted" },
	{ "discrete_laplace", FLAW_OTHER_TURN, "the sign is drawn before the magnitude" },
	{ "discrete_gaussian", FLAW_OTHER_TURN, "the sign is drawn before the magnitude" },
	{ "paper_discrete_laplace", FLAW_OTHER_TURN, "the sign is drawn before the magnitude" },
	{ "paper_discrete_gaussian", FLAW_OTHER_TURN, "the sign is drawn before the magnitude" },
	{ "program_discrete_laplace", FLAW_OTHER_TURN, "the sign is drawn behind the magnitude" },
	{ "program_discrete_gaussian", FLAW_OTHER_TURN, "the sign is drawn behind the magnitude" },
	{ "discrete_gaussian", FLAW_NO_WIDTH, "m is left out of (|y| m - a)^2" },
	{ "geometric", FLAW_NO_U, "u is left out: the result is q v / p" },
	{ "polya", FLAW_NO_U, "u is left out: the result is q v / p" },
	{ "paper_geometric", FLAW_NO_U, "u is left out: the result is q v / p" },
	{ "program_geometric", FLAW_NO_U, "u is left out: the result is q v / p" },
	{ "geometric", FLAW_FROM_ONE, "v counts from 1" },
	{ "paper_geometric", FLAW_FROM_ONE, "v counts from 1" },
	{ "program_geometric", FLAW_FROM_ONE, "v counts from 1" },
	{ "geometric", FLAW_EXCHANGED, "p and q are exchanged" },
	{ "polya", FLAW_EXCHANGED, "p and q are exchanged" },
	{ "laplace_share", FLAW_EXCHANGED, "p and q are exchanged" },
	{ "discrete_gaussian", FLAW_EXCHANGED, "p and q are exchanged" },
	{ "bernoulli_exp", FLAW_EXCHANGED, "p and q are exchanged" },
	{ "paper_geometric", FLAW_EXCHANGED, "p and q are exchanged" },
	{ "program_geometric", FLAW_EXCHANGED, "p and q are exchanged" },
	{ "paper_discrete_laplace", FLAW_EXCHANGED, "p and q are exchanged" },
	{ "program_discrete_laplace", FLAW_EXCHANGED, "p and q are exchanged" },
	{ "paper_discrete_gaussian", FLAW_EXCHANGED, "p and q are exchanged" },
	{ "program_discrete_gaussian", FLAW_EXCHANGED, "p and q are exchanged" },
	{ "discrete_gaussian", FLAW_SQUARED, "p / q is taken for sigma, not for its square" },
	{ "paper_discrete_gaussian", FLAW_SQUARED, "p / q is taken for sigma, not for its square" },
	{ "program_discrete_gaussian", FLAW_SQUARED, "p / q is taken for sigma, not for its square" },
};

/* The parameters as the mistake takes them; false: there it would not end, or numbers are too large. discrete_laplace knows by
   itself what is exchanged. */
static bool mistaken(const struct sampler *s, enum flaw flaw, const struct parameters *with, struct parameters *other)
{
	const uint64_t p = with->value[0], q = with->value[1];

	*other = *with;
	if (flaw == FLAW_EXCHANGED && strcmp(s->name, "discrete_laplace") != 0) {
		other->value[0] = q;
		other->value[1] = p;
		return p > 0 && p <= UINT64_C(1) << 40 && q / p < 64;
	}
	if (flaw == FLAW_SQUARED) {
		other->value[0] = p * p;
		other->value[1] = q * q;
		return p <= UINT64_C(1) << 20 && q <= UINT64_C(1) << 20;
	}
	return true;
}

/* What each mistake makes of the same words, where they are enough. */
static void put_flaws(struct book *b, const struct sampler *s, const struct parameters *with, const uint64_t *word, size_t room)
{
	for (size_t i = 0; i < sizeof flaws / sizeof *flaws; i++) {
		struct parameters other;
		struct tape t;
		mpz_t value;

		if (strcmp(flaws[i].sampler, s->name) != 0 || !mistaken(s, flaws[i].flaw, with, &other) || !tape_open(&t, word, room))
			continue;
		t.flaw = flaws[i].flaw;
		mpz_init(value);
		run(s, &other, &t, value);
		if (!t.dry) {
			book_mistake(b, flaws[i].name, "value", "exact", decimal(value));
			book_mistake(b, flaws[i].name, "words", "exact", number_u64(t.at));
		}
		mpz_clear(value);
		tape_close(&t);
	}
}

void sampler_on_words(struct book *b, const struct sampler *s, const struct parameters *with, const char *flags,
                      const char *comment, const uint64_t *word, size_t room)
{
	struct tape t;
	mpz_t value;

	if (!tape_open(&t, word, room)) {
		b->failed = true;
		return;
	}
	mpz_init(value);
	run(s, with, &t, value);
	if (t.dry)
		b->failed = true;
	book_test(b, flags, "%s", comment);
	put_arguments(b, s, with);
	book_in(b, "tape", tape_bytes(word, t.at < room ? t.at + 1 : t.at));
	book_out(b, "value", "exact", decimal(value));
	book_out(b, "words", "exact", number_u64(t.at));
	if (strcmp(flags, "Long") != 0)
		book_out(b, "draws", "exact", json_incref(t.calls));
	put_flaws(b, s, with, word, t.at < room ? t.at + 1 : t.at);
	mpz_clear(value);
	tape_close(&t);
}

void sampler_with_head(struct book *b, const struct sampler *s, const struct parameters *with, const char *flags,
                      const char *comment, const uint64_t *head, size_t count, uint64_t number)
{
	uint64_t word[SEARCH];

	memcpy(word, head, count * sizeof *head);
	tape_words(s->name, number, word + count, SEARCH - count);
	sampler_on_words(b, s, with, flags, comment, word, SEARCH);
}

void sampler_ordinary(struct book *b, const struct sampler *s, const struct parameters *with, uint64_t first, uint64_t count)
{
	bool large = false;

	for (size_t i = 0; i < s->arguments; i++)
		large |= with->value[i] > UINT32_MAX;
	for (uint64_t i = 0; i < count; i++)
		sampler_with_head(b, s, with, large ? "Ordinary LargeParameter" : "Ordinary", "words as they come", &first, 0, first + i);
}

/* The words of the first tape from `number` on whose draws are as wanted, and how many of them were taken. */
static size_t seek(struct book *b, const struct sampler *s, const struct parameters *with, bool (*wanted)(const struct tape *),
                   uint64_t number, uint64_t word[SEARCH])
{
	struct tape t;
	mpz_t value;

	for (;; number++) {
		tape_words(s->name, number, word, SEARCH);
		if (!tape_open(&t, word, SEARCH)) {
			b->failed = true;
			return 0;
		}
		mpz_init(value);
		run(s, with, &t, value);
		const bool found = !t.dry && wanted(&t);
		const size_t taken = t.at;
		mpz_clear(value);
		tape_close(&t);
		if (found)
			return taken;
	}
}

void sampler_sought(struct book *b, const struct sampler *s, const struct parameters *with, const char *comment,
                    bool (*wanted)(const struct tape *), uint64_t number)
{
	uint64_t word[SEARCH];

	seek(b, s, with, wanted, number, word);
	if (!b->failed)
		sampler_on_words(b, s, with, "Restart", comment, word, SEARCH);
}

void sampler_exhausted(struct book *b, const struct sampler *s, const struct parameters *with,
                       bool (*wanted)(const struct tape *), uint64_t number, size_t left)
{
	uint64_t word[SEARCH];
	const size_t taken = seek(b, s, with, wanted, number, word);

	if (b->failed)
		return;
	book_refused(b, "the tape ends before the draw does");
	put_arguments(b, s, with);
	book_in(b, "tape", tape_bytes(word, left < taken ? left : taken - 1));
}

void sampler_refused(struct book *b, const struct sampler *s, const struct parameters *with, const char *comment)
{
	uint64_t word[2];

	tape_words(s->name, 0, word, 2);
	book_refused(b, comment);
	put_arguments(b, s, with);
	book_in(b, "tape", tape_bytes(word, 2));
}

const struct sampler *sampler_start(struct book *b, const char *name)
{
	book_open(b, name);
	return sampler_named(name);
}
