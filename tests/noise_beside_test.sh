#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# No noise is drawn beside the door: of the mechanisms, the baselines and the programs nobody calls a sampler of a
# law, includes its header, or opens a stream of the door's keys. Draws that are no noise have their list below.
. "$(dirname "$0")/program.sh"
tree=$(realpath "$(dirname "$0")/..")

# Source text without comments and strings, which may name anything.
code() {
	sed -e 's|//.*||' -e 's|"[^"]*"|""|g' "$1" | awk '{
		line = $0; out = ""
		while (line != "") {
			if (inside) { at = index(line, "*/"); if (!at) { line = ""; break } line = substr(line, at + 2); inside = 0 }
			else { at = index(line, "/*"); if (!at) { out = out line; line = "" } else { out = out substr(line, 1, at - 1); line = substr(line, at + 2); inside = 1 } }
		}
		print out }'
}

# What only noise needs: the laws, their parts, the kernels of shares, the door's own keys.
noise='\<(dpmf_mixture|dpmf_mixture_h|dpmf_mixture_share|dpmf_hdpmf_noise_share|dpmf_laplace|dpmf_exponential|dpmf_geometric|dpmf_discrete_laplace|dpmf_discrete_gaussian|dpmf_polya|dpmf_laplace_share|dpmf_gaussian_share|dpmf_fixed_[a-z_]*|dpmf_pbm_draw|dpmf_flip|dpmf_bernoulli_exp|dpmf_law_of|dpmf_(paper|program)_[a-z_]*)[[:space:]]*\(|\<door(->|\.)(server|users|secrets)\>'
headers='#include "noise/(mixture|shares|gaussian_share|fixed_[a-z]*|order[a-z_]*|flip|law/[a-z_]*|door_parts)\.h"'
# What coins need, too: FILE FUNCTION, one a line, and what is drawn.
allowed='ref/mech/model.c dpmf_uniform         the factors and weights that training starts from
ref/mech/hdpmf/published.c dpmf_normal         the same, as the program of its authors has it
ref/mech/dpmf-rp/schedule.c dpmf_uniform_below      who takes part in which round
ref/mech/dpimf/party.c dpmf_uniform_below      which party has which rows
ref/mech/privsr/groups.c dpmf_uniform              which ratings are sensitive
ref/mech/dpimf/release.c dpmf_bernoulli        importance sampling: secret, and no noise
ref/mech/dpimf/pass.c dpmf_uniform             the same, published
ref/mech/dpimf/corrected.c dpmf_uniform_below  the profiles that training starts from
ref/mech/dpimf/published.c dpmf_uniform            the same, published
ref/mech/gaussmf/rounds.c dpmf_normal          the same of gaussmf
ref/mech/contributed.c dpmf_stream_word  the hash by which a row contributes to some items
ref/mech/dpmf-rp/projection.c dpmf_uniform_below       the public projection
ref/mech/dpmf-rp/projection.c dpmf_stream_word         its signs
ref/peers/pdpmf.c dpmf_uniform                 sampling by privacy weight: secret, and no noise'
coins='\<(dpmf_uniform|dpmf_uniform_below|dpmf_normal|dpmf_bernoulli|dpmf_stream_word)[[:space:]]*\('

# Every draw in FOLDER... that is not listed.
draws() {
	local file name
	for file in $(cd "$1" && find ref/mech ref/peers ref/tool -name '*.[ch]' | sort); do
		[ "$file" != ref/tool/sample.c ] || continue # whose work it is
		code "$1/$file" > "$T/code"
		case $file in
		ref/tool/record_json.c | ref/tool/train_guarantee.c) # read the names and units of laws, and draw nothing
			grep -noE -- "$noise" "$T/code" | grep -v dpmf_law_of | sed "s|^|$file:|"
			grep -noE -- '(->|\.)(draw|share)(_steps)?\(' "$T/code" | sed "s|^|$file:|" ;;
		*)
			grep -noE -- "$noise" "$T/code" | sed "s|^|$file:|"
			grep -nE -- "$headers" "$1/$file" | sed "s|^|$file:|" ;;
		esac
		for name in $(grep -oE -- "$coins" "$T/code" | tr -d '( \t' | sort -u); do
			printf '%s\n' "$allowed" | grep -q "^$file $name " || echo "$file: $name"
		done
	done
}

found=$(draws "$tree")
[ -z "$found" ]
verdict 'no noise is drawn outside the door' $? "$(echo "$found" | xargs)"

# It must be able to see: one draw of each kind, planted where there is none.
mkdir -p "$T/tree"
cp -r "$tree/ref" "$T/tree/ref"
plant() { # NAME LINE
	cp "$tree/ref/mech/social.c" "$T/tree/ref/mech/social.c"
	echo "$2" >> "$T/tree/ref/mech/social.c"
	[ -n "$(draws "$T/tree")" ]
	verdict "a planted draw is seen: $1" $?
}
plant 'a law' 'static double noise(struct dpmf_stream *s) { return dpmf_laplace (s, 1); }'
plant 'a textbook normal' 'static double noise(struct dpmf_stream *s) { return dpmf_normal(s); }'
plant 'a share' 'static int64_t noise(struct dpmf_stream *s) { return dpmf_laplace_share(s, 1, 2, 1, 3); }'
plant 'words of a stream' 'static uint64_t noise(struct dpmf_stream *s) { return dpmf_stream_word(s); }'
plant "the door's key" 'static const struct dpmf_key *key(const struct dpmf_door *door) { return &door->users; }'
plant 'a header' '#include "noise/shares.h"'
cp "$tree/ref/mech/social.c" "$T/tree/ref/mech/social.c"
echo '/* dpmf_laplace(s, 1) is in a comment */ static const char text[] = "dpmf_laplace(s, 1)";' >> "$T/tree/ref/mech/social.c"
[ -z "$(draws "$T/tree")" ]
verdict 'a comment and a text draw nothing' $?
exit $bad
