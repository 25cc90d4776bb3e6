/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <getopt.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vectors/format/spec.h"
#include "core/output.h"
#include "core/stream.h"
#include "dpmf.h"
#include "vectors/command/exec.h"
#include "vectors/command/explain.h"
#include "vectors/command/generate.h"
#include "vectors/command/law.h"
#include "vectors/command/report.h"
#include "vectors/format/tree.h"
#include "vectors/command/verify.h"
#include "tool/program.h"
#include "tool/wrap.h"

enum { SHOWN = 5 }; /* mismatches of one file that are told; --json lists all */
enum { ALGORITHMS = 256, TIMEOUT = 60 };

struct request {
	const char *out, *junit, *markdown, *law, *guess;
	const char *algorithm[ALGORITHMS];
	size_t algorithms;
	unsigned timeout, samples;
	char vectors[TREE_PATH];
	bool json;
	char **file;
	size_t files;
};

static const char usage[] =
	"dpmf-vectors: golden vectors, and what an implementation elsewhere makes of them\n"
	"\n"
	"usage: dpmf-vectors verify [--vectors=DIR] [--json] [FILE ...]\n"
	"       dpmf-vectors generate --out=DIR\n"
	"       dpmf-vectors list [--json]\n"
	"       dpmf-vectors explain [--json] ALGORITHM/NUMBER\n"
	"       dpmf-vectors exec [--algorithm=A ...] [--guess=PROGRAM] [--timeout=S] [--json]\n"
	"                         [--junit=FILE] [--markdown=FILE] -- COMMAND [ARGUMENT ...]\n"
	"       dpmf-vectors exec --law=A [--samples=N] [--timeout=S] [--json] -- COMMAND [ARGUMENT ...]\n"
	"\n"
	"  verify    validates each FILE against its schema and recomputes every expected value by libdpmf;\n"
	"            without FILE, all files of the tree and their sums\n"
	"  generate  writes v1/, schema/ and SHA256SUMS into the new folder DIR, from the oracles, which\n"
	"            share no code with libdpmf; the same bytes every time\n"
	"  list      the algorithms, one file each\n"
	"  explain   one test: its inputs, what is expected, what its flags mean\n"
	"  exec      asks COMMAND every test, one JSON line each on its standard input:\n"
	"            {\"algorithm\": ..., \"tcId\": ..., \"inputs\": {...}}\n"
	"            and reads one line for each: {\"outputs\": {...}}, {\"refuse\": \"why\"},\n"
	"            {\"unsupported\": \"why\"} or {\"error\": \"why\"}; says which output is wrong, how far, and\n"
	"            which known mistake gives exactly that answer\n"
	"  exec --law  counts what COMMAND draws with randomness of its own, in whatever order: A is bernoulli,\n"
	"            bernoulli_exp, geometric, discrete_laplace or discrete_gaussian, also with paper_ or\n"
	"            program_ in front; polya, laplace_share or pbm_draw. For some parameters it asks, one JSON\n"
	"            line each,\n"
	"            {\"law\": ..., \"inputs\": {\"p\": ..., \"q\": ...}, \"samples\": 1000}\n"
	"            and reads {\"samples\": [...]}, so many integers, or {\"unsupported\": \"why\"}.\n"
	"            Values, tails and multiples of 2 and 16 are counted. Each count is binomial, if the law is\n"
	"            right; a right sampler is refused with a probability of at most 1e-6. At 100000 samples it\n"
	"            sees with probability 0.9 a probability of 1/2 that is off by 2.5 %, a zero that is\n"
	"            drawn twice as often, sigma for sigma^2, a tail cut at 3 sigma, and doubles where q is 2^53.\n"
	"            It does not see whether samples are independent\n"
	"\n"
	"  --vectors=DIR    the folder that holds v1, schema and SHA256SUMS (default: ./vectors, then the one\n"
	"                   beside the program)\n"
	"  --out=DIR        where generate writes; must not exist\n"
	"  --algorithm=A    these algorithms alone; may be given more than once\n"
	"  --guess=PROGRAM  is told all answers to an algorithm where some are wrong, and may name a mistake that\n"
	"                   the vectors do not know; consumers/python/guess/guess.py changes one thing of the\n"
	"                   Python kernels at a time until they give the same answers\n"
	"  --law=A          count samples of this algorithm's law\n"
	"  --samples=N      of each parameter, from 1000 to 10000000 (default: 100000)\n"
	"  --timeout=S      seconds for one answer of COMMAND (default: 60)\n"
	"  --junit=FILE     the results for the programs that collect those of a CI; must not exist\n"
	"  --markdown=FILE  the results for a CI's summary; must not exist\n"
	"  --json           one JSON document on standard output\n"
	"  --version        the version\n"
	"\n"
	"exit: 0 all as expected, 1 a mismatch, 2 wrong usage or input, 3 anything else\n"
	"\n"
	"example:\n"
	"  dpmf-vectors exec --law=discrete_laplace -- python3 sampler.py\n";

