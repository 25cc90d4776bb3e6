/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/dpmf-rp/mutants.h"

#include <math.h>
#include <string.h>

#include "audit/dpmf-rp/replay.h"
#include "audit/dpmf-rp/runs.h"
#include "core/vector.h"
#include "mech/dpmf-rp/sum.h"
#include "noise/pbm.h"
#include "audit/twins.h"

enum bug {
	SOUND,              /* nothing wrong: must not be caught */
	CUT_FORGOTTEN,      /* coordinates beyond c stay beyond */
	THETA_DOUBLED,      /* chances twice as far from 1/2 as theta says */
	QUANTA_DOUBLED,     /* q trials through the door, and q past it */
	DRAWS_REUSED,       /* every coordinate has the draws of the first */
	SENSITIVITY_HALVED, /* the right noise, the wrong declaration */
	NOISE_BY_RATING,    /* q is 3 where the first rating of all is 3 or more */
	LOOP_BY_RATING,     /* who begins with 2 or less sends nothing */
	PAST_THE_DOOR,      /* a user's first rating reaches V, too */
};

enum { FACTORS_MOST = 3, NUMBERS_MOST = 64, ITEMS_MOST = 24, OWN_STREAM = 99 };

struct twin {
	enum bug bug;
	struct dpmf_rp_scale scale;
	struct dpmf_rp_options plain; /* without noise: what the kernels compute is spread and rounded here */
	struct dpmf_rp_round round;
};

/* One entry a coordinate, of one draw: a piece of one entry leaves once. */
static enum dpmf_status use_draws_again(struct twin *t, struct dpmf_error *error)
{
	struct dpmf_entry *entry = &t->round.door->record.entry[t->round.number];
	const size_t length = entry->coordinates;
	struct dpmf_entry one;
	size_t number;

	entry->coordinates = 1;
	one = *entry;
	for (size_t l = 1; l < length; l++)
		if (dpmf_door_declare(t->round.door, &one, &number, error) != DPMF_OK)
			return DPMF_FAILED;
	return DPMF_OK;
}

static enum dpmf_status open_twin(struct twin *t, const struct dpmf_rp_options *options, size_t count, struct dpmf_error *error)
{
	struct dpmf_entry *entry;

	if (options->user.factors > FACTORS_MOST || t->round.projection->padded * options->user.factors > NUMBERS_MOST ||
	    t->round.projection->items > ITEMS_MOST)
		return dpmf_fail(error, DPMF_INPUT, "the twin has at most %d factors, %d coordinates and %d items", FACTORS_MOST,
		                 NUMBERS_MOST, ITEMS_MOST);
	t->scale = dpmf_rp_scale_corrected(options, t->round.projection);
	t->round.options = options;
	t->round.scale = &t->scale;
	t->plain = *options;
	t->plain.noise = false;
	if (dpmf_rp_round_declare(&t->round, count, 1, error) != DPMF_OK)
		return DPMF_FAILED;
	entry = &t->round.door->record.entry[t->round.number];
	if (t->bug == DRAWS_REUSED && use_draws_again(t, error) != DPMF_OK)
		return DPMF_FAILED;
	entry = &t->round.door->record.entry[t->round.number];
	if (t->bug == SENSITIVITY_HALVED)
		entry->sensitivity /= 2;
	if (t->bug == NOISE_BY_RATING && t->round.ratings->value[0] >= 3)
		entry->rate_q = 3;
	return DPMF_OK;
}

static int64_t steps_of(const struct twin *t, double x)
{
	const double whole = ldexp(1, DPMF_PBM_STEP_BITS), most = t->bug == CUT_FORGOTTEN ? 16 * whole : whole;
	const double steps = fmax(-most, fmin(most, whole * x / t->scale.user));

	return llround(t->bug == THETA_DOUBLED ? 2 * steps : steps);
}

static void draw_as_many_again(const struct twin *t, size_t user, const int64_t *steps, size_t length, int64_t *drawn)
{
	const struct dpmf_entry *entry = &t->round.door->record.entry[t->round.number];
	struct dpmf_stream stream;

	dpmf_stream_open(&stream, &t->round.door->users, user, OWN_STREAM, 1);
	for (size_t l = 0; l < length; l++)
		drawn[l] += dpmf_pbm_draw(&stream, (uint32_t)entry->rate_q, dpmf_pbm_chance(steps[l], (int64_t)entry->rate_p));
}

static enum dpmf_status release(const struct twin *t, size_t user, size_t length, int64_t *steps)
{
	const size_t parts = t->bug == DRAWS_REUSED ? length : 1;

	for (size_t l = 0; l < parts; l++)
		if (dpmf_door_release_steps(t->round.door, t->round.number + l, user, NULL, steps + l, NULL) != DPMF_OK)
			return DPMF_FAILED;
	return DPMF_OK;
}

