/* SPDX-License-Identifier: 0BSD */
#include "test.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void wrong(struct test *t, const char *name, const char *what)
{
	if (t->why[0] == '\0')
		snprintf(t->why, sizeof t->why, "%s: %s", name, what);
}

static bool decimal(const char *text)
{
	text += *text == '-';
	return *text != '\0' && text[strspn(text, "0123456789")] == '\0';
}

bool read_u64(const struct json *j, uint64_t *x)
{
	const char *text = json_text(j);

	errno = 0;
	*x = strtoull(text, NULL, 10);
	return decimal(text) && *text != '-' && errno == 0;
}

bool read_i64(const struct json *j, int64_t *x)
{
	const char *text = json_text(j);

	errno = 0;
	*x = strtoll(text, NULL, 10);
	return decimal(text) && errno == 0;
}

static uint64_t bits_of(double x)
{
	uint64_t bits;

	memcpy(&bits, &x, sizeof bits);
	return bits;
}

/* By its bits; the hex float must say the same. */
static bool read_double(const struct json *j, double *x)
{
	const char *digits = json_text(json_member(j, "bits")), *hex = json_text(json_member(j, "hex"));
	uint64_t bits;
	char *end;

	if (strlen(digits) != 16 || strspn(digits, "0123456789abcdef") != 16 || *hex == '\0')
		return false;
	bits = strtoull(digits, NULL, 16);
	memcpy(x, &bits, sizeof *x);
	const double same = strtod(hex, &end);
	return *end == '\0' && (bits_of(same) == bits || (same != same && *x != *x));
}

static const struct json *input(struct test *t, const char *name)
{
	const struct json *j = json_member(t->inputs, name);

	t->malformed |= j == NULL;
	return j;
}

uint64_t in_u64(struct test *t, const char *name)
{
	uint64_t x = 0;

	t->malformed |= !read_u64(input(t, name), &x);
	return x;
}

int64_t in_i64(struct test *t, const char *name)
{
	int64_t x = 0;

	t->malformed |= !read_i64(input(t, name), &x);
	return x;
}

double in_double(struct test *t, const char *name)
{
	double x = 0;

	t->malformed |= !read_double(input(t, name), &x);
	return x;
}

static void more(struct test *t, const struct json *j, struct list *l)
{
	for (j = j == NULL ? NULL : j->first; j != NULL; j = j->next) {
		if (l->n == MOST || !read_double(j, &l->x[l->n])) {
			t->malformed = true;
			return;
		}
		l->n++;
	}
}

struct list in_list(struct test *t, const char *name)
{
	struct list l = { .n = 0 };

	more(t, input(t, name), &l);
	return l;
}

struct list in_rows(struct test *t, const char *name, size_t *rows)
{
	const struct json *j = input(t, name);
	struct list l = { .n = 0 };
	size_t columns;

	*rows = json_count(j);
	columns = *rows == 0 ? 0 : json_count(j->first);
	for (j = *rows == 0 ? NULL : j->first; j != NULL; j = j->next) {
		t->malformed |= json_count(j) != columns;
		more(t, j, &l);
	}
	return l;
}

size_t in_i64s(struct test *t, const char *name, int64_t x[MOST])
{
	const struct json *j = input(t, name);
	size_t n = 0;

	for (j = j == NULL ? NULL : j->first; j != NULL; j = j->next) {
		if (n == MOST || !read_i64(j, &x[n])) {
			t->malformed = true;
			break;
		}
		n++;
	}
	return n;
}

size_t in_bytes(struct test *t, const char *name, unsigned char *bytes, size_t room)
{
	const char *text = json_text(input(t, name));
	const size_t n = strlen(text) / 2;

	if (strlen(text) % 2 != 0 || strspn(text, "0123456789abcdef") != 2 * n || n > room) {
		t->malformed = true;
		return 0;
	}
	for (size_t i = 0; i < n; i++) {
		const char pair[3] = { text[2 * i], text[2 * i + 1], '\0' };
		bytes[i] = (unsigned char)strtoul(pair, NULL, 16);
	}
	return n;
}

static const struct json *output(struct test *t, const char *name, const char **compare)
{
	const struct json *j = json_member(t->outputs, name);

	if (j == NULL)
		wrong(t, name, "the output is missing");
	t->compared++;
	*compare = json_text(json_member(j, "compare"));
	return json_member(j, "value");
}

const struct json *exact_value(struct test *t, const char *name)
{
	const char *compare;
	const struct json *j = output(t, name, &compare);

	if (strcmp(compare, "exact") == 0)
		return j;
	wrong(t, name, "the comparison should be exact");
	return NULL;
}

