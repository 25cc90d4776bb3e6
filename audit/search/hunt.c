/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/search/hunt.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "audit/search/explore.h"

enum { CHAIN = 256, SURELY = 2 };

static void take_over(struct hunt_audit *to, struct hunt_audit *from)
{
	hunt_audit_free(to);
	*to = *from;
	to->result.one = &to->one;
	from->answers = (struct door_answers){ 0 };
}

static enum dpmf_status judge_pair(struct hunting *h, const struct pair *pair, double wrong, struct hunt_audit *audit, bool *judged,
                                   struct dpmf_error *error)
{
	char refused[DOOR_WHY];
	json_t *data[2];

	audit->pair = *pair;
	pair_data(h->setting->space, pair, data);
	const enum dpmf_status status = hunt_judge(h->door, h->setting, data, explore_seed(h), 1 - wrong, audit, refused, error);

	*judged = status == DPMF_OK && !*refused && !audit->silent;
	json_decref(data[0]);
	json_decref(data[1]);
	return status;
}

/* Each finalist on fresh runs; the first one that violates the claim is enough. */
static enum dpmf_status bound(struct hunting *h, const struct explored *finalist, size_t count, struct dpmf_error *error)
{
	struct hunt_result *result = h->result;
	struct hunt_audit *audit = calloc(1, sizeof(*audit));
	enum dpmf_status status = DPMF_OK;
	bool any = false, judged = false;

	if (!audit)
		return dpmf_fail(error, DPMF_FAILED, "no memory for a bound");
	for (size_t i = 0; i < count && status == DPMF_OK && !result->violated; i++) {
		atomic_store(&h->setting->progress->done, i);
		status = judge_pair(h, &finalist[i].pair, (1 - h->setting->confidence) / (2 * HUNT_FINALISTS), audit, &judged, error);
		if (status != DPMF_OK)
			break;
		if (!judged) {
			hunt_audit_free(audit);
			continue;
		}
		result->violated = audit->result.finding == AUDIT_VIOLATED;
		if (!any || result->violated || audit->result.epsilon_lower > result->best.result.epsilon_lower)
			take_over(&result->best, audit);
		hunt_audit_free(audit);
		any = true;
	}
	free(audit);
	if (status == DPMF_OK && !any)
		return dpmf_fail(error, DPMF_INPUT, "of each of the best pairs the target refused a data set, or gave one and the same answer always: it had not before");
	return status;
}

/* Everything that was accepted on the way to the smallest witness, for the case that this one is not confirmed. */
struct chain {
	struct pair *pair;
	size_t count;
};

/* A step is taken when fresh runs show the violation a thousand times more surely than it must be confirmed, and other fresh runs once
   more: of many smaller pairs that hardly violate the claim, the luckiest would not be confirmed. */
static enum dpmf_status still_violated(struct hunting *h, const struct pair *pair, bool *violated, struct dpmf_error *error)
{
	struct hunt_audit *audit = calloc(1, sizeof(*audit));
	bool judged = false;

	if (!audit)
		return dpmf_fail(error, DPMF_FAILED, "no memory for a bound");
	const enum dpmf_status status = judge_pair(h, pair, (1 - h->setting->confidence) / (2000 * HUNT_CONFIRMATIONS), audit, &judged, error);

	*violated = status == DPMF_OK && judged && audit->result.finding == AUDIT_VIOLATED;
	if (status == DPMF_OK)
		hunt_audit_free(audit);
	free(audit);
	return status;
}

/* Goes through all steps again after each that was taken, until none is: then nothing can be taken away. */
static enum dpmf_status minimise(struct hunting *h, struct chain *chain, struct dpmf_error *error)
{
	const struct space *space = h->setting->space;
	enum dpmf_status status = DPMF_OK;
	struct pair smaller;
	size_t step = 0, since = 0, tried = 0;

