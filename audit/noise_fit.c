/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "noise_fit.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "audit/noise_leak.h"

static const char usage[] =
	"usage: dpmf-audit noise [--trials=N] [--seed=S] [--json]\n"
	"\n"
	"Draws from every sampler and compares with the masses of its law (MPFR, 256\n"
	"bits) by chi-square; then adds textbook and grid noise to two neighbours, 0 and\n"
	"1, and counts the outputs that only one of them can give.\n"
	"\n"
	"  --trials=N   draws from each sampler, at least 10000 (1000000)\n"
	"  --seed=S     of the draws (1)\n"
	"  --json       one JSON document on standard output\n"
	"\n"
	"Exit status: 0 every verdict is the one expected, 1 one is not, 2 usage, 3 anything else.\n";

struct options {
	uint64_t trials, seed;
	bool json;
};

struct leak_row {
	const char *sampler;
	double scale; /* grid: of the steps of 2^-10, 1 / 2^10 of it */
	bool grid, leaks;
	uint64_t draws, impossible;
};

enum { LEAK_EXPONENT = -10, LEAK_SHARE = 20 };

enum dpmf_status noise_fit(const struct noise_row *row, struct dpmf_stream *s, uint64_t draws,
                           struct chi_square_fit *fit, struct dpmf_error *error)
{
	const bool same = row->given.q == 0 && row->given.scale == 0;
	struct masses masses;
	struct chi_square_bins bins;
	uint64_t caught[CHI_SQUARE_BINS_MOST] = { 0 };
	enum dpmf_status status = masses_open(&row->law, &masses, error);

	if (status)
		return status;
	status = chi_square_bins(&masses, draws, &bins, error);
	if (status == DPMF_OK) {
		for (uint64_t i = 0; i < draws; i++)
			caught[chi_square_bin_of(&bins, row->draw(s, same ? &row->law : &row->given))]++;
		chi_square_fit(&bins, caught, fit);
	}
	masses_close(&masses);
	return status;
}

static void parameters(const struct masses *law, char *text, size_t size)
{
	if (!masses_is_discrete(law->law))
		snprintf(text, size, law->law == MASSES_UNIFORM ? "(0, 1)" : "scale %g", law->scale);
	else if (law->law == MASSES_UNIFORM_BELOW)
		snprintf(text, size, "q %" PRIu64, law->q);
	else if (law->parties)
		snprintf(text, size, "p/q %" PRIu64 "/%" PRIu64 ", n %" PRIu64, law->p, law->q, law->parties);
	else
		snprintf(text, size, "%s %" PRIu64 "/%" PRIu64,
		         law->law == MASSES_DISCRETE_GAUSSIAN ? "sigma^2" : "p/q", law->p, law->q);
}

static void show_row(const struct noise_row *row, const struct chi_square_fit *fit, bool good, json_t *list)
{
	const char *verdict = fit->p > NOISE_FIT_LEVEL ? "fits" : "rejected";
	char text[96];

	parameters(row->given.q ? &row->given : &row->law, text, sizeof text);
	if (list)
		json_array_append_new(list, json_pack("{s:s, s:s, s:I, s:I, s:f, s:f, s:s, s:s}",
			"sampler", row->sampler, "parameters", text, "draws", (json_int_t)fit->draws,
			"bins", (json_int_t)fit->bins, "chi2", fit->chi2, "p", fit->p,
			"verdict", verdict, "expected", row->control ? "rejected" : "fits"));
	else
		printf("%-29s %-26s %8" PRIu64 " %5zu %9.1f %10.3g  %s%s\n", row->sampler, text, fit->draws, fit->bins,
		       fit->chi2, fit->p, verdict, good ? (row->control ? ", as it must be" : "") : "  UNEXPECTED");
}

static void show_leak(const struct leak_row *row, bool good, json_t *list)
{
	const double share = (double)row->impossible / (double)row->draws;

	if (list)
		json_array_append_new(list, json_pack("{s:s, s:f, s:I, s:I, s:f, s:s, s:s}",
			"sampler", row->sampler, "scale", row->scale, "draws", (json_int_t)row->draws,
			"revealing", (json_int_t)row->impossible, "fraction", share,
			"verdict", row->impossible ? "leaks" : "tight", "expected", row->leaks ? "leaks" : "tight"));
	else
		printf("%-29s scale %-5g %8" PRIu64 " outputs at 0 or 1: %6.2f %% tell which   %s%s\n", row->sampler,
		       row->scale, row->draws, 100 * share, row->impossible ? "LEAKS, as Mironov says" : "tight",
		       good ? "" : "  UNEXPECTED");
}

static void run_leak(struct leak_row *row, struct dpmf_stream *s)
{
	const uint64_t steps = (uint64_t)(row->scale / 0x1p-10);

	for (int value = 0; value < 2; value++)
		row->impossible += row->grid
			? noise_leak_grid(s, LEAK_EXPONENT, 1, steps, value, 1 - value, row->draws / 2)
			: noise_leak_textbook(s, row->scale, value, 1 - value, row->draws / 2);
}

