/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "noise/mixture.h"

#include "noise/noise_share.h"
#include "noise/textbook.h"

void dpmf_mixture_h(const struct dpmf_key *server, uint64_t item, uint64_t draw, size_t k, double *h)
{
	struct dpmf_stream stream;

	dpmf_stream_open(&stream, server, 0, item, draw);
	for (size_t l = 0; l < k; l++)
		h[l] = dpmf_exponential(&stream);
}

void dpmf_mixture_share(const struct dpmf_key *users, const struct dpmf_mixture_place *place,
                        double scale, const double *h, size_t k, size_t of, double *share)
{
	struct dpmf_stream stream;

	dpmf_stream_open(&stream, users, place->user, place->item, place->draw);
	for (size_t l = 0; l < k; l++) {
		const double c = dpmf_normal(&stream);

		dpmf_hdpmf_noise_share(scale, h + l, &c, 1, of, share + l);
	}
}
