/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/hdpmf/views.h"

#include <gsl/gsl_sf_bessel.h>
#include <math.h>
#include <string.h>

#include "audit/hdpmf/explain.h"
#include "core/vector.h"

/* The listener's notes. */
struct notes {
	double *next;
	double sum;
};

static void note_model(void *context, uint64_t round, const struct dpmf_model *model)
{
	struct notes *notes = context;
	const size_t cells = model->items * model->factors;

	(void)round;
	memcpy(notes->next, model->v, cells * sizeof(double));
	notes->next += cells;
}

static void note_h(void *context, uint64_t round, size_t item, const double *h, size_t k)
{
	struct notes *notes = context;

	(void)round;
	if (item != 0)
		return;
	memcpy(notes->next, h, k * sizeof(double));
	notes->next += k;
}

static void note_upload(void *context, uint64_t round, size_t user, size_t item, const double *message, size_t k)
{
	struct notes *notes = context;

	(void)round;
	if (user != 0 || item != 0)
		return;
	memcpy(notes->next, message, k * sizeof(double));
	notes->next += k;
}

static void add_upload(void *context, uint64_t round, size_t user, size_t item, const double *message, size_t k)
{
	struct notes *notes = context;

	(void)round, (void)user, (void)k;
	if (item == 0)
		notes->sum += message[0];
}

static enum dpmf_status run(const void *instance, int world, const struct dpmf_key *key,
                            const struct dpmf_listener *listener, struct dpmf_error *error)
{
	struct dpmf_model model;
	const enum dpmf_status status = hdpmf_worlds_publish(instance, world, key, listener, &model, error);

	if (status == DPMF_OK)
		dpmf_model_free(&model);
	return status;
}

enum dpmf_status hdpmf_see_last(const void *instance, int world, const struct dpmf_key *key,
                                double *seen, struct dpmf_error *error)
{
	struct dpmf_model model;
	const enum dpmf_status status = hdpmf_worlds_publish(instance, world, key, NULL, &model, error);

	if (status != DPMF_OK)
		return status;
	memcpy(seen, model.v, model.items * model.factors * sizeof(double));
	dpmf_model_free(&model);
	return DPMF_OK;
}

enum dpmf_status hdpmf_see_rounds(const void *instance, int world, const struct dpmf_key *key,
                                  double *seen, struct dpmf_error *error)
{
	struct notes notes = { seen, 0 };

	return run(instance, world, key, &(struct dpmf_listener){ .context = &notes, .round = note_model }, error);
}

enum dpmf_status hdpmf_see_sum_and_h(const void *instance, int world, const struct dpmf_key *key,
                                     double *seen, struct dpmf_error *error)
{
	struct notes notes = { seen, 0 };
	const struct dpmf_listener listener = { .context = &notes, .drawn = note_h, .message = add_upload };
	const enum dpmf_status status = run(instance, world, key, &listener, error);

	seen[1] = notes.sum;
	return status;
}

enum dpmf_status hdpmf_see_upload_and_h(const void *instance, int world, const struct dpmf_key *key,
                                        double *seen, struct dpmf_error *error)
{
	struct notes notes = { seen, 0 };
	const struct dpmf_listener listener = { .context = &notes, .drawn = note_h, .message = note_upload };

	return run(instance, world, key, &listener, error);
}

enum dpmf_status hdpmf_see_upload(const void *instance, int world, const struct dpmf_key *key,
                                  double *seen, struct dpmf_error *error)
{
	struct notes notes = { seen, 0 };

	return run(instance, world, key, &(struct dpmf_listener){ .context = &notes, .message = note_upload }, error);
}

enum dpmf_status hdpmf_see_uploads(const void *instance, int world, const struct dpmf_key *key,
                                   double *seen, struct dpmf_error *error)
{
	struct notes notes = { seen, 0 };
	const struct dpmf_listener listener = { .context = &notes, .message = note_upload, .round = note_model };

	return run(instance, world, key, &listener, error);
}

/* ln of the Laplace densities of the noise in rounds [0, rounds). */
static double laplace_ratio(const struct hdpmf_noise noise[2], size_t rounds, double scale)
{
	double ratio = 0;

	for (size_t t = 0; t < rounds; t++)
		for (size_t c = 0; c < noise[0].cells; c++)
			ratio += (fabs(noise[1].cell[t][c]) - fabs(noise[0].cell[t][c])) / scale;
	return ratio;
}

/* By how much the noise that a world needs changes from round to round. */
static double unrest(const struct hdpmf_noise *noise)
{
	double sum = 0;

	for (size_t t = 1; t < noise->rounds; t++)
		for (size_t c = 0; c < noise->cells; c++)
			sum += fabs(noise->cell[t][c] - noise->cell[0][c]);
	return sum;
}

/* Noise drawn once is the same in every round, up to rounding, in the true
   world. Where only one world allows for that, nothing is left to doubt. */
