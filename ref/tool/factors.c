/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/factors.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum dpmf_status grow(struct factors *f, size_t *room, struct dpmf_error *error)
{
	const size_t wanted = *room ? 2 * *room : 256;
	uint32_t *id = realloc(f->id, wanted * sizeof *id);
	double *row;

	if (id)
		f->id = id;
	row = id ? realloc(f->row, wanted * (f->columns ? f->columns : 1) * sizeof *row) : NULL;
	if (row)
		f->row = row;
	if (!id || !row)
		return dpmf_fail(error, DPMF_FAILED, "no memory for %zu rows", wanted);
	*room = wanted;
	return DPMF_OK;
}

static enum dpmf_status read_row(const char *path, const char *line, struct factors *f, struct dpmf_error *error)
{
	char *end;
	const unsigned long id = strtoul(line, &end, 10);

	if (end == line || id > (1ul << 31) || (f->count > 0 && id <= f->id[f->count - 1]))
		return dpmf_fail(error, DPMF_INPUT, "%s, line %zu: ids are whole numbers and ascend", path, f->count + 1);
	f->id[f->count] = (uint32_t)id;
	for (size_t l = 0; l < f->columns; l++) {
		const char *at = end;

		f->row[f->count * f->columns + l] = strtod(at, &end);
		if (end == at)
			return dpmf_fail(error, DPMF_INPUT, "%s, line %zu: it has not %zu numbers behind its id", path, f->count + 1, f->columns);
	}
	if (*end != '\n')
		return dpmf_fail(error, DPMF_INPUT, "%s, line %zu: it has more than %zu numbers behind its id", path, f->count + 1, f->columns);
	f->count++;
	return DPMF_OK;
}

enum dpmf_status factors_read(const char *path, size_t columns, struct factors *factors, struct dpmf_error *error)
{
	struct factors f = { .columns = columns };
	enum dpmf_status status = DPMF_OK;
	size_t room = 0, length = 0;
	char *line = NULL;
	FILE *file = fopen(path, "r");

	if (!file)
		return dpmf_fail(error, dpmf_status_of(errno), "cannot read %s: %s", path, strerror(errno));
	while (status == DPMF_OK && getline(&line, &length, file) > 0) {
		if (f.count == room)
			status = grow(&f, &room, error);
		if (status == DPMF_OK)
			status = read_row(path, line, &f, error);
	}
	if (status == DPMF_OK && !feof(file)) /* an error, or no memory for a line */
		status = dpmf_fail(error, DPMF_FAILED, "cannot read %s to its end", path);
	free(line);
	fclose(file);
	if (status == DPMF_OK)
		*factors = f;
	else
		factors_free(&f);
	return status;
}

void factors_free(struct factors *factors)
{
	free(factors->id);
	free(factors->row);
	memset(factors, 0, sizeof *factors);
}

static int by_id(const void *key, const void *id)
{
	const uint32_t a = *(const uint32_t *)key, b = *(const uint32_t *)id;

	return (a > b) - (a < b);
}

const double *factors_of(const struct factors *factors, uint32_t id)
{
	const uint32_t *place = factors->count ? bsearch(&id, factors->id, factors->count, sizeof id, by_id) : NULL;

	return place ? factors->row + (size_t)(place - factors->id) * factors->columns : NULL;
}
