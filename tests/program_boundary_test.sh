#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The boundary of `dpmf train`, attacked: what leaves in public/ tells of the data no more than the printed guarantee says,
# and where a premise of the guarantee is broken, no epsilon is printed.
# Starts early: it takes long.
. "$(dirname "$0")/program.sh"
cd "$T" || exit 3
"$dpmf" synth --users=60 --items=130 --ratings=2400 --seed=1 --out=r.tsv && awk 'NR % 5' r.tsv > base && awk 'NR % 5 == 0' r.tsv > test &&
	"$dpmf" synth --implicit --users=60 --items=130 --ratings=1500 --seed=5 --out=i.tsv && awk 'NR % 15' i.tsv > ibase &&
	awk 'NR % 15 == 0' i.tsv > itest && "$dpmf" synth --social --users=60 --ratings=200 --seed=1 --out=t.tsv
verdict 'synth writes the data' $?
given=(--items=130 --users=60)
rated=(--ratings=base --test=test --range=1:5 "${given[@]}")

train() { # OUT OPTION...
	rm -rf "$1"
	"$dpmf" train --out="$1" "${@:2}" > "$T/log" 2> "$T/err"
}
told() { # KEY...: of the guarantee of the last run with --json
	at guarantee "$@" < "$T/log"
}
state() { # PREMISE: what the last run with --json says of it
	at guarantee premises < "$T/log" | python3 -c 'import json, sys
print(*[p["state"] for p in json.load(sys.stdin) if p["id"] == sys.argv[1]] or ["absent"])' "$1"
}

# What each mechanism is run with here, a line each: its options, behind them the data.
commands() {
	local explicit="--ratings=base --test=test --range=1:5 ${given[*]}" implicit="--ratings=ibase --test=itest ${given[*]}"
	local round='--epochs=2 --factors=2' message='--participation=0.25 --theta=0.0625 --quanta=2'
	cat <<-END
		--mech=hdpmf --variant=published $round $explicit
		--mech=hdpmf --variant=corrected $explicit
		--mech=hdpmf --variant=as-run $round $explicit
		--mech=gaussmf --variant=published $round $explicit
		--mech=gaussmf --variant=corrected $round $explicit
		--mech=dpimf --variant=published $round $implicit
		--mech=dpimf --variant=corrected $round $implicit
		--mech=dpmf-rp --variant=published $round $message $explicit
		--mech=dpmf-rp --variant=corrected $round $message $explicit
		--mech=dpals --variant=published $round $explicit
		--mech=dpals --variant=corrected $round $explicit
		--mech=privsr --variant=published --social=t.tsv $round $explicit
		--mech=privsr --variant=corrected --social=t.tsv $explicit
		--mech=mf $round $explicit
		--mech=dpmf $round $explicit
		--mech=pdpmf $round $explicit
		--mech=soreg --social=t.tsv $round $explicit
		--mech=gd $round $explicit
		--mech=dpmf01 $round $implicit
		--mech=dplcf $implicit
		--mech=ldpicf $implicit
		--mech=ials $round $implicit
		--mech=pop $implicit
		--mech=means $explicit
		--mech=dppop $implicit
		--mech=constant $explicit
	END
}
name_of() { # OPTION...: "hdpmf corrected"
	local name=${1#--mech=}
	[[ ${2:-} != --variant=* ]] || name+=" ${2#--variant=}"
	echo "$name"
}

# Every mechanism: without a seed, with one, with a range off the data; in JSON and in text.
judged() { # NAME holds|broken|none: what the run just made must say, in JSON (log) and in text (text)
	local name=$1 wanted=$2 holds epsilon head
	holds=$(told holds) epsilon=$(told epsilon) head=$(sed -n 's/^guarantee *\([A-Z ]*[A-Z]\)[,:].*/\1/p' text)
	case $wanted in
	holds) [ "$holds" = true ] && [ "$epsilon" != null ] && [ "$(told if)" = null ] && [ "$head" = HOLDS ] &&
		! grep -qE '^(broken|would be) ' text ;;
	broken) [ "$holds" = false ] && [ "$epsilon" = null ] && [ "$(told delta)" = null ] && [ "$(told protects)" = '[]' ] &&
		[ "$(told if protects 0 epsilon hi)" != '' ] && [ "$head" = 'DOES NOT HOLD' ] && grep -q '^broken ' text &&
		! grep -qE '^ +epsilon = ' text ;;
	none) [ "$holds" = false ] && [ "$epsilon" = null ] && [ "$(told if)" = null ] && [ "$head" = NONE ] && ! grep -q epsilon text ;;
	esac
	verdict "$name" $? "$holds $epsilon, $head, $(tail -n 1 err)"
}
both() { # OPTION...: a run in JSON and one in text
	"$dpmf" train "$@" > text 2> err && "$dpmf" train "$@" --json > log 2>> err
}
while read -r line; do
	read -ra how <<< "$line"; name=$(name_of "${how[@]}")
	case $name in
	*corrected | dplcf | ldpicf | means | dppop | constant) wanted=holds ;;
	mf | soreg | gd | ials | pop) wanted=none ;;
	*) wanted=broken ;;
	esac
	both "${how[@]}"
	judged "$name, all inputs given: $wanted" $wanted
	both "${how[@]}" --seed=7
	if [ $wanted = none ]; then
		judged "$name, with a seed: $wanted" $wanted
		continue
	fi
	wanted=broken
	judged "$name, with a seed: $wanted" $wanted
	[ "$(state 'noise secret')" = broken ]
	verdict "$name: the seed is a broken premise" $? "$(state 'noise secret')"
	[[ $line == *--range* ]] || continue
	both "${how[@]/--range=1:5/--jobs=1}"
	judged "$name, with a range off the data: $wanted" $wanted
	[ "$(state 'range public')" = broken ] && [ "$(at inputs range_is < log)" = 'read off the data' ]
	verdict "$name: the range off the data is a broken premise" $? "$(state 'range public')"
