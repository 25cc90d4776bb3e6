/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which of a user's ratings or interactions are contributed, where a public number bounds how many. */
#ifndef DPMF_MECH_CONTRIBUTED_H
#define DPMF_MECH_CONTRIBUTED_H
#include "core/ratings.h"
#include "core/status.h"
#include "core/stream.h"

/* Of every user the `most` whose hashes of (user, item) are the least. It is no draw: what is
   hashed is not secret, nor is the key. Nobody's choice depends on another user's row. */
enum dpmf_status dpmf_contributed(const struct dpmf_ratings *ratings, size_t most, const struct dpmf_key *key,
                                  struct dpmf_ratings *contributed, struct dpmf_error *error);

#endif
