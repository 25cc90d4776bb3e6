/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/account_options.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "tool/arguments.h"
#include "tool/wrap.h"

enum { OPTIONS = ACCOUNT_NUMBERS + ACCOUNT_COUNTS + ACCOUNT_FLAGS + 3, FIRST_COUNT = 100, FIRST_FLAG = 200, JSON = 300, HELP = 301 };

static void list_options(const struct account_command *command, struct option *option)
{
	size_t n = 0;

	for (int i = 0; i < ACCOUNT_NUMBERS && command->number[i]; i++)
		option[n++] = (struct option){ command->number[i], required_argument, NULL, i };
	for (int i = 0; i < ACCOUNT_COUNTS && command->count[i]; i++)
		option[n++] = (struct option){ command->count[i], required_argument, NULL, FIRST_COUNT + i };
	for (int i = 0; i < ACCOUNT_FLAGS && command->flag[i]; i++)
		option[n++] = (struct option){ command->flag[i], no_argument, NULL, FIRST_FLAG + i };
	option[n++] = (struct option){ "json", no_argument, NULL, JSON };
	option[n++] = (struct option){ "help", no_argument, NULL, HELP };
	option[n] = (struct option){ 0 };
}

static enum dpmf_status take(const struct account_command *command, int c, struct account_asked *asked,
                             struct dpmf_error *error)
{
	if (c == JSON) {
		asked->json = true;
	} else if (c == HELP) {
		asked->help = true;
	} else if (c >= FIRST_FLAG && c < FIRST_FLAG + ACCOUNT_FLAGS) {
		asked->flag[c - FIRST_FLAG] = true;
	} else if (c >= FIRST_COUNT && c < FIRST_COUNT + ACCOUNT_COUNTS) {
		asked->counted[c - FIRST_COUNT] = true;
		return tool_size(command->count[c - FIRST_COUNT], optarg, &asked->count[c - FIRST_COUNT], error);
	} else if (c >= 0 && c < ACCOUNT_NUMBERS) {
		asked->text[c] = optarg;
		return dpmf_enclosure_read(&asked->number[c], command->number[c], optarg, error);
	} else {
		return dpmf_fail(error, DPMF_INPUT, "an option was not understood");
	}
	return DPMF_OK;
}

/* Keys are the options with "_" for "-". */
static void echo_one(struct account_asked *asked, const char *option, json_t *value)
{
	char key[64];

	snprintf(key, sizeof key, "%s", option);
	for (char *c = key; *c; c++)
		if (*c == '-')
			*c = '_';
	json_object_set_new(asked->given, key, value);
}

static void echo(const struct account_command *command, struct account_asked *asked)
{
	for (int i = 0; i < ACCOUNT_NUMBERS; i++)
		if (asked->text[i])
			echo_one(asked, command->number[i], json_string(asked->text[i]));
	for (int i = 0; i < ACCOUNT_COUNTS && command->count[i]; i++)
		echo_one(asked, command->count[i], json_integer((json_int_t)asked->count[i]));
	for (int i = 0; i < ACCOUNT_FLAGS && command->flag[i]; i++)
		echo_one(asked, command->flag[i], json_boolean(asked->flag[i]));
}

enum dpmf_status account_read(const struct account_command *command, int argc, char **argv, struct account_asked *asked,
                              struct dpmf_error *error)
{
	struct option options[OPTIONS];
	enum dpmf_status status = DPMF_OK;
	int c;

	memset(asked, 0, sizeof *asked);
	for (int i = 0; i < ACCOUNT_NUMBERS; i++)
		dpmf_enclosure_init(&asked->number[i]);
	for (int i = 0; i < ACCOUNT_COUNTS; i++)
		asked->count[i] = 1;
	asked->given = json_object();
	asked->answer = json_object();
	list_options(command, options);
	while (status == DPMF_OK && !asked->help && (c = getopt_long(argc, argv, "", options, NULL)) != -1)
		status = take(command, c, asked, error);
	if (asked->help)
		tool_help(stdout, command->help);
	else if (status == DPMF_OK && optind < argc)
		status = dpmf_fail(error, DPMF_INPUT, "\"%s\" is not an option", argv[optind]);
	echo(command, asked);
	return status;
}

