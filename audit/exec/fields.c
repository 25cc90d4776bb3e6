/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/exec/fields.h"

#include <endian.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit/engine/words.h"

enum { SLOTS = 4 * WORDS_MOST };

static const char blanks[] = " \t\r";

enum dpmf_status dictionary_open(struct dictionary *dictionary, struct dpmf_error *error)
{
	*dictionary = (struct dictionary){ calloc(WORDS_MOST, sizeof(char *)), 0, calloc(SLOTS, sizeof(uint32_t)), 0 };
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
	*dictionary = (struct dictionary){ .word = NULL };
}

/* FNV-1a */
static uint32_t hash(const char *text)
{
	uint32_t h = 2166136261u;

	for (; *text; text++)
		h = (h ^ (unsigned char)*text) * 16777619u;
	return h;
}

/* The words that are too many for the list are no more told apart by the audit (words.h), but two of them are not the same. */
static enum dpmf_status number_of(struct dictionary *d, const char *word, uint32_t *number, struct dpmf_error *error)
{
	const uint32_t all = hash(word);
	size_t at = all % SLOTS;

	for (; d->slot[at]; at = (at + 1) % SLOTS) {
		if (strcmp(d->word[d->slot[at] - 1], word) == 0) {
			*number = d->slot[at] - 1;
			return DPMF_OK;
		}
	}
	if (d->count == WORDS_MOST - 1) {
		*number = WORDS_MOST - 1 + all % (UINT32_MAX - WORDS_MOST);
		d->lost++;
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

#define MIX UINT64_C(0x9e3779b97f4a7c15)

static uint64_t mix(uint64_t form, unsigned c)
{
	form = (form ^ c) * MIX;
	return form ^ form >> 29;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* A number as most programs print it, such as -12 or 0.125, without a call: where it ends, or NULL for all others. Its digits are
   an integer below 2^53 and the power of ten by which it is divided is a double, so that the quotient is
   rounded once, as strtod rounds it. */
static const char *plain_number(const char *text, double *field, uint64_t *form)
{
	static const double power[] = { 1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17 };
	const char *at = text + (*text == '-'), *const start = at;
	uint64_t digits = 0;
	size_t decimals = 0;

	for (; is_digit(*at) && at - start < 18; at++)
		digits = 10 * digits + (uint64_t)(*at - '0');
	if (at == start || (at - start > 1 && *start == '0'))
		return NULL;
	if (*at == '.') {
		const char *const point = at++;

		for (; is_digit(*at) && at - start < 19; at++)
			digits = 10 * digits + (uint64_t)(*at - '0');
		decimals = (size_t)(at - point) - 1;
		if (decimals == 0)
			return NULL;
	}
	if ((*at && !is_blank(*at)) || digits > UINT64_C(1) << 53)
		return NULL;
	const double size = (double)digits / power[decimals];

	*field = *text == '-' ? -size : size;
	*form = mix(*form, (unsigned)decimals + 1);
	return at;
}

enum { EXACT_DIGITS = 17 }; /* more are not told apart by doubles */

/* Of a number that is not plain: all but its sign and its digits, of which the leading zeros and how many decimals there are count;
   and of more digits than a double can hold the last one. */
static uint64_t form_of(const char *text, uint64_t form)
{
	enum { BEFORE, WITHIN, DECIMALS } place = BEFORE;
	size_t digits = 0;
	char last = 0;

	for (const char *at = text; *at; at++) {
		if (!is_digit(*at)) {
			form = *at == '-' ? form : mix(form, (unsigned char)*at);
			place = *at == '.' ? DECIMALS : BEFORE;
			continue;
		}
		if (place == DECIMALS || (place == BEFORE && *at == '0' && is_digit(at[1])))
			form = mix(form, '0');
		else if (place == BEFORE)
			place = WITHIN;
		digits += digits > 0 || *at != '0';
		last = *at;
	}
	return digits > EXACT_DIGITS ? mix(form, (unsigned char)last) : form;
}

static bool has_digits(const char *text)
{
	for (; *text && *text != 'e' && *text != 'E' && *text != 'p' && *text != 'P'; text++)
		if (*text >= '1' && *text <= '9')
			return true;
	return false;
}

/* What no double stands for (nan, infinity, 1e400, and 1e-400, which is not 0) is a word, as it is spelled. */
static enum dpmf_status field_of(struct dictionary *dictionary, const char *text, double *field, uint64_t *form, struct dpmf_error *error)
{
	char *end;
	uint32_t number = 0;

	*field = strtod(text, &end);
	if (end != text && *end == 0 && isfinite(*field) && (*field != 0 || !has_digits(text))) {
		*form = form_of(text, *form);
		return DPMF_OK;
	}
	const enum dpmf_status status = number_of(dictionary, text, &number, error);

	if (status == DPMF_OK)
		*field = word_number(number);
	*form = mix(*form, 'w');
	return status;
}

/* Where the field ends. */
static enum dpmf_status read_field(struct dictionary *dictionary, char **at, double *field, uint64_t *form, struct dpmf_error *error)
{
	const char *const plain = plain_number(*at, field, form);
	char *end = *at + (plain ? (size_t)(plain - *at) : strcspn(*at, blanks));
	const char after = *end;

	*end = 0;
	const enum dpmf_status status = plain ? DPMF_OK : field_of(dictionary, *at, field, form, error);

	*end = after;
	*at = end;
	return status;
}

enum dpmf_status fields_read(struct dictionary *dictionary, char *line, size_t dims, double *field, uint64_t *form, struct dpmf_error *error)
{
	enum dpmf_status status = DPMF_OK;
	size_t count = 0;
	char *at = line;

	*form = 0;
	for (;;) {
		const char *const gap = at;

		for (; is_blank(*at); at++)
			*form = at == gap && *at == ' ' && count > 0 && !is_blank(at[1]) && at[1] ? *form : mix(*form, (unsigned char)*at);
		if (!*at || count == dims)
			break;
		status = read_field(dictionary, &at, &field[count++], form, error);
		if (status != DPMF_OK)
			return status;
	}
	if (*at || count < dims)
		return dpmf_fail(error, DPMF_INPUT, "the target answered \"%.80s\": %zu fields where %zu are meant to be (--dims)", line, fields_count(line), dims);
	return DPMF_OK;
}

/* One with the bits that are usual is "nan"; of another the bits are seen, too. */
static void name_bits(double x, char name[32])
{
	uint64_t bits;

	memcpy(&bits, &x, sizeof bits);
	if (!isnan(x) || bits == UINT64_C(0x7ff8000000000000))
		snprintf(name, 32, "%s", isnan(x) ? "nan" : x > 0 ? "inf" : "-inf");
	else
		snprintf(name, 32, "nan_0x%016llx", (unsigned long long)bits);
}

enum dpmf_status fields_convert(struct dictionary *dictionary, size_t count, double *field, struct dpmf_error *error)
{
	enum dpmf_status status = DPMF_OK;

	for (size_t i = 0; i < count && status == DPMF_OK; i++) {
		char name[32];
		uint64_t bits;
		uint32_t number = 0;

		memcpy(&bits, &field[i], sizeof bits);
		bits = le64toh(bits);
		memcpy(&field[i], &bits, sizeof bits);
		if (isfinite(field[i]))
			continue;
		name_bits(field[i], name);
		status = number_of(dictionary, name, &number, error);
		field[i] = word_number(number);
	}
	return status;
}
