/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes of key stream per second of processor time: libsodium's bare ChaCha20, and beside it
   the same bytes expanded into a mask that is added mod 2^bits. Each is timed in
   turns, one after the other, and the fastest turn counts. Fails when a mask is
   less than half as fast. Then whole runs, by the number of users. */
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "secagg/expand.h"
#include "secagg/simulate.h"

enum { TURNS = 9, COORDINATES = 327680 }; /* 2^14 rows of 20, dpmf-rp's Yelp shape */

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double fastest(double before, double start)
{
	const double seconds = now() - start;

	return before == 0 || seconds < before ? seconds : before;
}

static int mask_is_slow(unsigned bits, unsigned char *bytes, uint64_t *y)
{
	static const unsigned char key[32] = { 1 }, nonce[8];
	const size_t length = (size_t)COORDINATES * (bits <= 32 ? 4 : 8);
	double bare = 0, masked = 0, start;

	for (int i = 0; i < TURNS; i++) {
		start = now();
		crypto_stream_chacha20(bytes, length, nonce, key);
		bare = fastest(bare, start);
		start = now();
		dpmf_masks_expand(key, bits, i % 2, y, COORDINATES);
		masked = fastest(masked, start);
	}
	printf("%4u %14.2f %14.2f %8.3f%s\n", bits, 1e-9 * (double)length / bare, 1e-9 * (double)length / masked, bare / masked,
	       bare / masked < 0.5 ? "  TOO SLOW" : "");
	return bare / masked < 0.5;
}

static void ones(void *context, uint32_t user, uint64_t *x)
{
	const struct dpmf_secagg_plan *plan = context;

	(void)user;
	for (size_t i = 0; i < plan->setting.length; i++)
		x[i] = 1;
}

/* A tenth of the users falls silent before the vector is sent: masks are reconstructed. */
static int run(uint32_t users, bool authenticated)
{
	struct dpmf_secagg_plan plan = { .setting = { .users = users, .threshold = 2 * users / 3 + 1, .length = 4096, .most = 1,
		.bits = 16, .authenticated = authenticated }, .vector = ones, .vector_context = &plan };
	uint8_t *silent = malloc(users);
	struct dpmf_secagg_outcome o;
	size_t bytes = 0;
	double start;
	int wrong;

	if (!silent)
		return 1;
	for (uint32_t i = 0; i < users; i++)
		silent[i] = i % 10 == 9 ? DPMF_SECAGG_MASK : DPMF_SECAGG_STEPS;
	plan.silent = silent;
	dpmf_key_from_seed(1, &plan.key);
	start = now();
	if (dpmf_secagg_simulate(&plan, &o, NULL) != DPMF_OK)
		return 1;
	wrong = o.sum[0] != o.survivors;
	for (int step = 0; step < DPMF_SECAGG_STEPS; step++)
		bytes += o.sent[step];
	printf("%6" PRIu32 " %14s %10.2f %14zu\n", users, authenticated ? "yes" : "no", now() - start, bytes);
	dpmf_secagg_outcome_free(&o);
	free(silent);
	return wrong;
}

int main(void)
{
	static const unsigned widths[] = { 8, 12, 16, 24, 32, 33, 48, 63 };
	unsigned char *bytes = malloc((size_t)COORDINATES * 8);
	uint64_t *y = calloc(COORDINATES, sizeof *y);
	int bad = 0;

	if (!bytes || !y || sodium_init() < 0)
		return 3;
	printf("%4s %14s %14s %8s\n", "bits", "ChaCha20 GB/s", "mask GB/s", "of it");
	for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
		memset(y, 0, COORDINATES * sizeof *y);
		bad |= mask_is_slow(widths[i], bytes, y);
	}
	printf("\n%6s %14s %10s %14s\n", "users", "authenticated", "seconds", "bytes of one");
	for (uint32_t users = 10; users <= 40; users *= 2)
		bad |= run(users, false) | run(users, true);
	free(bytes);
	free(y);
	return bad;
}
