/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run of `dpmf train` in this process: its files in a folder, whatever it prints caught, its door kept. */
#ifndef DPMF_AUDIT_RELEASE_ONCE_H
#define DPMF_AUDIT_RELEASE_ONCE_H
#include "audit/release/boundary.h"
#include "audit/release/output.h"
#include "audit/release/streams.h"

struct once {
	const struct boundary_subject *subject;
	const char *folder;
	uint64_t number;          /* of the coins, or of the seed */
	bool seeded, asking;      /* asking: for what subject->asked says */
	bool json, held_out;
	const struct dpmf_key *noise;
	struct dpmf_door *from;   /* NULL: the door remembers; else it hands out what this one remembers */
	/* What comes of it: */
	struct dpmf_door door;    /* as the run left it */
	struct streams streams;
	struct output output;
};

/* The input files stand in the folder. DPMF_OK where the run itself failed, too: output.status says so. */
enum dpmf_status once_run(struct once *once, struct dpmf_error *error);
void once_free(struct once *once);

#endif
