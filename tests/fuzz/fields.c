/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines that an audited program answers, as text and as eight bytes a number. */
#include <math.h>

#include "audit/engine/words.h"
#include "audit/exec/fields.h"
#include "tests/fuzz/fuzz.h"

enum { FIELDS = 8 };

static void as_text(struct dictionary *dictionary, const char *line, size_t dims)
{
	struct dpmf_error error = { "" };
	double field[FIELDS];
	uint64_t form;
	char *own = strdup(line);
	const size_t count = fields_count(line);

	must(own != NULL, "there is memory");
	const enum dpmf_status status = fields_read(dictionary, own, dims, field, &form, &error);

	must_be_told(status, &error);
	must((status == DPMF_OK) == (count == dims), "a line with as many fields is taken, another is not");
	for (size_t k = 0; status == DPMF_OK && k < dims; k++)
		must(isfinite(field[k]) || (isnan(field[k]) && word_of(field[k]) < dictionary->count), "a field is a finite number or a word that the dictionary has");
	free(own);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct dictionary dictionary;
	struct dpmf_error error = { "" };
	double number[FIELDS];

	if (size < 1)
		return 0;
	must(dictionary_open(&dictionary, &error) == DPMF_OK, "there is memory");
	char *text = fuzz_text(data + 1, size - 1), *rest = text;

	for (char *line = strsep(&rest, "\n"); line; line = strsep(&rest, "\n"))
		as_text(&dictionary, line, 1 + data[0] % FIELDS);
	const size_t count = (size - 1) / sizeof(double) < FIELDS ? (size - 1) / sizeof(double) : FIELDS;

	memcpy(number, data + 1, count * sizeof(double));
	must_be_told(fields_convert(&dictionary, count, number, &error), &error);
	dictionary_close(&dictionary);
	free(text);
	return 0;
}
