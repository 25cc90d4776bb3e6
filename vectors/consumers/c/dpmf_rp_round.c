/* SPDX-License-Identifier: 0BSD */
/* One round of dpmf-rp, by the numbered steps of the notes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dpmf_rp.h"
#include "samplers.h"

struct round {
	bool corrected, known;
	unsigned char key[32];
	uint64_t number, users, items, part, theta, quanta, step;
	size_t rows, k, count;
	int64_t user[MOST], item[MOST], takes_part[MOST];
	struct list rating, b, mean, square;
	double bound, mu, rate, beta1, beta2, c_user, c_server;
	struct rp_user setting;
	struct rp_projection s;
};

struct outcome {
	double v[MOST], profile[MOST], flat[MOST], estimate[MOST], gradient[MOST], descent[MOST];
	int64_t steps[MOST], message[MOST], sum[MOST];
};

static void read_numbers(struct test *t, struct round *r)
{
	r->setting.lambda = in_double(t, "lambda");
	r->setting.kappa = in_double(t, "kappa");
	r->setting.unobserved = in_double(t, "unobserved");
	r->setting.most_error = in_double(t, "most_error");
	r->setting.most_profile = in_double(t, "most_profile");
	r->bound = in_double(t, "bound");
	r->theta = in_u64(t, "theta_steps");
	r->quanta = in_u64(t, "quanta");
	r->mu = in_double(t, "mu");
	r->rate = in_double(t, "rate");
	r->beta1 = in_double(t, "beta1");
	r->beta2 = in_double(t, "beta2");
	r->step = in_u64(t, "step");
}

static void read_round(struct test *t, struct round *r)
{
	const char *variant = json_text(json_member(t->inputs, "variant"));
	size_t means, squares;

	memset(r, 0, sizeof *r);
	r->corrected = strcmp(variant, "corrected") == 0;
	r->known = r->corrected || strcmp(variant, "published") == 0;
	r->number = in_u64(t, "round");
	r->users = in_u64(t, "users");
	r->items = in_u64(t, "items");
	r->part = in_u64(t, "part");
	r->count = in_i64s(t, "user", r->user);
	r->rating = in_list(t, "rating");
	r->b = in_rows(t, "b", &r->rows);
	r->mean = in_rows(t, "mean", &means);
	r->square = in_rows(t, "square", &squares);
	t->malformed |= in_bytes(t, "key", r->key, 32) != 32 || in_i64s(t, "item", r->item) != r->count || r->rating.n != r->count ||
	                means != r->rows || squares != r->rows || r->rows == 0 || r->b.n == 0 || r->mean.n != r->b.n ||
	                r->square.n != r->b.n || r->users > MOST || r->items > MOST;
	read_numbers(t, r);
	r->k = r->rows == 0 ? 0 : r->b.n / r->rows;
}

static bool lists_refused(const struct round *r)
{
	for (size_t a = 1; a < r->count; a++)
		if (r->user[a] < r->user[a - 1] || (r->user[a] == r->user[a - 1] && r->item[a] < r->item[a - 1]))
			return true;
	for (size_t i = 0; i < r->b.n; i++)
		if (!(r->square.x[i] >= 0))
			return true;
	return r->count == 0 || pairs_refused(r->user, r->item, r->count, r->users, r->items) || !finite_all(r->rating.x, r->count) ||
	       !finite_all(r->b.x, r->b.n) || !finite_all(r->mean.x, r->b.n) || !finite_all(r->square.x, r->b.n);
}

static bool refuses(const struct round *r)
{
	const struct rp_user *s = &r->setting;
	const double number[] = { s->lambda, s->kappa, s->unobserved, s->most_error, s->most_profile, r->bound, r->mu, r->rate };

	return !r->known || lists_refused(r) || !finite_all(number, 8) || s->lambda <= 0 || s->kappa < 0 || s->unobserved < 0 || s->unobserved > 1 ||
	       s->most_error <= 0 || s->most_profile <= 0 || r->bound < 0 || r->mu < 0 || r->rate <= 0 || !(r->beta1 >= 0 && r->beta1 < 1) ||
	       !(r->beta2 >= 0 && r->beta2 < 1) || r->step < 1 || r->theta < 1 || r->theta > 16384 || r->quanta < 1 || r->quanta > 1u << 20 ||
	       r->part < 1 || r->part > r->users || r->rows > r->items || r->k > RP_K || r->part * rp_padded(r->rows) * r->k > MOST ||
	       r->items * r->k > MOST;
}

static int ascending(const void *left, const void *right)
{
	const int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;

	return (a > b) - (a < b);
}

static void schedule(struct round *r)
{
	struct tape s;

	tape_of_stream(&s, r->key, "rounds", (const uint64_t[3]){ r->number, 0, 0 }, r->part + 8);
	for (size_t i = 0; i < r->users; i++)
		r->takes_part[i] = (int64_t)i;
	for (size_t i = 0; i < r->part; i++) {
		const size_t with = i + uniform_below(&s, r->users - i);
		const int64_t taken = r->takes_part[with];

		r->takes_part[with] = r->takes_part[i];
		r->takes_part[i] = taken;
	}
	qsort(r->takes_part, r->part, sizeof *r->takes_part, ascending);
}

static void constants(struct round *r)
{
	const double delta = rp_delta(r->setting.most_error, r->setting.kappa, r->setting.most_profile);

	r->c_server = delta / sqrt((double)r->s.padded);
	r->c_user = delta / sqrt((double)r->rows);
	if (r->corrected && r->bound > 0)
		r->c_server = r->bound;
	if (r->corrected)
		r->c_user = r->c_server;
}

static void privatize(const struct round *r, uint64_t user, const double *flat, int64_t *steps, int64_t *message)
{
	const int64_t theta = (int64_t)r->theta, half = INT64_C(1) << 39, most = half / theta;
	struct tape s;

	tape_of_stream(&s, r->key, "user", (const uint64_t[3]){ user, 5, r->number }, r->s.padded * r->k * r->quanta);
	for (size_t l = 0; l < r->s.padded * r->k; l++) {
		steps[l] = rp_steps(flat[l], r->c_user, r->corrected);
		const int64_t within = steps[l] > most ? most : steps[l] < -most ? -most : steps[l];
		message[l] = (int64_t)pbm_draw(&s, r->quanta, (uint64_t)(half + theta * within));
	}
}

static void user_turn(const struct round *r, struct outcome *z, size_t place)
{
	const size_t length = r->s.padded * r->k, from = place * length;
	double gram[RP_K * RP_K], matrix[RP_K * RP_K], *u = z->profile + place * r->k, error[MOST], b[MOST];
	struct rp_user x = r->setting;
	size_t first = 0;

	while (first < r->count && r->user[first] != r->takes_part[place])
		first++;
	while (first + x.count < r->count && r->user[first + x.count] == r->takes_part[place])
		x.count++;
	x.items = r->items;
	x.k = r->k;
	x.v = z->v;
	x.item = r->item + first;
	x.rating = r->rating.x + first;
	rp_system(&x, gram, matrix, u);
	rp_solve(matrix, u, r->k);
	rp_clip(u, r->k, x.most_profile);
	rp_gradient(&x, &r->s, u, error, b);
	rp_flatten(&r->s, b, r->k, z->flat + from);
	privatize(r, (uint64_t)r->takes_part[place], z->flat + from, z->steps + from, z->message + from);
	for (size_t l = 0; l < length; l++)
		z->sum[l] += z->message[from + l];
}

static void server_turn(struct round *r, struct outcome *z)
{
	const double share = (double)r->part / (double)r->users, t = (double)r->step;

	for (size_t l = 0; l < r->s.padded * r->k; l++)
		z->estimate[l] = rp_estimate((double)z->sum[l], (double)r->part, (double)r->quanta, (double)r->theta / 65536, r->c_server);
	rp_reverse(&r->s, z->estimate, r->k, z->gradient);
	for (size_t i = 0; i < r->b.n; i++) {
		const double g = -2 / share * z->gradient[i] + 2 * r->mu * r->b.x[i];
		const double mean = r->beta1 * r->mean.x[i] + (1 - r->beta1) * g, square = r->beta2 * r->square.x[i] + (1 - r->beta2) * g * g;

		z->descent[i] = g;
		r->b.x[i] -= r->rate * mean / (1 - pow(r->beta1, t)) / (sqrt(square / (1 - pow(r->beta2, t))) + 1e-8);
	}
}

RUN(dpmf_rp_round)
{
	struct outcome z = { .sum = { 0 } };
	struct round r;

	read_round(t, &r);
	t->refused = !t->malformed && refuses(&r);
	if (t->malformed || t->refused)
		return;
	rp_draw_projection(r.key, r.items, r.rows, &r.s);
	schedule(&r);
	constants(&r);
	rp_expand(&r.s, r.b.x, r.k, z.v);
	for (size_t place = 0; place < r.part; place++)
		user_turn(&r, &z, place);
	server_turn(&r, &z);
	out_i64s(t, "takes_part", r.takes_part, r.part);
	out_rows(t, "v", z.v, r.items, r.k);
	out_rows(t, "profile", z.profile, r.part, r.k);
	out_rows(t, "flat", z.flat, r.part * r.s.padded, r.k);
	out_i64s(t, "steps", z.steps, r.part * r.s.padded * r.k);
	out_i64s(t, "message", z.message, r.part * r.s.padded * r.k);
	out_i64s(t, "sum", z.sum, r.s.padded * r.k);
	out_rows(t, "estimate", z.estimate, r.s.padded, r.k);
	out_rows(t, "gradient", z.gradient, r.rows, r.k);
	out_rows(t, "descent", z.descent, r.rows, r.k);
	out_rows(t, "b", r.b.x, r.rows, r.k);
}
