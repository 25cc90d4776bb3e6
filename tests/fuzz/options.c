/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words behind `dpmf train`, a line each. */
#include <getopt.h>

#include "tests/fuzz/fuzz.h"
#include "tool/train_mech.h"
#include "tool/train_settings.h"

enum { WORDS = 40 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct train_options options;
	struct dpmf_error error = { "" };
	char *text = fuzz_text(data, size), *rest = text, *word[WORDS + 1] = { (char[]){ "train" } };
	int words = 1;

	for (char *line = strsep(&rest, "\n"); line && words < WORDS; line = strsep(&rest, "\n"))
		word[words++] = line;
	optind = 0;
	const enum dpmf_status status = train_options_read(words, word, &options, &error);

	must_be_told(status, &error);
	if (status == DPMF_OK && !options.help)
		must(options.mech != NULL, "a training has a mechanism");
	free(text);
	return 0;
}
