/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hdpmf's Algorithm 1 with U held, on the real kernels and the real door, and
   with one thing wrong at a time. */
#ifndef DPMF_AUDIT_HDPMF_TWIN_H
#define DPMF_AUDIT_HDPMF_TWIN_H
#include "mech/options.h"

enum hdpmf_bug {
	TWIN_SOUND,              /* nothing wrong: must not be caught */
	TWIN_NOISE_HALVED,       /* half the scale of Theorem 2 */
	TWIN_WEIGHT_FORGOTTEN,   /* ratings are not stretched */
	TWIN_COORDINATE_BARE,    /* the last coordinate gets no noise */
	TWIN_SENSITIVITY_HALVED, /* the right noise, the wrong declaration */
	TWIN_LOOP_BY_RATING,     /* who gave 2 or less sends no noise */
	TWIN_PAST_THE_DOOR,      /* the sum before noise reaches V, too */
};

/* `model` holds the start. */
enum dpmf_status hdpmf_twin_descend(enum hdpmf_bug bug, const struct dpmf_ratings *ratings,
                                    const struct dpmf_weights *weights, const struct dpmf_options *options,
                                    struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error);

#endif
