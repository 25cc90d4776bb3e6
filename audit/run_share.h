/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cases of `dpmf-audit run`, side by side: by threads, and by ranks where there are several. Rank 0 deals the cases in their order,
   runs some itself, and keeps every result in the checkpoint. */
#ifndef DPMF_AUDIT_RUN_SHARE_H
#define DPMF_AUDIT_RUN_SHARE_H
#include "audit/checkpoint/checkpoint.h"
#include "audit/engine/run.h"
#include "audit/engine/select.h"
#include "audit/ranks/ranks.h"

struct run_share {
	const struct audit_selection *selection;
	struct audit_settings settings; /* its `stop` ends the dealing */
	struct checkpoint *checkpoint;  /* NULL: none is kept */
	struct ranks *ranks;
	bool busy;                      /* another rank still runs a case when this ended */
};

/* Rank 0. *finished: how many have a result, fewer than all when it was stopped; theirs come first, in the order of the cases. */
enum dpmf_status run_share_deal(struct run_share *share, struct audit_result *results, size_t *finished, struct dpmf_error *error);
/* Any other rank: runs what it is dealt, until rank 0 ends it. */
enum dpmf_status run_share_work(struct run_share *share);

#endif
