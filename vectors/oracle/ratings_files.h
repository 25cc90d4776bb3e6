/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of ratings that are tests (ratings_files.c). */
#ifndef VECTORS_ORACLE_RATINGS_FILES_H
#define VECTORS_ORACLE_RATINGS_FILES_H
#include <stdbool.h>
#include <stddef.h>

enum ratings_form { TABS, COLONS, COMMAS, BLANKS, AUTO, FORMS };

struct ratings_file {
	const char *flags, *comment; /* flags NULL: the file is refused */
	enum ratings_form form;
	bool last;     /* of a pair on two lines the last counts */
	const char *text;
	size_t length; /* 0: up to the zero byte */
};

extern const struct ratings_file ratings_good[], ratings_bad[];
extern const size_t ratings_good_count, ratings_bad_count;

#endif
