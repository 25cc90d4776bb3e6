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

bool dpmf_bears_on(const struct dpmf_entry *entry, enum dpmf_relation neighbours)
{
	if (neighbours == DPMF_EDGE)
		return entry->neighbours == DPMF_EDGE;
	return entry->neighbours != DPMF_EDGE || entry->heard > 0;
}

enum dpmf_status dpmf_entry_turn(struct dpmf_entry *entry, enum dpmf_relation neighbours, struct dpmf_error *error)
{
	if (neighbours == DPMF_USER && entry->neighbours == DPMF_ENTRY) {
		if (entry->touched_by_user == 0)
			return dpmf_fail(error, DPMF_INPUT, "the record's \"%s\" does not say how far a whole row moves it: "
			                 "there is no budget for a user", entry->statistic);
		entry->touched = entry->touched_by_user;
		if (entry->spread)
			entry->part = 0;
	}
	/* A rating, or a row, moves its user's vector: as many edges as those who collude hear. */
	if (neighbours != DPMF_EDGE && entry->neighbours == DPMF_EDGE)
		entry->touched = entry->heard;
	entry->neighbours = neighbours;
	return DPMF_OK;
}

enum dpmf_status dpmf_budget_compose_for(const struct dpmf_record *record, enum dpmf_relation neighbours,
                                         struct dpmf_budget *budget, struct dpmf_error *error)
{
	struct dpmf_record part = { .entry = malloc((record->count ? record->count : 1) * sizeof *part.entry) };
	enum dpmf_status status = DPMF_OK;

	if (!part.entry)
		return dpmf_fail(error, DPMF_FAILED, "no memory for a record of %zu entries", record->count);
	for (size_t i = 0; status == DPMF_OK && i < record->count; i++)
		if (dpmf_bears_on(&record->entry[i], neighbours)) {
			part.entry[part.count] = record->entry[i];
			status = dpmf_entry_turn(&part.entry[part.count++], neighbours, error);
		}
	if (status == DPMF_OK)
		status = dpmf_budget_compose(&part, budget, error);
	free(part.entry);
	return status;
}
