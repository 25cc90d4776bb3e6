/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/exec/fields.h"

#include <endian.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "audit/engine/words.h"

enum { SLOTS = 4 * WORDS_MOST };

static const char blanks[] = " \t\r";

enum dpmf_status dictionary_open(struct dictionary *dictionary, struct dpmf_error *error)
{
	*dictionary = (struct dictionary){ calloc(WORDS_MOST, sizeof(char *)), 0, calloc(SLOTS, sizeof(uint32_t)) };
	if (dictionary->word && dictionary->slot)
		return DPMF_OK;
	dictionary_close(dictionary);
	return dpmf_fail(error, DPMF_FAILED, "no memory for a list of words");
}

void dictionary_close(struct dictionary *dictionary)
{
	for (uint32_t i = 0; dictionary->word && i < dictionary->count; i++)
		free(dictionary->word[i]);
	free(dictionary->word);
	free(dictionary->slot);
	*dictionary = (struct dictionary){ NULL, 0, NULL };
}

/* FNV-1a */
static uint32_t hash(const char *text)
{
	uint32_t h = 2166136261u;

	for (; *text; text++)
		h = (h ^ (unsigned char)*text) * 16777619u;
	return h;
}

/* The words beyond the last number share it. */
static enum dpmf_status number_of(struct dictionary *d, const char *word, uint32_t *number, struct dpmf_error *error)
{
	size_t at = hash(word) % SLOTS;

	for (; d->slot[at]; at = (at + 1) % SLOTS) {
		if (strcmp(d->word[d->slot[at] - 1], word) == 0) {
			*number = d->slot[at] - 1;
			return DPMF_OK;
		}
	}
	if (d->count == WORDS_MOST - 1) {
		*number = WORDS_MOST - 1;
		return DPMF_OK;
	}
	char *copy = strdup(word);

	if (!copy)
		return dpmf_fail(error, DPMF_FAILED, "no memory for a list of words");
	d->word[d->count] = copy;
	*number = d->count++;
	d->slot[at] = d->count;
	return DPMF_OK;
}

size_t fields_count(const char *line)
{
	size_t count = 0;

	for (line += strspn(line, blanks); *line; line += strspn(line, blanks)) {
		count++;
		line += strcspn(line, blanks);
	}
	return count;
}

static enum dpmf_status field_of(struct dictionary *dictionary, const char *text, double *field, struct dpmf_error *error)
{
	char *end;
	uint32_t number = 0;

	*field = strtod(text, &end);
	if (end != text && *end == 0 && isfinite(*field))
		return DPMF_OK;
	/* One spelling of each. */
	if (end != text && *end == 0)
		text = isnan(*field) ? "nan" : *field > 0 ? "inf" : "-inf";
	const enum dpmf_status status = number_of(dictionary, text, &number, error);

	if (status == DPMF_OK)
		*field = word_number(number);
	return status;
}

enum dpmf_status fields_read(struct dictionary *dictionary, char *line, size_t dims, double *field, struct dpmf_error *error)
{
	const size_t count = fields_count(line);
	char *at = line;

	if (count != dims)
		return dpmf_fail(error, DPMF_INPUT, "the target answered \"%.80s\": %zu fields where %zu are meant to be (--dims)", line, count, dims);
	for (size_t d = 0; d < dims; d++) {
		at += strspn(at, blanks);
		char *end = at + strcspn(at, blanks);
		const char after = *end;

		*end = 0;
		const enum dpmf_status status = field_of(dictionary, at, &field[d], error);

		if (status != DPMF_OK)
			return status;
		at = after ? end + 1 : end;
	}
	return DPMF_OK;
}

enum dpmf_status fields_convert(struct dictionary *dictionary, size_t count, double *field, struct dpmf_error *error)
{
	enum dpmf_status status = DPMF_OK;

	for (size_t i = 0; i < count && status == DPMF_OK; i++) {
		uint64_t bits;
		uint32_t number = 0;

		memcpy(&bits, &field[i], sizeof bits);
		bits = le64toh(bits);
		memcpy(&field[i], &bits, sizeof bits);
		if (isfinite(field[i]))
			continue;
		status = number_of(dictionary, isnan(field[i]) ? "nan" : field[i] > 0 ? "inf" : "-inf", &number, error);
		field[i] = word_number(number);
	}
	return status;
}