done < <(commands)

# Only options that apply stand among the settings: each of them can be given again, and nothing is refused.
while read -r line; do
	read -ra how <<< "$line"; name=$(name_of "${how[@]}")
	train out "${how[@]}" --json
	applies=$("$dpmf" train "${how[0]}" --help | sed -n 's/^  --\([a-z0-9-]*\).*/\1/p' | tr - _)
	[[ $line != *corrected* ]] || applies=$(grep -vxF "$("$dpmf" train "${how[0]}" --help | sed -n 's/^  --\([a-z0-9-]*\).*\(published\|as-run\) only.*/\1/p;' | tr - _)" <<< "$applies")
	strangers=$(python3 -c 'import json, sys
settings = set(json.load(open("log"))["settings"])
print(*(settings - set(sys.argv[1].split())) if settings else "none at all")' "$applies")
	[ $? -eq 0 ] && [ -z "$strangers" ]
	verdict "$name: the settings are options that apply" $? "$strangers $(tail -n 1 err)"
done < <(commands)
"$dpmf" train --mech=hdpmf --variant=corrected "${rated[@]}" --json > log
[[ $(at settings < log) != *factors* && $(at settings < log) != *epochs* ]]
verdict 'corrected hdpmf has no factors and no epochs among its settings' $? "$(at settings < log)"

# Without a variant, or with an option that does not apply.
for mech in $(mechanisms); do
	refused "$mech without a variant says what the two are" '--variant is missing' 'published, the paper' 'and corrected, ' -- \
		"$dpmf" train --mech=$mech "${rated[@]}" --out=out
done
refused 'a baseline has no variant' 'mf is a baseline and has no variants' -- "$dpmf" train --mech=mf --variant=corrected "${rated[@]}"
hdpmf=("$dpmf" train --mech=hdpmf "${rated[@]}" --out=out)
refused '--factors=77 does nothing in corrected hdpmf' '--factors does not apply' 'rank one' -- "${hdpmf[@]}" --variant=corrected --factors=77
refused 'corrected hdpmf has no epochs' '--epochs does not apply' -- "${hdpmf[@]}" --variant=corrected --epochs=5
refused 'published hdpmf has no colluders' '--colluding does not apply' -- "${hdpmf[@]}" --variant=published --colluding=2
for hold in '' --hold-users; do
	"$dpmf" train --mech=hdpmf --variant=published ${hold:+"$hold"} --epochs=3 --factors=2 "${rated[@]}" --json > log
	[ "$(told epsilon)" = null ] && [ "$(told holds)" = false ] && [ "$(state 'noise exact')" = broken ] &&
		[ "$(state 'users held')" = "$([ "$hold" ] && echo absent || echo broken)" ]
	verdict "published hdpmf ${hold:-without --hold-users} has no epsilon" $? "$(told epsilon) $(state 'users held')"
done

# The range off the data: one rating, 3 -> 5.
awk -F '\t' -v OFS='\t' '{ $3 = 1 + $3 % 4; print }' base > four # 1 to 4
awk -F '\t' -v OFS='\t' 'NR == 1 { $3 = 5 } 1' four > five
shape() { # DIR: its files, and of each the lines and how long they are but for digits of noise
	(cd "$1/public" && for file in *; do
		echo "$file $(wc -l < "$file") $(cut -d' ' -f1 "$file" | cksum)"; done | grep -v -e SHA256SUMS -e record.json)
	sed '/"noise"/,$d' "$1/public/model.json"
	cat "$1/public/record.json"
}
for variant in 'hdpmf --variant=corrected' 'gaussmf --variant=corrected --epochs=2 --factors=2' \
	'dpmf-rp --variant=corrected --epochs=2 --factors=2 --participation=0.25 --theta=0.0625 --quanta=2'; do
	read -ra how <<< "--mech=$variant"
	for data in four five; do train $data.out "${how[@]}" --ratings=$data --holdout=0 --range=1:5 "${given[@]}" --coins=1; done
	[ -d four.out/public ] && [ "$(shape four.out)" = "$(shape five.out)" ]
	verdict "${variant%% *}: a rating of 3 becomes 5, and with --range the shape of public/ stays" $? \
		"$(diff <(shape four.out) <(shape five.out) | head -n 3 | xargs)"
	for data in four five; do train $data.out "${how[@]}" --ratings=$data --holdout=0 "${given[@]}" --coins=1; done
	[ "$(shape four.out)" != "$(shape five.out)" ] && [ "$(at guarantee epsilon < five.out/public/model.json)" = null ]
	verdict "${variant%% *}: without --range it tells, and there is no epsilon" $? "$(at guarantee epsilon < five.out/public/model.json)"
done

# One interaction with an item that nobody else has.
grep -vP '\t130\t' ibase > few
{ cat few; printf '1\t130\t1\n'; } > more
for data in few more; do train $data.out --mech=dpimf --variant=corrected --factors=2 --ratings=$data --holdout=0 "${given[@]}" --coins=1; done
[ -d few.out/public ] && [ "$(shape few.out)" = "$(shape more.out)" ] && [ "$(wc -l < more.out/public/item_factors.txt)" -eq 130 ]
verdict 'dpimf: a new item adds no line where the catalogue is given' $? "$(wc -l more.out/public/item_factors.txt)"
for data in few more; do "$dpmf" train --mech=dpimf --variant=corrected --factors=2 --ratings=$data --holdout=0 --users=60 --json > log; done
[ "$(told epsilon)" = null ] && [ "$(state 'items public')" = broken ] && [ "$(at inputs items < log)" = 130 ]
verdict 'dpimf: without a catalogue it would, and there is no epsilon' $? "$(told epsilon) $(state 'items public')"
"$dpmf" train --mech=dpimf --variant=corrected --factors=2 --ratings=few --holdout=0 --items=130 --json > log
[ "$(told epsilon)" = null ] && [ "$(state 'users public')" = broken ]
verdict 'dpimf: without the users there is no epsilon' $? "$(told epsilon) $(state 'users public')"

# The seed, the users' factors and the metrics.
while read -r line; do
	read -ra how <<< "$line"; name=$(name_of "${how[@]}")
	(umask 077; train seeded "${how[@]}" --seed=918273645)
	[ -d seeded/public ] && ! grep -rqE '918273645|36bba7d1|"seed"' seeded/public
	verdict "$name: the seed is in no file of public/" $? "$(grep -rlE '918273645' seeded/public)"
	python3 - seeded > leaks 2>> err <<-'END' || echo 'no folder' > leaks
		import json, os, re, sys
		public = "".join(open(os.path.join(sys.argv[1], "public", name)).read() for name in os.listdir(os.path.join(sys.argv[1], "public")))
		def numbers(x):
		    for y in x.values() if isinstance(x, dict) else x if isinstance(x, list) else []:
		        yield from numbers(y)
		    if isinstance(x, float) and x not in (0, 1):
		        yield repr(x)
		print(*(x for x in numbers(json.load(open(sys.argv[1] + "/evaluation.json"))) if len(x) > 6 and x in public))
		print(*re.findall('"(?:evaluation|mse|rmse|mae|hr|ndcg|lists|test)"', public))
	END
	[ -z "$(tr -d ' \n' < leaks)" ]
	verdict "$name: no metric is in public/" $? "$(xargs < leaks)"
	public=$(ls seeded/public)
	case $name in 'gaussmf corrected' | means) [[ $public = *user_factors* ]] ;; *) [[ $public != *user_factors* && $public = *model.json* ]] ;; esac
	verdict "$name: users' factors are in public/ only where they carry noise" $? "$(ls seeded/public | xargs)"
	[ "$(stat -c %a seeded/devices seeded/evaluation.json | xargs)$(find seeded/devices -type f ! -perm 600)$(find seeded/public -type f ! -perm 644)" = '700 600' ]
	verdict "$name: devices/ and evaluation.json are their owner's alone" $? "$(stat -c '%a %n' seeded/* seeded/*/* | xargs)"
