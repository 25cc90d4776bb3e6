/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/engine/statistic.h"

#include <math.h>

#include <gsl/gsl_cdf.h>

#include "audit/engine/sort.h"

enum { EVENLY = 256, ROUNDS = 3, THRESHOLDS_MOST = 2 * (EVENLY + 256) };

int audit_event_guess(const struct audit_event *event, double score)
{
	if (event->toward != AUDIT_TOWARD_1 && score >= event->high)
		return 0;
	if (event->toward != AUDIT_TOWARD_0 && score <= event->low)
		return 1;
	return -1;
}

void audit_event_guesses(const struct audit_event *event, const double *score, size_t count, size_t guessed[2])
{
	/* A threshold that no score meets stands for one that there is not. */
	const double high = event->toward == AUDIT_TOWARD_1 ? NAN : event->high, low = event->toward == AUDIT_TOWARD_0 ? NAN : event->low;
	size_t found[2] = { 0, 0 };

	for (size_t i = 0; i < count; i++) {
		const bool is_high = score[i] >= high;

		found[0] += is_high;
		found[1] += (score[i] <= low) & !is_high;
	}
	guessed[0] += found[0];
	guessed[1] += found[1];
}

struct audit_pair audit_event_count(const struct audit_event *event, const uint64_t guessed[2][2], const size_t trials[2], size_t lost)
{
	if (event->toward == AUDIT_TOWARD_BOTH) {
		const uint64_t runs = trials[0] + trials[1] + lost;

		return (struct audit_pair){ true, { runs, runs }, { guessed[0][0] + guessed[1][1], guessed[1][0] + guessed[0][1] + lost } };
	}
	const int likely = event->toward == AUDIT_TOWARD_1;

	return (struct audit_pair){ false, { trials[likely], trials[!likely] }, { guessed[likely][likely], guessed[!likely][likely] } };
}

/* How many of the ascending scores are below x (or at x, too). */
static size_t below(const double *score, size_t count, double x, bool or_at)
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

struct search {
	double *const *score;
	size_t trials;
	const struct audit_aim *aim;
	double z;
	double threshold[THRESHOLDS_MOST];
	size_t thresholds;
	struct audit_choice best;
};

static size_t hits(const struct search *s, int world, int guess, double threshold)
{
	return guess ? below(s->score[world], s->trials, threshold, true)
	             : s->trials - below(s->score[world], s->trials, threshold, false);
}

static uint64_t stretch(const struct search *s, size_t count)
{
	return (uint64_t)((double)count / (double)s->trials * (double)s->aim->held_out);
}

/* What an event promises: its counts here, scaled to the runs held out. */
static double promise(const struct search *s, const struct audit_event *event)
{
	const uint64_t n = s->aim->held_out;
	struct audit_pair pair;

	if (event->toward == AUDIT_TOWARD_BOTH) {
		if (event->low >= event->high)
			return -INFINITY;
		pair = (struct audit_pair){ true, { 2 * n, 2 * n },
			{ stretch(s, hits(s, 0, 0, event->high) + hits(s, 1, 1, event->low)),
			  stretch(s, hits(s, 1, 0, event->high) + hits(s, 0, 1, event->low) + 1) } };
	} else {
		const int w = event->toward == AUDIT_TOWARD_1;
		const double threshold = w ? event->low : event->high;

		pair = (struct audit_pair){ false, { n, n }, { stretch(s, hits(s, w, w, threshold)), stretch(s, hits(s, !w, w, threshold) + 1) } };
	}
	for (int i = 0; i < 2; i++)
		pair.hits[i] = pair.hits[i] < pair.runs[i] ? pair.hits[i] : pair.runs[i];
	return audit_level_about(&pair, s->aim->curve, s->aim->delta, s->z);
}

static void try(struct search *s, struct audit_event event)
{
	const double found = promise(s, &event);

	if (found > s->best.promise)
		s->best = (struct audit_choice){ event, found };
}

static void collect(struct search *s)
{
	for (int world = 0; world < 2; world++) {
		for (size_t i = 0; i < EVENLY; i++)
			s->threshold[s->thresholds++] = s->score[world][i * s->trials / EVENLY];
		for (size_t far = 1; far < s->trials && s->thresholds + 2 <= THRESHOLDS_MOST / (world ? 1 : 2); far += 1 + far / 4) {
			s->threshold[s->thresholds++] = s->score[world][far - 1];
			s->threshold[s->thresholds++] = s->score[world][s->trials - far];
		}
	}
}

/* Both thresholds in turn, from the best ones alone. */
static void try_both(struct search *s, struct audit_event best)
{
	best.toward = AUDIT_TOWARD_BOTH;
	for (int round = 0; round < ROUNDS; round++) {
		for (int side = 0; side < 2; side++) {
			double found = promise(s, &best);

			for (size_t i = 0; i < s->thresholds; i++) {
				struct audit_event event = best;

				*(side ? &event.low : &event.high) = s->threshold[i];
				const double here = promise(s, &event);

				if (here > found) {
					found = here;
					best = event;
				}
			}
		}
	}
	try(s, best);
}

struct audit_choice audit_event_choose(double *const score[2], size_t trials, const struct audit_aim *aim)
{
	struct search s = {
		.score = score, .trials = trials, .aim = aim,
		.z = gsl_cdf_ugaussian_Qinv(aim->alpha) + aim->luck * sqrt((double)aim->held_out / (double)trials),
		.best = { { AUDIT_TOWARD_0, -INFINITY, -INFINITY }, -INFINITY }, /* always holds: bounds epsilon by nothing */
	};
	struct audit_event alone = { AUDIT_TOWARD_BOTH, INFINITY, -INFINITY };

	for (int world = 0; world < 2; world++)
		audit_sort(score[world], trials);
	collect(&s);
	for (int side = 0; side < 2; side++) {
		struct search one = s;

		one.best.promise = -INFINITY;
		for (size_t i = 0; i < s.thresholds; i++)
			try(&one, side ? (struct audit_event){ AUDIT_TOWARD_1, INFINITY, s.threshold[i] }
			              : (struct audit_event){ AUDIT_TOWARD_0, s.threshold[i], -INFINITY });
		if (one.best.promise > -INFINITY)
			*(side ? &alone.low : &alone.high) = side ? one.best.event.low : one.best.event.high;
		try(&s, one.best.event);
	}
	try_both(&s, alone);
	return s.best;
}
