/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a program answers to a test of the vectors. Two bytes choose the algorithm. */
#include "tests/fuzz/fuzz.h"
#include "vectors/command/answer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct answer answer;
	struct dpmf_error error = { "" };
	size_t algorithms = 0;

	if (size < 2)
		return 0;
	while (algorithm_at(algorithms))
		algorithms++;
	const struct algorithm *algorithm = algorithm_at(((size_t)data[0] << 8 | data[1]) % algorithms);
	char *line = fuzz_text(data + 2, size - 2);
	const enum dpmf_status status = answer_read(algorithm, line, &answer, &error);

	must_be_told(status, &error);
	if (status == DPMF_OK) {
		must(!!answer.outputs == (answer.kind == ANSWER_OUTPUTS), "outputs come with an answer that has some, and with no other");
		answer_free(&answer);
	}
	free(line);
	return 0;
}
