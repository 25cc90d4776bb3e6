/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "dpmf_rp.h"
#include "core/vector.h"
#include "mech/dpmf-rp/kernels.h"
#include "mech/dpmf-rp/schedule.h"
#include "mech/dpmf-rp/sum.h"
#include "noise/door.h"
#include "noise/pbm.h"
#include "vectors/format/number.h"
#include "solve/adam.h"

enum { ROOM = INPUT_COORDINATES, FACTORS = 4 };

struct round {
	bool corrected;
	struct dpmf_key key;
	uint64_t number, users, items, part, theta_steps, quanta, step;
	int64_t user[ROOM], number_of[ROOM];
	struct vector rating, b, mean, square;
	size_t rows, k, count;
	uint32_t item[ROOM], order[ROOM];
	size_t row[ROOM + 1];
	struct dpmf_ratings ratings;
	struct dpmf_rp_options options;
};

/* What comes out; matrices row after row. */
struct outcome {
	double v[ROOM], profile[ROOM], flat[ROOM], sum[ROOM], estimate[ROOM], reversed[ROOM], descent[ROOM];
	int64_t steps[ROOM], message[ROOM];
};

static bool read_numbers(const json_t *inputs, struct round *r)
{
	struct dpmf_rp_options *o = &r->options;

	return input_double(inputs, "lambda", &o->user.lambda) && input_double(inputs, "kappa", &o->user.kappa) &&
	       input_double(inputs, "unobserved", &o->user.unobserved) && input_double(inputs, "most_error", &o->user.most_error) &&
	       input_double(inputs, "most_profile", &o->user.most_profile) && input_double(inputs, "bound", &o->bound) &&
	       input_u64(inputs, "theta_steps", &r->theta_steps) && input_u64(inputs, "quanta", &r->quanta) &&
	       input_double(inputs, "mu", &o->mu) && input_double(inputs, "rate", &o->rate) && input_double(inputs, "beta1", &o->beta1) &&
	       input_double(inputs, "beta2", &o->beta2) && input_u64(inputs, "step", &r->step);
}

static bool read_round(const json_t *inputs, struct round *r)
{
	const char *variant = json_string_value(json_object_get(inputs, "variant"));
	size_t length, items, means, squares;

	memset(r, 0, sizeof *r);
	r->corrected = strcmp(variant, "corrected") == 0;
	if ((!r->corrected && strcmp(variant, "published") != 0) ||
	    !number_get_bytes(json_object_get(inputs, "key"), r->key.bytes, 32, &length) || length != 32 ||
	    !input_u64(inputs, "round", &r->number) || !input_u64(inputs, "users", &r->users) || !input_u64(inputs, "items", &r->items) ||
	    !input_u64(inputs, "part", &r->part) || !input_i64s(inputs, "user", r->user, &r->count) ||
	    !input_i64s(inputs, "item", r->number_of, &items) || !input_vector(inputs, "rating", &r->rating) ||
	    !input_rows(inputs, "b", &r->b, &r->rows) || !input_rows(inputs, "mean", &r->mean, &means) ||
	    !input_rows(inputs, "square", &r->square, &squares) || !read_numbers(inputs, r))
		return false;
	return items == r->count && r->rating.n == r->count && means == r->rows && squares == r->rows && r->rows > 0 && r->b.n > 0 &&
	       r->mean.n == r->b.n && r->square.n == r->b.n && r->users <= ROOM && r->items <= ROOM;
}

/* By user, and of each user by item. */
static bool ratings_allowed(struct round *r)
{
	if (!pairs_allowed(r->user, r->number_of, r->count, r->users, r->items))
		return false;
	for (size_t a = 0; a < r->count; a++) {
		if (a > 0 && (r->user[a] < r->user[a - 1] || (r->user[a] == r->user[a - 1] && r->number_of[a] < r->number_of[a - 1])))
			return false;
		r->item[a] = (uint32_t)r->number_of[a];
		for (size_t i = (size_t)r->user[a]; i < r->users; i++)
			r->row[i + 1]++;
	}
	r->ratings = (struct dpmf_ratings){ .users = r->users, .items = r->items, .count = r->count, .row = r->row, .item = r->item,
	                                    .value = r->rating.x };
	return true;
}

