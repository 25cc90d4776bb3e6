/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/train_evaluate.h"

#include <math.h>
#include <stdlib.h>

#include "eval/predict.h"
#include "eval/ranking.h"
#include "eval/relevance.h"
#include "tool/train_mech.h"
#include "mech/dpmf-rp/descriptor_report.h"

enum dpmf_status train_evaluate(const struct train_options *o, const struct train_data *data,
                                const struct dpmf_model *model, struct dpmf_metrics *metrics,
                                struct dpmf_error *error)
{
	const bool rescaled = o->mech->rescaled && o->mech->rescaled(o);
	double *predicted = malloc((data->test.count ? data->test.count : 1) * sizeof *predicted);

	if (!predicted)
		return dpmf_fail(error, DPMF_FAILED, "no memory for %zu predictions", data->test.count);
	for (size_t i = 0; i < data->test.users; i++)
		for (size_t a = data->test.row[i]; a < data->test.row[i + 1]; a++) {
			const double p = dpmf_predict(model, rescaled ? &data->weights : NULL, i, data->test.item[a]);

			predicted[a] = o->clip ? fmin(fmax(p, o->run.rating_min), o->run.rating_max) : p;
		}
	*metrics = dpmf_measure(predicted, data->test.value, data->test.count);
	free(predicted);
	return DPMF_OK;
}

enum dpmf_status train_lists(const struct train_options *o, const struct train_data *data,
                             const struct dpmf_model *model, struct train_result *result, struct dpmf_error *error)
{
	result->group_variance = dpmf_group_variance(model, &data->train, &data->test, dpmf_train_rp_groups, TRAIN_RATED, result->group_mse);
	if (dpmf_relevance_measure(model, &data->train, &data->test, 4, 10, o->run.jobs, &result->lists, error) != DPMF_OK)
		return DPMF_FAILED;
	if (o->mech->ranking) /* what it ranks by is no rating */
		result->lists.rmse = NAN;
	return DPMF_OK;
}

enum dpmf_status train_rank(const struct train_options *o, const struct train_data *data, const struct dpmf_key *coins,
                            const struct dpmf_model *model, struct train_result *result, struct dpmf_error *error)
{
	const struct dpmf_ranking_task task = {
		.train = &data->train, .test = &data->test, .top = o->top, .negatives = o->negatives, .jobs = o->run.jobs,
		.score = o->mech->scores ? o->mech->scores : dpmf_model_scores,
		.model = o->mech->scores ? (const void *)result : model,
	};

	return dpmf_ranking_measure(&task, coins, &result->full, &result->sampled, error);
}
