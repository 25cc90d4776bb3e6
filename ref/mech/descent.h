/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gradient descent in rounds, as hdpmf, privsr and their baselines do it: in every
   round first the items step along the (noisy) sums of their raters' messages, then
   the users along their own gradients. Here stands what such a run is told. The rounds themselves
   are each mechanism's own driver (mech/hdpmf/published.c, mech/privsr/published.c). */
#ifndef DPMF_MECH_DESCENT_H
#define DPMF_MECH_DESCENT_H
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "core/public.h"
#include "mech/listener.h"
#include "mech/model.h"
#include "noise/entry.h"

DPMF_BEGIN

/* What one step is. The paper writes a full gradient (line 7) and calls it
   stochastic gradient descent (Section III-B) with rates at which the full
   gradient diverges. */
enum dpmf_step {
	DPMF_STEP_MEAN,    /* the full gradient, at rate / number of ratings of that item (user) */
	DPMF_STEP_SUM,     /* the full gradient, at the rate itself */
	DPMF_STEP_MESSAGE, /* one step for every message */
};

struct dpmf_descent {
	size_t epochs;
	double rate, lambda;
	enum dpmf_step step;
	double start_deviation; /* above 0: factors start as N(0, start_deviation^2); 0: as dpmf_model_start draws them */
	bool hold_users;       /* U stays as it started, as in the proof of Theorem 2 */
	bool noise_per_epoch;  /* new noise in every epoch; otherwise drawn once and kept */
	unsigned jobs;
	bool project_each;     /* DPMF_STEP_MESSAGE: users are projected after each of their steps, not once after the last */
	const struct dpmf_weights *weights; /* W_ij, by which ratings are stretched; NULL: 1 */
	struct dpmf_entry entry; /* what leaves per item; law DPMF_NO_NOISE: nothing is added */
	struct dpmf_listener listener;
	const volatile sig_atomic_t *stop; /* not NULL: training ends when it becomes non-zero */
};

/* The rate of epoch t of T: the initial one for the first quarter, a fifth of
   it until three quarters, a twenty-fifth after. */
double dpmf_descent_rate(double initial, size_t epoch, size_t epochs);

DPMF_END

#endif
