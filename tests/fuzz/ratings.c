/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of ratings, in every format. The first byte says how they are read. */
#include "core/read.h"
#include "tests/fuzz/fuzz.h"

static void look(const struct dpmf_ratings *r, bool ranged)
{
	must(r->row[r->users] == r->count && r->column[r->items] == r->count, "rows and columns hold every rating");
	for (size_t i = 0; i < r->users; i++)
		for (size_t k = r->row[i]; k < r->row[i + 1]; k++)
			must(r->item[k] < r->items && (k == r->row[i] || r->item[k - 1] < r->item[k]), "items ascend within a row");
	for (size_t j = 0; j < r->items; j++)
		for (size_t k = r->column[j]; k < r->column[j + 1]; k++)
			must(r->user[k] < r->users && r->item[r->where[k]] == j, "a column finds its ratings");
	for (size_t k = 0; k < r->count; k++)
		must(r->value[k] - r->value[k] == 0 && (!ranged || (r->value[k] >= 1 && r->value[k] <= 5)), "a rating is finite and in the range");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const uint32_t some[] = { 1, 2, 3, 5, 8 };
	uint32_t id[] = { some[0], some[1], some[2], some[3], some[4] };
	const struct dpmf_catalogue given = { 5, id };
	struct dpmf_universe universe = { .low = 1, .high = 5 };
	struct dpmf_ratings ratings;
	struct dpmf_moment *moment = NULL;
	struct dpmf_error error = { "" };

	if (size < 1)
		return 0;
	const enum dpmf_format format = (enum dpmf_format)(data[0] % 5);
	const bool last = data[0] & 32, timed = data[0] & 64;

	universe.ranged = data[0] & 8;
	universe.users = data[0] & 16 ? &given : NULL;
	universe.items = data[0] & 128 ? &given : NULL;
	const enum dpmf_status status = dpmf_read_ratings_in(fuzz_file(data + 1, size - 1), format, last ? DPMF_DUPLICATES_LAST : DPMF_DUPLICATES_REFUSED,
	                                                     &universe, &ratings, timed ? &moment : NULL, &error);
	must_be_told(status, &error);
	if (status == DPMF_OK) {
		look(&ratings, universe.ranged);
		dpmf_ratings_free(&ratings);
		free(moment);
	}
	return 0;
}
