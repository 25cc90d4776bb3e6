/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether somebody's sampler has the law that it names, by counting: no tape, no order of draws. The program draws n
   samples for each of some parameters. Of every event (a value, a tail, the multiples of 2 or 16) the number of
   samples in which it holds is binomial, if the law is right; its two tails are computed, not approximated. The law is
   refused when one of them is below 10^-6 / (2 E), E the number of events of all parameters: a right
   sampler with independent samples is refused with a probability of at most 10^-6. */
#ifndef VECTORS_LAW_H
#define VECTORS_LAW_H
#include <jansson.h>
#include <stdio.h>

#include "core/status.h"

enum { LAW_SAMPLES = 100000, LAW_LEAST = 1000, LAW_MOST = 10000000 };

struct law_request {
	const char *algorithm;
	unsigned samples; /* of each parameter */
	unsigned timeout; /* seconds for one answer */
	char *const *argv;
};

/* *report is what came out, when the answer is DPMF_OK or DPMF_NO. */
enum dpmf_status law_run(const struct law_request *r, json_t **report, struct dpmf_error *error);
void law_tell(FILE *out, const json_t *report);

#endif
