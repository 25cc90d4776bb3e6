/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/scores/judge.h"

#include <math.h>
#include <stdlib.h>

#include "audit/engine/binomial.h"
#include "audit/engine/verdict.h"
#include "audit/scores/bound.h"

#define UNFAIR 1e-6
#define OFTEN 0.9

enum { GUESSES_LEAST = 10, LOOKS_MOST = 64 };

static size_t numbers_of_guesses(const struct scores_setting *setting, uint64_t canaries, uint64_t *number)
{
	size_t count = 0;

	if (setting->guesses > 0) {
		number[0] = setting->guesses;
		return 1;
	}
	number[count++] = setting->side == SCORES_BOTH || canaries == 1 ? canaries : canaries / 2;
	while (count < LOOKS_MOST && number[count - 1] / 2 >= GUESSES_LEAST) {
		number[count] = number[count - 1] / 2;
		count++;
	}
	return count;
}

/* The share of the error that a number of guesses has: a quarter each for all canaries, half of them and a quarter of them, which
   are the best ones as a rule; an eighth, a sixteenth, ... for what follows. They add up to 1 at most. */
static double share_of(size_t look, size_t looks)
{
	if (looks <= 4)
		return 1 / (double)looks;
	return look < 3 ? 0.25 : ldexp(1, -(int)look);
}

static enum dpmf_status fair(const struct scores_result *result, struct dpmf_error *error)
{
	const uint64_t more = result->in > result->canaries - result->in ? result->in : result->canaries - result->in;

	if (2 * audit_binomial_tail(result->canaries, more, 0.5) >= UNFAIR)
		return DPMF_OK;
	return dpmf_fail(error, DPMF_INPUT, "%llu of %llu canaries are in. Fair coins do this less than once in a million times, and the bound rests on fair "
	                 "coins: toss one for each canary, before the run", (unsigned long long)result->in, (unsigned long long)result->canaries);
}

/* The bound on epsilon, and on mu where it is of that. */
static enum dpmf_status bound(const struct scores_setting *setting, const struct scores_counts *counts, double alpha, struct audit_bound *bound,
                              struct dpmf_error *error)
{
	if (setting->curve == AUDIT_DP) {
		*bound = (struct audit_bound){ scores_epsilon_lower(counts, setting->delta, alpha), NAN };
		return DPMF_OK;
	}
	const double mu = scores_mu_lower(counts, alpha);

	if (isnan(mu))
		return dpmf_fail(error, DPMF_FAILED, "no memory for the bound on mu of %llu guesses", (unsigned long long)counts->guesses);
	*bound = (struct audit_bound){ audit_gaussian_epsilon(mu, setting->delta), mu };
	return DPMF_OK;
}

/* The least true epsilon that would be seen with so many guesses; INFINITY: none. */
static double could_see(const struct scores_setting *setting, uint64_t canaries, uint64_t guesses, double alpha)
{
	const double q = 1 / (1 + exp(-setting->epsilon));
	uint64_t low = 0, high = guesses + 1;

	if (setting->curve != AUDIT_DP || !(q < 1))
		return INFINITY;
	while (low < high) {
		const uint64_t middle = low + (high - low) / 2;

		if (middle <= guesses && scores_chance(&(struct scores_counts){ canaries, guesses, middle }, q, setting->delta) > alpha)
			low = middle + 1;
		else
			high = middle;
	}
	if (low > guesses || low == 0)
		return INFINITY;
	const double often = audit_probability_upper(guesses, low - 1, 1 - OFTEN);

	return often < 1 ? log(often) - log1p(-often) : INFINITY;
}

static enum dpmf_status look(const struct scores_setting *setting, const struct scores_counts *counts, double alpha, struct scores_result *result,
                             struct dpmf_error *error)
{
	struct audit_bound found;
	const enum dpmf_status status = bound(setting, counts, alpha, &found, error);

	if (status == DPMF_OK && (result->guesses == 0 || found.epsilon > result->epsilon)) {
		result->guesses = counts->guesses;
		result->guessed_in = scores_guessed_in(setting->side, counts->guesses);
		result->right = counts->right;
		result->epsilon = found.epsilon;
		result->mu = found.mu;
	}
	return status;
}

static enum dpmf_status look_at_all(const struct scores_canaries *c, const struct scores_setting *setting, const size_t *rank,
                                    struct scores_result *result, struct dpmf_error *error)
{
	uint64_t number[LOOKS_MOST];
	const size_t looks = numbers_of_guesses(setting, c->count, number);
	enum dpmf_status status = DPMF_OK;

	result->looks = (unsigned)looks;
	for (size_t i = 0; i < looks && status == DPMF_OK; i++) {
		const struct scores_counts counts = { c->count, number[i], scores_right(rank, c->in, c->count, setting->side, (size_t)number[i]) };

		status = look(setting, &counts, (1 - setting->confidence) * share_of(i, looks), result, error);
	}
	return status;
}

enum dpmf_status scores_outlook(size_t canaries, const struct scores_setting *setting, struct scores_outlook *outlook, struct dpmf_error *error)
{
	struct scores_outlook made = { 0, INFINITY };
	uint64_t number[LOOKS_MOST];
	const size_t looks = numbers_of_guesses(setting, canaries, number);

	for (size_t i = 0; i < looks; i++) {
		const double alpha = (1 - setting->confidence) * share_of(i, looks);
		struct audit_bound most;
		const enum dpmf_status status = bound(setting, &(struct scores_counts){ canaries, number[i], number[i] }, alpha, &most, error);

		if (status != DPMF_OK)
			return status;
		made.most_epsilon = fmax(made.most_epsilon, most.epsilon);
		made.could_epsilon = fmin(made.could_epsilon, could_see(setting, canaries, number[i], alpha));
	}
	*outlook = made;
	return DPMF_OK;
}

enum dpmf_status scores_judge(const struct scores_canaries *canaries, const struct scores_setting *setting,
                              struct scores_result *result, struct dpmf_error *error)
{
	struct scores_result made = { .canaries = canaries->count, .mu = NAN };
	size_t *rank;
	enum dpmf_status status;

	for (size_t i = 0; i < canaries->count; i++)
		made.in += canaries->in[i];
	if (setting->guesses > canaries->count)
		return dpmf_fail(error, DPMF_INPUT, "--guesses=%llu: there are %zu canaries", (unsigned long long)setting->guesses, canaries->count);
	status = fair(&made, error);
	if (status != DPMF_OK)
		return status;
	rank = malloc(canaries->count * sizeof(*rank));
	if (!rank)
		return dpmf_fail(error, DPMF_FAILED, "no memory to put %zu scores in order", canaries->count);
	status = scores_rank(canaries->score, canaries->count, setting->seed, rank, error);
	if (status == DPMF_OK)
		status = look_at_all(canaries, setting, rank, &made, error);
	free(rank);
	if (status != DPMF_OK)
		return status;
	made.violated = audit_find(made.epsilon, setting->epsilon) == AUDIT_VIOLATED;
	*result = made;
	return DPMF_OK;
}
