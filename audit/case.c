/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "case.h"

#include <stdio.h>
#include <string.h>

void audit_case_part(const struct audit_case *one, enum audit_part part, char *text, size_t room)
{
	const char *start = one->id;

	for (int i = 0; i < (int)part && start; i++) {
		start = strchr(start, '/');
		if (start)
			start++;
	}
	if (!start) {
		snprintf(text, room, "%s", "");
		return;
	}
	/* The detail is what remains, slashes and all. */
	const size_t length = part == AUDIT_DETAIL ? strlen(start) : strcspn(start, "/");

	snprintf(text, room, "%.*s", (int)length, start);
}

const char *audit_finding_name(enum audit_finding finding)
{
	return finding == AUDIT_VIOLATED ? "violated" : "consistent";
}
