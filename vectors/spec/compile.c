/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compile SHARED SPEC ... > specs.c: the table of format/spec.h from the files of this folder. A member that is missing,
   unknown or of another type, a note or a flag that nobody explains, and a file whose name is not its algorithm's end it
   with exit 2 and a sentence. */
#include <jansson.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *path; /* of the spec at hand */

static void refuse(const char *form, ...) __attribute__((format(printf, 1, 2), noreturn));

static void refuse(const char *form, ...)
{
	va_list list;

	fprintf(stderr, "%s: ", path);
	va_start(list, form);
	vfprintf(stderr, form, list);
	va_end(list);
	fputc('\n', stderr);
	exit(2);
}

static void quote(const char *text)
{
	putchar('"');
	for (; *text != '\0'; text++)
		if (*text == '"' || *text == '\\')
			printf("\\%c", *text);
		else if ((unsigned char)*text < ' ')
			refuse("a text has a control character");
		else
			putchar(*text);
	putchar('"');
}

static json_t *member(json_t *object, const char *name, json_type type)
{
	json_t *value = json_object_get(object, name);

	if (value == NULL || json_typeof(value) != type)
		refuse("`%s` is missing, or of another type", name);
	return value;
}

static const char *text_of(json_t *object, const char *name)
{
	return json_string_value(member(object, name, JSON_STRING));
}

static const char *constant_of(const char *kind)
{
	static const char *const known[][2] = {
		{ "integer", "KIND_INTEGER" }, { "integers", "KIND_INTEGERS" }, { "double", "KIND_DOUBLE" }, { "doubles", "KIND_DOUBLES" },
		{ "rows", "KIND_ROWS" }, { "bytes", "KIND_BYTES" }, { "text", "KIND_TEXT" }, { "draws", "KIND_DRAWS" },
	};
	const size_t length = strcspn(kind, "?");

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strlen(known[i][0]) == length && strncmp(known[i][0], kind, length) == 0)
			return known[i][1];
	refuse("there is no kind %s", kind);
}

static void put_fields(json_t *spec, const char *name)
{
	const char *field;
	json_t *kind;

	printf("\t\t.%s = (const struct field[]){ ", name);
	json_object_foreach(member(spec, name, JSON_OBJECT), field, kind) {
		const char *text = json_string_value(kind);
		if (text == NULL)
			refuse("%s: the kind of %s is no text", name, field);
		printf("{ \"%s\", %s, %s }, ", field, constant_of(text), strchr(text, '?') == NULL ? "false" : "true");
	}
	puts("{ NULL, KIND_TEXT, false } },");
}

/* A note is a text, @domain, or @name of a note that is shared. */
static void put_notes(json_t *spec, json_t *shared)
{
	size_t i;
	json_t *note;
	const char *text;

	puts("\t\t.notes = (const char *const[]){");
	json_array_foreach(member(spec, "notes", JSON_ARRAY), i, note) {
		text = json_string_value(note);
		if (text == NULL)
			refuse("note %zu is no text", i);
		fputs("\t\t\t", stdout);
		if (strcmp(text, "@domain") == 0) {
			fputs("\"Domain: \" ", stdout);
			text = text_of(spec, "domain");
		} else if (text[0] == '@') {
			if (!json_is_string(json_object_get(shared, text + 1)))
				refuse("shared.json has no note %s", text + 1);
			text = json_string_value(json_object_get(shared, text + 1));
		}
		quote(text);
		puts(",");
	}
	puts("\t\t\tNULL },");
}

static void put_flags(json_t *spec, json_t *shared)
{
	const char *name;
	json_t *meaning;

	puts("\t\t.flags = (const struct flag[]){");
	json_object_foreach(member(spec, "flags", JSON_OBJECT), name, meaning) {
		json_t *common = json_object_get(shared, name);
		if (common == NULL || !json_is_string(meaning))
			refuse("shared.json does not say what a failure under the flag %s shows, or its meaning is no text", name);
		printf("\t\t\t{ \"%s\", ", name);
		quote(json_string_value(meaning));
		fputs(", ", stdout);
		quote(text_of(common, "bugType"));
		fputs(", ", stdout);
		quote(text_of(common, "effect"));
		puts(" },");
	}
	puts("\t\t\t{ NULL, NULL, NULL, NULL } },");
}

