/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "check.h"
#include "eval/ranking.h"
#include "inputs.h"
#include "vectors/format/number.h"

static void copy_scores(const void *model, const struct dpmf_ratings *train, size_t user, double *score)
{
	(void)user;
	memcpy(score, model, train->items * sizeof *score);
}

/* One user, who has rated nothing; the last item is held out. */
CHECK(ranking_gain)
{
	size_t none[] = { 0, 0 }, last[] = { 0, 1 };
	struct vector scores;
	double score[INPUT_COORDINATES + 1];
	uint64_t top;
	uint32_t item;

	(void)expected;
	if (!input_vector(inputs, "scores", &scores) || !input_u64(inputs, "top", &top) || !input_double(inputs, "own", &score[scores.n]))
		return CHECK_MALFORMED;
	memcpy(score, scores.x, scores.n * sizeof *score);
	item = (uint32_t)scores.n;
	const struct dpmf_ratings train = { .users = 1, .items = scores.n + 1, .row = none };
	const struct dpmf_ratings test = { .users = 1, .items = scores.n + 1, .count = 1, .row = last, .item = &item };
	const struct dpmf_ranking_task task = { .train = &train, .test = &test, .score = copy_scores, .model = score, .top = top, .negatives = 1, .jobs = 1 };
	struct dpmf_ranking full, sampled;
	struct dpmf_key key;
	struct dpmf_error error;
	dpmf_key_from_seed(0, &key);
	const enum dpmf_status status = dpmf_ranking_measure(&task, &key, &full, &sampled, &error);
	if (status != DPMF_OK)
		return check_refused(status);
	return (json_object_set_new(got, "hr", number_double(full.hr)) | json_object_set_new(got, "ndcg", number_double(full.ndcg))) == 0
		? CHECKED : CHECK_FAILED;
}