done < <(commands)

# Coins fix what is public and no more.
for data in one two; do train $data --mech=gaussmf --variant=corrected --epochs=1 --factors=2 "${rated[@]}" --coins=12; done
[ -s one/public/item_factors.txt ] && [ "$(at coins < one/public/model.json)" = "$(at coins < two/public/model.json)" ] && ! cmp -s one/public/item_factors.txt two/public/item_factors.txt
verdict 'the same coins, other noise' $? "$(tail -n 1 err)"
[ "$(at inputs noise_key < one/public/model.json)" = 'from the operating system' ] && [ "$(at guarantee holds < one/public/model.json)" = true ]
verdict 'with coins the guarantee holds' $?
for data in one two; do train $data --mech=mf --epochs=1 --factors=2 "${rated[@]}" --coins=12; done
cmp -s one/public/item_factors.txt two/public/item_factors.txt
verdict 'the same coins, the same starting point: without noise the same model' $?
train one --mech=mf --epochs=1 --factors=2 "${rated[@]}" --coins=12 && train two --mech=mf --epochs=1 --factors=2 "${rated[@]}" --coins=13 &&
	! cmp -s one/public/item_factors.txt two/public/item_factors.txt
verdict 'other coins, another one' $?
refused 'coins and a seed' '--seed and --coins' -- "$dpmf" train --mech=mf "${rated[@]}" --coins=1 --seed=1

