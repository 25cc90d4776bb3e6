/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check.h"

int check_put_rows(json_t *got, const char *name, const double *x, size_t rows, size_t columns)
{
	return json_object_set_new(got, name, book_rows(x, rows, columns));
}

static bool named(int64_t x, size_t count)
{
	return x >= 0 && (uint64_t)x < count;
}

bool pairs_allowed(const int64_t *user, const int64_t *item, size_t count, size_t users, size_t items)
{
	for (size_t a = 0; a < count; a++) {
		if (!named(user[a], users) || !named(item[a], items))
			return false;
		for (size_t b = 0; b < a; b++)
			if (user[a] == user[b] && item[a] == item[b])
				return false;
	}
	return true;
}
