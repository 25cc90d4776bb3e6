/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tree.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "spec.h"

static bool holds_vectors(const char *folder)
{
	char path[TREE_PATH + 8];

	snprintf(path, sizeof path, "%s/v1", folder);
	return access(path, R_OK | X_OK) == 0;
}

enum dpmf_status tree_find(char path[TREE_PATH], struct dpmf_error *error)
{
	static const char *const beside[] = { "../../vectors", "../../../vectors", "../../../../vectors", "../share/dpmf/vectors" };
	char program[TREE_PATH / 2];
	const ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);

	snprintf(path, TREE_PATH, "vectors");
	if (holds_vectors(path))
		return DPMF_OK;
	program[n < 0 ? 0 : n] = '\0';
	if (strrchr(program, '/') != NULL)
		*strrchr(program, '/') = '\0';
	for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
		snprintf(path, TREE_PATH, "%s/%s", program, beside[i]);
		if (holds_vectors(path))
			return DPMF_OK;
	}
	return dpmf_fail(error, DPMF_INPUT, "no vectors found: neither ./vectors/v1 nor a folder beside the program; name the folder "
	                 "that holds v1 and schema with --vectors=DIR");
}

enum dpmf_status tree_load(const char *path, json_t **json, struct dpmf_error *error)
{
	json_error_t where;
	FILE *file = fopen(path, "rb");

	if (file == NULL)
		return dpmf_fail(error, dpmf_status_of(errno), "%s: %s; name a readable vector file", path, strerror(errno));
	*json = json_loadf(file, JSON_REJECT_DUPLICATES, &where);
	fclose(file);
	if (*json == NULL)
		return dpmf_fail(error, DPMF_INPUT, "%s: line %d, column %d: no JSON: %s; take the file from the release again", path,
		                 where.line, where.column, where.text);
	return DPMF_OK;
}

void tree_sum(const void *bytes, size_t length, char sum[TREE_SUM])
{
	unsigned char hash[crypto_hash_sha256_BYTES];

	crypto_hash_sha256(hash, bytes, length);
	sodium_bin2hex(sum, TREE_SUM, hash, sizeof hash);
}

static enum dpmf_status sum_of_file(const char *path, char sum[TREE_SUM], struct dpmf_error *error)
{
	crypto_hash_sha256_state state;
	unsigned char hash[crypto_hash_sha256_BYTES], part[8192];
	FILE *file = fopen(path, "rb");
	size_t n;

	if (file == NULL)
		return dpmf_fail(error, dpmf_status_of(errno), "%s: %s; SHA256SUMS lists it", path, strerror(errno));
	crypto_hash_sha256_init(&state);
	while ((n = fread(part, 1, sizeof part, file)) > 0)
		crypto_hash_sha256_update(&state, part, n);
	const int failed = ferror(file);
	fclose(file);
	if (failed)
		return dpmf_fail(error, DPMF_INPUT, "%s: cannot be read", path);
	crypto_hash_sha256_final(&state, hash);
	sodium_bin2hex(sum, TREE_SUM, hash, sizeof hash);
	return DPMF_OK;
}

static enum dpmf_status check_line(const char *folder, const char *line, size_t number, struct dpmf_error *error)
{
	char path[2 * TREE_PATH], sum[TREE_SUM];
	enum dpmf_status status;

	if (strlen(line) < 67 || strncmp(line + 64, "  ", 2) != 0 || strstr(line + 66, "..") != NULL)
		return dpmf_fail(error, DPMF_INPUT, "%s/SHA256SUMS: line %zu is not a sum, two blanks and a file name", folder, number);
	snprintf(path, sizeof path, "%s/%s", folder, line + 66);
	status = sum_of_file(path, sum, error);
	if (status == DPMF_OK && strncmp(sum, line, 64) != 0)
		return dpmf_fail(error, DPMF_NO, "%s: the SHA-256 is not that of SHA256SUMS, so the file was changed; restore it, or write "
		                 "new vectors with `dpmf-vectors generate`", path);
	return status;
}

static enum dpmf_status all_listed(const char *folder, const char *sums, struct dpmf_error *error)
{
	const struct algorithm *a;
	char entry[128];

	for (size_t i = 0; (a = algorithm_at(i)) != NULL; i++)
		for (int schema = 0; schema < 2; schema++) {
			snprintf(entry, sizeof entry, "  %s/%s.json\n", schema ? "schema" : "v1", a->name);
			if (strstr(sums, entry) == NULL)
				return dpmf_fail(error, DPMF_INPUT, "%s/SHA256SUMS does not list %.*s", folder, (int)strlen(entry) - 3, entry + 2);
		}
	return DPMF_OK;
}

enum dpmf_status tree_check_sums(const char *folder, struct dpmf_error *error)
{
	char path[TREE_PATH + 16], text[65536];
	enum dpmf_status status;
	FILE *file;
	size_t number = 1;

	snprintf(path, sizeof path, "%s/SHA256SUMS", folder);
	file = fopen(path, "rb");
	if (file == NULL)
		return dpmf_fail(error, dpmf_status_of(errno), "%s: %s; take it from the release again", path, strerror(errno));
	text[fread(text, 1, sizeof text - 1, file)] = '\0';
	fclose(file);
	status = all_listed(folder, text, error);
	for (char *line = strtok(text, "\n"); status == DPMF_OK && line != NULL; line = strtok(NULL, "\n"))
		status = check_line(folder, line, number++, error);
	return status;
}
