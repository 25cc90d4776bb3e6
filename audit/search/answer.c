/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/search/answer.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include <jansson.h>

static const char blanks[] = " \t\r";

static enum dpmf_status no_answer(const char *line, struct dpmf_error *error)
{
	return dpmf_fail(error, DPMF_INPUT, "the target answered \"%.80s\": each line must be a number, a word in quotes, or a list of these, "
	                 "such as [0.5, \"yes\"]", line);
}

/* A word in quotes, from the first quote; where it ends, or NULL. Its quotes go, unless nothing stands between them. */
static char *take_word(char *at, char **to)
{
	char *const start = *to;

	for (at++; *at && *at != '"'; at++) {
		if (*at == '\\' && at[1])
			*(*to)++ = *at++;
		*(*to)++ = *at == ' ' || *at == '\t' || *at == '\r' ? '_' : *at;
	}
	if (*to == start)
		*(*to)++ = '-'; /* the empty word */
	return *at == '"' ? at + 1 : NULL;
}

/* A number or a bare word. */
static char *take_bare(char *at, char **to)
{
	const char *const start = at;

	while (isalnum((unsigned char)*at) || *at == '+' || *at == '-' || *at == '.')
		*(*to)++ = *at++;
	return at > start ? at : NULL;
}

/* What is written is never longer than what was read: the blank between two fields stands for their comma. */
enum dpmf_status answer_as_fields(char *line, struct dpmf_error *error)
{
	char shown[96], *at = line + strspn(line, blanks), *to = line;
	const int list = *at == '[';

	snprintf(shown, sizeof(shown), "%s", line);
	at += list;
	for (;;) {
		at += strspn(at, blanks);
		at = *at == '"' ? take_word(at, &to) : take_bare(at, &to);
		if (!at)
			return no_answer(shown, error);
		at += strspn(at, blanks);
		if (!list || *at != ',')
			break;
		at++;
		*to++ = ' ';
	}
	if (list && *at == ']')
		at++;
	else if (list)
		return no_answer(shown, error);
	if (at[strspn(at, blanks)])
		return no_answer(shown, error);
	*to = 0;
	return DPMF_OK;
}

int answer_refuses(const char *line, char *why, size_t room)
{
	json_t *object = line[strspn(line, blanks)] == '{' ? json_loads(line, 0, NULL) : NULL;
	const char *reason = json_string_value(json_object_get(object, "refuse"));
	struct dpmf_error one_line = { "" }; /* a terminal shows it: nothing that it would obey */

	dpmf_fail(&one_line, DPMF_INPUT, "%s", reason && *reason ? reason : "no reason given");
	if (reason)
		snprintf(why, room, "%s", one_line.text);
	json_decref(object);
	return reason != NULL;
}
