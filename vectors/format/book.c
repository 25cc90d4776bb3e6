/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "book.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "number.h"
#include "spec.h"

static void set(struct book *b, json_t *object, const char *key, json_t *value)
{
	if (b->failed)
		json_decref(value);
	else if (json_object_set_new(object, key, value) != 0)
		b->failed = true;
}

static void append(struct book *b, json_t *array, json_t *value)
{
	if (b->failed)
		json_decref(value);
	else if (json_array_append_new(array, value) != 0)
		b->failed = true;
}

static json_t *opened(struct book *b, json_t *parent, const char *key, json_t *child)
{
	set(b, parent, key, child);
	return b->failed ? NULL : child;
}

static void explain(struct book *b, const struct algorithm *a)
{
	for (const char *const *note = a->notes; *note != NULL; note++)
		append(b, b->notes, json_string(*note));
	for (const struct flag *flag = a->flags; flag->name != NULL; flag++)
		set(b, b->flags, flag->name, json_string(flag->meaning));
}

void book_open(struct book *b, const char *algorithm)
{
	const struct algorithm *a = algorithm_named(algorithm);

	*b = (struct book){ .root = json_object(), .next = 1, .algorithm = algorithm };
	b->failed = b->root == NULL || a == NULL;
	set(b, b->root, "format", json_string("dpmf-vectors"));
	set(b, b->root, "version", json_string("1"));
	set(b, b->root, "algorithm", json_string(algorithm));
	set(b, b->root, "schema", json_sprintf("../schema/%s.json", algorithm));
	set(b, b->root, "license", json_string("CC0-1.0"));
	json_t *notes = opened(b, b->root, "notes", json_object());
	set(b, notes, "summary", json_string(b->failed ? "" : a->summary));
	b->notes = opened(b, notes, "algorithm", json_array());
	b->flags = opened(b, notes, "flags", json_object());
	b->groups = opened(b, b->root, "testGroups", json_array());
	if (!b->failed)
		explain(b, a);
}

void book_close(struct book *b)
{
	json_decref(b->root);
	*b = (struct book){ .failed = true };
}

void book_group(struct book *b, const char *name, const char *comment)
{
	json_t *group = b->failed ? NULL : json_object();

	append(b, b->groups, group);
	set(b, group, "name", json_string(name));
	set(b, group, "comment", json_string(comment));
	b->tests = opened(b, group, "tests", json_array());
}

static json_t *flag_list(struct book *b, const char *flags)
{
	json_t *list = json_array();

	while (!b->failed && *flags != '\0') {
		const size_t n = strcspn(flags, " ");
		append(b, list, json_stringn(flags, n));
		flags += n + strspn(flags + n, " ");
	}
	return list;
}

void book_test(struct book *b, const char *flags, const char *comment, ...)
{
	va_list list;

	b->test = b->failed ? NULL : json_object();
	append(b, b->tests, b->test);
	set(b, b->test, "tcId", json_integer(b->next++));
	va_start(list, comment);
	set(b, b->test, "comment", json_vsprintf(comment, list));
	va_end(list);
	set(b, b->test, "flags", flag_list(b, flags));
	b->inputs = opened(b, b->test, "inputs", json_object());
	b->outputs = opened(b, b->test, "outputs", json_object());
	set(b, b->test, "result", json_string("valid"));
}

void book_invalid(struct book *b)
{
	set(b, b->test, "result", json_string("invalid"));
}

void book_refused(struct book *b, const char *comment)
{
	book_test(b, "OutOfDomain", "%s", comment);
	book_invalid(b);
}

void book_in(struct book *b, const char *name, json_t *value)
{
	set(b, b->inputs, name, value);
}

void book_in_u64(struct book *b, const char *name, uint64_t x)
{
	book_in(b, name, number_u64(x));
}

void book_in_i64(struct book *b, const char *name, int64_t x)
{
	book_in(b, name, number_i64(x));
}

void book_in_double(struct book *b, const char *name, double x)
{
	book_in(b, name, number_double(x));
}

void book_in_doubles(struct book *b, const char *name, const double *x, size_t n)
{
	book_in(b, name, book_doubles(x, n));
}

void book_in_sizes(struct book *b, const char *name, const size_t *x, size_t n)
{
	json_t *list = json_array();

	for (size_t i = 0; i < n; i++)
		append(b, list, number_u64(x[i]));
	book_in(b, name, list);
}

