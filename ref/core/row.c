/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/row.h"

#include <endian.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Behind the separator, or NULL when there is none here. */
static inline const char *past_separator(const char *p, enum dpmf_separator separator)
{
	const char *start = p;

	switch (separator) {
	case DPMF_TAB:
		return *p == '\t' ? p + 1 : NULL;
	case DPMF_COLONS:
		return p[0] == ':' && p[1] == ':' ? p + 2 : NULL;
	case DPMF_COMMA:
		if (*p++ != ',')
			return NULL;
		while (*p == ' ')
			p++;
		return p;
	default:
		while (*p == ' ' || *p == '\t')
			p++;
		return p > start ? p : NULL;
	}
}

/* Behind the '\n', or NULL when more than blanks stand before it. */
static inline const char *past_end(const char *p)
{
	while (*p == ' ')
		p++;
	if (*p == '\r')
		p++;
	return *p == '\n' ? p + 1 : NULL;
}

/* Eight characters as one word, the first one lowest; a line has that many
   bytes behind it, see DPMF_LINE_SLACK. */
static inline uint64_t eight(const char *p)
{
	uint64_t word;

	memcpy(&word, p, sizeof word);
	return le64toh(word);
}

/* The number that eight digits (0 .. 9, the first one lowest) make: pairs, then
   fours, then all. */
static inline uint32_t number_of_digits(uint64_t digits)
{
	const uint64_t pairs = digits * 10 + (digits >> 8);
	const uint64_t even = UINT64_C(0x000000ff000000ff);

	return (uint32_t)(((pairs & even) * UINT64_C(0x000f424000000064) +
	                   (pairs >> 16 & even) * UINT64_C(0x0000271000000001)) >> 32);
}

static const char *read_long_id(const char *p, uint32_t *id)
{
	uint64_t value = 0;

	for (; is_digit(*p); p++) {
		value = 10 * value + (uint64_t)(*p - '0');
		if (value > DPMF_ID_MOST)
			return NULL;
	}
	*id = (uint32_t)value;
	return p;
}

/* Up to seven digits without a loop: ids of mixed lengths would cost a wrongly
   predicted branch each. A byte below that is no digit gets its top bit set. */
static inline const char *read_id(const char *p, uint32_t *id)
{
	const uint64_t digits = eight(p) ^ UINT64_C(0x3030303030303030);
	const uint64_t others = ((digits + UINT64_C(0x7676767676767676)) | digits) & UINT64_C(0x8080808080808080);
	unsigned length;

	if (!others)
		return read_long_id(p, id);
	length = (unsigned)__builtin_ctzll(others) / 8;
	if (length == 0)
		return NULL;
	*id = number_of_digits(digits << (64 - 8 * length));
	return p + length;
}

/* What the quick way does not read: signs, exponents, many digits. */
static const char *read_any_number(const char *p, locale_t plain, double *number)
{
	const size_t length = strspn(p, "0123456789+-.eE");
	char *end;

	*number = strtod_l(p, &end, plain);
	return length > 0 && end == p + length && isfinite(*number) ? end : NULL;
}

/* Up to 15 digits and a point: one division of two doubles that are exact. */
static inline const char *read_number(const char *p, locale_t plain, double *number)
{
	static const double power[] = { 1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15 };
	const char *start = p;
	int64_t value = 0;
	size_t digits = 0, behind_point = 0;

	for (; is_digit(*p) && digits < 16; p++, digits++)
		value = 10 * value + (*p - '0');
	if (*p == '.')
		for (p++; is_digit(*p) && digits < 16; p++, digits++, behind_point++)
			value = 10 * value + (*p - '0');
	if (digits < 1 || digits > 15 || *p == '.' || *p == 'e' || *p == 'E')
		return read_any_number(start, plain, number);
	*number = behind_point ? (double)value / power[behind_point] : (double)value;
	return p;
}

/* From the end of the third field to the end of the line. */
static inline const char *pass_rest(const char *p, const struct dpmf_row_shape *shape)
{
	const char *end = past_end(p), *next;

	if (end)
		return end;
	p = past_separator(p, shape->separator);
	if (!p)
		return NULL;
	if (shape->most < 4)
		return shape->separator == DPMF_BLANKS ? past_end(p) : NULL;
	for (; *p != '\n'; p++) {
		if (*p == '\0')
			return NULL;
		next = past_separator(p, shape->separator);
		if (next)
			return shape->separator == DPMF_BLANKS ? past_end(next) : NULL;
	}
	return p + 1;
}

const char *dpmf_row_read(const char *line, const struct dpmf_row_shape *shape, struct dpmf_row *row)
{
	const char *p = line, *end;

	while (*p == ' ' || (*p == '\t' && shape->separator == DPMF_BLANKS))
		p++;
	p = read_id(p, &row->first);
	p = p ? past_separator(p, shape->separator) : NULL;
	p = p ? read_id(p, &row->second) : NULL;
	if (!p)
		return NULL;
	row->number = 1;
	if (shape->fewest < 3) {
		end = past_end(p);
		if (end)
			return end;
	}
	p = past_separator(p, shape->separator);
	if (p && shape->fewest < 3 && shape->separator == DPMF_BLANKS && past_end(p))
		return past_end(p);
	p = p ? read_number(p, shape->plain, &row->number) : NULL;
	return p ? pass_rest(p, shape) : NULL;
}

const char *dpmf_row_id(const char *line, uint32_t *id)
{
	while (*line == ' ' || *line == '\t')
		line++;
	line = read_id(line, id);
	while (line && (*line == ' ' || *line == '\t'))
		line++;
	return line ? past_end(line) : NULL;
}

const char *dpmf_row_empty(const char *line)
{
	while (*line == ' ' || *line == '\t' || *line == '\r')
		line++;
	return *line == '\n' ? line + 1 : NULL;
}

const char *dpmf_row_behind(const char *line)
{
	while (*line != '\n')
		line++;
	return line + 1;
}

enum dpmf_separator dpmf_row_separator(const char *line)
{
	for (const char *p = line; *p != '\n'; p++) {
		if (p[0] == ':' && p[1] == ':')
			return DPMF_COLONS;
		if (*p == ',')
			return DPMF_COMMA;
	}
	return DPMF_BLANKS;
}

bool dpmf_row_time(const char *line, const struct dpmf_row_shape *shape, double *time)
{
	struct dpmf_field field;
	int column = 0;

	while (*line == ' ' || (*line == '\t' && shape->separator == DPMF_BLANKS))
		line++;
	while (column < 4 && line) {
		line = dpmf_row_field(line, shape->separator, &field);
		column++;
	}
	*time = NAN;
	return column < 4 || read_number(field.start, shape->plain, time) == field.start + field.length;
}

bool dpmf_field_is_id(struct dpmf_field field)
{
	uint32_t id;

	return read_id(field.start, &id) == field.start + field.length;
}

bool dpmf_field_is_number(struct dpmf_field field, locale_t plain)
{
	double number;

	return read_number(field.start, plain, &number) == field.start + field.length;
}

const char *dpmf_row_field(const char *p, enum dpmf_separator separator, struct dpmf_field *field)
{
	const char *next = NULL;

	field->start = p;
	while (!past_end(p) && !(next = past_separator(p, separator)))
		p++;
	field->length = (size_t)(p - field->start);
	return next && !(separator == DPMF_BLANKS && past_end(next)) ? next : NULL;
}
