#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Bad input to `dpmf train`: a clear error, exit 2, and nothing written.
. "$(dirname "$0")/program.sh"

some_ratings 20 13 6 > "$T/good.tsv"
train=("$dpmf" train --mech=hdpmf --variant=published --holdout=1 --factors=2 --epochs=2 --seed=1)

file() { # NAME CONTENTS(printf format) PATTERN...: a file of ratings that must be refused
	local name=$1 contents=$2
	shift 2
	# shellcheck disable=SC2059 # the format is the file
	printf "$contents" > "$T/bad.tsv"
	refused "$name" bad.tsv "$@" -- "${train[@]}" --ratings="$T/bad.tsv" --out="$T/out"
	rm -f "$T/bad.tsv"
}

option() { # NAME OPTION PATTERN...: an option that must be refused
	local name=$1 option=$2
	shift 2
	refused "$name" "$@" -- "${train[@]}" --ratings="$T/good.tsv" --out="$T/out" "$option"
}

line3='(line 3|:3)([^0-9]|$)' # the third line is the bad one in every file below

refused 'missing file' none.tsv 'No such file' -- "${train[@]}" --ratings="$T/none.tsv" --out="$T/out"
refused 'unreadable file' "$T" '[Dd]irectory' -- "${train[@]}" --ratings="$T" --out="$T/out"
# Root may read everything, unless it gives up what lets it.
like_others=()
[ "$(id -u)" -ne 0 ] || like_others=(setpriv --bounding-set=-dac_override,-dac_read_search --)
cp "$T/good.tsv" "$T/secret.tsv" && chmod 0 "$T/secret.tsv"
refused 'file without permission' secret.tsv '[Pp]ermission' -- "${like_others[@]}" "${train[@]}" --ratings="$T/secret.tsv" --out="$T/out"
rm -f "$T/secret.tsv"
file 'empty file' '' 'empty|no rating|no line'
file 'blank lines only' '\n\n \n' 'empty|no rating|line'
head -c 4096 /bin/sh > "$T/binary.tsv"
refused 'binary file' binary.tsv '(line 1|:1)([^0-9]|$)' -- "${train[@]}" --ratings="$T/binary.tsv" --out="$T/out"
file 'NUL in a line' '1\t1\t3\n1\t2\t4\n2\t1\t\0005\n' "$line3"
file 'too few columns' '1\t1\t3\n1\t2\t4\n2\t1\n' "$line3"
file 'too many columns' '1\t1\t3\n1\t2\t4\n2\t1\t3\t4\t5\t6\n' "$line3"
file 'nan' '1\t1\t3\n1\t2\t4\n2\t1\tnan\n' "$line3" nan
file 'inf' '1\t1\t3\n1\t2\t4\n2\t1\tinf\n' "$line3" inf
file 'a rating beyond double' '1\t1\t3\n1\t2\t4\n2\t1\t1e400\n' "$line3" 1e400
file 'hex garbage' '1\t1\t3\n1\t2\t4\n2\t1\t0xZZ\n' "$line3" 0xZZ
file 'hex garbage for an id' '1\t1\t3\n1\t2\t4\n0x1f\t1\t2\n' "$line3" 0x1f
file 'text after a rating' '1\t1\t3\n1\t2\t4\n2\t1\t3x\n' "$line3" 3x
file 'a word for a rating' '1\t1\t3\n1\t2\t4\n2\t1\tgood\n' "$line3" good
file 'empty rating in csv' '1,1,3\n1,2,4\n2,1,\n' "$line3"
file 'negative user' '1\t1\t3\n1\t2\t4\n-2\t1\t3\n' "$line3"
file 'negative item' '1\t1\t3\n1\t2\t4\n2\t-1\t3\n' "$line3"
file 'user over 2^31' '1\t1\t3\n1\t2\t4\n2147483649\t1\t3\n' "$line3" 2147483649
file 'item over 2^31' '1\t1\t3\n1\t2\t4\n2\t2147483649\t3\n' "$line3" 2147483649
file 'user that wraps to 1 in 32 bits' '1\t1\t3\n1\t2\t4\n4294967297\t1\t3\n' "$line3" 4294967297
file 'user that wraps to 1 in 64 bits' '1\t1\t3\n1\t2\t4\n18446744073709551617\t1\t3\n' "$line3"
file 'fraction for an id' '1\t1\t3\n1\t2\t4\n2.5\t1\t3\n' "$line3" 2.5
file 'duplicate pair' '1\t1\t3\n1\t2\t4\n2\t1\t3\n1\t2\t5\n' '(line |:)2([^0-9]|$)' '(line |:|and )4([^0-9]|$)' 'duplicates=last'
printf '1\t1\t3\n1\t2\t4\n2\t1\t5\n' > "$T/range.tsv"
refused 'rating above the range' range.tsv "$line3" 5 -- "${train[@]}" --ratings="$T/range.tsv" --range=1:4.5 --out="$T/out"
refused 'rating below the range' range.tsv '(line 1|:1)([^0-9]|$)' 3 -- "${train[@]}" --ratings="$T/range.tsv" --range=3.5:5 --out="$T/out"
{ printf '1\t1\t3\n1\t2\t4\n'; head -c 1048576 /dev/zero | tr '\0' 7; echo; } > "$T/long.tsv"
refused 'a line of 1 MB' long.tsv "$line3" -- "${train[@]}" --ratings="$T/long.tsv" --out="$T/out"
"${train[@]}" --ratings="$T/long.tsv" --out="$T/out" 2>&1 | awk '{ n += length($0) } END { exit n > 2000 }'
verdict 'a line of 1 MB is not echoed' $?

