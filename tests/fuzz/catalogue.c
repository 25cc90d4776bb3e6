/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of ids. What was read and written again is read as the same. */
#include "core/catalogue.h"
#include "tests/fuzz/fuzz.h"

static void read_again(const struct dpmf_catalogue *catalogue)
{
	struct dpmf_catalogue again;
	char *text = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&text, &length);

	must(out && dpmf_catalogue_write(catalogue, out, NULL) == DPMF_OK && fclose(out) == 0, "a catalogue can be written");
	must(dpmf_catalogue_read(fuzz_file((const uint8_t *)text, length), &again, NULL) == DPMF_OK, "what was written can be read");
	must(again.count == catalogue->count && memcmp(again.id, catalogue->id, again.count * sizeof *again.id) == 0, "it is the same");
	dpmf_catalogue_free(&again);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct dpmf_catalogue catalogue;
	struct dpmf_error error = { "" };
	const enum dpmf_status status = dpmf_catalogue_read(fuzz_file(data, size), &catalogue, &error);

	must_be_told(status, &error);
	if (status != DPMF_OK)
		return 0;
	for (size_t i = 0; i < catalogue.count; i++) {
		must(i == 0 || catalogue.id[i - 1] < catalogue.id[i], "ids ascend");
		must(dpmf_catalogue_find(&catalogue, catalogue.id[i]) == i, "an id is found");
	}
	read_again(&catalogue);
	dpmf_catalogue_free(&catalogue);
	return 0;
}
