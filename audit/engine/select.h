/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which cases the user means. */
#ifndef DPMF_AUDIT_SELECT_H
#define DPMF_AUDIT_SELECT_H
#include <stdbool.h>
#include "audit/case.h"

struct audit_selection {
	const struct audit_case **chosen; /* free() it */
	size_t count;
};

/* Those cases (mutants instead, if asked for) whose mechanism is `mechanism`,
   where not NULL, and which one of the `names` means, where there are any: a
   whole id means that case, a shorter one every case below it. DPMF_INPUT when a name or the mechanism means nothing. */
enum dpmf_status audit_select(bool mutants, const char *mechanism, const char *const *names, size_t count,
                              struct audit_selection *selection, struct dpmf_error *error);

#endif
