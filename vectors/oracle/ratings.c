/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of ratings as the notes say, field by field; numbers by MPFR. Each accepted file is also given as it is misread. */
#include <ctype.h>
#include <mpfr.h>
#include <stdio.h>
#include <string.h>

#include "oracle.h"
#include "ratings_files.h"
#include "vectors/format/number.h"

enum { LINES = 24, FIELDS = 6, TEXT = 64, DIGITS = 2200 };

enum slip { SLIP_NONE, SLIP_FIRST, SLIP_FOURTH, SLIP_EXCHANGED, SLIP_UNSORTED, SLIP_BY_ITEM, SLIP_SKIP, SLIP_LAST_LOST, SLIP_WHOLE, SLIP_SINGLE, SLIP_SIGNED, SLIP_COUNTED };

static const struct {
	const char *name;
	enum slip slip;
} slips[] = {
	{ "of a pair on two lines the first counts", SLIP_FIRST }, { "the fourth field is taken for the rating", SLIP_FOURTH },
	{ "user and item are exchanged", SLIP_EXCHANGED }, { "the order of the lines is kept", SLIP_UNSORTED }, { "they are sorted by item, then by user", SLIP_BY_ITEM },
	{ "the first line of numbers is skipped as a header", SLIP_SKIP }, { "a last line without its end is lost", SLIP_LAST_LOST },
	{ "ratings are cut to whole numbers", SLIP_WHOLE }, { "ratings are read as floats of 32 bits", SLIP_SINGLE },
	{ "ids are signed numbers of 32 bits", SLIP_SIGNED }, { "users and items are numbered from 0", SLIP_COUNTED },
};

static const char *const form_name[FORMS] = { "ml100k", "ml1m", "csv", "triples", "auto" };

struct span { /* of a line, or of a field */
	const char *at;
	size_t length;
};

struct rating {
	int64_t user, item;
	double value;
};

struct table {
	struct rating rating[LINES];
	size_t n;
};

static bool is_one_of(char c, const char *set)
{
	return c != '\0' && strchr(set, c) != NULL;
}

static struct span trimmed(struct span s, const char *set)
{
	while (s.length > 0 && is_one_of(s.at[0], set)) {
		s.at++;
		s.length--;
	}
	while (s.length > 0 && is_one_of(s.at[s.length - 1], set))
		s.length--;
	return s;
}

/* How long the separator is that stands here; 0: none does. */
static size_t separator(struct span s, enum ratings_form form)
{
	size_t n = 0;

	switch (form) {
	case TABS:
		return s.length > 0 && s.at[0] == '\t';
	case COLONS:
		return s.length > 1 && s.at[0] == ':' && s.at[1] == ':' ? 2 : 0;
	case COMMAS:
		if (s.length == 0 || s.at[0] != ',')
			return 0;
		for (n = 1; n < s.length && s.at[n] == ' '; n++)
			continue;
		return n;
	default:
		while (n < s.length && is_one_of(s.at[n], " \t"))
			n++;
		return n;
	}
}

static size_t fields_of(struct span line, enum ratings_form form, struct span field[FIELDS])
{
	size_t n = 0;

	if (line.length > 0 && line.at[line.length - 1] == '\r')
		line.length--;
	line = trimmed(line, form == BLANKS ? " \t" : " ");
	for (field[0] = (struct span){ line.at, 0 }; line.length > 0;) {
		const size_t passed = separator(line, form);
		if (passed > 0 && n + 1 < FIELDS)
			field[++n] = (struct span){ line.at + passed, 0 };
		else
			field[n].length++;
		line.at += passed > 0 ? passed : 1;
		line.length -= passed > 0 ? passed : 1;
	}
	return n + 1;
}

static bool is_word(struct span s)
{
	static const char *const none[] = { "nan", "inf", "infinity" };

	for (size_t i = 0; i < 3; i++) {
		size_t same = 0;
		while (same < s.length && none[i][same] != '\0' && tolower((unsigned char)s.at[same]) == none[i][same])
			same++;
		if (same == s.length && none[i][same] == '\0')
			return false;
	}
	return s.length > 0 && (isalpha((unsigned char)s.at[0]) || is_one_of(s.at[0], "_'\""));
}

