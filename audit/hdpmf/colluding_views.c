/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/hdpmf/colluding_views.h"

#include <gsl/gsl_sf_bessel.h>
#include <math.h>

#include "mech/hdpmf/kernels.h"
#include "mech/item_means.h"
#include "mech/privsr/division.h"
#include "mech/privsr/train.h"
#include "noise/door.h"

enum { RATERS_MOST = 64 };

static const int64_t feature[1] = { 1 };

/* As the driver divides the noise. */
static struct dpmf_participants raters_of(const struct hdpmf_worlds *worlds, size_t item, struct dpmf_share share[2])
{
	const uint64_t beta_steps = worlds->group ? dpmf_privsr_beta_steps(worlds->setting->beta) : 0;
	const struct dpmf_item_groups groups = dpmf_privsr_division(worlds->group, &beta_steps);
	const struct dpmf_item_release release = {
		.ratings = &worlds->ratings[0], .groups = worlds->group ? &groups : NULL, .colluding = &worlds->setting->colluding,
	};

	return dpmf_item_participants(&release, item, share);
}

static double part_of_law(const struct dpmf_participants *who, size_t i)
{
	const struct dpmf_share *own = who->group ? &who->share[who->group[i]] : NULL;

	return own ? (double)own->part / (double)own->whole : 1 / (double)who->of;
}

/* Marks the largest shares but that of user 0. */
static void choose(const struct hdpmf_worlds *worlds, const struct dpmf_participants *who, bool taken[RATERS_MOST])
{
	for (size_t i = 0; i < RATERS_MOST; i++)
		taken[i] = false;
	for (size_t n = 0; n < worlds->setting->taken; n++) {
		size_t largest = 0;

		for (size_t i = 1; i < who->count; i++)
			if (!taken[i] && (largest == 0 || part_of_law(who, i) > part_of_law(who, largest)))
				largest = i;
		taken[largest] = largest > 0;
	}
}

double colluding_left(const struct hdpmf_worlds *worlds, size_t item)
{
	struct dpmf_share share[2] = { { 0 } };
	const struct dpmf_participants who = raters_of(worlds, item, share);
	bool taken[RATERS_MOST];
	double left = 0;

	choose(worlds, &who, taken);
	for (size_t i = 0; i < who.count; i++)
		left += taken[i] ? 0 : part_of_law(&who, i);
	return left;
}

static int64_t contribution(const struct hdpmf_worlds *worlds, int world, size_t user, size_t item)
{
	int64_t sum[1] = { 0 };

	dpmf_hdpmf_contribute(dpmf_hdpmf_rating_steps(&worlds->steps, worlds->ratings[world].value[user * worlds->setting->items + item]),
	                      dpmf_hdpmf_weight_steps(dpmf_weight(worlds->group ? NULL : &worlds->weights, user, item)), feature, 1, sum);
	return sum[0];
}

static enum dpmf_status take_away(const struct hdpmf_worlds *worlds, int world, const struct dpmf_door *door,
                                  const struct dpmf_passage *passage, double *seen, struct dpmf_error *error)
{
	struct dpmf_share share[2] = { { 0 } };
	const struct dpmf_participants who = raters_of(worlds, passage->piece, share);
	bool taken[RATERS_MOST];

	choose(worlds, &who, taken);
	*seen = passage->after[0];
	for (size_t i = 0; i < who.count; i++) {
		int64_t noise = 0;

		if (!taken[i])
			continue;
		if (dpmf_door_show_steps(door, passage->entry, &who, i, &noise, error) != DPMF_OK)
			return DPMF_FAILED;
		*seen -= (double)(noise + contribution(worlds, world, i, passage->piece));
	}
	return DPMF_OK;
}

enum dpmf_status colluding_see_sums(const void *instance, int world, const struct dpmf_key *key, double *seen,
                                    struct dpmf_error *error)
{
	const struct hdpmf_worlds *worlds = instance;
	struct dpmf_door door;
	struct dpmf_model model;
	enum dpmf_status status = hdpmf_worlds_correct(instance, world, key, &door, &model, error);

	if (status != DPMF_OK)
		return status;
	if (door.passages != worlds->setting->items || worlds->setting->others >= RATERS_MOST)
		status = dpmf_fail(error, DPMF_FAILED, "%zu releases where %zu are declared, or too many raters", door.passages,
		                   worlds->setting->items);
	for (size_t p = 0; status == DPMF_OK && p < door.passages; p++)
		status = take_away(worlds, world, &door, &door.passage[p], &seen[door.passage[p].piece], error);
	dpmf_model_free(&model);
	dpmf_door_close_of_many(&door);
	return status;
}

/* ln of the density at x of shares that make `left` of the law exp(-|x|) / 2, less a constant:
   |x|^(left - 1/2) K_(left - 1/2)(|x|). */
static double log_density(double left, double x)
{
	const double size = fmax(fabs(x), 1e-12);

	if (fabs(left - 1) < 1e-12)
		return -size;
	return (left - 0.5) * log(size) + gsl_sf_bessel_lnKnu(fabs(left - 0.5), size);
}

double colluding_ratio_sums(const void *instance, const double *seen)
{
	const struct hdpmf_worlds *worlds = instance;
	const double unit = (double)worlds->steps.q / (double)worlds->steps.p;
	double ratio = 0;

	for (size_t j = 0; j < worlds->setting->items; j++) {
		struct dpmf_share share[2] = { { 0 } };
		const struct dpmf_participants who = raters_of(worlds, j, share);
		const double left = colluding_left(worlds, j);
		bool taken[RATERS_MOST];

		choose(worlds, &who, taken);
		for (int world = 0; world < 2; world++) {
			double sum = 0;

			for (size_t i = 0; i < who.count; i++)
				sum += taken[i] ? 0 : (double)contribution(worlds, world, i, j);
			ratio += (world ? -1 : 1) * log_density(left, (seen[j] - sum) / unit);
		}
	}
	return ratio;
}
