/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DPMF_EVAL_PREDICT_H
#define DPMF_EVAL_PREDICT_H
#include "core/public.h"
#include "mech/model.h"

DPMF_BEGIN

/* center + u_i.v_j, or center + u_i.v_j / W_ij (hdpmf Algorithm 1, line 15)
   when `rescale` is not NULL. */
double dpmf_predict(const struct dpmf_model *model, const struct dpmf_weights *rescale, size_t user, size_t item);

DPMF_END

#endif
