#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# `dpmf train --colluding --server --sum`: what is refused, what the budget says, and that secure aggregation changes no byte.
. "$(dirname "$0")/program.sh"

"$dpmf" synth --users=40 --items=30 --ratings=500 --seed=5 --out="$T/r.tsv" > "$T/log" 2>&1
verdict 'synth writes ratings' $? "$(tail -1 "$T/log")"
awk 'BEGIN { for (i = 4; i <= 40; i++) print i, 1 + i % 3 }' > "$T/trust.txt"

train() { # OPTION...
	"$dpmf" train --variant=corrected --ratings="$T/r.tsv" --range=1:5 --seed=1 --holdout=2 "$@"
}

for wrong in 1.0 1.5 -1 abc 101% 2,5 '' . % nan 0x2; do
	refused "--colluding=$wrong" '--colluding' 'share' -- train --mech=hdpmf --colluding="$wrong" --out="$T/out"
done
refused '--server=honest' '--server' 'curious, lying' -- train --mech=hdpmf --server=honest --out="$T/out"
refused '--stay=0.5' '--stay' 'above 1/2' -- train --mech=hdpmf --server=lying --stay=0.5 --out="$T/out"
refused '--sum=none of hdpmf' '--sum' 'secagg' -- train --mech=hdpmf --sum=none --out="$T/out"
refused 'published hdpmf has no coalition' '--colluding does not apply' 'only corrected' -- train --mech=hdpmf --variant=published --colluding=2 --out="$T/out"
refused 'gaussmf has none' '--colluding' 'no such option' -- train --mech=gaussmf --colluding=2 --out="$T/out"
refused 'a noise for which secure aggregation has no room' '--sum=ideal' -- \
	train --mech=hdpmf --range=-100:100 --epsilon=1e-6 --sum=secagg --out="$T/out"

same() { # NAME OPTION...
	local name=$1 status
	shift
	train "$@" --sum=ideal --out="$T/ideal" > "$T/log" 2>&1 && train "$@" --sum=secagg --out="$T/secagg" >> "$T/log" 2>&1 &&
		cmp "$T/ideal/public/item_factors.txt" "$T/secagg/public/item_factors.txt" >> "$T/log" 2>&1 &&
		cmp "$T/ideal/devices/user_factors.txt" "$T/secagg/devices/user_factors.txt" >> "$T/log" 2>&1
	status=$?
	verdict "$name: masks change nothing" $status "$(tail -1 "$T/log")"
	rm -rf "$T/ideal" "$T/secagg"
}
same 'hdpmf, a third, curious' --mech=hdpmf --colluding=0.33
same 'hdpmf, two, lying' --mech=hdpmf --colluding=2 --server=lying
same 'privsr, a tenth, lying' --mech=privsr --social="$T/trust.txt" --colluding=10% --server=lying

below() { # X Y: X is at most Y, and next to it
	awk -v x="$1" -v y="$2" 'BEGIN { exit !(x != "" && x <= y && y - x < 2e-5) }'
}
for pair in 0:1 2:3 5:6 100%:14; do # users 1 to 3 are trusted by 12, 13 and 12
	train --mech=privsr --social="$T/trust.txt" --epsilon=2 --colluding="${pair%:*}" --json > "$T/said" 2> "$T/log"
	below "$(at guarantee if protects 0 epsilon hi < "$T/said")" 2 &&
		below "$(at guarantee if protects 2 epsilon hi < "$T/said")" "$(awk -v n="${pair#*:}" 'BEGIN { printf "%.17g", 2 / n }')"
	verdict "privsr: a rating against ${pair%:*} has its epsilon in ${pair#*:} releases together" $? "$(at guarantee if protects < "$T/said" | xargs) $(tail -1 "$T/log")"
	rm -f "$T/said"
done

train --mech=privsr --social="$T/trust.txt" > "$T/said" 2> "$T/log" && tr -s '\n ' ' ' < "$T/said" | grep -q "is told to that user alone, not to the server" &&
	! train --mech=privsr --social="$T/trust.txt" --social-weight=0 2>&1 | tr -s '\n ' ' ' | grep -q 'to that user alone'
verdict "privsr: that the server does not see the sums of friends is assumed" $? "$(tail -1 "$T/log")"
rm -f "$T/said"

users() { # OPTION...: how many there are in a sum, as far as the accounting may count on them
	"$dpmf" train --mech=dpmf-rp --variant=corrected --ratings="$T/r.tsv" --range=1:5 --epochs=2 --factors=2 --participation=0.5 --theta=0.0625 --quanta=2 \
		--seed=1 --holdout=2 --json "$@" 2> "$T/log" | at released users
}
[ "$(users --colluding=0)" = 20 ] && [ "$(users)" = 18 ] && [ "$(users --colluding=5)" = 15 ] && [ "$(users --colluding=0.1)" = 18 ]
verdict 'dpmf-rp: a sum of 20 less those who collude' $? "$(users) $(users --colluding=5) $(users --colluding=0.1)"
# 14 must stay; with 10 who collude 16, for 2 t > 20 + 10.
[ "$(users --server=lying --colluding=0)" = 14 ] && [ "$(users --server=lying --colluding=5)" = 9 ] && [ "$(users --server=lying --colluding=10)" = 6 ]
verdict 'dpmf-rp: of those who must stay, where the server lies' $? "$(users --server=lying) $(users --server=lying --colluding=5)"
[ "$(users --sum=none --colluding=5)" = 1 ]
verdict 'dpmf-rp: one message where each is seen' $?
"$dpmf" train --mech=dpmf-rp --variant=corrected --ratings="$T/r.tsv" --range=1:5 --epochs=2 --factors=2 --participation=0.5 --theta=0.0625 --quanta=2 \
	--items=30 --users=40 --sum=none --json 2> "$T/log" | at guarantee premises > "$T/said" && grep -q 'messages alone' "$T/said" &&
	! grep -qE 'secure aggregation|colluders|"server"' "$T/said"
verdict 'dpmf-rp: where each message is seen, nothing is assumed of a sum' $? "$(tail -1 "$T/log")"
rm -f "$T/said"
exit $bad