/* One user's message is added to the sum. */
static enum dpmf_status send(const struct twin *t, size_t user, double *sum)
{
	const size_t k = t->plain.user.factors, length = t->round.projection->padded * k;
	int64_t steps[NUMBERS_MOST], drawn[NUMBERS_MOST];
	double message[NUMBERS_MOST];
	struct dpmf_rp_round plain = t->round;

	if (t->bug == LOOP_BY_RATING && t->round.ratings->value[t->round.ratings->row[user]] <= 2)
		return DPMF_OK;
	plain.options = &t->plain;
	if (dpmf_rp_message(&plain, user, message) != DPMF_OK)
		return DPMF_FAILED;
	if (t->bug == PAST_THE_DOOR)
		sum[0] += 1e-6 * t->round.ratings->value[t->round.ratings->row[user]];
	dpmf_projection_flatten(t->round.projection, message, k, message);
	for (size_t l = 0; l < length; l++)
		steps[l] = drawn[l] = steps_of(t, message[l]);
	if (release(t, user, length, drawn) != DPMF_OK)
		return DPMF_FAILED;
	if (t->bug == QUANTA_DOUBLED)
		draw_as_many_again(t, user, steps, length, drawn);
	for (size_t l = 0; l < length; l++)
		sum[l] += (double)drawn[l];
	return DPMF_OK;
}

static enum dpmf_status send_all(const struct twin *t, double *sum, struct dpmf_error *error)
{
	memset(sum, 0, NUMBERS_MOST * sizeof *sum);
	for (size_t i = 0; i < t->round.ratings->users; i++)
		if (send(t, i, sum) != DPMF_OK)
			return dpmf_fail(error, DPMF_FAILED, "the release of user %zu was refused", i);
	return DPMF_OK;
}

static const double no_gram[FACTORS_MOST * FACTORS_MOST] = { 0 };

static enum dpmf_status see(enum bug bug, const struct dpmf_rp_instance *one, int world, const struct dpmf_key *key,
                            double *seen, struct dpmf_error *error)
{
	double sum[NUMBERS_MOST];
	struct dpmf_door door;
	struct twin t = { .bug = bug, .round = { .ratings = &one->ratings[world], .projection = &one->projection, .v = one->v,
	                                         .gram = no_gram, .door = &door } };
	enum dpmf_status status = dpmf_door_open(&door, key, error);

	if (status == DPMF_OK)
		status = open_twin(&t, &one->options, one->worlds->users, error);
	if (status == DPMF_OK)
		status = send_all(&t, sum, error);
	if (status == DPMF_OK)
		memcpy(seen, sum, one->projection.padded * sizeof *seen);
	dpmf_door_close_of_many(&door);
	return status;
}

/* A step of V along the estimate. */
static void step(const struct twin *t, double *sum, struct dpmf_model *model)
{
	const size_t k = model->factors;
	double moved[ITEMS_MOST * NUMBERS_MOST];

	dpmf_rp_sum_estimate(&t->round, model->users, sum);
	dpmf_projection_expand(t->round.projection, sum, k, moved);
	dpmf_add_scaled(t->plain.rate, moved, model->items * k, model->v);
}

static enum dpmf_status one_round(enum bug bug, const struct dpmf_ratings *ratings, const struct dpmf_rp_options *options,
                                  const struct dpmf_key *key, struct dpmf_door *door, struct dpmf_model *model,
                                  struct dpmf_error *error)
{
	struct dpmf_projection projection;
	struct dpmf_model made;
	double sum[NUMBERS_MOST];
	enum dpmf_status status = dpmf_projection_draw(ratings->items, options->rows, key, &projection, error);

	if (status != DPMF_OK)
		return status;
	status = dpmf_model_start(ratings, options->user.factors, key, &made, error);
	if (status == DPMF_OK) {
		struct twin t = { .bug = bug, .round = { .ratings = ratings, .projection = &projection, .v = made.v, .gram = no_gram,
		                                         .door = door } };

		status = open_twin(&t, options, ratings->users, error);
		if (status == DPMF_OK)
			status = send_all(&t, sum, error);
		if (status == DPMF_OK) {
			step(&t, sum, &made);
			*model = made;
		} else {
			dpmf_model_free(&made);
		}
	}
	dpmf_projection_free(&projection);
	return status;
}

static enum dpmf_status train(enum bug bug, const struct dpmf_ratings *ratings, const struct dpmf_weights *weights,
                              const struct dpmf_options *options, const struct dpmf_key *key, struct dpmf_door *door,
                              struct dpmf_model *model, struct dpmf_error *error)
{
	struct dpmf_ratings widened;
	struct dpmf_rp_options own;
	enum dpmf_status status = dpmf_rp_replay_ratings(ratings, &widened, error);

