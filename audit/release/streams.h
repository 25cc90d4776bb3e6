/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which streams of the noise key a run opened, and between which releases. */
#ifndef DPMF_AUDIT_RELEASE_STREAMS_H
#define DPMF_AUDIT_RELEASE_STREAMS_H
#include "noise/door.h"

struct stream_seen {
	unsigned char key[32], nonce[24];
	size_t mark; /* releases that had left before */
};

struct streams {
	struct dpmf_draw_log log;    /* for the noise key; tells this table */
	const struct dpmf_door *door;
	struct stream_seen *seen;    /* of the door's two keys of noise */
	size_t count, room;
	size_t others;               /* streams of keys that are derived from the noise key for something else */
	bool lost;                   /* no memory */
};

void streams_start(struct streams *streams);
/* From here on streams are of this door. */
void streams_of(struct streams *streams, const struct dpmf_door *door);
void streams_free(struct streams *streams);

/* Of a run that has ended, whose door is `door`: true when some noise was drawn twice, or a release that declares noise
   drew none of it from the noise key, or secure aggregation drew no secrets from it. Where shares are
   summed by secure aggregation, too, each is drawn once more for the message in which it is sent. */
bool streams_wrong(struct streams *streams, const struct dpmf_door *door, bool aggregated, char *why, size_t room);

#endif