static bool round_allowed(struct round *r)
{
	struct dpmf_rp_options *o = &r->options;

	if (!ratings_allowed(r) || r->part < 1 || r->part > r->users || r->theta_steps < 1 || r->theta_steps > 16384 ||
	    r->quanta > UINT32_MAX || r->step < 1 || r->step > 1000)
		return false;
	r->k = r->b.n / r->rows;
	o->user.factors = r->k;
	o->rows = r->rows;
	o->rounds = 1;
	o->participation = (double)r->part / (double)r->users;
	o->noise = true;
	o->theta = ldexp((double)r->theta_steps, -DPMF_PBM_THETA_BITS);
	o->quanta = (uint32_t)r->quanta;
	o->sum = DPMF_RP_SUM_IDEAL;
	o->jobs = 1;
	if (!(o->beta1 >= 0 && o->beta1 < 1 && o->beta2 >= 0 && o->beta2 < 1))
		return false;
	for (size_t l = 0; l < r->b.n; l++)
		if (!(r->square.x[l] >= 0))
			return false;
	return dpmf_rp_options_check(o, &r->ratings, NULL) == DPMF_OK && r->k <= FACTORS && all_finite(r->rating.x, r->count) &&
	       all_finite(r->b.x, r->b.n) && all_finite(r->mean.x, r->b.n) && all_finite(r->square.x, r->b.n) &&
	       r->part * dpmf_rp_padded(r->rows) * r->k <= ROOM && r->items * r->k <= ROOM;
}

/* The intermediates of every user who takes part, by the kernels that dpmf_rp_message calls. */
static bool compute_users(const struct round *r, const struct dpmf_rp_round *round, struct outcome *z)
{
	const size_t k = r->k, length = dpmf_rp_message_length(&r->options, round->projection);
	double work[FACTORS * FACTORS];

	for (size_t i = 0; i < r->part; i++) {
		double *u = z->profile + i * k, *flat = z->flat + i * length;

		if (!dpmf_rp_profile(&r->options.user, &r->ratings, r->order[i], z->v, round->gram, work, u))
			return false;
		dpmf_rp_clip_profile(u, k, r->options.user.most_profile);
		dpmf_rp_gradient(&r->options.user, &r->ratings, r->order[i], round->projection, z->v, u, flat);
		dpmf_projection_flatten(round->projection, flat, k, flat);
	}
	return true;
}

/* The messages, and the steps behind them as the door remembers them. */
static bool send(const struct round *r, struct dpmf_rp_round *round, struct outcome *z)
{
	const size_t length = dpmf_rp_message_length(&r->options, round->projection);
	double message[ROOM];

	dpmf_door_remember(round->door);
	if (dpmf_rp_round_declare(round, r->part, r->number, NULL) != DPMF_OK)
		return false;
	for (size_t i = 0; i < r->part; i++) {
		if (dpmf_rp_message(round, r->order[i], message) != DPMF_OK)
			return false;
		for (size_t l = 0; l < length; l++) {
			z->steps[i * length + l] = (int64_t)round->door->passage[i].before[l];
			z->message[i * length + l] = (int64_t)message[l];
		}
	}
	return true;
}

/* The sum is taken behind a door of its own, which draws the same noise: no door lets a message out twice. */
static bool add_up(const struct round *r, struct dpmf_rp_round *round, struct outcome *z)
{
	struct dpmf_door door;
	bool good;

	if (dpmf_door_open(&door, &r->key, NULL) != DPMF_OK)
		return false;
	round->door = &door;
	good = dpmf_rp_round_declare(round, r->part, r->number, NULL) == DPMF_OK && dpmf_rp_sum_ideal(round, r->order, r->part, z->sum, NULL) == DPMF_OK;
	dpmf_door_close(&door);
	return good;
}

static bool play_users(const struct round *r, struct dpmf_rp_round *round, struct outcome *z)
{
	double gram[FACTORS * FACTORS] = { 0 };
	struct dpmf_door door;
	bool good;

	for (size_t j = 0; j < r->items; j++)
		for (size_t l = 0; l < r->k; l++)
			dpmf_add_scaled(z->v[j * r->k + l], z->v + j * r->k, r->k, gram + l * r->k);
	round->v = z->v;
	round->gram = gram;
	if (dpmf_door_open(&door, &r->key, NULL) != DPMF_OK)
		return false;
	round->door = &door;
	good = compute_users(r, round, z) && send(r, round, z);
	dpmf_door_close(&door);
	return good && add_up(r, round, z);
}

