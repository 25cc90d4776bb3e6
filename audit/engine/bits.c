/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/engine/bits.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOP = 3 };

static uint64_t bits_in(double x)
{
	uint64_t bits;

	memcpy(&bits, &x, sizeof(bits));
	return bits;
}

static int by_bits(const void *a, const void *b)
{
	const uint64_t x = bits_in(*(const double *)a), y = bits_in(*(const double *)b);

	return (x > y) - (x < y);
}

/* exponents -48 to 15 have a place each; what lies beyond shares the first or the last. */
static size_t lattice_cell(double x)
{
	const uint64_t bits = bits_in(x), fraction = bits & ((UINT64_C(1) << 52) - 1);
	const int biased = (int)(bits >> 52 & 0x7ff), place = biased - 1023 + 48;
	const size_t exponent = (size_t)(place < 0 ? 0 : place >= BITS_EXPONENTS ? BITS_EXPONENTS - 1 : place);
	const int zeros = fraction ? __builtin_ctzll(fraction) : 52;

	return BITS_VALUES + ((bits >> 63) * BITS_EXPONENTS + exponent) * BITS_ZEROS + (size_t)(zeros < BITS_ZEROS ? zeros : BITS_ZEROS - 1);
}

static size_t cell_of(const struct bits_field *field, double x)
{
	const double *found = bsearch(&x, field->value, field->values, sizeof(double), by_bits);

	return found ? (size_t)(found - field->value) : lattice_cell(x);
}

struct repeat {
	size_t times;
	double value;
};

static int most_first(const void *a, const void *b)
{
	const struct repeat *x = a, *y = b;

	return (x->times < y->times) - (x->times > y->times);
}

/* Sorted by their bits: equal ones stand together. `repeat` has room for count / BITS_ENOUGH. */
static void find_repeats(struct bits_field *field, double *column, size_t count, struct repeat *repeat)
{
	size_t repeats = 0;

	qsort(column, count, sizeof(double), by_bits);
	for (size_t i = 0, end; i < count; i = end) {
		for (end = i + 1; end < count && bits_in(column[end]) == bits_in(column[i]); end++) {
		}
		if (end - i >= BITS_ENOUGH)
			repeat[repeats++] = (struct repeat){ end - i, column[i] };
	}
	qsort(repeat, repeats, sizeof(*repeat), most_first);
	field->values = repeats < BITS_VALUES ? repeats : BITS_VALUES;
	for (size_t i = 0; i < field->values; i++)
		field->value[i] = repeat[i].value;
	qsort(field->value, field->values, sizeof(double), by_bits);
}

static void learn_field(struct bits_field *field, const double *const seen[2], size_t trials, size_t dims, size_t d,
                        double *column, struct repeat *repeat)
{
	size_t count = 0;

	for (int world = 0; world < 2; world++)
		for (size_t i = 0; i < trials; i++)
			if (!isnan(seen[world][i * dims + d]))
				column[count++] = seen[world][i * dims + d];
	find_repeats(field, column, count, repeat);
	for (int world = 0; world < 2; world++)
		for (size_t i = 0; i < trials; i++)
			if (!isnan(seen[world][i * dims + d]))
				field->caught[world][cell_of(field, seen[world][i * dims + d])]++;
	/* One run more in each cell: an empty one says little. */
	for (size_t c = 0; c < BITS_CELLS; c++)
		field->ratio[c] = (float)log((field->caught[0][c] + 1.0) / (field->caught[1][c] + 1.0));
}

enum dpmf_status bits_learn(const double *const seen[2], size_t trials, size_t dims, struct bits *bits, struct dpmf_error *error)
{
	struct bits made = { dims, calloc(dims, sizeof(*made.field)) };
	double *column = malloc(2 * trials * sizeof(double));
	struct repeat *repeat = malloc((2 * trials / BITS_ENOUGH + 1) * sizeof(*repeat));
	const bool room = made.field && column && repeat;

	for (size_t d = 0; room && d < dims; d++)
		learn_field(&made.field[d], seen, trials, dims, d, column, repeat);
	free(column);
	free(repeat);
	if (!room) {
		bits_free(&made);
		return dpmf_fail(error, DPMF_FAILED, "no memory for the bits of %zu numbers in %zu runs: use fewer --trials", dims, trials);
	}
	*bits = made;
	return DPMF_OK;
}

double bits_of(const struct bits *bits, const double *seen)
{
	double sum = 0;

	for (size_t d = 0; d < bits->dims; d++)
		if (!isnan(seen[d]))
			sum += (double)bits->field[d].ratio[cell_of(&bits->field[d], seen[d])];
	return sum;
}

static int describe_cell(const struct bits_field *field, size_t cell, char *text, size_t room)
{
	if (cell < BITS_VALUES)
		return snprintf(text, room, "exactly %.17g", field->value[cell]);
	const size_t place = (cell - BITS_VALUES) / BITS_ZEROS, zeros = (cell - BITS_VALUES) % BITS_ZEROS;
	const int exponent = (int)(place % BITS_EXPONENTS) - 48;

	const bool negative = place >= BITS_EXPONENTS;

	return snprintf(text, room, "between %s2^%d and %s2^%d with %zu%s zero bit%s at the end of its 53", negative ? "-" : "", exponent + negative,
	                negative ? "-" : "", exponent + !negative, zeros, zeros == BITS_ZEROS - 1 ? " or more" : "", zeros == 1 ? "" : "s");
}

