/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/bracket.h"

void dpmf_bracket_open(struct dpmf_bracket *b, unsigned long most)
{
	b->good = 0;
	b->bad = most + 1;
	b->reach = 1;
}

unsigned long dpmf_bracket_next(const struct dpmf_bracket *b, unsigned long most, bool from_above)
{
	(void)most;
	if (from_above && b->good == 0)
		return b->bad > b->reach ? b->bad - b->reach : 1;
	return b->good + (b->bad - b->good) / 2;
}

void dpmf_bracket_move(struct dpmf_bracket *b, unsigned long most, unsigned long here, bool yes)
{
	if (yes)
		b->good = here;
	else
		b->bad = here;
	if (b->reach <= most)
		b->reach *= 2;
}
