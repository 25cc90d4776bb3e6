/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/foreign/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/stream.h"

/* On so many pairs other seeds are tried, too. */
enum { SEED_BITS = 53, SURE = 64, SEEDS = 8 };

struct replaying {
	const struct foreign_request *request;
	const struct space *space;
	struct foreign_result *result;
	struct target *target;
	struct dpmf_stream pairs, seeds;
	/* Coordinates of continuous noise, and of noise in whole numbers of a scale of 1 or more, of which none was anything but 0 so far. */
	size_t without[2];
	bool with[2];
};

static uint64_t fresh_seed(struct replaying *r)
{
	return dpmf_stream_word(&r->seeds) >> (64 - SEED_BITS);
}

static void watch_noise(struct replaying *r, const struct foreign_run *run, struct fault_seen seen[FAULTS])
{
	for (size_t k = 0; k < run->count; k++) {
		const struct addition *one = &run->one[k];

		if (one->scale <= 0)
			fault_see(&seen[FAULT_NO_NOISE], one->name, "its scale is %.10g", one->scale);
		for (size_t i = 0; i < one->size && (!one->law->whole || one->scale >= 1); i++) {
			r->with[one->law->whole] |= one->answer[i] != one->statistic[i];
			r->without[one->law->whole]++;
		}
	}
}

/* At the end. Noise that is 0 in whole numbers tells something only when it is so often. */
static void judge_noise(const struct replaying *r, const struct pair *last)
{
	struct foreign_fault *found = &r->result->fault[FAULT_NO_NOISE];

	for (int whole = 0; whole < 2; whole++) {
		if (r->with[whole] || r->without[whole] < (whole ? SURE : SURE / 8))
			continue;
		fault_see(&found->first, "", "all answers were the statistic itself, in %zu coordinates", r->without[whole]);
		found->pair = *last;
		found->pairs = r->result->pairs;
	}
}

struct runs {
	struct foreign_run one, other, again, elsewhere;
};

static enum dpmf_status compare(struct replaying *r, struct runs *runs, json_t *const data[2], uint64_t seed, bool seeds, struct fault_seen seen[FAULTS],
                                struct dpmf_error *error)
{
	/* The second run is handed the answers of the first. */
	enum dpmf_status status = foreign_run(r->target, data[1], seed, &runs->one, &runs->other, error);

	if (status == DPMF_OK && seeds)
		status = foreign_run(r->target, data[0], seed, NULL, &runs->again, error);
	if (status == DPMF_OK && seeds)
		status = foreign_run(r->target, data[0], fresh_seed(r), NULL, &runs->elsewhere, error);
	if (status != DPMF_OK)
		return status;
	faults_of_pair(&runs->one, &runs->other, seen);
	watch_noise(r, &runs->one, seen);
	if (seeds)
		faults_of_seeds(&runs->one, &runs->again, &runs->elsewhere, seen);
	if (runs->one.count > r->result->additions)
		r->result->additions = runs->one.count;
	return r->request->epsilon < 0 ? DPMF_OK : faults_of_budget(&runs->one, r->request->epsilon, r->request->delta, &r->result->composed, seen, error);
}

static enum dpmf_status look_at(struct replaying *r, const struct pair *pair, bool seeds, struct fault_seen seen[FAULTS], struct dpmf_error *error)
{
	const uint64_t seed = fresh_seed(r);
	struct runs runs = { .one.document = NULL };
	json_t *data[2];

	pair_data(r->space, pair, data);
	enum dpmf_status status = foreign_run(r->target, data[0], seed, NULL, &runs.one, error);

	if (status == DPMF_OK && !faults_not_finite(&runs.one, seen))
		status = compare(r, &runs, data, seed, seeds, seen, error);
	foreign_run_free(&runs.one);
	foreign_run_free(&runs.other);
	foreign_run_free(&runs.again);
	foreign_run_free(&runs.elsewhere);
	json_decref(data[0]);
	json_decref(data[1]);
	return status;
}

