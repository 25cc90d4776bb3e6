/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "noise/exact.h"
#include "noise/shares.h"
#include "noise/textbook.h"
#include "tool/arguments.h"
#include "tool/tool.h"

static const char usage[] =
	"usage: dpmf sample --law=NAME --count=N [--seed=S] [parameters of the law] [--json]\n\n"
	"Noise, one value a line: C99 hex floats from the laws in double precision, decimal\n"
	"whole numbers from the exact ones.\n\n"
	"  --law=NAME     laplace            --scale=B          density ~ exp(-|x| / B)\n"
	"                 mixture            --scale=B          the same, as sqrt(2 h) c: h ~ Exp(1), c ~ N(0, 1)\n"
	"                 exponential        --scale=B          mean B\n"
	"                 normal             --sigma=S          deviation S\n"
	"                 geometric          --p=P --q=Q        P(k) ~ exp(-k P/Q), k >= 0\n"
	"                 discrete-laplace   --p=P --q=Q        P(x) ~ exp(-|x| P/Q)\n"
	"                 discrete-gaussian  --p=P --q=Q        P(x) ~ exp(-x^2 / (2 sigma^2)), sigma^2 = P/Q\n"
	"                 polya              --p=P --q=Q --parties=N   N of them sum to geometric\n"
	"                 laplace-share      --p=P --q=Q --parties=N   N of them sum to discrete-laplace\n"
	"  --count=N      how many, at least 1\n"
	"  --seed=S       same seed, same values; without it, a key of the operating system\n"
	"  --json         one JSON document: the values as strings\n\n"
	"B and S lie in 1e-300 .. 1e300. P is at least 1 and Q in 1 .. 2^53; for discrete-gaussian both lie in 1 .. 2^40.\n\n"
	"example:\n"
	"  dpmf sample --law=discrete-laplace --p=1 --q=25 --count=3 --seed=7\n";

enum parameter { SCALE, SIGMA, P, Q, PARTIES, PARAMETERS };

static const char *const parameter_names[PARAMETERS] = { "scale", "sigma", "p", "q", "parties" };

struct request {
	const struct law *law;
	double scale; /* or deviation */
	size_t p, q, parties, count;
	bool json;
	struct dpmf_key key;
};

/* One of the two is NULL: a law is of doubles or of whole numbers. */
struct law {
	const char *name;
	bool takes[PARAMETERS];
	size_t most; /* of p and q; p: 0 is no bound */
	size_t most_q;
	double (*real)(struct dpmf_stream *s, const struct request *r);
	int64_t (*whole)(struct dpmf_stream *s, const struct request *r);
};

static double laplace(struct dpmf_stream *s, const struct request *r)
{
	return dpmf_laplace(s, r->scale);
}

static double mixture(struct dpmf_stream *s, const struct request *r)
{
	return dpmf_mixture(s, r->scale);
}

static double exponential(struct dpmf_stream *s, const struct request *r)
{
	return r->scale * dpmf_exponential(s);
}

static double normal(struct dpmf_stream *s, const struct request *r)
{
	return r->scale * dpmf_normal(s);
}

/* Below 1024 q <= 2^63, as the contract says. */
static int64_t geometric(struct dpmf_stream *s, const struct request *r)
{
	return (int64_t)dpmf_geometric(s, r->p, r->q);
}

static int64_t discrete_laplace(struct dpmf_stream *s, const struct request *r)
{
	return dpmf_discrete_laplace(s, r->p, r->q);
}

static int64_t discrete_gaussian(struct dpmf_stream *s, const struct request *r)
{
	return dpmf_discrete_gaussian(s, r->p, r->q);
}

static int64_t polya(struct dpmf_stream *s, const struct request *r)
{
	return (int64_t)dpmf_polya(s, r->p, r->q, 1, r->parties);
}

static int64_t laplace_share(struct dpmf_stream *s, const struct request *r)
{
	return dpmf_laplace_share(s, r->p, r->q, 1, r->parties);
}

