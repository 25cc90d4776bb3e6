/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/engine/learn.h"

#include <math.h>
#include <stdlib.h>

/* What is kept of a known likelihood ratio is a float: values of one ratio that differ by rounding fall
   together, and no threshold runs through them. */
double audit_learned_score(const struct audit_case *one, const void *instance, const struct audit_learned *learned, const double *seen)
{
	const double value = learned->score ? audit_score_of(learned->score, seen) : one->log_likelihood_ratio(instance, seen);

	if (isnan(value))
		return 0;
	return learned->score ? value : (double)(float)fmax(-1e30, fmin(1e30, value));
}

static void score_all(const struct audit_case *one, const void *instance, const struct audit_learned *by,
                      const double *const seen[2], size_t from, size_t to, double *const score[2])
{
	for (int world = 0; world < 2; world++)
		for (size_t i = from; i < to; i++)
			score[world][i] = audit_learned_score(one, instance, by, seen[world] + i * one->dims);
}

/* Scores the part [from, to) by what the part [learn, learn + count) teaches. */
static enum dpmf_status score_by_other(const struct audit_case *one, enum audit_score_kind kind, const double *const seen[2],
                                       const size_t learn[2], const size_t score_part[2], double *const score[2], struct dpmf_error *error)
{
	struct audit_learned by = { .score = NULL };
	const double *const from[2] = { seen[0] + learn[0] * one->dims, seen[1] + learn[0] * one->dims };
	const enum dpmf_status status = audit_score_learn(kind, from, learn[1] - learn[0], one->dims, &by.score, error);

	if (status == DPMF_OK)
		score_all(one, NULL, &by, seen, score_part[0], score_part[1], score);
	audit_score_free(by.score);
	return status;
}

static enum dpmf_status promise_of(const struct audit_case *one, enum audit_score_kind kind, const double *const seen[2], size_t trials,
                                   const struct audit_aim *aim, double *const score[2], struct audit_choice *choice, struct dpmf_error *error)
{
	/* Measured with `dpmf-audit calibrate`: less, and the best of hundreds of chance looks wins; more, and rare
	   events are not dared, which a delta makes the only ones that tell. Under an assumed law every event tells the
	   same, and only the counts matter. */
	const double plain = aim->curve == AUDIT_GAUSSIAN ? 6 : aim->delta > 0 ? 1.2 : 3;
	const double luck[AUDIT_SCORE_KINDS] = {
		[AUDIT_SCORE_NUMBER] = plain, [AUDIT_SCORE_LINE] = plain, [AUDIT_SCORE_STEPS] = plain + 3, [AUDIT_SCORE_BITS] = plain + 3,
	};
	struct audit_aim careful = *aim;
	const size_t halves[2][2] = { { 0, trials / 2 }, { trials / 2, trials } };

	for (int half = 0; half < 2; half++) {
		const enum dpmf_status status = score_by_other(one, kind, seen, halves[!half], halves[half], score, error);

		if (status != DPMF_OK)
			return status;
	}
	careful.luck = luck[kind];
	if (kind == AUDIT_SCORE_LINE && one->dims == 1)
		careful.luck += 0.5; /* of two that tell the same, the one that a reader understands */
	*choice = audit_event_choose(score, trials, &careful);
	return DPMF_OK;
}

static enum dpmf_status learn_kind(const struct audit_case *one, const double *const seen[2], size_t trials, const struct audit_aim *aim,
                                   double *const score[2], struct audit_learned *learned, struct dpmf_error *error)
{
	enum audit_score_kind best = AUDIT_SCORE_STEPS;
	enum dpmf_status status = DPMF_OK;

	learned->choice.promise = -INFINITY;
	for (int kind = 0; kind < AUDIT_SCORE_KINDS && status == DPMF_OK; kind++) {
		struct audit_choice choice;

		if (!audit_score_applies((enum audit_score_kind)kind, seen, trials, one->dims))
			continue;
		status = promise_of(one, (enum audit_score_kind)kind, seen, trials, aim, score, &choice, error);
		if (status == DPMF_OK && (choice.promise > learned->choice.promise || !isfinite(learned->choice.promise))) {
			learned->choice = choice;
			best = (enum audit_score_kind)kind;
		}
	}
	return status == DPMF_OK ? audit_score_learn(best, seen, trials, one->dims, &learned->score, error) : status;
}

static int ascending(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void choose_band(const struct audit_case *one, const void *instance, const double *const seen[2], size_t trials,
                        double *const score[2], struct audit_learned *made)
{
	score_all(one, instance, made, seen, 0, trials, score);
	for (int world = 0; world < 2; world++)
		qsort(score[world], trials, sizeof(double), ascending);
	audit_band_choose((const double *const[2]){ score[0], score[1] }, trials, &made->band);
}

enum dpmf_status audit_learn(const struct audit_case *one, const void *instance, const double *const seen[2], size_t trials,
                             const struct audit_aim *aim, struct audit_learned *learned, struct dpmf_error *error)
{
	struct audit_learned made = { .choice = { .promise = -INFINITY } };
	double *scores = malloc(2 * trials * sizeof(double)), *const score[2] = { scores, scores + trials };
	enum dpmf_status status = DPMF_OK;

	if (!scores)
		return dpmf_fail(error, DPMF_FAILED, "case %s: no memory for learning from %zu runs: use fewer --trials", one->id, trials);
	if (one->log_likelihood_ratio) {
		score_all(one, instance, &made, seen, 0, trials, score);
		made.choice = audit_event_choose(score, trials, aim);
	} else {
		status = learn_kind(one, seen, trials, aim, score, &made, error);
	}
	if (status == DPMF_OK)
		choose_band(one, instance, seen, trials, score, &made);
	free(scores);
	if (status == DPMF_OK)
		*learned = made;
	return status;
}
