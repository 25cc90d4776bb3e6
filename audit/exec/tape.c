/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/exec/tape.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <sodium.h>

#include "audit/checkpoint/checkpoint.h"
#include "audit/checkpoint/pack.h"
#include "tool/checksum.h"

enum { LINE_MOST = 1 << 23, ANSWER_MOST = 1 << 25, SUM_ROOM = 2 * crypto_hash_sha256_BYTES + 1 };

/* The first word of a line. */
enum { ANSWERS, SPOILT };

struct tape {
	struct checkpoint *checkpoint;
	char *line;              /* a copy of the one that is being played */
	struct pack played;
	bool at_end, any;        /* behind the last line; there is an answer */
	struct pack recorded;    /* what is not in the file yet */
	struct timespec since;
};

/* Every word of the command, each with its 0. */
static void sum_words(char *const *argv, char text[SUM_ROOM])
{
	crypto_hash_sha256_state state;
	unsigned char sum[crypto_hash_sha256_BYTES];

	crypto_hash_sha256_init(&state);
	for (; *argv; argv++)
		crypto_hash_sha256_update(&state, (const unsigned char *)*argv, strlen(*argv) + 1);
	crypto_hash_sha256_final(&state, sum);
	sodium_bin2hex(text, SUM_ROOM, sum, sizeof sum);
}

/* What stands in the words that name files, such as a script: an answer of another program is no answer. */
static enum dpmf_status sum_files(char *const *argv, char text[SUM_ROOM], struct dpmf_error *error)
{
	crypto_hash_sha256_state state;
	unsigned char sum[crypto_hash_sha256_BYTES];

	crypto_hash_sha256_init(&state);
	for (; *argv; argv++) {
		char file[CHECKSUM_TEXT] = "";
		struct stat about;

		if (stat(*argv, &about) == 0 && S_ISREG(about.st_mode)) {
			const enum dpmf_status status = checksum_of(*argv, file, error);

			if (status != DPMF_OK)
				return status;
		}
		crypto_hash_sha256_update(&state, (const unsigned char *)file, strlen(file) + 1);
	}
	crypto_hash_sha256_final(&state, sum);
	sodium_bin2hex(text, SUM_ROOM, sum, sizeof sum);
	return DPMF_OK;
}

enum dpmf_status tape_open(const char *path, bool resume, const char *line, char *const *argv, struct tape **tape, struct dpmf_error *error)
{
	char words[SUM_ROOM], files[SUM_ROOM];
	struct tape *t = calloc(1, sizeof *t);
	char *copy = strdup(line);
	enum dpmf_status status = t && copy ? sum_files(argv, files, error) : dpmf_fail(error, DPMF_FAILED, "no memory for %s", path);

	sum_words(argv, words);
	for (char *c = copy; c && *c; c++) /* for a reader; what differs only there, the sums tell apart */
		*c = *c == '\n' ? ' ' : *c;
	const struct checkpoint_bind bind[] = {
		{ "line", copy }, { "SHA-256 of the words of CMD", words }, { "SHA-256 of the files that CMD names", files },
	};

	if (status == DPMF_OK)
		status = checkpoint_open(path, resume, "exec", bind, sizeof bind / sizeof *bind, &t->checkpoint, error);
	free(copy);
	if (status == DPMF_OK)
		*tape = t;
	else
		free(t);
	return status;
}

static enum dpmf_status next_line(struct tape *t, struct dpmf_error *error)
{
	const char *line;
	uint64_t kind = ANSWERS;
	const enum dpmf_status status = checkpoint_next(t->checkpoint, &line, error);

	if (status != DPMF_OK)
		return status;
	t->at_end = !line;
	free(t->line);
	t->line = line ? strdup(line) : NULL;
	if (line && !t->line)
		return dpmf_fail(error, DPMF_FAILED, "no memory for the answers that were kept");
	t->played = (struct pack){ .at = t->line };
	if (line)
		pack_number(&t->played, &kind, SPOILT);
	if (kind == SPOILT)
		return dpmf_fail(error, DPMF_INPUT, "in the run of this checkpoint the target failed, and no verdict can leave that out: mend it, and begin anew with a "
		                 "name that does not exist");
	return DPMF_OK;
}

enum dpmf_status tape_play(struct tape *t, const struct tape_request *request, struct raw *raw, bool *there, struct dpmf_error *error)
{
	uint64_t world = 0, count = 0, seed = 0;
	char *bytes = NULL;
	size_t length = 0;
	enum dpmf_status status = DPMF_OK;

	while (status == DPMF_OK && !t->at_end && (!t->line || pack_ended(&t->played)))
		status = next_line(t, error);
	*there = !t->at_end;
	if (status != DPMF_OK || t->at_end)
		return status;
	pack_number(&t->played, &world, 1);
	pack_number(&t->played, &count, UINT64_MAX);
	pack_number(&t->played, &seed, UINT64_MAX);
	pack_bytes(&t->played, &bytes, &length, ANSWER_MOST);
	if (!bytes || t->played.wrong || (int)world != request->world || count != request->count || seed != request->seed)
		status = dpmf_fail(error, DPMF_INPUT, "the checkpoint has an answer to another request than this run asks: begin anew with a name that does not exist");
	else
		status = raw_set(raw, bytes, length, error);
	t->any = true;
	free(bytes);
	return status;
}

static enum dpmf_status flush(struct tape *t, struct dpmf_error *error)
{
	enum dpmf_status status = DPMF_OK;

	if (t->recorded.lacks)
		status = dpmf_fail(error, DPMF_FAILED, "no memory for keeping answers");
	else if (t->recorded.text)
		status = checkpoint_add(t->checkpoint, t->recorded.text, error);
	pack_free(&t->recorded);
	return status;
}

static void begin_line(struct tape *t, uint64_t kind)
{
	clock_gettime(CLOCK_MONOTONIC, &t->since);
	pack_number(&t->recorded, &kind, SPOILT);
}

enum dpmf_status tape_record(struct tape *t, const struct tape_request *request, struct raw *raw, struct dpmf_error *error)
{
	uint64_t world = (uint64_t)request->world, count = request->count, seed = request->seed;
	struct timespec now;

	if (raw->length > ANSWER_MOST)
		return dpmf_fail(error, DPMF_INPUT, "an answer of %zu bytes is too long for a checkpoint: leave --checkpoint away", raw->length);
	t->any = true;
	if (!t->recorded.text)
		begin_line(t, ANSWERS);
	pack_number(&t->recorded, &world, 1);
	pack_number(&t->recorded, &count, UINT64_MAX);
	pack_number(&t->recorded, &seed, UINT64_MAX);
	pack_bytes(&t->recorded, &raw->bytes, &raw->length, 0);
	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec - t->since.tv_sec >= 1 || t->recorded.length > LINE_MOST ? flush(t, error) : DPMF_OK;
}

enum dpmf_status tape_finish(struct tape *t, struct dpmf_error *error)
{
	return flush(t, error);
}

void tape_spoil(struct tape *t)
{
	struct dpmf_error lost;

	if (!t->any || flush(t, &lost) != DPMF_OK)
		return;
	begin_line(t, SPOILT);
	(void)flush(t, &lost);
}

void tape_close(struct tape *t)
{
	if (!t)
		return;
	pack_free(&t->recorded);
	free(t->line);
	checkpoint_close(t->checkpoint);
	free(t);
}
