/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/engine/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "audit/engine/could.h"
#include "audit/engine/describe.h"
#include "audit/engine/learn.h"
#include "audit/engine/parts.h"
#include "audit/engine/runs.h"
#include "audit/engine/sort.h"
#include "audit/engine/trials.h"

enum { DIMS_MOST = 64 };

static void tell_guesses(const struct audit_settings *settings, const struct audit_event *event, const struct audit_runs *held,
                         const double *const score[2])
{
	for (int world = 0; world < 2; world++) {
		if (!settings->guess[world])
			continue;
		memset(settings->guess[world], AUDIT_NO_RUN, held->first[world]);
		for (size_t i = 0; i < held->count[world]; i++)
			settings->guess[world][held->first[world] + i] = (signed char)audit_event_guess(event, score[world][i]);
	}
}

static void score_held(const struct audit_runs *held, const struct audit_learned *learned, double *const score[2])
{
	for (int world = 0; world < 2; world++)
		for (size_t i = 0; i < held->count[world]; i++)
			score[world][i] = audit_learned_score(held->one, held->instance, learned, audit_runs_at(held, world, i));
}

/* What one event tells on the runs that nothing has been learned from, with this chance that it is wrong. */
static enum dpmf_status try_event(const struct audit_runs *held, const struct audit_parts *parts, const struct audit_learned *learned, double wrong,
                                  double *const score[2], struct audit_result *result, struct dpmf_error *error)
{
	const struct audit_case *one = held->one;
	struct audit_bound bound;

	score_held(held, learned, score);
	result->event = learned->choice.event;
	result->counts = audit_event_count(&result->event, (const double *const[2]){ score[0], score[1] }, held->count, parts->lost);
	const enum dpmf_status status = audit_bound_of(&result->counts, result->curve, one->delta, 1 - wrong, &bound, error);

	if (status != DPMF_OK)
		return status;
	result->epsilon_lower = bound.epsilon;
	result->mu_lower = bound.mu;
	result->finding = audit_find(bound.epsilon, one->epsilon);
	result->could_epsilon = audit_could_epsilon(&result->counts, one->epsilon, one->delta, wrong);
	result->could_share = audit_could_share(parts->learn, parts->expected, one->epsilon, one->delta, wrong);
	return DPMF_OK;
}

/* Two events share the error: whichever bound is larger, it is wrong with at most the chance that was asked for. */
static const double bold_share = 0.05;

static enum dpmf_status try_events(const struct audit_runs *held, const struct audit_parts *parts, const struct audit_learned learned[2],
                                   double *const score[2], struct audit_result *result, const struct audit_learned **best, struct dpmf_error *error)
{
	const double wrong = 1 - result->confidence;
	struct audit_result careful = *result;
	enum dpmf_status status = DPMF_OK;

	*best = &learned[0];
	if (learned[1].score)
		status = try_event(held, parts, &learned[1], bold_share * wrong, score, result, error);
	if (status == DPMF_OK)
		status = try_event(held, parts, &learned[0], learned[1].score ? (1 - bold_share) * wrong : wrong, score, &careful, error);
	if (status != DPMF_OK)
		return status;
	if (learned[1].score && result->epsilon_lower > careful.epsilon_lower) {
		*best = &learned[1];
		score_held(held, *best, score);
	} else {
		*result = careful;
	}
	return DPMF_OK;
}

static enum dpmf_status measure(const struct audit_runs *held, const struct audit_settings *settings, const struct audit_parts *parts,
                                const struct audit_learned learned[2], struct audit_result *result, struct dpmf_error *error)
{
	double *scores = malloc((held->count[0] + held->count[1]) * sizeof(double));
	double *const score[2] = { scores, scores + held->count[0] };
	const struct audit_learned *best;
	enum dpmf_status status;

	if (!scores)
		return dpmf_fail(error, DPMF_FAILED, "case %s: no memory for %zu scores: use fewer --trials", held->one->id, held->count[0] + held->count[1]);
	status = try_events(held, parts, learned, score, result, &best, error);
	if (status == DPMF_OK) {
		tell_guesses(settings, &result->event, held, (const double *const[2]){ score[0], score[1] });
		audit_describe(held, best, result);
		for (int world = 0; world < 2; world++)
			audit_sort(score[world], held->count[world]);
		result->band = best->band;
		audit_band_count((const double *const[2]){ score[0], score[1] }, held->count, &result->band);
		audit_picture_draw(held, score, &result->picture);
	}
	free(scores);
	return status;
}

/* Luck was measured with `dpmf-audit calibrate`: less, and the best of hundreds of chance looks wins; more, and rare events are
   not dared, which a delta makes the only ones that tell. Under an assumed law every event tells the same, and only
   the counts matter. */
