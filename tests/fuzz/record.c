/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records, as whoever received a folder reads them. One that is taken comes back as it was when it is written again. */
#include "tests/fuzz/fuzz.h"
#include "tool/record_json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct dpmf_record record, again;
	struct dpmf_error error = { "" };
	json_t *document = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, NULL), *written, *twice;

	if (!document)
		return 0;
	const enum dpmf_status status = record_from_json(document, "record.json", &record, &error);

	must_be_told(status, &error);
	if (status == DPMF_OK) {
		written = record_to_json(&record);
		must(written && record_from_json(written, "record.json", &again, &error) == DPMF_OK, "a record that is written can be read");
		twice = record_to_json(&again);
		must(twice && json_equal(written, twice), "and is the same");
		json_decref(written);
		json_decref(twice);
		record_free(&record);
		record_free(&again);
	}
	json_decref(document);
	return 0;
}
