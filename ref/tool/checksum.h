/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The SHA-256 of a file, and the list of them that stands in public/. */
#ifndef DPMF_TOOL_CHECKSUM_H
#define DPMF_TOOL_CHECKSUM_H
#include "core/status.h"

#define CHECKSUM_FILE "SHA256SUMS"
enum { CHECKSUM_TEXT = 65 };

/* Hex digits. */
enum dpmf_status checksum_of(const char *path, char text[CHECKSUM_TEXT], struct dpmf_error *error);
/* Reads FOLDER/SHA256SUMS; DPMF_INPUT that names the first file that is missing, was changed or is not in the list. */
enum dpmf_status checksum_check(const char *folder, struct dpmf_error *error);

#endif
