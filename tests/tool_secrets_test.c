/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory of this process, searched behind a training and behind `dpmf sample`: no key, no noise that was used again, and
   none of the factors that stay with their users is left in it. */
#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "noise/door.h"
#include "tests/memory_search.h"
#include "tests/scale.h"
#include "tool/tool.h"
#include "tool/train_run.h"

static enum dpmf_status opened(void *context, struct dpmf_door *door, struct dpmf_error *error)
{
	(void)context;
	(void)error;
	seek("the master key", door->key.bytes);
	seek("the server's key", door->server.bytes);
	seek("the users' key", door->users.bytes);
	return DPMF_OK;
}

static void closes(void *context, struct dpmf_door *door)
{
	(void)context;
	if (door->bank[0].noise)
		seek("noise that is used again", door->bank[0].noise);
}

static char folder[] = "/tmp/dpmf-secrets-XXXXXX", ratings[64], social[64], model[64];

static void train(const char *line)
{
	char words[512], *argv[24], *rest = words;
	FILE *out = fopen("/dev/null", "w");
	const struct train_run run = { .open_out = out, .private_out = out, .opened = opened, .closes = closes };
	struct train_options options;
	struct dpmf_error error = { "" };
	int argc = 0;

	secrets = 0;
	snprintf(words, sizeof words, "%s", line);
	while (argc < 23 && (argv[argc] = strtok_r(rest, " ", &rest)))
		argc++;
	if (train_options_read(argc, argv, &options, &error) != DPMF_OK || train_run(&options, &run, &error) != DPMF_OK)
		fail_msg("%s: %s", line, error.text);
	fclose(out);
}

/* The first numbers of devices/user_factors.txt, as doubles in a row, and a piece of its text, read without
   leaving a copy. False where nothing of their own stays with users. */
static bool seek_factors(void)
{
	static char text[4096];
	char file[128], *at = text, *middle;
	bool distinct = true;
	double row[LENGTH / sizeof(double)];
	size_t count = 0;
	ssize_t length;
	int in;

	snprintf(file, sizeof file, "%s/devices/user_factors.txt", model);
	in = open(file, O_RDONLY);
	if (in < 0)
		return false;
	length = read(in, text, sizeof text - 1);
	close(in);
	assert_true(length > 4 * LENGTH);
	text[length] = '\0';
	/* From the middle: what is freed has the allocator's own words at its beginning. */
	middle = text + length / 2;
	for (at = text; count < sizeof row / sizeof *row && *at; at += strcspn(at, "\n") + 1) {
		strtoul(at, &at, 10);
		while (count < sizeof row / sizeof *row && *at == ' ')
			row[count++] = strtod(at, &at);
	}
	assert_int_equal(count, sizeof row / sizeof *row);
	/* The same number throughout, as where all users are alike, is no secret, and stands in many places. */
	for (size_t i = 1; i < count; i++)
		distinct = distinct && row[i] != row[i - 1];
	if (distinct) {
		seek("users' factors", row);
		seek("the text of users' factors", middle);
	}
	dpmf_wipe(row, sizeof row);
	dpmf_wipe(text, sizeof text);
	return distinct;
}

static int write_inputs(void **state)
{
	FILE *file;

	(void)state;
	if (!mkdtemp(folder))
		return -1;
	snprintf(ratings, sizeof ratings, "%s/ratings", folder);
	snprintf(social, sizeof social, "%s/social", folder);
	snprintf(model, sizeof model, "%s/model", folder);
	file = fopen(ratings, "w");
	for (int user = 1; file && user <= 20; user++)
		for (int item = 1; item <= 10; item++)
			fprintf(file, "%d\t%d\t%d\n", user, item, 1 + (user * item) % 5);
	if (!file || fclose(file) != 0)
		return -1;
	file = fopen(social, "w");
	for (int user = 1; file && user <= 20; user++)
		fprintf(file, "%d\t%d\n", user, user % 20 + 1);
	return file && fclose(file) == 0 ? 0 : -1;
}

static int remove_one(const char *name, const struct stat *about, int kind, struct FTW *where)
{
	(void)about;
	(void)kind;
	(void)where;
	return remove(name);
}

