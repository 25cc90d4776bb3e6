/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VECTORS_INTEGER_NOTES_H
#define VECTORS_INTEGER_NOTES_H
#include "book.h"

/* Everything that is needed to implement `sampler` from its file alone. */
void integer_notes(struct book *b, const char *sampler);

#endif
