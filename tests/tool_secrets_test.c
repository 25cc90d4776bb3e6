/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory of this process, searched behind a training: no key, and no noise that was used again, is left in it. What is sought is kept as its complement, so that the search does not find what it seeks with. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/wipe.h"
#include "noise/door.h"
#include "tests/scale.h"
#include "tool/train_run.h"

enum { LENGTH = 32, CHUNK = 1 << 16, SECRETS = 8 };

struct sought {
	const char *name;
	unsigned char complement[LENGTH];
};

static struct sought sought[SECRETS];
static int secrets;

static void seek(const char *name, const void *secret)
{
	const unsigned char *byte = secret;

	assert_true(secrets < SECRETS);
	sought[secrets].name = name;
	for (int i = 0; i < LENGTH; i++)
		sought[secrets].complement[i] = (unsigned char)~byte[i];
	secrets++;
}

static uint64_t word_at(const unsigned char *bytes)
{
	uint64_t word;

	memcpy(&word, bytes, sizeof word);
	return word;
}

static int found_in(const unsigned char *bytes, size_t length, const struct sought *s)
{
	const uint64_t first = word_at(s->complement);
	int found = 0;

	for (size_t at = 0; at + LENGTH <= length; at++) {
		size_t i = 0;

		if ((word_at(bytes + at) ^ first) != UINT64_MAX)
			continue;
		while (i < LENGTH && (bytes[at + i] ^ s->complement[i]) == 0xff)
			i++;
		found += i == LENGTH;
	}
	return found;
}

/* One stretch of memory, in pieces that overlap. */
static int search(int memory, unsigned long begin, unsigned long end, const char *line)
{
	static unsigned char bytes[CHUNK];
	int found = 0;

	for (unsigned long at = begin; at < end; at += CHUNK - LENGTH) {
		const size_t wanted = end - at < CHUNK ? end - at : CHUNK;
		const ssize_t got = pread(memory, bytes, wanted, (off_t)at);

		for (int s = 0; got > 0 && s < secrets; s++) {
			const int here = found_in(bytes, (size_t)got, &sought[s]);

			if (here > 0)
				fprintf(stderr, "%s stands in %s", sought[s].name, line);
			found += here;
		}
		dpmf_wipe(bytes, sizeof bytes);
	}
	return found;
}

/* How often what is sought stands in what can be written of this process. */
static int search_all(void)
{
	FILE *maps = fopen("/proc/self/maps", "r");
	const int memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
	unsigned long begin, end;
	char line[512], rights[8];
	int found = 0;

	assert_true(maps && memory >= 0);
	while (fgets(line, sizeof line, maps))
		if (sscanf(line, "%lx-%lx %7s", &begin, &end, rights) == 3 && strncmp(rights, "rw", 2) == 0)
			found += search(memory, begin, end, line);
	fclose(maps);
	close(memory);
	return found;
}

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
	assert_int_equal(train_options_read(argc, argv, &options, &error), DPMF_OK);
	assert_int_equal(train_run(&options, &run, &error), DPMF_OK);
	fclose(out);
}

static char path[] = "/tmp/dpmf-secrets-XXXXXX";

static int write_ratings(void **state)
{
	const int file = mkstemp(path);

	(void)state;
	for (int user = 1; user <= 20; user++)
		for (int item = 1; item <= 10; item++)
			dprintf(file, "%d\t%d\t%d\n", user, item, 1 + (user * item) % 5);
	return file < 0 ? -1 : close(file);
}

static int remove_ratings(void **state)
{
	(void)state;
	return unlink(path);
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
		"hdpmf --variant=published --noise=once " SHORT, "hdpmf --variant=corrected", "gaussmf --variant=published " SHORT,
		"gaussmf --variant=corrected " SHORT, "dpimf --variant=published " SHORT, "dpimf --variant=corrected " SHORT,
		"dpmf-rp --variant=published " SHORT, "dpmf-rp --variant=corrected " SHORT, "dpals --variant=published " SHORT,
		"dpals --variant=corrected " SHORT, "means", "dppop", "constant",
	};
	char line[512];

	(void)state;
	SKIP_WHEN_SHORT();
	for (size_t i = 0; i < sizeof trained / sizeof *trained; i++) {
		const bool implicit = strncmp(trained[i], "dpimf", 5) == 0 || strncmp(trained[i], "dppop", 5) == 0;

		snprintf(line, sizeof line, "train --mech=%s --ratings=%s --items=10 --users=20 %s", trained[i], path, implicit ? "" : "--range=1:5");
		train(line);
		if (search_all() > 0)
			fail_msg("left behind by %s", trained[i]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_planted_copy_is_found),
		cmocka_unit_test(nothing_is_left_of_a_training),
	};

	return cmocka_run_group_tests(tests, write_ratings, remove_ratings);
}
