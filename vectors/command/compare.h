/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VECTORS_COMPARE_H
#define VECTORS_COMPARE_H
#include <jansson.h>
#include <stdbool.h>

/* Whether `got` is what `expected` {"compare", "value"} asks for. If not, `why`
   (256 bytes) says where and how far off. `worst` is raised to the greatest
   distance in ulps that an "ulp:k" comparison found. */
bool compare_output(const json_t *expected, const json_t *got, char *why, unsigned long long *worst);

#endif
