/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a target begins to answer otherwise when the event has been learned: what it gives away only then
   would pass. Of the runs that are learned from, the first half fixes a few events for each of the first fields: a value that none of them had,
   a number of at least their median, bits of a hash. The other half and the runs of the bound are counted: if
   each run is drawn anew, an event is equally likely in both. */
#ifndef DPMF_AUDIT_EXEC_DRIFT_H
#define DPMF_AUDIT_EXEC_DRIFT_H
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

enum { DRIFT_FIELDS = 8, DRIFT_EVENTS = 6 };

struct drift_world {
	uint64_t runs[2];                                /* of the second half; of the bound */
	uint64_t hits[2][DRIFT_FIELDS][DRIFT_EVENTS];
	uint64_t seen;
	double *first;                                   /* until there is a median: the first half, field by field */
	double median[DRIFT_FIELDS];
	uint64_t *known;                                 /* bits of each field: hashes that the first half had */
};

struct drift {
	uint64_t half;
	size_t dims, fields;
	struct drift_world world[2];
};

/* `learn`: how many runs of each world are learned from. */
enum dpmf_status drift_open(struct drift *drift, uint64_t learn, size_t dims, struct dpmf_error *error);
/* The next runs of a world. */
void drift_take(struct drift *drift, int world, const double *rows, uint64_t count);
/* DPMF_INPUT, and a sentence. */
enum dpmf_status drift_found(const struct drift *drift, struct dpmf_error *error);
void drift_close(struct drift *drift);

#endif
