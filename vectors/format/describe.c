/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "describe.h"

/* What the schemas of all files share. Single quotes stand for double ones. */
static const char frame[] =
"{ '$schema': 'https://json-schema.org/draft/2020-12/schema', 'title': '', 'type': 'object', 'additionalProperties': false,"
"  'required': ['format', 'version', 'algorithm', 'schema', 'license', 'notes', 'testGroups'],"
"  'properties': {"
"    'format': { 'const': 'dpmf-vectors' }, 'version': { 'const': '1' }, 'algorithm': {}, 'schema': {},"
"    'license': { 'const': 'CC0-1.0' }, 'notes': { '$ref': '#/$defs/notes' },"
"    'testGroups': { 'type': 'array', 'minItems': 1, 'items': { '$ref': '#/$defs/group' } } },"
"  '$defs': {"
"    'notes': { 'type': 'object', 'additionalProperties': false, 'required': ['summary', 'algorithm', 'flags'],"
"      'properties': { 'summary': { 'type': 'string' },"
"        'algorithm': { 'type': 'array', 'minItems': 1, 'items': { 'type': 'string' } },"
"        'flags': { 'type': 'object', 'additionalProperties': { 'type': 'string' } } } },"
"    'group': { 'type': 'object', 'additionalProperties': false, 'required': ['name', 'comment', 'tests'],"
"      'properties': { 'name': { 'type': 'string' }, 'comment': { 'type': 'string' },"
"        'tests': { 'type': 'array', 'minItems': 1, 'items': { '$ref': '#/$defs/test' } } } },"
"    'test': { 'type': 'object', 'additionalProperties': false,"
"      'required': ['tcId', 'comment', 'flags', 'inputs', 'outputs', 'result'],"
"      'properties': { 'tcId': { 'type': 'integer', 'minimum': 1 }, 'comment': { 'type': 'string' },"
"        'flags': { 'type': 'array', 'minItems': 1, 'items': { 'type': 'string' } },"
"        'inputs': { '$ref': '#/$defs/inputs' }, 'outputs': { 'type': 'object' }, 'result': { 'enum': ['valid', 'invalid'] },"
"        'mistakes': { 'type': 'object', 'additionalProperties': { '$ref': '#/$defs/mistake' } } },"
"      'if': { 'properties': { 'result': { 'const': 'valid' } } },"
"      'then': { 'properties': { 'outputs': { '$ref': '#/$defs/outputs' } } },"
"      'else': { 'properties': { 'outputs': { 'type': 'object', 'maxProperties': 0 } } } },"
"    'inputs': {}, 'outputs': {}, 'mistake': {} } }";

/* One definition per kind of value, of inputs and of outputs. */
static const char kinds[] =
"{ 'integer': { 'type': 'string', 'pattern': '^(0|-?[1-9][0-9]*)$' },"
"  'integers': { 'type': 'array', 'items': { '$ref': '#/$defs/integer' } },"
"  'double': { 'type': 'object', 'additionalProperties': false, 'required': ['hex', 'bits'],"
"    'properties': { 'hex': { 'type': 'string', 'pattern': '^(-?0x[01]([.][0-9a-f]{1,13})?p[+-][0-9]{1,4}|-?inf|nan)$' },"
"      'bits': { 'type': 'string', 'pattern': '^[0-9a-f]{16}$' } } },"
"  'doubles': { 'type': 'array', 'items': { '$ref': '#/$defs/double' } },"
"  'rows': { 'type': 'array', 'items': { '$ref': '#/$defs/doubles' } },"
"  'bytes': { 'type': 'string', 'pattern': '^([0-9a-f][0-9a-f])*$' },"
"  'text': { 'type': 'string' },"
"  'draws': { 'type': 'array', 'items': { 'type': 'object', 'additionalProperties': false,"
"    'required': ['call', 'with', 'at', 'words', 'value'],"
"    'properties': { 'call': { 'enum': ['uniform_below', 'bernoulli', 'bernoulli_exp', 'geometric', 'sign', 'discrete_laplace',"
"        'discrete_gaussian', 'polya', 'laplace_share'] },"
"      'with': { '$ref': '#/$defs/integers' }, 'at': { '$ref': '#/$defs/integer' }, 'words': { '$ref': '#/$defs/integer' },"
"      'value': { '$ref': '#/$defs/integer' } } } },"
"  'interval': { 'type': 'object', 'additionalProperties': false, 'required': ['lo', 'hi'],"
"    'properties': { 'lo': { '$ref': '#/$defs/double' }, 'hi': { '$ref': '#/$defs/double' } } },"
"  'intervals': { 'type': 'array', 'items': { '$ref': '#/$defs/interval' } },"
"  'intervalRows': { 'type': 'array', 'items': { '$ref': '#/$defs/intervals' } } }";

