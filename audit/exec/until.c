/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/exec/until.h"

#include "audit/engine/sequence.h"
#include "core/stream.h"

enum { PROBE = 48 };

/* Two answers of each world to different seeds: a target that repeats itself is named. They are learned from, not bet on. */
static enum dpmf_status probe(struct asking *asking, const struct exec_answers *answers, struct audit_case *one,
                              struct audit_sequence *sequence, struct dpmf_error *error)
{
	enum dpmf_status status = DPMF_OK;

	for (int i = 0; i < 4 && status == DPMF_OK; i++) {
		const double *rows;

		status = exec_more(asking, i % 2, PROBE / 2, &rows, error);
		one->dims = answers->dims;
		if (status == DPMF_OK)
			status = audit_sequence_show(sequence, i % 2, rows, PROBE / 2, error);
	}
	return status == DPMF_OK ? honesty_of_answers(answers->honesty, answers->dims, error) : status;
}

static enum dpmf_status play(struct asking *asking, const struct exec_setting *setting, struct audit_sequence *sequence, struct dpmf_error *error)
{
	enum dpmf_status status = DPMF_OK;
	struct dpmf_key root, key;
	struct dpmf_stream coins;

	dpmf_key_from_seed(setting->seed, &root);
	dpmf_key_derive(&root, "audit exec coins", &key);
	dpmf_stream_open(&coins, &key, 0, 0, 0);
	while (status == DPMF_OK && sequence->runs[0] + sequence->runs[1] < 2 * setting->trials) {
		/* The world is a coin, whatever was seen. */
		const int world = (int)(dpmf_stream_word(&coins) >> 63);
		const double *seen;

		status = exec_more(asking, world, 1, &seen, error);
		if (status == DPMF_OK)
			status = audit_sequence_bet(sequence, world, seen, error);
		if (status == DPMF_OK && audit_sequence_looks(sequence) && audit_sequence_refutes(sequence))
			return DPMF_OK;
	}
	return status;
}

enum dpmf_status exec_until_decided(const struct exec_setting *setting, struct audit_case *one, double confidence,
                                    struct exec_answers *answers, struct audit_result *result, struct dpmf_error *error)
{
	struct audit_sequence sequence = audit_sequence_of(one, answers, confidence);
	struct asking *asking = NULL;
	enum dpmf_status status = exec_open(setting, answers, &asking, error);

	if (status == DPMF_OK)
		status = probe(asking, answers, one, &sequence, error);
	if (status == DPMF_OK)
		status = play(asking, setting, &sequence, error);
	if (status == DPMF_OK)
		audit_sequence_conclude(&sequence, setting->seed, result);
	if (status == DPMF_OK && result->finding == AUDIT_CONSISTENT)
		status = exec_overlooked(answers, one->epsilon, one->delta, error);
	exec_close(asking);
	audit_sequence_close(&sequence);
	return status;
}