static bool id_of(struct span s, int64_t *id)
{
	bool small = s.length > 0;

	*id = 0;
	for (size_t i = 0; i < s.length && small; i++) {
		*id = 10 * *id + (s.at[i] - '0');
		small = isdigit((unsigned char)s.at[i]) && *id <= INT64_C(2147483648);
	}
	return small;
}

static size_t digits_at(struct span s, size_t at)
{
	size_t n = 0;

	while (at + n < s.length && isdigit((unsigned char)s.at[at + n]))
		n++;
	return n;
}

static bool looks_like_number(struct span s)
{
	size_t at = s.length > 0 && is_one_of(s.at[0], "+-"), digits = digits_at(s, at), more;

	at += digits;
	if (at < s.length && s.at[at] == '.') {
		more = digits_at(s, at + 1);
		digits += more;
		at += 1 + more;
	}
	if (digits == 0)
		return false;
	if (at < s.length && is_one_of(s.at[at], "eE")) {
		at++;
		at += at < s.length && is_one_of(s.at[at], "+-");
		more = digits_at(s, at);
		at += more;
		if (more == 0)
			return false;
	}
	return at == s.length;
}

static bool number_of(struct span s, double *x)
{
	char text[TEXT];
	mpfr_t z;

	if (s.length >= TEXT || !looks_like_number(s))
		return false;
	memcpy(text, s.at, s.length);
	text[s.length] = '\0';
	mpfr_init2(z, DIGITS);
	mpfr_set_str(z, text, 10, MPFR_RNDN);
	*x = mpfr_get_d(z, MPFR_RNDN);
	mpfr_clear(z);
	return *x - *x == 0;
}

static bool rating_of(struct span line, enum ratings_form form, enum slip slip, struct rating *r)
{
	struct span field[FIELDS];
	const size_t n = fields_of(line, form, field);
	double fourth;

	if (n < 3 || n > 4 || !id_of(field[0], &r->user) || !id_of(field[1], &r->item) || !number_of(field[2], &r->value))
		return false;
	if (n == 4 && memchr(field[3].at, 0, field[3].length) != NULL)
		return false;
	if (slip == SLIP_FOURTH && n == 4 && number_of(field[3], &fourth))
		r->value = fourth;
	if (slip == SLIP_EXCHANGED) {
		const int64_t user = r->user;
		r->user = r->item;
		r->item = user;
	}
	if (slip == SLIP_WHOLE)
		r->value = (double)(int64_t)r->value;
	if (slip == SLIP_SINGLE)
		r->value = (double)(float)r->value;
	if (slip == SLIP_SIGNED) {
		r->user = (int32_t)r->user;
		r->item = (int32_t)r->item;
	}
	return true;
}

static enum ratings_form guessed(struct span line)
{
	for (; line.length > 0; line.at++, line.length--)
		for (enum ratings_form f = COLONS; f <= COMMAS; f++)
			if (separator(line, f) > 0)
				return f;
	return BLANKS;
}

static bool before(const struct rating *a, const struct rating *b, enum slip slip)
{
	const bool by_item = slip == SLIP_BY_ITEM;
	const int64_t first[2] = { by_item ? a->item : a->user, by_item ? b->item : b->user };
	const int64_t second[2] = { by_item ? a->user : a->item, by_item ? b->user : b->item };

	return first[0] < first[1] || (first[0] == first[1] && second[0] < second[1]);
}

/* In its place; false: it is there, and must not be. */
static bool enter(struct table *t, const struct rating *r, bool last, enum slip slip)
{
	size_t at = t->n;

	for (size_t i = 0; i < t->n; i++)
		if (t->rating[i].user == r->user && t->rating[i].item == r->item) {
			if (last && slip != SLIP_FIRST)
				t->rating[i].value = r->value;
			return last;
		}
	for (t->n++; slip != SLIP_UNSORTED && at > 0 && before(r, &t->rating[at - 1], slip); at--)
		t->rating[at] = t->rating[at - 1];
	t->rating[at] = *r;
	return true;
}

static struct span next_line(struct span *rest)
{
	const char *end = memchr(rest->at, '\n', rest->length);
	const struct span line = { rest->at, end != NULL ? (size_t)(end - rest->at) : rest->length };
	const size_t passed = line.length + (end != NULL);

	rest->at += passed;
	rest->length -= passed;
	return line;
}

