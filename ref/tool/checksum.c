/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/checksum.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A regular file, or NULL with errno: a folder from elsewhere may hold a pipe or a device, which has no end. */
static FILE *open_file(const char *path)
{
	const int number = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	struct stat there;

	if (number < 0)
		return NULL;
	if (fstat(number, &there) == 0 && S_ISREG(there.st_mode))
		return fdopen(number, "r");
	close(number);
	errno = EINVAL;
	return NULL;
}

static const char *reason(void)
{
	return errno == EINVAL ? "it is no file" : strerror(errno);
}

enum dpmf_status checksum_of(const char *path, char text[CHECKSUM_TEXT], struct dpmf_error *error)
{
	unsigned char block[4096], sum[crypto_hash_sha256_BYTES];
	crypto_hash_sha256_state state;
	FILE *file = open_file(path);
	bool bad;
	size_t n;

	if (!file)
		return dpmf_fail(error, dpmf_status_of(errno), "cannot read %s: %s", path, reason());
	crypto_hash_sha256_init(&state);
	while ((n = fread(block, 1, sizeof block, file)) > 0)
		crypto_hash_sha256_update(&state, block, n);
	bad = ferror(file);
	fclose(file);
	if (bad)
		return dpmf_fail(error, DPMF_INPUT, "cannot read %s to its end", path);
	crypto_hash_sha256_final(&state, sum);
	sodium_bin2hex(text, CHECKSUM_TEXT, sum, sizeof sum);
	return DPMF_OK;
}

enum { LISTED = 32 };

struct list {
	char name[LISTED][64];
	size_t count;
};

static enum dpmf_status check_line(const char *folder, char *line, struct list *list, struct dpmf_error *error)
{
	char path[4096], found[CHECKSUM_TEXT];
	const char *name = line + 66;

	line[strcspn(line, "\n")] = '\0';
	if (strlen(line) < 67 || strncmp(line + 64, "  ", 2) != 0 || strchr(name, '/') || strlen(name) > 63 || list->count == LISTED)
		return dpmf_fail(error, DPMF_INPUT, "%s/" CHECKSUM_FILE " has a line that is no checksum: \"%.70s\"; take the folder as it "
		                 "was released", folder, line);
	snprintf(path, sizeof path, "%s/%s", folder, name);
	const enum dpmf_status status = checksum_of(path, found, error);

	if (status != DPMF_OK)
		return status;
	if (strncmp(found, line, 64) != 0)
		return dpmf_fail(error, DPMF_INPUT, "%s was changed after it was released: its SHA-256 is not the one in " CHECKSUM_FILE "; take the "
		                 "folder as it was released", path);
	snprintf(list->name[list->count++], sizeof list->name[0], "%s", name);
	return DPMF_OK;
}

static bool has(const struct list *list, const char *name)
{
	for (size_t i = 0; i < list->count; i++)
		if (strcmp(list->name[i], name) == 0)
			return true;
	return false;
}

static enum dpmf_status check_strangers(const char *folder, const struct list *list, struct dpmf_error *error)
{
	DIR *stream = opendir(folder);
	enum dpmf_status status = DPMF_OK;
	const struct dirent *entry;

	if (!stream)
		return dpmf_fail(error, dpmf_status_of(errno), "cannot read %s: %s", folder, strerror(errno));
	while (status == DPMF_OK && (entry = readdir(stream)))
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 && strcmp(entry->d_name, CHECKSUM_FILE) != 0 && !has(list, entry->d_name))
			status = dpmf_fail(error, DPMF_INPUT, "%s/%s was added after the release: " CHECKSUM_FILE " does not list it; take it away",
			                   folder, entry->d_name);
	closedir(stream);
	return status;
}

enum dpmf_status checksum_check(const char *folder, struct dpmf_error *error)
{
	char path[4096], line[256];
	struct list list = { .count = 0 };
	enum dpmf_status status = DPMF_OK;
	FILE *file;

	snprintf(path, sizeof path, "%s/" CHECKSUM_FILE, folder);
	file = open_file(path);
	if (!file)
		return dpmf_fail(error, dpmf_status_of(errno), "cannot read %s: %s; name a folder that dpmf train --out has written", path, reason());
	while (status == DPMF_OK && fgets(line, sizeof line, file))
		status = check_line(folder, line, &list, error);
	fclose(file);
	if (status == DPMF_OK && (!has(&list, "model.json") || !has(&list, "record.json")))
		status = dpmf_fail(error, DPMF_INPUT, "%s does not list model.json and record.json; take the folder as it was released", path);
	return status == DPMF_OK ? check_strangers(folder, &list, error) : status;
}
