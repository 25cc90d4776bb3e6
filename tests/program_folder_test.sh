#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A folder of a release that somebody made to do harm, its checksums sound: dpmf guarantee and dpmf predict say what is wrong
# with it, ask for no memory that it only claims to need, and end. And what several releases promise together.
. "$(dirname "$0")/program.sh"
cd "$T" || exit 3
"$dpmf" synth --users=30 --items=12 --ratings=200 --seed=1 --out=r.tsv && "$dpmf" synth --implicit --users=30 --items=12 --ratings=200 --seed=1 --out=i.tsv || exit 3
train() { # DIR OPTION...
	"$dpmf" train --out="$1" --items=12 --users=30 "${@:2}" > log 2> err
}
hdpmf=(--mech=hdpmf --variant=corrected --ratings=r.tsv --range=1:5)
train whole "${hdpmf[@]}" && train near --mech=dplcf --ratings=i.tsv --neighbours=1 && train near3 --mech=dplcf --ratings=i.tsv --neighbours=3
verdict 'the releases are made' $? "$(tail -n 1 err)"

mended() { # FOLDER FILE PYTHON: a copy of it whose document `x` is changed, with all sums made anew
	rm -rf edited && cp -r "$1" edited
	python3 -c 'import json, sys
x = json.load(open(sys.argv[1])); e = x.get("entries", [None])[0]
exec(sys.argv[2])
json.dump(x, open(sys.argv[1], "w"), indent=2)' "edited/public/$2" "$3" && sums
}
sums() { (cd edited/public && rm -f SHA256SUMS && sha256sum -- * > ../sums && mv ../sums SHA256SUMS); }
limited=(timeout --signal=KILL 120)
guarantee=("${limited[@]}" "$dpmf" guarantee edited)
predict=("${limited[@]}" "$dpmf" predict --model=edited --user=3)

"$dpmf" predict --model=near3 --user=3 > log 2> err && [ "$(wc -l < log)" -gt 3 ] && mended near3 model.json pass && "${predict[@]}" | cmp -s log
verdict 'the way of editing is sound: neighbours are read as they were written' $? "$(tail -n 1 err)"
for items in -1 0 $((1 << 40)) 4611686018427387904; do
	claimed="x['inputs']['items'] = $items
for p in x['guarantee']['premises']: p['text'] = p['text'].replace('(12 items)', '(%d items)' % ($items % 2**64))"
	mended near model.json "$claimed"
	refused "$items items with a neighbour each: predict" 'numbers of users, items or moves that no training has' -- "${predict[@]}"
	refused "$items items: guarantee" 'that no training has' -- "${guarantee[@]}"
done
mended near model.json "${claimed//4611686018427387904/11}"
refused 'one item fewer than lines' 'item_neighbours.txt has 12 lines for 11 items' -- "${predict[@]}"
for line in '12 1 0x1p0 2 0x1p0' '12 1' '12 1 nan' '12 1 -0x1p0' '12 x 0x1p0' 'x' '3' '12 1 0x1p0 ' '12 -1 0x1p0'; do
	rm -rf edited && cp -r near edited && sed -i "\$c $line" edited/public/item_neighbours.txt && sums
	refused "a last line \"$line\" of neighbours" 'item_neighbours.txt, line 12: it is no item with up to 1 neighbours' -- "${predict[@]}"
done
rm -rf edited && cp -r whole edited && awk '{ printf "%s", $1; for (l = 0; l < 900; l++) printf " 0x1p0"; print "" }' whole/public/item_factors.txt > edited/public/item_factors.txt
mv edited longer && mended longer model.json 'x["prediction"]["factors"] = 900'
refused 'an average user of 2 numbers where there are 900 factors' 'user_without_device' -- "${predict[@]}"
mended whole model.json 'x["prediction"]["center"] = "3"'
refused 'a center that is no number' 'no "prediction" that can be read' -- "${predict[@]}"
mended whole model.json 'x["prediction"]["cut"] = [5, 1]'
refused 'a cut from above to below' 'no "prediction" that can be read' -- "${predict[@]}"

mended whole record.json 'e["part"] = str(2**64 - 1)'
"${guarantee[@]}" > log 2> err && [ "$("$dpmf" guarantee whole | tail -n +2)" = "$(tail -n +2 log)" ]
verdict 'a part of the data with a huge number is one part' $? "$(tail -n 1 err)"
for change in 'e["sensitivity"] = "-0x1p26"' 'e["coordinates"] = "0"' 'e["pieces"] = "0"' 'e["rate_p"] = "0"' 'e["withheld"] = "13"' 'e["sampled_sensitivity"] = "-1"'; do
	mended whole record.json "$change"
	refused "no door makes an entry with $change" 'entry 1 is none that a release makes' -- "${guarantee[@]}"
