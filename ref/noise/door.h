/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one door out. What was computed from private data leaves a mechanism
   here and nowhere else: the mechanism declares what the statistic is, the
   door draws the noise that was declared, adds it, and keeps the record. The
   budget is composed from the record, and the replay rests on it: the same
   run on a neighbouring data set, with the same randomness and with the
   answers of the first run handed out again, must draw alike, ask alike, end
   alike, and its statistics before noise must lie within what was declared. */
#ifndef DPMF_NOISE_DOOR_H
#define DPMF_NOISE_DOOR_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "core/status.h"
#include "core/stream.h"

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
};

/* One statistic of one round. It has `pieces` parts (one per item, say), each
   of `coordinates` numbers, of which a pair of neighbours touches `touched`. */
struct dpmf_entry {
	const char *statistic;
	const char *premise;        /* what the sensitivity takes for granted; NULL: nothing */
	enum dpmf_relation neighbours;
	enum dpmf_norm norm;
	double sensitivity;         /* of one touched piece, at privacy weight 1 */
	enum dpmf_law law;
	double scale;               /* of the law (DPMF_POISSON_BINOMIAL has none), in the unit of the sensitivity; where the shares of a
	                               piece differ, that of their sum, the least of any piece */
	uint64_t rate_p, rate_q;    /* DPMF_LAPLACE_SHARES, DPMF_DISCRETE_LAPLACE: P(x) ~ exp(-|x| p / q) on the steps;
	                               DPMF_DISCRETE_GAUSSIAN: sigma^2 = p / q, in steps;
	                               DPMF_POISSON_BINOMIAL: theta = p 2^-DPMF_PBM_THETA_BITS, and q trials;
	                               DPMF_RANDOMIZED_RESPONSE: turned over with probability 1 / (1 + exp(p / q)) */
	size_t pieces, touched, coordinates;
	size_t touched_by_user;     /* neighbours DPMF_ENTRY: how many times `sensitivity` a whole row that changes
	                               moves all pieces together; 0: not said */
	double sampled_weight;      /* above 0: what a piece sums enters with probability 1 / its weight and then counts
	                               weight times, integer steps; of all that may be touched, what costs the most has this
	                               weight and so moves the piece by: */
	double sampled_sensitivity;
	size_t colluders;           /* how many of who add a share may be left out: for piece after piece, the most */
	size_t least;               /* DPMF_POISSON_BINOMIAL: messages of honest users that are certain to be in a sum; 0: pieces */
	size_t heard;               /* neighbours DPMF_EDGE: how many pieces that one entry or one row moves are heard by those
	                               who collude; 0: none */
	size_t part;                /* 0, or which of disjoint parts of the data this looks at: an entry lies in one of
	                               them, and so does a row */
	bool spread;                /* but a row lies in all of the parts, and touched_by_user counts what of it is in this one */
	uint64_t round;             /* of the release */
	uint64_t draw;              /* the round whose draw is used: equal draws, equal noise */
	bool keep;                  /* the draw is used again: keep its noise instead of drawing it anew */
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

/* Who adds noise to one piece: the server (its h), and `count` of the `of`
   users between whom the noise of this item is divided; in equal shares, or
   share[group[a]] from user[a]. */
struct dpmf_participants {
	uint64_t item;
	const uint32_t *user;
	size_t count, of;
	size_t least;                    /* any so many of the shares make the whole law, or more; 0: all of them do */
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

enum dpmf_door_mode { DPMF_DOOR_PLAIN, DPMF_DOOR_REMEMBER, DPMF_DOOR_REPLAY };

struct dpmf_door {
	enum dpmf_door_mode mode;
	struct dpmf_key server, users; /* sub-keys "server" and "user" of the mechanism's key */
	struct dpmf_key secrets;       /* sub-key "secret" */
	struct dpmf_record record;
	struct dpmf_bank bank[DPMF_BANKS]; /* those in use come first */
	/* REMEMBER and REPLAY, single-threaded: */
	struct dpmf_passage *passage;
	size_t passages, room, next;
	struct dpmf_passage *now;      /* REPLAY: the second run's statistics, beside passage[] */
	bool strayed;                  /* REPLAY: asked for something that the first run did not */
};

enum dpmf_status dpmf_door_open(struct dpmf_door *door, const struct dpmf_key *key, struct dpmf_error *error);
void dpmf_door_close(struct dpmf_door *door);

/* A key for draws that are secret and no noise: which interactions a sample takes, a
   user's keys of secure aggregation. Another name, another key. */
void dpmf_door_secret(const struct dpmf_door *door, const char *name, struct dpmf_key *key);

/* From here on, remember every release / hand out the remembered ones again. */
void dpmf_door_remember(struct dpmf_door *door);
enum dpmf_status dpmf_door_replay(struct dpmf_door *door, struct dpmf_error *error);

/* Enters the statistic into the record; *number names it in the releases. */
enum dpmf_status dpmf_door_declare(struct dpmf_door *door, const struct dpmf_entry *entry,
                                   size_t *number, struct dpmf_error *error);
/* Adds the declared noise to one piece, in place. Pieces of one entry may be
   released from several threads in PLAIN mode. `who` may be NULL where the
   server alone draws; its stream is then (law, piece, draw), the law being 1
   for DPMF_NORMAL, 2 for DPMF_DISCRETE_GAUSSIAN, 3 for DPMF_LAPLACE and 4 for
   DPMF_DISCRETE_LAPLACE. */
enum dpmf_status dpmf_door_release(struct dpmf_door *door, size_t number, uint64_t piece,
                                   const struct dpmf_participants *who, double *value);
enum dpmf_status dpmf_door_release_steps(struct dpmf_door *door, size_t number, uint64_t piece,
                                         const struct dpmf_participants *who, int64_t *steps);

#endif
