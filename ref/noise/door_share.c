/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Noise in shares: whether those that must be honest suffice, one share, and what single parties see. */
#include <math.h>
#include <string.h>

#include "noise/door_parts.h"

enum dpmf_status dpmf_door_check_shares(const struct dpmf_entry *entry, const struct dpmf_noise_law *law,
                                        const struct dpmf_participants *who, struct dpmf_error *error)
{
	uint64_t honest;

	if (law->source != DPMF_BY_PARTICIPANTS)
		return DPMF_OK;
	if (!who || !who->user || who->count == 0)
		return dpmf_fail(error, DPMF_FAILED, "\"%s\" has noise in shares, and nobody is named who adds one", entry->statistic);
	if (who->group && !who->share)
		return dpmf_fail(error, DPMF_FAILED, "\"%s\": participants in groups have no shares", entry->statistic);
	honest = dpmf_honest_of(&entry->colluding, who->count);
	if (entry->messages ? who->count != 1 : honest == 0)
		return dpmf_law_shares_lack(entry, who, honest, error);
	return law->check_shares(entry, who, entry->messages ? 0 : honest, error);
}

void dpmf_door_common(const struct dpmf_door *door, const struct dpmf_entry *entry, const struct dpmf_noise_law *law, uint64_t item,
                      double *common)
{
	struct dpmf_stream stream;

	memset(common, 0, entry->coordinates * sizeof *common);
	if (!law->common)
		return;
	dpmf_stream_open(&stream, &door->server, 0, entry->one_common ? 0 : item, entry->draw);
	for (size_t l = 0; l < entry->coordinates; l++)
		common[l] = law->common(&stream);
}

static struct dpmf_drawing share_of(const struct dpmf_entry *entry, const struct dpmf_participants *who, size_t a)
{
	const struct dpmf_share *own = who->group ? &who->share[who->group[a]] : NULL;
	const bool steps = dpmf_law_of(entry->law)->unit == DPMF_STEPS;

	return (struct dpmf_drawing){
		.scale = own ? own->scale : entry->scale, .p = entry->rate_p, .q = entry->rate_q,
		.part = own ? own->part : 1, .whole = !own ? who->of : steps ? own->whole : own->of,
	};
}

void dpmf_door_share(const struct dpmf_door *door, const struct dpmf_entry *entry, const struct dpmf_noise_law *law,
                     const struct dpmf_participants *who, size_t a, const double *common, double *share)
{
	struct dpmf_drawing drawing = share_of(entry, who, a);
	struct dpmf_stream stream;

	dpmf_stream_open(&stream, &door->users, who->user[a], who->item, entry->draw);
	for (size_t l = 0; l < entry->coordinates; l++) {
		drawing.common = common[l];
		share[l] = law->share(&stream, &drawing);
	}
}

void dpmf_door_share_steps(const struct dpmf_door *door, const struct dpmf_entry *entry, const struct dpmf_noise_law *law,
                           const struct dpmf_participants *who, size_t a, int64_t *share)
{
	const struct dpmf_drawing drawing = share_of(entry, who, a);
	struct dpmf_stream stream;

	dpmf_stream_open(&stream, &door->users, who->user[a], who->item, entry->draw);
	for (size_t l = 0; l < entry->coordinates; l++)
		share[l] = law->share_steps(&stream, &drawing);
}

static enum dpmf_status check_shown(const struct dpmf_entry *entry, const struct dpmf_participants *who, size_t a,
                                    struct dpmf_error *error)
{
	const struct dpmf_noise_law *law = dpmf_law_of(entry->law);

	if (law->source != DPMF_BY_NOBODY && law->source != DPMF_BY_PARTICIPANTS)
		return dpmf_fail(error, DPMF_FAILED, "\"%s\" has no shares to show", entry->statistic);
	if (law->source == DPMF_BY_PARTICIPANTS && (!who || a >= who->count))
		return dpmf_fail(error, DPMF_FAILED, "\"%s\" has no participant number %zu", entry->statistic, a);
	if (entry->messages && law->source == DPMF_BY_PARTICIPANTS)
		return law->check_shares(entry, who, 0, error);
	return dpmf_door_check_shares(entry, law, who, error);
}

enum dpmf_status dpmf_door_show(const struct dpmf_door *door, size_t number, const struct dpmf_participants *who, size_t a,
                                double *value, struct dpmf_error *error)
{
	const struct dpmf_entry *entry = dpmf_door_entry(door, number, DPMF_DOUBLES, error);
	const struct dpmf_noise_law *law;
	double common[DPMF_DOOR_ON_STACK], share[DPMF_DOOR_ON_STACK];

	if (!entry || check_shown(entry, who, a, error) != DPMF_OK)
		return DPMF_FAILED;
	law = dpmf_law_of(entry->law);
	if (law->source == DPMF_BY_NOBODY)
		return DPMF_OK;
	dpmf_door_common(door, entry, law, who->item, common);
	dpmf_door_share(door, entry, law, who, a, common, share);
	for (size_t l = 0; l < entry->coordinates; l++)
		value[l] += share[l];
	return DPMF_OK;
}

enum dpmf_status dpmf_door_show_steps(const struct dpmf_door *door, size_t number, const struct dpmf_participants *who, size_t a,
                                      int64_t *steps, struct dpmf_error *error)
{
	const struct dpmf_entry *entry = dpmf_door_entry(door, number, DPMF_STEPS, error);
	int64_t share[DPMF_DOOR_ON_STACK];

	if (!entry || check_shown(entry, who, a, error) != DPMF_OK)
		return DPMF_FAILED;
	if (entry->law == DPMF_NO_NOISE)
		return DPMF_OK;
	if (entry->coordinates > DPMF_DOOR_ON_STACK)
		return dpmf_fail(error, DPMF_FAILED, "\"%s\": messages of %d coordinates at most are shown", entry->statistic, DPMF_DOOR_ON_STACK);
	dpmf_door_share_steps(door, entry, dpmf_law_of(entry->law), who, a, share);
	if (!dpmf_has_room(steps, share, entry->coordinates))
		return dpmf_fail(error, DPMF_INPUT, "\"%s\": a message and its share of the noise do not fit into 64 bits", entry->statistic);
	dpmf_add_steps(share, entry->coordinates, steps);
	return DPMF_OK;
}

enum dpmf_status dpmf_door_show_common(const struct dpmf_door *door, size_t number, uint64_t item, double *h,
                                       struct dpmf_error *error)
{
	const struct dpmf_entry *entry = dpmf_door_entry(door, number, DPMF_DOUBLES, error);

	if (!entry)
		return DPMF_FAILED;
	dpmf_door_common(door, entry, dpmf_law_of(entry->law), item, h);
	return DPMF_OK;
}
