/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VECTORS_ORACLE_MEANS_EFFECT_H
#define VECTORS_ORACLE_MEANS_EFFECT_H
#include "ball.h"

/* z = sum / (n + 5 (1 + noise / n)), 0 for n = 0; z is neither of the others. */
void means_effect_of(struct ball *z, const struct ball *sum, size_t n, const struct ball *noise);

#endif