static void put_refusals(json_t *spec)
{
	static const char reasons[] = " domain number overflow length index duplicate ";
	const char *comment;
	json_t *reason;
	char word[32];

	puts("\t\t.refusals = (const struct refusal[]){");
	json_object_foreach(member(spec, "refusals", JSON_OBJECT), comment, reason) {
		snprintf(word, sizeof word, " %s ", json_is_string(reason) ? json_string_value(reason) : "?");
		if (strstr(reasons, word) == NULL)
			refuse("the reason of `%s` is none of:%s", comment, reasons);
		fputs("\t\t\t{ ", stdout);
		quote(comment);
		printf(", \"%s\" },\n", json_string_value(reason));
	}
	puts("\t\t\t{ NULL, NULL } },");
}

static void all_known(json_t *spec)
{
	static const char known[] = " algorithm family summary inputs outputs domain notes flags refusals ";
	const char *name;
	json_t *value;
	char word[64];

	json_object_foreach(spec, name, value) {
		snprintf(word, sizeof word, " %s ", name);
		if (strstr(known, word) == NULL)
			refuse("`%s` is no member of a spec", name);
	}
}

static json_t *load(const char *file)
{
	json_error_t where;
	json_t *json;

	path = file;
	json = json_load_file(file, JSON_REJECT_DUPLICATES, &where);
	if (json == NULL)
		refuse("line %d: %s", where.line, where.text);
	return json;
}

/* The spec's name, checked against that of its file. */
static const char *name_of(json_t *spec)
{
	const char *base = strrchr(path, '/') == NULL ? path : strrchr(path, '/') + 1, *name = text_of(spec, "algorithm");
	const size_t n = strlen(name);

	if (strncmp(base, name, n) != 0 || strcmp(base + n, ".json") != 0)
		refuse("the algorithm is called %s", name);
	return name;
}

static void put_algorithm(json_t *spec, json_t *shared)
{
	const char *name = name_of(spec);

	all_known(spec);
	printf("\t{\n\t\t.name = \"%s\", .family = \"%s\", .summary = ", name, text_of(spec, "family"));
	quote(text_of(spec, "summary"));
	printf(",\n\t\t.oracle = oracle_%s, .check = check_%s,\n", name, name);
	put_fields(spec, "inputs");
	put_fields(spec, "outputs");
	put_notes(spec, member(shared, "notes", JSON_OBJECT));
	put_flags(spec, member(shared, "flags", JSON_OBJECT));
	put_refusals(spec);
	puts("\t},");
}

int main(int count, char **file)
{
	json_t *shared;

	if (count < 3) {
		fputs("usage: compile SHARED SPEC ...\n", stderr);
		return 2;
	}
	shared = load(file[1]);
	puts("/* SPDX-License-Identifier: GPL-3.0-or-later */\n/* Made by vectors/spec/compile.c. */\n#include \"vectors/check/check.h\"\n"
	     "#include \"vectors/oracle/oracle.h\"\n");
	for (int i = 2; i < count; i++) {
		json_t *spec = load(file[i]);
		const char *name = name_of(spec);
		printf("ORACLE(%s);\nCHECK(%s);\n", name, name);
		json_decref(spec);
	}
	puts("\nstatic const struct algorithm all[] = {");
	for (int i = 2; i < count; i++) {
		json_t *spec = load(file[i]);
		put_algorithm(spec, shared);
		json_decref(spec);
	}
	puts("};\n\nconst struct algorithm *algorithm_at(size_t i)\n{\n\treturn i < sizeof all / sizeof *all ? &all[i] : NULL;\n}");
	json_decref(shared);
	return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 3;
}
