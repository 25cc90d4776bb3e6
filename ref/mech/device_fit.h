/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a user computes on its own device from its own ratings and the released
   item means: r_ij - middle ~ a + b x_j. */
#ifndef DPMF_MECH_DEVICE_FIT_H
#define DPMF_MECH_DEVICE_FIT_H
#include "mech/model.h"

struct dpmf_device_pull {
	double target[2], strength[2]; /* of a and of b */
};

/* Least squares over user i's ratings with strength[l] (fit[l] - target[l])^2
   added; x_j stands at model->v[2 j + 1], the middle is model->center. Needs a
   rating or strengths above 0. */
void dpmf_device_fit(const struct dpmf_ratings *ratings, const struct dpmf_model *model, size_t i,
                     const struct dpmf_device_pull *pull, double fit[2]);

/* The model of rank one and intercept: v_j = (1, mean[j] / weights->item[j]), u all 0. */
enum dpmf_status dpmf_device_model(const struct dpmf_ratings *ratings, const struct dpmf_weights *weights,
                                   double center, const double *mean, struct dpmf_model *model,
                                   struct dpmf_error *error);

#endif
