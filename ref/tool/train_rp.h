/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options that dpmf-rp alone has. */
#ifndef DPMF_TOOL_TRAIN_RP_H
#define DPMF_TOOL_TRAIN_RP_H
#include <jansson.h>
#include "mech/dpmf_rp_train.h"

struct train_rp {
	struct rp_options options; /* what is in `run` too is taken from there; theta and quanta 0, once settled: to be chosen */
	double ratio;              /* m / p */
	bool errors;               /* measure the errors of every round's gradient */
};

/* The paper's settings of Section 6.1.3. */
struct train_rp train_rp_start(void);
/* Reads option `name`: ratio, participation, mu, kappa, unobserved, most-error, most-profile, private, theta, quanta,
   cut, sum, stay, errors. */
enum dpmf_status train_rp_read(const char *name, const char *text, struct train_rp *rp, struct dpmf_error *error);
/* p for so many items. */
size_t train_rp_rows(const struct train_rp *rp, size_t items);
json_t *train_rp_json(const struct train_rp *rp);

#endif
