/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/engine/statistic.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_cdf.h>

#include "audit/engine/binomial.h"

enum { EVENLY = 512 };

bool audit_event_holds(const struct audit_event *event, float score)
{
	return event->toward ? score <= event->threshold : score >= event->threshold;
}

struct audit_counts audit_event_count(const struct audit_event *event, const float *score[2], size_t trials)
{
	struct audit_counts counts = { .trials = trials };

	for (size_t i = 0; i < trials; i++) {
		counts.likely += audit_event_holds(event, score[event->toward][i]);
		counts.unlikely += audit_event_holds(event, score[!event->toward][i]);
	}
	return counts;
}

static int ascending(const void *a, const void *b)
{
	const float x = *(const float *)a, y = *(const float *)b;

	return (x > y) - (x < y);
}

/* How many of the ascending scores are below x (or at x, too). */
static size_t below(const float *score, size_t count, float x, bool or_at)
{
	size_t low = 0, high = count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (score[middle] < x || (or_at && score[middle] <= x))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

struct choice {
	struct audit_event best;
	double found;
	double z, delta, stretch; /* counts are scaled to the trials held out */
	size_t held_out;
};

static double promise(const struct choice *c, size_t likely, size_t unlikely)
{
	const double p = audit_probability_lower_about(c->held_out, (uint64_t)((double)likely * c->stretch), c->z);
	/* Two hits more: the best of many thresholds owes part of its looks to luck. */
	const double q = audit_probability_upper_about(c->held_out, (uint64_t)((double)(unlikely + 2) * c->stretch), c->z);

	return p > c->delta ? log((p - c->delta) / q) : -INFINITY;
}

static void try(struct choice *c, float *score[2], size_t trials, float threshold)
{
	for (int toward = 0; toward < 2; toward++) {
		size_t hits[2];

		for (int world = 0; world < 2; world++) {
			const size_t under = below(score[world], trials, threshold, toward == 1);

			hits[world] = toward ? under : trials - under;
		}
		const double found = promise(c, hits[toward], hits[!toward]);

		if (found > c->found) {
			c->found = found;
			c->best = (struct audit_event){ toward, threshold };
		}
	}
}

struct audit_event audit_event_choose(float *score[2], size_t trials, size_t held_out,
                                      double delta, double confidence)
{
	struct choice c = {
		.best = { 0, -INFINITY }, /* always holds: bounds epsilon by something below 0 */
		.found = -INFINITY,
		.z = gsl_cdf_ugaussian_Qinv((1 - confidence) / 2),
		.delta = delta,
		.stretch = (double)held_out / (double)trials,
		.held_out = held_out,
	};

	for (int world = 0; world < 2; world++)
		qsort(score[world], trials, sizeof(float), ascending);
	for (int world = 0; world < 2; world++) {
		for (size_t i = 0; i < EVENLY; i++)
			try(&c, score, trials, score[world][i * trials / EVENLY]);
		for (size_t far = 1; far < trials; far += 1 + far / 4) {
			try(&c, score, trials, score[world][far - 1]);
			try(&c, score, trials, score[world][trials - far]);
		}
	}
	return c.best;
}