static enum dpmf_status print_document(json_t *document, struct dpmf_error *error)
{
	const int failed = document == NULL || json_dumpf(document, stdout, JSON_INDENT(1) | JSON_PRESERVE_ORDER) != 0 || putchar('\n') == EOF;

	json_decref(document);
	return failed ? dpmf_fail(error, DPMF_FAILED, "the answer cannot be written to standard output") : DPMF_OK;
}

static enum dpmf_status command_list(const struct request *r, struct dpmf_error *error)
{
	const struct algorithm *a;
	json_t *list = json_array();

	for (size_t i = 0; (a = algorithm_at(i)) != NULL; i++)
		if (r->json)
			json_array_append_new(list, json_pack("{s:s, s:o, s:o}", "algorithm", a->name, "file", json_sprintf("v1/%s.json", a->name),
			                                      "schema", json_sprintf("schema/%s.json", a->name)));
		else
			printf("%-22s v1/%s.json\n", a->name, a->name);
	if (r->json)
		return print_document(json_pack("{s:o}", "algorithms", list), error);
	json_decref(list);
	return DPMF_OK;
}

static void tell_mismatches(const json_t *report)
{
	const char *file = json_string_value(json_object_get(report, "file"));
	const json_t *mismatches = json_object_get(report, "mismatches");
	size_t i, k;
	json_t *one, *flag;

	json_array_foreach(mismatches, i, one) {
		if (i == SHOWN) {
			fprintf(stderr, "dpmf-vectors: %s: and %zu more (--json lists all)\n", file, json_array_size(mismatches) - SHOWN);
			break;
		}
		fprintf(stderr, "dpmf-vectors: %s: test %" JSON_INTEGER_FORMAT " [", file, json_integer_value(json_object_get(one, "tcId")));
		json_array_foreach(json_object_get(one, "flags"), k, flag)
			fprintf(stderr, "%s%s", k > 0 ? " " : "", json_string_value(flag));
		fprintf(stderr, "]: %s: %s\n",
		        json_string_value(json_object_get(one, "output")), json_string_value(json_object_get(one, "why")));
	}
	if (json_array_size(mismatches) > 0)
		fprintf(stderr, "dpmf-vectors: %s: if `sha256sum -c SHA256SUMS` accepts the file, the library is wrong; otherwise restore the file\n",
		        file);
}

static void tell(const struct request *r, const json_t *report)
{
	const size_t wrong = json_array_size(json_object_get(report, "mismatches"));

	tell_mismatches(report);
	if (!r->json)
		printf("%-22s %4" JSON_INTEGER_FORMAT " tests, %zu mismatches, worst %" JSON_INTEGER_FORMAT " ulp\n",
		       json_string_value(json_object_get(report, "algorithm")), json_integer_value(json_object_get(report, "tests")), wrong,
		       json_integer_value(json_object_get(report, "worstUlps")));
}

/* DPMF_NO is remembered and the next file is read; anything worse ends it. */
static enum dpmf_status verify_one(const struct request *r, const char *path, json_t *reports, struct dpmf_error *error)
{
	json_t *report;
	const enum dpmf_status status = verify_file(path, r->vectors, &report, error);

	if (report == NULL)
		return status;
	tell(r, report);
	json_array_append_new(reports, report);
	return status;
}

static enum dpmf_status verify_tree(const struct request *r, json_t *reports, struct dpmf_error *error)
{
	enum dpmf_status all = tree_check_sums(r->vectors, error);
	const struct algorithm *a;
	char path[TREE_PATH + 128];

	if (all == DPMF_NO)
		fprintf(stderr, "dpmf-vectors: %s\n", error->text);
	for (size_t i = 0; all <= DPMF_NO && (a = algorithm_at(i)) != NULL; i++) {
		snprintf(path, sizeof path, "%s/v1/%s.json", r->vectors, a->name);
		const enum dpmf_status one = verify_one(r, path, reports, error);
		all = one > all ? one : all;
	}
	return all;
}

static enum dpmf_status command_verify(struct request *r, struct dpmf_error *error)
{
	json_t *reports = json_array();
	enum dpmf_status status = r->vectors[0] != '\0' ? DPMF_OK : tree_find(r->vectors, error);

