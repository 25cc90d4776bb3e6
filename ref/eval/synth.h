/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Synthetic data for tests and benchmarks. Time is proportional to what is
   written, memory to users + items. The bytes depend on the arguments alone. */
#ifndef DPMF_EVAL_SYNTH_H
#define DPMF_EVAL_SYNTH_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "core/public.h"
#include "core/status.h"

DPMF_BEGIN

/* Lines "user item rating" between tabs, ids from 1, ordered by user, no pair
   twice. Item j is drawn with a density that falls like 1 / sqrt(j); a rating is
   a whole number from 1 to 5: mean, user, item, a product of four factors, and
   noise, rounded; or 1 everywhere when `implicit`. Users have about as many
   ratings each, within a factor of two. */
enum dpmf_status dpmf_synth_ratings(size_t users, size_t items, size_t ratings, bool implicit, uint64_t seed,
                                    FILE *out, struct dpmf_error *error);
/* The same with the unevenness of the MovieLens sets: a tenth of the items takes
   two fifths of the ratings and half of them a fourteenth; the idlest user, the
   first, has a fifth of the mean, the busiest, the last, 4.4 times the mean. */
enum dpmf_status dpmf_synth_long_tail(size_t users, size_t items, size_t ratings, bool implicit, uint64_t seed,
                                      FILE *out, struct dpmf_error *error);
/* Lines "truster trustee" between tabs: directed edges, no edge twice, nobody
   trusts themself; trustees as unevenly popular as the items above. */
enum dpmf_status dpmf_synth_trust(size_t users, size_t edges, uint64_t seed, FILE *out, struct dpmf_error *error);

DPMF_END

#endif
