/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bytes that a user of dpmf-rp sends and is sent in a round, for its part of
   the sum. What is not among them is B, which every user receives: p k doubles. */
#ifndef DPMF_MECH_RP_TRAFFIC_H
#define DPMF_MECH_RP_TRAFFIC_H
#include "secagg/simulate.h"

/* Sums over users and rounds. */
struct dpmf_rp_traffic {
	size_t users;  /* one for every round that each took part in */
	size_t sent[DPMF_SECAGG_STEPS], received[DPMF_SECAGG_STEPS];
	bool counted;  /* of messages that went over the wire; otherwise of those that their lengths are known of */
};

/* What `outcome` has of `users` users. */
void dpmf_rp_traffic_count(const struct dpmf_secagg_outcome *outcome, size_t users, struct dpmf_rp_traffic *traffic);
/* What the same protocol sends where nobody falls silent, by its messages' lengths (secagg/messages.h). */
void dpmf_rp_traffic_compute(const struct dpmf_secagg_setting *setting, struct dpmf_rp_traffic *traffic);
/* `users` uploads of so many bytes each, and nothing else. */
void dpmf_rp_traffic_bare(size_t bytes, size_t users, struct dpmf_rp_traffic *traffic);

#endif
