/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `dpmf-audit noise`: the fits and the leaks, as a table or as JSON. */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include <jansson.h>

#include "audit/commands.h"
#include "audit/noise_fit.h"
#include "audit/noise_leak.h"
#include "audit/sampler/sampler.h"
#include "tool/wrap.h"

static const char usage[] =
	"usage: dpmf-audit noise [--trials=N] [--seed=S] [--json]\n"
	"       dpmf-audit noise --law=NAME [OPTION ...] -- CMD [ARG ...]\n\n"
	"Without a CMD: draws from every sampler of this project and compares with the masses of its law (MPFR, 256\n"
	"bits) by chi-square; then adds textbook and grid noise to two neighbours, 0 and\n"
	"1, and counts the outputs that only one of them can give. A sampler fits when p > 1e-6. The control, a discrete\n"
	"Laplace law held against a scale 1 % larger, must be rejected; it takes at least 4000000 draws.\n\n"
	"With a CMD: whether its draws are from the law that is named, and what they give away as doubles.\n\n"
	"  --trials=N     draws, at least 10000 (1000000)\n"
	"  --seed=S       of the draws (1); those that CMD is given follow from it\n"
	"  --json         one JSON document on standard output\n"
	"  --timeout=SEC  for one answer of CMD (60)\n"
	"  --binary       an answer of CMD is COUNT doubles of 8 bytes, little-endian, and no lines\n"
	"  --scale=B      a parameter of the law: a number above 0\n"
	"  --sigma=S      the deviation\n"
	"  --p=P          a whole number from 1 on\n"
	"  --q=Q          likewise: the rate or the variance is P/Q\n"
	"  --parties=N    of a law of shares\n"
	"  --x=X          what the noise is put on: a whole number\n"
	"  --law=NAME     one of these, with these parameters:\n";

static const char notes[] =
	"\nCMD reads requests `sample W COUNT SEED` as for dpmf-audit exec (W is always 0), and answers with COUNT lines of one\n"
	"number each, in decimal or as a C99 hex float. The test is exact: events are fixed beforehand, how often each happens is held\n"
	"against its binomial law, and p is that of all of them together. A sampler that draws independently and from the law is rejected,\n"
	"at p <= 1e-6, in at most one audit of a million.\n\n"
	"exit: 0 every verdict is the one expected, or no difference from the law was found; 1 one is not, or CMD draws from another\n"
	"law; 2 usage, or CMD died, hung, or answered something else; 3 anything else\n\n"
	"example:\n"
	"  dpmf-audit noise --law=laplace --scale=2 -- python3 sampler.py\n";

struct options {
	uint64_t trials, seed;
	bool json, help;
	struct sampler_request target;
};

struct leak_row {
	const char *sampler;
	double scale;
	bool grid, leaks;
	uint64_t draws, impossible;
};

enum { LEAK_EXPONENT = -10, LEAK_STEPS = 1 << 10, LEAK_SHARE = 20 };

/* Prints the row, or appends it to the list when there is one; false when memory ran out. */
static bool show_row(const struct noise_row *row, const struct chi_square_fit *fit, bool good, json_t *list)
{
	const char *verdict = fit->p > NOISE_FIT_LEVEL ? "fits" : "rejected";
	char text[96], said[48];

	noise_describe(row->given.q ? &row->given : &row->law, text, sizeof(text));
	if (list)
		return json_array_append_new(list, json_pack("{s:s, s:s, s:I, s:I, s:f, s:f, s:s, s:s}",
			"sampler", row->sampler, "parameters", text, "draws", (json_int_t)fit->draws,
			"bins", (json_int_t)fit->bins, "chi2", fit->chi2, "p", fit->p,
			"verdict", verdict, "expected", row->control ? "rejected" : "fits")) == 0;
	snprintf(said, sizeof said, "%s%s", verdict, !good ? "  UNEXPECTED" : row->control ? ", as it must be" : "");
	tool_last(stdout, printf("%-28s %-24s %7" PRIu64 " %4zu %5.1f %7.2g", row->sampler, text, fit->draws, fit->bins, fit->chi2, fit->p), said);
	return true;
}