# What cannot be written. One test rating is so far off that its squared error is no number.
printf '1\t1\t1e200\n2\t1\t1\n' > far
train far.out --mech=mf --epochs=1 --rate=1e-250 --ratings=base --test=far
status=$?
[ $status -eq 0 ] && [ "$(at mse < far.out/evaluation.json) $(at mae < far.out/evaluation.json)" = 'null 5e+199' ] &&
	[ "$(at format < far.out/public/model.json)" = dpmf-model ] && grep -q '^MSE  *inf$' log
verdict 'a metric that is no number is null, and every document is whole' $? "exit $status, $(wc -c far.out/*.json far.out/public/*.json | xargs)"
"$dpmf" train --mech=mf --epochs=1 --rate=1e-250 --ratings=base --test=far --json > log && [ "$(at evaluation mse < log)" = null ] &&
	"$dpmf" predict --model=far.out --test=far --json > log && [ "$(at mse < log)" = null ]
verdict 'the same on stdout, and of predict' $? "$(tail -n 2 log | xargs)"
for epochs in 45 46 47 48; do
	train wild --mech=mf --clip=no --rate=3e4 --epochs=$epochs "${rated[@]}"
	status=$?
	{ [ $status -eq 2 ] && [ ! -e wild ] && grep -q diverged err; } || { [ $status -eq 0 ] && [ "$(at format < wild/evaluation.json)" = dpmf-evaluation ] &&
		[ "$(at format < wild/public/model.json)" = dpmf-model ] && at mse < wild/evaluation.json > log; }
	verdict "a training that goes wild for $epochs epochs diverges, or its folder is whole" $? "exit $status $(tail -n 1 err)"
