/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/release.h"

#include <dirent.h>
#include <errno.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tool/checksum.h"
#include "tool/record_json.h"
#include "tool/train_mech.h"
#include "tool/train_write.h"

static char *join(const char *folder, const char *name)
{
	const size_t room = strlen(folder) + strlen(name) + 2;
	char *path = malloc(room);

	if (path)
		snprintf(path, room, "%s/%s", folder, name);
	return path;
}

static bool is_there(const char *path)
{
	struct stat there;

	return path && stat(path, &there) == 0;
}

static bool is_file(const char *path)
{
	struct stat there;

	return stat(path, &there) == 0 && S_ISREG(there.st_mode);
}

/* Of "a/b/c" a/b, of "c" the folder at hand. */
static char *folder_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? strndup(path, slash > path ? (size_t)(slash - path) : 1) : strdup(".");
}

/* FOLDER/public and FOLDER/devices; or FOLDER itself and the devices beside it, FOLDER being where a file of it stands. */
static enum dpmf_status find_folders(const char *path, struct release *r, struct dpmf_error *error)
{
	char *whole = join(path, "public");

	if (is_there(whole)) {
		r->public_folder = whole;
		r->devices = join(path, "devices");
	} else {
		free(whole);
		r->public_folder = is_file(path) ? folder_of(path) : strdup(path);
		r->devices = r->public_folder ? join(r->public_folder, "../devices") : NULL;
	}
	if (r->public_folder && r->devices)
		return DPMF_OK;
	return dpmf_fail(error, DPMF_FAILED, "no memory for the names of %s", path);
}

static enum dpmf_status read_json(const struct release *r, const char *name, json_t **document, struct dpmf_error *error)
{
	char *path = join(r->public_folder, name);
	enum dpmf_status status = DPMF_OK;
	json_error_t why;

	if (!path)
		return dpmf_fail(error, DPMF_FAILED, "no memory for the name of %s", name);
	errno = 0;
	*document = json_load_file(path, JSON_REJECT_DUPLICATES, &why);
	if (!*document)
		status = dpmf_fail(error, dpmf_status_of(errno), "%s, line %d: %s; take the folder as it was released", path, why.line, why.text);
	free(path);
	return status;
}

static enum dpmf_status read_record(struct release *r, struct dpmf_error *error)
{
	json_t *document = NULL;
	enum dpmf_status status = read_json(r, "record.json", &document, error);

	if (status == DPMF_OK)
		status = record_from_json(document, "record.json", &r->record, error);
	json_decref(document);
	return status;
}

static const char *text_at(const json_t *object, const char *name)
{
	return json_string_value(json_object_get(object, name));
}

static bool says(const json_t *object, const char *name, const char *text)
{
	const char *found = text_at(object, name);

	return found && strcmp(found, text) == 0;
}

/* Ids are whole numbers up to 2^31. */
static bool read_count(const json_t *inputs, const char *name, size_t *count)
{
	const json_int_t number = json_integer_value(json_object_get(inputs, name));

	*count = number > 0 ? (size_t)number : 0;
	return number > 0 && number <= (json_int_t)1 << 32;
}

static enum dpmf_status read_facts(struct release *r, struct dpmf_error *error)
{
	const json_t *inputs = json_object_get(r->model, "inputs"), *range = json_object_get(inputs, "range");
	const char *coins = text_at(r->model, "coins");
	size_t length = 0;

	r->facts = (struct train_facts){
		.seeded = !says(inputs, "noise_key", "from the operating system"),
		.items_given = says(inputs, "items_are", "given"), .users_given = says(inputs, "users_are", "given"),
	};
	if (!read_count(inputs, "items", &r->facts.items) || !read_count(inputs, "users", &r->facts.users) ||
	    !read_count(inputs, "split_moves", &r->facts.moves))
		return dpmf_fail(error, DPMF_INPUT, "model.json has numbers of users, items or moves that no training has; take the folder as it was "
		                 "released");
	if (!coins || sodium_hex2bin(r->facts.coins.bytes, sizeof r->facts.coins.bytes, coins, strlen(coins), NULL, &length, NULL) != 0 ||
	    length != sizeof r->facts.coins.bytes || !inputs)
		return dpmf_fail(error, DPMF_INPUT, "model.json has no \"coins\" or no \"inputs\" that can be read; take the folder as it was released");
	if (!r->options.range_given && json_array_size(range) == 2) {
		r->options.run.rating_min = json_number_value(json_array_get(range, 0));
		r->options.run.rating_max = json_number_value(json_array_get(range, 1));
	}
	return DPMF_OK;
}

static enum dpmf_status read_options(struct release *r, struct dpmf_error *error)
{
	struct train_options *o = &r->options;
	struct dpmf_error why = { "" };

