/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/scores/read.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/lines.h"

#define QUOTED_MOST 40 /* bytes of a line that are shown */

static enum dpmf_status refuse(const struct dpmf_lines *lines, const char *line, const char *why, struct dpmf_error *error)
{
	const size_t length = strcspn(line, "\r\n");
	char shown[QUOTED_MOST + 1];
	size_t used = 0;

	for (; used < length && used < QUOTED_MOST; used++)
		shown[used] = line[used] >= ' ' && line[used] <= '~' ? line[used] : '?';
	shown[used] = 0;
	return dpmf_fail(error, DPMF_INPUT, "%s:%zu: \"%s%s\": %s", lines->path, lines->number, shown, used < length ? "..." : "", why);
}

static const char *skip(const char *at)
{
	return at + strspn(at, " \t");
}

/* Behind the end of the line when nothing but blanks is left of it; else NULL. */
static const char *line_end(const char *at)
{
	at = skip(at);
	at += *at == '\r';
	return *at == '\n' ? at + 1 : NULL;
}

/* Behind the first column and what parts it from the second; NULL: it is none. */
static const char *read_coin(const char *at, bool *in)
{
	static const struct { const char *word; bool in; } words[] = { { "in", true }, { "out", false }, { "1", true }, { "0", false } };
	const size_t length = strcspn(at, " \t,\r\n");

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		if (length == strlen(words[i].word) && memcmp(at, words[i].word, length) == 0) {
			*in = words[i].in;
			at = skip(at + length);
			return *at == ',' ? skip(at + 1) : at;
		}
	}
	return NULL;
}

static enum dpmf_status grow(struct scores_canaries *c, const char *path, struct dpmf_error *error)
{
	const size_t room = c->room ? 2 * c->room : 1024;
	double *score = realloc(c->score, room * sizeof(*score));
	bool *in;

	if (score)
		c->score = score;
	in = score ? realloc(c->in, room * sizeof(*in)) : NULL;
	if (!in)
		return dpmf_fail(error, DPMF_FAILED, "%s: no memory for more than %zu canaries", path, c->count);
	c->in = in;
	c->room = room;
	return DPMF_OK;
}

static enum dpmf_status read_line(struct dpmf_lines *lines, const char *line, struct scores_canaries *c, struct dpmf_error *error)
{
	static const char form[] = "a line is `in` or `out` (or 1 or 0), and a score";
	bool in;
	const char *at = read_coin(skip(line), &in);
	char *end;

	if (!at || *at == '\r' || *at == '\n')
		return refuse(lines, line, form, error);
	errno = 0;
	const double score = strtod(at, &end);

	if (end == at || !(lines->at = line_end(end)))
		return refuse(lines, line, form, error);
	if (isnan(score))
		return refuse(lines, line, "the score is not a number, and has no place among the others", error);
	if (errno && isinf(score))
		return refuse(lines, line, "the score is too large for a double", error);
	enum dpmf_status status = c->count == c->room ? grow(c, lines->path, error) : DPMF_OK;

	if (status == DPMF_OK) {
		c->score[c->count] = score;
		c->in[c->count++] = in;
	}
	return status;
}

static enum dpmf_status read_lines(struct dpmf_lines *lines, struct scores_canaries *c, struct dpmf_error *error)
{
	for (;;) {
		const char *line, *behind;
		enum dpmf_status status = dpmf_lines_next(lines, &line, error);

		if (status || !line)
			return status;
		if ((behind = line_end(line)))
			lines->at = behind;
		else
			status = read_line(lines, line, c, error);
		if (status)
			return status;
	}
}

enum dpmf_status scores_read(const char *path, struct scores_canaries *canaries, struct dpmf_error *error)
{
	struct scores_canaries made = { .count = 0 };
	struct dpmf_lines lines;
	enum dpmf_status status = dpmf_lines_open(&lines, strcmp(path, "-") == 0 ? "/dev/stdin" : path, error);

	if (status)
		return status;
	status = read_lines(&lines, &made, error);
	dpmf_lines_close(&lines);
	if (!status && made.count == 0)
		status = dpmf_fail(error, DPMF_INPUT, "%s: holds no canary: there is one a line, `in` or `out` and a score", path);
	if (status) {
		scores_free(&made);
		return status;
	}
	*canaries = made;
	return DPMF_OK;
}

void scores_free(struct scores_canaries *canaries)
{
	free(canaries->score);
	free(canaries->in);
	*canaries = (struct scores_canaries){ .count = 0 };
}