done
"$dpmf" train --mech=hdpmf --variant=corrected "${rated[@]}" --json > /dev/full 2> err
[ $? -eq 3 ] && [ -s err ]
verdict 'a full disk behind stdout is exit 3' $? "$(xargs < err)"
for limit in 0 1 4 8; do
	rm -rf limited
	(trap '' XFSZ; ulimit -f $limit; "$dpmf" train --mech=gaussmf --variant=corrected --epochs=2 --factors=40 "${rated[@]}" --out=limited) > log 2> err
	status=$?
	[ $status -eq 3 ] && [ ! -e limited ] && [ -z "$(find . -name 'limited*')" ]
	verdict "no file may grow beyond $limit blocks: exit 3, nothing is left" $? "exit $status, $(find . -name 'limited*' | xargs)"
done

# An edited folder: every file changed, taken away, one added; a record that no longer fits.
train whole --mech=hdpmf --variant=corrected "${rated[@]}"
edited() { # NAME PATTERN: dpmf guarantee and dpmf predict refuse the folder `edited` and say what
	refused "$1: guarantee" "$2" -- "$dpmf" guarantee edited
	refused "$1: predict" "$2" -- "$dpmf" predict --model=edited --test=test
	rm -rf edited
}
for file in $(ls whole/public); do
	cp -r whole edited && printf ' ' >> "edited/public/$file"
	if [ "$file" = SHA256SUMS ]; then
		edited "$file changed" 'SHA256SUMS has a line that is no checksum'
	else
		edited "$file changed" "$file was changed after it was released"
	fi
	cp -r whole edited && rm "edited/public/$file"
	edited "$file taken away" "cannot read .*$file"
done
cp -r whole edited && echo 1 > edited/public/ratings.txt
edited 'a file added' 'ratings.txt was added'
mended() { # FILE PYTHON: the document `x` of a file in public/ changed, its checksum mended
	cp -r whole edited
	python3 -c 'import json, sys
x = json.load(open(sys.argv[1])); e = x.get("entries", [None])[0]
exec(sys.argv[2])
json.dump(x, open(sys.argv[1], "w"), indent=2)' "edited/public/$1" "$2"
	(cd edited/public && sha256sum $(cut -c 67- SHA256SUMS) > sums && mv sums SHA256SUMS)
}
mended record.json 'pass'
"$dpmf" guarantee edited > log 2> err
verdict 'the way of editing is sound: a record written anew is accepted' $? "$(tail -n 1 err)"
rm -rf edited
mended record.json 'e["sensitivity"] = "0x1p-3"; e["sensitivity_least"] = "0x1p-3"'
edited 'a smaller sensitivity' 'record.json'
mended record.json 'e["rate_p"] = str(2 * int(e["rate_p"]))'
edited 'a greater rate' 'record.json'
for law in laplace none normal poisson-binomial; do
	mended record.json "e['law'] = '$law'"
	edited "the law $law" 'record.json'
