#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A budget of one relation does not compile where another is meant; the same lines with the right one do.
set -u
cd "$(dirname "$0")/.." || exit 3
log=$(mktemp) || exit 3
trap 'rm -f "$log"' EXIT

compiles() { # LINE: inside a function that holds one budget of each kind
	printf '%s\n' '#include "account/relation.h"' \
		'void f(struct dpmf_entry_budget *entry, struct dpmf_user_budget *user, struct dpmf_edge_budget *edge);' \
		'void f(struct dpmf_entry_budget *entry, struct dpmf_user_budget *user, struct dpmf_edge_budget *edge)' \
		"{ (void)entry; (void)user; (void)edge; $1 }" |
		${CC:-cc} -std=c17 -Wall -Wextra -Werror -Iref -fsyntax-only -x c - > "$log" 2>&1
}

accepts() {
	if compiles "$1"; then echo "ok accepts $1"; else echo "not ok accepts $1"; cat "$log"; fi
}

refuses() { # LINE: for the type and nothing else
	if compiles "$1"; then
		echo "not ok refuses $1"
	elif grep -q -E 'incompatible[- ]pointer[- ]types?|incompatible type' "$log"; then
		echo "ok refuses $1"
	else
		echo "not ok refuses $1: for another reason"
		cat "$log"
	fi
}

accepts 'dpmf_entry_parallel_items(entry, 1, entry);'
refuses 'dpmf_entry_parallel_items(user, 1, entry);'
refuses 'dpmf_entry_parallel_items(entry, 1, user);'
accepts 'dpmf_user_parallel_users(user, 1, user);'
refuses 'dpmf_user_parallel_users(entry, 1, user);'
refuses 'dpmf_user_parallel_users(edge, 1, user);'
accepts 'dpmf_user_sequential(user, 1, user);'
refuses 'dpmf_user_sequential(entry, 1, user);'
refuses 'dpmf_edge_sequential(user, 1, edge);'
accepts 'dpmf_user_of_entries(entry, 3, user, 0);'
refuses 'dpmf_user_of_entries(user, 3, entry, 0);'
refuses 'dpmf_user_across_items(entry, 3, user, 0);'
refuses '*user = *entry;'
