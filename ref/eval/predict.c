/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "eval/predict.h"

#include "mech/hdpmf/kernels.h"

double dpmf_predict(const struct dpmf_model *model, const struct dpmf_weights *rescale, size_t user, size_t item)
{
	return model->center + dpmf_hdpmf_predict(model->u + user * model->factors, model->v + item * model->factors,
	                                          model->factors, dpmf_weight(rescale, user, item));
}
