/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "audit/exec/shell.h"
#include "audit/sampler/sampler.h"

enum { AGAIN = 1500 };

static void write_again(const struct sampler_request *r, const struct sampler_seen *seen, char *text, size_t room)
{
	snprintf(text, room, "dpmf-audit noise %s --trials=%llu --seed=%llu%s --", seen->law.words, (unsigned long long)r->trials, (unsigned long long)r->seed,
	         r->binary ? " --binary" : "");
	for (char *const *word = r->argv; *word; word++)
		shell_append(text, room, *word);
}

enum dpmf_status sampler_audit(const struct sampler_request *request, struct dpmf_error *error)
{
	struct sampler_seen seen = { .in_doubles = false };
	char again[AGAIN];
	enum dpmf_status status = sampler_ask(request, &seen, error);

	if (status != DPMF_OK)
		return status;
	write_again(request, &seen, again, sizeof again);
	if (request->json)
		status = sampler_print_json(stdout, request, &seen, again, error);
	else
		sampler_print(stdout, request, &seen, again);
	return status == DPMF_OK && !sampler_fits(&seen) ? DPMF_NO : status;
}