static bool show_leak(const struct leak_row *row, bool good, json_t *list)
{
	const double share = (double)row->impossible / (double)row->draws;
	char said[48];

	if (list)
		return json_array_append_new(list, json_pack("{s:s, s:f, s:I, s:I, s:f, s:s, s:s}",
			"sampler", row->sampler, "scale", row->scale, "draws", (json_int_t)row->draws,
			"revealing", (json_int_t)row->impossible, "fraction", share,
			"verdict", row->impossible ? "leaks" : "tight", "expected", row->leaks ? "leaks" : "tight")) == 0;
	snprintf(said, sizeof said, "%s%s", row->impossible ? "LEAKS, as Mironov says" : "tight", good ? "" : "  UNEXPECTED");
	tool_last(stdout, printf("%-28s scale %-3g %7" PRIu64 " at 0 or 1, %5.2f %% tell which", row->sampler, row->scale, row->draws,
	                         100 * share), said);
	return true;
}

static void count_leaks(struct leak_row *row, struct dpmf_stream *s)
{
	const uint64_t steps = (uint64_t)(row->scale * LEAK_STEPS);

	for (int value = 0; value < 2; value++)
		row->impossible += row->grid
			? noise_leak_grid(s, LEAK_EXPONENT, 1, steps, value, 1 - value, row->draws / 2)
			: noise_leak_textbook(s, row->scale, value, 1 - value, row->draws / 2);
}

static enum dpmf_status out_of_memory(struct dpmf_error *error)
{
	return dpmf_fail(error, DPMF_FAILED, "no memory for the JSON document");
}

static enum dpmf_status run_leaks(const struct dpmf_key *key, uint64_t trials, json_t *list, struct dpmf_error *error)
{
	struct leak_row rows[] = {
		{ .sampler = "textbook laplace", .scale = 1, .leaks = true },
		{ .sampler = "textbook laplace", .scale = 10, .leaks = true },
		{ .sampler = "discrete laplace on a grid", .scale = 1, .grid = true },
		{ .sampler = "discrete laplace on a grid", .scale = 10, .grid = true },
	};
	enum dpmf_status answer = DPMF_OK;

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct dpmf_stream s;

		dpmf_stream_open(&s, key, i, 0, 1);
		rows[i].draws = trials / LEAK_SHARE / 2 * 2;
		count_leaks(&rows[i], &s);
		const bool good = (rows[i].impossible > 0) == rows[i].leaks;

		if (!good)
			answer = DPMF_NO;
		if (!show_leak(&rows[i], good, list))
			return out_of_memory(error);
	}
	return answer;
}

static enum dpmf_status run_rows(const struct dpmf_key *key, uint64_t trials, json_t *list, struct dpmf_error *error)
{
	const bool watched = isatty(STDERR_FILENO);
	enum dpmf_status answer = DPMF_OK;

	for (size_t i = 0; i < noise_rows_count; i++) {
		const struct noise_row *row = &noise_rows[i];
		const uint64_t draws = noise_row_draws(row, trials);
		struct chi_square_fit fit;
		struct dpmf_stream s;

		if (watched)
			fprintf(stderr, "\rnoise: %zu of %zu ", i + 1, noise_rows_count);
		dpmf_stream_open(&s, key, i, 0, 0);
		const enum dpmf_status status = noise_fit(row, &s, draws, &fit, error);

		if (watched)
			fprintf(stderr, "\r%30s\r", "");
		if (status)
			return status;
		const bool good = (fit.p > NOISE_FIT_LEVEL) != row->control;

		if (!good)
			answer = DPMF_NO;
		if (!show_row(row, &fit, good, list))
			return out_of_memory(error);
	}
	return answer;
}

/* Both parts; DPMF_NO when either says so. */
static enum dpmf_status run(const struct options *options, json_t *rows, json_t *leaks, struct dpmf_error *error)
{
	struct dpmf_key seed, key;
	enum dpmf_status fits, tight = dpmf_stream_start(error);

	if (!noise_rows_complete())
		return dpmf_fail(error, DPMF_FAILED, "a law of the door has no row in the table of samplers");
	if (tight)
		return tight;
	dpmf_key_from_seed(options->seed, &seed);
	dpmf_key_derive(&seed, "audit noise", &key);
	if (!options->json)
		tool_last(stdout, printf("%-28s %-24s %7s %4s %5s %7s", "sampler", "parameters", "draws", "bins", "chi2", "p"), "p > 1e-6?");
	fits = run_rows(&key, options->trials, rows, error);
	if (fits > DPMF_NO)
		return fits;
	tight = run_leaks(&key, options->trials, leaks, error);
	return tight > fits ? tight : fits;
}

static enum dpmf_status run_json(const struct options *options, struct dpmf_error *error)
{
	json_t *rows = json_array(), *leaks = json_array(), *whole = NULL;
	enum dpmf_status status = rows && leaks ? run(options, rows, leaks, error) : out_of_memory(error);

