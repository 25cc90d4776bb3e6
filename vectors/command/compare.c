/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vectors/format/number.h"

enum { WHY = 256 };

struct comparison {
	bool enclosure;
	uint64_t ulps;
	char *why;
	unsigned long long *worst;
};

static bool inside(const struct comparison *c, const json_t *expected, const json_t *got)
{
	double lo, hi, x;
	char text[3][32];

	if (!number_get_double(json_object_get(expected, "lo"), &lo) || !number_get_double(json_object_get(expected, "hi"), &hi) ||
	    !(lo <= hi) || !number_get_double(got, &x)) {
		snprintf(c->why, WHY, "an end of the enclosure is no number, or its hex and bits disagree, or they are the wrong way round");
		return false;
	}
	if (lo <= x && x <= hi)
		return true;
	number_hex(lo, text[0]);
	number_hex(hi, text[1]);
	number_hex(x, text[2]);
	snprintf(c->why, WHY, "%s lies outside [%s, %s]: %llu ulps from the nearer end", text[2], text[0], text[1],
	         (unsigned long long)number_ulps(x < lo ? lo : hi, x));
	return false;
}

static bool near(const struct comparison *c, const json_t *expected, const json_t *got)
{
	double want, x;
	char text[2][32];

	if (!number_get_double(expected, &want) || !number_get_double(got, &x)) {
		snprintf(c->why, WHY, "the expected value is no number, or its hex and bits disagree");
		return false;
	}
	const uint64_t distance = number_ulps(want, x);
	if (distance > *c->worst)
		*c->worst = distance;
	if (distance <= c->ulps)
		return true;
	number_hex(want, text[0]);
	number_hex(x, text[1]);
	snprintf(c->why, WHY, "expected %s, got %s: %llu ulps apart", text[0], text[1], (unsigned long long)distance);
	return false;
}

static bool walk(const struct comparison *c, const json_t *expected, const json_t *got)
{
	size_t i;
	json_t *one;

	if (!json_is_array(expected))
		return c->enclosure ? inside(c, expected, got) : near(c, expected, got);
	if (!json_is_array(got) || json_array_size(got) != json_array_size(expected)) {
		snprintf(c->why, WHY, "expected %zu elements, got %zu", json_array_size(expected), json_array_size(got));
		return false;
	}
	json_array_foreach(expected, i, one)
		if (!walk(c, one, json_array_get(got, i))) {
			char rest[WHY];
			snprintf(rest, sizeof rest, "element %zu: %.200s", i, c->why);
			memcpy(c->why, rest, sizeof rest);
			return false;
		}
	return true;
}

static bool equal(const json_t *expected, const json_t *got, char *why)
{
	char *want, *have;
	size_t at = 0;

	if (json_equal(expected, got))
		return true;
	want = json_dumps(expected, JSON_ENCODE_ANY | JSON_PRESERVE_ORDER | JSON_COMPACT);
	have = json_dumps(got, JSON_ENCODE_ANY | JSON_PRESERVE_ORDER | JSON_COMPACT);
	if (want != NULL && have != NULL) {
		while (want[at] != '\0' && want[at] == have[at])
			at++;
		at = at > 40 ? at - 40 : 0;
		snprintf(why, WHY, "expected %s%.90s, got %s%.90s", at > 0 ? "..." : "", want + at, at > 0 ? "..." : "", have + at);
	} else {
		snprintf(why, WHY, "the values differ");
	}
	free(want);
	free(have);
	return false;
}

bool compare_output(const json_t *expected, const json_t *got, char *why, unsigned long long *worst)
{
	const char *how = json_string_value(json_object_get(expected, "compare"));
	const json_t *value = json_object_get(expected, "value");
	struct comparison c = { .enclosure = strcmp(how, "enclosure") == 0, .why = why, .worst = worst };

	if (strcmp(how, "exact") == 0)
		return equal(value, got, why);
	if (strncmp(how, "ulp:", 4) == 0)
		c.ulps = strtoull(how + 4, NULL, 10);
	return walk(&c, value, got);
}
