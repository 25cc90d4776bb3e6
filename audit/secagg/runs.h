/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of secure aggregation in which users 1 and 2 have each other's vectors in
   world 1: the sum is that of world 0. The others have the same in both. */
#ifndef DPMF_AUDIT_SECAGG_RUNS_H
#define DPMF_AUDIT_SECAGG_RUNS_H
#include <stdbool.h>

#include "audit/case.h"

struct secagg_worlds {
	uint32_t users, threshold;
	bool authenticated;  /* every message of a user is signed, and the survivors are confirmed */
	uint32_t silent;     /* falls silent before it sends its vector; 0: nobody */
	uint32_t coalition;  /* the last so many users tell the server all they hold */
	bool late;           /* what user 1 sends arrives when it is taken for silent: only its vector differs, and is in no sum */
	bool lies;           /* the server tells the upper half of the users that user 1 fell silent, the others that it stayed */
	/* Leaks of user 1's that are planted: */
	bool unmasked;       /* it sends its last coordinate as it is */
	bool self_forgotten; /* it adds no self mask */
	bool pairs_forgotten; /* it adds no mask of a pair */
};

enum { SECAGG_SEEN = 11 };

/* The numbers that are seen: the two coordinates of what users 1 and 2 sent, those
   of user 1 after every mask is lifted that the server and the coalition can lift
   with all the shares that they have, a byte of its public key, one of its sealed
   shares for user 2, a limb of what user 2 answered last, and the two coordinates of
   user 1 after its self mask alone is lifted. */
enum dpmf_status secagg_see(const void *instance, int world, const struct dpmf_key *key, double *seen, struct dpmf_error *error);
enum dpmf_status secagg_setup(const struct audit_case *one, void **instance, struct dpmf_error *error);
void secagg_teardown(void *instance);

#endif
