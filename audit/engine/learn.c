/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/engine/learn.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "audit/engine/rare.h"
#include "audit/engine/sort.h"

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

/* Both halves, each scored by what the other teaches. */
static enum dpmf_status score_halves(const struct audit_case *one, enum audit_score_kind kind, const double *const seen[2], size_t trials,
                                     double *const score[2], struct dpmf_error *error)
{
	const size_t halves[2][2] = { { 0, trials / 2 }, { trials / 2, trials } };
	enum dpmf_status status = DPMF_OK;

	for (int half = 0; half < 2 && status == DPMF_OK; half++)
		status = score_by_other(one, kind, seen, halves[!half], halves[half], score, error);
	return status;
}

/* The richer kinds owe more to luck; and of two that tell the same, the one that a reader understands is taken. */
static struct audit_aim careful(const struct audit_aim *aim, enum audit_score_kind kind, size_t dims)
{
	const double more[AUDIT_SCORE_KINDS] = { [AUDIT_SCORE_LINE] = dims == 1 ? 0.5 : 0, [AUDIT_SCORE_STEPS] = 3, [AUDIT_SCORE_BITS] = 3 };
	struct audit_aim made = *aim;

	made.luck += more[kind];
	return made;
}

/* Also of a known likelihood ratio, whose thresholds alone are to be chosen. */
static struct audit_aim boldly(const struct audit_aim *aim)
{
	struct audit_aim made = *aim;

	made.luck = 2;
	return made;
}

struct found {
	struct audit_choice choice;
	enum audit_score_kind kind;
};

static void keep_better(struct found *best, enum audit_score_kind kind, double *const score[2], size_t trials, const struct audit_aim *aim)
{
	const struct audit_choice choice = audit_event_choose(score, trials, aim);

	if (choice.promise > best->choice.promise || !isfinite(best->choice.promise))
		*best = (struct found){ choice, kind };
}

static bool same(const struct audit_event *a, const struct audit_event *b)
{
	return a->toward == b->toward && a->high == b->high && a->low == b->low;
}

static enum dpmf_status learn_kinds(const struct audit_case *one, const double *const seen[2], size_t trials, const struct audit_aim *aim,
                                    bool several, double *const score[2], struct audit_learned learned[AUDIT_EVENTS], struct dpmf_error *error)
{
	const bool dare = several && aim->delta == 0;
	struct found best = { { .promise = -INFINITY }, AUDIT_SCORE_STEPS }, rash = best;
	enum dpmf_status status = DPMF_OK;

	for (int k = 0; k < AUDIT_SCORE_KINDS && status == DPMF_OK; k++) {
		const enum audit_score_kind kind = (enum audit_score_kind)k;
		const struct audit_aim cautious = careful(aim, kind, one->dims), dared = boldly(aim);

		if (!audit_score_applies(kind, seen, trials, one->dims))
			continue;
		status = score_halves(one, kind, seen, trials, score, error);
		if (status == DPMF_OK)
			keep_better(&best, kind, score, trials, &cautious);
		if (status == DPMF_OK && dare)
			keep_better(&rash, kind, score, trials, &dared);
	}
	learned[AUDIT_CAREFUL].choice = best.choice;
	if (status == DPMF_OK)
		status = audit_score_learn(best.kind, seen, trials, one->dims, &learned[AUDIT_CAREFUL].score, error);
	if (status != DPMF_OK || rash.choice.promise <= best.choice.promise || (rash.kind == best.kind && same(&rash.choice.event, &best.choice.event)))
		return status;
	learned[AUDIT_BOLD].choice = rash.choice;
	return audit_score_learn(rash.kind, seen, trials, one->dims, &learned[AUDIT_BOLD].score, error);
}

/* Worth its share where its counts promise anything at all. */
static enum dpmf_status learn_rare(const struct audit_case *one, const double *const seen[2], size_t trials, const struct audit_aim *aim,
                                   double *const score[2], struct audit_learned *rare, struct dpmf_error *error)
{
	struct audit_aim unlucky = *aim;
	enum dpmf_status status = rare_score_each(seen, trials, one->dims, score, error);

	if (status != DPMF_OK)
		return status;
	unlucky.luck = 0;
	rare->choice = audit_event_choose(score, trials, &unlucky);
	return rare->choice.promise > 0 ? audit_score_learn(AUDIT_SCORE_RARE, seen, trials, one->dims, &rare->score, error) : DPMF_OK;
}

static void choose_band(const struct audit_case *one, const void *instance, const double *const seen[2], size_t trials,
                        double *const score[2], struct audit_learned *made)
{
	score_all(one, instance, made, seen, 0, trials, score);
	for (int world = 0; world < 2; world++)
		audit_sort(score[world], trials);
	audit_band_choose((const double *const[2]){ score[0], score[1] }, trials, &made->band);
}

/* Of a known likelihood ratio there are only thresholds to choose. */
static struct audit_choice choose_threshold(const struct audit_case *one, const void *instance, const double *const seen[2], size_t trials,
                                            const struct audit_aim *aim, double *const score[2])
{
	const struct audit_aim plain = boldly(aim);
	const struct audit_learned known = { .score = NULL };

	score_all(one, instance, &known, seen, 0, trials, score);
	return audit_event_choose(score, trials, &plain);
}

enum dpmf_status audit_learn(const struct audit_case *one, const void *instance, const double *const seen[2], size_t trials,
                             const struct audit_aim *aim, bool several, struct audit_learned *learned, struct dpmf_error *error)
{
	struct audit_learned made[AUDIT_EVENTS] = { { .choice = { .promise = -INFINITY } } };
	double *scores = malloc(2 * trials * sizeof(double)), *const score[2] = { scores, scores + trials };

	if (!scores)
		return dpmf_fail(error, DPMF_FAILED, "case %s: no memory for learning from %zu runs: use fewer --trials", one->id, trials);
	enum dpmf_status status = DPMF_OK;

	if (one->log_likelihood_ratio)
		made->choice = choose_threshold(one, instance, seen, trials, aim, score);
	else
		status = learn_kinds(one, seen, trials, aim, several, score, made, error);
	if (status == DPMF_OK && several && !one->log_likelihood_ratio)
		status = learn_rare(one, seen, trials, aim, score, &made[AUDIT_RARE], error);
	for (size_t e = 0; e < AUDIT_EVENTS && status == DPMF_OK; e++)
		if (e == AUDIT_CAREFUL || made[e].score)
			choose_band(one, instance, seen, trials, score, &made[e]);
	free(scores);
	for (size_t e = 0; e < AUDIT_EVENTS; e++) {
		if (status != DPMF_OK)
			audit_score_free(made[e].score);
		else if (e == AUDIT_CAREFUL || several)
			learned[e] = made[e];
	}
	return status;
}
