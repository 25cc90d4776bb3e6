/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "compare.h"
#include "guess.h"
#include "suspects.h"
#include "target.h"
#include "vectors/format/tree.h"
#include "verify.h"

enum { WHY = 256 };

struct asked {
	const struct algorithm *algorithm;
	const json_t *test;
	json_int_t tests, passed, failed, unsupported, omitted;
	json_t *failures;
	struct suspects suspects;
	struct guess *guess;
};

static json_t *flags_of(const struct algorithm *a, const json_t *test)
{
	json_t *list = json_array(), *flag;
	size_t i;

	json_array_foreach(json_object_get(test, "flags"), i, flag)
		for (const struct flag *f = a->flags; f->name != NULL; f++)
			if (strcmp(f->name, json_string_value(flag)) == 0)
				json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s}", "flag", f->name, "meaning", f->meaning, "bugType", f->bug, "effect",
				                                      f->effect));
	return list;
}

/* A failure; `output`, `draw`, `possible` and `plain` may be NULL. */
static enum dpmf_status fail(struct asked *x, const char *output, const char *why, const char *draw, json_t *possible, json_t *plain,
                             struct dpmf_error *error)
{
	json_t *entry = json_pack("{s:O, s:O, s:o, s:s, s:s?, s:s?, s:O?, s:O?}", "tcId", json_object_get(x->test, "tcId"), "comment",
	                          json_object_get(x->test, "comment"), "flags", flags_of(x->algorithm, x->test), "why", why, "output", output,
	                          "firstDifferingDraw", draw, "possible", possible, "plain", plain);

	x->failed++;
	if (json_array_append_new(x->failures, entry) == 0)
		return DPMF_OK;
	return dpmf_fail(error, DPMF_FAILED, "memory is short");
}

static enum dpmf_status fail_alone(struct asked *x, const char *why, const char *mistake, struct dpmf_error *error)
{
	json_t *names = json_pack("[s]", mistake);
	const enum dpmf_status status = fail(x, NULL, why, NULL, NULL, names, error);

	json_decref(names);
	return status;
}

static void say_draw(const json_t *draw, char *text, size_t room)
{
	char *with = json_dumps(json_object_get(draw, "with"), JSON_COMPACT | JSON_ENCODE_ANY);
	const char *call = json_string_value(json_object_get(draw, "call")), *at = json_string_value(json_object_get(draw, "at"));
	const char *words = json_string_value(json_object_get(draw, "words")), *value = json_string_value(json_object_get(draw, "value"));

	if (draw == NULL)
		snprintf(text, room, "none");
	else
		snprintf(text, room, "%s with %s at word %s takes %s and gives %s", call == NULL ? "?" : call, with == NULL ? "?" : with,
		         at == NULL ? "?" : at, words == NULL ? "?" : words, value == NULL ? "?" : value);
	free(with);
}

/* false: the lists agree, or the target gave none. */
static bool first_draw(const json_t *test, const json_t *outputs, char *text, size_t room)
{
	const json_t *expected = json_object_get(json_object_get(json_object_get(test, "outputs"), "draws"), "value");
	const json_t *got = json_object_get(outputs, "draws");
	char want[WHY], have[WHY];
	size_t i = 0;

	if (expected == NULL || got == NULL)
		return false;
	while (i < json_array_size(expected) && json_equal(json_array_get(expected, i), json_array_get(got, i)))
		i++;
	if (i == json_array_size(expected) && i == json_array_size(got))
		return false;
	say_draw(json_array_get(expected, i), want, sizeof want);
	say_draw(json_array_get(got, i), have, sizeof have);
	snprintf(text, room, "number %zu: expected %s; got %s", i, want, have);
	return true;
}

/* What the answer says of the known mistakes of the test: one fits that gives all that was answered of what it changes. A right
   answer speaks against a mistake in what is compared exactly, where few answers are possible and one may be right by chance. A real
   number is not: there a mistake may have been made in one branch, and this test taken the other. */
static void stored_mistakes(const json_t *test, const json_t *outputs, bool right, struct mistakes *m)
{
	json_t *mistake, *output;
	const char *name, *of;
	char why[WHY];
	unsigned long long worst = 0;

	json_object_foreach(json_object_get(test, "mistakes"), name, mistake) {
		size_t same = 0, other = 0;
		bool exact = true;
		json_object_foreach(mistake, of, output) {
			const json_t *got = json_object_get(outputs, of);
			exact = exact && strcmp(json_string_value(json_object_get(output, "compare")), "exact") == 0;
			if (got != NULL)
				*(compare_output(output, got, why, &worst) ? &same : &other) += 1;
		}
		if (same + other > 0 && (exact || !right))
			json_array_append_new(other == 0 ? m->known : m->against, json_string(name));
	}
}

/* The outputs one by one, in the order of the spec; what follows from a wrong one need not be explained. */
struct judgement {
	const char *where; /* the first that is wrong; NULL: none */
	char why[WHY];
	size_t compared;
};

