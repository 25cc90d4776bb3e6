/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/dpmf-rp/sum.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/parallel.h"
#include "mech/dpmf-rp/kernels.h"
#include "mech/dpmf-rp/traffic.h"
#include "noise/pbm.h"
#include "secagg/pack.h"

enum { BLOCK = 16 };

struct block {
	const struct dpmf_rp_round *round;
	const uint32_t *user;
	size_t length;
	double *message; /* one after the other */
};

static enum dpmf_status write_messages(void *context, size_t begin, size_t end)
{
	const struct block *b = context;

	for (size_t i = begin; i < end; i++)
		if (dpmf_rp_message(b->round, b->user[i], b->message + i * b->length) != DPMF_OK)
			return DPMF_FAILED;
	return DPMF_OK;
}

static enum dpmf_status message_failed(struct dpmf_error *error)
{
	return dpmf_fail(error, DPMF_FAILED, "a user's message could not be made: Eq. (5) has no solution in doubles "
	                 "(raise lambda), the door refused it, or memory is short");
}

enum dpmf_status dpmf_rp_sum_ideal(const struct dpmf_rp_round *round, const uint32_t *user, size_t count,
                                   double *sum, struct dpmf_error *error)
{
	const size_t length = dpmf_rp_message_length(round->options, round->projection);
	struct block b = { .round = round, .length = length, .message = malloc(BLOCK * length * sizeof *b.message) };
	enum dpmf_status status = DPMF_OK;

	if (!b.message)
		return dpmf_fail(error, DPMF_FAILED, "no memory for %d messages of %zu numbers", BLOCK, length);
	memset(sum, 0, length * sizeof *sum);
	for (size_t from = 0; status == DPMF_OK && from < count; from += BLOCK) {
		const size_t n = count - from < BLOCK ? count - from : BLOCK;

		b.user = user + from;
		status = dpmf_parallel(n, round->options->jobs, write_messages, &b);
		for (size_t i = 0; status == DPMF_OK && i < n; i++)
			for (size_t l = 0; l < length; l++)
				sum[l] += b.message[i * length + l];
	}
	free(b.message);
	return status == DPMF_OK ? DPMF_OK : message_failed(error);
}

struct upload {
	const struct dpmf_rp_round *round;
	const uint32_t *user;
	size_t length;
	double *message;
	bool failed;
};

static void upload_vector(void *context, uint32_t number, uint64_t *x)
{
	struct upload *up = context;

	up->failed = up->failed || dpmf_rp_message(up->round, up->user[number - 1], up->message) != DPMF_OK;
	for (size_t l = 0; l < up->length; l++)
		x[l] = up->failed ? 0 : (uint64_t)up->message[l];
}

static struct dpmf_secagg_setting setting_of(const struct dpmf_rp_round *round, size_t count)
{
	const struct dpmf_rp_options *options = round->options;
	const struct dpmf_colluding colluding = dpmf_rp_colluding(options);
	const uint32_t users = (uint32_t)count;

	return (struct dpmf_secagg_setting){
		.users = users, .threshold = (uint32_t)dpmf_threshold_of(&colluding, count), .authenticated = colluding.lying,
		.length = dpmf_rp_message_length(options, round->projection),
		.most = options->quanta, .bits = dpmf_secagg_bits(users, options->quanta)
	};
}

static struct dpmf_secagg_plan plan_of(const struct dpmf_rp_round *round, uint64_t number, size_t count, struct upload *up)
{
	struct dpmf_secagg_plan plan = {
		.setting = setting_of(round, count), .round = number, .vector = upload_vector, .vector_context = up
	};

	dpmf_door_secret(round->door, "secure aggregation", &plan.key);
	return plan;
}

enum dpmf_status dpmf_rp_sum_secagg(const struct dpmf_rp_round *round, uint64_t number, const uint32_t *user,
                                    size_t count, double *sum, struct dpmf_error *error)
{
	const size_t length = dpmf_rp_message_length(round->options, round->projection);
	struct upload up = { .round = round, .user = user, .length = length, .message = malloc(length * sizeof *up.message) };
	struct dpmf_secagg_outcome outcome;
	struct dpmf_secagg_plan plan;
	enum dpmf_status status;

	if (!up.message)
		return dpmf_fail(error, DPMF_FAILED, "no memory for a message of %zu numbers", length);
	plan = plan_of(round, number, count, &up);
	status = dpmf_secagg_simulate(&plan, &outcome, error);
	if (status == DPMF_OK && !up.failed)
		for (size_t l = 0; l < length; l++)
			sum[l] = (double)outcome.sum[l];
	if (status == DPMF_OK && round->options->traffic)
		dpmf_rp_traffic_count(&outcome, count, round->options->traffic);
	if (status == DPMF_OK || status == DPMF_NO)
		dpmf_secagg_outcome_free(&outcome);
	free(up.message);
	return up.failed ? message_failed(error) : status;
}

void dpmf_rp_sum_traffic(const struct dpmf_rp_round *round, size_t count)
{
	const struct dpmf_rp_options *options = round->options;
	const size_t length = dpmf_rp_message_length(options, round->projection);
	unsigned bits = 1;

	if (!options->traffic)
		return;
	if (options->noise && options->sum != DPMF_RP_SUM_NONE) {
		const struct dpmf_secagg_setting setting = setting_of(round, count);

		dpmf_rp_traffic_compute(&setting, options->traffic);
		return;
	}
	while (options->quanta >> bits != 0)
		bits++;
	dpmf_rp_traffic_bare(options->noise ? dpmf_pack_length(length, bits) : length * sizeof(double), count, options->traffic);
}

double dpmf_rp_theta(const struct dpmf_rp_options *options)
{
	return ldexp(floor(ldexp(options->theta, DPMF_PBM_THETA_BITS)), -DPMF_PBM_THETA_BITS);
}

void dpmf_rp_sum_estimate(const struct dpmf_rp_round *round, size_t count, double *sum)
{
	const struct dpmf_rp_options *options = round->options;
	const size_t length = dpmf_rp_message_length(options, round->projection);
	const double theta = dpmf_rp_theta(options);

	if (!options->noise)
		return;
	for (size_t l = 0; l < length; l++)
		sum[l] = dpmf_rp_estimate(sum[l], (double)count, options->quanta, theta, round->scale->server);
	dpmf_projection_reverse(round->projection, sum, options->user.factors);
}
