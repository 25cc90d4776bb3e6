/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/engine/run.h"

#include <math.h>
#include <stdlib.h>

#include "audit/engine/score.h"
#include "audit/engine/trials.h"
#include "audit/engine/verdict.h"

enum { DIMS_MOST = 64 };

/* Which runs serve what: [0, learn) the score, [learn, choose) the threshold,
   [choose, trials) the bound. A known score leaves more for the bound. */
struct parts {
	size_t learn, choose, trials;
};

static struct parts divide(const struct audit_case *one, size_t trials)
{
	struct parts parts = { 0, trials / 5, trials };

	if (!one->log_likelihood_ratio) {
		parts.learn = trials / 4;
		parts.choose = trials / 2;
	}
	return parts;
}

/* Scores are kept as floats: values of one score that differ by rounding fall
   together, and the threshold does not run through them. */
static enum dpmf_status give_scores(const struct audit_case *one, const void *instance, const struct parts *parts,
                                    double *seen[2], float *score[2], struct dpmf_error *error)
{
	struct audit_score *learned = NULL;

	if (!one->log_likelihood_ratio) {
		const enum dpmf_status status = audit_score_learn((const double *[2]){ seen[0], seen[1] },
		                                                  parts->learn, one->dims, &learned, error);

		if (status != DPMF_OK)
			return status;
	}
	for (int world = 0; world < 2; world++) {
		for (size_t i = parts->learn; i < parts->trials; i++) {
			const double *what = seen[world] + i * one->dims;
			const double value = learned ? audit_score_of(learned, what)
			                             : one->log_likelihood_ratio(instance, what);

			score[world][i] = isnan(value) ? 0 : (float)fmax(-1e30, fmin(1e30, value));
		}
	}
	audit_score_free(learned);
	return DPMF_OK;
}

static size_t picture_bin(const struct audit_picture *picture, float score)
{
	const double place = (score - picture->low) / (picture->high - picture->low) * AUDIT_PICTURE_BINS;

	return (size_t)fmax(0, fmin(AUDIT_PICTURE_BINS - 1, floor(place)));
}

/* `chosen` are the sorted scores that chose the threshold: they frame the picture. */
static void draw_picture(struct audit_picture *picture, float *const chosen[2], size_t count,
                         float *const score[2], size_t trials)
{
	const size_t far = count / 200;

	*picture = (struct audit_picture){
		.low = fmin(chosen[0][far], chosen[1][far]),
		.high = fmax(chosen[0][count - 1 - far], chosen[1][count - 1 - far]),
	};
	if (!(picture->high > picture->low))
		picture->high = picture->low + 1;
	for (int world = 0; world < 2; world++)
		for (size_t i = 0; i < trials; i++)
			picture->count[world][picture_bin(picture, score[world][i])]++;
}

static void judge(const struct audit_case *one, const struct parts *parts, double confidence,
                  float *score[2], struct audit_result *result)
{
	float *choosing[2] = { score[0] + parts->learn, score[1] + parts->learn };
	float *held_out[2] = { score[0] + parts->choose, score[1] + parts->choose };
	const size_t choosers = parts->choose - parts->learn, left = parts->trials - parts->choose;

	result->event = audit_event_choose(choosing, choosers, left, one->delta, confidence);
	result->counts = audit_event_count(&result->event, (const float *[2]){ held_out[0], held_out[1] }, left);
	result->epsilon_lower = audit_epsilon_lower(&result->counts, one->delta, confidence);
	result->finding = audit_find(result->epsilon_lower, one->epsilon);
	draw_picture(&result->picture, choosing, choosers, held_out, left);
}

static enum dpmf_status run_in(const struct audit_case *one, const void *instance, const struct audit_settings *settings,
                               size_t trials, struct audit_result *result, struct dpmf_error *error)
{
	const struct parts parts = divide(one, trials);
	double *numbers = malloc(2 * trials * one->dims * sizeof(double));
	float *scores = malloc(2 * trials * sizeof(float));
	enum dpmf_status status = DPMF_FAILED;

	if (numbers && scores) {
		double *seen[2] = { numbers, numbers + trials * one->dims };
		float *score[2] = { scores, scores + trials };

		status = audit_trials_run(one, instance, settings->seed, trials, settings->jobs, seen, settings->done, error);
		if (status == DPMF_OK)
			status = give_scores(one, instance, &parts, seen, score, error);
		if (status == DPMF_OK)
			judge(one, &parts, settings->confidence, score, result);
	} else {
		dpmf_fail(error, DPMF_FAILED, "case %s: no memory for %zu runs: use fewer --trials", one->id, trials);
	}
	free(numbers);
	free(scores);
	return status;
}

enum dpmf_status audit_run(const struct audit_case *one, const struct audit_settings *settings,
                           struct audit_result *result, struct dpmf_error *error)
{
	const uint64_t trials = settings->trials ? settings->trials : one->trials;
	struct audit_result found = { .one = one, .trials = trials, .confidence = settings->confidence };
	void *instance = NULL;

	if (trials < AUDIT_TRIALS_LEAST || trials > UINT64_C(1000000000))
		return dpmf_fail(error, DPMF_INPUT, "%llu trials: give %d to 1000000000",
		                 (unsigned long long)trials, AUDIT_TRIALS_LEAST);
	if (!(settings->confidence > 0 && settings->confidence < 1))
		return dpmf_fail(error, DPMF_INPUT, "confidence %g: give a number between 0 and 1", settings->confidence);
	if (one->dims == 0 || one->dims > DIMS_MOST)
		return dpmf_fail(error, DPMF_INPUT, "case %s sees %zu numbers: 1 to %d are possible", one->id, one->dims, DIMS_MOST);
	enum dpmf_status status = one->setup ? one->setup(one, &instance, error) : DPMF_OK;

	if (status != DPMF_OK)
		return status;
	status = run_in(one, instance, settings, (size_t)trials, &found, error);
	if (one->teardown)
		one->teardown(instance);
	if (status == DPMF_OK)
		*result = found;
	return status;
}
