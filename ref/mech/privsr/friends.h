/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second half of a privsr round: what friends send, and what it does to a
   user's gradient. All friends speak of their vectors as the round found them,
   so that the result does not depend on the order of the users. */
#ifndef DPMF_MECH_FRIENDS_H
#define DPMF_MECH_FRIENDS_H
#include <stddef.h>
#include <stdint.h>
#include "core/status.h"
#include "mech/privsr/train.h"

/* The streams of the noise for user i's sum are those of item 2^32 + i, which
   no rating has: h_i is of "server", though user i is who draws it. */
#define DPMF_FRIENDS_STREAM (UINT64_C(1) << 32)

struct dpmf_friends {
	const struct dpmf_privsr_descent *how;
	struct dpmf_door *door;
	const double *u;  /* of all users, before the round's steps */
	size_t factors, number; /* of the round's entry in the record */
	uint64_t round;
};

/* sum += weight (sum of the friends' messages + 2 sum S_if u), u user i's own vector, who has friends. */
enum dpmf_status dpmf_friends_pull(const struct dpmf_friends *friends, size_t i, const double *u, double *sum);

#endif
