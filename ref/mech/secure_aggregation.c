/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/secure_aggregation.h"

#include "secagg/simulate.h"

/* Signed numbers are sent as what lies above -reach. */
static struct dpmf_secagg_setting setting_of(const struct dpmf_messages *m)
{
	const uint64_t most = 2 * (uint64_t)m->reach;
	const uint32_t users = (uint32_t)m->participants;

	return (struct dpmf_secagg_setting){
		.users = users, .threshold = (uint32_t)m->threshold, .length = m->coordinates, .most = most,
		.bits = dpmf_secagg_bits(users, most), .authenticated = m->lying,
	};
}

static enum dpmf_status check(const struct dpmf_messages *m, struct dpmf_error *error)
{
	struct dpmf_secagg_setting setting;

	if (m->participants > DPMF_SECAGG_USERS_MOST)
		return dpmf_fail(error, DPMF_INPUT, "secure aggregation is for %d participants at most, and a sum has %zu: "
		                 "leave the sum to be ideal (--sum=ideal)", DPMF_SECAGG_USERS_MOST, m->participants);
	setting = setting_of(m);
	if (setting.most == 0 || setting.bits == 0)
		return dpmf_fail(error, DPMF_INPUT, "secure aggregation adds numbers below 2^%d, and the noise of %zu participants at this "
		                 "epsilon may be larger: raise --epsilon, or leave the sum to be ideal (--sum=ideal)",
		                 DPMF_SECAGG_BITS_MOST, m->participants);
	return dpmf_secagg_setting_check(&setting, error);
}

static void write_message(void *context, uint32_t user, uint64_t *x)
{
	const struct dpmf_messages *m = context;
	int64_t message[DPMF_SUM_COORDINATES];

	m->write(m->context, user - 1, message);
	for (size_t l = 0; l < m->coordinates; l++)
		x[l] = (uint64_t)(message[l] + m->reach);
}

static enum dpmf_status add(const struct dpmf_messages *m, const struct dpmf_key *key, int64_t *sum)
{
	struct dpmf_messages own = *m;
	const struct dpmf_secagg_plan plan = {
		.setting = setting_of(m), .round = m->item, .key = *key, .vector = write_message, .vector_context = &own,
	};
	struct dpmf_secagg_outcome outcome;
	enum dpmf_status status = dpmf_secagg_simulate(&plan, &outcome, NULL);

	if (status != DPMF_OK && status != DPMF_NO)
		return DPMF_FAILED;
	if (status == DPMF_OK && outcome.survivors != m->participants)
		status = DPMF_FAILED;
	for (size_t l = 0; l < m->coordinates && status == DPMF_OK; l++)
		sum[l] = (int64_t)(outcome.sum[l] - m->participants * (uint64_t)m->reach);
	dpmf_secagg_outcome_free(&outcome);
	return status == DPMF_OK ? DPMF_OK : DPMF_FAILED;
}

const struct dpmf_aggregation dpmf_secure_aggregation = { .check = check, .add = add };
