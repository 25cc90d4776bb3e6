/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a mechanism declares of a statistic before it leaves: what it is, how far neighbours can move it,
   which noise it gets and who adds that. The declarations of a run are its record, from which the budget is composed. */
#ifndef DPMF_NOISE_ENTRY_H
#define DPMF_NOISE_ENTRY_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "core/public.h"
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
	DPMF_FIXED_LAPLACE,   /* fixed_laplace.h: the discrete Laplace law from the server, by a fixed number of words; integer steps */
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
	size_t least;               /* DPMF_POISSON_BINOMIAL: messages of honest users that are certain to be in a sum; 0: pieces. Not more than
	                               `colluding` leaves of them, or the declaration is refused */
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
	bool one_common;            /* DPMF_MIXTURE_SHARES: one h serves all pieces, which then tell it to each other; a budget takes for
	                               granted that nobody learns it */
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

DPMF_END

#endif
