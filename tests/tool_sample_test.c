/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `dpmf sample`: the values are those of the samplers, and a request that is
   refused prints nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "noise/exact.h"
#include "noise/fixed_chances.h"
#include "noise/flip.h"
#include "noise/law/law.h"
#include "noise/pbm.h"
#include "noise/shares.h"
#include "noise/textbook.h"
#include "tool/tool.h"

enum { MOST = 12 };

/* Runs `sample` with the words of `line`; what it prints on stdout lands in `output`. */
static enum dpmf_status sample(const char *line, char *output, size_t size)
{
	char words[256], *argv[MOST + 2] = { (char[]){ "sample" } }, *rest = words;
	const int out = dup(STDOUT_FILENO), err = dup(STDERR_FILENO);
	FILE *file = tmpfile(), *errors = tmpfile();
	int argc = 1;

	assert_true(file && errors && out >= 0 && err >= 0);
	snprintf(words, sizeof words, "%s", line);
	while (argc <= MOST && (argv[argc] = strtok_r(rest, " ", &rest)))
		argc++;
	fflush(stdout);
	dup2(fileno(file), STDOUT_FILENO);
	dup2(fileno(errors), STDERR_FILENO);
	const enum dpmf_status status = tool_sample(argc, argv);

	fflush(stdout);
	dup2(out, STDOUT_FILENO);
	dup2(err, STDERR_FILENO);
	close(out);
	close(err);
	rewind(file);
	output[fread(output, 1, size - 1, file)] = '\0';
	fclose(file);
	fclose(errors);
	return status;
}

static void open_stream(struct dpmf_stream *s, uint64_t seed)
{
	struct dpmf_key key, child;

	assert_int_equal(dpmf_stream_start(NULL), DPMF_OK);
	dpmf_key_from_seed(seed, &key);
	dpmf_key_derive(&key, "sample", &child);
	dpmf_stream_open(s, &child, 0, 0, 0);
}

static double real(int law, struct dpmf_stream *s)
{
	switch (law) {
	case 0: return dpmf_laplace(s, 2.5);
	case 1: return dpmf_mixture(s, 2.5);
	case 2: return 2.5 * dpmf_exponential(s);
	default: return 2.5 * dpmf_normal(s);
	}
}

static int64_t whole(int law, struct dpmf_stream *s)
{
	struct dpmf_fixed_chances chances;

	switch (law) {
	case 0: return (int64_t)dpmf_geometric(s, 3, 50);
	case 1: return dpmf_discrete_laplace(s, 3, 50);
	case 2: return dpmf_discrete_gaussian(s, 3, 50);
	case 3: return (int64_t)dpmf_polya(s, 3, 50, 1, 4);
	case 4: return dpmf_laplace_share(s, 3, 50, 1, 4);
	case 5: return dpmf_pbm_draw(s, 50, (UINT64_C(1) << 39) - 3 * 7);
	case 6: return dpmf_flip(s, 3, 50) ? 0 : 1;
	case 7: assert_int_equal(dpmf_fixed_chances(3, 50, &chances, NULL), DPMF_OK); return dpmf_fixed_laplace(s, &chances);
	default: return 0;
	}
}

static void reals_are_hex_floats_that_read_back(void **state)
{
	const char *const lines[] = { "--law=laplace --scale=2.5", "--law=mixture --scale 2.5", "--law=exponential --scale=2.5",
	                              "--law=normal --sigma=2.5" };

	(void)state;
	for (int law = 0; law < 4; law++) {
		char line[128], output[4096], *at = output;
		struct dpmf_stream s;

		snprintf(line, sizeof line, "%s --count=20 --seed=9", lines[law]);
		assert_int_equal(sample(line, output, sizeof output), DPMF_OK);
		open_stream(&s, 9);
		for (int i = 0; i < 20; i++) {
			assert_true(at[0] == '-' ? at[2] == 'x' : at[1] == 'x');
			assert_true(strtod(at, &at) == real(law, &s));
			assert_int_equal(*at++, '\n');
		}
		assert_int_equal(*at, '\0');
	}
}

static void whole_numbers_are_decimal(void **state)
{
	const char *const lines[] = { "--law=geometric", "--law=discrete-laplace", "--law=discrete-gaussian",
	                              "--law=polya --parties=4", "--law=laplace-share --parties=4", "--law=poisson-binomial --x=-7",
	                              "--law=randomized-response --x=1", "--law=fixed-laplace" };

	(void)state;
	for (int law = 0; law < 8; law++) {
		char line[128], output[4096], *at = output;
		struct dpmf_stream s;

		snprintf(line, sizeof line, "%s --p=3 --q=50 --count=20 --seed=9", lines[law]);
		assert_int_equal(sample(line, output, sizeof output), DPMF_OK);
		open_stream(&s, 9);
		for (int i = 0; i < 20; i++) {
			assert_true(strtoll(at, &at, 10) == whole(law, &s));
			assert_int_equal(*at++, '\n');
		}
		assert_int_equal(*at, '\0');
	}
}

