/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/passages.h"

#include <math.h>

/* Sum of changes, or of their squares, or the largest. */
static double change_of(const struct dpmf_door *door, size_t passage, const struct dpmf_entry *entry, double *size)
{
	const struct dpmf_passage *first = &door->passage[passage], *second = &door->now[passage];
	double change = 0;

	for (size_t l = 0; l < entry->coordinates; l++) {
		const double one = fabs(second->before[l] - first->before[l]);

		if (entry->norm == DPMF_LARGEST)
			change = fmax(change, one);
		else
			change += entry->norm == DPMF_L2 ? one * one : one;
		*size += fabs(first->before[l]) + fabs(second->before[l]);
	}
	return change;
}

size_t audit_release_read(const struct dpmf_door *door, size_t from, struct audit_release *release)
{
	const size_t number = door->passage[from].entry;
	const struct dpmf_entry *entry = &door->record.entry[number];
	size_t p = from;

	*release = (struct audit_release){ .entry = entry, .most = -1 };
	for (; p < door->next && door->passage[p].entry == number; p++) {
		const double change = change_of(door, p, entry, &release->size);

		release->moved = entry->norm == DPMF_LARGEST ? fmax(release->moved, change) : release->moved + change;
		if (change > release->most) {
			release->most = change;
			release->piece = door->passage[p].piece;
		}
	}
	if (entry->norm == DPMF_L2) {
		release->moved = sqrt(release->moved);
		release->most = sqrt(release->most);
	}
	return p;
}