static void remove_model(void)
{
	assert_int_equal(nftw(model, remove_one, 8, FTW_DEPTH | FTW_PHYS), 0);
}

static int remove_inputs(void **state)
{
	(void)state;
	unlink(ratings);
	unlink(social);
	return rmdir(folder);
}

static void a_planted_copy_is_found(void **state)
{
	unsigned char *planted;

	(void)state;
	SKIP_WHEN_SHORT(); /* a sanitizer's memory has no end, and valgrind's search takes a quarter of an hour */
	planted = malloc(LENGTH);
	assert_non_null(planted);
	for (int i = 0; i < LENGTH; i++)
		planted[i] = (unsigned char)(17 * i + 3);
	secrets = 0;
	seek("the planted copy", planted);
	assert_int_equal(search_all(), 1);
	dpmf_wipe_free(planted, LENGTH);
	assert_int_equal(search_all(), 0);
}

#define SHORT "--epochs=2 --factors=2"

static void nothing_is_left_of_a_training(void **state)
{
	static const char *const trained[] = {
		"hdpmf --variant=published --noise=once " SHORT, "hdpmf --variant=corrected", "hdpmf --variant=as-run " SHORT,
		"gaussmf --variant=published " SHORT, "gaussmf --variant=corrected " SHORT, "dpimf --variant=published " SHORT,
		"dpimf --variant=corrected " SHORT, "dpmf-rp --variant=published " SHORT, "dpmf-rp --variant=corrected " SHORT,
		"dpals --variant=published " SHORT, "dpals --variant=corrected " SHORT, "privsr --variant=published " SHORT,
		"privsr --variant=corrected", "means", "dppop", "constant",
	};
	char line[512];
	int with_factors = 0, left = 0;

	(void)state;
	SKIP_WHEN_SHORT();
	for (size_t i = 0; i < sizeof trained / sizeof *trained; i++) {
		const bool implicit = strncmp(trained[i], "dpimf", 5) == 0 || strncmp(trained[i], "dppop", 5) == 0;
		const bool friends = strncmp(trained[i], "privsr", 6) == 0;

		snprintf(line, sizeof line, "train --mech=%s --ratings=%s --items=10 --users=20 --out=%s %s%s%s", trained[i], ratings, model,
		         implicit ? "" : "--range=1:5", friends ? " --social=" : "", friends ? social : "");
		train(line);
		with_factors += seek_factors();
		remove_model();
		if (search_all() > 0) {
			fprintf(stderr, "left behind by %s\n", trained[i]);
			left++;
		}
	}
	assert_int_equal(left, 0);
	assert_true(with_factors >= 8);
}

/* `dpmf sample` prints its noise; its key is a secret. */
static void nothing_is_left_of_a_sample(void **state)
{
	static const char *const laws[] = { "laplace --scale=1", "discrete-laplace --p=1 --q=20", "discrete-gaussian --p=20 --q=1" };
	struct dpmf_key key;

	(void)state;
	SKIP_WHEN_SHORT();
	for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
		char words[128], *argv[8], *rest = words;
		const int kept = dup(1), nowhere = open("/dev/null", O_WRONLY);
		int argc = 0;

		secrets = 0;
		dpmf_key_from_seed(90210, &key);
		seek("the key of a sample", key.bytes);
		dpmf_wipe(&key, sizeof key);
		snprintf(words, sizeof words, "sample --count=5 --seed=90210 --law=%s", laws[i]);
		while (argc < 7 && (argv[argc] = strtok_r(rest, " ", &rest)))
			argc++;
		argv[argc] = NULL;
		fflush(stdout);
		dup2(nowhere, 1);
		assert_int_equal(tool_sample(argc, argv), DPMF_OK);
		fflush(stdout);
		dup2(kept, 1);
		close(kept);
		close(nowhere);
		assert_int_equal(search_all(), 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_planted_copy_is_found),
		cmocka_unit_test(nothing_is_left_of_a_training),
		cmocka_unit_test(nothing_is_left_of_a_sample),
	};

	return cmocka_run_group_tests(tests, write_inputs, remove_inputs);
}
