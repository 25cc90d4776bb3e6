/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who looks on while a mechanism trains. */
#ifndef DPMF_MECH_LISTENER_H
#define DPMF_MECH_LISTENER_H
#include <stddef.h>
#include <stdint.h>
#include "core/public.h"

DPMF_BEGIN

struct dpmf_model;

enum { DPMF_FACTORS_MOST = 256 };

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

DPMF_END

#endif
