/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one door out. What was computed from private data leaves a mechanism
   here and nowhere else: the mechanism declares what the statistic is, the
   door draws the noise that was declared, adds it, and keeps the record. The
   budget is composed from the record, and the replay rests on it: the same
   run on a neighbouring data set, with the same randomness and with the
   answers of the first run handed out again, must draw alike, ask alike, end
   alike, and its statistics before noise must lie within what was declared.

   The door fails closed. A declaration whose law, parameters, sizes or texts
   do not hold together is refused and enters nothing. A release that does not fit
   its declaration is refused with the reason: nothing is written to the value, the
   noise that was drawn is thrown away, and the record does not count the piece as
   one that left. DPMF_INPUT says that the statistic itself is at fault (it is not
   finite, or its noise would not fit), DPMF_FAILED that the caller is. What is
   refused may be asked again; what was answered is never answered a second time. */
#ifndef DPMF_NOISE_DOOR_H
#define DPMF_NOISE_DOOR_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "core/public.h"
#include "core/status.h"
#include "core/stream.h"
#include "noise/colluding.h"

DPMF_BEGIN

enum dpmf_relation { DPMF_ENTRY, DPMF_USER, DPMF_EDGE };
enum dpmf_norm { DPMF_L1, DPMF_L2, DPMF_LARGEST /* of any one coordinate */ };
enum dpmf_law {
	DPMF_NO_NOISE,
	DPMF_MIXTURE_SHARES,  /* hdpmf Theorem 3: h from the server, a normal share from each participant; double */
	DPMF_LAPLACE_SHARES,  /* a discrete Laplace share from each participant; integer steps */
	DPMF_NORMAL,          /* N(0, scale^2) from the server, drawn as textbooks do; double */
	DPMF_DISCRETE_GAUSSIAN, /* the discrete Gaussian law from the server; integer steps */
	DPMF_LAPLACE,         /* Laplace(scale) from the server, drawn as textbooks do; double */
	DPMF_DISCRETE_LAPLACE, /* the discrete Laplace law from the server; integer steps */
	DPMF_POISSON_BINOMIAL, /* pbm.h, from the user who is the piece: private in the sum over the pieces only; integer steps */
	DPMF_RANDOMIZED_RESPONSE, /* flip.h: each step is a bit, which the user who is the piece turns over or not; integer steps */
	DPMF_GAUSSIAN_SHARES, /* gaussian_share.h: a discrete Gaussian share from each participant; integer steps */
};

/* One statistic of one round. It has `pieces` parts (one per item, say), each
   of `coordinates` numbers, of which a pair of neighbours touches `touched`. */
struct dpmf_entry {
	const char *statistic;
	const char *premise;        /* what the sensitivity takes for granted; NULL: nothing */
	enum dpmf_relation neighbours;
	enum dpmf_norm norm;
	double sensitivity;         /* of one touched piece, at privacy weight 1: no statistic moves further */
	double sensitivity_least;   /* 0, or what the sensitivity is at least, where it is no double: for `lo` of a budget alone */
	enum dpmf_law law;
	double scale;               /* of the law (DPMF_POISSON_BINOMIAL has none), in the unit of the sensitivity; on steps the
	                               double next to what the rate says; where the shares of a piece differ, that of
	                               their sum, the least of any piece */
	double scale_most;          /* 0, or what that sum's scale is at most, where it is no double: for `lo` of a budget alone */
	uint64_t rate_p, rate_q;    /* laws on steps: P and Q of the law's density, as its file in noise/law has it */
	size_t pieces, touched, coordinates;
	size_t ids;                 /* 0: pieces are numbered below `pieces`; or below this, as users are of whom some take part */
	size_t touched_by_user;     /* neighbours DPMF_ENTRY: how many times `sensitivity` a whole row that changes
	                               moves all pieces together; 0: not said */
	double sampled_weight;      /* above 0: what a piece sums enters with probability 1 / its weight and then counts
	                               weight times, integer steps; of all that may be touched, what costs the most has this
	                               weight and so moves the piece by: */
	double sampled_sensitivity;
	struct dpmf_colluding colluding; /* laws in shares: who may pool what they know, and what the server may leave out. The shares
	                               of the others make the whole law, of this scale, or the release is refused */
	size_t least;               /* DPMF_POISSON_BINOMIAL: messages of honest users that are certain to be in a sum; 0: pieces */
	size_t heard;               /* neighbours DPMF_EDGE: how many pieces that one entry or one row moves are heard by those
	                               who collude; 0: none */
	size_t part;                /* 0, or which of disjoint parts of the data this looks at: an entry lies in one of
	                               them, and so does a row */
	bool spread;                /* but a row lies in all of the parts, and touched_by_user counts what of it is in this one */
	bool messages;              /* laws in shares: a piece is one participant's message with its own share, of which only
	                               sums are seen, as the premise says */
	uint64_t round;             /* of the release */
	uint64_t draw;              /* the round whose draw is used: equal draws, equal noise. Where the server or the piece draws,
	                               no two statistics have the same draw of one law */
	bool keep;                  /* the draw is used again: keep its noise instead of drawing it anew */
	size_t withheld;            /* written by the door alone: pieces that have not left yet. 0, as in a record made by hand: all have */
};

