/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One line that the target of a search answers. */
#include "audit/exec/fields.h"
#include "audit/search/answer.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct dpmf_error error = { "" };
	char *line = fuzz_text(data, size), why[40] = "";

	if (!strchr(line, '\n')) {
		if (answer_refuses(line, why, sizeof why))
			must(strlen(why) < sizeof why, "a reason fits its room");
		const size_t before = strlen(line);
		const enum dpmf_status status = answer_as_fields(line, &error);

		must_be_told(status, &error);
		must(status != DPMF_OK || strlen(line) <= before, "fields take no more room than the line");
	}
	free(line);
	return 0;
}
