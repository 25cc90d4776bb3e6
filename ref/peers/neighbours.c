/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "peers/neighbours.h"

#include <stdlib.h>
#include <string.h>

#include "core/parallel.h"

struct finding {
	struct dpmf_neighbours *out;
	dpmf_similarity *similarity;
	const void *context;
};

void dpmf_neighbours_free(struct dpmf_neighbours *n)
{
	free(n->count);
	free(n->item);
	free(n->weight);
	memset(n, 0, sizeof *n);
}

/* Items come in ascending order, and equals stay behind. */
static void insert(struct dpmf_neighbours *n, size_t of, size_t item, double weight)
{
	uint32_t *list = n->item + of * n->most;
	double *weights = n->weight + of * n->most;
	size_t at;

	if (!(weight > 0))
		return;
	if (n->count[of] < n->most)
		n->count[of]++;
	else if (!(weights[n->most - 1] < weight))
		return;
	for (at = n->count[of] - 1; at > 0 && weights[at - 1] < weight; at--) {
		weights[at] = weights[at - 1];
		list[at] = list[at - 1];
	}
	weights[at] = weight;
	list[at] = (uint32_t)item;
}

static enum dpmf_status find_range(void *context, size_t begin, size_t end)
{
	const struct finding *f = context;

	for (size_t i = begin; i < end; i++)
		for (size_t j = 0; j < f->out->items; j++)
			if (j != i)
				insert(f->out, i, j, f->similarity(f->context, i, j));
	return DPMF_OK;
}

enum dpmf_status dpmf_neighbours_find(size_t items, size_t most, dpmf_similarity *similarity, const void *context,
                                      unsigned jobs, struct dpmf_neighbours *neighbours, struct dpmf_error *error)
{
	struct dpmf_neighbours made = { .items = items, .most = most < items ? most : items };
	struct finding f = { &made, similarity, context };
	enum dpmf_status status;

	if (most < 1)
		return dpmf_fail(error, DPMF_INPUT, "0 neighbours: ask for 1 or more");
	made.count = calloc(items + 1, sizeof *made.count);
	made.item = calloc(items * made.most + 1, sizeof *made.item);
	made.weight = calloc(items * made.most + 1, sizeof *made.weight);
	status = made.count && made.item && made.weight ? dpmf_parallel(items, jobs, find_range, &f) : DPMF_FAILED;
	if (status != DPMF_OK) {
		dpmf_neighbours_free(&made);
		return dpmf_fail(error, status, "no memory for %zu neighbours of each of %zu items: ask for fewer", most, items);
	}
	*neighbours = made;
	return DPMF_OK;
}

void dpmf_neighbours_scores(const struct dpmf_neighbours *n, const struct dpmf_ratings *train, size_t user, double *score)
{
	memset(score, 0, n->items * sizeof *score);
	for (size_t a = train->row[user]; a < train->row[user + 1]; a++) {
		const size_t i = train->item[a], first = i * n->most;

		for (size_t k = first; k < first + n->count[i]; k++)
			score[n->item[k]] += n->weight[k];
	}
}
