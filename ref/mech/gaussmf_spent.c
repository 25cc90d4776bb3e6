/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "account/gaussian.h"
#include "account/gaussian_rdp.h"
#include "account/interval.h"
#include "mech/gaussmf_train.h"

void gaussmf_spent_init(struct gaussmf_spent *spent)
{
	memset(spent, 0, sizeof *spent);
	dpmf_enclosure_init(&spent->published);
	dpmf_enclosure_init(&spent->rdp);
	dpmf_enclosure_init(&spent->exact);
}

void gaussmf_spent_clear(struct gaussmf_spent *spent)
{
	dpmf_enclosure_clear(&spent->published);
	dpmf_enclosure_clear(&spent->rdp);
	dpmf_enclosure_clear(&spent->exact);
}

/* (sensitivity / sigma)^2, added to `sum`. */
static void add_entry(const struct dpmf_entry *entry, struct dpmf_enclosure *sum)
{
	struct dpmf_enclosure x[2];

	dpmf_interval_init(x, 2, DPMF_ACCOUNT_BITS);
	dpmf_interval_set_d(&x[0], entry->sensitivity);
	dpmf_interval_sqr(&x[0], &x[0]);
	if (entry->law == DPMF_DISCRETE_GAUSSIAN) {
		dpmf_interval_mul_ui(&x[0], &x[0], entry->rate_q);
		dpmf_interval_div_ui(&x[0], &x[0], entry->rate_p);
	} else {
		dpmf_interval_set_d(&x[1], entry->scale);
		dpmf_interval_sqr(&x[1], &x[1]);
		dpmf_interval_div(&x[0], &x[0], &x[1]);
	}
	dpmf_interval_mul_ui(&x[0], &x[0], entry->touched);
	dpmf_interval_add(sum, sum, &x[0]);
	dpmf_interval_clear(x, 2);
}

static enum dpmf_status compose(const struct dpmf_record *record, struct dpmf_enclosure *mu,
                                struct gaussmf_spent *spent, struct dpmf_error *error)
{
	spent->steps = 0;
	spent->premise = NULL;
	dpmf_interval_set_ui(mu, 0);
	for (size_t i = 0; i < record->count; i++) {
		const struct dpmf_entry *entry = &record->entry[i];

		if (entry->norm != DPMF_L2 || (entry->law != DPMF_NORMAL && entry->law != DPMF_DISCRETE_GAUSSIAN))
			return dpmf_fail(error, DPMF_FAILED, "the record's \"%s\" is not normal noise against an L2 norm",
			                 entry->statistic);
		if (entry->premise)
			spent->premise = entry->premise;
		spent->steps += i == 0 || entry->round != record->entry[i - 1].round;
		add_entry(entry, mu);
	}
	dpmf_interval_sqrt(mu, mu);
	return DPMF_OK;
}

enum dpmf_status gaussmf_spent_of(const struct dpmf_record *record, const struct gaussmf_options *options,
                                  struct gaussmf_spent *spent, struct dpmf_error *error)
{
	struct dpmf_enclosure x[2];
	struct gaussmf_spent found;
	enum dpmf_status status;

	dpmf_interval_init(x, 2, DPMF_ACCOUNT_BITS);
	gaussmf_spent_init(&found);
	dpmf_interval_set_d(&x[1], options->delta_r);
	status = compose(record, &x[0], &found, error);
	if (status == DPMF_OK)
		status = dpmf_gaussian_published_epsilon(&x[0], &x[1], &found.published, error);
	if (status == DPMF_OK)
		status = dpmf_gaussian_rdp_epsilon(&x[0], &x[1], &found.rdp, NULL, error);
	if (status == DPMF_OK)
		status = dpmf_gaussian_epsilon(&x[0], &x[1], &found.exact, error);
	found.converged = found.steps < options->steps;
	dpmf_interval_clear(x, 2);
	if (status != DPMF_OK) {
		gaussmf_spent_clear(&found);
		return status;
	}
	gaussmf_spent_clear(spent);
	*spent = found;
	return DPMF_OK;
}
