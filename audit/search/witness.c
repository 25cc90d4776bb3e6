/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/search/witness.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "audit/report/json_parts.h"
#include "audit/search/read_text.h"

static json_t *command_json(char *const *command)
{
	json_t *list = json_array();

	for (; *command; command++)
		json_array_append_new(list, audit_json_text(*command));
	return list;
}

json_t *witness_json(const struct hunt_setting *setting, const struct hunt_result *result)
{
	const struct hunt_audit *best = &result->best;
	char relation[200], seen[AUDIT_SENTENCE];
	json_t *data[2];

	space_relation_words(setting->space, relation, sizeof(relation));
	audit_event_sentence(&best->result, seen, sizeof(seen));
	pair_data(setting->space, &best->pair, data);
	return json_pack("{s:s, s:i, s:o, s:f, s:f, s:f, s:s, s:O, s:[o, o], s:b, s:{s:I, s:I, s:f, s:f, s:o}}",
	                 "format", "dpmf-audit-witness", "version", 1, "command", command_json(setting->command),
	                 "epsilon_claimed", setting->epsilon, "delta", setting->delta, "confidence", setting->confidence,
	                 "neighbours", relation, "space", setting->space->document, "data", data[0], data[1], "minimal", result->minimal,
	                 "found", "trials", (json_int_t)setting->trials, "seed", (json_int_t)best->seed, "confidence_by_itself", best->confidence,
	                 "epsilon_lower", floor(best->result.epsilon_lower * 1e12) / 1e12, "seen", audit_json_text(seen));
}

void witness_close(struct witness *witness)
{
	for (char **word = witness->command; word && *word; word++)
		free(*word);
	free(witness->command);
	json_decref(witness->data[0]);
	json_decref(witness->data[1]);
	space_close(&witness->space);
	json_decref(witness->document);
	*witness = (struct witness){ .document = NULL };
}

static enum dpmf_status wrong(const struct text *text, const char *key, const char *why, struct dpmf_error *error)
{
	const size_t line = text_line_of_key(text->bytes, key);

	if (line > 0)
		return dpmf_fail(error, DPMF_INPUT, "%s, line %zu, \"%s\": %s", text->name, line, key, why);
	return dpmf_fail(error, DPMF_INPUT, "%s: \"%s\" is missing: %s", text->name, key, why);
}

static enum dpmf_status read_number(const struct text *text, const json_t *object, const char *key, double least, double most, double *to,
                                    struct dpmf_error *error)
{
	const json_t *given = json_object_get(object, key);

	*to = json_number_value(given);
	if (!json_is_number(given) || !(*to >= least && *to <= most))
		return wrong(text, key, "give a number in its range", error);
	return DPMF_OK;
}

static enum dpmf_status read_count(const struct text *text, const json_t *object, const char *key, json_int_t least, json_int_t most, uint64_t *to,
                                   struct dpmf_error *error)
{
	const json_t *given = json_object_get(object, key);
	const json_int_t value = json_integer_value(given);

	if (!json_is_integer(given) || value < least || value > most)
		return wrong(text, key, "is no whole number, or outside of its range", error);
	*to = (uint64_t)value;
	return DPMF_OK;
}

static enum dpmf_status read_command(const json_t *list, struct witness *witness, struct dpmf_error *error)
{
	const size_t count = json_array_size(list);

	for (size_t i = 0; i < count; i++)
		if (!json_is_string(json_array_get(list, i)))
			return DPMF_OK; /* words that JSON cannot hold: the command must be given */
	if (count == 0)
		return DPMF_OK;
	witness->command = calloc(count + 1, sizeof(char *));
	for (size_t i = 0; witness->command && i < count; i++)
		if (!(witness->command[i] = strdup(json_string_value(json_array_get(list, i)))))
			return dpmf_fail(error, DPMF_FAILED, "no memory for the command of the witness");
	return witness->command ? DPMF_OK : dpmf_fail(error, DPMF_FAILED, "no memory for the command of the witness");
}

static enum dpmf_status read_data(const struct text *text, struct witness *witness, struct dpmf_error *error)
{
	const json_t *pair = json_object_get(witness->document, "data");
	char relation[200];
	struct rows rows[2];
	enum dpmf_status status = space_read(json_object_get(witness->document, "space"), text->bytes, text->name, &witness->space, error);

	if (status == DPMF_OK && json_array_size(pair) != 2)
		return wrong(text, "data", "must be a list of two data sets", error);
	for (int w = 0; w < 2 && status == DPMF_OK; w++) {
		status = space_rows(&witness->space, json_array_get(pair, (size_t)w), w ? "the second data set" : "the first data set", &rows[w], error);
		witness->data[w] = status == DPMF_OK ? space_data(&witness->space, &rows[w]) : NULL;
	}
	if (status != DPMF_OK || space_neighbours(&witness->space, &rows[0], &rows[1]))
		return status;
	space_relation_words(&witness->space, relation, sizeof(relation));
	return dpmf_fail(error, DPMF_INPUT, "%s: its two data sets are no neighbours: that would be so if %s", text->name, relation);
}

static enum dpmf_status read_all(const struct text *text, struct witness *w, struct dpmf_error *error)
{
	const json_t *all = w->document, *found = json_object_get(all, "found"), *format = json_object_get(all, "format");
	enum dpmf_status status;

	if (!json_is_string(format) || strcmp(json_string_value(format), "dpmf-audit-witness") != 0 || json_integer_value(json_object_get(all, "version")) != 1)
		return dpmf_fail(error, DPMF_INPUT, "%s is no witness: its \"format\" is not dpmf-audit-witness, or its \"version\" not 1", text->name);
	status = read_number(text, all, "epsilon_claimed", 0, 1e9, &w->epsilon, error);
	if (status == DPMF_OK)
		status = read_number(text, all, "delta", 0, 1 - 1e-9, &w->delta, error);
	if (status == DPMF_OK)
		status = read_number(text, all, "confidence", 1e-9, 1 - 1e-15, &w->confidence, error);
	if (status == DPMF_OK)
		status = read_count(text, found, "trials", AUDIT_TRIALS_LEAST, 1000000000, &w->trials, error);
	if (status == DPMF_OK)
		status = read_count(text, found, "seed", 0, (json_int_t)1 << 53, &w->seed, error);
	if (status == DPMF_OK)
		status = read_number(text, found, "confidence_by_itself", 1e-9, 1 - 1e-15, &w->by_itself, error);
	if (status == DPMF_OK && 1 - w->by_itself > (1 - w->confidence) / (2 * HUNT_FINALISTS) + 1e-15)
		return wrong(text, "confidence_by_itself", "is less than a bound of a search has at this \"confidence\"", error);
	if (status == DPMF_OK)
		status = read_number(text, found, "epsilon_lower", 0, 1e9, &w->found, error);
	if (status == DPMF_OK)
		status = read_command(json_object_get(all, "command"), w, error);
	return status == DPMF_OK ? read_data(text, w, error) : status;
}

enum dpmf_status witness_open(const char *path, struct witness *witness, struct dpmf_error *error)
{
	struct witness made = { .document = NULL };
	struct text text;
	enum dpmf_status status = text_open(path, "the witness", &text, error);

	if (status != DPMF_OK)
		return status;
	made.document = json_incref(text.document);
	status = read_all(&text, &made, error);
	text_close(&text);
	if (status == DPMF_OK)
		*witness = made;
	else
		witness_close(&made);
	return status;
}