	if (status == DPMF_OK && r->files == 0)
		status = verify_tree(r, reports, error);
	for (size_t i = 0; status <= DPMF_NO && i < r->files; i++) {
		const enum dpmf_status one = verify_one(r, r->file[i], reports, error);
		status = one > status ? one : status;
	}
	if (status <= DPMF_NO && r->json) {
		const enum dpmf_status printed = print_document(json_pack("{s:O}", "files", reports), error);
		status = printed > status ? printed : status;
	}
	json_decref(reports);
	return status;
}

enum { JUNIT, MARKDOWN, REPORTS };

/* The files get their names when all has been printed. */
static enum dpmf_status write_reports(const struct request *r, const json_t *report, struct dpmf_output output[REPORTS],
                                      struct dpmf_error *error)
{
	enum dpmf_status status = r->junit == NULL ? DPMF_OK : dpmf_output_open(r->junit, 0666, &output[JUNIT], error);

	if (status == DPMF_OK && r->markdown != NULL)
		status = dpmf_output_open(r->markdown, 0666, &output[MARKDOWN], error);
	if (status == DPMF_OK && r->junit != NULL)
		report_junit(output[JUNIT].file, report);
	if (status == DPMF_OK && r->markdown != NULL)
		report_markdown(output[MARKDOWN].file, report);
	if (status == DPMF_OK && r->json)
		status = print_document(json_incref((json_t *)(uintptr_t)report), error);
	else if (status == DPMF_OK)
		report_text(stdout, report);
	if (status == DPMF_OK)
		status = program_printed(error);
	if (status == DPMF_OK)
		return dpmf_output_finish_all(output, REPORTS, error);
	for (int i = 0; i < REPORTS; i++)
		dpmf_output_abandon(&output[i]);
	return status;
}

static enum dpmf_status command_exec(struct request *r, struct dpmf_error *error)
{
	const struct exec_request request = { .folder = r->vectors, .algorithm = r->algorithm, .algorithms = r->algorithms,
	                                      .timeout = r->timeout > 0 ? r->timeout : TIMEOUT, .guess = r->guess, .argv = r->file };
	enum dpmf_status status = r->vectors[0] != '\0' ? DPMF_OK : tree_find(r->vectors, error), written;
	struct dpmf_output output[REPORTS] = { { .file = NULL } };
	json_t *report = NULL;

	if (status == DPMF_OK)
		status = exec_run(&request, &report, error);
	if (report == NULL)
		return status;
	written = write_reports(r, report, output, error);
	json_decref(report);
	return written > status ? written : status;
}

static enum dpmf_status command_law(struct request *r, struct dpmf_error *error)
{
	const struct law_request request = { .algorithm = r->law, .samples = r->samples > 0 ? r->samples : LAW_SAMPLES,
	                                     .timeout = r->timeout > 0 ? r->timeout : TIMEOUT, .argv = r->file };
	enum dpmf_status status, printed = DPMF_OK;
	json_t *report = NULL;

	if (r->algorithms > 0 || r->junit != NULL || r->markdown != NULL || r->guess != NULL)
		return dpmf_fail(error, DPMF_INPUT, "--law takes no --algorithm, --guess, --junit or --markdown");
	status = law_run(&request, &report, error);
	if (report == NULL)
		return status;
	if (r->json)
		printed = print_document(json_incref(report), error);
	else
		law_tell(stdout, report);
	json_decref(report);
	return printed > status ? printed : status;
}

static enum dpmf_status command_explain(struct request *r, struct dpmf_error *error)
{
	const enum dpmf_status status = r->vectors[0] != '\0' ? DPMF_OK : tree_find(r->vectors, error);

	return status == DPMF_OK ? explain(r->vectors, r->file[0], r->json, error) : status;
}

static bool is_for_exec(const struct request *r)
{
	return r->algorithms > 0 || r->timeout > 0 || r->law != NULL || r->samples > 0 || r->junit != NULL || r->markdown != NULL ||
	       r->guess != NULL;
}

static enum dpmf_status help(void)
{
	tool_help(stdout, usage);
	return DPMF_OK;
}

static enum dpmf_status command(struct request *r, int count, char **word, struct dpmf_error *error)
{
	const char *name = count > 0 ? word[0] : "";

