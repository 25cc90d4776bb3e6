/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is being written and has no final name yet. Whatever ends the process
   early, a signal that can be caught or a lack of memory, removes it from here:
   dpmf_unfinished_remove calls nothing that a handler of signals must not call,
   and allocates nothing. dpmf_output_open and the writers of folders note what
   they write. A library has no handlers of its own; whoever wants them calls
   this function from theirs. */
#ifndef DPMF_CORE_UNFINISHED_H
#define DPMF_CORE_UNFINISHED_H
#include "core/public.h"

DPMF_BEGIN

/* Notes a file or a folder. It is forgotten again when it has its name or is gone. Of more than 16 at a time, or of a
   path of 4096 bytes and more, no note is taken. The path is as the process sees it: it must not change its folder. */
void dpmf_unfinished_note(const char *path);
void dpmf_unfinished_forget(const char *path);
/* Removes from the disk all that is noted. */
void dpmf_unfinished_remove(void);
/* Removes a file, or a folder with all that is in it, up to four folders deep. */
void dpmf_remove_tree(const char *path);

DPMF_END

#endif
