/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/engine/select.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pool {
	const struct audit_case *one[256];
	bool wanted[256];
	size_t count;
};

static struct pool gather(bool mutants)
{
	struct audit_case_list lists[AUDIT_LISTS];
	const size_t count = mutants ? audit_mutants(lists) : audit_cases(lists);
	struct pool pool = { .count = 0 };

	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < lists[i].count && pool.count < 256; j++)
			pool.one[pool.count++] = &lists[i].first[j];
	return pool;
}

static bool is_below(const char *id, const char *name)
{
	const size_t length = strlen(name);

	return strncmp(id, name, length) == 0 && (id[length] == '/' || (length > 0 && name[length - 1] == '/'));
}

static bool want(struct pool *pool, const char *name)
{
	bool found = false;

	for (size_t i = 0; i < pool->count; i++)
		if (strcmp(pool->one[i]->id, name) == 0)
			return pool->wanted[i] = true;
	for (size_t i = 0; i < pool->count; i++)
		if (is_below(pool->one[i]->id, name))
			found = pool->wanted[i] = true;
	return found;
}

static bool drop_other_mechanisms(struct pool *pool, const char *mechanism)
{
	char name[64];
	bool known = false;

	for (size_t i = 0; i < pool->count; i++) {
		audit_case_part(pool->one[i], AUDIT_MECHANISM, name, sizeof(name));
		if (strcmp(name, mechanism) == 0)
			known = true;
		else
			pool->wanted[i] = false;
	}
	return known;
}

enum dpmf_status audit_select(bool mutants, const char *mechanism, const char *const *names, size_t count,
                              struct audit_selection *selection, struct dpmf_error *error)
{
	struct pool pool = gather(mutants);
	struct audit_selection made = { NULL, 0 };

	for (size_t i = 0; i < pool.count; i++)
		pool.wanted[i] = count == 0;
	for (size_t i = 0; i < count; i++)
		if (!want(&pool, names[i]))
			return dpmf_fail(error, DPMF_INPUT, "there is no case \"%s\"", names[i]);
	if (mechanism && !drop_other_mechanisms(&pool, mechanism))
		return dpmf_fail(error, DPMF_INPUT, "there is no mechanism \"%s\"", mechanism);
	made.chosen = calloc(pool.count + 1, sizeof(const struct audit_case *));
	if (!made.chosen)
		return dpmf_fail(error, DPMF_FAILED, "no memory for a list of cases");
	for (size_t i = 0; i < pool.count; i++)
		if (pool.wanted[i])
			made.chosen[made.count++] = pool.one[i];
	*selection = made;
	return DPMF_OK;
}
