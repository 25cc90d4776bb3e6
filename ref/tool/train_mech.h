/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `dpmf train` must know of a mechanism; one struct each, listed in
   train_mech.c. */
#ifndef DPMF_TOOL_TRAIN_MECH_H
#define DPMF_TOOL_TRAIN_MECH_H
#include "eval/ranking.h"
#include "noise/door.h"
#include "tool/train_data.h"
#include "tool/train_report.h"

struct train_mech {
	const char *name;
	bool corrected; /* there is such a variant */
	bool own[TRAIN_OWNS];
	/* Fills in what was not given; refuses what can be refused without the data. */
	enum dpmf_status (*settle)(struct train_options *options, struct dpmf_error *error);
	enum dpmf_status (*train)(const struct train_options *options, const struct train_data *data,
	                          const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
	                          struct train_result *result, struct dpmf_error *error);
	/* The budget of what left through the door. */
	enum dpmf_status (*compose)(const struct train_options *options, const struct dpmf_record *record,
	                            struct train_result *result, struct dpmf_error *error);
	dpmf_scorer *scores; /* of a struct train_result, to rank by; NULL: u.v of the model */
	bool (*rescaled)(const struct train_options *options); /* NULL: predictions never are */
	const char *(*noise)(const struct train_options *options);
	/* What the budget is, as lines and as JSON. */
	void (*print)(FILE *out, const struct train_options *options, const struct train_result *result);
	json_t *(*budget)(const struct train_options *options, const struct train_result *result);
};

/* NULL when there is none of that name. */
const struct train_mech *train_mech_named(const char *name);
/* Sets what is NAN, that is, was not given. */
void train_default(double *option, double value);
/* "mf, dpmf, ..." */
const char *train_mech_names(void);

extern const struct train_mech train_mf, train_dpmf, train_pdpmf, train_hdpmf, train_gaussmf, train_gd,
	train_soreg, train_privsr, train_dpimf, train_dpmf_rp, train_pop, train_ials, train_dpmf01, train_dplcf, train_ldpicf;

#endif
