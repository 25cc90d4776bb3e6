/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/replay.h"

#include <math.h>
#include <string.h>

#include "audit/passages.h"

/* What two runs on one pair left behind. */
struct runs {
	struct dpmf_door door;
	struct dpmf_draw_log log[2];
	struct dpmf_model model[2];
	bool finished; /* the second run came to its end */
};

static enum dpmf_status run_both(const struct audit_replay_target *target, const struct audit_neighbours *pair,
                                 struct runs *runs, struct dpmf_error *error)
{
	struct dpmf_options options = pair->options;
	struct dpmf_draw_log log = { .opened = 0 };
	struct dpmf_key key = pair->key;
	enum dpmf_status status;

	options.hold_users = target->hold_users;
	key.log = &log;
	status = dpmf_door_open(&runs->door, &key, error);
	if (status != DPMF_OK)
		return status;
	dpmf_door_remember(&runs->door);
	status = target->train(&pair->ratings[0], &pair->weights, &options, &key, &runs->door, &runs->model[0], error);
	runs->log[0] = log;
	log = (struct dpmf_draw_log){ .opened = 0 };
	if (status == DPMF_OK)
		status = dpmf_door_replay(&runs->door, error);
	if (status != DPMF_OK)
		return status;
	status = target->train(&pair->ratings[1], &pair->weights, &options, &key, &runs->door, &runs->model[1], error);
	runs->log[1] = log;
	runs->finished = status == DPMF_OK;
	/* A run that strayed was refused by the door: that is a finding, not an error. */
	return runs->door.strayed ? DPMF_OK : status;
}

struct findings {
	bool beyond, unequal, edges, beyond_edge;
};

static void note_excess(const struct audit_release *release, double moved, double declared, size_t number, struct audit_excess *largest)
{
	if (moved / declared > largest->ratio)
		*largest = (struct audit_excess){ moved / declared, moved, declared, number, release->entry->round, release->piece };
}

/* One friend's vector moves the sum of one user, by what is declared for an edge; whose rating or row moved it does not matter. */
static void weigh_edge(const struct audit_release *release, struct findings *findings)
{
	const double slack = AUDIT_REPLAY_ROUNDING * (1 + release->size);

	findings->edges |= release->most > slack;
	findings->beyond_edge |= release->most > (double)release->entry->touched * release->entry->sensitivity + slack;
}

static void weigh(const struct audit_replay_target *target, const struct audit_neighbours *pair, const struct runs *runs,
                  size_t number, struct findings *findings, struct audit_excess *largest)
{
	const struct dpmf_door *door = &runs->door;
	struct audit_release release;

	for (size_t p = 0; p < door->next; ) {
		p = audit_release_read(door, p, &release);
		const double weight = target->unweighted ? 1 : pair->weight;
		const bool edge = release.entry->neighbours == DPMF_EDGE;

		if (edge)
			weigh_edge(&release, findings);
		if (edge && target->edges)
			note_excess(&release, release.most, (double)release.entry->touched * release.entry->sensitivity, number, largest);
		if (edge || target->edges)
			continue;
		const double declared = (double)release.entry->touched * weight * release.entry->sensitivity;
		const double slack = AUDIT_REPLAY_ROUNDING * (1 + release.size);

		findings->beyond |= release.moved > declared + slack;
		if (target->moved)
			findings->unequal |= fabs(release.moved - target->moved(pair, &runs->model[0])) > slack;
		note_excess(&release, release.moved, declared, number, largest);
	}
}

static bool same_outputs(const struct audit_replay_target *target, const struct dpmf_model *a, const struct dpmf_model *b)
{
	if (target->users_out)
		return a->users == b->users && a->factors == b->factors &&
		       memcmp(a->u, b->u, a->users * a->factors * sizeof(double)) == 0;
	return a->items == b->items && a->factors == b->factors &&
	       memcmp(a->v, b->v, a->items * a->factors * sizeof(double)) == 0;
}

static enum dpmf_status one_pair(const struct audit_replay_target *target, const struct dpmf_key *key, size_t number,
                                 struct audit_replay_result *result, struct dpmf_error *error)
{
	struct audit_neighbours pair;
	struct runs runs;
	struct findings findings = { .beyond = false };
	enum dpmf_status status = audit_neighbours_draw(key, number, target->row, &pair, error);

	if (status != DPMF_OK)
		return status;
	memset(&runs, 0, sizeof(runs));
	status = run_both(target, &pair, &runs, error);
	if (status == DPMF_OK) {
		/* Noise that is declared by a rating tells of it. */
		const bool strayed = dpmf_door_same(&runs.door, NULL) != DPMF_OK;

		weigh(target, &pair, &runs, number, &findings, &result->largest);
		result->draws += memcmp(&runs.log[0], &runs.log[1], sizeof(runs.log[0])) != 0;
		result->strayed += strayed;
		result->outputs += runs.finished && !same_outputs(target, &runs.model[0], &runs.model[1]);
		result->beyond += findings.beyond;
		result->edges += findings.edges;
		result->beyond_edge += findings.beyond_edge;
		result->unequal += findings.unequal;
	}
	for (int world = 0; world < 2; world++)
		dpmf_model_free(&runs.model[world]);
	dpmf_door_close(&runs.door);
	audit_neighbours_free(&pair);
	return status;
}

enum dpmf_status audit_replay_run(const struct audit_replay_target *target, uint64_t seed, size_t pairs,
                                  struct audit_replay_result *result, struct dpmf_error *error)
{
	const size_t few = target->pairs_most > 0 && target->pairs_most < pairs ? target->pairs_most : pairs;
	struct audit_replay_result found = { .target = target, .pairs = few };
	struct dpmf_key root, key;

	dpmf_key_from_seed(seed, &root);
	dpmf_key_derive(&root, "replay", &key);
	for (size_t i = 0; i < few; i++) {
		const enum dpmf_status status = one_pair(target, &key, i, &found, error);

		if (status != DPMF_OK)
			return status;
	}
	*result = found;
	return DPMF_OK;
}

bool audit_replay_expected(const struct audit_replay_result *result)
{
	const struct audit_replay_target *target = result->target;
	const bool few = result->pairs < AUDIT_REPLAY_ENOUGH;

	if (result->strayed + result->unequal + result->beyond_edge > 0 || (target->edges && !few && result->edges == 0))
		return false;
	return (target->loops ? few || result->draws > 0 : result->draws == 0) &&
	       (target->exceeds ? few || result->beyond > 0 : result->beyond == 0) &&
	       (target->past ? few || result->outputs > 0 : result->outputs == 0);
}

bool audit_replay_caught(const struct audit_replay_result *result)
{
	return result->draws + result->strayed + result->outputs + result->unequal + result->beyond + result->beyond_edge > 0;
}
