/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/rng/rng.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <testu01/bbattery.h>
#include <testu01/swrite.h>
#include <testu01/unif01.h>

enum { SMALL_TESTS = 10, SMALL_RANKS = 8, SMALL_WEIGHTS = 9 }; /* SmallCrush's own numbers */

struct tested {
	rng_bits *bits;
	void *state;
};

static unsigned long get_bits(void *param, void *state)
{
	const struct tested *tested = state;

	(void)param;
	return tested->bits(tested->state);
}

static double get_uniform(void *param, void *state)
{
	return (double)get_bits(param, state) * unif01_INV32;
}

static void write_state(void *state)
{
	(void)state;
}

enum rng_verdict rng_judge(double p)
{
	if (!(p >= 1e-10 && p <= 1 - 1e-10))
		return RNG_FAIL;
	return p >= 1e-3 && p <= 1 - 1e-3 ? RNG_PASS : RNG_SUSPECT;
}

/* Points standard output at nothing; *kept is where it pointed. */
static enum dpmf_status silence(int *kept, struct dpmf_error *error)
{
	const int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);

	fflush(stdout);
	*kept = nothing < 0 ? -1 : fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
	if (*kept < 0 || dup2(nothing, STDOUT_FILENO) < 0) {
		const int why = errno;

		if (*kept >= 0)
			close(*kept);
		if (nothing >= 0)
			close(nothing);
		return dpmf_fail(error, DPMF_FAILED, "cannot silence TestU01: %s", strerror(why));
	}
	close(nothing);
	return DPMF_OK;
}

static enum dpmf_status speak(int kept, struct dpmf_error *error)
{
	fflush(stdout);
	const int restored = dup2(kept, STDOUT_FILENO);
	const int why = errno;

	close(kept);
	if (restored < 0)
		return dpmf_fail(error, DPMF_FAILED, "cannot restore standard output: %s", strerror(why));
	return DPMF_OK;
}

static void run_battery(enum rng_battery battery, unif01_Gen *generator)
{
	int times[SMALL_TESTS + 1] = { [SMALL_RANKS] = 1, [SMALL_WEIGHTS] = 1 };

	swrite_Basic = FALSE;
	switch (battery) {
	case RNG_SMALL:
		bbattery_SmallCrush(generator);
		break;
	case RNG_CRUSH:
		bbattery_Crush(generator);
		break;
	case RNG_BIG:
		bbattery_BigCrush(generator);
		break;
	case RNG_RANKS:
		bbattery_RepeatSmallCrush(generator, times);
		break;
	}
}

/* From TestU01's globals. */
static void collect(struct rng_report *report)
{
	memset(report, 0, sizeof *report);
	for (int i = 0; i < bbattery_NTests && report->count < RNG_STATISTICS_MOST; i++) {
		struct rng_statistic *one = &report->statistic[report->count++];

		snprintf(one->name, sizeof one->name, "%s", bbattery_TestNames[i] ? bbattery_TestNames[i] : "");
		one->p = bbattery_pVal[i];
		one->verdict = rng_judge(one->p);
		report->suspect += one->verdict == RNG_SUSPECT;
		report->failed += one->verdict == RNG_FAIL;
	}
}

enum dpmf_status rng_run(enum rng_battery battery, rng_bits *bits, void *state,
                         struct rng_report *report, struct dpmf_error *error)
{
	char name[] = "generator:"; /* TestU01 reads on behind the colon, and past the end without one */
	struct tested tested = { bits, state };
	unif01_Gen generator = {
		.state = &tested, .name = name, .GetU01 = get_uniform, .GetBits = get_bits, .Write = write_state,
	};
	int kept;
	enum dpmf_status status = silence(&kept, error);

	if (status)
		return status;
	run_battery(battery, &generator);
	status = speak(kept, error);
	if (status)
		return status;
	if (bbattery_NTests <= 0)
		return dpmf_fail(error, DPMF_FAILED, "TestU01 gave no statistic");
	collect(report);
	return report->failed ? DPMF_NO : DPMF_OK;
}