	if (!says(r->model, "format", "dpmf-model") || json_integer_value(json_object_get(r->model, "version")) != 1)
		return dpmf_fail(error, DPMF_INPUT, "model.json is no model of version 1; take the folder as it was released");
	train_options_start(o);
	train_settings_give(json_object_get(r->model, "settings"), &r->texts, o);
	o->given[OPT_MECH] = text_at(r->model, "mech");
	o->given[OPT_VARIANT] = text_at(r->model, "variant");
	o->given[OPT_RATINGS] = "-";
	if (!json_object_get(json_object_get(r->model, "settings"), "holdout"))
		o->given[OPT_TEST] = "-";
	if (o->given[OPT_MECH] && train_mech_named(o->given[OPT_MECH]) && train_use_of(train_mech_named(o->given[OPT_MECH]), OPT_SOCIAL))
		o->given[OPT_SOCIAL] = "-";
	if (train_options_settle(o, &why) != DPMF_OK)
		return dpmf_fail(error, DPMF_INPUT, "model.json has settings that no training has: %.800s", why.text);
	return DPMF_OK;
}

static bool is_covered(const struct train_guarantee *g, const char *name)
{
	for (size_t i = 0; i < g->covered; i++)
		if (strcmp(g->covers[i] + strlen("public/"), name) == 0)
			return true;
	return strcmp(name, CHECKSUM_FILE) == 0;
}

/* What lies in public/ beside what the guarantee covers is in nobody's account. */
static enum dpmf_status check_files(const struct release *r, struct dpmf_error *error)
{
	DIR *stream = opendir(r->public_folder);
	enum dpmf_status status = DPMF_OK;
	const struct dirent *entry;

	if (!stream)
		return dpmf_fail(error, dpmf_status_of(errno), "cannot read %s: %s", r->public_folder, strerror(errno));
	while (status == DPMF_OK && (entry = readdir(stream)))
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 && !is_covered(&r->result.guarantee, entry->d_name))
			status = dpmf_fail(error, DPMF_INPUT, "%s/%s is not among the files that the guarantee covers: take it away", r->public_folder,
			                   entry->d_name);
	closedir(stream);
	return status;
}

/* A name in model.json that a release has not: what nothing stands for. */
static const char *stranger(const json_t *model, const json_t *made)
{
	static const char *const own[] = { "format", "version", "prediction" };
	const char *name;
	json_t *value;

	json_object_foreach((json_t *)(uintptr_t)model, name, value) {
		bool known = json_object_get(made, name);

		for (size_t i = 0; i < sizeof own / sizeof *own; i++)
			known = known || strcmp(own[i], name) == 0;
		if (!known)
			return name;
	}
	return NULL;
}

/* What stands in model.json must be what the record, the options and the facts give. */
static enum dpmf_status compare(struct release *r, struct dpmf_error *error)
{
	enum dpmf_status status = DPMF_OK;
	const char *name;
	json_t *made, *value;

	r->options.out = r->public_folder;
	train_guarantee_cover(&r->options, &r->result.guarantee);
	made = train_public_json(&r->options, &r->facts, &r->result);
	if (!made)
		return dpmf_fail(error, DPMF_FAILED, "no memory for the document of %s", r->public_folder);
	json_object_foreach(made, name, value)
		if (status == DPMF_OK && !json_equal(value, json_object_get(r->model, name)))
			status = dpmf_fail(error, DPMF_INPUT, "\"%s\" in model.json is not what record.json and the rest of model.json give; take the folder "
			                   "as it was released", name);
	name = status == DPMF_OK ? stranger(r->model, made) : NULL;
	if (name)
		status = dpmf_fail(error, DPMF_INPUT, "model.json has \"%.60s\", which no release has; take the folder as it was released", name);
	json_decref(made);
	return status;
}

static enum dpmf_status make_guarantee(struct release *r, struct dpmf_error *error)
{
	struct dpmf_error why = { "" };

	errno = 0; /* of memory that there is none of */
	if (train_guarantee_make(&r->options, &r->facts, &r->record, &r->result, &r->result.guarantee, &why) != DPMF_OK)
		return dpmf_fail(error, dpmf_status_of(errno), "record.json does not compose: %.900s", why.text);
	const enum dpmf_status status = compare(r, error);

	return status == DPMF_OK ? check_files(r, error) : status;
}

enum dpmf_status release_open(const char *path, struct release *release, struct dpmf_error *error)
{
	struct release r = { .model = NULL };
	enum dpmf_status status = find_folders(path, &r, error);

	train_result_init(&r.result, NULL);
	*release = r;
	if (status == DPMF_OK)
		status = dpmf_stream_start(error);
	if (status == DPMF_OK)
		status = checksum_check(release->public_folder, error);
	if (status == DPMF_OK)
		status = read_json(release, "model.json", &release->model, error);
	if (status == DPMF_OK)
		status = read_record(release, error);
	if (status == DPMF_OK)
		status = read_options(release, error);
	if (status == DPMF_OK)
		status = read_facts(release, error);
	if (status == DPMF_OK)
		status = make_guarantee(release, error);
	if (status != DPMF_OK)
		release_close(release);
	return status;
}

void release_close(struct release *r)
{
	free(r->public_folder);
	free(r->devices);
	json_decref(r->model);
	record_free(&r->record);
	train_result_clear(&r->result);
	memset(r, 0, sizeof *r);
}
