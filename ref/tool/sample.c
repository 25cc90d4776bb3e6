/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/wipe.h"
#include "noise/exact.h"
#include "noise/fixed_laplace.h"
#include "noise/law/law.h"
#include "noise/shares.h"
#include "noise/textbook.h"
#include "tool/arguments.h"
#include "tool/tool.h"
#include "tool/wrap.h"

static const char usage[] =
	"usage: dpmf sample --law=NAME --count=N [--seed=S] [parameters of the law] [--json]\n\n"
	"Noise, one value a line: C99 hex floats from the laws in double precision, decimal\n"
	"whole numbers from the exact ones.\n\n"
	"  --count=N      how many, at least 1\n"
	"  --seed=S       same seed, same values; without it, a key of the operating system\n"
	"  --json         one JSON document: the values as strings\n"
	"  --law=NAME     one of these, with these parameters:\n";

static const char notes[] =
	"\nB and S lie in 1e-300 .. 1e300. P is at least 1 and Q in 1 .. 2^53; for discrete-gaussian and\n"
	"gaussian-share both lie in 1 .. 2^40, and P is at least 16 N Q for the latter; for poisson-binomial\n"
	"P lies in 1 .. 2^14 and Q in 1 .. 2^32 - 1. X is a whole number, 0 or 1 for randomized-response.\n\n"
	"example:\n"
	"  dpmf sample --law=discrete-laplace --p=1 --q=25 --count=3 --seed=7\n";

enum parameter { SCALE, SIGMA, P, Q, PARTIES, X, PARAMETERS };

static const struct {
	const char *name;
	char letter;
} parameters[PARAMETERS] = { { "scale", 'B' }, { "sigma", 'S' }, { "p", 'P' }, { "q", 'Q' }, { "parties", 'N' }, { "x", 'X' } };

static double exponential(struct dpmf_stream *s, const struct dpmf_drawing *d)
{
	return d->scale * dpmf_exponential(s);
}

static int64_t geometric(struct dpmf_stream *s, const struct dpmf_drawing *d)
{
	return (int64_t)dpmf_geometric(s, d->p, d->q);
}

static int64_t polya(struct dpmf_stream *s, const struct dpmf_drawing *d)
{
	return (int64_t)dpmf_polya(s, d->p, d->q, d->part, d->whole);
}

/* What the laws are made of, in the same shape. */
static const struct dpmf_noise_law parts[] = {
	{ .name = "exponential", .density = "mean B", .parameter = { "scale" }, .check = dpmf_law_scale_is_positive, .draw = exponential },
	{ .name = "geometric", .density = "P(k) ~ exp(-k P/Q), k >= 0", .parameter = { "p", "q" }, .check = dpmf_law_rate_is_laplace,
	  .scale_of = dpmf_law_laplace_scale, .draw_steps = geometric },
	{ .name = "polya", .density = "N of them sum to geometric", .parameter = { "p", "q", "parties" },
	  .check = dpmf_law_rate_is_laplace, .scale_of = dpmf_law_laplace_scale, .share_steps = polya },
};

enum { PARTS = sizeof parts / sizeof *parts, LAWS = DPMF_LAWS + PARTS };

static const struct dpmf_noise_law *law_at(int place)
{
	return place < DPMF_LAWS ? dpmf_law_of((enum dpmf_law)place) : &parts[place - DPMF_LAWS];
}

struct request {
	const struct dpmf_noise_law *law;
	int place;
	struct dpmf_drawing drawing;
	struct dpmf_fixed_chances chances;
	size_t count;
	bool json;
	struct dpmf_key key;
};

static bool takes(const struct dpmf_noise_law *law, enum parameter which)
{
	for (int i = 0; i < DPMF_PARAMETERS && law->parameter[i]; i++)
		if (strcmp(law->parameter[i], parameters[which].name) == 0)
			return true;
	return false;
}

static void print_laws(void)
{
	for (int place = 0; place < LAWS; place++) {
		const struct dpmf_noise_law *law = law_at(place);
		char text[64] = "";

		for (int i = 0; i < PARAMETERS; i++)
			if (takes(law, (enum parameter)i))
				snprintf(text + strlen(text), sizeof text - strlen(text), "--%s=%c ", parameters[i].name, parameters[i].letter);
		tool_last(stdout, printf("    %-20s %-24s", law->name, text), law->density);
	}
}

static void print_usage(void)
{
	tool_help(stdout, usage);
	print_laws();
	fputs(" ", stdout);
	for (int i = 0; i < PARAMETERS; i++)
		printf(" --%s=%c", parameters[i].name, parameters[i].letter);
	puts("\n                 the parameters");
	tool_help(stdout, notes);
}

static enum dpmf_status read_law(const char *text, struct request *request, struct dpmf_error *error)
{
	const char *names[LAWS + 1];
	enum dpmf_status status;

