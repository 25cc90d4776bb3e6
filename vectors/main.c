/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vectors/format/spec.h"
#include "core/stream.h"
#include "dpmf.h"
#include "vectors/command/generate.h"
#include "vectors/format/tree.h"
#include "vectors/command/verify.h"

enum { SHOWN = 5 }; /* mismatches of one file that are told; --json lists all */

struct request {
	const char *out;
	char vectors[TREE_PATH];
	bool json;
	char **file;
	size_t files;
};

static const char usage[] =
	"usage: dpmf-vectors verify [--vectors=DIR] [--json] [FILE ...]\n"
	"       dpmf-vectors generate --out=DIR\n"
	"       dpmf-vectors list [--json]\n"
	"\n"
	"verify    validates each FILE against its schema and recomputes every expected\n"
	"          value by libdpmf; without FILE, all files of the tree and their sums\n"
	"generate  writes v1/, schema/ and SHA256SUMS into the new folder DIR, from the\n"
	"          oracles, which share no code with libdpmf; the same bytes every time\n"
	"list      the algorithms, one file each\n"
	"\n"
	"--vectors=DIR  the folder that holds v1, schema and SHA256SUMS (default: ./vectors,\n"
	"               then the one beside the program)\n"
	"--json         one JSON document on standard output\n"
	"--help, --version\n"
	"\n"
	"exit: 0 all as expected, 1 a mismatch, 2 wrong usage or input, 3 anything else\n";

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

static enum dpmf_status command(struct request *r, int count, char **word, struct dpmf_error *error)
{
	const char *name = count > 0 ? word[0] : "";

	r->file = word + 1;
	r->files = count > 0 ? (size_t)count - 1 : 0;
	if (strcmp(name, "verify") == 0 && r->out == NULL)
		return command_verify(r, error);
	if (strcmp(name, "generate") == 0 && r->out != NULL && r->files == 0)
		return generate(r->out, error);
	if (strcmp(name, "list") == 0 && r->out == NULL && r->files == 0)
		return command_list(r, error);
	return dpmf_fail(error, DPMF_INPUT, "%s; see dpmf-vectors --help", count == 0 ? "name a command: verify, generate or list"
	                 : strcmp(name, "generate") == 0 ? "generate takes --out=DIR and nothing else"
	                 : strcmp(name, "verify") == 0   ? "verify takes no --out"
	                 : strcmp(name, "list") == 0     ? "list takes --json and nothing else"
	                                                 : "the command is verify, generate or list");
}

static enum dpmf_status say(const char *text)
{
	if (fputs(text, stdout) >= 0 && fflush(stdout) == 0)
		return DPMF_OK;
	fputs("dpmf-vectors: the answer cannot be written to standard output\n", stderr);
	return DPMF_FAILED;
}

int main(int count, char **word)
{
	static const struct option options[] = {
		{ "out", required_argument, NULL, 'o' }, { "vectors", required_argument, NULL, 'v' }, { "json", no_argument, NULL, 'j' },
		{ "help", no_argument, NULL, 'h' }, { "version", no_argument, NULL, 'V' }, { NULL, 0, NULL, 0 },
	};
	struct request r = { .out = NULL };
	struct dpmf_error error = { "" };
	enum dpmf_status status;
	int option;

	while ((option = getopt_long(count, word, "", options, NULL)) != -1)
		switch (option) {
		case 'o':
			r.out = optarg;
			break;
		case 'v':
			snprintf(r.vectors, sizeof r.vectors, "%s", optarg[0] != '\0' ? optarg : ".");
			break;
		case 'j':
			r.json = true;
			break;
		case 'h':
			return (int)say(usage);
		case 'V':
			return (int)say("dpmf-vectors " DPMF_VERSION "\n");
		default:
			fputs("dpmf-vectors: see dpmf-vectors --help\n", stderr);
			return DPMF_INPUT;
		}
	status = dpmf_stream_start(&error);
	if (status == DPMF_OK)
		status = command(&r, count - optind, word + optind, &error);
	if (fflush(stdout) != 0 && status <= DPMF_NO)
		status = dpmf_fail(&error, DPMF_FAILED, "the answer cannot be written to standard output");
	if (status >= DPMF_INPUT)
		fprintf(stderr, "dpmf-vectors: %s\n", error.text);
	return (int)status;
}
