#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/attacks.list: each attack has a test of that name in that file.
cd "$(dirname "$0")/.." || exit 3
. tests/program.sh
count=0
while IFS=$'\t' read -r attack file name; do
	case $attack in '#'*) continue ;; esac
	count=$((count + 1))
	grep -qF -- "$name" "$file" 2> /dev/null
	verdict "a test stands in the way: $attack" $? "$file has no \"$name\""
done < tests/attacks.list
[ $count -ge 20 ]
verdict 'at least twenty attacks are listed' $? $count
exit "$bad"
