/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the door share with each other, and with nobody else. */
#ifndef DPMF_NOISE_DOOR_PARTS_H
#define DPMF_NOISE_DOOR_PARTS_H
#include "noise/door.h"
#include "noise/law/law.h"

struct dpmf_bank *dpmf_door_bank(struct dpmf_door *door, const char *statistic); /* the statistic's, else the first free one, else NULL */
void dpmf_door_close_answers(struct dpmf_door *door);
void dpmf_door_forget(struct dpmf_door *door); /* what was remembered */

/* The entry, when there is one of that number and its law has that unit; else NULL, with the reason. */
const struct dpmf_entry *dpmf_door_entry(const struct dpmf_door *door, size_t number, enum dpmf_unit unit, struct dpmf_error *error);
/* Whether the participants are there, and the honest shares make the whole law. */
enum dpmf_status dpmf_door_check_shares(const struct dpmf_entry *entry, const struct dpmf_noise_law *law,
                                        const struct dpmf_participants *who, struct dpmf_error *error);

/* Participant number a's share of every coordinate; `common` is what the shares have in common. */
void dpmf_door_common(const struct dpmf_door *door, const struct dpmf_entry *entry, const struct dpmf_noise_law *law, uint64_t item,
                      double *common);
void dpmf_door_share(const struct dpmf_door *door, const struct dpmf_entry *entry, const struct dpmf_noise_law *law,
                     const struct dpmf_participants *who, size_t a, const double *common, double *share);
void dpmf_door_share_steps(const struct dpmf_door *door, const struct dpmf_entry *entry, const struct dpmf_noise_law *law,
                           const struct dpmf_participants *who, size_t a, int64_t *share);

/* REMEMBER and REPLAY: a place for one more passage, of `before`; NULL with the reason where there is none. */
struct dpmf_passage *dpmf_door_place(struct dpmf_door *door, size_t number, uint64_t piece, size_t coordinates, struct dpmf_error *error);
void dpmf_door_unplace(struct dpmf_passage *place);
/* The passage is complete. REPLAY: `after` becomes the first run's. */
void dpmf_door_pass(struct dpmf_door *door, const struct dpmf_passage *place, size_t coordinates, double *after);

/* One call for the work of a release that may be larger than the stack has room for. */
enum { DPMF_DOOR_ON_STACK = 1024 };

#endif