done
mended record.json 'e["law"] = "gumbel"'
edited 'a law that is none' 'entry 1 has no "law" that can be read'
mended record.json 'del e["neighbours"]'
edited 'an entry without neighbours' 'entry 1 has no "neighbours"'
mended record.json 'e["note"] = "trust me"'
edited 'an entry with a stranger' 'entry 1 has "note"'
mended record.json 'x["entries"] = []'
edited 'a record of nothing' 'record.json'
mended record.json 'x["entries"].append(dict(e))'
edited 'a record with an entry twice' 'record.json'
mended record.json 'x["version"] = 9'
edited 'a record of another version' 'record.json is no record of version 1'
mended model.json 'x["guarantee"]["epsilon"]["hi"] = "0.5"'
edited 'an epsilon that was lowered' '"guarantee" in model.json is not'
mended model.json 'x["guarantee"]["premises"][0]["text"] = "all is well"'
edited 'a premise that was reworded' '"guarantee" in model.json is not'
mended model.json 'x["settings"]["factors"] = 77'
edited 'a setting that does not apply' 'settings that no training has|"settings" in model.json'
mended model.json 'x["coins"] = "00"'
edited 'coins that are too few' 'coins'
mended model.json 'x["mech"] = "nosuch"'
edited 'a mechanism that is none' 'nosuch'
mended model.json 'del x["prediction"]'
refused 'a model without its rule: predict' 'prediction' -- "$dpmf" predict --model=edited --test=test
rm -rf edited
cp -r whole edited && head -c 100 whole/public/model.json > edited/public/model.json &&
	(cd edited/public && sha256sum $(cut -c 67- SHA256SUMS) > sums && mv sums SHA256SUMS)
edited 'half a model.json' 'model.json'
refused 'no folder at all' 'cannot read' -- "$dpmf" guarantee nowhere

# Several releases add up.
train monday --mech=hdpmf --variant=corrected --epsilon=0.5 "${rated[@]}" && train tuesday --mech=hdpmf --variant=corrected --epsilon=0.25 "${rated[@]}"
"$dpmf" guarantee monday tuesday --json > log && python3 - <<-'END'
	import fractions, json
	x = json.load(open("log"))
	sums = [sum(fractions.Fraction(r["guarantee"]["epsilon"][end]) for r in x["releases"]) for end in ("lo", "hi")]
	assert x["holds"] and fractions.Fraction(x["epsilon"]["lo"]) <= sums[0] and sums[1] <= fractions.Fraction(x["epsilon"]["hi"])
	assert abs(float(x["epsilon"]["hi"]) - 0.75) < 1e-12
END
verdict 'two releases add up' $? "$(at epsilon < log)"
"$dpmf" guarantee monday tuesday | grep -q '^together .*epsilon = 0.75'
verdict 'and say so in text' $?
train broken --mech=hdpmf --variant=corrected --epsilon=0.5 "${rated[@]}" --seed=1
"$dpmf" guarantee monday broken > log
[ $? -eq 1 ] && grep -q '^together *DO NOT HOLD' log && "$dpmf" guarantee monday/public > /dev/null
verdict 'with one that does not hold they do not: exit 1' $? "$(tail -n 1 log)"
train other --mech=gaussmf --variant=corrected --epochs=2 --factors=2 "${rated[@]}"
refused 'what protects another thing has no sum' 'have no sum' -- "$dpmf" guarantee monday other

# dpmf predict gives what was printed, to the last digit; without devices/ what the public part allows, or the reason.
same='import json, sys
want, have = (json.load(open(name)) for name in sys.argv[1:])
keys = ("hr", "ndcg") if "hr" in want else ("mse", "rmse", "mae")
sys.exit(not all(want[k] == have[k] for k in keys) or None in (want[keys[0]],))'
while read -r line; do
	read -ra how <<< "$line"; name=$(name_of "${how[@]}")
	train model "${how[@]}"
	tests=test
	[[ $line == *itest* ]] && tests=itest
	"$dpmf" predict --model=model --test=$tests > predicted 2> err && "$dpmf" predict --model=model --test=$tests --json > json 2>> err &&
		[ "$(grep -E '^(MSE|RMSE|MAE|HR|NDCG)' log)" = "$(grep -E '^(MSE|RMSE|MAE|HR|NDCG)' predicted)" ] && python3 -c "$same" model/evaluation.json json
	verdict "$name: predict has the printed errors, to the last digit" $? "$(tail -n 1 err)"
	"$dpmf" guarantee model > log 2> err
	status=$?
	wanted=$(at guarantee holds < model/public/model.json)
	[ "$status" -eq "$([ "$wanted" = true ] && echo 0 || echo 1)" ] && [ "$("$dpmf" guarantee --json model/public | at releases 0 guarantee)" = "$(at guarantee < model/public/model.json)" ]
	verdict "$name: dpmf guarantee says of the folder what it says itself" $? "exit $status, $wanted, $(tail -n 1 err)"
	rm -r model/devices
	case $name in
	'hdpmf corrected' | 'gaussmf corrected' | 'privsr corrected' | means | constant)
		"$dpmf" predict --model=model --test=$tests > predicted 2> err && grep -q '^MSE ' predicted
		verdict "$name: without devices/ it predicts from what is public" $? "$(tail -n 1 err)" ;;
	*) refused "$name: without devices/ it says why it does not predict" 'devices/?.* is not there' -- "$dpmf" predict --model=model --test=$tests ;;
	esac
