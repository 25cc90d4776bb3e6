/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `dpmf train` reads and draws before it trains. */
#ifndef DPMF_TOOL_TRAIN_DATA_H
#define DPMF_TOOL_TRAIN_DATA_H
#include "core/ratings.h"
#include "mech/model.h"
#include "mech/social.h"
#include "tool/train_guarantee.h"

struct train_data {
	struct dpmf_ratings train, test;
	size_t unknown; /* test ratings of users or items that `train` does not know */
	struct dpmf_weights weights;
	struct dpmf_social social; /* empty without --social */
	struct train_facts facts;
};

/* The key of the public randomness, and whether the noise is to come from a number. */
enum dpmf_status train_facts_start(const struct train_options *options, struct train_facts *facts, struct dpmf_error *error);
/* The noise's own key: from the operating system, or of --seed. */
enum dpmf_status train_noise_key(const struct train_options *options, struct dpmf_key *noise, struct dpmf_error *error);

/* data->facts is started. Where no range was given, the options get the one that the files span. */
enum dpmf_status train_data_read(struct train_options *options, struct train_data *data, struct dpmf_error *error);
void train_data_free(struct train_data *data);

#endif
