/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws against a law, exactly.

   The law fixes events and their chances beforehand (MPFR, 256 bits): that a draw lies in one of at most 128 parts of the law,
   below their ends, or in both tails; of whole numbers, whether each of the last four bits is set; that the law never has it:
   no whole number where it has whole numbers alone, below 0 where it has none below 0; that a draw and the next, or the first draws of two answers, both lie above the middle or both far from it.
   How often an event happens is a binomial number if the draws are independent and have the law, so that its two tails are known
   (engine/binomial.h: rounded outward), and p is the smallest of all tails times their number. A sampler that is as it should be has
   p <= SAMPLER_LEVEL with a probability of at most SAMPLER_LEVEL, for any number of draws: there is no limit theorem in it. */
#ifndef DPMF_AUDIT_SAMPLER_EVENTS_H
#define DPMF_AUDIT_SAMPLER_EVENTS_H
#include "audit/chi_square.h"

#define SAMPLER_LEVEL 1e-6

enum { SAMPLER_BITS = 4 };

enum sampler_kind { SAMPLER_WITHIN, SAMPLER_UPTO, SAMPLER_TAILS, SAMPLER_BIT, SAMPLER_IMPOSSIBLE, SAMPLER_NEXT_ABOVE, SAMPLER_NEXT_FAR, SAMPLER_FIRST_ABOVE,
                    SAMPLER_FIRST_FAR };

struct sampler_event {
	enum sampler_kind kind;
	double low, high; /* SAMPLER_WITHIN: low < x <= high; SAMPLER_TAILS: x <= low or x > high; SAMPLER_BIT: the bit's number */
	double chance;
	uint64_t count, of;
	double p;         /* of this event alone, two-sided */
};

struct sampler_fit {
	uint64_t draws;
	size_t events;
	struct sampler_event worst;
	double p;         /* of all together */
	double seen;      /* how far the chance of an event of 1/2 must be off to be found with a probability of 90 % */
	double seen_rare; /* an event of 1/1000 likewise, relative to it */
};

/* Draws are counted as they come. */
struct sampler_events;
/* DPMF_INPUT where so many draws do not show the law. */
enum dpmf_status sampler_events_open(const struct masses *law, uint64_t draws, struct sampler_events **events, struct dpmf_error *error);
/* One answer. */
void sampler_events_take(struct sampler_events *events, const double *x, uint64_t count);
void sampler_events_end(const struct sampler_events *events, struct sampler_fit *fit);
void sampler_events_close(struct sampler_events *events);

#endif
