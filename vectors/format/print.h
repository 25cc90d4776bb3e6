/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON as text that is the same on every machine and that a person can read:
   members in the order in which they were set, one line for what fits into a
   line. */
#ifndef VECTORS_PRINT_H
#define VECTORS_PRINT_H
#include <jansson.h>

/* The text, ended by a newline, to be freed; NULL when memory is short. */
char *print_json(json_t *json);

#endif
