/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gaussmf_case.h"

void gaussmf_put_ratings(struct book *b, const struct gaussmf_case *g)
{
	book_in_rows(b, "x", g->x, g->items, g->n);
	book_in_rows(b, "theta", g->theta, g->users, g->n);
	book_in_sizes(b, "user", g->user, g->count);
	book_in_sizes(b, "item", g->item, g->count);
	book_in_doubles(b, "rating", g->rating, g->count);
}

void gaussmf_put_numbers(struct book *b, const struct gaussmf_case *g)
{
	book_in_double(b, "mu", g->mu);
	book_in_double(b, "lambda", g->lambda);
	book_in_double(b, "clip", g->clip);
}
