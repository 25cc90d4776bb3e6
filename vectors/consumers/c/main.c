/* SPDX-License-Identifier: GPL-3.0-or-later */
/* consumer FILE ...: runs every test of every file; exit 1 on a mismatch, an
   unknown algorithm or an unreadable file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algorithms.h"

static char *read_file(const char *path)
{
	FILE *file = fopen(path, "rb");
	char *text = NULL, *bigger;
	size_t n = 0, got;

	if (file == NULL)
		return NULL;
	do {
		bigger = realloc(text, n + 65537);
		if (bigger == NULL)
			break;
		text = bigger;
		got = fread(text + n, 1, 65536, file);
		n += got;
		text[n] = '\0';
	} while (got > 0);
	if (bigger == NULL || ferror(file) || strlen(text) != n) {
		free(text);
		text = NULL;
	}
	fclose(file);
	return text;
}

static bool run(const char *algorithm, struct test *t)
{
	return run_stream(algorithm, t) || run_sampler(algorithm, t) || run_textbook(algorithm, t) || run_mixture(algorithm, t) ||
	       run_grid(algorithm, t) || run_hdpmf(algorithm, t) || run_round(algorithm, t) || run_pbm(algorithm, t) ||
	       run_privsr(algorithm, t) || run_privsr_round(algorithm, t) || run_gaussmf(algorithm, t) ||
	       run_gaussmf_corrected(algorithm, t) || run_ball_qp(algorithm, t) || run_dpimf(algorithm, t) ||
	       run_secagg(algorithm, t) || run_dpmf_rp(algorithm, t) || run_dpmf_rp_round(algorithm, t);
}

static void judge(struct test *t, const char *result)
{
	if (t->malformed)
		wrong(t, "inputs", "missing, or not of their kind");
	else if (strcmp(result, t->refused ? "invalid" : "valid") != 0)
		wrong(t, "result", t->refused ? "the inputs lie outside the domain" : "the inputs lie in the domain");
	else if (t->compared != json_count(t->outputs))
		wrong(t, "outputs", "not all of them were compared");
}

static int run_file(const char *path, const struct json *root)
{
	const char *algorithm = json_text(json_member(root, "algorithm"));
	size_t count = 0, failed = 0;
	const struct json *group = json_member(root, "testGroups");

	if (strcmp(json_text(json_member(root, "format")), "dpmf-vectors") != 0 || strcmp(json_text(json_member(root, "version")), "1") != 0) {
		fprintf(stderr, "%s: not a dpmf-vectors file of version 1\n", path);
		return 1;
	}
	for (group = group == NULL ? NULL : group->first; group != NULL; group = group->next) {
		const struct json *test = json_member(group, "tests");
		for (test = test == NULL ? NULL : test->first; test != NULL; test = test->next, count++) {
			struct test t = { .inputs = json_member(test, "inputs"), .outputs = json_member(test, "outputs") };
			const struct json *number = json_member(test, "tcId");
			if (!run(algorithm, &t)) {
				fprintf(stderr, "%s: this consumer does not know the algorithm \"%s\"\n", path, algorithm);
				return 1;
			}
			judge(&t, json_text(json_member(test, "result")));
			if (t.why[0] != '\0') {
				fprintf(stderr, "%s: test %s: %s\n", path, number == NULL || number->text == NULL ? "?" : number->text, t.why);
				failed++;
			}
		}
	}
	printf("%-22s %4zu checked, %zu failed\n", algorithm, count, failed);
	return failed > 0 || count == 0;
}

int main(int count, char **path)
{
	int failed = count < 2;

	if (failed)
		fputs("usage: consumer FILE ...\n", stderr);
	for (int i = 1; i < count; i++) {
		char *text = read_file(path[i]);
		size_t line = 0;
		struct json *root = text == NULL ? NULL : json_read(text, &line);
		if (root == NULL)
			fprintf(stderr, "%s: cannot be read as JSON (line %zu)\n", path[i], line);
		failed |= root == NULL ? 1 : run_file(path[i], root);
		json_free(root);
		free(text);
	}
	return failed;
}
