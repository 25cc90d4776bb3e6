/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The laws that a program's sampler can be held against, by name and parameters: those of `dpmf sample`, and what they are made of. */
#ifndef DPMF_AUDIT_SAMPLER_LAW_H
#define DPMF_AUDIT_SAMPLER_LAW_H
#include <stdio.h>

#include "audit/masses.h"

enum sampler_parameter { SAMPLER_SCALE, SAMPLER_SIGMA, SAMPLER_P, SAMPLER_Q, SAMPLER_PARTIES, SAMPLER_X, SAMPLER_PARAMETERS };

extern const char *const sampler_parameter_name[SAMPLER_PARAMETERS];

struct sampler_law {
	const char *name;
	char words[120]; /* with its parameters, as options */
	struct masses masses; /* the parameters; no table yet */
};

/* text[i]: what stands behind the option, or NULL. What the law takes must be there, and nothing else. */
enum dpmf_status sampler_law_read(const char *name, const char *const text[SAMPLER_PARAMETERS], struct sampler_law *law, struct dpmf_error *error);
/* A list for the help. */
void sampler_laws_print(FILE *out);

#endif
