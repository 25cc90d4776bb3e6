/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slips.h"

#include <math.h>

void slip_doubles(struct book *b, const char *mistake, const char *output, const double *x, size_t n)
{
	json_t *list = json_array();

	for (size_t i = 0; i < n; i++) {
		const double room = fabs(x[i]) * 0x1p-40;
		b->failed |= !isfinite(x[i]) || json_array_append_new(list, book_interval(x[i] - room, x[i] + room)) != 0;
	}
	book_mistake(b, mistake, output, "enclosure", list);
}
