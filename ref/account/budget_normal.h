/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The budget of releases with normal noise, each of a statistic of its own L2 sensitivity D_t with
   noise of its own sigma_t, each chosen in the light of those before it. They compose to one
   Gaussian mechanism (Dong, Roth and Su 2022, Corollary 3.3 and Proposition 3.2), of
     mu = sqrt(sum of (D_t / sigma_t)^2),
   whose exact curve is that of gaussian.h: different eps_i, sigmas and sensitivities
   cost nothing in tightness.

   On whole steps the noise is the discrete Gaussian, whose Renyi divergences are at most
   those of mu (discrete_gaussian.h): with any such release `rdp` and `published` hold as they stand,
   and `exact` is only known to lie between 0 and `rdp`. */
#ifndef DPMF_ACCOUNT_BUDGET_NORMAL_H
#define DPMF_ACCOUNT_BUDGET_NORMAL_H
#include <stdbool.h>
#include <stddef.h>
#include "account/relation.h"
#include "noise/entry.h"

struct dpmf_normal_budget {
	enum dpmf_relation neighbours;   /* of every release in it */
	size_t releases;
	bool discrete;                   /* some noise was on whole steps */
	const char *premise;             /* what the sensitivities take for granted; NULL: nothing */
	struct dpmf_enclosure mu, delta;
	struct dpmf_enclosure exact;     /* the least epsilon at delta */
	struct dpmf_enclosure rdp;       /* best order, best conversion (gaussian_rdp.h) */
	struct dpmf_enclosure published; /* Mironov's conversion at its best order: gaussmf Eqs. (8), (9) with this mu */
	double order;                    /* of `rdp`; 0 where mu is 0 */
};

void dpmf_normal_budget_init(struct dpmf_normal_budget *budget);
void dpmf_normal_budget_clear(struct dpmf_normal_budget *budget);

/* From D_t / sigma_t >= 0, t < count, all against the same neighbours; 0 < delta < 1. A ratio from
   (eps_i, delta) as gaussmf's Algorithm 1 sets sigma is dpmf_gaussmf_mu of one step. */
enum dpmf_status dpmf_normal_compose(const struct dpmf_enclosure *ratio, size_t count, enum dpmf_relation neighbours,
                                     const struct dpmf_enclosure *delta, struct dpmf_normal_budget *budget,
                                     struct dpmf_error *error);

/* From the door's record: its entries that bear on these neighbours (budget_relation.h: what is declared for a row covers an
   entry of it, and what is declared for an entry costs a row as its touched_by_user says), one touched piece moving by at most the
   sensitivity. DPMF_INPUT when one is not normal noise against an L2 norm, or uses a draw
   again: two statistics under one noise are no releases with fresh noise. */
enum dpmf_status dpmf_normal_compose_record(const struct dpmf_record *record, enum dpmf_relation neighbours,
                                            const struct dpmf_enclosure *delta, struct dpmf_normal_budget *budget,
                                            struct dpmf_error *error);

/* (exact, delta), or (rdp, delta) where some noise was discrete, as a budget whose type says for
   which neighbours it holds; DPMF_INPUT when it holds for others. */
enum dpmf_status dpmf_normal_entry(const struct dpmf_normal_budget *budget, struct dpmf_entry_budget *entry,
                                   struct dpmf_error *error);
enum dpmf_status dpmf_normal_user(const struct dpmf_normal_budget *budget, struct dpmf_user_budget *user,
                                  struct dpmf_error *error);
enum dpmf_status dpmf_normal_edge(const struct dpmf_normal_budget *budget, struct dpmf_edge_budget *edge,
                                  struct dpmf_error *error);

#endif
