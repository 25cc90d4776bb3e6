/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a program tells of the noise that it adds. */
#include "audit/foreign/additions.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct foreign_run run, again;
	struct dpmf_error error = { "" };
	char *line = fuzz_text(data, size);

	if (!strchr(line, '\n')) {
		const enum dpmf_status status = foreign_run_read(line, NULL, &run, &error);

		must_be_told(status, &error);
		if (status == DPMF_OK) {
			for (size_t k = 0; k < run.count; k++)
				must(run.one[k].size == run.one[k].answered && run.one[k].size <= COORDINATES_MOST, "each number has its answer");
			if (foreign_run_read(line, &run, &again, &error) == DPMF_OK)
				foreign_run_free(&again);
			foreign_run_free(&run);
		}
	}
	free(line);
	return 0;
}