static void compare_all(struct asked *x, const json_t *outputs, struct judgement *j, struct mistakes *m)
{
	unsigned long long worst = 0;
	char why[WHY];

	for (const struct field *field = x->algorithm->outputs; field->name != NULL; field++) {
		const json_t *expected = json_object_get(json_object_get(x->test, "outputs"), field->name);
		const json_t *got = json_object_get(outputs, field->name);
		if (expected == NULL)
			continue;
		if (got == NULL) {
			x->omitted++;
			continue;
		}
		j->compared++;
		if (j->where == NULL)
			mistake_names(x->test, field, expected, got, m);
		if (j->where == NULL && !compare_output(expected, got, why, &worst)) {
			j->where = field->name;
			memcpy(j->why, why, sizeof why);
		}
	}
}

static enum dpmf_status fail_outputs(struct asked *x, const json_t *outputs, const struct judgement *j, struct mistakes *m, struct dpmf_error *error)
{
	char draw[3 * WHY];
	const bool differs = first_draw(x->test, outputs, draw, sizeof draw);

	if (json_array_extend(m->known, m->guessed) != 0)
		return dpmf_fail(error, DPMF_FAILED, "memory is short");
	return fail(x, j->where, j->why, differs ? draw : NULL, m->known, m->plain, error);
}

static enum dpmf_status judge_outputs(struct asked *x, const json_t *outputs, struct dpmf_error *error)
{
	struct judgement j = { .where = NULL };
	struct mistakes m;
	enum dpmf_status status = mistakes_open(&m, error);

	if (status != DPMF_OK)
		return status;
	compare_all(x, outputs, &j, &m);
	stored_mistakes(x->test, outputs, j.where == NULL, &m);
	if (j.compared == 0)
		status = fail(x, NULL, "no output was answered", NULL, NULL, NULL, error);
	else
		status = suspects_hear(&x->suspects, &m, j.where != NULL, error);
	if (j.compared > 0 && j.where == NULL)
		x->passed++;
	else if (status == DPMF_OK && j.compared > 0)
		status = fail_outputs(x, outputs, &j, &m, error);
	mistakes_close(&m);
	return status;
}

static const char *reason_of(const struct algorithm *a, const char *comment)
{
	for (const struct refusal *r = a->refusals; r->comment != NULL; r++)
		if (strcmp(r->comment, comment) == 0)
			return r->reason;
	return "domain";
}

static const char *why_refused(const json_t *test)
{
	return json_object_get(json_object_get(test, "inputs"), "tape") == NULL
		? "the domain is too narrow, or an edge of it left out"
		: "the domain is too narrow, or more is drawn than the tape holds, by some other mistake";
}

static enum dpmf_status judge(struct asked *x, const struct answer *answer, struct dpmf_error *error)
{
	const bool invalid = strcmp(json_string_value(json_object_get(x->test, "result")), "invalid") == 0;
	const char *comment = json_string_value(json_object_get(x->test, "comment"));
	char why[WHY];

	x->tests++;
	if (answer->kind == ANSWER_ERROR)
		return fail(x, NULL, answer->why, NULL, NULL, NULL, error);
	if (answer->kind == ANSWER_UNSUPPORTED) {
		x->unsupported++;
		return DPMF_OK;
	}
	if (invalid && answer->kind != ANSWER_REFUSES) {
		snprintf(why, sizeof why, "not refused: %s (%s)", comment, reason_of(x->algorithm, comment));
		return fail_alone(x, why, "a test of the domain is missing", error);
	}
	if (!invalid && answer->kind == ANSWER_REFUSES)
		return fail_alone(x, "refused, but the inputs lie in the domain", why_refused(x->test), error);
	if (!invalid)
		return judge_outputs(x, answer->outputs, error);
	x->passed++;
	return DPMF_OK;
}

static enum dpmf_status ask(struct target *t, struct asked *x, struct dpmf_error *error)
{
	json_t *request = json_pack("{s:s, s:O, s:O}", "algorithm", x->algorithm->name, "tcId", json_object_get(x->test, "tcId"), "inputs",
	                            json_object_get(x->test, "inputs"));
	char *line = request == NULL ? NULL : json_dumps(request, JSON_COMPACT | JSON_PRESERVE_ORDER);
	struct dpmf_error detail = { "" };
	struct answer answer = { .outputs = NULL };
	const char *text;
	enum dpmf_status status;

	json_decref(request);
	if (line == NULL)
		return dpmf_fail(error, DPMF_FAILED, "memory is short");
	status = target_ask(t, line, &text, &detail);
	free(line);
	if (status == DPMF_OK)
		status = answer_read(x->algorithm, text, &answer, &detail);
	if (status != DPMF_OK)
		return dpmf_fail(error, status, "%s/%" JSON_INTEGER_FORMAT ": %s", x->algorithm->name,
		                 json_integer_value(json_object_get(x->test, "tcId")), detail.text);
	const json_int_t failed = x->failed;
	status = judge(x, &answer, error);
	if (status == DPMF_OK)
		status = guess_hear(x->guess, x->test, &answer, x->failed == failed, error);
	answer_free(&answer);
	return status;
}

