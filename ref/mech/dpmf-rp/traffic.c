/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/dpmf-rp/traffic.h"

void dpmf_rp_traffic_count(const struct dpmf_secagg_outcome *outcome, size_t users, struct dpmf_rp_traffic *traffic)
{
	for (size_t i = 0; i < users; i++)
		for (size_t step = 0; step < DPMF_SECAGG_STEPS; step++) {
			traffic->sent[step] += outcome->sent[i * DPMF_SECAGG_STEPS + step];
			traffic->received[step] += outcome->received[i * DPMF_SECAGG_STEPS + step];
		}
	traffic->users += users;
	traffic->counted = true;
}

void dpmf_rp_traffic_compute(const struct dpmf_secagg_setting *setting, struct dpmf_rp_traffic *traffic)
{
	const uint32_t n = setting->users, length = (uint32_t)setting->length;
	const enum dpmf_secagg_step last = DPMF_SECAGG_UNMASK, confirm = setting->authenticated ? DPMF_SECAGG_CONFIRM : last;
	const struct {
		enum dpmf_secagg_step step;
		enum dpmf_secagg_type type;
		uint32_t count;
		bool sent, there;
	} messages[] = {
		{ DPMF_SECAGG_ADVERTISE, DPMF_SECAGG_T_ADVERTISE, 0, true, true },
		{ DPMF_SECAGG_SHARE, DPMF_SECAGG_T_ROSTER, n, false, true },
		{ DPMF_SECAGG_SHARE, DPMF_SECAGG_T_SHARES, n - 1, true, true },
		{ DPMF_SECAGG_MASK, DPMF_SECAGG_T_DELIVERY, n - 1, false, true },
		{ DPMF_SECAGG_MASK, DPMF_SECAGG_T_MASKED, length, true, true },
		{ confirm, DPMF_SECAGG_T_SURVIVORS, n, false, true },
		{ confirm, DPMF_SECAGG_T_CONFIRM, 0, true, setting->authenticated },
		{ last, DPMF_SECAGG_T_WITNESSES, n, false, setting->authenticated },
		{ last, DPMF_SECAGG_T_UNMASK, n, true, true },
	};

	for (size_t i = 0; i < sizeof messages / sizeof *messages; i++)
		if (messages[i].there)
			(messages[i].sent ? traffic->sent : traffic->received)[messages[i].step] +=
				n * dpmf_secagg_message_length(setting, messages[i].type, messages[i].count);
	traffic->users += n;
}

void dpmf_rp_traffic_bare(size_t bytes, size_t users, struct dpmf_rp_traffic *traffic)
{
	traffic->sent[DPMF_SECAGG_MASK] += bytes * users;
	traffic->users += users;
}