static void json_holds_the_same_values(void **state)
{
	char output[4096];

	(void)state;
	assert_int_equal(sample("--law=discrete-laplace --p=1 --q=25 --count=2 --seed=7 --json", output, sizeof output), DPMF_OK);
	assert_string_equal(output, "{\n  \"law\": \"discrete-laplace\",\n  \"values\": [\n    \"-23\",\n    \"20\"\n  ]\n}\n");
	assert_int_equal(sample("--help", output, sizeof output), DPMF_OK);
	assert_non_null(strstr(output, "example:"));
}

/* Every law of the door can be sampled, by the name in its descriptor, and stands in the help. */
static void every_law_is_there(void **state)
{
	char output[8192], help[8192];

	(void)state;
	assert_int_equal(sample("--help", help, sizeof help), DPMF_OK);
	for (enum dpmf_law number = 0; (int)number < DPMF_LAWS; number++) {
		const struct dpmf_noise_law *law = dpmf_law_of(number);
		char line[256];

		snprintf(line, sizeof line, "--law=%s --count=3", law->name);
		for (int i = 0; i < DPMF_PARAMETERS && law->parameter[i]; i++)
			snprintf(line + strlen(line), sizeof line - strlen(line), " --%s=%d", law->parameter[i], strcmp(law->parameter[i], "p") == 0 ? 16 : 1);
		if (sample(line, output, sizeof output) != DPMF_OK || !*output)
			fail_msg("dpmf sample %s is refused", line);
		snprintf(line, sizeof line, "\n    %s ", law->name);
		assert_non_null(strstr(help, line));
	}
	assert_int_equal(sample("--law=none --count=2", output, sizeof output), DPMF_OK);
	assert_string_equal(output, "0\n0\n");
}

static void what_is_refused_prints_nothing(void **state)
{
	const char *const lines[] = {
		"", "--law=laplace", "--law=laplace --count=3", "--law=Laplace --scale=1 --count=3", "--scale=1 --count=3",
		"--law=laplace --scale=0 --count=3", "--law=laplace --scale=-1 --count=3", "--law=laplace --scale=nan --count=3",
		"--law=laplace --scale=1e400 --count=3", "--law=laplace --scale=1e301 --count=3",
		"--law=laplace --scale=1 --count=0", "--law=laplace --scale=1 --count=-1", "--law=laplace --scale=1 --count=x",
		"--law=laplace --scale=1 --count=3 --seed=-4", "--law=laplace --scale=1 --sigma=1 --count=3",
		"--law=normal --scale=1 --count=3", "--law=laplace --scale=1 --count=3 stray", "--law=laplace --scale=1 --count=3 --no",
		"--law=geometric --p=1 --count=3", "--law=geometric --p=0 --q=1 --count=3", "--law=geometric --p=1 --q=0 --count=3",
		"--law=geometric --p=1 --q=9007199254740993 --count=3", "--law=geometric --p=1 --q=18446744073709551616 --count=3",
		"--law=discrete-gaussian --p=1099511627777 --q=1 --count=3", "--law=discrete-gaussian --p=1 --q=1099511627777 --count=3",
		"--law=polya --p=1 --q=5 --count=3", "--law=polya --p=1 --q=5 --parties=0 --count=3",
		"--law=discrete-laplace --p=1 --q=5 --parties=2 --count=3",
		"--law=poisson-binomial --p=1 --q=5 --count=3", "--law=poisson-binomial --p=16385 --q=5 --x=0 --count=3",
		"--law=poisson-binomial --p=1 --q=4294967296 --x=0 --count=3", "--law=poisson-binomial --p=1 --q=5 --x=0.5 --count=3",
		"--law=randomized-response --p=1 --q=2 --x=2 --count=3", "--law=randomized-response --p=1 --q=2 --x=-1 --count=3",
		"--law=none --scale=1 --count=3", "--law=normal --sigma=1 --x=0 --count=3",
	};
	char output[4096];

	(void)state;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		if (sample(lines[i], output, sizeof output) != DPMF_INPUT || *output)
			fail_msg("\"%s\" is not refused, or prints \"%s\"", lines[i], output);
	}
	assert_int_equal(sample("--law=geometric --p=1 --q=9007199254740992 --count=1", output, sizeof output), DPMF_OK);
	assert_int_equal(sample("--law=discrete-gaussian --p=1099511627776 --q=1099511627776 --count=1", output, sizeof output),
	                 DPMF_OK);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reals_are_hex_floats_that_read_back),
		cmocka_unit_test(whole_numbers_are_decimal),
		cmocka_unit_test(json_holds_the_same_values),
		cmocka_unit_test(every_law_is_there),
		cmocka_unit_test(what_is_refused_prints_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
