/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/dpmf-rp/projection.h"

#include <stdlib.h>
#include <string.h>

#include "core/vector.h"
#include "mech/dpmf-rp/kernels.h"
#include "noise/exact.h"

static void draw_rows(const struct dpmf_key *parent, size_t items, size_t rows, uint32_t *row)
{
	struct dpmf_key key;
	struct dpmf_stream stream;

	dpmf_key_derive(parent, "projection rows", &key);
	dpmf_stream_open(&stream, &key, 0, 0, 0);
	for (size_t j = 0; j < items; j++)
		row[j] = rows == items ? (uint32_t)j : (uint32_t)dpmf_uniform_below(&stream, rows);
}

static void draw_signs(const struct dpmf_key *parent, const char *name, size_t count, double *sign)
{
	struct dpmf_key key;
	struct dpmf_stream stream;

	dpmf_key_derive(parent, name, &key);
	dpmf_stream_open(&stream, &key, 0, 0, 0);
	for (size_t j = 0; j < count; j++)
		sign[j] = dpmf_stream_word(&stream) & 1 ? -1 : 1;
}

static void all_ones(size_t count, double *sign)
{
	for (size_t j = 0; j < count; j++)
		sign[j] = 1;
}

enum dpmf_status dpmf_projection_draw(size_t items, size_t rows, const struct dpmf_key *key,
                                      struct dpmf_projection *projection, struct dpmf_error *error)
{
	struct dpmf_projection drawn = { .items = items, .rows = rows };

	if (rows < 1 || rows > items || items > UINT32_MAX)
		return dpmf_fail(error, DPMF_INPUT, "a projection of %zu items to %zu rows: give 1 to %zu rows",
		                 items, rows, items);
	drawn.padded = dpmf_rp_padded(rows);
	drawn.row = calloc(items, sizeof *drawn.row);
	drawn.sign = calloc(items, sizeof *drawn.sign);
	drawn.flip = calloc(drawn.padded, sizeof *drawn.flip);
	if (!drawn.row || !drawn.sign || !drawn.flip) {
		dpmf_projection_free(&drawn);
		return dpmf_fail(error, DPMF_FAILED, "no memory for a projection of %zu items", items);
	}
	draw_rows(key, items, rows, drawn.row);
	if (rows == items)
		all_ones(items, drawn.sign);
	else
		draw_signs(key, "projection signs", items, drawn.sign);
	draw_signs(key, "flattening signs", drawn.padded, drawn.flip);
	*projection = drawn;
	return DPMF_OK;
}

void dpmf_projection_free(struct dpmf_projection *projection)
{
	free(projection->row);
	free(projection->sign);
	free(projection->flip);
	*projection = (struct dpmf_projection){ .row = NULL };
}

void dpmf_projection_compress(const struct dpmf_projection *projection, const double *v, size_t k, double *b)
{
	memset(b, 0, projection->rows * k * sizeof *b);
	for (size_t j = 0; j < projection->items; j++)
		dpmf_rp_project_add(projection->sign[j], 1, 1, v + j * k, k, b + projection->row[j] * k);
}

void dpmf_projection_expand(const struct dpmf_projection *projection, const double *b, size_t k, double *v)
{
	for (size_t j = 0; j < projection->items; j++)
		dpmf_scale(projection->sign[j], b + projection->row[j] * k, k, v + j * k);
}

static void flip_rows(const struct dpmf_projection *projection, double *flat, size_t k)
{
	for (size_t i = 0; i < projection->padded; i++)
		for (size_t l = 0; l < k; l++)
			flat[i * k + l] *= projection->flip[i];
}

void dpmf_projection_flatten(const struct dpmf_projection *projection, const double *b, size_t k, double *flat)
{
	const size_t given = projection->rows * k;

	memmove(flat, b, given * sizeof *flat);
	memset(flat + given, 0, (projection->padded * k - given) * sizeof *flat);
	flip_rows(projection, flat, k);
	dpmf_rp_hadamard(flat, projection->padded, k);
}

void dpmf_projection_reverse(const struct dpmf_projection *projection, double *flat, size_t k)
{
	dpmf_rp_hadamard(flat, projection->padded, k);
	flip_rows(projection, flat, k);
}
