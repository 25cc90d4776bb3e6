/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef VECTORS_ORACLE_TEXT_H
#define VECTORS_ORACLE_TEXT_H
#include "book.h"

static inline void text_enclosure(struct book *b)
{
	book_note(b, "An enclosure [lo, hi] holds the real number that the formula gives and every result of evaluating the formula in "
	          "binary64, rounded to nearest, the terms of a sum in any order, with or without fused multiply-add.");
}

#endif