refused 'missing test file' none.test 'No such file' -- "$dpmf" train --mech=hdpmf --variant=published --factors=2 --epochs=2 --ratings="$T/good.tsv" --test="$T/none.test" --out="$T/out"
refused 'no ratings given' '--ratings' -- "${train[@]}" --out="$T/out"
for e in 0 -1 nan NaN inf 1e400 -1e400 0x1p-2 1e-400 '' one; do option "epsilon $e" "--epsilon=$e" epsilon; done
for k in 0 -1 1.5 '' 1e3 99999999999999999999; do option "factors $k" "--factors=$k" factors; done
for t in -1 x 99999999999999999999; do option "epochs $t" "--epochs=$t" epochs; done
for s in -1 x 18446744073709551616; do option "seed $s" "--seed=$s" seed; done
for j in 0 -1 x; do option "jobs $j" "--jobs=$j" jobs; done
for r in 0 -1 nan inf 1e400; do option "rate $r" "--rate=$r" rate; done
for l in -1 nan 1e400; do option "lambda $l" "--lambda=$l" lambda; done
for r in 5:1 1:1 nan:5 1:inf 1 1:5:9; do option "range $r" "--range=$r" range; done
option 'unknown mechanism' --mech=nosuch nosuch hdpmf
option 'unknown variant' --variant=nosuch nosuch published
option 'unknown format' --format=nosuch nosuch
option 'unknown noise' --noise=nosuch nosuch
option 'unknown duplicates' --duplicates=first first
option 'unknown option' --no-such-option no-such-option
option 'a word that is no option' surplus surplus

option 'an option of another mechanism' --beta=0.5 beta hdpmf
option 'a trust list for a mechanism without friends' --social=x social hdpmf

gauss=("$dpmf" train --mech=gaussmf --variant=published --ratings="$T/good.tsv" --holdout=1 --factors=2 --epochs=2 --seed=1 --out="$T/out")
for e in 0 -1 1 2 nan 1e400; do refused "gaussmf: eps-i $e" eps -- "${gauss[@]}" --eps-i="$e"; done
refused 'gaussmf: eps-i 1 names the theorem' 'Dwork|Theorem 1' -- "${gauss[@]}" --eps-i=1
refused 'gaussmf: an epsilon that needs more than 1 a round' epochs 'Theorem 1' -- "${gauss[@]}" --epsilon=50
refused 'gaussmf: two epsilons' epsilon eps-i -- "${gauss[@]}" --epsilon=1 --eps-i=0.5
for d in 0 1 -1 2 nan; do
	refused "gaussmf: delta $d" delta -- "${gauss[@]}" --delta="$d"
	refused "gaussmf: delta-r $d" delta-r -- "${gauss[@]}" --delta-r="$d"
done
for c in 0 -1 nan; do refused "gaussmf: norm $c" 'norm|clip' -- "${gauss[@]}" --norm="$c"; done
for t in -1 nan; do refused "gaussmf: tolerance $t" tolerance -- "${gauss[@]}" --tolerance="$t"; done
refused 'gaussmf: factors 2000' factors -- "${gauss[@]}" --factors=2000

