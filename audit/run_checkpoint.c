/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/run_checkpoint.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <sodium.h>

#include "audit/checkpoint/result.h"

enum { ID_ROOM = 256, VALUE_ROOM = 128 };

/* Which cases these are, in their order. */
static void name_cases(const struct audit_selection *selection, char text[VALUE_ROOM])
{
	crypto_hash_sha256_state state;
	unsigned char sum[crypto_hash_sha256_BYTES];
	char hex[2 * crypto_hash_sha256_BYTES + 1];

	crypto_hash_sha256_init(&state);
	for (size_t i = 0; i < selection->count; i++) {
		const char *id = selection->chosen[i]->id;

		crypto_hash_sha256_update(&state, (const unsigned char *)id, strlen(id) + 1);
	}
	crypto_hash_sha256_final(&state, sum);
	sodium_bin2hex(hex, sizeof hex, sum, sizeof sum);
	snprintf(text, VALUE_ROOM, "%zu, whose names have the SHA-256 %s", selection->count, hex);
}

enum dpmf_status run_checkpoint_open(const char *path, bool resume, const struct audit_selection *selection, const struct audit_settings *settings,
                                     struct checkpoint **checkpoint, struct dpmf_error *error)
{
	char cases[VALUE_ROOM], trials[VALUE_ROOM], confidence[VALUE_ROOM], seed[VALUE_ROOM];
	const struct checkpoint_bind bind[] = {
		{ "cases", cases }, { "trials", trials }, { "confidence of a case", confidence }, { "seed", seed },
	};

	name_cases(selection, cases);
	snprintf(trials, sizeof trials, settings->trials ? "%" PRIu64 : "each case its own", settings->trials);
	snprintf(confidence, sizeof confidence, "%.17g", settings->confidence);
	snprintf(seed, sizeof seed, "%" PRIu64, settings->seed);
	return checkpoint_open(path, resume, "run", bind, sizeof bind / sizeof *bind, checkpoint, error);
}

enum dpmf_status run_checkpoint_read(const char *line, const struct audit_selection *selection, size_t *i, struct audit_result *results,
                                     struct dpmf_error *error)
{
	struct pack pack = { .at = line };
	struct audit_result result = { .one = NULL };
	char id[ID_ROOM] = "";

	pack_text(&pack, id, sizeof id);
	pack_result(&pack, &result);
	*i = 0;
	while (*i < selection->count && strcmp(selection->chosen[*i]->id, id) != 0)
		(*i)++;
	if (!pack_ended(&pack) || *i == selection->count)
		return dpmf_fail(error, DPMF_INPUT, "the checkpoint has a line that is no case of this run: give a name that does not exist, to begin anew");
	result.one = selection->chosen[*i];
	results[*i] = result;
	return DPMF_OK;
}

enum dpmf_status run_checkpoint_kept(struct checkpoint *checkpoint, const struct audit_selection *selection, struct audit_result *results, bool *done,
                                     struct dpmf_error *error)
{
	const char *line;
	size_t i = 0;
	enum dpmf_status status;

	do {
		status = checkpoint_next(checkpoint, &line, error);
		if (status != DPMF_OK || !line)
			return status;
		status = run_checkpoint_read(line, selection, &i, results, error);
		if (status == DPMF_OK && done[i])
			return dpmf_fail(error, DPMF_INPUT, "the checkpoint has case %s twice: give a name that does not exist, to begin anew", results[i].one->id);
		done[i] = status == DPMF_OK;
	} while (status == DPMF_OK);
	return status;
}

enum dpmf_status run_checkpoint_write(struct pack *pack, const struct audit_result *result, struct dpmf_error *error)
{
	struct audit_result copy = *result;
	char id[ID_ROOM];

	snprintf(id, sizeof id, "%s", result->one->id);
	pack_text(pack, id, sizeof id);
	pack_result(pack, &copy);
	return pack->lacks ? dpmf_fail(error, DPMF_FAILED, "no memory for what is kept of case %s", id) : DPMF_OK;
}

enum dpmf_status run_checkpoint_add(struct checkpoint *checkpoint, const struct audit_result *result, struct dpmf_error *error)
{
	struct pack pack = { .at = NULL };
	enum dpmf_status status = run_checkpoint_write(&pack, result, error);

	if (status == DPMF_OK)
		status = checkpoint_add(checkpoint, pack.text, error);
	pack_free(&pack);
	return status;
}
