/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searches the memory of this process for what should have been overwritten. What is sought is kept as its complement, so
   that the search does not find what it seeks with. */
#ifndef TESTS_MEMORY_SEARCH_H
#define TESTS_MEMORY_SEARCH_H
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/wipe.h"

enum { LENGTH = 32, CHUNK = 1 << 16, SECRETS = 16 };

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

#endif