struct dpmf_record {
	struct dpmf_entry *entry;
	size_t count, room;
};

/* One participant's share of the noise, where not all are alike. */
struct dpmf_share {
	double scale;         /* DPMF_MIXTURE_SHARES: scale sqrt(2 h / of) c */
	size_t of;
	uint64_t part, whole; /* DPMF_LAPLACE_SHARES: part / whole of the law */
};

/* Who adds noise to one piece: the server (its h), and `count` users, each 1 / of
   of the law, or share[group[a]] from user[a], in at most DPMF_GROUPS groups. The lower 32
   bits of `item` are the piece, so that no two have the same noise. The shares of `least` of them (0: of all), whoever those are, must make the whole law, or the
   release is refused: with equal shares, of <= least. These are the honest that are certain
   to be in the sum when others pool what they know (noise/colluding.h). */
enum { DPMF_GROUPS = 2 };
struct dpmf_participants {
	uint64_t item;
	const uint32_t *user;
	size_t count, of;
	const unsigned char *group;      /* NULL: equal shares */
	const struct dpmf_share *share;
};

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
	struct dpmf_key secrets;       /* sub-key "secret" */
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
void dpmf_door_close(struct dpmf_door *door);

/* A key for draws that are secret and no noise: which interactions a sample takes, a
   user's keys of secure aggregation. Another name, another key. */
void dpmf_door_secret(const struct dpmf_door *door, const char *name, struct dpmf_key *key);

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

/* Enters the statistic into the record; *number names it in the releases. Not while
   a release is under way. The texts must outlive the record. */
enum dpmf_status dpmf_door_declare(struct dpmf_door *door, const struct dpmf_entry *entry,
                                   size_t *number, struct dpmf_error *error);
/* Adds the declared noise to one piece, in place; or puts the answer in its place, with
   DPMF_POISSON_BINOMIAL and DPMF_RANDOMIZED_RESPONSE. Doubles for the laws in doubles, steps for those on steps,
   either without noise. Pieces of one entry may be released from several threads in PLAIN mode, each
   with an `error` of its own, or NULL. `who` is for laws in shares, else NULL.

   Streams: where the server alone draws it is (law, piece, draw) of "server", the law being 1
   for DPMF_NORMAL, 2 for DPMF_DISCRETE_GAUSSIAN, 3 for DPMF_LAPLACE and 4 for DPMF_DISCRETE_LAPLACE;
   where the piece is a user, (piece, law, draw) of "user", 5 being DPMF_POISSON_BINOMIAL and 6
   DPMF_RANDOMIZED_RESPONSE; a share has (user, item, draw) of "user", and the mixture's h (0, item, draw) of
   "server". */
enum dpmf_status dpmf_door_release(struct dpmf_door *door, size_t number, uint64_t piece,
                                   const struct dpmf_participants *who, double *value, struct dpmf_error *error);
enum dpmf_status dpmf_door_release_steps(struct dpmf_door *door, size_t number, uint64_t piece,
                                         const struct dpmf_participants *who, int64_t *steps, struct dpmf_error *error);
/* The first refusal of any thread, "" when there was none. Not while a release is under way. */
const char *dpmf_door_refusal(const struct dpmf_door *door);

/* What single parties see of a release in shares, for whoever plays their view, and for protocols that
   add the messages up themselves: no release, and nothing is recorded. `value` is participant number
   `a`'s own message and gets that one's share; for an entry without noise it stays as it is. */
enum dpmf_status dpmf_door_show(const struct dpmf_door *door, size_t number, const struct dpmf_participants *who, size_t a,
                                double *value, struct dpmf_error *error);
enum dpmf_status dpmf_door_show_steps(const struct dpmf_door *door, size_t number, const struct dpmf_participants *who, size_t a,
                                      int64_t *steps, struct dpmf_error *error);
/* The h of DPMF_MIXTURE_SHARES, which the server draws for that item; 0 where the law has none. */
enum dpmf_status dpmf_door_show_common(const struct dpmf_door *door, size_t number, uint64_t item, double *h,
                                       struct dpmf_error *error);

DPMF_END

#endif
