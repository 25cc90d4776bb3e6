/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "noise_fit.h"

#include <inttypes.h>
#include <stdio.h>

#include "noise/fixed_laplace.h"

uint64_t noise_row_draws(const struct noise_row *row, uint64_t trials)
{
	const uint64_t draws = row->per ? trials / row->per : trials;

	return draws < row->least ? row->least : draws;
}

enum dpmf_status noise_fit(const struct noise_row *row, struct dpmf_stream *s, uint64_t draws,
                           struct chi_square_fit *fit, struct dpmf_error *error)
{
	struct dpmf_fixed_chances chances;
	struct masses masses, given;
	struct chi_square_bins bins;
	uint64_t caught[CHI_SQUARE_BINS_MOST] = { 0 };
	enum dpmf_status status = noise_row_given(row, &given, &chances, error);

	if (status == DPMF_OK)
		status = masses_open(&row->law, &masses, error);
	if (status != DPMF_OK)
		return status;
	status = chi_square_bins(&masses, draws, &bins, error);
	if (status == DPMF_OK) {
		for (uint64_t i = 0; i < draws; i++)
			caught[chi_square_bin_of(&bins, row->draw(s, &given))]++;
		chi_square_fit(&bins, caught, fit);
	}
	masses_close(&masses);
	return status;
}

void noise_describe(const struct masses *law, char *text, size_t size)
{
	if (law->law == MASSES_UNIFORM)
		snprintf(text, size, "(0, 1)");
	else if (!masses_is_discrete(law->law))
		snprintf(text, size, "scale %g", law->scale);
	else if (law->law == MASSES_UNIFORM_BELOW)
		snprintf(text, size, "q %" PRIu64, law->q);
	else if (law->law == MASSES_BINOMIAL)
		snprintf(text, size, "p %" PRIu64 ", q %" PRIu64 ", x %" PRId64, law->p, law->q, law->x);
	else if (law->law == MASSES_FLIPPED)
		snprintf(text, size, "p/q %" PRIu64 "/%" PRIu64 ", bit %" PRId64, law->p, law->q, law->x);
	else if (law->part)
		snprintf(text, size, "p/q %" PRIu64 "/%" PRIu64 ", part %" PRIu64 "/%" PRIu64, law->p, law->q, law->part, law->parties);
	else if (law->parties)
		snprintf(text, size, "p/q %" PRIu64 "/%" PRIu64 ", n %" PRIu64, law->p, law->q, law->parties);
	else
		snprintf(text, size, "%s %" PRIu64 "/%" PRIu64,
		         law->law == MASSES_DISCRETE_GAUSSIAN ? "sigma^2" : "p/q", law->p, law->q);
}
