/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/search/explore.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "audit/engine/learn.h"

/* Runs of each data set for a first score, and for a second one that decides who is kept and who comes first; these, or such a share
   of the trials, so that more trials see rarer events here, too. */
enum { GLANCE = 300, LOOK = 1200, GLANCE_SHARE = 80, LOOK_SHARE = 20, ELITE = 8, FAILURES_MOST = 20 };

static uint64_t at_least(uint64_t least, uint64_t runs)
{
	return runs < least ? least : runs;
}

uint64_t explore_seed(struct hunting *h)
{
	return dpmf_stream_word(&h->askings) >> 11;
}

static enum dpmf_status promise_of(const struct hunt_setting *setting, const struct door_answers *answers, uint64_t runs, double *score,
                                   struct dpmf_error *error)
{
	const struct audit_case one = { .id = "search", .epsilon = setting->epsilon, .delta = setting->delta, .dims = answers->dims };
	const struct audit_aim aim = {
		AUDIT_DP, setting->delta, (1 - setting->confidence) / (2 * HUNT_FINALISTS), setting->trials - setting->trials / 5, .luck = 1,
	};
	struct audit_learned learned;
	const enum dpmf_status status = audit_learn(&one, answers, (const double *const[2]){ answers->seen[0], answers->seen[1] }, (size_t)runs,
	                                            &aim, false, &learned, error);

	if (status != DPMF_OK)
		return status;
	*score = learned.choice.promise;
	audit_score_free(learned.score);
	return DPMF_OK;
}

static void note_refusal(struct hunting *h, const char *why, json_t *const data[2])
{
	if (h->result->refused++ > 0)
		return;
	memcpy(h->result->why, why, DOOR_WHY);
	h->result->refused_data = json_incref(json_array_size(data[0]) <= json_array_size(data[1]) ? data[0] : data[1]);
}

static enum dpmf_status score(struct hunting *h, const struct pair *pair, uint64_t runs, double *found, struct dpmf_error *error)
{
	struct door_answers answers = { 0 };
	char refused[DOOR_WHY];
	json_t *data[2];

	pair_data(h->setting->space, pair, data);
	*found = -INFINITY;
	enum dpmf_status status = door_ask(h->door, data, runs, explore_seed(h), &answers, refused, error);

	if (status == DPMF_OK && *refused)
		note_refusal(h, refused, data);
	else if (status == DPMF_OK && door_varied(&answers)) {
		h->varied = true;
		status = promise_of(h->setting, &answers, runs, found, error);
	}
	door_answers_free(&answers);
	json_decref(data[0]);
	json_decref(data[1]);
	return status;
}

static bool same(const struct space *space, const struct pair *one, const struct pair *other)
{
	if (one->count != other->count || memcmp(one->in, other->in, one->count) != 0)
		return false;
	for (size_t i = 0; i < one->count; i++)
		if (memcmp(one->cell[i], other->cell[i], space->columns * sizeof(double)) != 0)
			return false;
	return true;
}

struct elite {
	struct explored one[ELITE]; /* best first */
	size_t count;
};

static void put(struct elite *elite, const struct pair *pair, double found)
{
	size_t at = elite->count < ELITE ? elite->count++ : ELITE - 1;

	for (; at > 0 && elite->one[at - 1].score < found; at--)
		elite->one[at] = elite->one[at - 1];
	elite->one[at].pair = *pair;
	elite->one[at].score = found;
}

/* Who looks good at a glance is looked at again, on other runs: the second score counts, so that luck keeps nobody. */
static enum dpmf_status consider(struct hunting *h, struct elite *elite, const struct pair *pair, struct dpmf_error *error)
{
	double found;
	enum dpmf_status status = DPMF_OK;

	for (size_t i = 0; i < elite->count; i++)
		if (same(h->setting->space, &elite->one[i].pair, pair))
			return DPMF_OK;
	status = score(h, pair, at_least(GLANCE, h->setting->trials / GLANCE_SHARE), &found, error);
	h->result->pairs++;
	if (status != DPMF_OK || found == -INFINITY || (elite->count == ELITE && found <= elite->one[ELITE - 1].score))
		return status;
	status = score(h, pair, at_least(LOOK, h->setting->trials / LOOK_SHARE), &found, error);
	if (status == DPMF_OK && (elite->count < ELITE || found > elite->one[ELITE - 1].score))
		put(elite, pair, found);
	return status;
}

/* Half of the pairs are drawn; the others are changes of the best so far, and now and then another draw. */
static enum dpmf_status look_for(struct hunting *h, struct elite *elite, struct dpmf_error *error)
{
	const struct hunt_setting *setting = h->setting;
	enum dpmf_status status = DPMF_OK;
	int failures = 0;

	for (uint64_t i = 0; i < setting->pairs && status == DPMF_OK && failures < FAILURES_MOST; i++) {
		const bool move = i >= setting->pairs / 2 && elite->count > 0 && dpmf_stream_word(&h->pairs) % 8 > 0;
		struct pair pair;
		const bool made = move ? pair_move(setting->space, &h->pairs, &elite->one[dpmf_stream_word(&h->pairs) % elite->count].pair, &pair)
		                       : pair_draw(setting->space, &h->pairs, &pair);

		failures = made ? 0 : failures + 1;
		if (made)
			status = consider(h, elite, &pair, error);
		atomic_store(&setting->progress->done, i);
	}
	return status;
}

enum dpmf_status explore(struct hunting *h, struct explored *best, size_t *count, struct dpmf_error *error)
{
	struct elite *elite = calloc(1, sizeof(*elite));
	struct hunt_result *result = h->result;

	if (!elite)
		return dpmf_fail(error, DPMF_FAILED, "no memory for the best pairs of neighbours");
	enum dpmf_status status = look_for(h, elite, error);

	*count = elite->count < HUNT_FINALISTS ? elite->count : HUNT_FINALISTS;
	memcpy(best, elite->one, *count * sizeof(*best));
	free(elite);
	if (status != DPMF_OK || *count > 0)
		return status;
	if (result->pairs == 0)
		return dpmf_fail(error, DPMF_INPUT, "no two data sets of this space are neighbours, or too few to be found: look at \"size\", the ranges and \"relation\"");
	if (result->refused == result->pairs)
		return dpmf_fail(error, DPMF_INPUT, "the target refused a data set of each of the %zu pairs: %s", result->pairs, result->why);
	if (!h->varied)
		return dpmf_fail(error, DPMF_INPUT, "nothing varied: on both data sets of each of the %zu pairs the target gave one and the same answer. "
		                 "Does it read \"data\" and \"seed\"?", result->pairs);
	return dpmf_fail(error, DPMF_FAILED, "no pair of neighbours could be scored");
}
