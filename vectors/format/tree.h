/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The folder that holds v1/, schema/ and SHA256SUMS. */
#ifndef VECTORS_TREE_H
#define VECTORS_TREE_H
#include <jansson.h>
#include <stddef.h>

#include "core/status.h"

enum { TREE_PATH = 1024, TREE_SUM = 65 };

/* Finds the folder when none is named: ./vectors, then beside the program in
   a build or installed tree. */
enum dpmf_status tree_find(char path[TREE_PATH], struct dpmf_error *error);
/* Reads one JSON document; duplicate members are refused. */
enum dpmf_status tree_load(const char *path, json_t **json, struct dpmf_error *error);
/* SHA-256 of the bytes as hex digits. */
void tree_sum(const void *bytes, size_t length, char sum[TREE_SUM]);
/* Every file that SHA256SUMS lists has that sum, and every algorithm's files are listed. */
enum dpmf_status tree_check_sums(const char *folder, struct dpmf_error *error);

#endif
