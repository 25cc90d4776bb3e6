/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suspects.h"

#include <string.h>

enum { FITS, AGAINST, GUESSED, NAMED = 4, FEW = 3 };

static bool among(const json_t *names, const char *name, size_t places)
{
	for (size_t i = 0; i < places; i++)
		if (strcmp(json_string_value(json_array_get(names, i)), name) == 0)
			return true;
	return false;
}

static json_int_t counted(const struct suspects *s, const char *name, size_t what)
{
	return json_integer_value(json_array_get(json_object_get(s->tally, name), what));
}

static bool count(struct suspects *s, const char *name, size_t what)
{
	json_t *entry = json_object_get(s->tally, name);

	if (entry == NULL && json_object_set_new(s->tally, name, json_pack("[i, i, i]", 0, 0, 0)) != 0)
		return false;
	entry = json_object_get(s->tally, name);
	return json_array_set_new(entry, what, json_integer(counted(s, name, what) + 1)) == 0;
}

/* Each name once, though several outputs may say it. */
static bool count_all(struct suspects *s, const json_t *names, size_t what, const json_t *but, const json_t *nor)
{
	for (size_t i = 0; i < json_array_size(names); i++) {
		const char *name = json_string_value(json_array_get(names, i));
		if (!among(names, name, i) && !among(but, name, json_array_size(but)) && !among(nor, name, json_array_size(nor)) && !count(s, name, what))
			return false;
	}
	return true;
}

enum dpmf_status suspects_hear(struct suspects *s, const struct mistakes *m, bool wrong, struct dpmf_error *error)
{
	bool done = count_all(s, m->known, FITS, NULL, NULL) && count_all(s, m->guessed, FITS, m->known, NULL) &&
	            count_all(s, m->guessed, GUESSED, NULL, NULL) && count_all(s, m->against, AGAINST, m->known, m->guessed);

	s->failures += wrong;
	s->wrong += wrong && (json_array_size(m->plain) == 0 || json_array_size(m->known) > 0);
	return done ? DPMF_OK : dpmf_fail(error, DPMF_FAILED, "memory is short");
}

static bool accounts(const struct suspects *s, const char *name)
{
	const json_int_t fits = counted(s, name, FITS), against = counted(s, name, AGAINST);
	const bool nearly_all = 10 * fits >= 9 * s->wrong || (fits > FEW && fits + 1 == s->wrong);

	if (counted(s, name, GUESSED) > 0 && (against == 0 || nearly_all))
		return nearly_all;
	if (strchr(name, MISTAKE_MARK) == NULL ? 6 * against > fits : 4 * against > fits)
		return false;
	return 2 * fits >= s->failures || fits >= FEW;
}

/* Of the names that account for all, those that fit most tests. */
static size_t best_of(const struct suspects *s, const json_t *names, const char *best[NAMED])
{
	json_int_t most = 0;
	size_t found = 0;

	for (size_t i = 0; i < json_array_size(names); i++) {
		const char *name = json_string_value(json_array_get(names, i));
		const json_int_t fits = counted(s, name, FITS);
		if (among(names, name, i) || fits < most || !accounts(s, name))
			continue;
		found = fits > most ? 0 : found;
		most = fits;
		if (found < NAMED)
			best[found] = name;
		found++;
	}
	return found;
}

static const char *shown(const char *name)
{
	const char *mark = strchr(name, MISTAKE_MARK);

	return mark == NULL ? name : mark + 1;
}

static json_t *one_of(const char *const best[NAMED], size_t found)
{
	json_t *all = json_string("one of these: ");

	for (size_t i = 0; all != NULL && i < found; i++) {
		json_t *longer = json_sprintf("%s%s%s", json_string_value(all), i == 0 ? "" : "; or ", shown(best[i]));
		json_decref(all);
		all = longer;
	}
	return all;
}

/* It gives every wrong answer, and those are not few, nor small whole numbers. */
static bool is_sure(const struct suspects *s, const char *name, json_int_t failures)
{
	const json_int_t fits = counted(s, name, FITS);

	return fits >= failures && fits >= FEW && strchr(name, MISTAKE_MARK) == NULL;
}

/* null: none, or so many that they say nothing. */
static json_t *sentence(const struct suspects *s, const json_t *failure, const char *guessed, json_int_t failures)
{
	const json_t *plain = json_object_get(failure, "plain");
	const char *best[NAMED];
	const size_t found = best_of(s, json_object_get(failure, "possible"), best);

	if (guessed != NULL && (found == 0 || found > NAMED || !is_sure(s, best[0], failures)))
		return json_string(guessed);
	if (found == 1)
		return json_string(shown(best[0]));
	if (found == 0 || found > NAMED)
		return json_array_size(plain) > 0 ? json_incref(json_array_get(plain, 0)) : json_null();
	return one_of(best, found);
}

enum dpmf_status suspects_name(const struct suspects *s, json_t *failures, const char *guessed, struct dpmf_error *error)
{
	json_t *failure;
	size_t i;

	json_array_foreach(failures, i, failure) {
		if (json_object_set_new(failure, "knownMistake", sentence(s, failure, guessed, (json_int_t)json_array_size(failures))) != 0)
			return dpmf_fail(error, DPMF_FAILED, "memory is short");
		json_object_del(failure, "possible");
		json_object_del(failure, "plain");
	}
	return DPMF_OK;
}