	if (status <= DPMF_NO) {
		whole = json_pack("{s:s, s:i, s:O, s:O, s:f, s:I, s:b}", "format", "dpmf-audit-noise", "version", 1, "samplers", rows, "leaks", leaks, "level", NOISE_FIT_LEVEL,
		                  "seed", (json_int_t)options->seed, "passed", status == DPMF_OK);
		if (!whole)
			status = out_of_memory(error);
		else if (json_dumpf(whole, stdout, JSON_INDENT(2)) || putchar('\n') == EOF)
			status = dpmf_fail(error, DPMF_FAILED, "cannot write JSON to standard output");
	}
	json_decref(whole);
	json_decref(rows);
	json_decref(leaks);
	return status;
}

static void print_help(void)
{
	tool_help(stdout, usage);
	sampler_laws_print(stdout);
	tool_help(stdout, notes);
}

enum { PARAMETER = 256 }; /* and from there on */

static bool take(int letter, struct options *options)
{
	switch (letter) {
	case 't': return audit_read_count("noise", "trials", optarg, 10000, 1000000000, &options->trials);
	case 's': return audit_read_count("noise", "seed", optarg, 0, INT64_MAX, &options->seed);
	case 'o': return audit_read_count("noise", "timeout", optarg, 1, 86400, &options->target.timeout);
	case 'b': return options->target.binary = true;
	case 'l': options->target.law = optarg; return true;
	case 'j': return options->json = true;
	case 'h': return options->help = true;
	default: break;
	}
	if (letter >= PARAMETER && letter < PARAMETER + SAMPLER_PARAMETERS)
		options->target.parameter[letter - PARAMETER] = optarg;
	return letter >= PARAMETER;
}

static bool complain(const char *what)
{
	fprintf(stderr, "dpmf-audit noise: %s; see dpmf-audit noise --help\n", what);
	return false;
}

/* A law and a command go together. */
static bool complete(int argc, char **argv, struct options *options)
{
	struct sampler_request *target = &options->target;
	bool any = target->timeout > 0 || target->binary;

	for (int i = 0; i < SAMPLER_PARAMETERS; i++)
		any = any || target->parameter[i];
	if (optind == argc && target->law)
		return complain("the command to audit is missing: -- CMD [ARG ...]");
	if (optind == argc && any)
		return complain("the law and the command to audit are missing: --law=NAME ... -- CMD [ARG ...]");
	if (optind < argc && !target->law)
		return complain("--law=NAME is missing: what the draws of the command are meant to be");
	target->argv = optind < argc ? argv + optind : NULL;
	target->trials = options->trials;
	target->seed = options->seed;
	target->json = options->json;
	target->timeout = target->timeout ? target->timeout : 60;
	return true;
}

/* -1: go on; else the exit status. */
static int parse(int argc, char **argv, struct options *options)
{
	static const struct option known[] = {
		{ "trials", required_argument, NULL, 't' }, { "seed", required_argument, NULL, 's' },
		{ "timeout", required_argument, NULL, 'o' }, { "law", required_argument, NULL, 'l' },
		{ "scale", required_argument, NULL, PARAMETER + SAMPLER_SCALE }, { "sigma", required_argument, NULL, PARAMETER + SAMPLER_SIGMA },
		{ "p", required_argument, NULL, PARAMETER + SAMPLER_P }, { "q", required_argument, NULL, PARAMETER + SAMPLER_Q },
		{ "parties", required_argument, NULL, PARAMETER + SAMPLER_PARTIES }, { "x", required_argument, NULL, PARAMETER + SAMPLER_X },
		{ "binary", no_argument, NULL, 'b' },       { "json", no_argument, NULL, 'j' },
		{ "help", no_argument, NULL, 'h' },
		{ 0 },
	};
	int letter;

	optind = 0;
	while ((letter = getopt_long(argc, argv, "+", known, NULL)) != -1) {
		if (!take(letter, options))
			return (int)DPMF_INPUT;
		if (options->help) {
			print_help();
			return (int)DPMF_OK;
		}
	}
	return complete(argc, argv, options) ? -1 : (int)DPMF_INPUT;
}

int audit_noise(int argc, char **argv)
{
	struct options options = { .trials = 1000000, .seed = 1 };
	struct dpmf_error error = { "" };
	const int early = parse(argc, argv, &options);

	if (early >= 0)
		return early;
	const enum dpmf_status status = options.target.argv ? sampler_audit(&options.target, &error)
		: options.json ? run_json(&options, &error) : run(&options, NULL, NULL, &error);

	if (error.text[0])
		fprintf(stderr, "dpmf-audit noise: %s\n", error.text);
	return (int)status;
}