static enum dpmf_status ask_all(struct target *t, const json_t *root, struct asked *x, struct dpmf_error *error)
{
	json_t *group, *test;
	enum dpmf_status status = DPMF_OK;
	size_t i, j;

	json_array_foreach(json_object_get(root, "testGroups"), i, group)
		json_array_foreach(json_object_get(group, "tests"), j, test) {
			x->test = test;
			status = ask(t, x, error);
			if (status != DPMF_OK)
				return status;
		}
	return status;
}

static enum dpmf_status explain_all(struct asked *x, struct dpmf_error *error)
{
	char *guessed;
	enum dpmf_status status = guess_ask(x->guess, x->algorithm->name, x->failed > 0, &guessed, error);

	if (status == DPMF_OK)
		status = suspects_name(&x->suspects, x->failures, guessed, error);
	free(guessed);
	return status;
}

static enum dpmf_status run_one(struct target *t, const struct exec_request *r, const struct algorithm *a, struct guess *guess, json_t *list,
                                struct dpmf_error *error)
{
	struct asked x = { .algorithm = a, .failures = json_array(), .suspects = { .tally = json_object() }, .guess = guess };
	char path[TREE_PATH + 128];
	json_t *root = NULL;
	enum dpmf_status status;

	snprintf(path, sizeof path, "%s/v1/%s.json", r->folder, a->name);
	status = verify_load(path, r->folder, &root, &x.algorithm, error);
	if (status == DPMF_OK && x.algorithm != a)
		status = dpmf_fail(error, DPMF_INPUT, "%s: the vectors of another algorithm", path);
	if (status == DPMF_OK)
		status = ask_all(t, root, &x, error);
	json_decref(root);
	if (status == DPMF_OK)
		status = explain_all(&x, error);
	json_decref(x.suspects.tally);
	if (status != DPMF_OK) {
		json_decref(x.failures);
		return status;
	}
	if (json_array_append_new(list, json_pack("{s:s, s:I, s:I, s:I, s:I, s:I, s:o}", "algorithm", a->name, "tests", x.tests, "passed", x.passed,
	                                          "failed", x.failed, "unsupported", x.unsupported, "outputsOmitted", x.omitted, "failures", x.failures)) != 0)
		return dpmf_fail(error, DPMF_FAILED, "memory is short");
	return x.failed > 0 ? DPMF_NO : DPMF_OK;
}

static bool is_asked(const struct exec_request *r, const char *name)
{
	for (size_t i = 0; i < r->algorithms; i++)
		if (strcmp(r->algorithm[i], name) == 0)
			return true;
	return r->algorithms == 0;
}

static enum dpmf_status something_tested(const json_t *list, struct dpmf_error *error)
{
	size_t i;
	json_t *one;

	json_array_foreach(list, i, one)
		if (json_integer_value(json_object_get(one, "tests")) > json_integer_value(json_object_get(one, "unsupported")))
			return DPMF_OK;
	return dpmf_fail(error, DPMF_INPUT, "the target supports none of the algorithms, so nothing was tested");
}

enum dpmf_status exec_run(const struct exec_request *r, json_t **report, struct dpmf_error *error)
{
	json_t *list = json_array();
	const struct algorithm *a;
	enum dpmf_status status = DPMF_OK, all = DPMF_OK;
	struct target t;
	struct guess guess;

	*report = NULL;
	for (size_t i = 0; i < r->algorithms; i++)
		if (algorithm_named(r->algorithm[i]) == NULL)
			status = dpmf_fail(error, DPMF_INPUT, "there is no algorithm %.60s; `dpmf-vectors list` names those that are known", r->algorithm[i]);
	if (status == DPMF_OK)
		status = all = guess_start(&guess, r->guess, error);
	if (status == DPMF_OK) {
		status = target_start(&t, r->argv, r->timeout, error);
		for (size_t i = 0; status <= DPMF_NO && (a = algorithm_at(i)) != NULL; i++)
			if (is_asked(r, a->name)) {
				status = run_one(&t, r, a, &guess, list, error);
				all = status > all ? status : all;
			}
		if (status <= DPMF_NO && target_finish(&t, error) != DPMF_OK)
			status = DPMF_INPUT;
		target_stop(&t);
		guess_stop(&guess);
	}
	all = status > all ? status : all;
	if (all <= DPMF_NO && something_tested(list, error) != DPMF_OK)
		all = DPMF_INPUT;
	if (all <= DPMF_NO)
		*report = json_pack("{s:s, s:s, s:O}", "format", "dpmf-vectors-exec", "version", "1", "algorithms", list);
	json_decref(list);
	return all <= DPMF_NO && *report == NULL ? dpmf_fail(error, DPMF_FAILED, "memory is short") : all;
}
