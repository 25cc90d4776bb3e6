/* SPDX-License-Identifier: 0BSD */
/* Files of ratings: a line is read from the left to the right, byte by byte. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "algorithms.h"

enum { FILE_BYTES = 4096, NUMBER = 512 };
enum form { TABS, COLONS, COMMAS, BLANKS, NO_FORM };

struct cursor {
	const char *at, *end; /* the end of the line, without its LF, CR and blanks */
	enum form form;
};

struct ratings {
	int64_t user[MOST], item[MOST];
	double value[MOST];
	size_t n;
};

static bool digit(const struct cursor *c)
{
	return c->at < c->end && *c->at >= '0' && *c->at <= '9';
}

static bool take(struct cursor *c, const char *set)
{
	if (c->at == c->end || *c->at == '\0' || strchr(set, *c->at) == NULL)
		return false;
	c->at++;
	return true;
}

static bool separated(struct cursor *c)
{
	const char *start = c->at;

	switch (c->form) {
	case TABS:
		return take(c, "\t");
	case COLONS:
		if (take(c, ":") && take(c, ":"))
			return true;
		c->at = start;
		return false;
	case COMMAS:
		if (!take(c, ","))
			return false;
		while (take(c, " "))
			continue;
		return true;
	default:
		while (take(c, " \t"))
			continue;
		return c->at > start;
	}
}

static bool id_of(struct cursor *c, int64_t *id)
{
	const char *start = c->at;

	for (*id = 0; digit(c) && *id <= INT64_C(1) << 31; c->at++)
		*id = 10 * *id + (*c->at - '0');
	return c->at > start && *id <= INT64_C(1) << 31;
}

static size_t digits(struct cursor *c)
{
	const char *start = c->at;

	while (digit(c))
		c->at++;
	return (size_t)(c->at - start);
}

static bool number_of(struct cursor *c, double *x)
{
	const char *start = c->at;
	char text[NUMBER] = "";
	size_t count;

	take(c, "+-");
	count = digits(c);
	if (take(c, "."))
		count += digits(c);
	if (count == 0)
		return false;
	if (take(c, "eE")) {
		take(c, "+-");
		if (digits(c) == 0)
			return false;
	}
	if ((size_t)(c->at - start) >= NUMBER)
		return false;
	memcpy(text, start, (size_t)(c->at - start));
	*x = strtod(text, NULL);
	return isfinite(*x);
}

/* What is left of the line is a fourth field, or nothing. */
static bool rest_allowed(struct cursor *c)
{
	if (c->at == c->end)
		return true;
	if (!separated(c))
		return false;
	while (c->at < c->end) {
		if (*c->at == '\0' || separated(c))
			return false;
		c->at++;
	}
	return true;
}

static bool rating_of(struct cursor c, int64_t *user, int64_t *item, double *value)
{
	return id_of(&c, user) && separated(&c) && id_of(&c, item) && separated(&c) && number_of(&c, value) && rest_allowed(&c);
}

static bool is_word(const char *at, size_t n)
{
	static const char *const none[] = { "nan", "inf", "infinity" };

	for (size_t i = 0; i < 3; i++) {
		size_t same = 0;
		while (same < n && same < strlen(none[i]) && (at[same] | 32) == none[i][same])
			same++;
		if (same == n && n == strlen(none[i]))
			return false;
	}
	return n > 0 && ((at[0] >= 'a' && at[0] <= 'z') || (at[0] >= 'A' && at[0] <= 'Z') || at[0] == '_' || at[0] == '\'' || at[0] == '"');
}

static bool is_header(struct cursor c)
{
	size_t words = 0;

	for (;;) {
		const char *start = c.at, *end;
		while (c.at < c.end && *c.at != ',')
			c.at++;
		end = c.at;
		if (words < 3 && !is_word(start, (size_t)(end - start)))
			return false;
		words++;
		if (!separated(&c))
			return words >= 3;
	}
}

static enum form guessed(struct cursor c)
{
	for (; c.at < c.end; c.at++) {
		if (*c.at == ',')
			return COMMAS;
		if (c.end - c.at > 1 && c.at[0] == ':' && c.at[1] == ':')
			return COLONS;
	}
	return BLANKS;
}

/* Behind the line; *c is what counts of it. */
static const char *line_of(const char *at, const char *end, struct cursor *c)
{
	const char *stop = memchr(at, '\n', (size_t)(end - at));

	if (stop == NULL)
		stop = end;
	c->at = at;
	c->end = stop;
	if (c->end > c->at && c->end[-1] == '\r')
		c->end--;
	while (c->at < c->end && (*c->at == ' ' || (c->form == BLANKS && *c->at == '\t')))
		c->at++;
	while (c->end > c->at && (c->end[-1] == ' ' || (c->form == BLANKS && c->end[-1] == '\t')))
		c->end--;
	return stop < end ? stop + 1 : end;
}

static bool empty(const char *at, const char *behind)
{
	while (at < behind && (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n'))
		at++;
	return at == behind;
}

/* false: the pair is there, and must not be. */
static bool enter(struct ratings *r, int64_t user, int64_t item, double value, bool last)
{
	size_t at = r->n;

	while (at > 0 && (r->user[at - 1] > user || (r->user[at - 1] == user && r->item[at - 1] >= item)))
		at--;
	if (at < r->n && r->user[at] == user && r->item[at] == item) {
		r->value[at] = value;
		return last;
	}
	if (r->n == MOST)
		return false;
	for (size_t a = r->n++; a > at; a--) {
		r->user[a] = r->user[a - 1];
		r->item[a] = r->item[a - 1];
		r->value[a] = r->value[a - 1];
	}
	r->user[at] = user;
	r->item[at] = item;
	r->value[at] = value;
	return true;
}

static bool read_file(const char *at, const char *end, const char *format, bool last, struct ratings *r)
{
	static const char *const name[] = { "ml100k", "ml1m", "csv", "triples", "auto" };
	struct cursor c = { at, end, TABS };
	bool first = true;

	while (c.form < NO_FORM && strcmp(format, name[c.form]) != 0)
		c.form++;
	if (c.form == NO_FORM && strcmp(format, "auto") != 0)
		return false;
	if (end - at >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0)
		at += 3;
	for (const char *behind; at < end; at = behind) {
		int64_t user, item;
		double value;
		behind = line_of(at, end, &c);
		if (empty(at, behind))
			continue;
		if (c.form == NO_FORM) {
			c.form = guessed(c);
			line_of(at, end, &c);
		}
		const bool header = first && c.form == COMMAS && is_header(c);
		first = false;
		if (!header && (!rating_of(c, &user, &item, &value) || !enter(r, user, item, value, last)))
			return false;
	}
	return r->n > 0;
}

RUN(ratings_read)
{
	static const struct ratings none;
	char file[FILE_BYTES];
	const size_t length = in_bytes(t, "file", (unsigned char *)file, sizeof file);
	const char *duplicates = json_text(json_member(t->inputs, "duplicates"));
	const bool last = strcmp(duplicates, "last") == 0;
	struct ratings r = none;

	if (t->malformed)
		return;
	t->refused = (!last && strcmp(duplicates, "refused") != 0) || !read_file(file, file + length, json_text(json_member(t->inputs, "format")), last, &r);
	if (t->refused)
		return;
	out_i64s(t, "user", r.user, r.n);
	out_i64s(t, "item", r.item, r.n);
	out_list(t, "rating", r.value, r.n);
}
