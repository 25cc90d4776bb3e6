/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "audit/report/json_parts.h"
#include "audit/sampler/sampler.h"

static json_t *event_json(const struct sampler_event *e)
{
	char words[200];

	sampler_event_words(e, words, sizeof words);
	return json_pack("{s:s, s:f, s:I, s:I, s:f}", "words", words, "chance", e->chance, "count", (json_int_t)e->count, "of", (json_int_t)e->of, "p", e->p);
}

static json_t *rows_json(const struct doubles *d)
{
	json_t *list = json_array();

	for (int i = 0; i < DOUBLES_EXPONENTS; i++)
		if (d->row[i].draws >= DOUBLES_ROW_LEAST)
			json_array_append_new(list, json_pack("{s:i, s:I, s:I, s:i}", "exponent", i + DOUBLES_EXPONENT_LEAST, "draws", (json_int_t)d->row[i].draws,
				"even", (json_int_t)d->row[i].even, "zeros", (int)d->row[i].zeros));
	return list;
}

static json_t *images_json(const struct doubles_images *images)
{
	if (!(images->denominator > 0))
		return json_null();
	return json_pack("{s:f, s:I, s:f}", "denominator", images->denominator, "draws", (json_int_t)images->draws, "gap", images->gap);
}

static json_t *doubles_json(const struct doubles *d)
{
	return json_pack("{s:I, s:I, s:I, s:f, s:f, s:f, s:I, s:o, s:b, s:o, s:o, s:o}", "looked", (json_int_t)d->looked, "zeros", (json_int_t)d->zeros,
	                 "negative_zeros", (json_int_t)d->negative_zeros, "least", d->least, "largest", d->most, "largest_chance", d->most_chance,
	                 "repeats", (json_int_t)d->repeats, "lattice", d->lattice ? json_integer(d->exponent) : json_null(), "single", d->single,
	                 "exponents", rows_json(d), "images", images_json(&d->alone), "pairs", images_json(&d->pairs));
}

enum dpmf_status sampler_print_json(FILE *out, const struct sampler_request *request, const struct sampler_seen *seen, const char *again, struct dpmf_error *error)
{
	const struct sampler_fit *fit = &seen->fit;
	json_t *document = json_pack("{s:s, s:i, s:s, s:s, s:I, s:s, s:f, s:f, s:I, s:o, s:{s:f, s:f}, s:o, s:o}",
		"format", "dpmf-audit-noise-target", "version", 1, "law", seen->law.words, "verdict", sampler_fits(seen) ? "no difference was found" : "not from the law",
		"seed", (json_int_t)request->seed, "test", "exact binomial", "level", SAMPLER_LEVEL, "p", fit->p, "draws", (json_int_t)fit->draws,
		"event", event_json(&fit->worst), "could_be_seen", "half", fit->seen, "thousandth", fit->seen_rare,
		"doubles", seen->in_doubles ? doubles_json(&seen->doubles) : json_null(), "again", audit_json_text(again));

	if (document)
		json_object_set_new(document, "events", json_integer((json_int_t)fit->events));
	const int failed = !document || json_dumpf(document, out, JSON_INDENT(2) | JSON_REAL_PRECISION(17)) != 0 || fputc('\n', out) == EOF;

	json_decref(document);
	return failed ? dpmf_fail(error, DPMF_FAILED, "cannot write the results as JSON") : DPMF_OK;
}
