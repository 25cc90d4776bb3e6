/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Neighbours are made in the input file, before anything is held out of it. */
#include <stdarg.h>
#include <stdio.h>

#include "audit/release/world.h"
#include "noise/exact.h"

static const double low = 1, high = 5;

static size_t below(struct dpmf_stream *stream, size_t limit)
{
	return (size_t)dpmf_uniform_below(stream, limit);
}

static void say(struct world_neighbour *n, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(struct world_neighbour *n, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(n->what, sizeof n->what, format, arguments);
	va_end(arguments);
}

/* The far end of the range. */
static double mirror(double rating)
{
	return rating > (low + high) / 2 ? low : high;
}

/* One that is there, or is not there. */
static bool find(const struct world *w, bool there, struct dpmf_stream *stream, size_t *user, size_t *item)
{
	const size_t start = below(stream, WORLD_CELLS);

	for (size_t i = 0; i < WORLD_CELLS; i++) {
		const size_t place = (start + i) % WORLD_CELLS;

		*user = place / WORLD_ITEMS;
		*item = place % WORLD_ITEMS;
		if (w->cell[*user][*item].there == there)
			return true;
	}
	return false;
}

/* The first rater of the item, the last one, or the only one. */
static bool find_rater(const struct world *w, size_t item, bool last, size_t *user)
{
	for (size_t i = 0; i < WORLD_USERS; i++) {
		*user = last ? WORLD_USERS - 1 - i : i;
		if (w->cell[*user][item].there)
			return true;
	}
	return false;
}

static bool find_rated(const struct world *w, size_t user, size_t *item)
{
	for (*item = 0; *item < WORLD_ITEMS; ++*item)
		if (w->cell[user][*item].there)
			return true;
	return false;
}

/* Where something may be forgotten; *where says so. */
static void find_corner(const struct world *w, struct dpmf_stream *stream, size_t *user, size_t *item, const char **where)
{
	const size_t kind = below(stream, 4);
	bool found = false;

	*item = kind == 0 ? WORLD_ITEMS - 2 : below(stream, WORLD_ITEMS);
	*where = kind == 0 ? "its only rater" : kind == 1 ? "its first rater" : kind == 2 ? "its last rater" : "the user's only one";
	if (kind < 3)
		found = find_rater(w, *item, kind == 2, user);
	if (kind == 3) {
		*user = WORLD_USERS - 2;
		found = find_rated(w, *user, item);
	}
	if (found)
		return;
	find(w, true, stream, user, item);
	*where = "any";
}

static void change_row_values(struct world_neighbour *n, size_t user)
{
	n->user = user;
	n->changes = 0;
	for (size_t i = 0; i < WORLD_ITEMS; i++)
		if (n->world.cell[user][i].there) {
			n->world.cell[user][i].rating = mirror(n->world.cell[user][i].rating);
			n->changes++;
		}
	say(n, "all %zu ratings of user %zu go to the other end of the range", n->changes, user + 1);
}

static void change_value(const struct world *w, bool adversarial, struct dpmf_stream *stream, struct world_neighbour *n)
{
	const char *where = "any";
	struct world_cell *cell;
	size_t user, item;
	double before;

	if (adversarial && below(stream, 4) == 0) {
		change_row_values(n, below(stream, WORLD_USERS - 1));
		return;
	}
	if (adversarial)
		find_corner(w, stream, &user, &item, &where);
	else
		find(w, true, stream, &user, &item);
	cell = &n->world.cell[user][item];
	before = cell->rating;
	cell->rating = adversarial ? mirror(before) : low + (double)below(stream, 9) / 2;
	if (cell->rating == before)
		cell->rating = mirror(before);
	n->user = user;
	n->changes = 1;
	say(n, "user %zu's rating of item %zu (%s) goes from %g to %g", user + 1, item + 1, where, before, cell->rating);
}

static void change_time(struct world_neighbour *n, size_t user, size_t item, unsigned to)
{
	struct world_cell *cell = &n->world.cell[user][item];

	n->user = user;
	n->changes = 2; /* one interaction less and one more */
	say(n, "the time of user %zu's interaction with item %zu goes from %u to %u", user + 1, item + 1, cell->time, to);
	cell->time = to;
}

static void toggle(struct world_neighbour *n, size_t user, size_t item, const char *where)
{
	struct world_cell *cell = &n->world.cell[user][item];

	cell->there = !cell->there;
	n->user = user;
	n->changes = 1;
	say(n, "user %zu's interaction with item %zu (%s) is %s", user + 1, item + 1, where, cell->there ? "added" : "removed");
}

static void change_interaction(const struct world *w, bool adversarial, struct dpmf_stream *stream, struct world_neighbour *n)
{
	const size_t kind = below(stream, 4);
	const char *where = "any";
	size_t user, item;

	if (kind == 0) {
		find(w, true, stream, &user, &item);
		change_time(n, user, item, adversarial ? (below(stream, 2) ? 0 : 9) : (unsigned)(1 + below(stream, 6)));
	} else if (!adversarial) {
		toggle(n, below(stream, WORLD_USERS), below(stream, WORLD_ITEMS), where);
	} else if (kind == 1) {
		toggle(n, below(stream, WORLD_USERS), WORLD_ITEMS - 1, "which nobody had");
	} else if (kind == 2) {
		toggle(n, WORLD_USERS - 1, below(stream, WORLD_ITEMS), "of a user who had none");
	} else {
		find_corner(w, stream, &user, &item, &where);
		toggle(n, user, item, where);
	}
}

static void set_row(struct world_neighbour *n, size_t user, bool there, double rating)
{
	for (size_t i = 0; i < WORLD_ITEMS; i++) {
		n->world.cell[user][i].there = there;
		n->world.cell[user][i].rating = rating;
	}
}

static void redraw_row(struct world_neighbour *n, size_t user, struct dpmf_stream *stream)
{
	for (size_t i = 0; i < WORLD_ITEMS; i++)
		n->world.cell[user][i] = (struct world_cell){ below(stream, 2) == 1, low + (double)below(stream, 9) / 2,
		                                              (unsigned)(1 + below(stream, 6)) };
}

static void change_row(const struct world *w, bool adversarial, struct dpmf_stream *stream, struct world_neighbour *n)
{
	const size_t kind = adversarial ? below(stream, 6) : 6;
	size_t user = below(stream, WORLD_USERS), other = below(stream, WORLD_USERS);

	if (kind == 4)
		user = WORLD_USERS - 1;
	if (kind == 5)
		find_rater(w, WORLD_ITEMS - 2, false, &user);
	n->user = user;
	n->changes = 1;
	switch (kind) {
	case 0: case 5: set_row(n, user, false, low); break;
	case 1: case 4: set_row(n, user, true, high); break;
	case 2: set_row(n, user, true, low); break;
	case 3: for (size_t i = 0; i < WORLD_ITEMS; i++) n->world.cell[user][i] = w->cell[other][i]; break;
	default: redraw_row(n, user, stream);
	}
	say(n, "user %zu's row is %s", user + 1, kind == 0 ? "emptied" : kind == 1 ? "filled with the highest rating" :
	    kind == 2 ? "filled with the lowest rating" : kind == 3 ? "another user's" : kind == 4 ? "filled, and was empty" :
	    kind == 5 ? "emptied, who was an item's only rater" : "drawn anew");
}

void world_neighbour_draw(const struct world *world, enum boundary_relation relation, bool adversarial, struct dpmf_stream *stream,
                          struct world_neighbour *n)
{
	*n = (struct world_neighbour){ .world = *world };
	switch (relation) {
	case BOUNDARY_VALUE: change_value(world, adversarial, stream, n); break;
	case BOUNDARY_INTERACTION: change_interaction(world, adversarial, stream, n); break;
	case BOUNDARY_ROW: change_row(world, adversarial, stream, n); break;
	}
}
