/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/exec/spelling.h"

#include <stdio.h>

#include <gsl/gsl_cdf.h>

#include "audit/engine/joint.h"
#include "audit/engine/words.h"

#define RARELY 1e-9

static struct spelling_form *find(struct spelling *s, uint64_t form)
{
	for (size_t i = 0; i < s->count; i++)
		if (s->one[i].form == form)
			return &s->one[i];
	return NULL;
}

/* A reader must see its blanks, too. */
static void keep_example(struct spelling_form *one, const char *line)
{
	size_t i = 0;

	for (; line[i] && i + 1 < sizeof(one->example); i++)
		one->example[i] = line[i] == ' ' ? '_' : line[i] > ' ' && line[i] < 0x7f && line[i] != '"' ? line[i] : '?';
	one->example[i] = 0;
}

void spelling_take(struct spelling *s, int world, uint64_t form, const char *line)
{
	struct spelling_form *one = s->count > 0 && s->one[0].form == form ? &s->one[0] : find(s, form);

	if (s->seen[world]++ >= s->learn) {
		if (one)
			one->times[world]++;
	} else if (!one && s->count < SPELLINGS) {
		one = &s->one[s->count++];
		one->form = form;
		keep_example(one, line);
	}
}

static enum dpmf_status leaks(const struct spelling *s, const struct spelling_form *one, int world, double epsilon, double delta, struct dpmf_error *error)
{
	const uint64_t runs[2] = { s->seen[0] - s->learn, s->seen[1] - s->learn };
	const struct audit_pair pair = { false, { runs[world], runs[!world] }, { one->times[world], one->times[!world] } };
	const double alpha = RARELY / (2 * SPELLINGS);

	/* The exact test takes long, and is asked where it may matter. */
	if (!(audit_level_about(&pair, AUDIT_DP, delta, gsl_cdf_ugaussian_Qinv(alpha) - 1) > epsilon) ||
	    !(audit_level_lower(&pair, AUDIT_DP, delta, alpha) > epsilon))
		return DPMF_OK;
	return dpmf_fail(error, DPMF_INPUT, "how the answers are spelled gives the data set away, more than the claim allows: lines such as \"%s\" (_ is a blank) "
	                 "came in %llu of %llu runs on data set %d, and in %llu of %llu on the other. Numbers are judged by their values: spell all alike, "
	                 "or print what the spelling tells as a word of its own", one->example, (unsigned long long)one->times[world],
	                 (unsigned long long)runs[world], world, (unsigned long long)one->times[!world], (unsigned long long)runs[!world]);
}

enum dpmf_status spelling_found(const struct spelling *s, double epsilon, double delta, struct dpmf_error *error)
{
	enum dpmf_status status = DPMF_OK;

	for (int world = 0; world < 2 && s->count > 1 && s->seen[0] > s->learn && s->seen[1] > s->learn; world++)
		for (size_t i = 0; i < s->count && status == DPMF_OK; i++)
			status = leaks(s, &s->one[i], world, epsilon, delta, error);
	return status;
}
