/* SPDX-License-Identifier: GPL-3.0-or-later */
/* privsr corrected: user 0 trusts user 1 alone, and so learns one noisy vector.
   Everybody rates both items; what differs is user 1's. */
#ifndef DPMF_AUDIT_PRIVSR_TRUSTERS_H
#define DPMF_AUDIT_PRIVSR_TRUSTERS_H
#include "audit/case.h"
#include "mech/privsr/train.h"

struct trusters_setting {
	size_t users;     /* with those two; the others rate item 0 with 5 and item 1 with 3 */
	bool one_rating;  /* user 1 rates item 0 with 5 or 1; otherwise both items, its vector turned round */
	double epsilon;
	size_t colluders; /* with whom the driver reckons: user 0 is one, and takes its share of both items' noise away */
};

struct trusters_worlds {
	const struct trusters_setting *setting;
	struct dpmf_ratings ratings[2];
	struct dpmf_social social;
	struct dpmf_key groups;
};

/* case.parameters is a struct trusters_setting. */
enum dpmf_status trusters_worlds_setup(const struct audit_case *one, void **instance, struct dpmf_error *error);
void trusters_worlds_teardown(void *instance);

/* What user 0 is told of its friend: two sums. */
enum dpmf_status trusters_see_friend(const void *instance, int world, const struct dpmf_key *key,
                                     double *seen, struct dpmf_error *error);
double trusters_ratio_friend(const void *instance, const double *seen);
/* That, and the items' two sums, less user 0's ratings and shares where it colludes. */
enum dpmf_status trusters_see_all(const void *instance, int world, const struct dpmf_key *key,
                                  double *seen, struct dpmf_error *error);

#endif
