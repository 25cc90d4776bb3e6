/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A folder public/ whose model.json and record.json somebody wrote, with sums made anew: model.json, a byte 0, record.json. */
#include <fcntl.h>
#include <math.h>

#include "account/interval.h"
#include "tests/fuzz/fuzz.h"
#include "tool/checksum.h"
#include "tool/release.h"

static char folder[] = "/tmp/dpmf-fuzz-XXXXXX";

static void leave(void)
{
	static const char *const names[] = { "model.json", "record.json", CHECKSUM_FILE };
	char path[64];

	for (size_t i = 0; i < 3; i++) {
		snprintf(path, sizeof path, "%s/%s", folder, names[i]);
		unlink(path);
	}
	rmdir(folder);
}

static void put(const char *name, const char *text, size_t size, FILE *sums)
{
	char path[64], sum[CHECKSUM_TEXT];

	snprintf(path, sizeof path, "%s/%s", folder, name);
	const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	must(file >= 0 && write(file, text, size) == (ssize_t)size && close(file) == 0, "a file can be written");
	if (sums) {
		must(checksum_of(path, sum, NULL) == DPMF_OK, "a file has a sum");
		fprintf(sums, "%s  %s\n", sum, name);
	}
}

static void put_all(const char *text, size_t size)
{
	const size_t model = strlen(text);
	char *sums = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&sums, &length);

	must(out != NULL, "there is memory");
	put("model.json", text, model, out);
	put("record.json", model < size ? text + model + 1 : "", model < size ? size - model - 1 : 0, out);
	fclose(out);
	put(CHECKSUM_FILE, sums, length, NULL);
	free(sums);
}

/* What holds has an epsilon: a number that is not negative, and a delta below 1. */
static void look(const struct train_guarantee *g)
{
	if (!train_guarantee_holds(g))
		return;
	must(g->unit[0].epsilon && mpfr_cmp_d(g->unit[0].epsilon->lo, 0) >= 0 && mpfr_number_p(g->unit[0].epsilon->hi), "an epsilon that holds is a number");
	must(!g->unit[0].delta || mpfr_cmp_d(g->unit[0].delta->hi, 1) < 0, "a delta that holds is below 1");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static int made;
	struct dpmf_error error = { "" };
	struct release release;
	char *text = fuzz_text(data, size);

	if (!made++) {
		must(mkdtemp(folder) != NULL, "a folder can be made");
		atexit(leave);
	}
	put_all(text, size);
	const enum dpmf_status status = release_open(folder, &release, &error);

	must_be_told(status, &error);
	if (status == DPMF_OK) {
		look(&release.result.guarantee);
		release_close(&release);
	}
	free(text);
	return 0;
}
