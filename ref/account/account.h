/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What noise costs, in numbers that any program can read. Numbers go in as decimal text, so that 0.1 is a tenth and
   not the double next to it. They come out as two decimals between which the true value lies.

   epsilon and delta are those of (epsilon, delta)-differential privacy. `sensitivity` is how far the statistic moves
   when one unit of the data changes; `releases` is how many times it is released, each time with noise of its own.
   DPMF_INPUT names the argument that is no number or outside its range. Outputs are untouched on error. */
#ifndef DPMF_ACCOUNT_ACCOUNT_H
#define DPMF_ACCOUNT_ACCOUNT_H
#include "account/decimals.h"
#include "account/on_steps.h"
#include "core/public.h"
#include "core/status.h"
#include "noise/entry.h"

DPMF_BEGIN

/* Normal noise of standard deviation sigma, sensitivity in the 2-norm: the least epsilon at delta, the least
   delta at epsilon (Balle and Wang 2018). 0 < delta < 1, 0 <= epsilon. */
enum dpmf_status dpmf_account_gaussian_epsilon(const char *sigma, const char *sensitivity, unsigned long releases, const char *delta,
                                               struct dpmf_decimals *epsilon, struct dpmf_error *error);
enum dpmf_status dpmf_account_gaussian_delta(const char *sigma, const char *sensitivity, unsigned long releases,
                                             const char *epsilon, struct dpmf_decimals *delta, struct dpmf_error *error);
/* A double that is enough noise for (epsilon, delta); 1e-12 of it less would be too little. */
enum dpmf_status dpmf_account_gaussian_sigma(const char *epsilon, const char *delta, const char *sensitivity,
                                             unsigned long releases, double *sigma, struct dpmf_error *error);

/* Laplace noise of that scale, sensitivity in the 1-norm. delta "0" asks for pure epsilon. */
enum dpmf_status dpmf_account_laplace_epsilon(const char *scale, const char *sensitivity, const char *delta,
                                              struct dpmf_decimals *epsilon, struct dpmf_error *error);
enum dpmf_status dpmf_account_laplace_delta(const char *scale, const char *sensitivity, const char *epsilon,
                                            struct dpmf_decimals *delta, struct dpmf_error *error);

/* On whole steps, with a discrete Laplace law (delta "0" asks for pure epsilon), or a discrete Gaussian one (of one
   coordinate; delta above 0). */
enum dpmf_status dpmf_account_discrete_laplace_epsilon(const struct dpmf_on_steps *noise, const char *delta,
                                                       struct dpmf_decimals *epsilon, struct dpmf_error *error);
enum dpmf_status dpmf_account_discrete_laplace_delta(const struct dpmf_on_steps *noise, const char *epsilon,
                                                     struct dpmf_decimals *delta, struct dpmf_error *error);
enum dpmf_status dpmf_account_discrete_gaussian_epsilon(const struct dpmf_on_steps *noise, const char *delta,
                                                        struct dpmf_decimals *epsilon, struct dpmf_error *error);
enum dpmf_status dpmf_account_discrete_gaussian_delta(const struct dpmf_on_steps *noise, const char *epsilon,
                                                      struct dpmf_decimals *delta, struct dpmf_error *error);

/* What a door's record costs whoever differs as `neighbours` says. Noise against the 2-norm is composed at the
   delta given; all other noise is composed without one. `delta` comes back as the whole: the one given, where it
   was needed, and what the samplers owe, since each draws a law that is not quite the one named.
   DPMF_NO where no epsilon holds, and the text says why: something left without noise, or the noise was drawn in
   doubles. DPMF_INPUT for rounds of the Poisson binomial mechanism,
   whose cost needs their schedule, too: `dpmf guarantee` reads it. */
struct dpmf_record_cost {
	struct dpmf_decimals epsilon, delta;
	const char *premise; /* what epsilon takes for granted, in the record's words; NULL: nothing */
};
enum dpmf_status dpmf_account_record(const struct dpmf_record *record, enum dpmf_relation neighbours, const char *delta,
                                     struct dpmf_record_cost *cost, struct dpmf_error *error);

DPMF_END

#endif
