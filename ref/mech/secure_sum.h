/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The release of a sum to which each participant contributes integers and a
   share of the noise. Either the door alone makes the sum, or the participants
   also run secure aggregation (secagg/) on their messages, contribution plus
   share, and its sum must be the door's answer. */
#ifndef DPMF_MECH_SECURE_SUM_H
#define DPMF_MECH_SECURE_SUM_H
#include "core/public.h"
#include "noise/colluding.h"
#include "noise/door.h"

DPMF_BEGIN

enum dpmf_sum {
	DPMF_SUM_IDEAL,  /* the server is handed the sum, as a perfect secure aggregation would */
	DPMF_SUM_SECAGG, /* keys, shares and masks, one run for each sum: the same bytes */
};

enum { DPMF_SUM_COORDINATES = 16 };

struct dpmf_summing {
	enum dpmf_sum how;
	const struct dpmf_colluding *colluding; /* their number and the server settle the threshold, and whether messages are signed */
	struct dpmf_door *door;
	size_t number;                          /* of the entry in the record: DPMF_SUM_COORDINATES coordinates at most */
	int64_t most;                           /* no coordinate of a contribution is larger in size */
	void (*contribute)(const void *context, uint64_t piece, size_t i, int64_t *sum); /* adds participant i's (from 0) */
	const void *context;
};

/* Before the first release: whether secure aggregation can add up what up to so many participants send, without a sum that could wrap. */
enum dpmf_status dpmf_sum_check(const struct dpmf_summing *summing, size_t participants, struct dpmf_error *error);
/* The noisy sum. A single participant has nothing to aggregate: it sends what it has. */
enum dpmf_status dpmf_sum_release(const struct dpmf_summing *summing, uint64_t piece, const struct dpmf_participants *who,
                                  int64_t *sum);

DPMF_END

#endif
