/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/record_json.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "noise/law/law.h"

enum kind { TEXT, OPTIONAL_TEXT, RELATION, NORM, LAW, NUMBER, SIZE, WORD, YES };

static const struct field {
	const char *name;
	enum kind kind;
	size_t offset;
} fields[] = {
#define FIELD(name, kind) { #name, kind, offsetof(struct dpmf_entry, name) }
	FIELD(statistic, TEXT), FIELD(premise, OPTIONAL_TEXT), FIELD(neighbours, RELATION), FIELD(norm, NORM),
	FIELD(sensitivity, NUMBER), FIELD(sensitivity_least, NUMBER), FIELD(law, LAW), FIELD(scale, NUMBER), FIELD(scale_most, NUMBER), FIELD(rate_p, WORD), FIELD(rate_q, WORD),
	FIELD(pieces, SIZE), FIELD(ids, SIZE), FIELD(touched, SIZE), FIELD(coordinates, SIZE), FIELD(touched_by_user, SIZE),
	FIELD(sampled_weight, NUMBER), FIELD(sampled_sensitivity, NUMBER), FIELD(part, SIZE), FIELD(spread, YES),
	FIELD(round, WORD), FIELD(draw, WORD), FIELD(keep, YES), FIELD(colluding.of_all, YES), FIELD(colluding.share, NUMBER),
	FIELD(colluding.count, SIZE), FIELD(colluding.lying, YES), FIELD(colluding.stay, NUMBER),
	FIELD(least, SIZE), FIELD(heard, SIZE), FIELD(messages, YES), FIELD(withheld, SIZE),
};
enum { FIELDS = sizeof fields / sizeof *fields };

const char *const record_relations[] = { "entry", "user", "edge", NULL };
static const char *const norms[] = { "l1", "l2", "largest", NULL };

static json_t *number_json(double x)
{
	char text[40];

	snprintf(text, sizeof text, "%a", x);
	return json_string(text);
}

static json_t *word_json(uint64_t x)
{
	char text[24];

	snprintf(text, sizeof text, "%" PRIu64, x);
	return json_string(text);
}

static json_t *value_json(const struct field *field, const struct dpmf_entry *entry)
{
	const void *at = (const char *)entry + field->offset;

	switch (field->kind) {
	case TEXT: return json_string(*(const char *const *)at);
	case OPTIONAL_TEXT: return *(const char *const *)at ? json_string(*(const char *const *)at) : json_null();
	case RELATION: return json_string(record_relations[*(const enum dpmf_relation *)at]);
	case NORM: return json_string(norms[*(const enum dpmf_norm *)at]);
	case LAW: return json_string(dpmf_law_of(*(const enum dpmf_law *)at)->name);
	case NUMBER: return number_json(*(const double *)at);
	case SIZE: return word_json(*(const size_t *)at);
	case WORD: return word_json(*(const uint64_t *)at);
	case YES: return json_boolean(*(const bool *)at);
	}
	return NULL;
}

static json_t *entry_json(const struct dpmf_entry *entry)
{
	json_t *object = json_object();

	for (size_t f = 0; object && f < FIELDS; f++)
		json_object_set_new(object, fields[f].name, value_json(&fields[f], entry));
	return object;
}

json_t *record_to_json(const struct dpmf_record *record)
{
	json_t *entries = json_array();

	for (size_t i = 0; entries && i < record->count; i++)
		json_array_append_new(entries, entry_json(&record->entry[i]));
	return json_pack("{s:s, s:i, s:o}", "format", "dpmf-record", "version", 1, "entries", entries);
}

static bool place_of(const char *const *names, const char *text, int *place)
{
	for (int i = 0; text && names[i]; i++)
		if (strcmp(names[i], text) == 0) {
			*place = i;
			return true;
		}
	return false;
}

static bool read_number(const char *text, double *x)
{
	char *end;

	if (!text || *text == '\0')
		return false;
	*x = strtod(text, &end);
	return *end == '\0' && isfinite(*x);
}

static bool read_word(const char *text, uint64_t *x)
{
	char *end;

	errno = 0;
	if (!text || *text < '0' || *text > '9')
		return false;
	*x = strtoull(text, &end, 10);
	return *end == '\0' && errno == 0;
}

