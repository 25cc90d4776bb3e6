/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VECTORS_DESCRIBE_H
#define VECTORS_DESCRIBE_H
#include "spec.h"

/* The JSON Schema of the algorithm's file, complete in itself; NULL when memory is short. */
json_t *describe(const struct algorithm *a);

#endif
