/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "guess.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SECONDS = 600 }; /* for one algorithm, on a busy machine */

enum dpmf_status guess_start(struct guess *g, const char *program, struct dpmf_error *error)
{
	*g = (struct guess){ .program = NULL };
	if (program == NULL)
		return DPMF_OK;
	*g = (struct guess){ .program = strdup(program), .tests = json_array() };
	if (g->program != NULL && g->tests != NULL)
		return DPMF_OK;
	guess_stop(g);
	return dpmf_fail(error, DPMF_FAILED, "memory is short");
}

void guess_stop(struct guess *g)
{
	if (g->runs)
		target_stop(&g->target);
	json_decref(g->tests);
	free(g->program);
	*g = (struct guess){ .program = NULL };
}

enum dpmf_status guess_hear(struct guess *g, const json_t *test, const struct answer *answer, bool right, struct dpmf_error *error)
{
	const char *const kinds[] = { [ANSWER_OUTPUTS] = "outputs", [ANSWER_REFUSES] = "refuse", [ANSWER_ERROR] = "error" };
	json_t *said;

	if (g->program == NULL || answer->kind == ANSWER_UNSUPPORTED)
		return DPMF_OK;
	said = json_pack("{s:O, s:b, s:{s:o}}", "inputs", json_object_get(test, "inputs"), "right", (int)right, "answer", kinds[answer->kind],
	                 answer->kind == ANSWER_OUTPUTS ? json_incref(answer->outputs) : json_true());
	if (json_array_append_new(g->tests, said) == 0)
		return DPMF_OK;
	return dpmf_fail(error, DPMF_FAILED, "memory is short");
}

static enum dpmf_status start(struct guess *g, struct dpmf_error *error)
{
	char *const argv[] = { g->program, NULL };
	enum dpmf_status status = DPMF_OK;

	if (!g->runs)
		status = target_start(&g->target, argv, SECONDS, error);
	g->runs = true;
	return status;
}

static enum dpmf_status read_sentence(const char *line, char **sentence, struct dpmf_error *error)
{
	json_t *root = json_loads(line, 0, NULL), *said = json_object_get(root, "guess");
	const char *text = json_string_value(said);
	enum dpmf_status status = DPMF_OK;

	if (said == NULL || (text == NULL && !json_is_null(said)))
		status = dpmf_fail(error, DPMF_INPUT, "it answered no line of the form {\"guess\": \"...\"} or {\"guess\": null}");
	else if (text != NULL && (*sentence = strdup(text)) == NULL)
		status = dpmf_fail(error, DPMF_FAILED, "memory is short");
	json_decref(root);
	return status;
}

static enum dpmf_status ask(struct guess *g, const char *algorithm, char **sentence, struct dpmf_error *error)
{
	json_t *request = json_pack("{s:s, s:O}", "algorithm", algorithm, "tests", g->tests);
	char *line = request == NULL ? NULL : json_dumps(request, JSON_COMPACT | JSON_PRESERVE_ORDER);
	const char *answer;
	enum dpmf_status status = line == NULL ? dpmf_fail(error, DPMF_FAILED, "memory is short") : start(g, error);

	json_decref(request);
	if (status == DPMF_OK)
		status = target_ask(&g->target, line, &answer, error);
	free(line);
	return status == DPMF_OK ? read_sentence(answer, sentence, error) : status;
}

enum dpmf_status guess_ask(struct guess *g, const char *algorithm, bool wrong, char **sentence, struct dpmf_error *error)
{
	struct dpmf_error detail = { "" };
	enum dpmf_status status = DPMF_OK;

	*sentence = NULL;
	if (g->program != NULL && wrong)
		status = ask(g, algorithm, sentence, &detail);
	if (g->tests != NULL)
		json_array_clear(g->tests);
	return status == DPMF_OK ? DPMF_OK : dpmf_fail(error, status, "the program of --guess, asked about %s: %s", algorithm, detail.text);
}
