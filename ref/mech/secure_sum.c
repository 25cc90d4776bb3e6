/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/secure_sum.h"

#include <string.h>

#include "secagg/simulate.h"

/* One run of the protocol. Signed numbers are sent as what lies above -reach. */
struct run {
	const struct dpmf_summing *summing;
	const struct dpmf_participants *who;
	uint64_t piece;
	int64_t reach;
	int64_t sent[DPMF_SUM_COORDINATES]; /* of all participants together */
	bool failed;
};

static const struct dpmf_entry *entry_of(const struct dpmf_summing *s)
{
	return &s->door->record.entry[s->number];
}

/* No coordinate of a message is larger in size: |share| p < 1024 q. 0: it would not fit into 62 bits. */
static int64_t reach_of(const struct dpmf_summing *s)
{
	const struct dpmf_entry *entry = entry_of(s);
	const uint64_t half = UINT64_C(1) << 61, noise = 1024 * entry->rate_q / entry->rate_p;

	return noise < half && (uint64_t)s->most < half ? (int64_t)noise + s->most : 0;
}

static struct dpmf_secagg_setting setting_of(const struct dpmf_summing *s, size_t participants)
{
	const uint64_t most = 2 * (uint64_t)reach_of(s);
	const uint32_t users = (uint32_t)participants;

	return (struct dpmf_secagg_setting){
		.users = users, .threshold = (uint32_t)dpmf_threshold_of(s->colluding, participants),
		.length = entry_of(s)->coordinates, .most = most, .bits = dpmf_secagg_bits(users, most),
		.authenticated = s->colluding->lying,
	};
}

enum dpmf_status dpmf_sum_check(const struct dpmf_summing *s, size_t participants, struct dpmf_error *error)
{
	struct dpmf_secagg_setting setting;

	if (s->how == DPMF_SUM_IDEAL || participants < 2)
		return DPMF_OK;
	if (participants > DPMF_SECAGG_USERS_MOST)
		return dpmf_fail(error, DPMF_INPUT, "secure aggregation is for %d participants at most, and a sum has %zu: "
		                 "leave the sum to be ideal (--sum=ideal)", DPMF_SECAGG_USERS_MOST, participants);
	setting = setting_of(s, participants);
	if (setting.most == 0 || setting.bits == 0)
		return dpmf_fail(error, DPMF_INPUT, "secure aggregation adds numbers below 2^%d, and the noise of %zu participants at this "
		                 "epsilon may be larger: raise --epsilon, or leave the sum to be ideal (--sum=ideal)",
		                 DPMF_SECAGG_BITS_MOST, participants);
	return dpmf_secagg_setting_check(&setting, error);
}

static void write_message(void *context, uint32_t user, uint64_t *x)
{
	struct run *run = context;
	const struct dpmf_summing *s = run->summing;
	const size_t k = entry_of(s)->coordinates;
	int64_t message[DPMF_SUM_COORDINATES] = { 0 };

	s->contribute(s->context, run->piece, user - 1, message);
	if (dpmf_door_show_steps(s->door, s->number, run->who, user - 1, message, NULL) != DPMF_OK)
		run->failed = true;
	for (size_t l = 0; l < k; l++) {
		run->sent[l] += message[l];
		x[l] = (uint64_t)(message[l] + run->reach);
	}
}

/* What the server has added up is what was sent, all of it. */
static bool arrived(const struct run *run, const struct dpmf_secagg_outcome *outcome)
{
	const size_t count = run->who->count;

	if (run->failed || outcome->survivors != count)
		return false;
	for (size_t l = 0; l < entry_of(run->summing)->coordinates; l++)
		if (outcome->sum[l] != (uint64_t)(run->sent[l] + (int64_t)count * run->reach))
			return false;
	return true;
}

static enum dpmf_status aggregate(struct run *run)
{
	const struct dpmf_summing *s = run->summing;
	struct dpmf_secagg_plan plan = {
		.setting = setting_of(s, run->who->count), .round = run->who->item, .vector = write_message, .vector_context = run,
	};
	struct dpmf_secagg_outcome outcome;
	enum dpmf_status status;

	dpmf_door_secret(s->door, "secure aggregation", &plan.key);
	status = dpmf_secagg_simulate(&plan, &outcome, NULL);
	if (status != DPMF_OK && status != DPMF_NO)
		return DPMF_FAILED;
	if (status == DPMF_OK && !arrived(run, &outcome))
		status = DPMF_FAILED;
	dpmf_secagg_outcome_free(&outcome);
	return status == DPMF_OK ? DPMF_OK : DPMF_FAILED;
}

enum dpmf_status dpmf_sum_release(const struct dpmf_summing *s, uint64_t piece, const struct dpmf_participants *who,
                                  int64_t *sum)
{
	const size_t k = entry_of(s)->coordinates;
	struct run run = { .summing = s, .who = who, .piece = piece, .reach = reach_of(s) };
	int64_t made[DPMF_SUM_COORDINATES] = { 0 };
	enum dpmf_status status;

	if (k > DPMF_SUM_COORDINATES)
		return DPMF_INPUT;
	for (size_t i = 0; i < who->count; i++)
		s->contribute(s->context, piece, i, made);
	status = dpmf_door_release_steps(s->door, s->number, piece, who, made, NULL);
	if (status == DPMF_OK && s->how == DPMF_SUM_SECAGG && who->count > 1) {
		status = aggregate(&run);
		/* A replay hands out the first run's answer again, whatever is sent. */
		if (status == DPMF_OK && s->door->mode != DPMF_DOOR_REPLAY && memcmp(run.sent, made, k * sizeof *made) != 0)
			status = DPMF_FAILED;
	}
	if (status == DPMF_OK)
		memcpy(sum, made, k * sizeof *made);
	return status;
}
