/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/train_write.h"

#include <inttypes.h>
#include <string.h>

#include "tool/checksum.h"
#include "tool/record_json.h"
#include "tool/train_mech.h"

struct release {
	const struct train_options *options;
	const struct train_data *data;
	const struct dpmf_record *record;
	const struct train_result *result;
	const struct dpmf_model *model;
	struct folder *folder;
};

static bool users_public(const struct train_options *o)
{
	return o->mech->users_public && o->mech->users_public(o);
}

static bool items_public(const struct train_options *o)
{
	return !o->mech->items_private || !o->mech->items_private(o);
}

static bool is_rescaled(const struct train_options *o)
{
	return o->mech->rescaled && o->mech->rescaled(o);
}

static void cover(struct train_guarantee *g, const char *name)
{
	snprintf(g->covers[g->covered++], sizeof g->covers[0], "public/%s", name);
}

void train_guarantee_cover(const struct train_options *o, struct train_guarantee *g)
{
	g->covered = 0;
	if (!o->out)
		return;
	if (o->mech->neighbours)
		cover(g, "item_neighbours.txt");
	if (!o->mech->neighbours && items_public(o))
		cover(g, "item_factors.txt");
	if (!o->mech->neighbours && users_public(o))
		cover(g, "user_factors.txt");
	if (is_rescaled(o)) {
		cover(g, "item_weights.txt");
		cover(g, "user_weights.txt");
	}
	cover(g, "model.json");
	cover(g, "record.json");
}

/* What is not in public/ is for its owner alone, also where it is moved to. */
static FILE *create(const struct release *r, const char *name, struct dpmf_error *error)
{
	return folder_create(r->folder, name, strncmp(name, "public/", strlen("public/")) != 0, error);
}

/* A line each: its id, then its numbers as C99 hex floats. */
static enum dpmf_status write_rows(const struct release *r, const char *name, const uint32_t *id, const double *row, size_t count, size_t k,
                                   struct dpmf_error *error)
{
	FILE *file = create(r, name, error);

	if (!file)
		return DPMF_FAILED;
	for (size_t i = 0; i < count; i++) {
		fprintf(file, "%" PRIu32, id[i]);
		for (size_t l = 0; l < k; l++)
			fprintf(file, " %a", row[i * k + l]);
		fputc('\n', file);
	}
	return folder_finish_file(r->folder, file, error);
}

static enum dpmf_status write_neighbours(const struct release *r, struct dpmf_error *error)
{
	const struct dpmf_neighbours *neighbours = &r->result->neighbours;
	const uint32_t *id = r->data->train.item_id;
	FILE *file = create(r, "public/item_neighbours.txt", error);

	if (!file)
		return DPMF_FAILED;
	for (size_t j = 0; j < neighbours->items; j++) {
		const size_t first = j * neighbours->most;

		fprintf(file, "%" PRIu32, id[j]);
		for (size_t k = first; k < first + neighbours->count[j]; k++)
			fprintf(file, " %" PRIu32 " %a", id[neighbours->item[k]], neighbours->weight[k]);
		fputc('\n', file);
	}
	return folder_finish_file(r->folder, file, error);
}

static enum dpmf_status write_history(const struct release *r, struct dpmf_error *error)
{
	const struct dpmf_ratings *train = &r->data->train;
	FILE *file = create(r, "devices/history.txt", error);

	if (!file)
		return DPMF_FAILED;
	for (size_t i = 0; i < train->users; i++)
		for (size_t a = train->row[i]; a < train->row[i + 1]; a++)
			fprintf(file, "%" PRIu32 " %" PRIu32 " %.17g\n", train->user_id[i], train->item_id[train->item[a]], train->value[a]);
	return folder_finish_file(r->folder, file, error);
}

static enum dpmf_status write_json(const struct release *r, const char *name, json_t *document, struct dpmf_error *error)
{
	FILE *file = create(r, name, error);
	enum dpmf_status status;

	if (!file) {
		json_decref(document);
		return DPMF_FAILED;
	}
	status = train_write_json(file, document, error);
	if (status == DPMF_OK)
		return folder_finish_file(r->folder, file, error);
	fclose(file);
	return status;
}

