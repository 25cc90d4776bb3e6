/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mistake.h"

#include <stdio.h>
#include <string.h>

#include "compare.h"
#include "vectors/format/number.h"

enum { WHY = 256, LARGE = 16 };

enum dpmf_status mistakes_open(struct mistakes *m, struct dpmf_error *error)
{
	*m = (struct mistakes){ json_array(), json_array(), json_array(), json_array() };
	if (m->known != NULL && m->against != NULL && m->guessed != NULL && m->plain != NULL)
		return DPMF_OK;
	mistakes_close(m);
	return dpmf_fail(error, DPMF_FAILED, "memory is short");
}

void mistakes_close(struct mistakes *m)
{
	json_decref(m->known);
	json_decref(m->against);
	json_decref(m->guessed);
	json_decref(m->plain);
}

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
	const char *output;
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

/* Enters what the answer says of the mistake f in this output. A large number is not hit by chance: then it need not be what all
   tests say. */
static void weigh(const struct integers *x, change f, wide with, const char *form, const char *name, struct mistakes *m)
{
	char of_output[MISTAKE_TEXT];
	bool moved = false, same = true, zero = f != opposite, large = false;

	for (size_t i = 0; i < x->n; i++) {
		const wide y = f(x->expected[i], with);
		large |= y > LARGE || y < -LARGE;
		same &= y == x->got[i];
		moved |= y != x->expected[i] || x->got[i] != x->expected[i];
		zero &= y == 0;
	}
	if (zero) /* so much else makes of it */
		return;
	snprintf(of_output, sizeof of_output, "%s%c%s", x->output, MISTAKE_MARK, form);
	if (moved && same && large)
		mistake_add(m->guessed, of_output, name);
	else if (moved)
		mistake_add(same ? m->known : m->against, of_output, name);
}

/* Of these all arithmetic makes one another. */
static bool are_bits(const struct integers *x)
{
	for (size_t i = 0; i < x->n; i++)
		if (x->expected[i] < 0 || x->expected[i] > 1 || x->got[i] < 0 || x->got[i] > 1)
			return false;
	return true;
}

/* None is more than one off. */
static bool is_rounded_otherwise(const struct integers *x)
{
	for (size_t i = 0; i < x->n; i++)
		if (x->got[i] - x->expected[i] > 1 || x->expected[i] - x->got[i] > 1)
			return false;
	return true;
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

static void with_inputs(const json_t *test, const struct integers *x, struct mistakes *m)
{
	const char *name;
	json_t *input;
	wide value;

	json_object_foreach(json_object_get(test, "inputs"), name, input) {
		if (!wide_of(input, &value) || value == 0)
			continue;
		weigh(x, plus, value, "%s too much is added", name, m);
		weigh(x, plus, -value, "%s is not added, or subtracted once too often", name, m);
		if (value > 1 && value < INT32_MAX)
			weigh(x, times, value, "a factor %s too many", name, m);
		if (value > 1)
			weigh(x, over, value, "a factor %s is missing", name, m);
	}
}

/* A tie says nothing of tests that are none. */
static void tie(const json_t *test, const struct integers *x, struct mistakes *m)
{
	bool wrong = false;

	for (size_t i = 0; i < x->n; i++)
		wrong |= x->got[i] != x->expected[i];
	if (has_flag(test, "Tie") && wrong && is_rounded_otherwise(x))
		mistake_add(m->guessed, "a tie is rounded the other way (half to even is meant)", "");
	else if (wrong && x->n > 1 && is_rounded_otherwise(x) && !are_bits(x))
		mistake_add(m->plain, "some elements are one off: they are rounded in another way", "");
}

static void mistake_integer(const json_t *test, const char *output, const json_t *expected, const json_t *got, struct mistakes *m)
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
	struct integers x = { .output = output };

	if (!flatten(expected, got, &x) || x.n == 0)
		return;
	tie(test, &x, m);
	if (are_bits(&x)) {
		weigh(&x, opposite, 0, "yes and no are exchanged", "", m);
		weigh(&x, plus, 1, "off by one: one too many", "", m);
		weigh(&x, plus, -1, "off by one: one too few", "", m);
		return;
	}
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		weigh(&x, known[i].f, known[i].with, known[i].name, "", m);
	with_inputs(test, &x, m);
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

static void mistake_bytes(const char *expected, const char *got, struct mistakes *m)
{
	static const char *const turned[] = { "words of 2 bytes are written highest byte first", "words of 4 bytes are written highest byte first",
		"words of 8 bytes are written highest byte first" };
	const size_t n = strlen(expected) / 2;

	if (strcmp(expected, got) == 0)
		return;
	for (size_t i = 0; i < 3 && n > 0; i++)
		if (is_turned(expected, got, (size_t)2 << i))
			mistake_add(m->guessed, turned[i], "");
	if (n > 0 && is_turned(expected, got, n))
		mistake_add(m->guessed, "the bytes stand in reverse order", "");
	if (*got != '\0' && strlen(got) < 2 * n && strncmp(expected, got, strlen(got)) == 0)
		mistake_add(m->plain, "it ends too soon", "");
}

void mistake_names(const json_t *test, const struct field *field, const json_t *expected, const json_t *got, struct mistakes *m)
{
	const json_t *value = json_object_get(expected, "value");
	unsigned long long worst = 0;
	char why[WHY];

	switch (field->kind) {
	case KIND_INTEGER:
	case KIND_INTEGERS:
		mistake_integer(test, field->name, value, got, m);
		break;
	case KIND_DOUBLE:
	case KIND_DOUBLES:
	case KIND_ROWS:
		if (!compare_output(expected, got, why, &worst))
			mistake_real(test, expected, got, m);
		break;
	case KIND_BYTES:
		mistake_bytes(json_string_value(value), json_string_value(got), m);
		break;
	case KIND_TEXT:
	case KIND_DRAWS:
		break;
	}
}
