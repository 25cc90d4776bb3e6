/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The schema of a search, a byte 0, and a data set. A data set that is taken is handed to a target as it was. */
#include "audit/search/space.h"
#include "tests/fuzz/fuzz.h"

static void look(const struct space *space, const char *given, size_t size)
{
	struct rows rows, again;
	struct dpmf_error error = { "" };
	json_t *data = json_loadb(given, size, JSON_REJECT_DUPLICATES, NULL), *written;

	if (!data)
		return;
	const enum dpmf_status status = space_rows(space, data, "the data set", &rows, &error);

	must_be_told(status, &error);
	if (status == DPMF_OK) {
		written = space_data(space, &rows);
		must(written && space_rows(space, written, "the data set", &again, &error) == DPMF_OK, "a data set that is written can be read");
		must(rows.count == again.count && memcmp(rows.cell, again.cell, rows.count * sizeof *rows.cell) == 0, "and is the same");
		must(space_holds(space, &rows) && !space_neighbours(space, &rows, &again), "no data set is its own neighbour");
		json_decref(written);
	}
	json_decref(data);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct space space;
	struct dpmf_error error = { "" };
	char *text = fuzz_text(data, size);
	const size_t schema = strlen(text);

	if (*text == '{') {
		const enum dpmf_status status = space_open(text, &space, &error);

		must_be_told(status, &error);
		if (status == DPMF_OK) {
			look(&space, text + schema + 1, schema < size ? size - schema - 1 : 0);
			space_close(&space);
		}
	}
	free(text);
	return 0;
}
