/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/predict_model.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/catalogue.h"
#include "core/read.h"
#include "mech/hdpmf/kernels.h"
#include "tool/train_mech.h"

static void name_in(const char *folder, const char *name, char path[4096])
{
	snprintf(path, 4096, "%s/%s", folder, name);
}

static bool is_there(const char *path)
{
	return access(path, F_OK) == 0;
}

/* From public/ or else from devices/; false in *found where neither has it. */
static enum dpmf_status read_factors(const struct predict_model *m, const char *name, size_t columns, struct factors *factors,
                                     bool *found, struct dpmf_error *error)
{
	char path[4096];

	name_in(m->release.public_folder, name, path);
	if (!is_there(path))
		name_in(m->release.devices, name, path);
	*found = is_there(path);
	return *found ? factors_read(path, columns, factors, error) : DPMF_OK;
}

static enum dpmf_status read_rule(struct predict_model *m, struct dpmf_error *error)
{
	const json_t *rule = json_object_get(m->release.model, "prediction"), *cut = json_object_get(rule, "cut");
	const json_t *average = json_object_get(rule, "user_without_device");
	const json_int_t factors = json_integer_value(json_object_get(rule, "factors"));

	m->center = json_number_value(json_object_get(rule, "center"));
	m->low = 1;
	m->has_average = json_is_array(average);
	if (m->has_average && (factors > MOST_AVERAGE || json_array_size(average) != (size_t)factors))
		return dpmf_fail(error, DPMF_INPUT, "model.json has a \"user_without_device\" of %zu numbers for %lld factors; take the folder as it "
		                 "was released", json_array_size(average), (long long)factors);
	for (size_t l = 0; m->has_average && l < json_array_size(average); l++)
		m->average[l] = json_number_value(json_array_get(average, l));
	if (json_array_size(cut) == 2) {
		m->low = json_number_value(json_array_get(cut, 0));
		m->high = json_number_value(json_array_get(cut, 1));
	}
	if (!json_is_number(json_object_get(rule, "center")) || !(json_is_null(cut) || m->low <= m->high) || factors < 0 || factors > 1 << 20)
		return dpmf_fail(error, DPMF_INPUT, "model.json has no \"prediction\" that can be read; take the folder as it was released");
	m->items.columns = (size_t)factors;
	return DPMF_OK;
}

static enum dpmf_status no_items(const struct predict_model *m, struct dpmf_error *error)
{
	return dpmf_fail(error, DPMF_INPUT, "%s has no items to predict for: its public part says nothing without devices/", m->release.public_folder);
}

static enum dpmf_status read_model(struct predict_model *m, struct dpmf_error *error)
{
	const size_t k = m->items.columns;
	bool items = false, weights = false;
	enum dpmf_status status = read_factors(m, "item_factors.txt", k, &m->items, &items, error);

	if (status == DPMF_OK && !items)
		return no_items(m, error);
	if (status == DPMF_OK)
		status = read_factors(m, "user_factors.txt", k, &m->users, &m->has_devices, error);
	if (status == DPMF_OK)
		status = read_factors(m, "item_weights.txt", 1, &m->item_weights, &weights, error);
	if (status == DPMF_OK)
		status = read_factors(m, "user_weights.txt", 1, &m->user_weights, &weights, error);
	return status;
}

/* Digits alone: strtoul takes blanks and signs, too. */
static bool read_id(const char *text, char **end, uint32_t *id)
{
	const unsigned long number = *text >= '0' && *text <= '9' ? strtoul(text, end, 10) : ULONG_MAX;

	*id = (uint32_t)number;
	return number <= 1ul << 31;
}

/* An item's id, then ids and similarities. */
static bool read_neighbours_of(size_t j, const char *line, struct predict_model *m)
{
	struct dpmf_neighbours *n = &m->neighbours;
	char *end;

	if (!read_id(line, &end, &m->items.id[j]) || (j > 0 && m->items.id[j] <= m->items.id[j - 1]))
		return false;
	while (*end == ' ') {
		const size_t at = j * n->most + n->count[j];

		if (n->count[j]++ == n->most || !read_id(end + 1, &end, &n->item[at]) || *end != ' ')
			return false;
		n->weight[at] = strtod(end, &end);
		if (!(n->weight[at] > 0) || !isfinite(n->weight[at]))
			return false;
	}
	return *end == '\n';
}

/* As many as there are lines: of what model.json says no memory is asked for. */
static enum dpmf_status make_neighbours(FILE *file, struct predict_model *m, struct dpmf_error *error)
{
	struct dpmf_neighbours *n = &m->neighbours;
	size_t lines = 0;

	for (int c; (c = getc(file)) != EOF; )
		lines += c == '\n';
	if (ferror(file))
		return dpmf_fail(error, DPMF_FAILED, "cannot read item_neighbours.txt to its end");
	if (lines != m->release.facts.items)
		return dpmf_fail(error, DPMF_INPUT, "item_neighbours.txt has %zu lines for %zu items; take the folder as it was released", lines,
		                 m->release.facts.items);
	rewind(file);
	n->items = lines;
	n->most = m->release.options.neighbours < lines ? m->release.options.neighbours : lines;
	n->count = calloc(lines + 1, sizeof *n->count);
	n->item = calloc(lines * n->most + 1, sizeof *n->item);
	n->weight = calloc(lines * n->most + 1, sizeof *n->weight);
	m->items = (struct factors){ .id = calloc(lines + 1, sizeof *m->items.id) };
	if (n->count && n->item && n->weight && m->items.id)
		return DPMF_OK;
	return dpmf_fail(error, DPMF_FAILED, "no memory for the neighbours of %zu items", lines);
}

