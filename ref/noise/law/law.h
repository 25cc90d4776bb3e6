/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One descriptor a law of noise. All that the door, `dpmf sample` and the audit's fit
   know of a law stands in its file here; what it costs stands in account/. */
#ifndef DPMF_NOISE_LAW_LAW_H
#define DPMF_NOISE_LAW_LAW_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "core/status.h"
#include "core/stream.h"
#include "noise/door.h"
#include "noise/door_check.h"

/* Who draws, and from which stream (door.h). */
enum dpmf_source {
	DPMF_BY_NOBODY,
	DPMF_BY_SERVER,       /* (stream, piece, draw) of "server" */
	DPMF_BY_PIECE,        /* (piece, stream, draw) of "user" */
	DPMF_BY_PARTICIPANTS, /* (user, item, draw) of "user", each a share; what they have in common, (0, item, draw) of "server" */
};

/* What the run time tells whoever can measure it. */
enum dpmf_timing {
	DPMF_TELLS_NOTHING,   /* nothing is drawn */
	DPMF_TELLS_MAGNITUDE, /* of the noise: rejections and loops take longer for what is larger */
	DPMF_TELLS_ANSWER,    /* of what leaves, which is seen anyway, and of the statistic through it */
};

/* How far what is drawn may be from the law named, in total variation a draw: at most 2^distance. */
enum { DPMF_EXACT = -1000000, DPMF_NO_BOUND = 0 };

/* The parameters of one draw of one coordinate. */
struct dpmf_drawing {
	double scale;
	uint64_t p, q;
	uint64_t part, whole; /* of a share on steps; a share in doubles is 1 / whole of the variance */
	double common;        /* what the shares of a coordinate have in common */
	int64_t statistic;    /* where the answer takes its place */
};

enum { DPMF_PARAMETERS = 3 };

struct dpmf_noise_law {
	const char *name;                      /* one word, as programs spell it */
	const char *density;                   /* in the letters below */
	const char *parameter[DPMF_PARAMETERS]; /* scale B, sigma S, p P, q Q, parties N, x X (the statistic); NULL: no more */
	enum dpmf_unit unit;
	enum dpmf_source source;
	uint64_t stream;
	size_t coordinates;                    /* the most in one piece */
	/* At declaration, after what all laws have in common: refuses, with the reason. */
	enum dpmf_status (*check)(const struct dpmf_entry *entry, struct dpmf_error *error);
	/* The whole law. One of the two; the other is NULL. */
	double (*draw)(struct dpmf_stream *s, const struct dpmf_drawing *d);
	int64_t (*draw_steps)(struct dpmf_stream *s, const struct dpmf_drawing *d);
	bool replaces;                         /* what is drawn takes the place of the statistic instead of being added to it */
	int64_t least, most;                   /* of such a statistic */
	/* DPMF_BY_PARTICIPANTS: one share, and what all shares of a coordinate have in common (NULL: nothing). */
	double (*share)(struct dpmf_stream *s, const struct dpmf_drawing *d);
	int64_t (*share_steps)(struct dpmf_stream *s, const struct dpmf_drawing *d);
	double (*common)(struct dpmf_stream *s);
	/* Whether the shares of `honest` of them, the smallest ones, make the whole law. */
	bool (*suffices)(const struct dpmf_entry *entry, const struct dpmf_participants *who, uint64_t honest);
	const char *limits;                    /* where it differs from the law named, in words */
	int distance;                          /* of `draw`, or of one share where there are shares */
	enum dpmf_timing timing;
};

extern const struct dpmf_noise_law dpmf_law_no_noise, dpmf_law_mixture, dpmf_law_laplace_share, dpmf_law_normal,
	dpmf_law_discrete_gaussian, dpmf_law_laplace, dpmf_law_discrete_laplace, dpmf_law_poisson_binomial,
	dpmf_law_randomized_response;

/* NULL for a number that is no law. */
const struct dpmf_noise_law *dpmf_law_of(enum dpmf_law number);

/* How many participants of each group there are; false where a group has no number below DPMF_GROUPS. */
bool dpmf_law_groups(const struct dpmf_participants *who, uint64_t members[DPMF_GROUPS]);

/* What several laws' checks share. */
enum dpmf_status dpmf_law_scale_is_positive(const struct dpmf_entry *entry, struct dpmf_error *error);
enum dpmf_status dpmf_law_rate_is_laplace(const struct dpmf_entry *entry, struct dpmf_error *error);

#endif
