/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The budget of a run, composed from the door's record: nothing is typed in. */
#ifndef DPMF_ACCOUNT_BUDGET_H
#define DPMF_ACCOUNT_BUDGET_H
#include <stdbool.h>
#include "account/enclosure.h"
#include "account/entry_cost.h"
#include "noise/entry.h"

struct dpmf_budget {
	bool finite;                /* false: something left without noise */
	struct dpmf_enclosure epsilon; /* at privacy weight 1; a rating of weight w has w times it */
	size_t releases;            /* entries of the record */
	size_t draws;               /* entries with noise of their own */
	const char *premise;        /* what `epsilon` takes for granted; NULL: nothing */
	bool repeats;               /* a draw was used again: without the premise no epsilon is left */
};

/* What was declared is counted whether or not it left: a release that the door refused can only make this too
   large. One exception: what is declared without noise and of which nothing left (withheld == pieces) leaves the
   budget finite. (A refusal is seen by whoever sees the run fail; for laws on steps it comes from the caller's
   mistakes alone, for those in doubles the budget assumes finite statistics.)

   What an entry costs by itself is in entry_cost.h. Entries that use
   one draw again are one release as long as the premise holds, because then
   they differ by what does not depend on the private data; independent draws
   add up, and entries that look at disjoint parts of the data cost together
   what the costliest part does. */

void dpmf_budget_init(struct dpmf_budget *budget);
void dpmf_budget_clear(struct dpmf_budget *budget);
enum dpmf_status dpmf_budget_compose(const struct dpmf_record *record, struct dpmf_budget *budget,
                                     struct dpmf_error *error);

#endif