"$dpmf" synth --social --users=20 --ratings=40 --seed=1 --out="$T/trust.tsv"
social=("$dpmf" train --mech=privsr --variant=published --ratings="$T/good.tsv" --holdout=1 --factors=2 --epochs=2 --seed=1 --out="$T/out")
refused 'privsr without a trust list' social -- "${social[@]}"
refused 'soreg without a trust list' social -- "$dpmf" train --mech=soreg --ratings="$T/good.tsv"
refused 'missing trust list' none.trust 'No such file' -- "${social[@]}" --social="$T/none.trust"
printf '1\t2\n1\t3\nx\t2\n' > "$T/bad.trust"
refused 'a word in a trust list' bad.trust "$line3" -- "${social[@]}" --social="$T/bad.trust"
printf '1000\t2000\n' > "$T/strangers.trust"
refused 'a trust list of strangers' 'trust|edge' -- "${social[@]}" --social="$T/strangers.trust"
for b in 0 -1 1.5 nan; do refused "privsr: beta $b" beta -- "${social[@]}" --social="$T/trust.tsv" --beta="$b"; done
for s in -1 1.5 nan; do refused "privsr: share $s" sensitive -- "${social[@]}" --social="$T/trust.tsv" --sensitive="$s"; done
for w in -1 nan; do refused "privsr: social weight $w" 'social-weight|social weight' -- "${social[@]}" --social="$T/trust.tsv" --social-weight="$w"; done
refused 'soreg: an option of privsr' beta soreg -- "$dpmf" train --mech=soreg --ratings="$T/good.tsv" --social="$T/trust.tsv" --beta=1

mkdir "$T/there"
refused 'output folder that exists' there 'exist' -- "${train[@]}" --ratings="$T/good.tsv" --out="$T/there"
touch "$T/afile"
refused 'output below a file' afile -- "${train[@]}" --ratings="$T/good.tsv" --out="$T/afile/out"
refused 'output in a missing folder' nosuch -- "${train[@]}" --ratings="$T/good.tsv" --out="$T/nosuch/out"
refused 'output below /proc' /proc -- "${train[@]}" --ratings="$T/good.tsv" --out=/proc/dpmf-test
refused 'empty output name' out -- "${train[@]}" --ratings="$T/good.tsv" --out=

accepted() { # NAME FILE [OPTION...]: trains, and gives the same model as good.tsv
	local name=$1 file=$2
	shift 2
	"${train[@]}" --ratings="$file" --out="$T/accepted" "$@" > "$T/log" 2>&1 &&
		diff -r "$T/model" "$T/accepted" > "$T/diff"
	verdict "$name" $? "$(tail -1 "$T/log")"
	rm -rf "$T/accepted"
}

"${train[@]}" --ratings="$T/good.tsv" --out="$T/model" > "$T/log" 2>&1
verdict 'good input trains' $? "$(tail -1 "$T/log")"
sed 's/$/\r/' "$T/good.tsv" > "$T/crlf.tsv"
accepted 'CRLF is read' "$T/crlf.tsv"
{ printf '\357\273\277'; cat "$T/good.tsv"; } > "$T/bom.tsv"
accepted 'a byte-order mark is read' "$T/bom.tsv"
printf '%s' "$(cat "$T/good.tsv")" > "$T/cut.tsv"
accepted 'a last line without newline is read' "$T/cut.tsv"
awk '{ print; print "" }' "$T/good.tsv" > "$T/blank.tsv"
accepted 'empty lines are read' "$T/blank.tsv"
sed 's/\t/::/g; s/$/::978300760/' "$T/good.tsv" > "$T/colons.dat"
accepted 'ml-1m' "$T/colons.dat"
accepted 'ml-1m by name' "$T/colons.dat" --format=ml1m
sed 's/$/\t881250949/' "$T/good.tsv" > "$T/u.data"
accepted 'ml-100k' "$T/u.data" --format=ml100k
tr '\t' , < "$T/good.tsv" > "$T/plain.csv"
accepted 'csv without header' "$T/plain.csv"
{ echo userId,movieId,rating; cat "$T/plain.csv"; } > "$T/header.csv"
accepted 'csv with header' "$T/header.csv"
tr '\t' ' ' < "$T/good.tsv" > "$T/blanks.txt"
accepted 'triples between blanks' "$T/blanks.txt"
sort -k2,2n -k1,1nr "$T/good.tsv" > "$T/shuffled.tsv"
accepted 'another order' "$T/shuffled.tsv"
{ awk 'NR == 3 { print $1 "\t" $2 "\t" ($3 % 5) + 1 }' "$T/good.tsv"; cat "$T/good.tsv"; } > "$T/twice.tsv"
accepted 'a duplicate pair with --duplicates=last' "$T/twice.tsv" --duplicates=last
exit "$bad"
