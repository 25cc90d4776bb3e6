/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sound NAME: ten programs that keep their claim, as targets of dpmf-audit search; and one that does not. All noise is in whole numbers,
   from the library's exact samplers.

   sound              their names, one a line, each with its claim and the schema of its data, between tabs
   sound NAME         answers requests
   sound NAME twin    a twin that breaks its claim: its noise is for four times the epsilon
   sound wrong        the name, claim and schema of the one that does not keep its claim */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "core/stream.h"
#include "noise/exact.h"

enum { MOST = 64, QUERIES = 6, QUERIES_WRONG = 10, USERS = 4, ITEMS = 3 };

/* What is known of a data set before any noise, and how much noise there is. */
struct state {
	struct dpmf_stream stream;
	int64_t value[MOST];
	size_t count;
	uint64_t twin; /* 1, or 4 in a twin */
};

static int64_t whole(const json_t *object, const char *key)
{
	const json_t *given = json_object_get(object, key);

	return json_is_boolean(given) ? json_is_true(given) : (int64_t)json_integer_value(given);
}

/* Noise of epsilon p/q for what moves by 1. */
static long long noise(struct state *s, uint64_t p, uint64_t q)
{
	return (long long)dpmf_discrete_laplace(&s->stream, p * s->twin, q);
}

/* Each value with its own noise. */
static void print_noisy(struct state *s, uint64_t p, uint64_t q)
{
	for (size_t i = 0; i < s->count; i++)
		printf("%s%lld", i ? ", " : s->count > 1 ? "[" : "", (long long)s->value[i] + noise(s, p, q));
	puts(s->count > 1 ? "]" : "");
}

static void print_each(struct state *s)
{
	print_noisy(s, 1, 1);
}

/* How many earn more than 50,000. */
static void count_rows(const json_t *data, struct state *s)
{
	s->count = 1;
	for (size_t i = 0; i < json_array_size(data); i++)
		s->value[0] += whole(json_array_get(data, i), "income") > 50000;
}

/* The sum of values from 1 to 5: it moves by 4. */
static void sum_ratings(const json_t *data, struct state *s)
{
	s->count = 1;
	for (size_t i = 0; i < json_array_size(data); i++)
		s->value[0] += (int64_t)json_integer_value(json_array_get(json_array_get(data, i), 2));
}

static void print_quarter(struct state *s)
{
	print_noisy(s, 1, 4);
}

/* The first row of each user counts. */
static void count_users(const json_t *data, struct state *s)
{
	bool seen[USERS + 1] = { false };

	s->count = ITEMS;
	for (size_t i = 0; i < json_array_size(data); i++) {
		const json_t *row = json_array_get(data, i);
		const int64_t user = whole(row, "user");

		s->value[whole(row, "item")] += !seen[user];
		seen[user] = true;
	}
}

static void copy_numbers(const json_t *data, struct state *s)
{
	s->count = json_array_size(data);
	for (size_t i = 0; i < s->count; i++)
		s->value[i] = (int64_t)json_integer_value(json_array_get(data, i));
}

/* Randomised response: the truth with probability 3/4, a twin's with 9/10. */
static void print_flipped(struct state *s)
{
	for (size_t i = 0; i < s->count; i++)
		printf("%s%d", i ? ", " : "[", (int)(dpmf_bernoulli(&s->stream, s->twin == 1 ? 3 : 9, s->twin == 1 ? 4 : 10) ? s->value[i] : 1 - s->value[i]));
	puts("]");
}

static void sum_columns(const json_t *data, size_t columns, struct state *s)
{
	s->count = columns;
	for (size_t i = 0; i < json_array_size(data); i++)
		for (size_t k = 0; k < columns; k++)
			s->value[k] += whole(json_array_get(data, i), (char[]){ 'q', (char)('0' + k), 0 });
}

static void sum_queries(const json_t *data, struct state *s)
{
	sum_columns(data, QUERIES, s);
}

static void sum_more_queries(const json_t *data, struct state *s)
{
	sum_columns(data, QUERIES_WRONG, s);
}

/* One of the candidates, with chances proportional to exp(-cost p/q): one at random is kept with that probability. */
static size_t choose(struct state *s, const int64_t *cost, size_t candidates, uint64_t p, uint64_t q)
{
	for (;;) {
		const size_t one = (size_t)dpmf_uniform_below(&s->stream, candidates);

		if (dpmf_bernoulli_exp(&s->stream, (uint64_t)cost[one] * p * s->twin, q))
			return one;
	}
}

