/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a mechanism asks of the door (noise/door.h), through which everything leaves that was computed from
   private data: it declares what the statistic is, then releases it piece by piece. The door draws the noise
   that was declared, adds it, and keeps the record. A mechanism need not know what else a door does.

   The door fails closed. A declaration whose law, parameters, sizes or texts
   do not hold together is refused and enters nothing. A release that does not fit
   its declaration is refused with the reason: nothing is written to the value, the
   noise that was drawn is thrown away, and the record does not count the piece as
   one that left. DPMF_INPUT says that the statistic itself is at fault (it is not
   finite, or its noise would not fit), DPMF_FAILED that the caller is. What is
   refused may be asked again; what was answered is never answered a second time. */
#ifndef DPMF_NOISE_RELEASE_H
#define DPMF_NOISE_RELEASE_H
#include "core/public.h"
#include "core/status.h"
#include "noise/entry.h"

DPMF_BEGIN

struct dpmf_door;
struct dpmf_key;

/* Enters the statistic into the record; *number names it in the releases. Not while
   a release is under way. The texts must outlive the record. */
enum dpmf_status dpmf_door_declare(struct dpmf_door *door, const struct dpmf_entry *entry,
                                   size_t *number, struct dpmf_error *error);
/* What of a declaration can be judged by itself: also of one that stands in a record which somebody else made. */
enum dpmf_status dpmf_entry_check(const struct dpmf_entry *entry, struct dpmf_error *error);
/* Adds the declared noise to one piece, in place; or puts the answer in its place, with
   DPMF_POISSON_BINOMIAL and DPMF_RANDOMIZED_RESPONSE. Doubles for the laws in doubles, steps for those on steps,
   either without noise. Pieces of one entry may be released from several threads in PLAIN mode, each
   with an `error` of its own, or NULL. `who` is for laws in shares, else NULL.

   Streams: where the server alone draws it is (law, piece, draw) of "server", the law being 1
   for DPMF_NORMAL, 2 for DPMF_DISCRETE_GAUSSIAN, 3 for DPMF_LAPLACE, 4 for DPMF_DISCRETE_LAPLACE and 7 for DPMF_FIXED_LAPLACE;
   where the piece is a user, (piece, law, draw) of "user", 5 being DPMF_POISSON_BINOMIAL and 6
   DPMF_RANDOMIZED_RESPONSE; a share has (user, item, draw) of "user", and the mixture's h (0, item, draw) of
   "server", the item being 0 where one h serves all. */
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

/* What was declared under this number, as long as nothing else is declared. */
const struct dpmf_entry *dpmf_door_declared(const struct dpmf_door *door, size_t number);
/* Whether the answers are those of a first run, whatever the statistics of this one are. */
bool dpmf_door_replays(const struct dpmf_door *door);

/* A key for draws that are secret and no noise: which interactions a sample takes, a
   user's keys of secure aggregation. Another name, another key. */
void dpmf_door_secret(const struct dpmf_door *door, const char *name, struct dpmf_key *key);

DPMF_END

#endif