void account_clear(struct account_asked *asked)
{
	for (int i = 0; i < ACCOUNT_NUMBERS; i++)
		dpmf_enclosure_clear(&asked->number[i]);
	json_decref(asked->given);
	json_decref(asked->answer);
}

enum dpmf_status account_need(const struct account_command *command, const struct account_asked *asked, size_t which,
                              struct dpmf_error *error)
{
	if (asked->text[which])
		return DPMF_OK;
	return dpmf_fail(error, DPMF_INPUT, "--%s is missing", command->number[which]);
}

void account_say(struct account_asked *asked, const char *key, const struct dpmf_enclosure *x)
{
	struct dpmf_decimals text;

	dpmf_enclosure_print(x, &text);
	json_object_set_new(asked->answer, key, json_pack("{s:s, s:s}", "lo", text.lo, "hi", text.hi));
}

void account_say_exact(struct account_asked *asked, const char *of, const struct dpmf_enclosure *x)
{
	account_say_text(asked, "of", of);
	account_say(asked, "exact", x);
}

enum dpmf_status account_say_curve(struct account_asked *asked, const struct account_curve *curve, struct dpmf_error *error)
{
	const bool at_epsilon = asked->text[curve->epsilon] != NULL, at_delta = asked->text[curve->delta] != NULL;
	struct dpmf_enclosure exact;
	enum dpmf_status status = DPMF_OK;

	if (at_epsilon && at_delta)
		return dpmf_fail(error, DPMF_INPUT, "give --epsilon for delta or --delta for epsilon, not both");
	dpmf_enclosure_init(&exact);
	if (at_epsilon)
		status = curve->delta_at(curve->law, &asked->number[curve->epsilon], &exact, error);
	if (at_delta)
		status = curve->epsilon_at(curve->law, &asked->number[curve->delta], &exact, error);
	if (status == DPMF_OK) {
		account_say(asked, "pure", curve->pure);
		if (at_epsilon || at_delta)
			account_say_exact(asked, at_delta ? "epsilon" : "delta", &exact);
	}
	dpmf_enclosure_clear(&exact);
	return status;
}

void account_say_count(struct account_asked *asked, const char *key, size_t count)
{
	json_object_set_new(asked->answer, key, json_integer((json_int_t)count));
}

void account_say_real(struct account_asked *asked, const char *key, double x)
{
	json_object_set_new(asked->answer, key, json_real(x));
}

void account_say_text(struct account_asked *asked, const char *key, const char *text)
{
	json_object_set_new(asked->answer, key, json_string(text));
}

static void print_line(const char *key, json_t *value)
{
	if (json_is_object(value))
		printf("%s in [%s, %s]\n", key, json_string_value(json_object_get(value, "lo")),
		       json_string_value(json_object_get(value, "hi")));
	else if (json_is_string(value))
		printf("%s: %s\n", key, json_string_value(value));
	else if (json_is_integer(value))
		printf("%s: %" JSON_INTEGER_FORMAT "\n", key, json_integer_value(value));
	else
		printf("%s: %.17g\n", key, json_real_value(value));
}

void account_print(const struct account_asked *asked)
{
	const char *key;
	json_t *value;

	if (asked->json) {
		json_t *document = json_copy(asked->given);

		json_object_update(document, asked->answer);
		json_dumpf(document, stdout, JSON_INDENT(2) | JSON_PRESERVE_ORDER);
		putchar('\n');
		json_decref(document);
		return;
	}
	json_object_foreach(asked->answer, key, value)
		print_line(key, value);
}

enum dpmf_status account_run(const struct account_command *command,
                             enum dpmf_status (*say)(struct account_asked *asked, struct dpmf_error *error), int argc,
                             char **argv, struct dpmf_error *error)
{
	struct account_asked asked;
	enum dpmf_status status = account_read(command, argc, argv, &asked, error);

	if (status == DPMF_OK && !asked.help) {
		status = say(&asked, error);
		if (status == DPMF_OK)
			account_print(&asked);
	}
	account_clear(&asked);
	return status;
}
