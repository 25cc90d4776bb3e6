/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "generate.h"

#include <stdio.h>
#include <string.h>

#include "files.h"
#include "vectors/format/book.h"
#include "vectors/format/describe.h"
#include "vectors/format/page.h"
#include "vectors/format/spec.h"
#include "vectors/format/tables.h"
#include "vectors/oracle/oracle.h"

static bool has_refusal(const struct algorithm *a, const char *comment)
{
	for (const struct refusal *r = a->refusals; r->comment != NULL; r++)
		if (strcmp(r->comment, comment) == 0)
			return true;
	return false;
}

/* Each test of `root` whose result is `invalid`, counted under its comment in `found`; NULL, or a comment that the spec lacks. */
static const char *count_refusals(const struct algorithm *a, const json_t *root, json_t *found)
{
	size_t i, j;
	json_t *group, *test;

	json_array_foreach(json_object_get(root, "testGroups"), i, group)
		json_array_foreach(json_object_get(group, "tests"), j, test) {
			const char *comment = json_string_value(json_object_get(test, "comment"));
			if (strcmp(json_string_value(json_object_get(test, "result")), "invalid") != 0)
				continue;
			if (!has_refusal(a, comment))
				return comment;
			json_object_set_new(found, comment, json_true());
		}
	return NULL;
}

/* What the spec refuses is what the tests refuse, one by one. */
static enum dpmf_status agree(const struct algorithm *a, const json_t *root, struct dpmf_error *error)
{
	json_t *found = json_object();
	const char *extra = found == NULL ? NULL : count_refusals(a, root, found);
	enum dpmf_status status = DPMF_OK;

	if (found == NULL)
		return dpmf_fail(error, DPMF_FAILED, "%s: memory is short", a->name);
	if (extra != NULL)
		status = dpmf_fail(error, DPMF_FAILED, "%s: the oracle refuses `%s`, which spec/%s.json does not", a->name, extra, a->name);
	for (const struct refusal *r = a->refusals; status == DPMF_OK && r->comment != NULL; r++)
		if (json_object_get(found, r->comment) == NULL)
			status = dpmf_fail(error, DPMF_FAILED, "%s: spec/%s.json refuses `%s`, which no test tries", a->name, a->name, r->comment);
	json_decref(found);
	return status;
}

static enum dpmf_status fill(const struct algorithm *a, json_t **root, struct dpmf_error *error)
{
	struct book b;

	a->oracle(&b);
	book_edges(&b);
	book_ends(&b);
	book_later(&b);
	book_settle(&b);
	*root = b.failed ? NULL : json_incref(b.root);
	book_close(&b);
	if (*root == NULL)
		return dpmf_fail(error, DPMF_FAILED, "%s cannot be made: memory is short, or an oracle's case is undecided", a->name);
	return agree(a, *root, error);
}

/* The file and its schema; its entry in `index`. */
static enum dpmf_status make_one(struct files *f, const struct algorithm *a, json_t *index, json_t **root, struct dpmf_error *error)
{
	enum dpmf_status status = fill(a, root, error);

	if (status == DPMF_OK && json_array_append_new(index, page_entry(a, *root)) != 0)
		status = dpmf_fail(error, DPMF_FAILED, "index.json cannot be made: memory is short");
	if (status == DPMF_OK)
		status = files_add_json(f, "v1", a->name, json_incref(*root), error);
	return status == DPMF_OK ? files_add_json(f, "schema", a->name, describe(a), error) : status;
}

static enum dpmf_status make_pages(struct files *f, const json_t *index, struct dpmf_error *error)
{
	const struct algorithm *a;
	enum dpmf_status status = DPMF_OK;
	char name[96];

	for (size_t i = 0; status == DPMF_OK && (a = algorithm_at(i)) != NULL; i++) {
		snprintf(name, sizeof name, "pages/%s.md", a->name);
		status = files_add(f, name, page_text(a, json_array_get(index, i)), error);
	}
	return status == DPMF_OK ? files_add(f, "pages/README.md", page_index(index), error) : status;
}

static enum dpmf_status make_tables(struct files *f, struct dpmf_error *error)
{
	static const struct {
		const char *name;
		char *(*text)(void);
	} tables[] = { { "consumers/c/algorithms.inc", table_c }, { "consumers/js/fields.js", table_js }, { "consumers/python/fields.py", table_python } };
	enum dpmf_status status = DPMF_OK;

	for (size_t i = 0; status == DPMF_OK && i < sizeof tables / sizeof *tables; i++)
		status = files_add(f, tables[i].name, tables[i].text(), error);
	return status;
}

static enum dpmf_status make(struct files *f, json_t *index, struct dpmf_error *error)
{
	const struct algorithm *a;
	enum dpmf_status status = DPMF_OK;

	for (size_t i = 0; status == DPMF_OK && (a = algorithm_at(i)) != NULL; i++) {
		json_t *root = NULL;
		status = make_one(f, a, index, &root, error);
		json_decref(root);
	}
	if (status == DPMF_OK)
		status = files_add_json(f, "", "index", page_document(index), error);
	if (status == DPMF_OK)
		status = files_add_sums(f, error);
	if (status == DPMF_OK)
		status = make_pages(f, index, error);
	return status == DPMF_OK ? make_tables(f, error) : status;
}

enum dpmf_status generate(const char *out, struct dpmf_error *error)
{
	struct files f = { .count = 0 };
	json_t *index;
	enum dpmf_status status = files_room(out, error);

	if (status != DPMF_OK)
		return status;
	index = json_array();
	if (index == NULL)
		return dpmf_fail(error, DPMF_FAILED, "memory is short");
	status = make(&f, index, error);
	if (status == DPMF_OK)
		status = files_write(&f, out, error);
	files_free(&f);
	json_decref(index);
	return status;
}
