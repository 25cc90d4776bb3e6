/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/gaussmf.h"
#include "account/calibrate.h"
#include "account/gaussian.h"
#include "account/gaussian_rdp.h"
#include "account/interval.h"

void dpmf_gaussmf_init(struct dpmf_gaussmf *overall)
{
	dpmf_enclosure_init(&overall->alpha);
	dpmf_enclosure_init(&overall->published);
	dpmf_enclosure_init(&overall->rdp);
	dpmf_enclosure_init(&overall->exact);
	overall->best_alpha = 0;
}

void dpmf_gaussmf_clear(struct dpmf_gaussmf *overall)
{
	dpmf_enclosure_clear(&overall->alpha);
	dpmf_enclosure_clear(&overall->published);
	dpmf_enclosure_clear(&overall->rdp);
	dpmf_enclosure_clear(&overall->exact);
}

/* The sensitivity cancels from sigma / Delta: the classical sigma for 1. */
enum dpmf_status dpmf_gaussmf_mu(const struct dpmf_enclosure *epsilon_i, const struct dpmf_enclosure *delta,
                                 unsigned long steps, struct dpmf_enclosure *mu, struct dpmf_error *error)
{
	struct dpmf_enclosure one, sigma;
	enum dpmf_status status;

	dpmf_interval_init(&one, 1, dpmf_interval_bits(mu));
	dpmf_interval_init(&sigma, 1, dpmf_interval_bits(mu));
	dpmf_interval_set_ui(&one, 1);
	status = dpmf_gaussian_classical_sigma(epsilon_i, delta, &one, &sigma, error);
	if (status == DPMF_OK)
		status = dpmf_gaussian_mu(&sigma, &one, steps, mu, error);
	dpmf_interval_clear(&one, 1);
	dpmf_interval_clear(&sigma, 1);
	return status;
}

enum dpmf_status dpmf_gaussmf_overall(const struct dpmf_enclosure *epsilon_i, const struct dpmf_enclosure *delta,
                                      const struct dpmf_enclosure *delta_r, unsigned long steps,
                                      struct dpmf_gaussmf *overall, struct dpmf_error *error)
{
	struct dpmf_enclosure mu;
	struct dpmf_gaussmf found;
	enum dpmf_status status;

	dpmf_enclosure_init(&mu);
	dpmf_gaussmf_init(&found);
	status = dpmf_gaussmf_mu(epsilon_i, delta, steps, &mu, error);
	if (status == DPMF_OK)
		status = dpmf_gaussian_published_order(&mu, delta_r, &found.alpha, error);
	if (status == DPMF_OK)
		status = dpmf_gaussian_published_epsilon(&mu, delta_r, &found.published, error);
	if (status == DPMF_OK)
		status = dpmf_gaussian_rdp_epsilon(&mu, delta_r, &found.rdp, &found.best_alpha, error);
	if (status == DPMF_OK)
		status = dpmf_gaussian_epsilon(&mu, delta_r, &found.exact, error);
	dpmf_enclosure_clear(&mu);
	if (status != DPMF_OK) {
		dpmf_gaussmf_clear(&found);
		return status;
	}
	dpmf_gaussmf_clear(overall);
	*overall = found;
	return DPMF_OK;
}
