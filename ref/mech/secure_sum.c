/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/secure_sum.h"

#include <string.h>

#include "core/stream.h"
#include "noise/release.h"

/* One run of the protocol. */
struct run {
	const struct dpmf_summing *summing;
	const struct dpmf_participants *who;
	uint64_t piece;
	int64_t sent[DPMF_SUM_COORDINATES]; /* by all participants together */
	bool failed;
};

static const struct dpmf_entry *entry_of(const struct dpmf_summing *s)
{
	return dpmf_door_declared(s->door, s->number);
}

/* Of a contribution and its share of the noise: |share| p < 1024 q. */
static int64_t reach_of(const struct dpmf_summing *s)
{
	const struct dpmf_entry *entry = entry_of(s);
	const uint64_t half = UINT64_C(1) << 61, noise = 1024 * entry->rate_q / entry->rate_p;

	return noise < half && (uint64_t)s->most < half ? (int64_t)noise + s->most : 0;
}

static struct dpmf_messages messages_of(const struct dpmf_summing *s, size_t participants)
{
	return (struct dpmf_messages){
		.participants = participants, .coordinates = entry_of(s)->coordinates,
		.threshold = dpmf_threshold_of(s->colluding, participants), .lying = s->colluding->lying, .reach = reach_of(s),
	};
}

enum dpmf_status dpmf_sum_check(const struct dpmf_summing *s, size_t participants, struct dpmf_error *error)
{
	struct dpmf_messages messages;

	if (!s->how || participants < 2)
		return DPMF_OK;
	messages = messages_of(s, participants);
	return s->how->check(&messages, error);
}

static void write_message(void *context, size_t i, int64_t *message)
{
	struct run *run = context;
	const struct dpmf_summing *s = run->summing;

	memset(message, 0, DPMF_SUM_COORDINATES * sizeof *message);
	s->contribute(s->context, run->piece, i, message);
	if (dpmf_door_show_steps(s->door, s->number, run->who, i, message, NULL) != DPMF_OK)
		run->failed = true;
	for (size_t l = 0; l < entry_of(s)->coordinates; l++)
		run->sent[l] += message[l];
}

/* What the server has added up is what was sent, all of it. */
static enum dpmf_status aggregate(struct run *run)
{
	const struct dpmf_summing *s = run->summing;
	struct dpmf_messages messages = messages_of(s, run->who->count);
	int64_t sum[DPMF_SUM_COORDINATES] = { 0 };
	struct dpmf_key key;

	messages.item = run->who->item;
	messages.write = write_message;
	messages.context = run;
	dpmf_door_secret(s->door, "secure aggregation", &key);
	if (s->how->add(&messages, &key, sum) != DPMF_OK || run->failed)
		return DPMF_FAILED;
	return memcmp(sum, run->sent, messages.coordinates * sizeof *sum) == 0 ? DPMF_OK : DPMF_FAILED;
}

enum dpmf_status dpmf_sum_release(const struct dpmf_summing *s, uint64_t piece, const struct dpmf_participants *who,
                                  int64_t *sum)
{
	const size_t k = entry_of(s)->coordinates;
	struct run run = { .summing = s, .who = who, .piece = piece };
	int64_t made[DPMF_SUM_COORDINATES] = { 0 };
	enum dpmf_status status;

	if (k > DPMF_SUM_COORDINATES)
		return DPMF_INPUT;
	for (size_t i = 0; i < who->count; i++)
		s->contribute(s->context, piece, i, made);
	status = dpmf_door_release_steps(s->door, s->number, piece, who, made, NULL);
	if (status == DPMF_OK && s->how && who->count > 1) {
		status = aggregate(&run);
		/* A replay hands out the first run's answer again, whatever is sent. */
		if (status == DPMF_OK && !dpmf_door_replays(s->door) && memcmp(run.sent, made, k * sizeof *made) != 0)
			status = DPMF_FAILED;
	}
	if (status == DPMF_OK)
		memcpy(sum, made, k * sizeof *made);
	return status;
}
