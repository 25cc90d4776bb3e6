/* SPDX-License-Identifier: GPL-3.0-or-later */
/* privsr as published: what it declares to the door, of its items' sums and of what friends send. */
#ifndef DPMF_MECH_PRIVSR_DECLARED_H
#define DPMF_MECH_PRIVSR_DECLARED_H
#include "mech/privsr/train.h"

struct dpmf_privsr_descent dpmf_privsr_descent_of(const struct dpmf_privsr_options *options, const struct dpmf_social *social,
                                                  const struct dpmf_ratings *ratings, const unsigned char *group);

#endif