/* Which query is largest: the exponential mechanism. One row moves each query by 1, up or down. */
static void print_largest(struct state *s)
{
	int64_t cost[QUERIES], most = s->value[0];

	for (size_t k = 1; k < QUERIES; k++)
		most = s->value[k] > most ? s->value[k] : most;
	for (size_t k = 0; k < QUERIES; k++)
		cost[k] = most - s->value[k];
	printf("\"q%zu\"\n", choose(s, cost, QUERIES, 1, 2));
}

/* Of the candidates 0 to 4 the one that parts the numbers best. */
static void part_numbers(const json_t *data, struct state *s)
{
	s->count = 5;
	for (size_t i = 0; i < json_array_size(data); i++) {
		const int64_t x = (int64_t)json_integer_value(json_array_get(data, i));

		for (int64_t c = 0; c < 5; c++)
			s->value[c] += (x < c) - (x > c);
	}
	for (size_t c = 0; c < 5; c++)
		s->value[c] = llabs(s->value[c]);
}

static void print_median(struct state *s)
{
	printf("%zu\n", choose(s, s->value, s->count, 1, 2));
}

static void sum_numbers(const json_t *data, struct state *s)
{
	s->count = 1;
	for (size_t i = 0; i < json_array_size(data); i++)
		s->value[0] += (int64_t)json_integer_value(json_array_get(data, i));
}

/* Of numbers that are 0 or 1: dpmf account discrete-gaussian --p=4 --q=1 --steps=1 --delta=0.01 has the epsilon. */
static void print_normal(struct state *s)
{
	printf("%lld\n", (long long)(s->value[0] + dpmf_discrete_gaussian(&s->stream, 4, s->twin * s->twin)));
}

static void count_degrees(const json_t *data, struct state *s)
{
	const json_t *edges = json_object_get(data, "edges");

	s->count = (size_t)whole(data, "nodes");
	for (size_t i = 0; i < json_array_size(edges); i++)
		for (size_t end = 0; end < 2; end++)
			s->value[json_integer_value(json_array_get(json_array_get(edges, i), end))]++;
}

/* One edge moves two degrees by one each. */
static void print_half(struct state *s)
{
	print_noisy(s, 1, 2);
}

/* Sparse vectors: which query is the first above 1. The threshold has noise for epsilon 1/2, each query for 1/4. */
static void print_above(struct state *s)
{
	const int64_t bar = 1 + noise(s, 1, 2);
	bool found = false;

	for (size_t k = 0; k < QUERIES; k++) {
		const bool above = !found && s->value[k] + noise(s, 1, 4) >= bar;

		printf("%s\"%s\"", k ? ", " : "[", found ? "none" : above ? "above" : "below");
		found = found || above;
	}
	puts("]");
}

/* The same in steps of 1/4, and wrong: of the first query above it tells the noisy value that was compared (Lyu, Su and Li, Understanding the
   sparse vector technique for differential privacy, 2017, their Algorithm 3). So every query before it is known to have been below a
   threshold that is at most this value: each adds to epsilon. */
static void print_value(struct state *s)
{
	const int64_t bar = 4 + noise(s, 1, 8);
	bool found = false;

	for (size_t k = 0; k < s->count; k++) {
		const int64_t value = 4 * s->value[k] + noise(s, 1, 16);
		const bool above = !found && value >= bar;

		if (above)
			printf("%s%g", k ? ", " : "[", (double)value / 4);
		else
			printf("%s\"%s\"", k ? ", " : "[", found ? "none" : "below");
		found = found || above;
	}
	puts("]");
}

#define QUERY(k) "{\"name\":\"q" #k "\",\"type\":\"boolean\"}"
#define SIX QUERY(0) "," QUERY(1) "," QUERY(2) "," QUERY(3) "," QUERY(4) "," QUERY(5)
#define OF_QUERIES "{\"kind\":\"table\",\"columns\":[" SIX "],\"size\":[0,6],\"relation\":\"replace\"}"
#define OF_MORE_QUERIES "{\"kind\":\"table\",\"columns\":[" SIX "," QUERY(6) "," QUERY(7) "," QUERY(8) "," QUERY(9) \
	"],\"size\":[1,1],\"relation\":\"replace\"}"