static bool read_text(const char *text, const char **copy)
{
	*copy = text ? strdup(text) : NULL;
	return *copy != NULL;
}

static bool read_law(const char *name, enum dpmf_law *law)
{
	for (int number = 0; name && dpmf_law_of((enum dpmf_law)number); number++)
		if (strcmp(dpmf_law_of((enum dpmf_law)number)->name, name) == 0) {
			*law = (enum dpmf_law)number;
			return true;
		}
	return false;
}

static bool read_value(const struct field *field, const json_t *value, struct dpmf_entry *entry)
{
	void *at = (char *)entry + field->offset;
	const char *text = json_string_value(value);
	uint64_t word;
	int place = 0;

	switch (field->kind) {
	case TEXT: return read_text(text, at);
	case OPTIONAL_TEXT: return json_is_null(value) || read_text(text, at);
	case RELATION:
		if (!place_of(record_relations, text, &place))
			return false;
		entry->neighbours = (enum dpmf_relation)place;
		return true;
	case NORM:
		if (!place_of(norms, text, &place))
			return false;
		entry->norm = (enum dpmf_norm)place;
		return true;
	case LAW: return read_law(text, at);
	case NUMBER: return read_number(text, at);
	case SIZE:
		if (!read_word(text, &word))
			return false;
		*(size_t *)at = (size_t)word;
		return true;
	case WORD: return read_word(text, at);
	case YES:
		*(bool *)at = json_is_true(value);
		return json_is_boolean(value);
	}
	return false;
}

static enum dpmf_status read_entry(const json_t *object, const char *path, size_t number, struct dpmf_entry *entry,
                                   struct dpmf_error *error)
{
	struct dpmf_error why = { "" };
	const char *name;
	json_t *value;

	errno = 0; /* of a text that there is no memory for */
	for (size_t f = 0; f < FIELDS; f++)
		if (!read_value(&fields[f], json_object_get(object, fields[f].name), entry))
			return dpmf_fail(error, dpmf_status_of(errno), "%s: entry %zu has no \"%s\" that can be read; take the record as it was released", path,
			                 number + 1, fields[f].name);
	json_object_foreach((json_t *)(uintptr_t)object, name, value) {
		bool known = false;

		for (size_t f = 0; f < FIELDS; f++)
			known = known || strcmp(fields[f].name, name) == 0;
		if (!known)
			return dpmf_fail(error, DPMF_INPUT, "%s: entry %zu has \"%s\", which no record has; take the record as it was released", path,
			                 number + 1, name);
	}
	if (dpmf_entry_check(entry, &why) != DPMF_OK || entry->withheld > entry->pieces)
		return dpmf_fail(error, DPMF_INPUT, "%s: entry %zu is none that a release makes: %.800s; take the record as it was released", path,
		                 number + 1, why.text[0] ? why.text : "more was withheld than there is");
	return DPMF_OK;
}

enum dpmf_status record_from_json(const json_t *document, const char *path, struct dpmf_record *record, struct dpmf_error *error)
{
	const json_t *entries = json_object_get(document, "entries");
	const char *format = json_string_value(json_object_get(document, "format"));
	struct dpmf_record read = { .count = 0 };
	enum dpmf_status status = DPMF_OK;

	if (!format || strcmp(format, "dpmf-record") != 0 || json_integer_value(json_object_get(document, "version")) != 1 ||
	    !json_is_array(entries))
		return dpmf_fail(error, DPMF_INPUT, "%s is no record of version 1; give the record.json of a release", path);
	read.room = json_array_size(entries);
	read.entry = calloc(read.room ? read.room : 1, sizeof *read.entry);
	if (!read.entry)
		return dpmf_fail(error, DPMF_FAILED, "no memory for a record of %zu entries", read.room);
	for (size_t i = 0; status == DPMF_OK && i < read.room; i++)
		status = read_entry(json_array_get(entries, i), path, read.count++, &read.entry[i], error);
	if (status == DPMF_OK)
		*record = read;
	else
		record_free(&read);
	return status;
}

void record_free(struct dpmf_record *record)
{
	for (size_t i = 0; i < record->count; i++) {
		free((void *)(uintptr_t)record->entry[i].statistic);
		free((void *)(uintptr_t)record->entry[i].premise);
	}
	free(record->entry);
	memset(record, 0, sizeof *record);
}
