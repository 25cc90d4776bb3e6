/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run of the protocol in one process: all users, the server, and the wire
   between them. Every party is given messages only. */
#ifndef DPMF_SECAGG_SIMULATE_H
#define DPMF_SECAGG_SIMULATE_H
#include "core/public.h"
#include "core/stream.h"
#include "secagg/messages.h"
#include "secagg/setting.h"

DPMF_BEGIN

struct dpmf_secagg_plan {
	struct dpmf_secagg_setting setting; /* its session is drawn, whatever it says */
	struct dpmf_key key;   /* of a seed or of the system: all users' secrets come from it, each from a stream of its own */
	uint64_t round;        /* another one for every run under this key, or the masks of two runs are the same */
	const uint8_t *silent; /* per user the step from which on it sends nothing, DPMF_SECAGG_STEPS: never; NULL: nobody is */
	/* Writes the vector of the user (1 .. users); asked once, when the user masks it, so that one vector at a time is held. */
	void (*vector)(void *context, uint32_t user, uint64_t *x);
	void *vector_context;
	/* NULL, or sees each message on its way to one that takes it, and may
	   change its bytes, or its length downward. */
	void (*wire)(void *context, struct dpmf_secagg_message *message);
	void *wire_context;
};

struct dpmf_secagg_outcome {
	size_t survivors;      /* users whose vectors are in the sum */
	uint32_t *survivor;    /* ascending */
	uint64_t *sum;         /* length */
	/* Bytes of user i (from 1) at [(i - 1) * DPMF_SECAGG_STEPS + step]: what it
	   sent, and what it was sent to be able to. */
	size_t *sent, *received;
	size_t refused;        /* messages that their recipient refused */
	struct dpmf_error first_refusal;
};

/* DPMF_OK with the sum; DPMF_NO when fewer than the threshold were left, with the step
   (then `outcome` has the traffic and the refusals, and no sum); DPMF_INPUT, DPMF_FAILED
   with nothing. A party that refuses a message is silent from there on. */
enum dpmf_status dpmf_secagg_simulate(const struct dpmf_secagg_plan *plan, struct dpmf_secagg_outcome *outcome,
                                      struct dpmf_error *error);
void dpmf_secagg_outcome_free(struct dpmf_secagg_outcome *outcome); /* and leaves it empty */

DPMF_END

#endif