static const struct program {
	const char *name, *claim, *space;
	void (*look)(const json_t *data, struct state *s);
	void (*print)(struct state *s);
} programs[] = {
	{ "count", "--epsilon=1", "{\"kind\":\"table\",\"columns\":[{\"name\":\"income\",\"type\":\"integer\",\"min\":0,\"max\":100000}],"
	  "\"size\":[0,10],\"relation\":\"add-remove\"}", count_rows, print_each },
	{ "ratings", "--epsilon=1", "{\"kind\":\"ratings\",\"users\":3,\"items\":4,\"type\":\"integer\",\"min\":1,\"max\":5,\"size\":[0,8],"
	  "\"relation\":\"change\"}", sum_ratings, print_quarter },
	{ "users", "--epsilon=1", "{\"kind\":\"table\",\"columns\":[{\"name\":\"user\",\"type\":\"integer\",\"min\":1,\"max\":4},{\"name\":\"item\","
	  "\"type\":\"integer\",\"min\":0,\"max\":2}],\"size\":[0,8],\"relation\":\"add-remove\",\"unit\":\"user\"}", count_users, print_each },
	{ "bins", "--epsilon=1", "{\"kind\":\"histogram\",\"bins\":4,\"size\":[0,12],\"relation\":\"add-remove\"}", copy_numbers, print_each },
	{ "response", "--epsilon=1.0986122886681098", "{\"kind\":\"numbers\",\"type\":\"integer\",\"min\":0,\"max\":1,\"size\":[3,3],"
	  "\"relation\":\"change\"}", copy_numbers, print_flipped },
	{ "largest", "--epsilon=1", OF_QUERIES, sum_queries, print_largest },
	{ "median", "--epsilon=1", "{\"kind\":\"numbers\",\"type\":\"integer\",\"min\":0,\"max\":4,\"size\":[0,8],\"relation\":\"add-remove\"}",
	  part_numbers, print_median },
	{ "normal", "--epsilon=0.90780727160359522 --delta=0.01", "{\"kind\":\"numbers\",\"type\":\"integer\",\"min\":0,\"max\":1,\"size\":[0,8],"
	  "\"relation\":\"add-remove\"}", sum_numbers, print_normal },
	{ "degrees", "--epsilon=1", "{\"kind\":\"graph\",\"nodes\":5,\"size\":[0,8],\"relation\":\"add-remove\"}", count_degrees, print_half },
	{ "sparse", "--epsilon=1", OF_QUERIES, sum_queries, print_above },
	{ "sparse-value", "--epsilon=1", OF_MORE_QUERIES, sum_more_queries, print_value }, /* the wrong one */
};
enum { PROGRAMS = sizeof programs / sizeof *programs, WRONG = PROGRAMS - 1 };

static void print_programs(size_t first, size_t end)
{
	for (size_t i = first; i < end; i++)
		printf("%s\t%s\t%s\n", programs[i].name, programs[i].claim, programs[i].space);
}

static void answer(const struct program *program, const json_t *request, struct state *s)
{
	struct dpmf_key key;

	memset(s->value, 0, sizeof s->value);
	program->look(json_object_get(request, "data"), s);
	dpmf_key_from_seed((uint64_t)whole(request, "seed"), &key);
	dpmf_stream_open(&s->stream, &key, 0, 0, 0);
	for (int64_t count = whole(request, "count"); count > 0; count--)
		program->print(s);
	fflush(stdout);
}

int main(int argc, char **argv)
{
	struct state s = { .twin = argc > 2 ? 4 : 1 };
	json_t *request;
	size_t one = 0;

	if (argc < 2 || strcmp(argv[1], "wrong") == 0) {
		print_programs(argc < 2 ? 0 : WRONG, argc < 2 ? WRONG : PROGRAMS);
		return 0;
	}
	while (one < PROGRAMS && strcmp(argv[1], programs[one].name) != 0)
		one++;
	if (one == PROGRAMS)
		return 2;
	setvbuf(stdout, NULL, _IOFBF, 1 << 16); /* an answer at once */
	while ((request = json_loadf(stdin, JSON_DISABLE_EOF_CHECK, NULL)) != NULL) {
		answer(&programs[one], request, &s);
		json_decref(request);
	}
	return 0;
}
