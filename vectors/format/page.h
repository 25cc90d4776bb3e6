/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What people and programs read of an algorithm beside its tests: a page in Markdown, an entry of index.json. */
#ifndef VECTORS_PAGE_H
#define VECTORS_PAGE_H
#include "spec.h"

/* The entry of an algorithm whose file is `root`; NULL when memory is short. */
json_t *page_entry(const struct algorithm *a, const json_t *root);
/* index.json, of all entries. */
json_t *page_document(json_t *entries);
/* Texts to be freed, NULL when memory is short: the page of one algorithm, and that which lists them all. */
char *page_text(const struct algorithm *a, const json_t *entry);
char *page_index(const json_t *entries);

#endif
