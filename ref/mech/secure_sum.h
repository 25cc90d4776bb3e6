/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The release of a sum to which each participant contributes integers and a
   share of the noise. Either the door alone makes the sum, or the participants
   also run a protocol on their messages, contribution plus share, and its sum must
   be the door's answer. The protocol is handed in: secure aggregation stands in
   mech/secure_aggregation.h. */
#ifndef DPMF_MECH_SECURE_SUM_H
#define DPMF_MECH_SECURE_SUM_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "core/public.h"
#include "core/status.h"
#include "noise/colluding.h"

DPMF_BEGIN

struct dpmf_door;
struct dpmf_key;
struct dpmf_participants;

enum { DPMF_SUM_COORDINATES = 16 };

/* What is sent for one sum, as a protocol sees it. */
struct dpmf_messages {
	size_t participants, coordinates;
	size_t threshold;  /* so many must stay */
	bool lying;        /* the server may */
	int64_t reach;     /* no coordinate of a message is larger in size; 0: it would not fit into 62 bits */
	uint64_t item;
	void (*write)(void *context, size_t i, int64_t *message); /* participant i's, from 0: DPMF_SUM_COORDINATES numbers, of which `coordinates` count */
	void *context;
};

/* A protocol that adds messages up. */
struct dpmf_aggregation {
	/* Whether it could, without a sum that could wrap. Reads numbers alone: there are no messages yet. */
	enum dpmf_status (*check)(const struct dpmf_messages *messages, struct dpmf_error *error);
	/* Asks everybody once for its message; all secrets come from the key. */
	enum dpmf_status (*add)(const struct dpmf_messages *messages, const struct dpmf_key *key, int64_t *sum);
};

struct dpmf_summing {
	const struct dpmf_aggregation *how;     /* NULL: the server is handed the sum, as a perfect secure aggregation would */
	const struct dpmf_colluding *colluding; /* their number and the server settle the threshold, and whether messages are signed */
	struct dpmf_door *door;
	size_t number;                          /* of the entry in the record: DPMF_SUM_COORDINATES coordinates at most */
	int64_t most;                           /* no coordinate of a contribution is larger in size */
	void (*contribute)(const void *context, uint64_t piece, size_t i, int64_t *sum); /* adds participant i's (from 0) */
	const void *context;
};

/* Before the first release: whether the protocol can add up what up to so many participants send, without a sum that could wrap. */
enum dpmf_status dpmf_sum_check(const struct dpmf_summing *summing, size_t participants, struct dpmf_error *error);
/* The noisy sum. A single participant has nothing to aggregate: it sends what it has. */
enum dpmf_status dpmf_sum_release(const struct dpmf_summing *summing, uint64_t piece, const struct dpmf_participants *who,
                                  int64_t *sum);

DPMF_END

#endif
