/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a mistake makes of doubles, computed in binary64: 2^-40 of each on either side. */
#ifndef VECTORS_ORACLE_SLIPS_H
#define VECTORS_ORACLE_SLIPS_H
#include "oracle.h"

void slip_doubles(struct book *b, const char *mistake, const char *output, const double *x, size_t n);

#endif