done < <(commands)

# Catalogues, colluders and ranges that are wrong.
printf '1\n2\n3\n2\n' > twice
seq 129 > short
seq 59 > fifty-nine
printf '1\nx\n' > word
: > empty
corrected=("$dpmf" train --mech=hdpmf --variant=corrected --ratings=base --test=test --range=1:5 --out=out)
refused 'a catalogue with an id twice' 'twice:4|twice, line 4' -- "${corrected[@]}" --items=twice --users=60
refused 'a users file with an id twice' 'twice:4|twice, line 4' -- "${corrected[@]}" --items=130 --users=twice
refused 'a users file that lacks a rater' 'base:[0-9]+: .*\(user\) is 60' 'users=FILE' -- "${corrected[@]}" --items=130 --users=fifty-nine
refused 'fewer users than raters' 'base:[0-9]+: .*\(user\) is 60' 'users=FILE' -- "${corrected[@]}" --items=130 --users=59
refused 'an item outside the catalogue' 'base:[0-9]+: .*\(item\) is 130' 'items=FILE' -- "${corrected[@]}" --items=short --users=60
refused 'a catalogue with a word' 'word:2|word, line 2' -- "${corrected[@]}" --items=word --users=60
refused 'an empty catalogue' empty -- "${corrected[@]}" --items=empty --users=60
refused 'a catalogue that is not there' 'none.items' -- "${corrected[@]}" --items=none.items --users=60
refused 'a catalogue of nothing' items -- "${corrected[@]}" --items=0 --users=60
for wrong in x -1 1.5 110% 1.0 nan ''; do
	refused "--colluding=$wrong" '--colluding is' -- "${corrected[@]}" "${given[@]}" --colluding="$wrong"
done
refused 'a server of another kind' 'curious, lying' -- "${corrected[@]}" "${given[@]}" --server=honest
printf '1\t1\t3\n1\t2\t9\n2\t1\t4\n' > nine
refused 'a rating outside the range' 'nine:2' 9 -- "$dpmf" train --mech=hdpmf --variant=corrected --ratings=nine --range=1:5 --holdout=0 --out=out
refused 'a test rating outside the range' 'nine:2' 9 -- "$dpmf" train --mech=hdpmf --variant=corrected --ratings=base --test=nine --range=1:5 --out=out

# The help fits 100 columns, and each of its examples runs as it is printed.
PATH=$B/bin:$PATH
example() { # NAME COMMAND...: the lines behind "example:" of a help, each
	local name=$1 why=
	shift
	"$dpmf" "$@" --help > help 2>&1 || why='no help'
	awk 'length($0) > 100 { exit 1 }' help || why="a line of $(awk '{ print length($0) }' help | sort -n | tail -n 1)"
	sed '1,/^example:/d' help > script
	[ -s script ] || why='no example'
	rm -rf here && mkdir here
	(cd here && bash -e ../script > ../ran 2>&1) || why="the example ends with $?: $(tail -n 1 ran)"
	[ -z "$why" ]
	verdict "$name" $? "$why"
}
for mech in $("$dpmf" train --help | sed -n -e '/--help/d' -e '/^mechanisms:/,/^what all/s/^  \([a-z0-9-]*\)  *[^ -].*/\1/p'); do
	example "the help of $mech fits, and its example runs" train --mech="$mech"
done
for command in train predict guarantee; do example "the help of $command fits, and its example runs" $command; done
exit $bad
