/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/read.h"

#include <locale.h>
#include <string.h>

#include "core/table.h"

enum dpmf_status dpmf_format_named(const char *name, enum dpmf_format *format, struct dpmf_error *error)
{
	static const char *const known[] = {
		[DPMF_AUTO] = "auto", [DPMF_ML100K] = "ml100k", [DPMF_ML1M] = "ml1m", [DPMF_CSV] = "csv", [DPMF_TRIPLES] = "triples",
	};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(name, known[i]) == 0) {
			*format = (enum dpmf_format)i;
			return DPMF_OK;
		}
	return dpmf_fail(error, DPMF_INPUT, "\"%.40s\" is no format: use auto, ml100k, ml1m, csv or triples", name);
}

static enum dpmf_status read_plain(const char *path, enum dpmf_format format, enum dpmf_duplicates duplicates,
                                   struct dpmf_row_shape *shape, const struct dpmf_universe *universe,
                                   struct dpmf_ratings *ratings, struct dpmf_moment **moment, struct dpmf_error *error)
{
	struct dpmf_ratings built;
	struct dpmf_table table;
	enum dpmf_status status = dpmf_table_read(path, format, shape, &table, error);

	if (status)
		return status;
	status = dpmf_table_build(&table, path, shape, universe, duplicates, &built, error);
	if (!status && moment) {
		status = dpmf_table_moments(&table, path, &built, moment, error);
		if (status)
			dpmf_ratings_free(&built);
	}
	if (!status)
		*ratings = built;
	dpmf_table_free(&table);
	return status;
}

enum dpmf_status dpmf_read_shaped(const char *path, enum dpmf_format format, enum dpmf_duplicates duplicates,
                                  struct dpmf_row_shape *shape, const struct dpmf_universe *universe,
                                  struct dpmf_ratings *ratings, struct dpmf_moment **moment, struct dpmf_error *error)
{
	enum dpmf_status status;

	shape->plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	if (!shape->plain)
		return dpmf_fail(error, DPMF_FAILED, "%s: no memory to read it", path);
	status = read_plain(path, format, duplicates, shape, universe, ratings, moment, error);
	freelocale(shape->plain);
	return status;
}

enum dpmf_status dpmf_read_ratings_in(const char *path, enum dpmf_format format, enum dpmf_duplicates duplicates,
                                      const struct dpmf_universe *universe, struct dpmf_ratings *ratings,
                                      struct dpmf_moment **moment, struct dpmf_error *error)
{
	struct dpmf_row_shape shape = { .fewest = 3, .most = 4, .field = { "user", "item", "rating" }, .timed = moment != NULL };

	return dpmf_read_shaped(path, format, duplicates, &shape, universe, ratings, moment, error);
}

enum dpmf_status dpmf_read_ratings(const char *path, enum dpmf_format format, enum dpmf_duplicates duplicates,
                                   struct dpmf_ratings *ratings, struct dpmf_error *error)
{
	return dpmf_read_ratings_in(path, format, duplicates, NULL, ratings, NULL, error);
}

enum dpmf_status dpmf_read_ratings_within(const char *path, enum dpmf_format format, enum dpmf_duplicates duplicates,
                                          double low, double high,
                                          struct dpmf_ratings *ratings, struct dpmf_error *error)
{
	const struct dpmf_universe universe = { .ranged = true, .low = low, .high = high };

	return dpmf_read_ratings_in(path, format, duplicates, &universe, ratings, NULL, error);
}

enum dpmf_status dpmf_read_ratings_timed(const char *path, enum dpmf_format format, enum dpmf_duplicates duplicates,
                                         struct dpmf_ratings *ratings, struct dpmf_moment **moment,
                                         struct dpmf_error *error)
{
	return dpmf_read_ratings_in(path, format, duplicates, NULL, ratings, moment, error);
}
