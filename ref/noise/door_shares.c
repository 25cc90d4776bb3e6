/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "noise/door_shares.h"

#include "noise/shares.h"

enum dpmf_status dpmf_door_share(const struct dpmf_door *door, size_t number, const struct dpmf_participants *who,
                                 size_t i, int64_t *share)
{
	const struct dpmf_entry *entry = &door->record.entry[number];
	const struct dpmf_share *own;
	struct dpmf_stream stream;

	if (number >= door->record.count || entry->law != DPMF_LAPLACE_SHARES || i >= who->count)
		return DPMF_INPUT;
	own = who->group ? &who->share[who->group[i]] : NULL;
	dpmf_stream_open(&stream, &door->users, who->user[i], who->item, entry->draw);
	for (size_t l = 0; l < entry->coordinates; l++)
		share[l] = dpmf_laplace_share(&stream, entry->rate_p, entry->rate_q, own ? own->part : 1, own ? own->whole : who->of);
	return DPMF_OK;
}