#define RATIO { [P] = true, [Q] = true }
#define SHARED { [P] = true, [Q] = true, [PARTIES] = true }
#define ANY SIZE_MAX
#define UNITS ((size_t)1 << 53)
#define SQUARE ((size_t)1 << 40)

static const struct law laws[] = {
	{ "laplace", { [SCALE] = true }, 0, 0, laplace, NULL },
	{ "mixture", { [SCALE] = true }, 0, 0, mixture, NULL },
	{ "exponential", { [SCALE] = true }, 0, 0, exponential, NULL },
	{ "normal", { [SIGMA] = true }, 0, 0, normal, NULL },
	{ "geometric", RATIO, ANY, UNITS, NULL, geometric },
	{ "discrete-laplace", RATIO, ANY, UNITS, NULL, discrete_laplace },
	{ "discrete-gaussian", RATIO, SQUARE, SQUARE, NULL, discrete_gaussian },
	{ "polya", SHARED, ANY, UNITS, NULL, polya },
	{ "laplace-share", SHARED, ANY, UNITS, NULL, laplace_share },
};

enum { LAWS = sizeof laws / sizeof *laws };

static enum dpmf_status read_law(const char *text, const struct law **law, struct dpmf_error *error)
{
	const char *names[LAWS + 1];
	int place;

	if (!text)
		return dpmf_fail(error, DPMF_INPUT, "--law is missing, such as --law=laplace");
	for (int i = 0; i < LAWS; i++)
		names[i] = laws[i].name;
	names[LAWS] = NULL;
	const enum dpmf_status status = tool_choice("law", text, names, &place, error);

	if (status == DPMF_OK)
		*law = &laws[place];
	return status;
}

/* A whole number from 1 to `most`. */
static enum dpmf_status read_whole(const char *option, const char *text, size_t most, size_t *value,
                                   struct dpmf_error *error)
{
	size_t number;
	const enum dpmf_status status = tool_count(option, text, &number, error);

	if (status)
		return status;
	if (number < 1 || number > most)
		return dpmf_fail(error, DPMF_INPUT, "--%s is \"%s\": give a whole number from 1 to %zu", option, text, most);
	*value = number;
	return DPMF_OK;
}

static enum dpmf_status read_scale(const char *option, const char *text, double *value, struct dpmf_error *error)
{
	double number;
	const enum dpmf_status status = tool_number(option, text, &number, error);

	if (status)
		return status;
	if (!(number >= 1e-300 && number <= 1e300))
		return dpmf_fail(error, DPMF_INPUT, "--%s is \"%s\": give a number from 1e-300 to 1e300", option, text);
	*value = number;
	return DPMF_OK;
}

static enum dpmf_status read_parameter(enum parameter which, const char *text, struct request *request,
                                       struct dpmf_error *error)
{
	const char *name = parameter_names[which];

	switch (which) {
	case P:
		return read_whole(name, text, request->law->most, &request->p, error);
	case Q:
		return read_whole(name, text, request->law->most_q, &request->q, error);
	case PARTIES:
		return read_whole(name, text, ANY, &request->parties, error);
	default:
		return read_scale(name, text, &request->scale, error);
	}
}

/* What the law takes must be there, and nothing else. */
static enum dpmf_status read_parameters(const char *const *text, struct request *request, struct dpmf_error *error)
{
	enum dpmf_status status = DPMF_OK;

	for (int i = 0; i < PARAMETERS && status == DPMF_OK; i++) {
		if (request->law->takes[i] && !text[i])
			status = dpmf_fail(error, DPMF_INPUT, "--law=%s needs --%s", request->law->name, parameter_names[i]);
		else if (!request->law->takes[i] && text[i])
			status = dpmf_fail(error, DPMF_INPUT, "--law=%s has no --%s: leave it out", request->law->name,
			                   parameter_names[i]);
		else if (text[i])
			status = read_parameter((enum parameter)i, text[i], request, error);
	}
	return status;
}

