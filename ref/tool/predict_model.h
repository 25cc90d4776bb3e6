/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a folder holds to predict from: the public part, and of devices/ what is there. */
#ifndef DPMF_TOOL_PREDICT_MODEL_H
#define DPMF_TOOL_PREDICT_MODEL_H
#include "peers/neighbours.h"
#include "tool/factors.h"
#include "tool/release.h"

enum { MOST_AVERAGE = 8 };

struct predict_model {
	struct release release;
	struct factors items, users;               /* factors; of neighbours the ids alone */
	struct factors item_weights, user_weights; /* columns 0: predictions are not rescaled */
	struct dpmf_neighbours neighbours;
	struct dpmf_ratings history;               /* of interactions: what each user has, if devices/ is there */
	double center, low, high;                  /* low > high: predictions are not cut */
	double average[MOST_AVERAGE];              /* a user's factors where they are not at hand */
	bool has_average, has_devices, has_history;
};

enum dpmf_status predict_model_open(const char *path, struct predict_model *model, struct dpmf_error *error);
void predict_model_close(struct predict_model *model);

/* DPMF_INPUT that says what is not there: the item, or the user's own factors. */
enum dpmf_status predict_one(const struct predict_model *model, uint32_t user, uint32_t item, double *value, struct dpmf_error *error);

#endif
