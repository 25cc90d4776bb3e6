/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/social.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct moments {
	size_t count;
	double x, y; /* means */
	double xx, yy, xy;
};

/* Both rows ascend; `step` sees the two ratings of every common item. */
static void each_common(const struct dpmf_ratings *r, size_t one, size_t other, struct moments *m,
                        void (*step)(struct moments *m, double x, double y))
{
	size_t a = r->row[one], b = r->row[other];

	while (a < r->row[one + 1] && b < r->row[other + 1]) {
		if (r->item[a] < r->item[b])
			a++;
		else if (r->item[a] > r->item[b])
			b++;
		else
			step(m, r->value[a++], r->value[b++]);
	}
}

static void add_up(struct moments *m, double x, double y)
{
	m->count++;
	m->x += x;
	m->y += y;
}

static void add_products(struct moments *m, double x, double y)
{
	m->xx += (x - m->x) * (x - m->x);
	m->yy += (y - m->y) * (y - m->y);
	m->xy += (x - m->x) * (y - m->y);
}

double dpmf_social_similarity(const struct dpmf_ratings *ratings, size_t one, size_t other)
{
	struct moments m = { 0 };
	double r;

	each_common(ratings, one, other, &m, add_up);
	if (m.count < 2)
		return 0.5;
	m.x /= (double)m.count;
	m.y /= (double)m.count;
	each_common(ratings, one, other, &m, add_products);
	if (!(m.xx > 0) || !(m.yy > 0))
		return 0.5;
	r = m.xy / (sqrt(m.xx) * sqrt(m.yy));
	return (1 + fmin(fmax(r, -1), 1)) / 2;
}

/* The indices of an edge's ends, or false when it is to be left out. */
static bool ends_of(const struct dpmf_edge *edge, const struct dpmf_ratings *train, size_t *from, size_t *to)
{
	*from = dpmf_ratings_find_user(train, edge->from);
	*to = dpmf_ratings_find_user(train, edge->to);
	return *from != train->users && *to != train->users && *from != *to && train->row[*to] < train->row[*to + 1];
}

/* The edges are sorted by the ids of (from, to), and indices ascend with ids. */
static void fill_rows(const struct dpmf_edges *edges, const struct dpmf_ratings *train, struct dpmf_social *s)
{
	for (size_t e = 0; e < edges->count; e++) {
		size_t from, to;

		if (!ends_of(&edges->edge[e], train, &from, &to)) {
			s->dropped++;
			continue;
		}
		s->trustee[s->count] = (uint32_t)to;
		s->similarity[s->count++] = dpmf_social_similarity(train, from, to);
		s->row[from + 1] = s->count;
		s->column[to + 1]++;
	}
	for (size_t i = 0; i < s->users; i++) {
		if (s->row[i + 1] < s->row[i])
			s->row[i + 1] = s->row[i];
		s->column[i + 1] += s->column[i];
	}
}

static void fill_columns(struct dpmf_social *s, size_t *next)
{
	memcpy(next, s->column, s->users * sizeof *next);
	for (size_t i = 0; i < s->users; i++)
		for (size_t e = s->row[i]; e < s->row[i + 1]; e++) {
			const size_t at = next[s->trustee[e]]++;

			s->truster[at] = (uint32_t)i;
			s->where[at] = (uint32_t)e;
		}
}

static enum dpmf_status allocate(size_t users, size_t edges, struct dpmf_social *s, struct dpmf_error *error)
{
	const size_t room = edges ? edges : 1;

	*s = (struct dpmf_social){ .users = users };
	s->row = calloc(users + 1, sizeof *s->row);
	s->column = calloc(users + 1, sizeof *s->column);
	s->trustee = malloc(room * sizeof *s->trustee);
	s->similarity = malloc(room * sizeof *s->similarity);
	s->truster = malloc(room * sizeof *s->truster);
	s->where = malloc(room * sizeof *s->where);
	if (s->row && s->column && s->trustee && s->similarity && s->truster && s->where)
		return DPMF_OK;
	dpmf_social_free(s);
	return dpmf_fail(error, DPMF_FAILED, "no memory for a trust list of %zu edges", edges);
}

enum dpmf_status dpmf_social_build(const struct dpmf_edges *edges, const struct dpmf_ratings *train,
                                   struct dpmf_social *social, struct dpmf_error *error)
{
	struct dpmf_social made;
	enum dpmf_status status = allocate(train->users, edges->count, &made, error);
	size_t *next;

	if (status != DPMF_OK)
		return status;
	fill_rows(edges, train, &made);
	next = malloc((train->users ? train->users : 1) * sizeof *next);
	if (made.count == 0)
		status = dpmf_fail(error, DPMF_INPUT, "of the trust list's %zu edges none joins two different users of whom the "
		                   "trusted one has ratings to train on: give the list that belongs to these ratings", edges->count);
	else if (!next)
		status = dpmf_fail(error, DPMF_FAILED, "no memory for %zu users", train->users);
	if (status == DPMF_OK) {
		fill_columns(&made, next);
		*social = made;
	} else {
		dpmf_social_free(&made);
	}
	free(next);
	return status;
}

void dpmf_social_free(struct dpmf_social *social)
{
	free(social->row);
	free(social->trustee);
	free(social->similarity);
	free(social->column);
	free(social->truster);
	free(social->where);
	memset(social, 0, sizeof *social);
}