/* What only some data sets show is made smaller while it is shown: exactly, as it was found. */
static enum dpmf_status make_smaller(struct replaying *r, enum fault fault, struct foreign_fault *found, struct dpmf_error *error)
{
	enum dpmf_status status = DPMF_OK;
	struct pair smaller;
	bool taken = true;

	while (taken && status == DPMF_OK) {
		taken = false;
		for (size_t step = 0; status == DPMF_OK && pair_smaller(r->space, &found->pair, step, &smaller); step++) {
			struct fault_seen seen[FAULTS] = { { .seen = false } };

			if (smaller.count == 0)
				continue;
			status = look_at(r, &smaller, false, seen, error);
			if (status == DPMF_OK && seen[fault].seen) {
				found->pair = smaller;
				found->first = seen[fault];
				taken = true;
			}
		}
	}
	return status;
}

static enum dpmf_status replay_all(struct replaying *r, struct dpmf_error *error)
{
	struct foreign_result *result = r->result;
	enum dpmf_status status = DPMF_OK;
	struct pair pair;

	for (uint64_t i = 0; i < r->request->neighbours && status == DPMF_OK; i++) {
		struct fault_seen seen[FAULTS] = { { .seen = false } };

		if (!pair_draw(r->space, &r->pairs, &pair))
			return dpmf_fail(error, DPMF_INPUT, "no two data sets of this space are neighbours, or too few to be found: look at \"size\", the ranges and "
			                 "\"relation\"");
		status = look_at(r, &pair, i < SEEDS, seen, error);
		result->pairs++;
		for (int f = 0; f < FAULTS && status == DPMF_OK; f++) {
			struct foreign_fault *found = &result->fault[f];

			if (!seen[f].seen || found->pairs++ > 0)
				continue;
			found->first = seen[f];
			found->pair = pair;
			found->on_pair = f < FAULT_STREAM_TWICE;
		}
	}
	if (status == DPMF_OK)
		judge_noise(r, &pair);
	for (int f = 0; f < FAULT_STREAM_TWICE && status == DPMF_OK; f++)
		if (result->fault[f].pairs > 0)
			status = make_smaller(r, (enum fault)f, &result->fault[f], error);
	return status;
}

enum dpmf_status foreign_replay(const struct foreign_request *request, const struct space *space, struct foreign_result *result, struct dpmf_error *error)
{
	struct replaying r = { .request = request, .space = space, .result = result };
	struct dpmf_key root, key;

	dpmf_key_from_seed(request->seed, &root);
	dpmf_key_derive(&root, "audit foreign pairs", &key);
	dpmf_stream_open(&r.pairs, &key, 0, 0, 0);
	dpmf_key_derive(&root, "audit foreign seeds", &key);
	dpmf_stream_open(&r.seeds, &key, 0, 0, 0);
	enum dpmf_status status = target_start(request->command, (unsigned)request->timeout, &r.target, error);

	if (status != DPMF_OK)
		return status;
	status = replay_all(&r, error);
	target_stop(r.target);
	return status;
}

enum dpmf_status foreign(const struct foreign_request *request, struct dpmf_error *error)
{
	struct foreign_result *result = calloc(1, sizeof(*result));
	struct space space = { .document = NULL };
	enum dpmf_status status = result ? space_open(request->space, &space, error) : dpmf_fail(error, DPMF_FAILED, "no memory for a replay");

	if (status == DPMF_OK)
		status = foreign_replay(request, &space, result, error);
	if (status == DPMF_OK && request->json)
		status = foreign_print_json(stdout, request, &space, result, error);
	else if (status == DPMF_OK)
		foreign_print(stdout, request, &space, result);
	for (int f = 0; f < FAULTS && status == DPMF_OK; f++)
		if (result->fault[f].pairs > 0)
			status = DPMF_NO;
	space_close(&space);
	free(result);
	return status;
}
