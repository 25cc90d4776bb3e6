/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 10^7 ratings in random order, in the shape of ml-10m: the time to read them
   (parsed, ids mapped, both orders built, duplicates looked for) beside the
   time that `wc -w` takes on the same file, and the memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/read.h"
#include "core/stream.h"
#include "noise/exact.h"

#define USERS 71567
#define ITEMS 10681
#define RATINGS 10000000
#define ROUNDS 5

static char path[] = "/tmp/dpmf-bench-XXXXXX";

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int write_file(FILE *file)
{
	unsigned char *taken = calloc((size_t)USERS * ITEMS / 8 + 1, 1);
	struct dpmf_stream s;
	struct dpmf_key key;

	if (!taken)
		return 3;
	dpmf_key_from_seed(1, &key);
	dpmf_stream_open(&s, &key, 0, 0, 0);
	for (size_t made = 0; made < RATINGS;) {
		const uint64_t user = dpmf_uniform_below(&s, USERS), item = dpmf_uniform_below(&s, ITEMS);
		const uint64_t pair = user * ITEMS + item;

		if (taken[pair / 8] >> pair % 8 & 1)
			continue;
		taken[pair / 8] |= (unsigned char)(1 << pair % 8);
		fprintf(file, "%zu\t%zu\t%d\n", (size_t)user + 1, (size_t)item + 1, 1 + (int)(dpmf_stream_word(&s) % 5));
		made++;
	}
	free(taken);
	return fclose(file) ? 3 : 0;
}

static int read_ratings(bool within)
{
	struct dpmf_catalogue users, items;
	const struct dpmf_universe universe = { .users = &users, .items = &items, .ranged = true, .low = 1, .high = 5 };
	struct dpmf_ratings ratings;
	struct dpmf_error error;

	if (within && (dpmf_catalogue_first(USERS, &users, &error) || dpmf_catalogue_first(ITEMS, &items, &error)))
		return 3;
	if (dpmf_read_ratings_in(path, DPMF_AUTO, DPMF_DUPLICATES_REFUSED, within ? &universe : NULL, &ratings, NULL, &error)) {
		fprintf(stderr, "bench_read: %s\n", error.text);
		return 3;
	}
	return ratings.count == RATINGS ? 0 : 3;
}

static int count_words(const char *locale)
{
	setenv("LC_ALL", locale, 1);
	if (!freopen("/dev/null", "w", stdout))
		return 3;
	execlp("wc", "wc", "-w", path, (char *)NULL);
	return 3;
}

/* Seconds of one run in a process of its own: the reader, without and with a universe, or wc in a locale; -1: it failed. */
static double run(const char *locale, long *kilobytes)
{
	const double start = seconds();
	const pid_t child = fork();
	struct rusage used;
	int status = 0;

	if (child == 0)
		_exit(locale && *locale ? count_words(locale) : read_ratings(locale != NULL));
	if (child < 0 || wait4(child, &status, 0, &used) < 0 || status != 0)
		return -1;
	*kilobytes = used.ru_maxrss;
	return seconds() - start;
}

/* In turn, so that all meet the same load; the quickest run of each counts. */
static int compare(void)
{
	static const char *const locale[] = { NULL, "", "C", "C.UTF-8" };
	double best[4] = { 1e9, 1e9, 1e9, 1e9 };
	long memory = 0, ignored;

	for (int round = 0; round < ROUNDS; round++)
		for (int i = 0; i < 4; i++) {
			const double taken = run(locale[i], i ? &ignored : &memory);

			if (taken < 0)
				return 3;
			best[i] = taken < best[i] ? taken : best[i];
		}
	printf("reading %d ratings      %.3f s, %.1f bytes a rating at most\n", RATINGS, best[0], (double)memory * 1024 / RATINGS);
	printf("the same within a universe   %.3f s\n", best[1]);
	for (int i = 2; i < 4; i++)
		printf("wc -w, LC_ALL=%-8s      %.3f s\n", locale[i], best[i]);
	return 0;
}

int main(void)
{
	const int file = mkstemp(path);
	FILE *out = file < 0 ? NULL : fdopen(file, "w");
	int status;

	if (!out || dpmf_stream_start(NULL)) {
		perror("bench_read");
		return 3;
	}
	status = write_file(out);
	if (status == 0)
		status = compare();
	unlink(path);
	return status;
}
