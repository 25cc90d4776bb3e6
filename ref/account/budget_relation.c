/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/budget_relation.h"

#include <stdlib.h>

bool dpmf_record_speaks_of(const struct dpmf_record *record, enum dpmf_relation neighbours)
{
	for (size_t i = 0; i < record->count; i++)
		if (record->entry[i].neighbours == neighbours)
			return true;
	return false;
}

enum dpmf_status dpmf_budget_compose_for(const struct dpmf_record *record, enum dpmf_relation neighbours,
                                         struct dpmf_budget *budget, struct dpmf_error *error)
{
	struct dpmf_record part = { .entry = malloc((record->count ? record->count : 1) * sizeof *part.entry) };
	enum dpmf_status status;

	if (!part.entry)
		return dpmf_fail(error, DPMF_FAILED, "no memory for a record of %zu entries", record->count);
	for (size_t i = 0; i < record->count; i++)
		if (record->entry[i].neighbours == neighbours)
			part.entry[part.count++] = record->entry[i];
	status = dpmf_budget_compose(&part, budget, error);
	free(part.entry);
	return status;
}
