/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parties of dpimf's federation: each has rows of the ratings of its own,
   and all have the same columns (Section VI-A1). */
#ifndef DPMF_MECH_DPIMF_PARTY_H
#define DPMF_MECH_DPIMF_PARTY_H
#include "core/ratings.h"
#include "core/stream.h"

struct dpmf_dpimf_party {
	struct dpmf_ratings ratings; /* rows numbered 0 .. here, columns as in the whole */
	uint32_t *member;            /* which row of the whole each one is */
};

/* Parties of sizes that differ by one at most, drawn from the key alone:
   which party a row is in does not depend on the ratings. */
enum dpmf_status dpmf_dpimf_parties_draw(const struct dpmf_ratings *all, size_t parties, const struct dpmf_key *key,
                                         struct dpmf_dpimf_party *party, struct dpmf_error *error);
void dpmf_dpimf_parties_free(struct dpmf_dpimf_party *party, size_t parties);

#endif
