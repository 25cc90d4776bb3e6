/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/status.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

/* U+0080 to U+009F in UTF-8, which some terminals obey as they obey an escape. */
static bool is_control(const char *text)
{
	return (unsigned char)text[0] == 0xc2 && (unsigned char)text[1] >= 0x80 && (unsigned char)text[1] < 0xa0;
}

/* A file name or a field that is quoted may hold anything; the text stays one line. */
static void keep_one_line(char *text)
{
	for (; *text; text++) {
		if (is_control(text))
			*text++ = '?';
		else if ((unsigned char)*text >= ' ' && *text != 0x7f)
			continue;
		*text = '?';
	}
}

enum dpmf_status dpmf_fail(struct dpmf_error *error, enum dpmf_status status, const char *format, ...)
{
	va_list arguments;

	if (!error)
		return status;
	va_start(arguments, format);
	if (vsnprintf(error->text, sizeof error->text, format, arguments) < 0)
		error->text[0] = '\0';
	va_end(arguments);
	keep_one_line(error->text);
	return status;
}

enum dpmf_status dpmf_status_of(int why)
{
	switch (why) {
	case ENOMEM:
	case ENOSPC:
	case EDQUOT:
	case EMFILE:
	case ENFILE:
	case EIO:
		return DPMF_FAILED;
	default:
		return DPMF_INPUT;
	}
}