static void print_value(struct dpmf_stream *s, const struct request *r)
{
	if (r->law->real)
		printf("%a", r->law->real(s, r));
	else
		printf("%" PRId64, r->law->whole(s, r));
}

static void print_json(struct dpmf_stream *s, const struct request *r)
{
	printf("{\n  \"law\": \"%s\",\n  \"values\": [", r->law->name);
	for (size_t i = 0; i < r->count && !ferror(stdout); i++) {
		printf("%s\n    \"", i ? "," : "");
		print_value(s, r);
		putchar('"');
	}
	puts("\n  ]\n}");
}

static void print_lines(struct dpmf_stream *s, const struct request *r)
{
	for (size_t i = 0; i < r->count && !ferror(stdout); i++) {
		print_value(s, r);
		putchar('\n');
	}
}

struct texts {
	const char *law, *count, *seed, *parameter[PARAMETERS];
	bool json, help;
};

static enum dpmf_status parse(int argc, char **argv, struct texts *texts, struct dpmf_error *error)
{
	static const struct option known[] = {
		{ "scale", required_argument, NULL, SCALE }, { "sigma", required_argument, NULL, SIGMA },
		{ "p", required_argument, NULL, P },         { "q", required_argument, NULL, Q },
		{ "parties", required_argument, NULL, PARTIES }, { "law", required_argument, NULL, 'l' },
		{ "count", required_argument, NULL, 'c' },   { "seed", required_argument, NULL, 's' },
		{ "json", no_argument, NULL, 'j' },          { "help", no_argument, NULL, 'h' },
		{ 0 },
	};
	int letter;

	optind = 0;
	while ((letter = getopt_long(argc, argv, "", known, NULL)) != -1) {
		if (letter >= 0 && letter < PARAMETERS)
			texts->parameter[letter] = optarg;
		else if (letter == 'l')
			texts->law = optarg;
		else if (letter == 'c')
			texts->count = optarg;
		else if (letter == 's')
			texts->seed = optarg;
		else if (letter == 'j')
			texts->json = true;
		else if (letter == 'h')
			texts->help = true;
		else
			return dpmf_fail(error, DPMF_INPUT, "an option was not understood");
	}
	if (optind < argc)
		return dpmf_fail(error, DPMF_INPUT, "\"%s\" is not an option", argv[optind]);
	return DPMF_OK;
}

static enum dpmf_status read_request(const struct texts *texts, struct request *request, struct dpmf_error *error)
{
	enum dpmf_status status = read_law(texts->law, &request->law, error);

	if (status == DPMF_OK)
		status = read_parameters(texts->parameter, request, error);
	if (status == DPMF_OK && !texts->count)
		status = dpmf_fail(error, DPMF_INPUT, "--count is missing, such as --count=10");
	if (status == DPMF_OK)
		status = read_whole("count", texts->count, ANY, &request->count, error);
	if (status == DPMF_OK)
		status = tool_key(texts->seed, &request->key, error);
	request->json = texts->json;
	return status;
}

enum dpmf_status tool_sample(int argc, char **argv)
{
	struct dpmf_error error = { "" };
	struct texts texts = { .law = NULL };
	struct request request = { .law = NULL };
	struct dpmf_key key;
	struct dpmf_stream s;
	enum dpmf_status status = parse(argc, argv, &texts, &error);

	if (status == DPMF_OK && texts.help) {
		fputs(usage, stdout);
		return DPMF_OK;
	}
	if (status == DPMF_OK)
		status = read_request(&texts, &request, &error);
	if (status)
		return tool_complain("sample", &error, status);
	dpmf_key_derive(&request.key, "sample", &key);
	dpmf_stream_open(&s, &key, 0, 0, 0);
	if (request.json)
		print_json(&s, &request);
	else
		print_lines(&s, &request);
	return DPMF_OK;
}
