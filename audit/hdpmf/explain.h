/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an onlooker who knows everything but one rating can work out: the noise
   that each world would need to show what was seen. */
#ifndef DPMF_AUDIT_HDPMF_EXPLAIN_H
#define DPMF_AUDIT_HDPMF_EXPLAIN_H
#include "audit/hdpmf/worlds.h"

enum { HDPMF_EPOCHS_MOST = 8, HDPMF_CELLS_MOST = HDPMF_ITEMS_MOST * HDPMF_FACTORS_MOST };

struct hdpmf_noise {
	size_t rounds, cells;
	double cell[HDPMF_EPOCHS_MOST][HDPMF_CELLS_MOST];
};

/* From V after every round: the noise of every item's sum. */
void hdpmf_explain_rounds(const struct hdpmf_worlds *worlds, int world, const double *v_after, struct hdpmf_noise *noise);
/* From user 0's messages about item 0 and V after every round (message, then
   V, round by round): the noise in these messages. */
void hdpmf_explain_messages(const struct hdpmf_worlds *worlds, int world, const double *seen, struct hdpmf_noise *noise);
/* From the last V alone, with U held, one item, and noise drawn once: V is an
   affine function of that noise, whichever world it is. */
void hdpmf_explain_last(const struct hdpmf_worlds *worlds, int world, const double *v_last, struct hdpmf_noise *noise);

/* Where V of item 0 ends when its noise is x in every round: one item. */
void hdpmf_follow(const struct hdpmf_worlds *worlds, int world, const double *x, double *v);
/* The same as a function of x; U held. */
struct hdpmf_path hdpmf_path_of(const struct hdpmf_worlds *worlds, int world);

#endif
