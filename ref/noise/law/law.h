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
#include "noise/entry.h"
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
	DPMF_TELLS_RATE,      /* of the law, which is public: every draw takes the same words and steps */
	DPMF_TELLS_MAGNITUDE, /* of the noise: rejections and loops take longer for what is larger */
	DPMF_TELLS_ANSWER,    /* of what leaves, which is seen anyway, and of the statistic through it */
};

/* How noise against a statistic is charged; 1-norm and 2-norm are the norms of its sensitivity. */
enum dpmf_charging {
	DPMF_CHARGED_NOTHING,   /* there is no noise */
	DPMF_CHARGED_LAPLACE,   /* 1-norm: epsilon = sensitivity / scale */
	DPMF_CHARGED_NORMAL,    /* 2-norm: mu = sensitivity / scale */
	DPMF_CHARGED_ELSEWHERE, /* by more than the record says */
};

/* How far what is drawn may be from the law named, in total variation a draw: at most 2^distance. */
enum { DPMF_EXACT = -1000000, DPMF_NO_BOUND = 0 };

struct dpmf_fixed_chances;

/* The parameters of one draw of one coordinate. */
struct dpmf_drawing {
	double scale;
	uint64_t p, q;
	uint64_t part, whole; /* of a share on steps; a share in doubles is 1 / whole of the variance */
	double common;        /* what the shares of a coordinate have in common */
	int64_t statistic;    /* where the answer takes its place */
	const struct dpmf_fixed_chances *chances; /* as `prepare` has them */
};

enum { DPMF_PARAMETERS = 3 };

struct dpmf_noise_law {
	const char *name;                      /* one word, as programs spell it */
	const char *density;                   /* in the letters below */
	const char *parameter[DPMF_PARAMETERS]; /* scale B, sigma S, p P, q Q, parties N, x X (the statistic); NULL: no more */
	enum dpmf_unit unit;
	enum dpmf_source source;
	uint64_t stream;
	enum dpmf_charging charged;
	double (*scale_of)(uint64_t p, uint64_t q); /* on steps: the scale that goes with the rate; NULL: there is none */
	size_t coordinates;                    /* the most in one piece */
	/* At declaration, after what all laws have in common: refuses, with the reason. */
	enum dpmf_status (*check)(const struct dpmf_entry *entry, struct dpmf_error *error);
	/* NULL, or what is worked out of the rate before anything is drawn. */
	enum dpmf_status (*prepare)(uint64_t p, uint64_t q, struct dpmf_fixed_chances *chances, struct dpmf_error *error);
	/* The whole law. One of the two; the other is NULL. */
	double (*draw)(struct dpmf_stream *s, const struct dpmf_drawing *d);
	int64_t (*draw_steps)(struct dpmf_stream *s, const struct dpmf_drawing *d);
	bool replaces;                         /* what is drawn takes the place of the statistic instead of being added to it */
	int64_t least, most;                   /* of such a statistic */
	/* DPMF_BY_PARTICIPANTS: one share, and what all shares of a coordinate have in common (NULL: nothing). */
	double (*share)(struct dpmf_stream *s, const struct dpmf_drawing *d);
	int64_t (*share_steps)(struct dpmf_stream *s, const struct dpmf_drawing *d);
	double (*common)(struct dpmf_stream *s);
	/* The same: refuses, with the reason, unless the shares of `honest` of them, the smallest ones, make the whole law;
	   honest 0: unless each is a share that can be drawn. */
	enum dpmf_status (*check_shares)(const struct dpmf_entry *entry, const struct dpmf_participants *who, uint64_t honest,
	                                 struct dpmf_error *error);
	const char *limits;                    /* where it differs from the law named, in words */
	int distance;                          /* of `draw`, or of one share where there are shares */
	enum dpmf_timing timing;
};

/* Number and descriptor of each: LAW(X, x) for DPMF_X of door.h and dpmf_law_x. */
#define DPMF_EACH_LAW(LAW) \
	LAW(NO_NOISE, no_noise) \
	LAW(MIXTURE_SHARES, mixture) \
	LAW(LAPLACE_SHARES, laplace_share) \
	LAW(NORMAL, normal) \
	LAW(DISCRETE_GAUSSIAN, discrete_gaussian) \
	LAW(LAPLACE, laplace) \
	LAW(DISCRETE_LAPLACE, discrete_laplace) \
	LAW(POISSON_BINOMIAL, poisson_binomial) \
	LAW(RANDOMIZED_RESPONSE, randomized_response) \
	LAW(GAUSSIAN_SHARES, gaussian_share) \
	LAW(FIXED_LAPLACE, fixed_laplace)

#define DPMF_LAW_DECLARED(number, descriptor) extern const struct dpmf_noise_law dpmf_law_##descriptor;
DPMF_EACH_LAW(DPMF_LAW_DECLARED)
#define DPMF_LAW_COUNTED(number, descriptor) + 1
enum { DPMF_LAWS = 0 DPMF_EACH_LAW(DPMF_LAW_COUNTED) };

/* NULL for a number that is no law. */
const struct dpmf_noise_law *dpmf_law_of(enum dpmf_law number);

/* How many participants of each group there are; false where a group has no number below DPMF_GROUPS. */
bool dpmf_law_groups(const struct dpmf_participants *who, uint64_t members[DPMF_GROUPS]);

/* What several laws' checks share. */
enum dpmf_status dpmf_law_scale_is_positive(const struct dpmf_entry *entry, struct dpmf_error *error);
enum dpmf_status dpmf_law_rate_is_laplace(const struct dpmf_entry *entry, struct dpmf_error *error);
double dpmf_law_laplace_scale(uint64_t p, uint64_t q); /* q / p */
enum dpmf_status dpmf_law_rate_is_gaussian(const struct dpmf_entry *entry, struct dpmf_error *error);
double dpmf_law_gaussian_scale(uint64_t p, uint64_t q); /* sqrt(p / q) */
enum dpmf_status dpmf_law_shares_lack(const struct dpmf_entry *entry, const struct dpmf_participants *who, uint64_t honest,
                                      struct dpmf_error *error);

#endif
