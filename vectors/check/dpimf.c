/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "check.h"
#include "core/vector.h"
#include "inputs.h"
#include "mech/dpimf/kernels.h"
#include "noise/textbook.h"
#include "vectors/format/number.h"
#include "solve/ball_qp.h"

enum { ROOM = INPUT_COORDINATES, MOST_DRAWS = 2 * ROOM };

static void bounds_of(double c, size_t d, double keep, double sense[5])
{
	sense[1] = dpmf_dpimf_bound_first(c, d);
	sense[0] = sense[1] + dpmf_dpimf_bound_full(c, d) + 1;
	sense[2] = keep * dpmf_dpimf_bound_full(c, d);
	sense[3] = keep * dpmf_dpimf_bound_triu(c, d);
	sense[4] = keep;
}

/* Each over the profiles; the largest of them in sense. */
static void senses_of(const struct vector *p, size_t users, double keep, double each[4][ROOM], double sense[5])
{
	const size_t d = p->n / users;

	memset(sense, 0, 4 * sizeof *sense);
	for (size_t u = 0; u < users; u++) {
		const double *profile = p->x + u * d;

		each[0][u] = dpmf_dpimf_delta_loss(profile, d);
		each[1][u] = dpmf_dpimf_delta_first(profile, d);
		each[2][u] = dpmf_dpimf_delta_full(profile, d, keep);
		each[3][u] = dpmf_dpimf_delta_triu(profile, d, keep);
		for (size_t s = 0; s < 4; s++)
			sense[s] = fmax(sense[s], each[s][u]);
	}
	sense[4] = keep;
}

CHECK(dpimf_sensitivity)
{
	static const char *const names[] = { "loss", "first", "full", "triu" };
	double alpha0, bound, each[4][ROOM], delta[5], bounds[5];
	struct vector p;
	size_t users;
	int failed = 0;

	(void)expected;
	if (!input_rows(inputs, "p", &p, &users) || !input_double(inputs, "alpha0", &alpha0) || !input_double(inputs, "bound", &bound))
		return CHECK_MALFORMED;
	if (users == 0 || p.n == 0 || !all_finite(p.x, p.n) || !(alpha0 >= 0 && alpha0 <= 1) || !(bound > 0) || isinf(bound))
		return CHECK_REFUSES;
	senses_of(&p, users, 1 - alpha0, each, delta);
	bounds_of(bound, p.n / users, 1 - alpha0, bounds);
	for (size_t s = 0; s < 4; s++)
		failed |= json_object_set_new(got, names[s], book_doubles(each[s], users));
	failed |= json_object_set_new(got, "delta", book_doubles(delta, 5)) | json_object_set_new(got, "bounds", book_doubles(bounds, 5));
	return failed == 0 ? CHECKED : CHECK_FAILED;
}

struct item {
	const char *scheme;
	size_t users, d, count, draws;
	int64_t user[ROOM];
	struct vector p, w, beta;
	double alpha0, lambda, epsilon, bound, keep;
	struct tape_bytes tape;
};

struct state {
	double draw[MOST_DRAWS], delta[3], scale[3], all[ROOM], item[ROOM], first[ROOM], second[ROOM], noise[ROOM];
};

static bool read_item(const json_t *inputs, struct item *c)
{
	size_t n;

	memset(c, 0, sizeof *c);
	c->scheme = json_string_value(json_object_get(inputs, "scheme"));
	if (c->scheme == NULL || !input_rows(inputs, "p", &c->p, &c->users) || !input_i64s(inputs, "user", c->user, &c->count) ||
	    !input_vector(inputs, "w", &c->w) || !input_double(inputs, "alpha0", &c->alpha0) || !input_double(inputs, "lambda", &c->lambda) ||
	    !input_double(inputs, "epsilon", &c->epsilon) || !input_vector(inputs, "beta", &c->beta) ||
	    !input_double(inputs, "bound", &c->bound) || !input_tape(inputs, "tape", &c->tape) || c->w.n != c->count || c->beta.n != 3)
		return false;
	c->d = c->users == 0 ? 0 : c->p.n / c->users;
	c->keep = strcmp(c->scheme, "str") == 0 ? 1 : 1 - c->alpha0;
	n = strcmp(c->scheme, "sym") == 0 ? c->d * (c->d + 1) / 2 : c->d * c->d;
	c->draws = c->d + (c->keep > 0 ? n + 1 : 0);
	return c->d * c->d <= ROOM;
}

static bool users_allowed(const struct item *c)
{
	for (size_t a = 0; a < c->count; a++) {
		if (c->user[a] < 0 || (uint64_t)c->user[a] >= c->users || !(c->w.x[a] >= 1))
			return false;
		for (size_t b = 0; b < a; b++)
			if (c->user[a] == c->user[b])
				return false;
	}
	for (size_t u = 0; u < c->users && c->bound > 0; u++)
		if (dpmf_l2(c->p.x + u * c->d, c->d) > c->bound * (1 + 0x1p-40))
			return false;
	return true;
}

