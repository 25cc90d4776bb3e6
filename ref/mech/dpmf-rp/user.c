/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/dpmf-rp/user.h"

#include <string.h>

#include "core/vector.h"
#include "mech/dpmf-rp/kernels.h"
#include "solve/cholesky.h"

/* The upper triangle of Eq. (5)'s matrix. */
static void build_matrix(const struct dpmf_rp_user_setting *setting, const struct dpmf_ratings *ratings, size_t user,
                         const double *v, const double *gram, double *matrix)
{
	const size_t k = setting->factors;
	const double more = 1 + setting->kappa - setting->unobserved;

	dpmf_scale(setting->unobserved, gram, k * k, matrix);
	for (size_t a = ratings->row[user]; a < ratings->row[user + 1]; a++) {
		const double *item = v + ratings->item[a] * k;

		for (size_t l = 0; l < k; l++)
			dpmf_add_scaled(more * item[l], item + l, k - l, matrix + l * k + l);
	}
	for (size_t l = 0; l < k; l++)
		matrix[l * k + l] += setting->lambda;
}

bool dpmf_rp_profile(const struct dpmf_rp_user_setting *setting, const struct dpmf_ratings *ratings, size_t user,
                     const double *v, const double *gram, double *work, double *u)
{
	const size_t k = setting->factors;

	build_matrix(setting, ratings, user, v, gram, work);
	memset(u, 0, k * sizeof *u);
	for (size_t a = ratings->row[user]; a < ratings->row[user + 1]; a++)
		dpmf_add_scaled((1 + setting->kappa) * ratings->value[a], v + ratings->item[a] * k, k, u);
	if (!dpmf_cholesky(work, k))
		return false;
	dpmf_cholesky_solve(work, k, u);
	return true;
}

static void add_item(const struct dpmf_rp_user_setting *setting, const struct dpmf_projection *projection, size_t item,
                     double weight, double rating, const double *v, const double *u, double *b)
{
	const size_t k = setting->factors;
	const double error = dpmf_rp_clip_error(rating - dpmf_dot(u, v + item * k, k), setting->most_error);

	dpmf_rp_project_add(projection->sign[item], weight, error, u, k, b + projection->row[item] * k);
}

void dpmf_rp_gradient(const struct dpmf_rp_user_setting *setting, const struct dpmf_ratings *ratings, size_t user,
                      const struct dpmf_projection *projection, const double *v, const double *u, double *b)
{
	const size_t end = ratings->row[user + 1];
	size_t a = ratings->row[user];

	memset(b, 0, projection->rows * setting->factors * sizeof *b);
	if (setting->unobserved == 0) {
		for (; a < end; a++)
			add_item(setting, projection, ratings->item[a], 1 + setting->kappa, ratings->value[a], v, u, b);
		return;
	}
	for (size_t j = 0; j < ratings->items; j++)
		if (a < end && ratings->item[a] == j)
			add_item(setting, projection, j, 1 + setting->kappa, ratings->value[a++], v, u, b);
		else
			add_item(setting, projection, j, setting->unobserved, 0, v, u, b);
}
