/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/unfinished.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PLACES = 16, DEEPEST = 4, ENTRIES = 2048 };
enum { FREE, TAKEN, NOTED };

/* Global, since a handler of signals is handed nothing. */
static struct {
	atomic_int state;
	char path[PATH_MAX];
} place[PLACES];

void dpmf_unfinished_note(const char *path)
{
	const size_t length = strlen(path);

	for (int i = 0; i < PLACES && length < PATH_MAX; i++) {
		int state = FREE;

		if (!atomic_compare_exchange_strong(&place[i].state, &state, TAKEN))
			continue;
		memcpy(place[i].path, path, length + 1);
		atomic_store(&place[i].state, NOTED);
		return;
	}
}

void dpmf_unfinished_forget(const char *path)
{
	for (int i = 0; i < PLACES; i++)
		if (atomic_load(&place[i].state) == NOTED && strcmp(place[i].path, path) == 0)
			atomic_store(&place[i].state, FREE);
}

void dpmf_unfinished_remove(void)
{
	const int kept = errno;

	for (int i = 0; i < PLACES; i++)
		if (atomic_load(&place[i].state) == NOTED)
			dpmf_remove_tree(place[i].path);
	errno = kept;
}

/* As the kernel lists a folder. */
struct entry {
	uint64_t number;
	int64_t next;
	unsigned short length;
	unsigned char kind;
	char name[];
};

static void remove_at(int parent, const char *name, int depth);

/* Removes what one look at the folder shows; how many entries that were. */
static int remove_some(int folder, int depth)
{
	_Alignas(struct entry) char list[ENTRIES];
	const long length = syscall(SYS_getdents64, folder, list, sizeof list);
	int removed = 0;

	for (long at = 0; at < length;) {
		const struct entry *entry = (const struct entry *)(const void *)(list + at);

		at += entry->length;
		if (strcmp(entry->name, ".") == 0 || strcmp(entry->name, "..") == 0)
			continue;
		remove_at(folder, entry->name, depth);
		removed++;
	}
	return removed;
}

static void remove_at(int parent, const char *name, int depth)
{
	int folder;

	if (unlinkat(parent, name, 0) == 0 || depth == DEEPEST)
		return;
	folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (folder < 0)
		return;
	/* The list may skip entries while others go: it is read again until it shows none. */
	for (int look = 0; look < 1000 && remove_some(folder, depth + 1) > 0; look++)
		(void)lseek(folder, 0, SEEK_SET);
	close(folder);
	(void)unlinkat(parent, name, AT_REMOVEDIR);
}

void dpmf_remove_tree(const char *path)
{
	remove_at(AT_FDCWD, path, 0);
}