static bool in_domain(const struct item *c)
{
	const double number[] = { c->lambda, c->epsilon, c->bound };

	return (strcmp(c->scheme, "str") == 0 || strcmp(c->scheme, "com") == 0 || strcmp(c->scheme, "sym") == 0) && c->d > 0 &&
	       users_allowed(c) && all_finite(number, 3) && all_finite(c->p.x, c->p.n) && all_finite(c->w.x, c->w.n) &&
	       all_finite(c->beta.x, 3) && c->alpha0 >= 0 && c->alpha0 <= 1 && c->lambda > 0 && c->epsilon > 0 && c->bound >= 0 &&
	       c->beta.x[0] > 0 && c->beta.x[1] > 0 && c->beta.x[2] > 0 && c->tape.length == 8 * c->draws;
}

static void calibrate(const struct item *c, struct state *s)
{
	const bool whole = strcmp(c->scheme, "str") == 0;
	double each[4][ROOM], sense[5];

	if (c->bound > 0)
		bounds_of(c->bound, c->d, 1 - c->alpha0, sense);
	else
		senses_of(&c->p, c->users, 1 - c->alpha0, each, sense);
	for (size_t k = 0; k < 3; k++) {
		const size_t of[] = { 1, strcmp(c->scheme, "sym") == 0 ? 3 : 2, 4 };

		s->delta[k] = sense[whole ? 0 : of[k]];
		s->scale[k] = s->delta[k] / (whole || c->keep == 0 ? c->epsilon : c->epsilon * c->beta.x[k]);
	}
}

static void accumulate(const struct item *c, struct state *s)
{
	for (size_t u = 0; u < c->users; u++)
		dpmf_dpimf_add_second(c->p.x + u * c->d, c->d, 1, s->all);
	for (size_t a = 0; a < c->count; a++) {
		dpmf_dpimf_add_second(c->p.x + (size_t)c->user[a] * c->d, c->d, c->w.x[a], s->item);
		dpmf_dpimf_add_first(c->p.x + (size_t)c->user[a] * c->d, c->d, c->w.x[a], s->first);
	}
	memcpy(s->second, s->item, sizeof s->second);
	dpmf_dpimf_mix(c->keep, c->alpha0, s->all, c->d * c->d, s->second);
	for (size_t j = 0; j < c->d; j++)
		s->second[j * c->d + j] += c->lambda * dpmf_dpimf_regularizer(c->keep, c->alpha0, (double)c->count, (double)c->users);
}

static void perturb(const struct item *c, struct state *s)
{
	const double *second = s->draw + c->d;
	struct dpmf_stream stream;

	dpmf_stream_tape(&stream, c->tape.bytes, c->tape.length);
	for (size_t i = 0; i < c->draws; i++)
		s->draw[i] = dpmf_laplace(&stream, 1);
	if (c->keep == 0)
		return;
	if (strcmp(c->scheme, "sym") == 0)
		dpmf_dpimf_symmetric(second, c->d, s->noise);
	else
		memcpy(s->noise, second, c->d * c->d * sizeof *second);
	for (size_t i = 0; i < c->d * c->d; i++)
		s->noise[i] *= s->scale[1];
}

static int put_rows(json_t *got, const char *name, const double *x, size_t d)
{
	json_t *list = json_array();

	for (size_t i = 0; i < d; i++)
		json_array_append_new(list, book_doubles(x + i * d, d));
	return json_object_set_new(got, name, list);
}

static int put_perturbed(const struct item *c, const struct state *s, json_t *got)
{
	const double eta = c->keep == 0 ? 0 : c->lambda * s->scale[2] * s->draw[c->draws - 1];
	double first[ROOM], second[ROOM], q[ROOM];
	struct dpmf_ball_qp qp;
	struct dpmf_error error;

	memcpy(first, s->first, sizeof first);
	dpmf_add_scaled(s->scale[0], s->draw, c->d, first);
	memcpy(second, s->second, sizeof second);
	dpmf_add_scaled(1, s->noise, c->d * c->d, second);
	for (size_t j = 0; j < c->d; j++)
		second[j * c->d + j] += eta;
	if (dpmf_ball_qp_open(&qp, c->d, &error) != DPMF_OK)
		return 1;
	const enum dpmf_status status = dpmf_ball_qp_solve(&qp, second, first, sqrt(1 / c->lambda), q, NULL, &error);

	dpmf_ball_qp_close(&qp);
	return status != DPMF_OK || json_object_set_new(got, "noisy_1", book_doubles(first, c->d)) ||
	       put_rows(got, "noisy_2", second, c->d) || json_object_set_new(got, "q", book_doubles(q, c->d));
}

CHECK(dpimf_coefficients)
{
	struct item c;
	struct state s = { .draw = { 0 } };

	(void)expected;
	if (!read_item(inputs, &c))
		return CHECK_MALFORMED;
	if (!in_domain(&c))
		return CHECK_REFUSES;
	calibrate(&c, &s);
	accumulate(&c, &s);
	perturb(&c, &s);
	return (json_object_set_new(got, "draw", book_doubles(s.draw, c.draws)) | json_object_set_new(got, "delta", book_doubles(s.delta, 3)) |
	        json_object_set_new(got, "scale", book_doubles(s.scale, 3)) | put_rows(got, "g_all", s.all, c.d) |
	        put_rows(got, "g_item", s.item, c.d) | json_object_set_new(got, "a_1", book_doubles(s.first, c.d)) |
	        put_rows(got, "a_2", s.second, c.d) | put_rows(got, "noise", s.noise, c.d) | put_perturbed(&c, &s, got)) == 0 ?
	       CHECKED : CHECK_FAILED;
}
