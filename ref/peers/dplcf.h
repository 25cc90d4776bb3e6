/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dplcf and ldpicf: neighbourhood models from rows under randomized response
   (flipped.h), which dpimf compares with. The server publishes each item's
   neighbours, users recommend to themselves from their own history
   (neighbours.h). dpimf does not say which estimators it used; here

   dplcf (Gao, Huang, Lin, Li, Jin 2020): the cosine n^_ij / sqrt(n^_i n^_j) of the
   unbiased estimates. They may be impossible: n^_i is taken as at least 1 and at least
   its own standard deviation sqrt(n f (1 - f)) / (1 - 2 f), a cosine above 1 as 1, and
   neighbours are those above 0.

   ldpicf (Guo, Luo, Dong, Yang 2019): two estimators, the unbiased n^_i of single
   items, and for a pair the table of both, one and neither, unbiased too, moved to
   the nearest that is possible; the cosine is that of the pair's table. */
#ifndef DPMF_PEERS_DPLCF_H
#define DPMF_PEERS_DPLCF_H
#include "core/public.h"
#include "noise/door.h"
#include "peers/neighbours.h"

DPMF_BEGIN

struct dpmf_dplcf_options {
	double epsilon; /* of one bit: `entry`; of a row it is items times that */
	size_t neighbours;
	unsigned jobs;
};

enum dpmf_status dpmf_dplcf_train(const struct dpmf_ratings *ratings, const struct dpmf_dplcf_options *options,
                                  struct dpmf_door *door, struct dpmf_neighbours *neighbours, struct dpmf_error *error);
enum dpmf_status dpmf_ldpicf_train(const struct dpmf_ratings *ratings, const struct dpmf_dplcf_options *options,
                                   struct dpmf_door *door, struct dpmf_neighbours *neighbours, struct dpmf_error *error);

DPMF_END

#endif
