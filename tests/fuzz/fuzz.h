/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the fuzz harnesses share. Each harness is one file with one function, which libFuzzer calls with bytes of its own
   making. What it looks for beside crashes, leaks and undefined behaviour stands in its must(). */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/status.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What must be so of any input: what is not ends the process, and libFuzzer keeps the input. */
static inline void must(int so, const char *what)
{
	if (so)
		return;
	fprintf(stderr, "fuzz: this must be so: %s\n", what);
	__builtin_trap();
}

/* A refusal is DPMF_INPUT with a reason of one line; nothing that an input holds makes it DPMF_FAILED. */
static inline void must_be_told(enum dpmf_status status, const struct dpmf_error *error)
{
	must(status == DPMF_OK || status == DPMF_INPUT, "input is taken or refused");
	must(status == DPMF_OK || *error->text, "a refusal has a reason");
	must(!strchr(error->text, '\n'), "a reason is one line");
}

/* The bytes as a file in memory, for functions that read a file by its name. */
static inline const char *fuzz_file(const uint8_t *data, size_t size)
{
	static char name[64];
	static int descriptor = -1;

	if (descriptor < 0) {
		descriptor = memfd_create("fuzz", 0);
		snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
	}
	must(descriptor >= 0 && ftruncate(descriptor, 0) == 0 && pwrite(descriptor, data, size, 0) == (ssize_t)size, "a file in memory can be written");
	return name;
}

/* The bytes as a text that ends with 0; free() it. */
static inline char *fuzz_text(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);

	must(text != NULL, "there is memory");
	memcpy(text, data, size);
	text[size] = 0;
	return text;
}

#endif
