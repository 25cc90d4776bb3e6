/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Witnesses: files that somebody sent. */
#include "audit/search/witness.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct witness witness;
	struct dpmf_error error = { "" };
	const enum dpmf_status status = witness_open(fuzz_file(data, size), &witness, &error);

	must_be_told(status, &error);
	if (status == DPMF_OK) {
		must(witness.data[0] && witness.data[1] && witness.trials > 0, "a witness has two data sets and trials");
		must(!witness.command || witness.command[0], "a command that stands in it has a first word");
		witness_close(&witness);
	}
	return 0;
}