	(void)weights;
	if (status != DPMF_OK)
		return status;
	own = dpmf_rp_replay_options(&widened, options, DPMF_RP_SUM_IDEAL);
	own.user.unobserved = 0;
	status = one_round(bug, &widened, &own, key, door, model, error);
	dpmf_ratings_free(&widened);
	return status;
}

AUDIT_TWIN_SEEN(sound, SOUND)
AUDIT_TWIN_SEEN(cut_forgotten, CUT_FORGOTTEN)
AUDIT_TWIN_SEEN(theta_doubled, THETA_DOUBLED)
AUDIT_TWIN_SEEN(quanta_doubled, QUANTA_DOUBLED)
AUDIT_TWIN_SEEN(draws_reused, DRAWS_REUSED)
AUDIT_TWIN_TRAINED(sound, SOUND)
AUDIT_TWIN_TRAINED(cut_forgotten, CUT_FORGOTTEN)
AUDIT_TWIN_TRAINED(theta_doubled, THETA_DOUBLED)
AUDIT_TWIN_TRAINED(quanta_doubled, QUANTA_DOUBLED)
AUDIT_TWIN_TRAINED(sensitivity_halved, SENSITIVITY_HALVED)
AUDIT_TWIN_TRAINED(noise_by_rating, NOISE_BY_RATING)
AUDIT_TWIN_TRAINED(loop_by_rating, LOOP_BY_RATING)
AUDIT_TWIN_TRAINED(past_the_door, PAST_THE_DOOR)

/* One user alone: a coordinate from c to -c, and one that is 0. */
static const struct dpmf_rp_worlds quarter = { .users = 1, .items = 2, .rounds = 1, .cut = 1 };
static const struct dpmf_rp_worlds eighth = { .users = 1, .items = 2, .rounds = 1, .cut = 1, .theta = 0.125 };

/* Claimed: `dpmf account pbm --users=1 --quanta=2 --delta=0.01` of the theta declared; exact: of what is drawn. */
#define CASE(name, text, worlds) \
	.id = "dpmf-rp/corrected/message/user/" name, .claim = "rp.thm4.1", .why = text, .delta = 0.01, .trials = 50000, .dims = 2, \
	.parameters = &(worlds), .setup = dpmf_rp_setup, .teardown = dpmf_rp_teardown

const struct audit_case dpmf_rp_mutant_cases[DPMF_RP_MUTANT_CASES] = {
	{ CASE("sound", "nothing is wrong here", quarter), .epsilon = 2.18, .exact = 2.179286876649552, .expected = AUDIT_CONSISTENT,
	  .sample = see_sound, .log_likelihood_ratio = dpmf_rp_score },
	{ CASE("cut-forgotten", "a coordinate beyond c has chance 0 or 1", quarter), .epsilon = 2.18, .exact = INFINITY,
	  .expected = AUDIT_VIOLATED, .sample = see_cut_forgotten, .log_likelihood_ratio = dpmf_rp_score },
	{ CASE("theta-doubled", "theta is 1/8 in the record, 1/4 in the chances", eighth), .epsilon = 0.996, .exact = 2.179286876649552,
	  .expected = AUDIT_VIOLATED, .sample = see_theta_doubled, .log_likelihood_ratio = dpmf_rp_score },
	{ CASE("quanta-doubled", "q is 2 in the record, 4 are drawn", quarter), .epsilon = 2.18, .exact = 4.362334001328146,
	  .expected = AUDIT_VIOLATED, .sample = see_quanta_doubled, .log_likelihood_ratio = dpmf_rp_score },
	/* A coordinate that is 0 in both worlds gives the draws away. */
	{ CASE("draws-reused", "one set of draws for all coordinates", quarter), .epsilon = 2.18, .exact = INFINITY,
	  .expected = AUDIT_VIOLATED, .sample = see_draws_reused },
};

#define TARGET(name, text) { "dpmf-rp", text, "joint", .row = true, .unweighted = true, .train = train_##name }

const struct audit_replay_target dpmf_rp_mutant_targets[DPMF_RP_MUTANT_TARGETS] = {
	TARGET(sound, "sound"),
	TARGET(cut_forgotten, "cut-forgotten"),
	TARGET(theta_doubled, "theta-doubled"),
	TARGET(quanta_doubled, "quanta-doubled"),
	TARGET(sensitivity_halved, "sensitivity-halved"),
	TARGET(noise_by_rating, "noise-by-rating"),
	TARGET(loop_by_rating, "loop-by-rating"),
	TARGET(past_the_door, "past-the-door"),
};
