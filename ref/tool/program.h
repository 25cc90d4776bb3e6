/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every program does at its start and at its end.

   The policy on memory. The library reports a failed allocation as DPMF_FAILED,
   and so do the programs wherever they allocate themselves. GMP, MPFR and jansson
   are different: GMP has no way to report it, and calls abort(). So a program
   gives these libraries memory functions that end it in order: what was being
   written is removed, one line says so on standard error, the exit code is 3.
   Only programs do this. The library installs nothing in the process of its host.

   The policy on signals. TERM, INT, HUP and PIPE remove what was being written,
   and then have their usual effect. */
#ifndef DPMF_TOOL_PROGRAM_H
#define DPMF_TOOL_PROGRAM_H
#include "core/status.h"

/* For a handler of signals of its own, which stops the work in order: from here on a second signal of that number removes
   what was being written and ends the program. */
void program_end_on(int signal_number);
/* First of all in main. `name` stands before what the program says of itself. */
void program_begin(const char *name);
/* The exit code: `status`, or DPMF_FAILED and a line on standard error where not all that was printed has arrived. */
int program_end(enum dpmf_status status);
/* The same for a writer that must know before it gives its files their names: DPMF_FAILED where not all has arrived. */
enum dpmf_status program_printed(struct dpmf_error *error);

#endif
