/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/engine/stretch.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Whether most numbers were seen several times. */
static bool repeats(const struct stretch_point *sorted, size_t count)
{
	size_t distinct = count > 0;

	for (size_t i = 1; i < count; i++)
		distinct += sorted[i].x > sorted[i - 1].x;
	return distinct <= count / 4;
}

/* The end of the event between a point outside and one inside. */
static double end_between(double outside, double inside, int guess, const struct stretch_teller *teller)
{
	for (int i = 0; i < 60; i++) {
		const double middle = outside + (inside - outside) / 2;

		if (!(middle > fmin(outside, inside) && middle < fmax(outside, inside)))
			break;
		if (teller->guess(teller->context, middle) == guess)
			inside = middle;
		else
			outside = middle;
	}
	return inside;
}

/* Takes the place of the one that caught least, where there is none free. */
static void keep(struct stretches *found, struct stretch fresh)
{
	size_t least = 0;

	found->all++;
	if (found->count < STRETCHES_MOST) {
		found->one[found->count++] = fresh;
		return;
	}
	for (size_t i = 1; i < STRETCHES_MOST; i++)
		if (found->one[i].caught < found->one[least].caught)
			least = i;
	if (found->one[least].caught >= fresh.caught)
		return;
	for (; least + 1 < STRETCHES_MOST; least++)
		found->one[least] = found->one[least + 1];
	found->one[STRETCHES_MOST - 1] = fresh;
}

struct stretches stretch_find(const struct stretch_point *sorted, size_t count, int guess, const struct stretch_teller *teller)
{
	struct stretches found = { .count = 0 };
	const bool grid = repeats(sorted, count);

	for (size_t i = 0, end; i < count; i = end + 1) {
		for (end = i; end < count && sorted[end].guess == guess; end++) {
		}
		if (end == i)
			continue;
		struct stretch fresh = { sorted[i].x, sorted[end - 1].x, end - i };

		if (i == 0)
			fresh.from = -INFINITY;
		else if (!grid)
			fresh.from = end_between(sorted[i - 1].x, fresh.from, guess, teller);
		if (end == count)
			fresh.to = INFINITY;
		else if (!grid)
			fresh.to = end_between(sorted[end].x, fresh.to, guess, teller);
		keep(&found, fresh);
	}
	return found;
}

/* The shortest that reads back as the same double, if it is short; else six digits. */
static int write_number(char *text, size_t room, double x)
{
	char number[40];

	for (int digits = 6; digits <= 9; digits++) {
		snprintf(number, sizeof(number), "%.*g", digits, x);
		if (strtod(number, NULL) == x)
			return snprintf(text, room, "%s", number);
	}
	return snprintf(text, room, "%.6g", x);
}

static size_t write_one(const struct stretch *s, char *text, size_t room)
{
	char from[40], to[40];

	write_number(from, sizeof(from), s->from);
	write_number(to, sizeof(to), s->to);
	if (s->from == s->to)
		return (size_t)snprintf(text, room, " %s", from);
	if (isinf(s->from) && isinf(s->to))
		return (size_t)snprintf(text, room, " any number");
	if (isinf(s->from))
		return (size_t)snprintf(text, room, " at most %s", to);
	if (isinf(s->to))
		return (size_t)snprintf(text, room, " at least %s", from);
	return (size_t)snprintf(text, room, " from %s to %s", from, to);
}

void stretch_describe(const struct stretches *stretches, char *text, size_t room)
{
	size_t used = 0;

	*text = 0;
	for (size_t i = 0; i < stretches->count && used < room; i++) {
		used += (size_t)snprintf(text + used, room - used, "%s", i ? ", or" : "");
		if (used < room)
			used += write_one(&stretches->one[i], text + used, room - used);
	}
	if (stretches->all > stretches->count && used < room)
		snprintf(text + used, room - used, ", or in one of %zu more stretches", stretches->all - stretches->count);
}