/* Ids and similarities; the items are numbered by their lines. */
static enum dpmf_status read_neighbours(struct predict_model *m, struct dpmf_error *error)
{
	char path[4096], *line = NULL;
	enum dpmf_status status;
	size_t room = 0, j = 0;
	FILE *file;

	name_in(m->release.public_folder, "item_neighbours.txt", path);
	file = fopen(path, "r");
	if (!file)
		return errno == ENOENT ? no_items(m, error) : dpmf_fail(error, dpmf_status_of(errno), "cannot read %s: %s", path, strerror(errno));
	status = make_neighbours(file, m, error);
	for (; status == DPMF_OK && j < m->neighbours.items && getline(&line, &room, file) > 0; j++)
		if (!read_neighbours_of(j, line, m))
			status = dpmf_fail(error, DPMF_INPUT, "%s, line %zu: it is no item with up to %zu neighbours, each with a similarity above 0", path,
			                   j + 1, m->neighbours.most);
	if (status == DPMF_OK && j < m->neighbours.items) /* an error, or no memory for a line */
		status = dpmf_fail(error, DPMF_FAILED, "cannot read %s to its end", path);
	m->items.count = j;
	free(line);
	fclose(file);
	return status;
}

/* Ids of items become their numbers. */
static enum dpmf_status number_neighbours(struct predict_model *m, struct dpmf_error *error)
{
	struct dpmf_neighbours *n = &m->neighbours;
	const struct dpmf_catalogue items = { m->items.count, m->items.id };

	for (size_t j = 0; j < n->items; j++)
		for (size_t k = j * n->most; k < j * n->most + n->count[j]; k++) {
			const size_t place = dpmf_catalogue_find(&items, n->item[k]);

			if (place == items.count)
				return dpmf_fail(error, DPMF_INPUT, "item_neighbours.txt, line %zu: neighbour %" PRIu32 " is no item of the file", j + 1,
				                 n->item[k]);
			n->item[k] = (uint32_t)place;
		}
	return DPMF_OK;
}

static enum dpmf_status read_history(struct predict_model *m, struct dpmf_error *error)
{
	struct dpmf_catalogue items = { m->items.count, m->items.id }, users = { m->users.count, m->users.id };
	const struct dpmf_universe universe = { .items = &items, .users = &users };
	bool found = true;
	char path[4096];
	enum dpmf_status status = DPMF_OK;

	if (m->release.options.mech->neighbours)
		status = read_factors(m, "users.txt", 0, &m->users, &found, error);
	users = (struct dpmf_catalogue){ m->users.count, m->users.id };
	name_in(m->release.devices, "history.txt", path);
	if (status != DPMF_OK || !found || !is_there(path) || m->users.count == 0)
		return status;
	m->has_devices = m->has_history = true;
	return dpmf_read_ratings_in(path, DPMF_TRIPLES, DPMF_DUPLICATES_REFUSED, &universe, &m->history, NULL, error);
}

enum dpmf_status predict_model_open(const char *path, struct predict_model *model, struct dpmf_error *error)
{
	struct predict_model m = { .center = 0 };
	enum dpmf_status status = release_open(path, &m.release, error);

	if (status != DPMF_OK)
		return status;
	status = read_rule(&m, error);
	if (status == DPMF_OK && m.release.options.mech->neighbours) {
		status = read_neighbours(&m, error);
		if (status == DPMF_OK)
			status = number_neighbours(&m, error);
	} else if (status == DPMF_OK) {
		status = read_model(&m, error);
	}
	if (status == DPMF_OK && m.release.options.mech->ranking)
		status = read_history(&m, error);
	if (status == DPMF_OK)
		*model = m;
	else
		predict_model_close(&m);
	return status;
}

void predict_model_close(struct predict_model *m)
{
	factors_free(&m->items);
	factors_free(&m->users);
	factors_free(&m->item_weights);
	factors_free(&m->user_weights);
	dpmf_neighbours_free(&m->neighbours);
	dpmf_ratings_free(&m->history);
	release_close(&m->release);
}

enum dpmf_status predict_one(const struct predict_model *m, uint32_t user, uint32_t item, double *value, struct dpmf_error *error)
{
	const double *v = factors_of(&m->items, item), *u = factors_of(&m->users, user);
	const double *of_item = factors_of(&m->item_weights, item), *of_user = factors_of(&m->user_weights, user);
	double p;

	if (!v)
		return dpmf_fail(error, DPMF_INPUT, "item %" PRIu32 " is not in %s: predict for one of its items", item, m->release.public_folder);
	if (!u && m->has_average)
		u = m->average;
	if (!u)
		return dpmf_fail(error, DPMF_INPUT, m->has_devices ? "user %" PRIu32 " is not in %s: predict for one of its users" :
		                 "the factors of user %" PRIu32 " are on a device: %s is not there, and the public part alone predicts nothing for a user",
		                 user, m->release.devices);
	p = m->center + dpmf_hdpmf_predict(u, v, m->items.columns, of_item && of_user ? *of_user * *of_item : 1);
	*value = m->low <= m->high ? fmin(fmax(p, m->low), m->high) : p;
	return DPMF_OK;
}
