/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/arguments.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A number at the start of `text`; hexadecimal and "nan" are not numbers here. */
static const char *read_number(const char *text, double *value)
{
	char *end = NULL;

	if (strspn(text, "0123456789+-.eE") == 0)
		return NULL;
	*value = strtod(text, &end);
	if (end == text || text + strspn(text, "0123456789+-.eE") < end || !isfinite(*value))
		return NULL;
	return end;
}

enum dpmf_status tool_number(const char *option, const char *text, double *value, struct dpmf_error *error)
{
	double number;
	const char *end = read_number(text, &number);

	if (!end || *end != '\0')
		return dpmf_fail(error, DPMF_INPUT, "--%s is \"%s\": give a finite decimal number, such as --%s=0.5",
		                 option, text, option);
	*value = number;
	return DPMF_OK;
}

enum dpmf_status tool_count(const char *option, const char *text, size_t *value, struct dpmf_error *error)
{
	char *end = NULL;
	unsigned long long number;

	errno = 0;
	number = strtoull(text, &end, 10);
	if (!isdigit((unsigned char)*text) || *end != '\0' || errno == ERANGE)
		return dpmf_fail(error, DPMF_INPUT, "--%s is \"%s\": give a whole number from 0 to 2^64 - 1, such as --%s=10",
		                 option, text, option);
	*value = (size_t)number;
	return DPMF_OK;
}

enum dpmf_status tool_size(const char *option, const char *text, size_t *value, struct dpmf_error *error)
{
	size_t number;
	const enum dpmf_status status = tool_count(option, text, &number, error);

	if (status != DPMF_OK)
		return status;
	if (number > INT64_MAX)
		return dpmf_fail(error, DPMF_INPUT, "--%s is %zu: give a whole number below 2^63", option, number);
	*value = number;
	return DPMF_OK;
}

enum dpmf_status tool_yes_no(const char *option, const char *text, bool *value, struct dpmf_error *error)
{
	static const char *const names[] = { "no", "yes", NULL };
	int place;
	const enum dpmf_status status = tool_choice(option, text, names, &place, error);

	if (status == DPMF_OK)
		*value = place == 1;
	return status;
}

enum dpmf_status tool_choice(const char *option, const char *text, const char *const *names, int *place,
                             struct dpmf_error *error)
{
	char list[256] = "";

	for (int i = 0; names[i]; i++) {
		if (strcmp(names[i], text) == 0) {
			*place = i;
			return DPMF_OK;
		}
		snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? ", " : "", names[i]);
	}
	return dpmf_fail(error, DPMF_INPUT, "--%s is \"%s\": it is one of %s", option, text, list);
}

enum dpmf_status tool_numbers(const char *option, const char *text, char separator, size_t count, double *value,
                              struct dpmf_error *error)
{
	double number[8];
	const char *at = text;

	for (size_t i = 0; i < count && i < 8; i++) {
		at = read_number(at, &number[i]);
		if (!at || *at != (i + 1 < count ? separator : '\0'))
			return dpmf_fail(error, DPMF_INPUT, "--%s is \"%s\": give %zu numbers with \"%c\" between them",
			                 option, text, count, separator);
		at++;
	}
	memcpy(value, number, count * sizeof *value);
	return DPMF_OK;
}

enum dpmf_status tool_key(const char *text, struct dpmf_key *key, struct dpmf_error *error)
{
	size_t seed;
	enum dpmf_status status = dpmf_stream_start(error);

	if (status != DPMF_OK)
		return status;
	if (!text)
		return dpmf_key_from_system(key, error);
	status = tool_count("seed", text, &seed, error);
	if (status == DPMF_OK)
		dpmf_key_from_seed(seed, key);
	return status;
}

enum dpmf_status tool_complain(const char *command, const struct dpmf_error *error, enum dpmf_status status)
{
	fprintf(stderr, "dpmf %s: %s\n", command, error->text);
	if (status == DPMF_INPUT)
		fprintf(stderr, "dpmf %s --help lists the options\n", command);
	return status;
}

enum dpmf_status tool_json_or_help(int argc, char **argv, bool *json, bool *help, struct dpmf_error *error)
{
	static const struct option known[] = { { "json", no_argument, NULL, 'j' }, { "help", no_argument, NULL, 'h' }, { 0 } };
	enum dpmf_status status = DPMF_OK;
	int letter;

	*json = *help = false;
	while ((letter = getopt_long(argc, argv, "", known, NULL)) != -1) {
		if (letter == '?')
			status = dpmf_fail(error, DPMF_INPUT, "an option was not understood");
		*json = *json || letter == 'j';
		*help = *help || letter == 'h';
	}
	return status;
}
