/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dpmf-rng: the stream through a battery of TestU01, as a table or as JSON. A program of its own, because TestU01 is not free. */
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "audit/rng/rng.h"
#include "core/stream.h"
#include "dpmf.h"
#include "tool/program.h"
#include "tool/wrap.h"

static const char usage[] =
	"dpmf-rng: TestU01 on the random stream\n"
	"\n"
	"usage: dpmf-rng [--battery=small|crush|big] [--seed=S] [--json]\n"
	"\n"
	"Runs a battery of TestU01 on the seeded stream, both 32-bit halves of each word.\n"
	"\n"
	"  --battery=B  small (SmallCrush, about 10 s), crush (about an hour) or big (several hours); small\n"
	"               unless said otherwise\n"
	"  --seed=S     of the stream (1)\n"
	"  --json       one JSON document on standard output\n"
	"  --version    the version\n"
	"\n"
	"A p-value below 1e-10 or within 1e-10 of 1 is a failure; below 1e-3 or within 1e-3 of 1 is suspect.\n"
	"Exit status: 0 no failure, 1 a failure, 2 usage, 3 anything else.\n\n"
	"example:\n"
	"  dpmf-rng --seed=7\n";

static const struct battery {
	const char *name, *title;
	enum rng_battery battery;
} batteries[] = {
	{ "small", "SmallCrush", RNG_SMALL },
	{ "crush", "Crush", RNG_CRUSH },
	{ "big", "BigCrush", RNG_BIG },
};

struct options {
	const struct battery *battery;
	uint64_t seed;
	bool json;
};

struct halves {
	struct dpmf_stream stream;
	uint32_t upper;
	bool kept;
};

/* The lower half of a word, then its upper half. */
static uint32_t half_word(void *state)
{
	struct halves *halves = state;
	uint64_t word;

	halves->kept = !halves->kept;
	if (!halves->kept)
		return halves->upper;
	word = dpmf_stream_word(&halves->stream);
	halves->upper = (uint32_t)(word >> 32);
	return (uint32_t)word;
}

static const char *verdict_name(enum rng_verdict verdict)
{
	static const char *const names[] = { [RNG_PASS] = "passed", [RNG_SUSPECT] = "suspect", [RNG_FAIL] = "FAILED" };

	return names[verdict];
}

static void print_table(const struct options *options, const struct rng_report *report)
{
	printf("%-28s %14s  verdict\n", options->battery->title, "p-value");
	for (size_t i = 0; i < report->count; i++)
		printf("%-28s %14.6g  %s\n", report->statistic[i].name, report->statistic[i].p,
		       verdict_name(report->statistic[i].verdict));
	printf("%zu statistics on the stream of seed %" PRIu64 ": %zu failed, %zu suspect\n", report->count, options->seed,
	       report->failed, report->suspect);
}

static enum dpmf_status print_json(const struct options *options, const struct rng_report *report,
                                   struct dpmf_error *error)
{
	json_t *list = json_array(), *whole;
	int failed = !list;

	for (size_t i = 0; i < report->count && !failed; i++)
		failed = json_array_append_new(list, json_pack("{s:s, s:f, s:s}", "name", report->statistic[i].name, "p",
			report->statistic[i].p, "verdict", verdict_name(report->statistic[i].verdict)));
	whole = json_pack("{s:s, s:I, s:I, s:I, s:o}", "battery", options->battery->title, "seed",
	                  (json_int_t)options->seed, "failed", (json_int_t)report->failed, "suspect",
	                  (json_int_t)report->suspect, "statistics", list);
	failed = failed || !whole || json_dumpf(whole, stdout, JSON_INDENT(2)) || putchar('\n') == EOF;
	json_decref(whole);
	return failed ? dpmf_fail(error, DPMF_FAILED, "cannot write JSON to standard output") : DPMF_OK;
}

static enum dpmf_status run(const struct options *options, struct dpmf_error *error)
{
	struct halves halves = { .kept = false };
	struct dpmf_key seed, key;
	struct rng_report report;
	enum dpmf_status shown = DPMF_OK, status = dpmf_stream_start(error);

	if (status)
		return status;
	dpmf_key_from_seed(options->seed, &seed);
	dpmf_key_derive(&seed, "audit rng", &key);
	dpmf_stream_open(&halves.stream, &key, 0, 0, 0);
	if (isatty(STDERR_FILENO))
		fprintf(stderr, "rng: %s is running ...\r", options->battery->title);
	status = rng_run(options->battery->battery, half_word, &halves, &report, error);
	if (isatty(STDERR_FILENO))
		fprintf(stderr, "%40s\r", "");
	if (status > DPMF_NO)
		return status;
	if (options->json)
		shown = print_json(options, &report, error);
	else
		print_table(options, &report);
	return shown ? shown : status;
}

static bool parse_battery(const char *name, const struct battery **battery)
{
	for (size_t i = 0; i < sizeof batteries / sizeof *batteries; i++) {
		if (strcmp(batteries[i].name, name) == 0) {
			*battery = &batteries[i];
			return true;
		}
	}
	fprintf(stderr, "dpmf-rng: --battery=%s: it is one of small, crush, big\n", name);
	return false;
}

static bool parse_seed(const char *text, uint64_t *seed)
{
	char *end = NULL;

	errno = 0;
	const unsigned long long number = strtoull(text, &end, 10);

	if (!isdigit((unsigned char)*text) || *end || errno || number > INT64_MAX) {
		fprintf(stderr, "dpmf-rng: --seed=%s: give a whole number from 0 to %" PRId64 "\n", text, INT64_MAX);
		return false;
	}
	*seed = number;
	return true;
}

/* -1: go on; else the exit status. */
static int parse(int argc, char **argv, struct options *options)
{
	static const struct option known[] = {
		{ "battery", required_argument, NULL, 'b' }, { "seed", required_argument, NULL, 's' },
		{ "json", no_argument, NULL, 'j' },          { "help", no_argument, NULL, 'h' },
		{ "version", no_argument, NULL, 'v' },       { 0 },
	};
	bool good = true;
	int letter;

	optind = 0;
	while (good && (letter = getopt_long(argc, argv, "", known, NULL)) != -1) {
		switch (letter) {
		case 'b': good = parse_battery(optarg, &options->battery); break;
		case 's': good = parse_seed(optarg, &options->seed); break;
		case 'j': options->json = true; break;
		case 'h': tool_help(stdout, usage); return (int)DPMF_OK;
		case 'v': puts("dpmf-rng " DPMF_VERSION); return (int)DPMF_OK;
		default: good = false;
		}
	}
	if (good && argc > optind) {
		if (argc == optind + 1 && strcmp(argv[optind], "help") == 0) {
			tool_help(stdout, usage);
			return (int)DPMF_OK;
		}
		fprintf(stderr, "dpmf-rng: %s: takes options only; see dpmf-rng --help\n", argv[optind]);
		good = false;
	}
	return good ? -1 : (int)DPMF_INPUT;
}

int main(int argc, char **argv)
{
	struct options options = { .battery = &batteries[0], .seed = 1 };
	struct dpmf_error error = { "" };
	program_begin("dpmf-rng");
	const int early = parse(argc, argv, &options);

	if (early >= 0)
		return program_end((enum dpmf_status)early);
	const enum dpmf_status status = run(&options, &error);

	if (error.text[0])
		fprintf(stderr, "dpmf-rng: %s\n", error.text);
	return program_end(status);
}
