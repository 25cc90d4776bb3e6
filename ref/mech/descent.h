/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loop that hdpmf's Algorithm 1 and its baselines share: in every epoch
   first the items step along the (noisy) sums of their raters' messages, then
   the users along their own gradients. What is private leaves through the
   door; who adds which noise is the caller's entry. */
#ifndef DPMF_MECH_DESCENT_H
#define DPMF_MECH_DESCENT_H
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "core/public.h"
#include "core/ratings.h"
#include "core/status.h"
#include "core/stream.h"
#include "mech/model.h"
#include "mech/social.h"
#include "noise/door.h"

DPMF_BEGIN

enum { DPMF_FACTORS_MOST = 256 };

/* What one step is. The paper writes a full gradient (line 7) and calls it
   stochastic gradient descent (Section III-B) with rates at which the full
   gradient diverges. */
enum dpmf_step {
	DPMF_STEP_MEAN,    /* the full gradient, at rate / number of ratings of that item (user) */
	DPMF_STEP_SUM,     /* the full gradient, at the rate itself */
	DPMF_STEP_MESSAGE, /* one step for every message */
};

/* What an onlooker sees while training goes on; each may be NULL. */
struct dpmf_listener {
	void *context;
	void (*round)(void *context, uint64_t round, const struct dpmf_model *model);
	void (*drawn)(void *context, uint64_t round, size_t item, const double *h, size_t k);
	void (*message)(void *context, uint64_t round, size_t user, size_t item, const double *message, size_t k);
	/* where there are friends: what `user` draws, and what it is sent by `from` */
	void (*friends_drawn)(void *context, uint64_t round, size_t user, const double *h, size_t k);
	void (*friend_message)(void *context, uint64_t round, size_t from, size_t user, const double *message, size_t k);
};

struct dpmf_descent {
	size_t epochs;
	double rate, lambda;
	enum dpmf_step step;
	bool hold_users;       /* U stays as it started, as in the proof of Theorem 2 */
	bool noise_per_epoch;  /* new noise in every epoch; otherwise drawn once and kept */
	unsigned jobs;
	const struct dpmf_weights *weights; /* stretching; NULL: none */
	struct dpmf_entry entry; /* what leaves per item; law DPMF_NO_NOISE: nothing is added */
	const unsigned char *group;  /* NULL: all raters take equal shares; else 0 or 1 for every rating by column: */
	double group_scale[2];       /* the scale of that group's noise, divided among its raters of the item */
	const struct dpmf_social *social; /* NULL: users do not listen to friends */
	double social_weight;        /* of the friends' term in a user's gradient */
	struct dpmf_entry friends;   /* what leaves per user that has friends */
	struct dpmf_listener listener;
	const volatile sig_atomic_t *stop; /* not NULL: training ends when it becomes non-zero */
};

/* Trains `model`, which holds the starting factors. */
enum dpmf_status dpmf_descend(const struct dpmf_ratings *ratings, const struct dpmf_descent *how,
                              struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error);

/* The same from the seeded start; `model` is written only on success. */
enum dpmf_status dpmf_factorize(const struct dpmf_ratings *ratings, size_t factors, const struct dpmf_descent *how,
                                const struct dpmf_key *key, struct dpmf_door *door,
                                struct dpmf_model *model, struct dpmf_error *error);

/* The rate of epoch t of T: the initial one for the first quarter, a fifth of
   it until three quarters, a twenty-fifth after. */
double dpmf_descent_rate(double initial, size_t epoch, size_t epochs);

DPMF_END

#endif