static void exact_text(struct test *t, const char *name, const struct json *j, const char *text)
{
	char what[256];

	if (strcmp(json_text(j), text) == 0)
		return;
	snprintf(what, sizeof what, "expected %.100s, got %.100s", json_text(j), text);
	wrong(t, name, what);
}

void out_u64(struct test *t, const char *name, uint64_t x)
{
	out_u64s(t, name, &x, SIZE_MAX);
}

void out_i64(struct test *t, const char *name, int64_t x)
{
	out_i64s(t, name, &x, SIZE_MAX);
}

/* n = SIZE_MAX: a single number, not a list. */
void out_i64s(struct test *t, const char *name, const int64_t *x, size_t n)
{
	const struct json *j = exact_value(t, name);
	char text[32];

	if (n != SIZE_MAX && json_count(j) != n)
		wrong(t, name, "another number of elements");
	j = j == NULL || n == SIZE_MAX ? j : j->first;
	for (size_t i = 0; j != NULL && i < (n == SIZE_MAX ? 1 : n); i++, j = j->next) {
		snprintf(text, sizeof text, "%" PRId64, x[i]);
		exact_text(t, name, j, text);
	}
}

void out_u64s(struct test *t, const char *name, const uint64_t *x, size_t n)
{
	const struct json *j = exact_value(t, name);
	char text[32];

	if (n != SIZE_MAX && json_count(j) != n)
		wrong(t, name, "another number of elements");
	j = j == NULL || n == SIZE_MAX ? j : j->first;
	for (size_t i = 0; j != NULL && i < (n == SIZE_MAX ? 1 : n); i++, j = j->next) {
		snprintf(text, sizeof text, "%" PRIu64, x[i]);
		exact_text(t, name, j, text);
	}
}

void out_bytes(struct test *t, const char *name, const unsigned char *bytes, size_t n)
{
	char *text = calloc(2 * n + 1, 1);

	for (size_t i = 0; text != NULL && i < n; i++)
		snprintf(text + 2 * i, 3, "%02x", bytes[i]);
	exact_text(t, name, exact_value(t, name), text == NULL ? "" : text);
	free(text);
}

/* Doubles in ascending order as ascending integers. */
static int64_t rank(double x)
{
	const uint64_t bits = bits_of(x);

	return bits >> 63 ? -1 - (int64_t)(bits & INT64_MAX) : (int64_t)bits;
}

static uint64_t distance(double x, double y)
{
	const int64_t a = rank(x), b = rank(y);

	if (isnan(x) || isnan(y))
		return UINT64_MAX;
	return a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
}

static void one_double(struct test *t, const char *name, const char *compare, const struct json *j, double x)
{
	char what[256];
	double lo, hi;
	bool good;

	if (strcmp(compare, "enclosure") == 0) {
		if (!read_double(json_member(j, "lo"), &lo) || !read_double(json_member(j, "hi"), &hi)) {
			wrong(t, name, "the enclosure is no pair of doubles whose hex and bits agree");
			return;
		}
		good = lo <= x && x <= hi;
	} else {
		if (!read_double(j, &lo)) {
			wrong(t, name, "the value is no double whose hex and bits agree");
			return;
		}
		hi = lo;
		const uint64_t allowed = strncmp(compare, "ulp:", 4) == 0 ? strtoull(compare + 4, NULL, 10) : 0;
		good = (allowed > 0 || strcmp(compare, "exact") == 0) && distance(lo, x) <= allowed;
	}
	if (!good) {
		snprintf(what, sizeof what, "%s: expected %a .. %a, got %a", compare, lo, hi, x);
		wrong(t, name, what);
	}
}

static void many(struct test *t, const char *name, const char *compare, const struct json *j, const double *x, size_t n)
{
	if (json_count(j) != n)
		wrong(t, name, "another number of elements");
	j = j == NULL ? NULL : j->first;
	for (size_t i = 0; j != NULL && i < n; i++, j = j->next)
		one_double(t, name, compare, j, x[i]);
}

void out_double(struct test *t, const char *name, double x)
{
	const char *compare;
	const struct json *j = output(t, name, &compare);

	one_double(t, name, compare, j, x);
}

void out_list(struct test *t, const char *name, const double *x, size_t n)
{
	const char *compare;
	const struct json *j = output(t, name, &compare);

	many(t, name, compare, j, x, n);
}

void out_rows(struct test *t, const char *name, const double *x, size_t rows, size_t columns)
{
	const char *compare;
	const struct json *j = output(t, name, &compare);

	if (json_count(j) != rows)
		wrong(t, name, "another number of rows");
	j = j == NULL ? NULL : j->first;
	for (size_t i = 0; j != NULL && i < rows; i++, j = j->next)
		many(t, name, compare, j, x + i * columns, columns);
}