/* The field whose cells the two worlds fill most differently. */
static size_t most_telling(const struct bits *bits)
{
	size_t best = 0;
	double found = -1;

	for (size_t d = 0; d < bits->dims; d++) {
		const struct bits_field *field = &bits->field[d];
		double sum = 0;

		for (size_t c = 0; c < BITS_CELLS; c++)
			sum += ((double)field->caught[0][c] - (double)field->caught[1][c]) * (double)field->ratio[c];
		if (sum > found) {
			found = sum;
			best = d;
		}
	}
	return best;
}

/* How much a cell speaks for this world: of one number it must reach the threshold by itself; of
   several their sum must, and what counts is how much a cell adds to it. */
static double speaks(const struct bits *bits, const struct bits_field *field, size_t cell, double threshold, int world)
{
	const double ratio = (double)field->ratio[cell], caught = (double)field->caught[world][cell];

	if (bits->dims > 1)
		return caught * (world ? -ratio : ratio);
	return (world ? ratio <= threshold : ratio >= threshold) ? caught : 0;
}

struct spoken {
	size_t cell;
	double much;
};

static int loudest_first(const void *a, const void *b)
{
	const struct spoken *x = a, *y = b;

	return x->much != y->much ? (x->much < y->much) - (x->much > y->much) : (x->cell > y->cell) - (x->cell < y->cell);
}

/* The cells that speak for a world, the one that says most first. Of several numbers, a cell that adds less than a twentieth of what
   the first does may be luck. */
static size_t list_cells(const struct bits *bits, const struct bits_field *field, double threshold, int world, struct spoken spoken[BITS_CELLS])
{
	size_t count = 0;

	for (size_t c = 0; c < BITS_CELLS; c++) {
		const double much = speaks(bits, field, c, threshold, world);

		if (much > 0)
			spoken[count++] = (struct spoken){ c, much };
	}
	qsort(spoken, count, sizeof(*spoken), loudest_first);
	while (bits->dims > 1 && count > 0 && spoken[count - 1].much < spoken[0].much / 20)
		count--;
	return count;
}

/* Every number that occurs has a cell of its own and is whole. */
static bool is_whole(const struct bits_field *field)
{
	for (size_t c = 0; c < field->values; c++)
		if (field->value[c] != floor(field->value[c]) || (field->value[c] == 0 && signbit(field->value[c])))
			return false;
	for (size_t c = field->values; c < BITS_CELLS; c++)
		if (field->caught[0][c] + field->caught[1][c] > 0)
			return false;
	return true;
}

/* Where whole numbers that speak are all from one on, or all up to one: which. False where it is not so. */
static bool describe_end(const struct bits_field *field, const struct spoken *spoken, size_t count, char *text, size_t room)
{
	double low = INFINITY, high = -INFINITY;
	size_t below = 0, above = 0;

	for (size_t i = 0; i < count; i++) {
		low = fmin(low, field->value[spoken[i].cell]);
		high = fmax(high, field->value[spoken[i].cell]);
	}
	for (size_t c = 0; c < field->values; c++) {
		below += field->value[c] <= high ? 1 : 0;
		above += field->value[c] >= low ? 1 : 0;
	}
	if (above == count && above < field->values)
		snprintf(text, room, "at least %.17g", low);
	else if (below == count && below < field->values)
		snprintf(text, room, "at most %.17g", high);
	else
		return false;
	return true;
}

static size_t begin_text(const struct bits *bits, size_t field, bool whole, char *text, size_t room)
{
	if (bits->dims == 1)
		return (size_t)snprintf(text, room, "%sthe number is ", whole ? "" : "as a double ");
	return (size_t)snprintf(text, room, "%sthe %zu numbers together say so; number %zu tells most, such as when it is ", whole ? "" : "as doubles ",
	                        bits->dims, field + 1);
}

size_t bits_describe(const struct bits *bits, double threshold, int world, char *text, size_t room)
{
	const size_t most = most_telling(bits);
	const struct bits_field *field = &bits->field[most];
	const bool whole = is_whole(field);
	struct spoken spoken[BITS_CELLS];
	const size_t count = list_cells(bits, field, threshold, world, spoken);
	size_t used;

	*text = 0;
	if (count == 0)
		return 0;
	used = begin_text(bits, most, whole, text, room);
	if (used < room && whole && describe_end(field, spoken, count, text + used, room - used))
		return count;
	for (size_t i = 0; i < TOP && i < count && used < room; i++) {
		used += i ? (size_t)snprintf(text + used, room - used, ", or ") : 0;
		if (used < room)
			used += (size_t)describe_cell(field, spoken[i].cell, text + used, room - used);
	}
	if (count > TOP && used < room)
		snprintf(text + used, room - used, ", or one of %zu more", count - TOP);
	return count;
}

bool bits_to_the_last(const double *x, size_t count)
{
	const uint64_t last = (UINT64_C(1) << 12) - 1;
	size_t numbers = 0, fine = 0;

	for (size_t i = 0; i < count; i++) {
		if (!isfinite(x[i]))
			continue;
		numbers++;
		fine += (bits_in(x[i]) & last) != 0 ? 1 : 0;
	}
	return 2 * fine > numbers;
}

void bits_free(struct bits *bits)
{
	free(bits->field);
	bits->field = NULL;
}
