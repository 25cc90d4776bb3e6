/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exponential-normal mixture, drawn by several parties (hdpmf, Section IV):
   the recommender draws h, every user a normal share of its own. */
#ifndef DPMF_NOISE_MIXTURE_H
#define DPMF_NOISE_MIXTURE_H
#include <stddef.h>
#include "core/public.h"
#include "core/stream.h"

DPMF_BEGIN

/* h_l ~ Exp(1), from the recommender's stream (0, item, draw). */
void dpmf_mixture_h(const struct dpmf_key *server, uint64_t item, uint64_t draw, size_t k, double *h);
/* Whose share of which draw it is: its stream of `users` is (user, item, draw). */
struct dpmf_mixture_place {
	uint64_t user, item, draw;
};
/* One user's share scale sqrt(2 h_l / of) c_l, c_l ~ N(0, 1) from that stream. */
void dpmf_mixture_share(const struct dpmf_key *users, const struct dpmf_mixture_place *place,
                        double scale, const double *h, size_t k, size_t of, double *share);

DPMF_END

#endif