	for (;;) {
		const struct pair *now = &chain->pair[chain->count - 1];
		bool violated = false;

		if (!pair_smaller(space, now, step, &smaller)) {
			if (since == 0)
				break;
			step = since = 0;
			continue;
		}
		for (int i = 0; i < SURELY && smaller.count > 0 && status == DPMF_OK && (i == 0 || violated); i++) {
			status = still_violated(h, &smaller, &violated, error);
			atomic_store(&h->setting->progress->done, ++tried);
		}
		if (status != DPMF_OK)
			return status;
		if (violated && chain->count < CHAIN) {
			chain->pair[chain->count++] = smaller;
			since++; /* the same step of what is left is another one */
		} else {
			step++;
		}
	}
	h->result->minimal = chain->count < CHAIN;
	return status;
}

static enum dpmf_status confirm(struct hunting *h, const struct chain *chain, struct dpmf_error *error)
{
	struct hunt_audit *audit = calloc(1, sizeof(*audit));
	enum dpmf_status status = DPMF_OK;
	size_t at = chain->count - 1;
	bool judged = false, confirmed = false;

	if (!audit)
		return dpmf_fail(error, DPMF_FAILED, "no memory for a bound");
	for (int i = 0; i < HUNT_CONFIRMATIONS && status == DPMF_OK && at > 0 && !confirmed; i++) {
		status = judge_pair(h, &chain->pair[at], (1 - h->setting->confidence) / (2 * HUNT_CONFIRMATIONS), audit, &judged, error);
		confirmed = status == DPMF_OK && judged && audit->result.finding == AUDIT_VIOLATED;
		if (confirmed) {
			take_over(&h->result->best, audit);
			h->result->steps = at;
			h->result->minimal = h->result->minimal && at == chain->count - 1;
		} else {
			at = i == 0 ? at : i == 1 ? at - 1 : at / 2;
		}
		if (status == DPMF_OK)
			hunt_audit_free(audit);
	}
	if (!confirmed && chain->count > 1)
		h->result->minimal = false;
	free(audit);
	return status;
}

static enum dpmf_status make_small(struct hunting *h, struct dpmf_error *error)
{
	struct chain chain = { calloc(CHAIN, sizeof(struct pair)), 1 };

	if (!chain.pair)
		return dpmf_fail(error, DPMF_FAILED, "no memory for the steps to a smaller witness");
	chain.pair[0] = h->result->best.pair;
	enum dpmf_status status = minimise(h, &chain, error);

	if (status == DPMF_OK)
		status = confirm(h, &chain, error);
	free(chain.pair);
	return status;
}

static enum dpmf_status hunt_with(struct hunting *h, struct dpmf_error *error)
{
	struct explored finalist[HUNT_FINALISTS];
	size_t count = 0;

	audit_progress_turn(h->setting->progress, "looking for neighbours", h->setting->pairs);
	enum dpmf_status status = explore(h, finalist, &count, error);

	audit_progress_turn(h->setting->progress, "bounding epsilon", HUNT_FINALISTS);
	if (status == DPMF_OK)
		status = bound(h, finalist, count, error);
	audit_progress_turn(h->setting->progress, "taking away what the witness does not need", CHAIN);
	if (status == DPMF_OK && h->result->violated)
		status = make_small(h, error);
	return status;
}

enum dpmf_status hunt(const struct hunt_setting *setting, struct hunt_result *result, struct dpmf_error *error)
{
	struct hunting h = { .setting = setting, .result = result };
	struct dpmf_key root, key;
	enum dpmf_status status;

	*result = (struct hunt_result){ .violated = false };
	dpmf_key_from_seed(setting->seed, &root);
	dpmf_key_derive(&root, "audit search pairs", &key);
	dpmf_stream_open(&h.pairs, &key, 0, 0, 0);
	dpmf_key_derive(&root, "audit search askings", &key);
	dpmf_stream_open(&h.askings, &key, 0, 0, 0);
	status = door_open(setting->command, setting->timeout, NULL, &h.door, error);
	if (status != DPMF_OK)
		return status;
	audit_progress_start(setting->progress); /* a thread: after the target has been started */
	status = hunt_with(&h, error);
	audit_progress_end(setting->progress);
	result->runs = door_runs(h.door);
	door_close(h.door);
	if (status != DPMF_OK)
		hunt_free(result);
	return status;
}

void hunt_free(struct hunt_result *result)
{
	hunt_audit_free(&result->best);
	json_decref(result->refused_data);
	result->refused_data = NULL;
}
