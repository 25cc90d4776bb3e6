/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Millions of numbers in ascending order. */
#ifndef DPMF_AUDIT_SORT_H
#define DPMF_AUDIT_SORT_H
#include <stddef.h>

/* No NaN among them. */
void audit_sort(double *value, size_t count);

#endif
