/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws per second of processor time, side by side in one run: GSL's textbook Laplace law against
   the samplers of ref/noise. Each is timed in five turns, one after the other,
   and the fastest turn counts. Fails when an exact discrete Laplace law is
   slower than a tenth of GSL's. */
#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "noise/exact.h"
#include "noise/fixed_chances.h"
#include "noise/shares.h"
#include "noise/textbook.h"

enum { TURNS = 5, DRAWS = 200000 };

struct source {
	gsl_rng *gsl;
	struct dpmf_stream stream;
	struct dpmf_fixed_chances chances; /* of the row's rate */
};

struct bench {
	const char *name;
	double (*draw)(struct source *source, uint64_t p, uint64_t q);
	uint64_t p, q;
	int bound; /* must keep a tenth of the first row's rate */
	double seconds;
};

static double gsl_laplace(struct source *source, uint64_t p, uint64_t q)
{
	return gsl_ran_laplace(source->gsl, (double)q / (double)p);
}

static double word(struct source *source, uint64_t p, uint64_t q)
{
	(void)p;
	(void)q;
	return (double)dpmf_stream_word(&source->stream);
}

static double textbook_laplace(struct source *source, uint64_t p, uint64_t q)
{
	return dpmf_laplace(&source->stream, (double)q / (double)p);
}

static double textbook_normal(struct source *source, uint64_t p, uint64_t q)
{
	(void)p;
	(void)q;
	return dpmf_normal(&source->stream);
}

static double mixture(struct source *source, uint64_t p, uint64_t q)
{
	return dpmf_mixture(&source->stream, (double)q / (double)p);
}

static double geometric(struct source *source, uint64_t p, uint64_t q)
{
	return (double)dpmf_geometric(&source->stream, p, q);
}

static double discrete_laplace(struct source *source, uint64_t p, uint64_t q)
{
	return (double)dpmf_discrete_laplace(&source->stream, p, q);
}

static double fixed_laplace(struct source *source, uint64_t p, uint64_t q)
{
	(void)p;
	(void)q;
	return (double)dpmf_fixed_laplace(&source->stream, &source->chances);
}

static double chances(struct source *source, uint64_t p, uint64_t q)
{
	return dpmf_fixed_chances(p, q, &source->chances, NULL);
}

static double discrete_gaussian(struct source *source, uint64_t p, uint64_t q)
{
	return (double)dpmf_discrete_gaussian(&source->stream, p, q);
}

static double polya(struct source *source, uint64_t p, uint64_t q)
{
	return (double)dpmf_polya(&source->stream, p, q, 1, 100);
}

static double laplace_share(struct source *source, uint64_t p, uint64_t q)
{
	return (double)dpmf_laplace_share(&source->stream, p, q, 1, 100);
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void turn(struct bench *bench, struct source *source)
{
	volatile double kept;
	double sum = 0;

	if (dpmf_fixed_chances(bench->p, bench->q, &source->chances, NULL) != DPMF_OK)
		return;
	const double start = now();

	for (int i = 0; i < DRAWS; i++)
		sum += bench->draw(source, bench->p, bench->q);
	kept = sum;
	(void)kept;

	const double seconds = now() - start;

	if (bench->seconds == 0 || seconds < bench->seconds)
		bench->seconds = seconds;
}

int main(void)
{
	struct bench benches[] = {
		{ "gsl_ran_laplace (mt19937)", gsl_laplace, 1, 25, 0, 0 },
		{ "stream word", word, 1, 1, 0, 0 },
		{ "textbook laplace", textbook_laplace, 1, 25, 0, 0 },
		{ "textbook normal", textbook_normal, 1, 1, 0, 0 },
		{ "exponential-normal mixture", mixture, 1, 25, 0, 0 },
		{ "geometric", geometric, 1, 25, 0, 0 },
		{ "discrete laplace", discrete_laplace, 1, 1, 1, 0 },
		{ "discrete laplace", discrete_laplace, 1, 25, 1, 0 },
		{ "discrete laplace", discrete_laplace, 1000, 12345, 1, 0 },
		{ "discrete laplace", discrete_laplace, 1, 1 << 20, 1, 0 },
		{ "fixed laplace", fixed_laplace, 1, 1, 0, 0 },
		{ "fixed laplace", fixed_laplace, 1, 25, 0, 0 },
		{ "fixed laplace", fixed_laplace, 1000, 12345, 0, 0 },
		{ "fixed laplace", fixed_laplace, 1, 1 << 20, 0, 0 },
		{ "its chances, once for a rate", chances, 1, 25, 0, 0 },
		{ "discrete gaussian, sigma^2", discrete_gaussian, 1, 1, 0, 0 },
		{ "discrete gaussian, sigma^2", discrete_gaussian, 10000, 1, 0, 0 },
		{ "polya, 100 parties", polya, 1, 25, 0, 0 },
		{ "laplace share, 100 parties", laplace_share, 1, 25, 0, 0 },
	};
	const size_t count = sizeof benches / sizeof *benches;
	struct source source = { .gsl = gsl_rng_alloc(gsl_rng_mt19937) };
	struct dpmf_key key;
	int slow = 0;

	if (!source.gsl || dpmf_stream_start(NULL) != DPMF_OK)
		return 3;
	dpmf_key_from_seed(1, &key);
	dpmf_stream_open(&source.stream, &key, 0, 0, 0);
	for (int i = 0; i < TURNS; i++)
		for (size_t j = 0; j < count; j++)
			turn(&benches[j], &source);
	printf("%-28s %14s %10s %9s %8s\n", "sampler", "p/q", "million/s", "ns", "of GSL");
	for (size_t j = 0; j < count; j++) {
		const double share = benches[0].seconds / benches[j].seconds;
		char ratio[48];

		snprintf(ratio, sizeof ratio, "%" PRIu64 "/%" PRIu64, benches[j].p, benches[j].q);
		printf("%-28s %14s %10.2f %9.1f %8.3f%s\n", benches[j].name, ratio, 1e-6 * DRAWS / benches[j].seconds,
		       1e9 * benches[j].seconds / DRAWS, share, benches[j].bound && share < 0.1 ? "  TOO SLOW" : "");
		slow |= benches[j].bound && share < 0.1;
	}
	gsl_rng_free(source.gsl);
	return slow;
}
