/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/train_settings.h"

#include <stdio.h>
#include <string.h>

static void name_of(enum train_id id, char name[32])
{
	snprintf(name, 32, "%s", train_option[id].name);
	for (char *c = name; *c; c++)
		if (*c == '-')
			*c = '_';
}

static json_t *colluding_json(const struct dpmf_colluding *c)
{
	return c->of_all ? json_real(c->share) : json_integer((json_int_t)c->count);
}

static json_t *other_json(enum train_id id, const struct train_options *o)
{
	switch (id) {
	case OPT_RANGE: return o->range_given ? json_pack("[f, f]", o->run.rating_min, o->run.rating_max) : NULL;
	case OPT_HOLDOUT: return o->test ? NULL : o->latest ? json_string("latest") : json_integer((json_int_t)o->holdout);
	case OPT_COLLUDING: return colluding_json(&o->colluding);
	default: return NULL;
	}
}

json_t *train_settings_json(const struct train_options *o)
{
	json_t *settings = json_object();
	char name[32];

	for (int id = 0; settings && id < TRAIN_IDS; id++) {
		json_t *value;

		if (train_option[id].unsaid || !train_applies(o, (enum train_id)id))
			continue;
		value = train_option[id].kind == TRAIN_OTHER ? other_json((enum train_id)id, o) : train_option_json((enum train_id)id, o);
		name_of((enum train_id)id, name);
		if (value)
			json_object_set_new(settings, name, value);
	}
	return settings;
}

static void print_number(double x, char *text, size_t room)
{
	snprintf(text, room, "%.17g", x);
	if (!strpbrk(text, ".e"))
		snprintf(text + strlen(text), room - strlen(text), ".0");
}

static void print_numbers(const json_t *array, char between, char *text, size_t room)
{
	for (size_t i = 0; i < json_array_size(array); i++) {
		char number[40];

		print_number(json_number_value(json_array_get(array, i)), number, sizeof number);
		snprintf(text + strlen(text), room - strlen(text), "%.1s%s", i ? &between : "", number);
	}
}

/* What the command line would have for it; false where it would have nothing. */
static bool print_value(enum train_id id, const json_t *value, char *text, size_t room)
{
	text[0] = '\0';
	if (train_option[id].kind == TRAIN_FLAG)
		return json_is_true(value);
	if (json_is_string(value))
		snprintf(text, room, "%s", json_string_value(value));
	else if (json_is_boolean(value))
		snprintf(text, room, "%s", json_is_true(value) ? "yes" : "no");
	else if (json_is_integer(value))
		snprintf(text, room, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
	else if (id == OPT_COLLUDING && json_is_real(value) && json_real_value(value) == 1)
		snprintf(text, room, "100%%");
	else if (json_is_real(value))
		print_number(json_real_value(value), text, room);
	else if (json_is_array(value))
		print_numbers(value, id == OPT_RANGE ? ':' : ',', text, room);
	else
		return false;
	return true;
}

void train_settings_give(const json_t *settings, struct train_texts *texts, struct train_options *o)
{
	for (int id = 0; id < TRAIN_IDS; id++) {
		const json_t *value;
		char name[32];

		if (train_option[id].unsaid)
			continue;
		name_of((enum train_id)id, name);
		value = json_object_get(settings, name);
		if (value && print_value((enum train_id)id, value, texts->text[id], sizeof texts->text[id]))
			o->given[id] = texts->text[id];
	}
}
