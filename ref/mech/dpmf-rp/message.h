/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The integers that a user of dpmf-rp sends in one round. */
#ifndef DPMF_MECH_RP_MESSAGE_H
#define DPMF_MECH_RP_MESSAGE_H
#include "mech/dpmf-rp/train.h"
#include "mech/dpmf-rp/projection.h"

/* How coordinates become chances and sums become numbers again. */
struct dpmf_rp_scale {
	double user, server; /* c on either side */
	bool cut;            /* to -c .. c */
};

/* dpmf_rp_delta over sqrt(p) and over sqrt(p'), as the paper has them; and the one constant of `corrected`. */
struct dpmf_rp_scale dpmf_rp_scale_published(const struct dpmf_rp_options *options, const struct dpmf_projection *projection);
struct dpmf_rp_scale dpmf_rp_scale_corrected(const struct dpmf_rp_options *options, const struct dpmf_projection *projection);

/* x / c in steps of 2^-DPMF_PBM_STEP_BITS, to the nearest, a tie away from 0; cut, or at most 2^DPMF_PBM_WHOLE_BITS in size. */
int64_t dpmf_rp_steps(const struct dpmf_rp_scale *scale, double x);

/* What is the same for every user of a round. */
struct dpmf_rp_round {
	const struct dpmf_ratings *ratings;
	const struct dpmf_rp_options *options;
	const struct dpmf_projection *projection;
	const struct dpmf_rp_scale *scale;
	const double *v, *gram;   /* S'B and its V'V */
	struct dpmf_door *door;
	size_t number;            /* of the round's entry in the record */
};

/* Enters round `number`, of `count` users, into the record, with as many pieces as there are users behind each sum
   that the server sees; nothing without noise. */
enum dpmf_status dpmf_rp_round_declare(struct dpmf_rp_round *round, size_t count, uint64_t number, struct dpmf_error *error);

/* Numbers in a message: p' k with noise, p k without. */
size_t dpmf_rp_message_length(const struct dpmf_rp_options *options, const struct dpmf_projection *projection);

/* u_i by Eq. (5), clipped; S grad V^i; with noise flattened, and every coordinate an
   integer 0 .. q. message: room for p' k numbers. Where Eq. (5) has no solution in doubles, u_i is 0 with
   scale->cut, else DPMF_FAILED; DPMF_FAILED, too, where the door refuses or memory is short. */
enum dpmf_status dpmf_rp_message(const struct dpmf_rp_round *round, size_t user, double *message);

#endif
