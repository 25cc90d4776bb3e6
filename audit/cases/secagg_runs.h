/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of secure aggregation in which users 1 and 2 have each other's vectors in
   world 1: the sum is that of world 0. */
#ifndef DPMF_AUDIT_SECAGG_RUNS_H
#define DPMF_AUDIT_SECAGG_RUNS_H
#include <stdbool.h>

#include "audit/case.h"

struct secagg_worlds {
	uint32_t users, threshold;
	uint32_t silent;    /* falls silent before it sends its vector; 0: nobody */
	uint32_t coalition; /* the last so many users tell the server all they hold */
	bool unmasked;      /* user 1 sends its last coordinate as it is: a leak that is planted */
};

enum { SECAGG_SEEN = 9 };

/* The numbers that are seen: the two coordinates of what users 1 and 2 sent, those
   of user 1 after every mask is lifted that the server and the coalition know
   (with a key of user 1 made of the coalition's shares, if there are any), a byte
   of its public key, one of its sealed shares for user 2, and a limb of a share
   that lifts a mask. */
enum dpmf_status secagg_see(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error);
enum dpmf_status secagg_setup(const struct audit_case *one, void **instance, struct dpmf_error *error);
void secagg_teardown(void *instance);

#endif
