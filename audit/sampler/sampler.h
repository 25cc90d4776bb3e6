/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sampler of a program of the user's own: its draws against a law (events.h), and what its doubles give away (doubles.h). */
#ifndef DPMF_AUDIT_SAMPLER_SAMPLER_H
#define DPMF_AUDIT_SAMPLER_SAMPLER_H
#include <stdio.h>

#include "audit/sampler/doubles.h"
#include "audit/sampler/events.h"
#include "audit/sampler/law.h"

struct sampler_request {
	char *const *argv;
	const char *law, *parameter[SAMPLER_PARAMETERS];
	uint64_t trials, seed, timeout;
	bool binary, json;
};

struct sampler_seen {
	struct sampler_law law;
	struct sampler_fit fit;
	bool in_doubles; /* the law is one of doubles: what they give away was looked at */
	struct doubles doubles;
};

enum dpmf_status sampler_ask(const struct sampler_request *request, struct sampler_seen *seen, struct dpmf_error *error);
bool sampler_fits(const struct sampler_seen *seen);

void sampler_print(FILE *out, const struct sampler_request *request, const struct sampler_seen *seen, const char *again);
enum dpmf_status sampler_print_json(FILE *out, const struct sampler_request *request, const struct sampler_seen *seen, const char *again, struct dpmf_error *error);
/* The event in words; how often it happened is not among them. */
void sampler_event_words(const struct sampler_event *event, char *text, size_t room);

/* The whole: DPMF_NO where the draws are not from the law. */
enum dpmf_status sampler_audit(const struct sampler_request *request, struct dpmf_error *error);

#endif
