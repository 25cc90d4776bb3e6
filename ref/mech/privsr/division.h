/* SPDX-License-Identifier: GPL-3.0-or-later */
/* privsr corrected: an item's noise between sensitive ratings and others, as mech/item_means.h wants it. */
#ifndef DPMF_MECH_PRIVSR_DIVISION_H
#define DPMF_MECH_PRIVSR_DIVISION_H
#include "mech/item_means.h"

/* Refuses items with more raters than two groups can divide the noise among. */
enum dpmf_status dpmf_privsr_raters_check(const struct dpmf_ratings *ratings, const struct dpmf_colluding *colluding,
                                          struct dpmf_error *error);

/* `beta_steps` (dpmf_privsr_beta_steps) and `group` are read as long as this is used. */
struct dpmf_item_groups dpmf_privsr_division(const unsigned char *group, const uint64_t *beta_steps);

#endif