/* The server's end, from the sum to the new B. */
static bool serve(struct round *r, const struct dpmf_rp_round *round, struct outcome *z)
{
	const struct dpmf_rp_options *o = &r->options;
	const size_t n = r->b.n;
	struct dpmf_adam adam;

	for (size_t l = 0; l < dpmf_rp_message_length(o, round->projection); l++)
		z->estimate[l] = dpmf_rp_estimate(z->sum[l], (double)r->part, o->quanta, o->theta, round->scale->server);
	memcpy(z->reversed, z->sum, sizeof z->sum);
	dpmf_rp_sum_estimate(round, r->part, z->reversed);
	memcpy(z->descent, z->reversed, sizeof z->descent);
	dpmf_rp_descent(z->descent, r->b.x, n, (double)r->part / (double)r->users, o->mu);
	if (dpmf_adam_open(&adam, n, o->rate, o->beta1, o->beta2, NULL) != DPMF_OK)
		return false;
	memcpy(adam.mean, r->mean.x, n * sizeof *adam.mean);
	memcpy(adam.square, r->square.x, n * sizeof *adam.square);
	for (uint64_t t = 1; t < r->step; t++) {
		adam.power1 *= o->beta1;
		adam.power2 *= o->beta2;
	}
	dpmf_adam_step(&adam, z->descent, r->b.x);
	dpmf_adam_close(&adam);
	return true;
}

static enum checked put_outcome(const struct round *r, const struct dpmf_projection *s, const struct outcome *z, json_t *got)
{
	const size_t length = s->padded * r->k;
	int64_t part[ROOM], sum[ROOM];

	for (size_t i = 0; i < r->part; i++)
		part[i] = r->order[i];
	for (size_t l = 0; l < length; l++)
		sum[l] = (int64_t)z->sum[l];
	return (json_object_set_new(got, "takes_part", book_i64s(part, r->part)) | check_put_rows(got, "v", z->v, r->items, r->k) |
	        check_put_rows(got, "profile", z->profile, r->part, r->k) | check_put_rows(got, "flat", z->flat, r->part * s->padded, r->k) |
	        json_object_set_new(got, "steps", book_i64s(z->steps, r->part * length)) |
	        json_object_set_new(got, "message", book_i64s(z->message, r->part * length)) |
	        json_object_set_new(got, "sum", book_i64s(sum, length)) | check_put_rows(got, "estimate", z->estimate, s->padded, r->k) |
	        check_put_rows(got, "gradient", z->reversed, r->rows, r->k) | check_put_rows(got, "descent", z->descent, r->rows, r->k) |
	        check_put_rows(got, "b", r->b.x, r->rows, r->k)) == 0 ? CHECKED : CHECK_FAILED;
}

CHECK(dpmf_rp_round)
{
	struct dpmf_rp_round round = { .number = 0 };
	struct dpmf_projection s;
	struct dpmf_rp_scale scale;
	struct outcome z;
	struct round r;
	enum checked done = CHECK_FAILED;
	enum dpmf_status status;

	(void)expected;
	if (!read_round(inputs, &r))
		return CHECK_MALFORMED;
	if (!round_allowed(&r))
		return CHECK_REFUSES;
	status = dpmf_projection_draw(r.items, r.rows, &r.key, &s, NULL);
	if (status != DPMF_OK)
		return check_refused(status);
	memset(&z, 0, sizeof z);
	scale = r.corrected ? dpmf_rp_scale_corrected(&r.options, &s) : dpmf_rp_scale_published(&r.options, &s);
	round.ratings = &r.ratings;
	round.options = &r.options;
	round.projection = &s;
	round.scale = &scale;
	dpmf_rp_schedule(&r.key, r.number, r.users, r.part, r.order);
	dpmf_projection_expand(&s, r.b.x, r.k, z.v);
	if (play_users(&r, &round, &z) && serve(&r, &round, &z))
		done = put_outcome(&r, &s, &z, got);
	dpmf_projection_free(&s);
	return done;
}