/* How to predict from the files, with what takes the place of a user's factors where they are not at hand. */
static json_t *prediction_json(const struct release *r)
{
	const struct train_options *o = r->options;
	const double *average = o->mech->user_without_device;
	json_t *user = json_null(), *cut = json_null();

	if (average && (o->corrected || !o->mech->corrected)) { /* the published model has factors of its own making, without an average */
		user = json_array();
		for (size_t l = 0; l < r->model->factors; l++)
			json_array_append_new(user, json_real(average[l]));
	}
	if (o->clip && !o->mech->ranking)
		cut = json_pack("[f, f]", o->run.rating_min, o->run.rating_max);
	return json_pack("{s:s, s:f, s:I, s:o, s:o}", "rule", o->mech->neighbours ? "sum of similarities to the user's own items" :
	                 is_rescaled(o) ? "center + u.v / (user weight * item weight)" : "center + u.v", "center", r->model->center,
	                 "factors", (json_int_t)r->model->factors, "cut", cut, "user_without_device", user);
}

static json_t *model_json(const struct release *r)
{
	json_t *document = train_json_joined(json_pack("{s:s, s:i}", "format", "dpmf-model", "version", 1),
	                                     train_public_json(r->options, &r->data->facts, r->result));

	return train_json_with(document, "prediction", prediction_json(r));
}

static enum dpmf_status write_factors(const struct release *r, struct dpmf_error *error)
{
	const struct dpmf_model *m = r->model;
	const struct dpmf_ratings *train = &r->data->train;
	const char *items = items_public(r->options) ? "public/item_factors.txt" : "devices/item_factors.txt";
	const char *users = users_public(r->options) ? "public/user_factors.txt" : "devices/user_factors.txt";
	enum dpmf_status status = write_rows(r, items, train->item_id, m->v, m->items, m->factors, error);

	return status == DPMF_OK ? write_rows(r, users, train->user_id, m->u, m->users, m->factors, error) : status;
}

static enum dpmf_status write_weights(const struct release *r, struct dpmf_error *error)
{
	const struct dpmf_weights *w = &r->data->weights;
	const enum dpmf_status status = write_rows(r, "public/item_weights.txt", r->data->train.item_id, w->item, w->items, 1, error);

	return status == DPMF_OK ? write_rows(r, "public/user_weights.txt", r->data->train.user_id, w->user, w->users, 1, error) : status;
}

static enum dpmf_status write_public(const struct release *r, struct dpmf_error *error)
{
	enum dpmf_status status = write_json(r, "public/model.json", model_json(r), error);

	if (status == DPMF_OK)
		status = write_json(r, "public/record.json", record_to_json(r->record), error);
	if (status == DPMF_OK && is_rescaled(r->options))
		status = write_weights(r, error);
	return status == DPMF_OK ? folder_checksums(r->folder, "public", "public/" CHECKSUM_FILE, error) : status;
}

static json_t *evaluation_json(const struct release *r)
{
	return train_json_joined(json_pack("{s:s, s:i}", "format", "dpmf-evaluation", "version", 1),
	                         train_evaluation_json(r->options, r->result));
}

enum dpmf_status train_write(const struct train_options *options, const struct train_data *data, const struct dpmf_record *record,
                             const struct train_result *result, const struct dpmf_model *model, struct folder *folder,
                             struct dpmf_error *error)
{
	const struct release r = { options, data, record, result, model, folder };
	enum dpmf_status status = folder_within(folder, "public", false, error);

	if (status == DPMF_OK)
		status = folder_within(folder, "devices", true, error);
	if (status == DPMF_OK)
		status = options->mech->neighbours ? write_neighbours(&r, error) : write_factors(&r, error);
	if (status == DPMF_OK && options->mech->neighbours)
		status = write_rows(&r, "devices/users.txt", data->train.user_id, NULL, data->train.users, 0, error);
	if (status == DPMF_OK && options->mech->ranking)
		status = write_history(&r, error);
	if (status == DPMF_OK)
		status = write_public(&r, error);
	if (status == DPMF_OK)
		status = write_json(&r, "evaluation.json", evaluation_json(&r), error);
	return status;
}