	if (strcmp(name, "help") == 0)
		return help();
	r->file = word + 1;
	r->files = count > 0 ? (size_t)count - 1 : 0;
	if (strcmp(name, "exec") == 0 && r->files > 0 && r->out == NULL)
		return r->law != NULL ? command_law(r, error) : r->samples == 0 ? command_exec(r, error)
		       : dpmf_fail(error, DPMF_INPUT, "--samples goes with --law");
	if (is_for_exec(r))
		return dpmf_fail(error, DPMF_INPUT, "--algorithm, --guess, --law, --samples, --timeout, --junit and --markdown go with exec alone; see dpmf-vectors --help");
	if (strcmp(name, "verify") == 0 && r->out == NULL)
		return command_verify(r, error);
	if (strcmp(name, "generate") == 0 && r->out != NULL && r->files == 0)
		return generate(r->out, error);
	if (strcmp(name, "list") == 0 && r->out == NULL && r->files == 0)
		return command_list(r, error);
	if (strcmp(name, "explain") == 0 && r->out == NULL && r->files == 1)
		return command_explain(r, error);
	return dpmf_fail(error, DPMF_INPUT, "%s; see dpmf-vectors --help", count == 0 ? "name a command: verify, generate, list, explain or exec"
	                 : strcmp(name, "generate") == 0 ? "generate takes --out=DIR and nothing else"
	                 : strcmp(name, "verify") == 0   ? "verify takes no --out"
	                 : strcmp(name, "list") == 0     ? "list takes --json and nothing else"
	                 : strcmp(name, "explain") == 0  ? "explain takes one test, as in explain bernoulli/12"
	                 : strcmp(name, "exec") == 0     ? "exec takes a command behind --, and no --out"
	                                                 : "the command is verify, generate, list, explain or exec");
}

static bool take_number(const char *option, const char *what, unsigned least, unsigned most, unsigned *value, struct dpmf_error *error)
{
	char *end;

	*value = (unsigned)strtoul(optarg, &end, 10);
	if (*end == '\0' && *optarg >= '0' && *optarg <= '9' && *value >= least && *value <= most && strlen(optarg) <= 8)
		return true;
	dpmf_fail(error, DPMF_INPUT, "--%s=%.30s is no %s from %u to %u", option, optarg, what, least, most);
	return false;
}

/* One option; false: it is none. */
static bool take_option(struct request *r, int option, struct dpmf_error *error)
{
	switch (option) {
	case 'o':
		r->out = optarg;
		return true;
	case 'v':
		snprintf(r->vectors, sizeof r->vectors, "%s", optarg[0] != '\0' ? optarg : ".");
		return true;
	case 'j':
		r->json = true;
		return true;
	case 'u':
		r->junit = optarg;
		return true;
	case 'm':
		r->markdown = optarg;
		return true;
	case 'a':
		if (r->algorithms < ALGORITHMS)
			r->algorithm[r->algorithms++] = optarg;
		return true;
	case 'g':
		r->guess = optarg;
		return true;
	case 'l':
		r->law = optarg;
		return true;
	case 's':
		return take_number("samples", "number", LAW_LEAST, LAW_MOST, &r->samples, error);
	case 't':
		return take_number("timeout", "number of seconds", 1, 86400, &r->timeout, error);
	default:
		dpmf_fail(error, DPMF_INPUT, "see dpmf-vectors --help");
		return false;
	}
}

int main(int count, char **word)
{
	static const struct option options[] = {
		{ "out", required_argument, NULL, 'o' }, { "vectors", required_argument, NULL, 'v' }, { "json", no_argument, NULL, 'j' },
		{ "algorithm", required_argument, NULL, 'a' }, { "timeout", required_argument, NULL, 't' }, { "junit", required_argument, NULL, 'u' },
		{ "markdown", required_argument, NULL, 'm' }, { "law", required_argument, NULL, 'l' }, { "guess", required_argument, NULL, 'g' }, { "samples", required_argument, NULL, 's' },
		{ "help", no_argument, NULL, 'h' }, { "version", no_argument, NULL, 'V' }, { NULL, 0, NULL, 0 },
	};
	struct request r = { .out = NULL };
	struct dpmf_error error = { "" };
	enum dpmf_status status;
	int option;

	program_begin("dpmf-vectors");
	while ((option = getopt_long(count, word, "", options, NULL)) != -1)
		if (option == 'h') {
			return program_end(help());
		} else if (option == 'V') {
			puts("dpmf-vectors " DPMF_VERSION);
			return program_end(DPMF_OK);
		} else if (!take_option(&r, option, &error)) {
			fprintf(stderr, "dpmf-vectors: %s\n", error.text);
			return DPMF_INPUT;
		}
	status = dpmf_stream_start(&error);
	if (status == DPMF_OK)
		status = command(&r, count - optind, word + optind, &error);
	if (status >= DPMF_INPUT)
		fprintf(stderr, "dpmf-vectors: %s\n", error.text);
	return program_end(status);
}
