/* SPDX-License-Identifier: 0BSD */
/* consumer FILE ...: runs every test of every file. Exit 0: all agree; 1: a mismatch; 2: wrong usage, a file that cannot
   be read, an unknown algorithm. */
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

/* The kernel of an algorithm: algorithms.inc has one line for each. */
static void (*kernel_of(const char *algorithm))(struct test *t)
{
	static const struct {
		const char *name;
		void (*run)(struct test *t);
	} all[] = {
#define ALGORITHM(name) { #name, run_##name },
#include "algorithms.inc"
#undef ALGORITHM
	};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (strcmp(all[i].name, algorithm) == 0)
			return all[i].run;
	return NULL;
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

struct counts {
	size_t tests, failed, unread;
};

static void tell(const char *path, const struct json *test, const struct test *t)
{
	const struct json *number = json_member(test, "tcId"), *flags = json_member(test, "flags");

	fprintf(stderr, "%s: test %s [", path, number == NULL || number->text == NULL ? "?" : number->text);
	for (const struct json *flag = flags == NULL ? NULL : flags->first; flag != NULL; flag = flag->next)
		fprintf(stderr, "%s%s", json_text(flag), flag->next == NULL ? "" : " ");
	fprintf(stderr, "]: %s\n", t->why);
}

static void run_group(const char *path, void (*kernel)(struct test *t), const struct json *group, struct counts *c)
{
	const struct json *test = json_member(group, "tests");

	for (test = test == NULL ? NULL : test->first; test != NULL; test = test->next, c->tests++) {
		struct test t = { .inputs = json_member(test, "inputs"), .outputs = json_member(test, "outputs") };
		kernel(&t);
		judge(&t, json_text(json_member(test, "result")));
		if (t.why[0] != '\0') {
			tell(path, test, &t);
			c->failed++;
		}
	}
}

static bool run_file(const char *path, const struct json *root, struct counts *all)
{
	const char *algorithm = json_text(json_member(root, "algorithm"));
	const struct json *group = json_member(root, "testGroups");
	void (*const kernel)(struct test *) = kernel_of(algorithm);
	struct counts c = { 0, 0, 0 };

	if (strcmp(json_text(json_member(root, "format")), "dpmf-vectors") != 0 || strcmp(json_text(json_member(root, "version")), "1") != 0) {
		fprintf(stderr, "%s: not a dpmf-vectors file of version 1\n", path);
		return false;
	}
	if (kernel == NULL) {
		fprintf(stderr, "%s: this consumer does not know the algorithm \"%s\"\n", path, algorithm);
		return false;
	}
	for (group = group == NULL ? NULL : group->first; group != NULL; group = group->next)
		run_group(path, kernel, group, &c);
	if (c.tests == 0) {
		fprintf(stderr, "%s: no tests\n", path);
		return false;
	}
	printf("%-22s %4zu checked, %zu failed\n", algorithm, c.tests, c.failed);
	all->tests += c.tests;
	all->failed += c.failed;
	return true;
}

int main(int count, char **path)
{
	struct counts c = { 0, 0, 0 };

	if (count < 2) {
		fputs("usage: consumer FILE ...\n", stderr);
		return 2;
	}
	for (int i = 1; i < count; i++) {
		char *text = read_file(path[i]);
		size_t line = 0;
		struct json *root = text == NULL ? NULL : json_read(text, &line);
		if (root == NULL)
			fprintf(stderr, "%s: cannot be read as JSON (line %zu)\n", path[i], line);
		if (root == NULL || !run_file(path[i], root, &c))
			c.unread++;
		json_free(root);
		free(text);
	}
	printf("%d files, %zu tests, %zu failed, %zu files not read\n", count - 1, c.tests, c.failed, c.unread);
	return c.unread > 0 ? 2 : c.failed > 0;
}
