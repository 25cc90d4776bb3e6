/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Interactions under randomized response: every user turns each of the m bits of
   their row over with probability f = 1 / (1 + e^eps), each by itself, and sends the
   row. One bit of it is eps-private, the whole row m eps.

   What is estimated from them. For a true bit x the one that was sent, y, has
   E y = f + (1 - 2 f) x, so x^ = (y - f) / (1 - 2 f) has E x^ = x. The bits of a user
   are turned independently, so E x^_i x^_j = x_i x_j for two items. Summed over the
   n users, with s_i = sum y_i and s_ij = sum y_i y_j:
     n^_i  = (s_i - n f) / (1 - 2 f)
     n^_ij = (s_ij - f (s_i + s_j) + n f^2) / (1 - 2 f)^2
   are unbiased for how many interacted with i, and with i and j. They may be negative
   or above n. */
#ifndef DPMF_PEERS_FLIPPED_H
#define DPMF_PEERS_FLIPPED_H
#include "core/ratings.h"
#include "noise/door.h"

struct dpmf_flipped {
	size_t users, items, words; /* words of 64 users for every item */
	uint64_t *bit;              /* items x words */
	double *ones;               /* by item: s_i */
	double flip;                /* f */
};

/* Through the door, a piece a user. Memory is items x users / 8 bytes (95 MB at
   71,567 x 10,681), and time is items x users draws. epsilon lies between 2^-10 and 64,
   and is rounded down to a multiple of 2^-20; at most 2^20 items. */
enum dpmf_status dpmf_flipped_make(const struct dpmf_ratings *ratings, double epsilon, unsigned jobs,
                                   struct dpmf_door *door, struct dpmf_flipped *flipped, struct dpmf_error *error);
void dpmf_flipped_free(struct dpmf_flipped *flipped);
/* s_ij */
double dpmf_flipped_both(const struct dpmf_flipped *flipped, size_t i, size_t j);

/* n^_i and n^_ij */
double dpmf_unflip_one(double n, double f, double s_i);
double dpmf_unflip_both(double n, double f, double s_i, double s_j, double s_ij);

/* The table of who has neither, the second alone, the first alone, both: the nearest in the
   2-norm that is not negative, of the same sum. Not unbiased, but possible. */
void dpmf_nearest_table(double table[4]);

#endif