static enum dpmf_status judge(const struct audit_runs *runs, const struct audit_settings *settings, struct audit_result *result, struct dpmf_error *error)
{
	const struct audit_case *one = runs->one;
	const size_t trials = runs->count[0];
	struct dpmf_key root, audit, key, coins;
	struct audit_learned learned[2] = { { .score = NULL }, { .score = NULL } }; /* chosen carefully, and boldly */

	dpmf_key_from_seed(result->seed, &root);
	dpmf_key_derive(&root, "audit", &audit);
	dpmf_key_derive(&audit, one->id, &key);
	dpmf_key_derive(&key, "coins", &coins);
	const bool rare = one->delta > 0 && result->curve == AUDIT_DP;
	const struct audit_parts parts = audit_parts_divide(trials, rare, &coins);
	const struct audit_aim aim = { result->curve, one->delta, 1 - result->confidence, parts.expected, .luck = rare ? 1.2 : 6 };
	const bool dare = result->curve == AUDIT_DP && one->delta == 0;
	struct audit_runs held = *runs;
	enum dpmf_status status = audit_learn(one, runs->instance, runs->seen, parts.learn, &aim, &learned[0], dare ? &learned[1] : NULL, error);

	for (int world = 0; world < 2; world++) {
		held.count[world] = parts.held[world];
		held.first[world] = trials - parts.held[world];
	}
	if (status == DPMF_OK)
		status = measure(&held, settings, &parts, learned, result, error);
	audit_score_free(learned[0].score);
	audit_score_free(learned[1].score);
	return status;
}

static enum dpmf_status check(const struct audit_case *one, uint64_t trials, double confidence, struct dpmf_error *error)
{
	if (trials < AUDIT_TRIALS_LEAST || trials > UINT64_C(1000000000))
		return dpmf_fail(error, DPMF_INPUT, "%llu trials: give %d to 1000000000",
		                 (unsigned long long)trials, AUDIT_TRIALS_LEAST);
	if (!(confidence > 0 && confidence < 1))
		return dpmf_fail(error, DPMF_INPUT, "confidence %g: give a number between 0 and 1", confidence);
	if (one->dims == 0 || one->dims > DIMS_MOST)
		return dpmf_fail(error, DPMF_INPUT, "case %s sees %zu numbers: 1 to %d are possible", one->id, one->dims, DIMS_MOST);
	return DPMF_OK;
}

enum dpmf_status audit_judge(const struct audit_case *one, const void *instance, const struct audit_settings *settings,
                             const double *const seen[2], size_t trials, struct audit_result *result, struct dpmf_error *error)
{
	struct audit_result found = {
		.one = one, .trials = trials, .seed = settings->seed, .confidence = settings->confidence, .curve = settings->curve,
	};
	enum dpmf_status status = check(one, trials, settings->confidence, error);

	if (status == DPMF_OK)
		status = judge(&(struct audit_runs){ one, instance, { seen[0], seen[1] }, { 0, 0 }, { trials, trials } }, settings, &found, error);
	if (status == DPMF_OK)
		*result = found;
	return status;
}

static enum dpmf_status run_in(const struct audit_case *one, const void *instance, const struct audit_settings *settings,
                               size_t trials, struct audit_result *result, struct dpmf_error *error)
{
	double *numbers = malloc(2 * trials * one->dims * sizeof(double)), *seen[2] = { numbers, numbers + trials * one->dims };

	if (!numbers)
		return dpmf_fail(error, DPMF_FAILED, "case %s: no memory for %zu runs: use fewer --trials", one->id, trials);
	const struct audit_trials what = { settings->seed, trials, settings->jobs, settings->done, settings->stop };
	enum dpmf_status status = audit_trials_run(one, instance, &what, seen, error);

	if (status == DPMF_OK)
		status = audit_judge(one, instance, settings, (const double *const[2]){ seen[0], seen[1] }, trials, result, error);
	free(numbers);
	return status;
}

enum dpmf_status audit_run(const struct audit_case *one, const struct audit_settings *settings,
                           struct audit_result *result, struct dpmf_error *error)
{
	const uint64_t trials = settings->trials ? settings->trials : one->trials;
	void *instance = NULL;
	enum dpmf_status status = check(one, trials, settings->confidence, error);

	if (status == DPMF_OK && one->setup)
		status = one->setup(one, &instance, error);
	if (status != DPMF_OK)
		return status;
	status = run_in(one, instance, settings, (size_t)trials, result, error);
	if (one->teardown)
		one->teardown(instance);
	return status;
}
