/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/catalogue.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/lines.h"
#include "core/row.h"

#define QUOTED_MOST 40 /* bytes of a line that are shown */

struct listed {
	uint32_t id;
	size_t line;
};

struct list {
	struct listed *entry;
	size_t count, room;
};

static int by_id(const void *one, const void *other)
{
	const struct listed *a = one, *b = other;

	if (a->id != b->id)
		return a->id < b->id ? -1 : 1;
	return (a->line > b->line) - (a->line < b->line);
}

static enum dpmf_status add(struct list *list, const char *path, uint32_t id, size_t line, struct dpmf_error *error)
{
	if (list->count == list->room) {
		const size_t room = list->room ? 2 * list->room : 1024;
		struct listed *grown = realloc(list->entry, room * sizeof *grown);

		if (!grown)
			return dpmf_fail(error, DPMF_FAILED, "%s: no memory for more than %zu ids", path, list->count);
		list->entry = grown;
		list->room = room;
	}
	list->entry[list->count++] = (struct listed){ id, line };
	return DPMF_OK;
}

static enum dpmf_status no_id(const struct dpmf_lines *lines, const char *line, struct dpmf_error *error)
{
	const size_t length = strcspn(line, "\r\n");
	const size_t shown = length < QUOTED_MOST ? length : QUOTED_MOST;

	return dpmf_fail(error, DPMF_INPUT, "%s:%zu: \"%.*s%s\" is no id: a catalogue has one whole number from 0 to %u a line",
	                 lines->path, lines->number, (int)shown, line, shown < length ? "..." : "", DPMF_ID_MOST);
}

static enum dpmf_status read_lines(struct dpmf_lines *lines, struct list *list, struct dpmf_error *error)
{
	for (;;) {
		const char *line, *behind;
		enum dpmf_status status = dpmf_lines_next(lines, &line, error);
		uint32_t id;

		if (status || !line)
			return status;
		behind = dpmf_row_id(line, &id);
		if (behind)
			status = add(list, lines->path, id, lines->number, error);
		else if (!(behind = dpmf_row_empty(line)))
			status = no_id(lines, line, error);
		if (status)
			return status;
		lines->at = behind;
	}
}

/* Of several ids that stand there twice, the one whose second line comes first. */
static enum dpmf_status refuse_twice(const struct list *list, const char *path, struct dpmf_error *error)
{
	size_t first = 0;

	for (size_t i = 1; i < list->count; i++)
		if (list->entry[i].id == list->entry[i - 1].id &&
		    (first == 0 || list->entry[i].line < list->entry[first].line))
			first = i;
	if (first == 0)
		return DPMF_OK;
	return dpmf_fail(error, DPMF_INPUT, "%s:%zu: id %u stands on line %zu already: remove one of the two lines",
	                 path, list->entry[first].line, list->entry[first].id, list->entry[first - 1].line);
}

static enum dpmf_status allocate(size_t count, struct dpmf_catalogue *made, struct dpmf_error *error)
{
	made->count = count;
	made->id = malloc(count * sizeof *made->id);
	return made->id ? DPMF_OK : dpmf_fail(error, DPMF_FAILED, "no memory for a catalogue of %zu ids", count);
}

static enum dpmf_status from_list(struct list *list, const char *path, struct dpmf_catalogue *catalogue,
                                  struct dpmf_error *error)
{
	struct dpmf_catalogue made;
	enum dpmf_status status;

	if (list->count == 0)
		return dpmf_fail(error, DPMF_INPUT, "%s: holds no id: a catalogue has one id a line, and at least one", path);
	qsort(list->entry, list->count, sizeof *list->entry, by_id);
	status = refuse_twice(list, path, error);
	if (!status)
		status = allocate(list->count, &made, error);
	if (status)
		return status;
	for (size_t i = 0; i < list->count; i++)
		made.id[i] = list->entry[i].id;
	*catalogue = made;
	return DPMF_OK;
}

enum dpmf_status dpmf_catalogue_read(const char *path, struct dpmf_catalogue *catalogue, struct dpmf_error *error)
{
	struct list list = { .entry = NULL };
	struct dpmf_lines lines;
	enum dpmf_status status = dpmf_lines_open(&lines, path, error);

	if (status)
		return status;
	status = read_lines(&lines, &list, error);
	dpmf_lines_close(&lines);
	if (!status)
		status = from_list(&list, path, catalogue, error);
	free(list.entry);
	return status;
}

enum dpmf_status dpmf_catalogue_first(size_t count, struct dpmf_catalogue *catalogue, struct dpmf_error *error)
{
	struct dpmf_catalogue made;
	enum dpmf_status status;

	if (count == 0 || count > DPMF_ID_MOST)
		return dpmf_fail(error, DPMF_INPUT, "a catalogue of %zu ids: ask for 1 to %u", count, DPMF_ID_MOST);
	status = allocate(count, &made, error);
	if (status)
		return status;
	for (size_t i = 0; i < count; i++)
		made.id[i] = (uint32_t)(i + 1);
	*catalogue = made;
	return DPMF_OK;
}

/* The number that digits make; beyond all ids where it is larger than they are. */
static size_t count_of(const char *digits)
{
	size_t count = 0;

	for (; *digits && count <= DPMF_ID_MOST; digits++)
		count = 10 * count + (size_t)(*digits - '0');
	return count;
}

enum dpmf_status dpmf_catalogue_given(const char *option, const char *text,
                                      struct dpmf_catalogue *catalogue, struct dpmf_error *error)
{
	const bool digits = text[strspn(text, "0123456789")] == '\0';
	const size_t count = digits ? count_of(text) : 0;

	if (!digits)
		return dpmf_catalogue_read(text, catalogue, error);
	if (count == 0 || count > DPMF_ID_MOST)
		return dpmf_fail(error, DPMF_INPUT, "--%s=%.40s: give a number from 1 to %u, which means the ids 1 to that number, "
		                 "or a file with one id a line", option, text, DPMF_ID_MOST);
	return dpmf_catalogue_first(count, catalogue, error);
}

enum dpmf_status dpmf_catalogue_write(const struct dpmf_catalogue *catalogue, FILE *out, struct dpmf_error *error)
{
	for (size_t i = 0; i < catalogue->count; i++)
		if (fprintf(out, "%u\n", catalogue->id[i]) < 0)
			return dpmf_fail(error, DPMF_FAILED, "the catalogue cannot be written: %s", strerror(errno));
	return fflush(out) ? dpmf_fail(error, DPMF_FAILED, "the catalogue cannot be written: %s", strerror(errno)) : DPMF_OK;
}

void dpmf_catalogue_free(struct dpmf_catalogue *catalogue)
{
	free(catalogue->id);
	catalogue->id = NULL;
	catalogue->count = 0;
}

size_t dpmf_catalogue_find(const struct dpmf_catalogue *catalogue, uint32_t id)
{
	size_t low = 0, high = catalogue->count;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (catalogue->id[middle] < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low < catalogue->count && catalogue->id[low] == id ? low : catalogue->count;
}