static bool is_header(struct span line, enum ratings_form form)
{
	struct span field[FIELDS];

	return form == COMMAS && fields_of(line, form, field) >= 3 && is_word(field[0]) && is_word(field[1]) && is_word(field[2]);
}

static bool read_file(struct span rest, enum ratings_form form, bool last, enum slip slip, struct table *t)
{
	bool first = true;

	t->n = 0;
	if (rest.length >= 3 && memcmp(rest.at, "\xef\xbb\xbf", 3) == 0)
		rest = (struct span){ rest.at + 3, rest.length - 3 };
	while (rest.length > 0) {
		const struct span line = next_line(&rest);
		struct rating r;
		if (trimmed(line, " \t\r").length == 0 || (slip == SLIP_LAST_LOST && rest.length == 0 && line.at[line.length] != '\n'))
			continue;
		if (first && form == AUTO)
			form = guessed(line);
		const bool header = first && (is_header(line, form) || slip == SLIP_SKIP);
		first = false;
		if (header)
			continue;
		if (t->n == LINES || !rating_of(line, form, slip, &r) || !enter(t, &r, last, slip))
			return false;
	}
	return t->n > 0;
}

static void number_from_0(struct table *t)
{
	int64_t user[LINES], item[LINES];

	for (size_t i = 0; i < t->n; i++) {
		user[i] = item[i] = 0;
		for (size_t j = 0; j < t->n; j++) {
			bool user_new = true, item_new = true;
			for (size_t l = 0; l < j; l++) {
				user_new = user_new && t->rating[l].user != t->rating[j].user;
				item_new = item_new && t->rating[l].item != t->rating[j].item;
			}
			user[i] += user_new && t->rating[j].user < t->rating[i].user;
			item[i] += item_new && t->rating[j].item < t->rating[i].item;
		}
	}
	for (size_t i = 0; i < t->n; i++) {
		t->rating[i].user = user[i];
		t->rating[i].item = item[i];
	}
}

struct columns {
	json_t *user, *item, *rating;
};

static struct columns columns_of(const struct table *t)
{
	int64_t user[LINES], item[LINES];
	double value[LINES];

	for (size_t i = 0; i < t->n; i++) {
		user[i] = t->rating[i].user;
		item[i] = t->rating[i].item;
		value[i] = t->rating[i].value;
	}
	return (struct columns){ book_i64s(user, t->n), book_i64s(item, t->n), book_doubles(value, t->n) };
}

static void mistakes(struct book *b, struct span file, enum ratings_form form, bool last)
{
	for (size_t i = 0; i < sizeof slips / sizeof *slips; i++) {
		struct table t;
		if (!read_file(file, form, last, slips[i].slip, &t))
			continue;
		if (slips[i].slip == SLIP_COUNTED)
			number_from_0(&t);
		const struct columns c = columns_of(&t);
		book_mistake(b, slips[i].name, "user", "exact", c.user);
		book_mistake(b, slips[i].name, "item", "exact", c.item);
		book_mistake(b, slips[i].name, "rating", "exact", c.rating);
	}
}

static void test(struct book *b, const struct ratings_file *f)
{
	const struct span file = { f->text, f->length > 0 ? f->length : strlen(f->text) };
	struct table t;
	const bool read = read_file(file, f->form, f->last, SLIP_NONE, &t);

	b->failed |= read != (f->flags != NULL);
	if (!read)
		book_refused(b, f->comment);
	else
		book_test(b, f->flags, "%s", f->comment);
	book_in(b, "file", number_bytes((const unsigned char *)file.at, file.length));
	book_in(b, "format", json_string(form_name[f->form]));
	book_in(b, "duplicates", json_string(f->last ? "last" : "refused"));
	if (!read)
		return;
	const struct columns c = columns_of(&t);
	book_out(b, "user", "exact", c.user);
	book_out(b, "item", "exact", c.item);
	book_out(b, "rating", "exact", c.rating);
	mistakes(b, file, f->form, f->last);
}

ORACLE(ratings_read)
{
	book_open(b, "ratings_read");
	book_group(b, "read", "Files that hold ratings.");
	for (size_t i = 0; i < ratings_good_count; i++)
		test(b, &ratings_good[i]);
	book_group(b, "refused", "Files that an implementation must refuse.");
	for (size_t i = 0; i < ratings_bad_count; i++)
		test(b, &ratings_bad[i]);
}
