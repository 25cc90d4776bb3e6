/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/dpimf/release.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/parallel.h"
#include "mech/gaussmf/kernels.h"
#include "noise/exact.h"

struct columns {
	const struct dpmf_dpimf_release *release;
	struct dpmf_door *door;
	size_t number; /* of the entry in the record */
	double *solved;
};

struct work { /* of one thread */
	struct dpmf_ball_qp qp;
	int64_t *sum, *weighed;
	double *first;
};

void dpmf_dpimf_weigh_steps(const int64_t *steps, size_t d, uint64_t weight, int64_t *weighed)
{
	for (size_t l = 0; l < d; l++)
		weighed[l] = steps[l] * (int64_t)weight / (INT64_C(1) << DPMF_DPIMF_WEIGHT_BITS);
}

/* Every row draws, whether or not there is something to sample, so that the draws do not depend on the data. */
static void add_sample(const struct dpmf_dpimf_release *r, size_t i, struct work *w)
{
	const struct dpmf_ratings *ratings = r->ratings;
	size_t a = ratings->column[i];
	struct dpmf_stream stream;

	dpmf_stream_open(&stream, &r->sampling->key, 0, i, r->entry.draw);
	for (size_t u = 0; u < ratings->users; u++) {
		const uint64_t weight = r->sampling->weight[u];
		const bool sampled = dpmf_bernoulli(&stream, UINT64_C(1) << DPMF_DPIMF_WEIGHT_BITS, weight);

		if (a == ratings->column[i + 1] || ratings->user[a] != u)
			continue;
		a++;
		if (!sampled)
			continue;
		dpmf_dpimf_weigh_steps(r->steps + u * r->d, r->d, weight, w->weighed);
		dpmf_gaussmf_contribute(1, w->weighed, r->d, w->sum);
	}
}

static enum dpmf_status release_column(const struct columns *c, size_t i, struct work *w)
{
	const struct dpmf_dpimf_release *r = c->release;

	memset(w->sum, 0, r->d * sizeof *w->sum);
	if (r->sampling)
		add_sample(r, i, w);
	for (size_t a = r->ratings->column[i]; !r->sampling && a < r->ratings->column[i + 1]; a++)
		dpmf_gaussmf_contribute(1, r->steps + r->ratings->user[a] * r->d, r->d, w->sum);
	if (dpmf_door_release_steps(c->door, c->number, i, NULL, w->sum, NULL) != DPMF_OK)
		return DPMF_FAILED;
	for (size_t l = 0; l < r->d; l++)
		w->first[l] = 2 * ldexp((double)w->sum[l], -r->grid.bits);
	return dpmf_dpimf_shared_solve(r->shared, &w->qp, w->first, c->solved + i * r->d);
}

static enum dpmf_status release_range(void *context, size_t begin, size_t end)
{
	const struct columns *c = context;
	const size_t d = c->release->d;
	struct work w = { .sum = NULL };
	enum dpmf_status status = dpmf_ball_qp_open(&w.qp, d, NULL);

	w.sum = malloc(2 * d * sizeof *w.sum);
	w.first = malloc(d * sizeof *w.first);
	if (status == DPMF_OK && (!w.sum || !w.first))
		status = DPMF_FAILED;
	w.weighed = w.sum ? w.sum + d : NULL;
	for (size_t i = begin; status == DPMF_OK && i < end; i++)
		status = release_column(c, i, &w);
	free(w.sum);
	free(w.first);
	dpmf_ball_qp_close(&w.qp);
	return status;
}

enum dpmf_status dpmf_dpimf_release_columns(const struct dpmf_dpimf_release *release, struct dpmf_door *door, double *solved,
                                            struct dpmf_error *error)
{
	struct columns columns = { release, door, 0, solved };
	enum dpmf_status status = dpmf_door_declare(door, &release->entry, &columns.number, error);

	if (status != DPMF_OK)
		return status;
	status = dpmf_parallel(release->ratings->items, release->jobs, release_range, &columns);
	return status == DPMF_OK ? status : dpmf_fail(error, status, "a profile of \"%s\", round %llu, could not be released "
	                                              "or solved", release->entry.statistic,
	                                              (unsigned long long)release->entry.round);
}
