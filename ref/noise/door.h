/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one door out. What was computed from private data leaves a mechanism
   here and nowhere else: the mechanism declares what the statistic is, the
   door draws the noise that was declared, adds it, and keeps the record. The
   budget is composed from the record, and the replay rests on it: the same
   run on a neighbouring data set, with the same randomness and with the
   answers of the first run handed out again, must draw alike, ask alike, end
   alike, and its statistics before noise must lie within what was declared. What mechanisms
   ask of it, and how it refuses, stands in noise/release.h; here is the door itself, for whoever opens one,
   reads its record or replays a run. */
#ifndef DPMF_NOISE_DOOR_H
#define DPMF_NOISE_DOOR_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "core/public.h"
#include "core/status.h"
#include "core/stream.h"
#include "noise/entry.h"
#include "noise/release.h"

DPMF_BEGIN

struct dpmf_passage { /* one release, as the replay remembers it */
	size_t entry;
	uint64_t piece;
	double *before, *after; /* coordinates numbers each */
};

/* The noise of one statistic, drawn once and used again. */
struct dpmf_bank {
	const char *statistic;
	double *noise;         /* pieces x coordinates */
	unsigned char *drawn;  /* one a piece: whether its noise stands here */
	size_t pieces, coordinates;
};
enum { DPMF_BANKS = 4 };

/* Which pieces of an entry were answered. The DPMF_OPEN_ENTRIES declared last can be
   answered; older ones are closed, so that this does not grow with the rounds. */
enum { DPMF_OPEN_ENTRIES = 32 };
struct dpmf_answers {
	size_t number;           /* of the entry */
	size_t ids;              /* 0: closed */
	unsigned char *answered; /* one an id */
};

enum dpmf_door_mode { DPMF_DOOR_PLAIN, DPMF_DOOR_REMEMBER, DPMF_DOOR_REPLAY };

struct dpmf_door {
	enum dpmf_door_mode mode;
	struct dpmf_key server, users; /* sub-keys "server" and "user" of the mechanism's key */
	struct dpmf_key key;           /* the mechanism's, for dpmf_door_secret */
	struct dpmf_record record;
	uint64_t top_draw;             /* the largest that was declared */
	struct dpmf_answers answers[DPMF_OPEN_ENTRIES]; /* of entry n at n mod DPMF_OPEN_ENTRIES */
	struct dpmf_bank bank[DPMF_BANKS]; /* those in use come first */
	int refusals;                      /* 0, or 1 when `refused` is being or was written */
	struct dpmf_error refused;         /* the first refusal */
	/* REMEMBER and REPLAY, single-threaded: */
	struct dpmf_passage *passage;
	size_t passages, room, next;
	struct dpmf_passage *now;      /* REPLAY: the second run's statistics, beside passage[] */
	struct dpmf_record first;      /* REPLAY: what the first run declared */
	bool strayed;                  /* REPLAY: asked for something that the first run did not */
	struct dpmf_error stray;       /* and what, instead of what */
};

enum dpmf_status dpmf_door_open(struct dpmf_door *door, const struct dpmf_key *key, struct dpmf_error *error);
/* The same under sub-keys that were made otherwise, for whoever opens millions: no stream of the one may be a stream of the other. */
void dpmf_door_open_under(struct dpmf_door *door, const struct dpmf_key *key, const struct dpmf_key *server, const struct dpmf_key *users);
void dpmf_door_close(struct dpmf_door *door);
/* The same, but that noise may be left on the stack: for whoever opens millions with made-up data, as an audit does. */
void dpmf_door_close_of_many(struct dpmf_door *door);

/* From here on, remember every release. Single-threaded from here on, too. */
void dpmf_door_remember(struct dpmf_door *door);
/* Hand the remembered releases out again, to the run that follows, in their order: another
   order, entry or piece is refused, and the door has `strayed`. */
enum dpmf_status dpmf_door_replay(struct dpmf_door *door, struct dpmf_error *error);
/* The same for a run that draws from another key: what `first` remembers and declared moves
   to `second`, which was opened with its own key, has nothing declared, and replays from here on. */
enum dpmf_status dpmf_door_hand_over(struct dpmf_door *first, struct dpmf_door *second, struct dpmf_error *error);
/* REPLAY, at the end of the second run: DPMF_OK when it asked for all that the first run asked for and
   declared the same (its `withheld` aside); else DPMF_NO, and the text says what differs. */
enum dpmf_status dpmf_door_same(const struct dpmf_door *door, struct dpmf_error *error);

DPMF_END

#endif