void book_in_rows(struct book *b, const char *name, const double *x, size_t rows, size_t columns)
{
	book_in(b, name, book_rows(x, rows, columns));
}

void book_out(struct book *b, const char *name, const char *compare, json_t *value)
{
	set(b, b->outputs, name, json_pack("{s:s, s:o}", "compare", compare, "value", value));
}

void book_mistake(struct book *b, const char *mistake, const char *name, const char *compare, json_t *value)
{
	json_t *all = json_object_get(b->test, "mistakes"), *one;

	if (all == NULL)
		all = opened(b, b->test, "mistakes", json_object());
	one = json_object_get(all, mistake);
	if (one == NULL)
		one = opened(b, all, mistake, json_object());
	set(b, one, name, json_pack("{s:s, s:o}", "compare", compare, "value", value));
}

/* Two numbers or enclosures; what is neither is told apart as it is written. */
static bool leaves_apart(const json_t *expected, const json_t *mistaken)
{
	double lo[2], hi[2];
	const json_t *const leaf[2] = { expected, mistaken };

	for (int i = 0; i < 2; i++) {
		const bool interval = json_object_get(leaf[i], "lo") != NULL;
		if (!number_get_double(interval ? json_object_get(leaf[i], "lo") : leaf[i], &lo[i]) ||
		    !number_get_double(interval ? json_object_get(leaf[i], "hi") : leaf[i], &hi[i]))
			return !json_equal(expected, mistaken);
	}
	if (lo[0] == hi[0] && lo[1] == hi[1])
		return number_ulps(lo[0], lo[1]) > 64;
	return lo[0] > hi[1] || lo[1] > hi[0];
}

static bool values_apart(const json_t *expected, const json_t *mistaken)
{
	if (!json_is_array(expected) || !json_is_array(mistaken))
		return leaves_apart(expected, mistaken);
	for (size_t i = 0; i < json_array_size(expected); i++)
		if (values_apart(json_array_get(expected, i), json_array_get(mistaken, i)))
			return true;
	return json_array_size(expected) != json_array_size(mistaken);
}

bool book_apart(const json_t *expected, const json_t *mistaken)
{
	return values_apart(json_object_get(expected, "value"), json_object_get(mistaken, "value"));
}

static void settle_test(json_t *test)
{
	json_t *all = json_object_get(test, "mistakes"), *mistake, *output;
	const char *name, *of;
	void *next;

	json_object_foreach_safe(all, next, name, mistake) {
		bool apart = false;
		json_object_foreach(mistake, of, output)
			apart = apart || book_apart(json_object_get(json_object_get(test, "outputs"), of), output);
		if (!apart)
			json_object_del(all, name);
	}
	if (json_object_size(all) == 0)
		json_object_del(test, "mistakes");
}

void book_settle(struct book *b)
{
	json_t *group, *test;
	size_t i, j;

	json_array_foreach(b->failed ? NULL : b->groups, i, group)
		json_array_foreach(json_object_get(group, "tests"), j, test)
			settle_test(test);
}

/* The list with one more element, or NULL and everything freed. */
static json_t *longer(json_t *list, json_t *element)
{
	if (json_array_append_new(list, element) == 0)
		return list;
	json_decref(list);
	return NULL;
}

json_t *book_doubles(const double *x, size_t n)
{
	json_t *list = json_array();

	for (size_t i = 0; i < n; i++)
		list = longer(list, number_double(x[i]));
	return list;
}

json_t *book_rows(const double *x, size_t rows, size_t columns)
{
	json_t *list = json_array();

	for (size_t i = 0; i < rows; i++)
		list = longer(list, book_doubles(x + i * columns, columns));
	return list;
}

json_t *book_u64s(const uint64_t *x, size_t n)
{
	json_t *list = json_array();

	for (size_t i = 0; i < n; i++)
		list = longer(list, number_u64(x[i]));
	return list;
}

json_t *book_i64s(const int64_t *x, size_t n)
{
	json_t *list = json_array();

	for (size_t i = 0; i < n; i++)
		list = longer(list, number_i64(x[i]));
	return list;
}

json_t *book_interval(double lo, double hi)
{
	return json_pack("{s:o, s:o}", "lo", number_double(lo), "hi", number_double(hi));
}
