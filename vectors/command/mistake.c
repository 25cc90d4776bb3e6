/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mistake.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vectors/format/number.h"

void mistake_add(json_t *names, const char *form, const char *name)
{
	char text[MISTAKE_TEXT];
	size_t n = 0;

	for (; *form != '\0' && n < sizeof text - 1; form++)
		if (strncmp(form, "%s", 2) == 0) {
			n += (size_t)snprintf(text + n, sizeof text - n, "%s", name);
			n = n < sizeof text ? n : sizeof text - 1;
			form++;
		} else {
			text[n++] = *form;
		}
	text[n] = '\0';
	json_array_append_new(names, json_string(text));
}

__extension__ typedef __int128 wide; /* holds every 64-bit integer, with and without sign, and their sums */

struct integers {
	size_t n;
	wide expected[MISTAKE_LEAVES], got[MISTAKE_LEAVES];
};

static bool wide_of(const json_t *x, wide *value)
{
	uint64_t u;
	int64_t i;

	if (number_get_u64(x, &u))
		*value = u;
	else if (number_get_i64(x, &i))
		*value = i;
	else
		return false;
	return true;
}

static bool flatten(const json_t *expected, const json_t *got, struct integers *x)
{
	if (json_is_array(expected)) {
		if (!json_is_array(got) || json_array_size(got) != json_array_size(expected))
			return false;
		for (size_t i = 0; i < json_array_size(expected); i++)
			if (!flatten(json_array_get(expected, i), json_array_get(got, i), x))
				return false;
		return true;
	}
	return x->n < MISTAKE_LEAVES && wide_of(expected, &x->expected[x->n]) && wide_of(got, &x->got[x->n]) && ++x->n > 0;
}

typedef wide (*change)(wide x, wide with);

static wide negated(wide x, wide with) { (void)with; return -x; }
static wide plus(wide x, wide with) { return x + with; }
static wide times(wide x, wide with) { return x * with; }
static wide over(wide x, wide with) { return with == 0 ? x : x / with; }
static wide opposite(wide x, wide with) { (void)with; return x == 0 || x == 1 ? 1 - x : x; }
static wide absolute(wide x, wide with) { (void)with; return x < 0 ? -x : x; }
static wide low32(wide x, wide with) { (void)with; return (uint32_t)x; }
static wide signed32(wide x, wide with) { (void)with; return (int32_t)(uint32_t)x; }
static wide signed64(wide x, wide with) { (void)with; return (int64_t)(uint64_t)x; }
static wide low53(wide x, wide with) { (void)with; return (wide)(double)x; }

static bool explains(const struct integers *x, change f, wide with)
{
	bool moved = false;

	for (size_t i = 0; i < x->n; i++) {
		if (f(x->expected[i], with) != x->got[i])
			return false;
		moved |= x->expected[i] != x->got[i];
	}
	return moved;
}

/* Some, but not all, are one off. */
static bool is_rounded_otherwise(const struct integers *x)
{
	for (size_t i = 0; i < x->n; i++)
		if (x->got[i] - x->expected[i] > 1 || x->expected[i] - x->got[i] > 1)
			return false;
	return x->n > 1;
}

static bool has_flag(const json_t *test, const char *name)
{
	size_t i;
	json_t *flag;

	json_array_foreach(json_object_get(test, "flags"), i, flag)
		if (strstr(json_string_value(flag), name) != NULL)
			return true;
	return false;
}

static void with_inputs(const json_t *test, const struct integers *x, json_t *names)
{
	const char *name;
	json_t *input;
	wide value;

	json_object_foreach(json_object_get(test, "inputs"), name, input) {
		if (!wide_of(input, &value) || value == 0)
			continue;
		if (explains(x, plus, value))
			mistake_add(names, "%s too much is added", name);
		if (explains(x, plus, -value))
			mistake_add(names, "%s is not added, or subtracted once too often", name);
		if (value > 1 && value < INT32_MAX && explains(x, times, value))
			mistake_add(names, "a factor %s too many", name);
		if (value > 1 && explains(x, over, value))
			mistake_add(names, "a factor %s is missing", name);
	}
}

static void mistake_integer(const json_t *test, const json_t *expected, const json_t *got, json_t *names)
{
	static const struct {
		change f;
		wide with;
		const char *name;
	} known[] = {
		{ negated, 0, "the sign is the other one" }, { opposite, 0, "yes and no are exchanged" },
		{ plus, 1, "off by one: one too many" }, { plus, -1, "off by one: one too few" },
		{ signed64, 0, "64 bits with sign: it overflows" }, { signed32, 0, "32 bits with sign: it overflows" },
		{ low32, 0, "32 bits: it overflows" }, { low53, 0, "a double holds 53 bits: the last ones are lost" },
		{ absolute, 0, "the sign is lost" }, { times, 2, "a factor 2 too many" }, { over, 2, "a factor 2 is missing" },
	};
	struct integers x = { .n = 0 };

	if (!flatten(expected, got, &x) || x.n == 0)
		return;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (explains(&x, known[i].f, known[i].with))
			mistake_add(names, known[i].f == plus && has_flag(test, "Tie") ? "a tie is rounded the other way (half to even is meant)"
			                                                              : known[i].name, "");
	if (is_rounded_otherwise(&x))
		mistake_add(names, "some elements are one off: they are rounded in another way", "");
	with_inputs(test, &x, names);
}

/* The bytes are the expected ones, but in groups of `group` bytes each from the last to the first. */
static bool is_turned(const char *expected, const char *got, size_t group)
{
	const size_t n = strlen(expected) / 2;

	if (strlen(got) != 2 * n || n % group != 0)
		return false;
	for (size_t i = 0; i < n; i++)
		if (memcmp(expected + 2 * i, got + 2 * (i / group * group + group - 1 - i % group), 2) != 0)
			return false;
	return true;
}

static void mistake_bytes(const char *expected, const char *got, json_t *names)
{
	static const char *const turned[] = { "words of 2 bytes are written highest byte first", "words of 4 bytes are written highest byte first",
		"words of 8 bytes are written highest byte first" };
	const size_t n = strlen(expected) / 2;

	for (size_t i = 0; i < 3 && n > 0; i++)
		if (is_turned(expected, got, (size_t)2 << i))
			mistake_add(names, turned[i], "");
	if (n > 0 && is_turned(expected, got, n))
		mistake_add(names, "the bytes stand in reverse order", "");
	if (*got != '\0' && strlen(got) < 2 * n && strncmp(expected, got, strlen(got)) == 0)
		mistake_add(names, "it ends too soon", "");
}

void mistake_names(const json_t *test, const struct field *field, const json_t *expected, const json_t *got, json_t *names)
{
	const json_t *value = json_object_get(expected, "value");

	switch (field->kind) {
	case KIND_INTEGER:
	case KIND_INTEGERS:
		mistake_integer(test, value, got, names);
		break;
	case KIND_DOUBLE:
	case KIND_DOUBLES:
	case KIND_ROWS:
		mistake_real(test, expected, got, names);
		break;
	case KIND_BYTES:
		mistake_bytes(json_string_value(value), json_string_value(got), names);
		break;
	case KIND_TEXT:
	case KIND_DRAWS:
		break;
	}
}
