/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VECTORS_GENERATE_H
#define VECTORS_GENERATE_H
#include "core/status.h"

/* Writes v1/, schema/ and SHA256SUMS into the new folder `out`, from the
   oracles alone: beside it first, renamed when complete. */
enum dpmf_status generate(const char *out, struct dpmf_error *error);

#endif