done
for change in '"of_all"] = False' '"count"] = "3"' '"share"] = "0x1p-1"' '"lying"] = True'; do
	mended whole record.json "e[\"colluding.${change#\"}"
	refused "released under another plan for colluders: ${change#\"}" 'under a plan for other colluders, or another server' -- "${guarantee[@]}"
done
mended whole model.json 'x["guarantee"]["covers"].append("devices/user_factors.txt")'
refused 'a guarantee that covers more than it does' '"guarantee" in model.json is not' -- "${guarantee[@]}"
mended whole model.json 'x["certified"] = "epsilon 0.001"'
refused 'a model with a stranger' 'model.json has "certified"' -- "${guarantee[@]}"
rm -rf edited && cp -r whole edited && mv edited/devices/user_factors.txt edited/public && sums
refused 'what belongs on a device lies in public/, with its sum' 'user_factors.txt is not among the files that the guarantee covers' -- "${guarantee[@]}"
rm -rf edited && cp -r whole edited && mv edited/devices/user_factors.txt edited/public/.user_factors.txt
refused 'the same in a hidden file' '.user_factors.txt was added after the release' -- "${guarantee[@]}"
(cd edited/public && sha256sum .user_factors.txt >> SHA256SUMS)
refused 'and with its sum' '.user_factors.txt is not among the files that the guarantee covers' -- "${guarantee[@]}"
for way in 'mkfifo' 'ln -s /dev/zero'; do
	rm -rf edited && cp -r whole edited && rm edited/public/item_factors.txt && $way edited/public/item_factors.txt
	refused "$way in place of a file" 'item_factors.txt: it is no file' -- "${guarantee[@]}"
done
rm -rf edited
name=$(printf 'no\302\23331m')
"$dpmf" guarantee "$name" 2> err
[ $? -eq 2 ] && ! grep -qP '\xc2[\x80-\x9f]|[\x00-\x09\x0b-\x1f]' err && grep -q 'no??31m' err
verdict 'no terminal obeys what a diagnostic quotes' $? "$(cat -v err)"

# What JSON would turn round: such a folder could not be read again.
for option in "hdpmf --variant=corrected --ratings=r.tsv --range=1:5 --colluding" "hdpmf --variant=corrected --ratings=r.tsv --range=1:5 --holdout" \
	'dplcf --ratings=i.tsv --neighbours' 'dplcf --ratings=i.tsv --top'; do
	read -ra how <<< "--mech=$option=9223372036854775808"
	refused "${how[-1]}" "${how[-1]%%=*} is" -- "$dpmf" train "${how[@]}" --items=12 --users=30 --out=out
	read -ra how <<< "--mech=$option=9223372036854775807"
	[[ ${how[-1]} == --top* ]] && continue # no memory for such lists
	rm -rf most && train most "${how[@]}" && "$dpmf" guarantee most > log 2> err
	verdict "${how[-1]}, and the folder is read again" $? "$(tail -n 1 err)"
done
rm -rf most && train most "${hdpmf[@]/1:5/1:5.0000001}"
grep -q 'range 1 to 5.0000001' log && grep -q 'the range 1:5.0000001 was given' log
verdict 'a range is printed as it was given' $? "$(grep range log | xargs)"

# Together: each release draws its own weights, and each protects against some.
train one "${hdpmf[@]}" --epsilon=0.5 && train two "${hdpmf[@]}" --epsilon=0.25
COLUMNS=100 "$dpmf" guarantee one two > log 2> err && tail -n 8 log | xargs > together &&
	grep -q 'epsilon = 0.75 for the value of one rating, whatever its weight in each of them, over all 2 releases' together &&
	grep -q 'against only those against whom each of the releases protects' together && ! awk 'length($0) > 100' log | grep -q .
verdict 'two releases with weights of their own: the sum is for no weight' $? "$(cat together)"
[ "$("$dpmf" guarantee one two --json | at unit)" = 'the value of one rating, whatever its weight in each of them' ] &&
	[[ $("$dpmf" guarantee one --json | at unit) == *'of weight w'* ]]
verdict 'the same in JSON, and of one release as it says itself' $?
exit $bad
