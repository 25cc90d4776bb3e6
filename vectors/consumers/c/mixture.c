/* SPDX-License-Identifier: 0BSD */
/* The noise of hdpmf as the recommender and a user draw it from their streams. */
#include <math.h>
#include <string.h>

#include "algorithms.h"

struct draws {
	unsigned char key[32];
	uint64_t user, item, draw;
	size_t count;
	double uniform[2 * MOST];
};

static double uniform(struct draws *d)
{
	const uint64_t word = stream_word(d->key, d->user, d->item, d->draw, d->count);

	return d->uniform[d->count++] = ((double)(word >> 12) + 0.5) / 4503599627370496.0;
}

RUN(mixture_h)
{
	struct draws d = { .item = in_u64(t, "item"), .draw = in_u64(t, "draw") };
	const uint64_t k = in_u64(t, "k");
	double h[MOST];

	t->malformed |= in_bytes(t, "key", d.key, 32) != 32 || k > MOST;
	t->refused = k == 0;
	if (t->malformed || t->refused)
		return;
	for (size_t l = 0; l < k; l++)
		h[l] = -log(uniform(&d));
	out_list(t, "uniform", d.uniform, d.count);
	out_list(t, "h", h, k);
}

RUN(mixture_share)
{
	struct draws d = { .user = in_u64(t, "user"), .item = in_u64(t, "item"), .draw = in_u64(t, "draw") };
	const struct list h = in_list(t, "h");
	const double scale = in_double(t, "scale");
	const uint64_t raters = in_u64(t, "raters");
	double c[MOST], share[MOST];

	t->malformed |= in_bytes(t, "key", d.key, 32) != 32;
	t->refused = h.n == 0 || raters == 0 || !(scale >= 0) || isinf(scale) || !finite_all(h.x, h.n);
	for (size_t l = 0; l < h.n; l++)
		t->refused |= h.x[l] < 0;
	if (t->malformed || t->refused)
		return;
	for (size_t l = 0; l < h.n; l++) {
		const double size = sqrt(-2 * log(uniform(&d)));
		c[l] = size * cos(6.283185307179586 * uniform(&d));
		share[l] = scale * sqrt(2 * h.x[l] / (double)raters) * c[l];
	}
	out_list(t, "uniform", d.uniform, d.count);
	out_list(t, "c", c, h.n);
	out_list(t, "share", share, h.n);
}
