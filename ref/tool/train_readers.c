/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/train_readers.h"

#include <stdio.h>
#include <string.h>

#include "tool/arguments.h"

enum dpmf_status train_read_groups(const char *option, const char *text, struct dpmf_groups *groups, struct dpmf_error *error)
{
	double x[4];
	const enum dpmf_status status = tool_numbers(option, text, ',', 4, x, error);

	if (status != DPMF_OK)
		return status;
	if (x[0] < 0 || x[1] < 0 || x[0] + x[1] > 1 || !(x[2] > 0) || x[2] > x[3] || x[3] > 1)
		return dpmf_fail(error, DPMF_INPUT, "--%s is \"%s\": shares are 0 or more and at most 1 together, "
		                 "weights satisfy 0 < C <= D <= 1", option, text);
	*groups = (struct dpmf_groups){ x[0], x[1], x[2], x[3] };
	return DPMF_OK;
}

enum dpmf_status train_read_format(const char *option, const char *text, struct train_options *o, struct dpmf_error *error)
{
	(void)option;
	return dpmf_format_named(text, &o->format, error);
}

enum dpmf_status train_read_holdout(const char *option, const char *text, struct train_options *o, struct dpmf_error *error)
{
	o->latest = strcmp(text, "latest") == 0;
	if (o->latest || strcmp(text, "random") == 0) {
		o->holdout = 1;
		return DPMF_OK;
	}
	if (tool_size(option, text, &o->holdout, error) == DPMF_OK)
		return DPMF_OK;
	return dpmf_fail(error, DPMF_INPUT, "--holdout is \"%.40s\": give latest, random (one rating of every user), or how many at "
	                 "random", text);
}

enum dpmf_status train_read_range(const char *option, const char *text, struct train_options *o, struct dpmf_error *error)
{
	double x[2];
	const enum dpmf_status status = tool_numbers(option, text, ':', 2, x, error);

	if (status == DPMF_OK && !(x[0] < x[1]))
		return dpmf_fail(error, DPMF_INPUT, "--range is \"%s\": give MIN:MAX with MIN below MAX, such as 1:5", text);
	if (status == DPMF_OK) {
		o->run.rating_min = x[0];
		o->run.rating_max = x[1];
		o->range_given = true;
	}
	return status;
}

/* A whole number counts users; with a point or a percent sign it is a share. 1.0 is neither: it could mean one user,
   or all but the one who is protected, which is 100%. */
enum dpmf_status train_read_colluding(const char *option, const char *text, struct train_options *o, struct dpmf_error *error)
{
	const size_t length = strlen(text);
	const bool percent = length > 0 && text[length - 1] == '%';
	char number[64];

	if (length < sizeof number && (percent || strpbrk(text, ".eE"))) {
		snprintf(number, sizeof number, "%.*s", (int)(length - percent), text);
		if (tool_number(option, number, &o->colluding.share, error) != DPMF_OK)
			return dpmf_fail(error, DPMF_INPUT, "--%s is \"%.40s\": give how many, such as 3, or a share, such as 0.1 or 10%%",
			                 option, text);
		o->colluding.share /= percent ? 100 : 1;
		o->colluding.of_all = true;
		if (o->colluding.share >= 0 && (o->colluding.share < 1 || (percent && o->colluding.share == 1)))
			return DPMF_OK;
		return dpmf_fail(error, DPMF_INPUT, "--%s is \"%s\": a share lies from 0 to below 1, or is 100%%; for a number of users leave "
		                 "the point out", option, text);
	}
	o->colluding.of_all = false;
	if (tool_size(option, text, &o->colluding.count, error) == DPMF_OK)
		return DPMF_OK;
	return dpmf_fail(error, DPMF_INPUT, "--%s is \"%.40s\": give how many, such as 3, or a share, such as 0.1 or 10%%", option, text);
}
