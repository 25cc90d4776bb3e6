/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/dpmf-rp/errors.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/vector.h"
#include "mech/dpmf-rp/kernels.h"

struct scene {
	const struct dpmf_rp_round *round;
	const uint32_t *user;
	size_t count, factors, items;
	double unit;                 /* of a sum of f in G's units */
	double *gradient, *expanded; /* m x k */
	double *b;                   /* p x k */
	double *flat, *mean;         /* p' x k: a message, and the mean of the sum's error */
};

static double square_of(const double *x, size_t n)
{
	return dpmf_dot(x, x, n);
}

/* |S'x - of|^2 in G's units, of NULL: 0. */
static double distance(struct scene *s, const struct dpmf_projection *projection, const double *x, const double *of)
{
	dpmf_projection_expand(projection, x, s->factors, s->expanded);
	if (of)
		dpmf_add_scaled(-1, of, s->items * s->factors, s->expanded);
	return s->unit * s->unit * square_of(s->expanded, s->items * s->factors);
}

/* The users' clipped gradients added up as they are, without S. */
static enum dpmf_status add_up(struct scene *s, const struct dpmf_rp_options *plain, const struct dpmf_key *key, struct dpmf_error *error)
{
	struct dpmf_projection whole;
	struct dpmf_rp_round round = *s->round;
	enum dpmf_status status = dpmf_projection_draw(s->items, s->items, key, &whole, error);

	if (status != DPMF_OK)
		return status;
	round.options = plain;
	round.projection = &whole;
	status = dpmf_rp_sum_ideal(&round, s->user, s->count, s->gradient, error);
	dpmf_projection_free(&whole);
	return status;
}

static double projection_error(struct scene *s, const struct dpmf_projection *projection)
{
	dpmf_projection_compress(projection, s->gradient, s->factors, s->b);
	return distance(s, projection, s->b, s->gradient);
}

static enum dpmf_status fresh_error(struct scene *s, const struct dpmf_key *key, uint64_t number, struct dpmf_rp_errors *errors,
                                    struct dpmf_error *error)
{
	struct dpmf_projection fresh;
	struct dpmf_key child;
	char name[48];
	enum dpmf_status status;

	snprintf(name, sizeof name, "projection of an onlooker %" PRIu64, number);
	dpmf_key_derive(key, name, &child);
	status = dpmf_projection_draw(s->items, s->round->projection->rows, &child, &fresh, error);
	if (status != DPMF_OK)
		return status;
	errors->fresh += projection_error(s, &fresh);
	dpmf_projection_free(&fresh);
	return DPMF_OK;
}

/* One user's part in the variance of the sum's estimate; its part in the mean of the error goes to s->mean. */
static double add_user(struct scene *s)
{
	const struct dpmf_rp_options *options = s->round->options;
	const struct dpmf_rp_scale *scale = s->round->scale;
	const double theta = dpmf_rp_theta(options), q = options->quanta, step = scale->server / (q * theta);
	double variance = 0;

	dpmf_projection_flatten(s->round->projection, s->flat, s->factors, s->flat);
	for (size_t l = 0; l < s->round->projection->padded * s->factors; l++) {
		const double most = scale->cut ? theta : 0.5;
		const double chance = 0.5 + fmax(-most, fmin(most, theta * s->flat[l] / scale->user));

		s->mean[l] += dpmf_rp_estimate(q * chance, 1, q, theta, scale->server) - s->flat[l];
		variance += q * chance * (1 - chance) * step * step;
	}
	return variance;
}

/* Every row of S'(B' - B) has the variance of a row of B', and each of those that of a flattened one in the mean
   (proofs/theory/Privatization.v). */
static enum dpmf_status expect(struct scene *s, const struct dpmf_rp_options *plain, struct dpmf_rp_errors *errors)
{
	const struct dpmf_projection *projection = s->round->projection;
	struct dpmf_rp_round round = *s->round;
	double variance = 0, bias;

	round.options = plain;
	for (size_t i = 0; i < s->count; i++) {
		if (dpmf_rp_message(&round, s->user[i], s->flat) != DPMF_OK)
			return DPMF_FAILED;
		variance += add_user(s);
	}
	dpmf_projection_reverse(projection, s->mean, s->factors);
	bias = distance(s, projection, s->mean, NULL);
	errors->bias += bias;
	errors->expected += bias + s->unit * s->unit * (double)s->items * variance / (double)projection->padded;
	return DPMF_OK;
}

static enum dpmf_status measure(struct scene *s, const struct dpmf_key *key, uint64_t number, const double *estimate,
                                struct dpmf_rp_errors *errors, struct dpmf_error *error)
{
	const struct dpmf_projection *projection = s->round->projection;
	struct dpmf_rp_options plain = *s->round->options;
	struct dpmf_rp_errors more = *errors;
	enum dpmf_status status;

	plain.noise = false;
	status = add_up(s, &plain, key, error);
	if (status == DPMF_OK)
		status = fresh_error(s, key, number, &more, error);
	if (status != DPMF_OK)
		return status;
	more.gradient += s->unit * s->unit * square_of(s->gradient, s->items * s->factors);
	more.projection += projection_error(s, projection);
	dpmf_add_scaled(-1, estimate, projection->rows * s->factors, s->b);
	more.privatization += distance(s, projection, s->b, NULL);
	more.total += distance(s, projection, estimate, s->gradient);
	if (s->round->options->noise && expect(s, &plain, &more) != DPMF_OK)
		return dpmf_fail(error, DPMF_FAILED, "a user's gradient could not be found again");
	more.rounds++;
	*errors = more;
	return DPMF_OK;
}

enum dpmf_status dpmf_rp_errors_add(const struct dpmf_rp_round *round, const struct dpmf_key *key, uint64_t number,
                                    const uint32_t *user, size_t count, const double *estimate,
                                    struct dpmf_rp_errors *errors, struct dpmf_error *error)
{
	const size_t items = round->projection->items, k = round->options->user.factors, padded = round->projection->padded;
	const size_t whole = items * k, part = round->projection->rows * k, message = padded * k;
	const double n = (double)count;
	double *room = calloc(2 * whole + part + 2 * message, sizeof *room);
	struct scene s = { .round = round, .user = user, .count = count, .factors = k, .items = items,
	                   .unit = 2 * (double)round->ratings->users / (n * n) };
	enum dpmf_status status;

	if (!room)
		return dpmf_fail(error, DPMF_FAILED, "no memory for the gradient of %zu items", items);
	s.gradient = room;
	s.expanded = room + whole;
	s.b = room + 2 * whole;
	s.flat = s.b + part;
	s.mean = s.flat + message;
	status = measure(&s, key, number, estimate, errors, error);
	free(room);
	return status;
}