static bool run_leaks(const struct dpmf_key *key, uint64_t trials, json_t *list)
{
	struct leak_row rows[] = {
		{ .sampler = "textbook laplace", .scale = 1, .leaks = true },
		{ .sampler = "textbook laplace", .scale = 10, .leaks = true },
		{ .sampler = "discrete laplace on a grid", .scale = 1, .grid = true },
		{ .sampler = "discrete laplace on a grid", .scale = 10, .grid = true },
	};
	bool all_good = true;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct dpmf_stream s;

		dpmf_stream_open(&s, key, i, 0, 1);
		rows[i].draws = trials / LEAK_SHARE / 2 * 2;
		run_leak(&rows[i], &s);
		const bool good = (rows[i].impossible > 0) == rows[i].leaks;

		all_good = all_good && good;
		show_leak(&rows[i], good, list);
	}
	return all_good;
}

static enum dpmf_status run_rows(const struct dpmf_key *key, uint64_t trials, json_t *list, struct dpmf_error *error)
{
	const bool watched = isatty(STDERR_FILENO);
	enum dpmf_status answer = DPMF_OK;

	for (size_t i = 0; i < noise_rows_count; i++) {
		const struct noise_row *row = &noise_rows[i];
		const uint64_t draws = row->per ? trials * row->times / row->per : trials;
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
		show_row(row, &fit, good, list);
	}
	return answer;
}

static enum dpmf_status run(const struct options *options, struct dpmf_error *error)
{
	json_t *rows = options->json ? json_array() : NULL, *leaks = options->json ? json_array() : NULL;
	struct dpmf_key seed, key;
	enum dpmf_status status = dpmf_stream_start(error);

	if (status == DPMF_OK) {
		dpmf_key_from_seed(options->seed, &seed);
		dpmf_key_derive(&seed, "audit noise", &key);
		if (!options->json)
			printf("%-29s %-26s %8s %5s %9s %10s  %s\n", "sampler", "parameters", "draws", "bins", "chi2", "p",
			       "verdict (p > 1e-6 fits)");
		status = run_rows(&key, options->trials, rows, error);
	}
	if (status <= DPMF_NO && !run_leaks(&key, options->trials, leaks))
		status = DPMF_NO;
	if (options->json && status <= DPMF_NO) {
		json_t *whole = json_pack("{s:O, s:O, s:f, s:I, s:b}", "samplers", rows, "leaks", leaks, "level",
		                          NOISE_FIT_LEVEL, "seed", (json_int_t)options->seed, "passed", status == DPMF_OK);

		json_dumpf(whole, stdout, JSON_INDENT(2));
		putchar('\n');
		json_decref(whole);
	}
	json_decref(rows);
	json_decref(leaks);
	return status;
}

static bool parse_count(const char *name, const char *text, uint64_t least, uint64_t most, uint64_t *value)
{
	char *end;

	errno = 0;
	const unsigned long long parsed = strtoull(text, &end, 10);

	if (*text < '0' || *text > '9' || *end || errno || parsed < least || parsed > most) {
		fprintf(stderr, "dpmf-audit noise: --%s=%s: give a whole number from %" PRIu64 " to %" PRIu64 "\n", name, text,
		        least, most);
		return false;
	}
	*value = parsed;
	return true;
}

/* -1: go on; else the exit status. */
static int parse(int argc, char **argv, struct options *options)
{
	static const struct option known[] = {
		{ "trials", required_argument, NULL, 't' }, { "seed", required_argument, NULL, 's' },
		{ "json", no_argument, NULL, 'j' },         { "help", no_argument, NULL, 'h' },
		{ 0 },
	};
	int letter;

	optind = 0;
	while ((letter = getopt_long(argc, argv, "", known, NULL)) != -1) {
		if (letter == 'h') {
			fputs(usage, stdout);
			return (int)DPMF_OK;
		}
		if (letter == 'j')
			options->json = true;
		else if (letter == '?' || (letter == 't' && !parse_count("trials", optarg, 10000, 1000000000, &options->trials)) ||
		         (letter == 's' && !parse_count("seed", optarg, 0, INT64_MAX, &options->seed)))
			return (int)DPMF_INPUT;
	}
	if (optind < argc) {
		fprintf(stderr, "dpmf-audit noise: %s: takes options only; see dpmf-audit noise --help\n", argv[optind]);
		return (int)DPMF_INPUT;
	}
	return -1;
}

int audit_noise(int argc, char **argv)
{
	struct options options = { .trials = 1000000, .seed = 1 };
	struct dpmf_error error = { "" };
	const int early = parse(argc, argv, &options);

	if (early >= 0)
		return early;
	const enum dpmf_status status = run(&options, &error);

	if (error.text[0])
		fprintf(stderr, "dpmf-audit noise: %s\n", error.text);
	return (int)status;
}
