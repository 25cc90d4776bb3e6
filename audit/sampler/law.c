/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/sampler/law.h"

#include <math.h>
#include <string.h>

#include "tool/arguments.h"
#include "tool/wrap.h"

/* Of a share's law the table costs the square of q / p. */
enum { SHARE_SCALE_MOST = 50, PARTIES_MOST = 1000000, TRIALS_MOST = 1 << 13 };

const char *const sampler_parameter_name[SAMPLER_PARAMETERS] = { "scale", "sigma", "p", "q", "parties", "x" };

static const struct known {
	const char *name, *parameters, *density; /* a letter for each parameter */
	enum masses_law law;
} known[] = {
	{ "laplace", "B", "density ~ exp(-|x| / B)", MASSES_LAPLACE },
	{ "normal", "S", "deviation S", MASSES_NORMAL },
	{ "exponential", "B", "mean B", MASSES_EXPONENTIAL },
	{ "uniform", "", "on (0, 1)", MASSES_UNIFORM },
	{ "discrete-laplace", "PQ", "P(x) ~ exp(-|x| P/Q)", MASSES_DISCRETE_LAPLACE },
	{ "discrete-gaussian", "PQ", "P(x) ~ exp(-x^2 / (2 sigma^2)), sigma^2 = P/Q", MASSES_DISCRETE_GAUSSIAN },
	{ "geometric", "PQ", "P(k) ~ exp(-k P/Q), k >= 0", MASSES_GEOMETRIC },
	{ "polya", "PQN", "N of them sum to geometric", MASSES_POLYA },
	{ "laplace-share", "PQN", "N of them sum to discrete-laplace", MASSES_LAPLACE_SHARE },
	{ "poisson-binomial", "PQX", "Binomial(Q, 1/2 + P X 2^-40)", MASSES_BINOMIAL },
	{ "randomized-response", "PQX", "X, or 1 - X with chance 1 / (1 + exp(P/Q))", MASSES_FLIPPED },
	{ "bernoulli", "PQ", "1 with chance P/Q, or 0", MASSES_BERNOULLI },
	{ "bernoulli-exp", "PQ", "1 with chance exp(-P/Q), or 0", MASSES_BERNOULLI_EXP },
	{ "uniform-below", "Q", "0 .. Q - 1", MASSES_UNIFORM_BELOW },
};

enum { KNOWN = sizeof known / sizeof *known };

static const char letters[] = "BSPQNX";

void sampler_laws_print(FILE *out)
{
	for (int i = 0; i < KNOWN; i++) {
		char text[64] = "";

		for (size_t p = 0; p < SAMPLER_PARAMETERS; p++)
			if (strchr(known[i].parameters, letters[p]))
				snprintf(text + strlen(text), sizeof text - strlen(text), "--%s=%c ", sampler_parameter_name[p], letters[p]);
		tool_last(out, fprintf(out, "    %-20s %-24s", known[i].name, text), known[i].density);
	}
}

static enum dpmf_status read_number(enum sampler_parameter which, const char *text, double least, double most, bool whole, double *value, struct dpmf_error *error)
{
	const char *name = sampler_parameter_name[which];
	const enum dpmf_status status = tool_number(name, text, value, error);

	if (status != DPMF_OK)
		return status;
	if (!(*value >= least && *value <= most) || (whole && *value != floor(*value)))
		return dpmf_fail(error, DPMF_INPUT, "--%s is \"%s\": give a %snumber from %.17g to %.17g", name, text, whole ? "whole " : "", least, most);
	return DPMF_OK;
}

static enum dpmf_status read_parameter(enum sampler_parameter which, const char *text, struct masses *m, struct dpmf_error *error)
{
	double value = 0;
	enum dpmf_status status;

	switch (which) {
	case SAMPLER_SCALE:
	case SAMPLER_SIGMA: return read_number(which, text, 1e-300, 1e300, false, &m->scale, error);
	case SAMPLER_X:
		status = read_number(which, text, -0x1p40, 0x1p40, true, &value, error);
		m->x = status == DPMF_OK ? (int64_t)value : 0;
		return status;
	case SAMPLER_P:
	case SAMPLER_Q:
	case SAMPLER_PARTIES:
		status = read_number(which, text, 1, which == SAMPLER_PARTIES ? PARTIES_MOST : 0x1p53, true, &value, error);
		*(which == SAMPLER_P ? &m->p : which == SAMPLER_Q ? &m->q : &m->parties) = status == DPMF_OK ? (uint64_t)value : 0;
		return status;
	case SAMPLER_PARAMETERS: break;
	}
	return DPMF_FAILED;
}

/* What the parameters must be to each other. */
static enum dpmf_status check(const struct masses *m, struct dpmf_error *error)
{
	if (m->law == MASSES_BERNOULLI && m->p > m->q)
		return dpmf_fail(error, DPMF_INPUT, "--p is more than --q: P/Q is a chance");
	if (m->law == MASSES_FLIPPED && m->x != 0 && m->x != 1)
		return dpmf_fail(error, DPMF_INPUT, "--x is 0 or 1 for --law=randomized-response");
	if (m->law == MASSES_BINOMIAL && (m->q > TRIALS_MOST || m->p > 1 << 14 || fabs((double)m->x) * (double)m->p > 0x1p39))
		return dpmf_fail(error, DPMF_INPUT, "--law=poisson-binomial takes P up to %d, Q up to %d, and |P X| up to 2^39", 1 << 14, TRIALS_MOST);
	if (m->law == MASSES_LAPLACE_SHARE && m->q / m->p >= SHARE_SCALE_MOST)
		return dpmf_fail(error, DPMF_INPUT, "--law=laplace-share takes Q/P below %d here: its table would take long", SHARE_SCALE_MOST);
	return DPMF_OK;
}

enum dpmf_status sampler_law_read(const char *name, const char *const text[SAMPLER_PARAMETERS], struct sampler_law *law, struct dpmf_error *error)
{
	const char *names[KNOWN + 1] = { NULL };
	int place = 0;

	for (int i = 0; i < KNOWN; i++)
		names[i] = known[i].name;
	enum dpmf_status status = tool_choice("law", name, names, &place, error);

	if (status != DPMF_OK)
		return status;
	*law = (struct sampler_law){ .name = known[place].name, .masses = { .law = known[place].law, .scale = 1 } };
	snprintf(law->words, sizeof law->words, "--law=%s", law->name);
	for (size_t p = 0; p < SAMPLER_PARAMETERS && status == DPMF_OK; p++) {
		const bool taken = strchr(known[place].parameters, letters[p]) != NULL;
		const char *option = sampler_parameter_name[p];

		if (taken != (text[p] != NULL))
			return dpmf_fail(error, DPMF_INPUT, taken ? "--law=%s needs --%s" : "--law=%s has no --%s: leave it out", law->name, option);
		if (!taken)
			continue;
		snprintf(law->words + strlen(law->words), sizeof law->words - strlen(law->words), " --%s=%s", option, text[p]);
		status = read_parameter((enum sampler_parameter)p, text[p], &law->masses, error);
	}
	return status == DPMF_OK ? check(&law->masses, error) : status;
}
