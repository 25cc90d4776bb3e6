/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

#include "account/interval.h"
#include "tool/account_pbm.h"

static const char *const thetas[] = { "0.015625", "0.03125", "0.0625", "0.125", "0.1875", "0.25" };
static const unsigned long quantas[] = { 1, 4, 16 };
static const unsigned long userses[] = { 1, 2, 5, 10, 100, 1000 };
static const double alphas[] = { 1.125, 1.5, 2, 4, 16, 64, 256 };

enum { EFFORT = 200000 };

#define EACH(i, list) (size_t i = 0; i < sizeof(list) / sizeof *(list); i++)

struct row {
	struct dpmf_enclosure alpha, c0;
	struct dpmf_pbm_worst worst;
	double least; /* C_0 that holds for all rows so far */
};

static enum dpmf_status print_row(const struct dpmf_pbm *pbm, const char *theta, double alpha, struct row *row,
                                  struct dpmf_error *error)
{
	enum dpmf_status status;
	double least;

	dpmf_interval_set_d(&row->alpha, alpha);
	status = dpmf_pbm_worst(pbm, dpmf_pbm_pair_renyi, &row->alpha, EFFORT, &row->worst, error);
	if (status != DPMF_OK)
		return status;
	dpmf_pbm_c0(pbm, &row->alpha, &row->worst.value, &row->c0);
	least = mpfr_get_d(row->c0.hi, MPFR_RNDU);
	if (least > row->least)
		row->least = least;
	mpfr_printf("%s,%lu,%lu,%g,%.12RDe,%.12RUe,%.6RDe,%.6RUe,%lu,%s\n", theta, pbm->quanta, pbm->users, alpha,
	            row->worst.value.lo, row->worst.value.hi, row->c0.lo, row->c0.hi, row->worst.users_high,
	            row->worst.each ? "each" : "cells");
	return DPMF_OK;
}

enum dpmf_status account_pbm_table(struct dpmf_error *error)
{
	struct dpmf_pbm pbm = { .coordinates = 1, .rounds = 1 };
	struct row row = { .least = 0 };
	enum dpmf_status status = DPMF_OK;

	dpmf_enclosure_init(&pbm.theta);
	dpmf_enclosure_init(&row.alpha);
	dpmf_enclosure_init(&row.c0);
	dpmf_pbm_worst_init(&row.worst);
	puts("theta,quanta,users,alpha,rdp_lo,rdp_hi,c0_lo,c0_hi,others_at_plus_c,placements");
	for EACH(t, thetas)
		for EACH(q, quantas)
			for EACH(n, userses)
				for (size_t a = 0; a < sizeof alphas / sizeof *alphas && status == DPMF_OK; a++) {
					status = dpmf_enclosure_read(&pbm.theta, "theta", thetas[t], error);
					pbm.quanta = quantas[q];
					pbm.users = userses[n];
					if (status == DPMF_OK)
						status = print_row(&pbm, thetas[t], alphas[a], &row, error);
				}
	if (status == DPMF_OK)
		printf("# C_0 = %.6g is enough for every row\n", row.least);
	dpmf_pbm_worst_clear(&row.worst);
	dpmf_enclosure_clear(&row.c0);
	dpmf_enclosure_clear(&row.alpha);
	dpmf_enclosure_clear(&pbm.theta);
	return status;
}