	if (!text)
		return dpmf_fail(error, DPMF_INPUT, "--law is missing, such as --law=laplace");
	for (int i = 0; i < LAWS; i++)
		names[i] = law_at(i)->name;
	names[LAWS] = NULL;
	status = tool_choice("law", text, names, &request->place, error);
	if (status == DPMF_OK)
		request->law = law_at(request->place);
	return status;
}

/* A whole number from 1 on. */
static enum dpmf_status read_whole(const char *option, const char *text, size_t *value, struct dpmf_error *error)
{
	size_t number;
	const enum dpmf_status status = tool_count(option, text, &number, error);

	if (status)
		return status;
	if (number < 1)
		return dpmf_fail(error, DPMF_INPUT, "--%s is \"%s\": give a whole number, 1 or more", option, text);
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

/* The statistic, within what the law takes, and within 2^40. */
static enum dpmf_status read_statistic(const struct dpmf_noise_law *law, const char *text, int64_t *value, struct dpmf_error *error)
{
	const double largest = 0x1p40, least = fmax((double)law->least, -largest), most = fmin((double)law->most, largest);
	double number;
	const enum dpmf_status status = tool_number("x", text, &number, error);

	if (status)
		return status;
	if (!(number >= least && number <= most) || number != floor(number))
		return dpmf_fail(error, DPMF_INPUT, "--x is \"%s\": --law=%s takes a whole number from %.0f to %.0f", text, law->name, least, most);
	*value = (int64_t)number;
	return DPMF_OK;
}

static enum dpmf_status read_parameter(enum parameter which, const char *text, struct request *request,
                                       struct dpmf_error *error)
{
	struct dpmf_drawing *d = &request->drawing;
	size_t number = 0;
	enum dpmf_status status;

	if (which == SCALE || which == SIGMA)
		return read_scale(parameters[which].name, text, &d->scale, error);
	if (which == X)
		return read_statistic(request->law, text, &d->statistic, error);
	status = read_whole(parameters[which].name, text, &number, error);
	if (which == P)
		d->p = number;
	else if (which == Q)
		d->q = number;
	else
		d->part = 1, d->whole = number;
	return status;
}

/* The law's own check of a declaration with these parameters. */
static enum dpmf_status check_parameters(const struct request *request, struct dpmf_error *error)
{
	const struct dpmf_drawing *d = &request->drawing;
	struct dpmf_entry entry = { .statistic = "sample", .scale = d->scale, .rate_p = d->p, .rate_q = d->q };

	const struct dpmf_participants who = { .count = d->whole, .of = d->whole };
	enum dpmf_status status;

	if (request->law->scale_of && d->p > 0 && d->q > 0)
		entry.scale = request->law->scale_of(d->p, d->q);
	status = request->law->check(&entry, error);
	if (status == DPMF_OK && request->law->check_shares && takes(request->law, PARTIES))
		status = request->law->check_shares(&entry, &who, d->whole, error);
	return status == DPMF_OK ? DPMF_OK : DPMF_INPUT;
}

/* What the law takes must be there, and nothing else. */
static enum dpmf_status read_parameters(const char *const *text, struct request *request, struct dpmf_error *error)
{
	enum dpmf_status status = DPMF_OK;

	for (int i = 0; i < PARAMETERS && status == DPMF_OK; i++) {
		const bool taken = takes(request->law, (enum parameter)i);

		if (taken && !text[i])
			status = dpmf_fail(error, DPMF_INPUT, "--law=%s needs --%s", request->law->name, parameters[i].name);
		else if (!taken && text[i])
			status = dpmf_fail(error, DPMF_INPUT, "--law=%s has no --%s: leave it out", request->law->name, parameters[i].name);
		else if (taken)
			status = read_parameter((enum parameter)i, text[i], request, error);
	}
	if (status == DPMF_OK)
		status = check_parameters(request, error);
	if (status == DPMF_OK && request->law->prepare)
		status = request->law->prepare(request->drawing.p, request->drawing.q, &request->chances, error);
	request->drawing.chances = &request->chances;
	return status;
}

static void print_value(struct dpmf_stream *s, const struct request *r)
{
	const struct dpmf_noise_law *law = r->law;

	if (law->draw)
		printf("%a", law->draw(s, &r->drawing));
	else
		printf("%" PRId64, (takes(law, PARTIES) ? law->share_steps : law->draw_steps)(s, &r->drawing));
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
		{ "parties", required_argument, NULL, PARTIES }, { "x", required_argument, NULL, X }, { "law", required_argument, NULL, 'l' },
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
	enum dpmf_status status = read_law(texts->law, request, error);

	if (status == DPMF_OK)
		status = read_parameters(texts->parameter, request, error);
	if (status == DPMF_OK && !texts->count)
		status = dpmf_fail(error, DPMF_INPUT, "--count is missing, such as --count=10");
	if (status == DPMF_OK)
		status = read_whole("count", texts->count, &request->count, error);
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
		print_usage();
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
	dpmf_wipe(&key, sizeof key);
	dpmf_wipe(&request.key, sizeof request.key);
	dpmf_wipe(&s, sizeof s);
	dpmf_wipe_stack();
	return DPMF_OK;
}
