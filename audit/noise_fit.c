/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "noise_fit.h"

uint64_t noise_row_draws(const struct noise_row *row, uint64_t trials)
{
	const uint64_t draws = row->per ? trials / row->per : trials;

	return draws < row->least ? row->least : draws;
}

enum dpmf_status noise_fit(const struct noise_row *row, struct dpmf_stream *s, uint64_t draws,
                           struct chi_square_fit *fit, struct dpmf_error *error)
{
	const bool same = row->given.q == 0 && row->given.scale == 0;
	struct masses masses;
	struct chi_square_bins bins;
	uint64_t caught[CHI_SQUARE_BINS_MOST] = { 0 };
	enum dpmf_status status = masses_open(&row->law, &masses, error);

	if (status)
		return status;
	status = chi_square_bins(&masses, draws, &bins, error);
	if (status == DPMF_OK) {
		for (uint64_t i = 0; i < draws; i++)
			caught[chi_square_bin_of(&bins, row->draw(s, same ? &row->law : &row->given))]++;
		chi_square_fit(&bins, caught, fit);
	}
	masses_close(&masses);
	return status;
}