static double once_ratio(const struct hdpmf_noise noise[2], double scale)
{
	const double doubt[2] = { unrest(&noise[0]), unrest(&noise[1]) };
	const double rounding = 1e-9 * scale, certain = 1000;

	if (doubt[0] < rounding && doubt[1] >= rounding)
		return certain;
	if (doubt[1] < rounding && doubt[0] >= rounding)
		return -certain;
	return laplace_ratio(noise, 1, scale);
}

double hdpmf_ratio_last(const void *instance, const double *seen)
{
	const struct hdpmf_worlds *worlds = instance;
	struct hdpmf_noise noise[2];

	for (int world = 0; world < 2; world++)
		hdpmf_explain_last(worlds, world, seen, &noise[world]);
	return laplace_ratio(noise, 1, worlds->scale);
}

/* With U held V rises with the rating. The noise of several epochs adds up to
   a log-concave law, whose ratio is monotone in V. */
double hdpmf_order_last(const void *instance, const double *seen)
{
	(void)instance;
	return seen[0];
}

double hdpmf_ratio_rounds(const void *instance, const double *seen)
{
	const struct hdpmf_worlds *worlds = instance;
	struct hdpmf_noise noise[2];

	for (int world = 0; world < 2; world++)
		hdpmf_explain_rounds(worlds, world, seen, &noise[world]);
	return worlds->setting->noise_per_epoch ? laplace_ratio(noise, noise[0].rounds, worlds->scale)
	                                        : once_ratio(noise, worlds->scale);
}

/* ln of the density at |x| of n sums' noise b sqrt(2 h) c with one h ~ Exp(1), c ~ N(0, I): the mean over h of normal
   densities is a constant times |x|^-v K_v(|x| / b), v = n / 2 - 1. With one sum v = -1/2, which is Laplace's. */
static double density_of_one_h(const double *x, size_t n, double scale)
{
	const double order = (double)n / 2 - 1, length = dpmf_l2(x, n);

	return gsl_sf_bessel_lnKnu(fabs(order), length / scale) - order * log(length);
}

double hdpmf_ratio_one_h(const void *instance, const double *seen)
{
	const struct hdpmf_worlds *worlds = instance;
	struct hdpmf_noise noise[2];

	for (int world = 0; world < 2; world++)
		hdpmf_explain_rounds(worlds, world, seen, &noise[world]);
	return density_of_one_h(noise[0].cell[0], noise[0].cells, worlds->scale) -
	       density_of_one_h(noise[1].cell[0], noise[1].cells, worlds->scale);
}

double hdpmf_ratio_uploads(const void *instance, const double *seen)
{
	const struct hdpmf_worlds *worlds = instance;
	struct hdpmf_noise noise[2];

	for (int world = 0; world < 2; world++)
		hdpmf_explain_messages(worlds, world, seen, &noise[world]);
	return once_ratio(noise, worlds->upload_scale);
}

/* The noise of user 0's first upload. */
static void noise_of_upload(const struct hdpmf_worlds *worlds, const double *upload, struct hdpmf_noise noise[2])
{
	double seen[1 + HDPMF_CELLS_MOST] = { upload[0] };

	for (int world = 0; world < 2; world++)
		hdpmf_explain_messages(worlds, world, seen, &noise[world]);
}

/* b sqrt(2 h) c with c ~ N(0, 1 / n) is Laplace(b / sqrt(n)). */
double hdpmf_ratio_upload(const void *instance, const double *seen)
{
	const struct hdpmf_worlds *worlds = instance;
	struct hdpmf_noise noise[2];

	noise_of_upload(worlds, seen, noise);
	return laplace_ratio(noise, 1, worlds->upload_scale);
}

/* ln of the densities of N(0, variance). */
static double normal_ratio(double in0, double in1, double variance)
{
	return (in1 * in1 - in0 * in0) / (2 * variance);
}

double hdpmf_ratio_upload_and_h(const void *instance, const double *seen)
{
	const struct hdpmf_worlds *worlds = instance;
	struct hdpmf_noise noise[2];

	noise_of_upload(worlds, seen + 1, noise);
	return normal_ratio(noise[0].cell[0][0], noise[1].cell[0][0], 2 * worlds->upload_scale * worlds->upload_scale * seen[0]);
}

double hdpmf_ratio_sum_and_h(const void *instance, const double *seen)
{
	const struct hdpmf_worlds *worlds = instance;
	const struct hdpmf_setting *s = worlds->setting;
	/* V after a step of the known sum: what explain_rounds starts from. */
	const double rate = dpmf_descent_rate(s->rate, 0, s->epochs);
	const double after[HDPMF_CELLS_MOST] = { s->v[0] - rate * (seen[1] + 2 * s->lambda * s->v[0]) };
	struct hdpmf_noise noise[2];

	for (int world = 0; world < 2; world++)
		hdpmf_explain_rounds(worlds, world, after, &noise[world]);
	return normal_ratio(noise[0].cell[0][0], noise[1].cell[0][0], 2 * worlds->scale * worlds->scale * seen[0]);
}