static const char exact[] =
"{ 'type': 'object', 'additionalProperties': false, 'required': ['compare', 'value'],"
"  'properties': { 'compare': { 'const': 'exact' }, 'value': {} } }";

static const char compared[] =
"{ 'type': 'object', 'additionalProperties': false, 'required': ['compare', 'value'],"
"  'properties': { 'compare': { 'type': 'string', 'pattern': '^(exact|ulp:[1-9][0-9]*|enclosure)$' }, 'value': {} },"
"  'if': { 'properties': { 'compare': { 'const': 'enclosure' } } },"
"  'then': { 'properties': { 'value': {} } }, 'else': { 'properties': { 'value': {} } } }";

static json_t *quoted(const char *text)
{
	char copy[8192];
	size_t n = 0;

	for (; text[n] != '\0' && n < sizeof copy - 1; n++)
		copy[n] = text[n] == '\'' ? '"' : text[n];
	copy[n] = '\0';
	return json_loads(copy, 0, NULL);
}

/* The names of a kind's definitions: of a value, of an enclosure. */
static const char *name_of(enum kind kind, bool enclosure)
{
	if (enclosure)
		return kind == KIND_DOUBLE ? "interval" : kind == KIND_DOUBLES ? "intervals" : "intervalRows";
	return kind_name(kind);
}

static json_t *reference(enum kind kind, bool enclosure)
{
	return json_pack("{s:o}", "$ref", json_sprintf("#/$defs/%s", name_of(kind, enclosure)));
}

static json_t *output(enum kind kind)
{
	const bool real = kind == KIND_DOUBLE || kind == KIND_DOUBLES || kind == KIND_ROWS;
	json_t *schema = quoted(real ? compared : exact);

	if (!real) {
		json_object_set_new(json_object_get(json_object_get(schema, "properties"), "value"), "$ref",
		                    json_sprintf("#/$defs/%s", name_of(kind, false)));
		return schema;
	}
	json_object_set_new(json_object_get(json_object_get(schema, "then"), "properties"), "value", reference(kind, true));
	json_object_set_new(json_object_get(json_object_get(schema, "else"), "properties"), "value", reference(kind, false));
	return schema;
}

/* `some`: whichever of them are there. */
static json_t *record(const struct field *field, bool outputs, bool some)
{
	json_t *required = json_array(), *properties = json_object();

	for (; field->name != NULL; field++) {
		if (!field->optional && !some)
			json_array_append_new(required, json_string(field->name));
		json_object_set_new(properties, field->name, outputs ? output(field->kind) : reference(field->kind, false));
	}
	return json_pack("{s:s, s:b, s:o, s:o}", "type", "object", "additionalProperties", 0, "required", required,
	                 "properties", properties);
}

json_t *describe(const struct algorithm *a)
{
	json_t *root = quoted(frame), *definitions = json_object_get(root, "$defs"), *kinds_of = quoted(kinds);
	json_t *properties = json_object_get(root, "properties");
	int failed = json_object_set_new(root, "title", json_sprintf("dpmf vectors, version 1: %s", a->name));

	failed |= json_object_set_new(properties, "algorithm", json_pack("{s:s}", "const", a->name));
	failed |= json_object_set_new(properties, "schema", json_pack("{s:o}", "const", json_sprintf("../schema/%s.json", a->name)));
	failed |= json_object_set_new(definitions, "inputs", record(a->inputs, false, false));
	failed |= json_object_set_new(definitions, "outputs", record(a->outputs, true, false));
	failed |= json_object_set_new(definitions, "mistake", record(a->outputs, true, true));
	failed |= json_object_update(definitions, kinds_of);
	json_decref(kinds_of);
	if (failed == 0)
		return root;
	json_decref(root);
	return NULL;
}
