/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit/commands.h"
#include "core/status.h"
#include "tool/wrap.h"

bool audit_read_count(const char *command, const char *option, const char *text,
                      uint64_t least, uint64_t most, uint64_t *value)
{
	char *end = NULL;

	errno = 0;
	const unsigned long long number = strtoull(text, &end, 10);

	if (!isdigit((unsigned char)*text) || *end || errno || number < least || number > most) {
		fprintf(stderr, "dpmf-audit %s: --%s=%s: give a whole number from %llu to %llu\n", command, option, text,
		        (unsigned long long)least, (unsigned long long)most);
		return false;
	}
	*value = number;
	return true;
}

bool audit_read_share(const char *command, const char *option, const char *text, double *value)
{
	char *end = NULL;
	const double number = strtod(text, &end);

	if (strspn(text, "0123456789.eE-") != strlen(text) || end == text || *end || !(number > 0 && number < 1)) {
		fprintf(stderr, "dpmf-audit %s: --%s=%s: give a number between 0 and 1, such as 0.99\n", command, option, text);
		return false;
	}
	*value = number;
	return true;
}

bool audit_read_delta(const char *command, const char *text, double *value)
{
	char *end = NULL;
	const double number = strtod(text, &end);

	if (strspn(text, "0123456789.eE-") != strlen(text) || end == text || *end || *text == '-' || !(number >= 0 && number < 1)) {
		fprintf(stderr, "dpmf-audit %s: --delta=%s: give 0, or a number below 1, such as 1e-5\n", command, text);
		return false;
	}
	*value = number;
	return true;
}

bool audit_read_epsilon(const char *command, const char *text, double *value)
{
	char *end = NULL;
	const double number = strtod(text, &end);

	if (end == text || *end || !(number >= 0) || !isfinite(number)) {
		fprintf(stderr, "dpmf-audit %s: --epsilon=%s: give a finite number, 0 or more\n", command, text);
		return false;
	}
	*value = number;
	return true;
}

int audit_options(const struct audit_reading *reading, int argc, char **argv, void *request)
{
	int letter;

	optind = 0;
	while ((letter = getopt_long(argc, argv, reading->order, reading->known, NULL)) != -1) {
		if (letter == 'h') {
			tool_help(stdout, reading->usage);
			return (int)DPMF_OK;
		}
		if (!reading->take(letter, request))
			return (int)DPMF_INPUT;
	}
	return -1;
}

bool audit_no_words_left(const char *command, int argc, char **argv, int next)
{
	if (next == argc)
		return true;
	fprintf(stderr, "dpmf-audit %s: %s: takes options only; see dpmf-audit %s --help\n", command, argv[next], command);
	return false;
}
