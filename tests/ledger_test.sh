#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The ledger to read: a line each, one claim explained, and the page, with nothing left out and nothing from elsewhere.
. "$(dirname "$0")/program.sh"
root=$(realpath "$(dirname "$0")/..")
claims=$root/proofs/claims
# The whole ledger: proofs/claims.json, and each mechanism's own.
python3 -c 'import json, sys; print(json.dumps({"claims": [c for file in sys.argv[1:] for c in json.load(open(file))["claims"]]}))' \
	"$root"/proofs/claims.json "$root"/proofs/*/claims.json > "$T/ledger.json"
ids=$(python3 -c 'import json, sys; print(*(c["id"] for c in json.load(open(sys.argv[1]))["claims"]))' "$T/ledger.json")

for width in 80 100; do
	COLUMNS=$width "$claims" > "$T/all" && awk -v w=$width 'length($0) > w { exit 1 }' "$T/all"
	verdict "the list fits $width columns" $?
	# shellcheck disable=SC2086 # words
	COLUMNS=$width "$claims" $ids > "$T/explained" && awk -v w=$width 'length($0) > w { exit 1 }' "$T/explained"
	verdict "the explanations fit $width columns" $?
done
for id in $ids; do grep -q "^$id " "$T/all" && grep -q "^$id " "$T/explained" || echo "$id"; done > "$T/missing"
[ ! -s "$T/missing" ]
verdict 'every claim is in the list and can be explained' $? "$(xargs < "$T/missing")"
"$claims" hdpmf.thm2 > "$T/one" && [ "$(grep -c '^[a-z]' "$T/one")" -eq 5 ] && grep -q 'false as printed' "$T/one" &&
	grep -q 'audits above the claim' "$T/one" && grep -q 'make claims ID=hdpmf.thm2' "$T/one"
verdict 'one claim has five entries: claim, verdict, why, what is so instead, evidence' $?
refused 'an id that is not there' 'there are .*hdpmf.thm2' -- "$claims" hdpmf.thm9
refused 'an option that is not there' 'rechecks' -- "$claims" --explain

"$claims" --page "$T/ledger.html"
verdict 'the page is written' $?
cat > "$T/page.py" <<'END'
import html.parser, json, re, sys
claims = json.load(open(sys.argv[1]))["claims"]
source = open(sys.argv[2], encoding="utf-8").read()
class Page(html.parser.HTMLParser):
    """What stands in each article, and whether every tag is closed in order."""
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.article, self.text, self.wrong = [], [], [], None, {}, []
    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.wrong += [f"<{tag}>"] * (tag in ("script", "link", "img", "iframe") or any(k in ("src", "onclick") for k in attrs))
        self.ids += [attrs["id"] for _ in "x" if "id" in attrs]
        self.links += [attrs["href"] for _ in "x" if "href" in attrs]
        if tag == "article":
            self.article = attrs["id"]
            self.text[self.article] = attrs["class"] + " "
        if tag not in ("meta", "input", "br"):
            self.open.append(tag)
    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}>")
        if tag == "article":
            self.article = None
    def handle_data(self, data):
        if self.article:
            self.text[self.article] += data
page = Page()
page.feed(source)
problems = page.wrong + [f"not closed: {tag}" for tag in page.open] + [f"twice: {i}" for i in page.ids if page.ids.count(i) > 1]
problems += [f"link to nowhere: {link}" for link in page.links if not (link[0] == "#" and link[1:] in page.ids)]
problems += re.findall(r"https?://\S+|url\([^)]*\)|@import", source)
flat = lambda text: " ".join(text.replace("`", "").split())
for claim in claims:
    said = flat(page.text.get(claim["id"], ""))
    correction = claim.get("correction", {})
    wanted = [claim["place"], claim["statement"], claim["limits"], claim["recheck"],
              correction.get("statement", ""), correction.get("limits", "")]
    for one in [*claim["evidence"], *correction.get("evidence", [])]:
        wanted += [word for word in re.findall(r"[\w./-]{4,}", one.split(":", 1)[1])
                   if word not in ("REAL", "FLOAT", "violated", "consistent")]
    problems += [f"{claim['id']}: another verdict"] * (not said.startswith(claim["status"].replace(" ", "-") + " "))
    problems += [f"{claim['id']}: lacks {text!r}" for text in wanted if flat(text) not in said]
if set(page.text) != {claim["id"] for claim in claims}:
    problems.append("other articles than claims")
for status in {claim["status"].replace(" ", "-") for claim in claims}:
    if f"#show-{status}:checked ~ main :is(article:not(.{status})" not in source or f'id="show-{status}"' not in source:
        problems.append(f"{status} cannot be chosen")
print(*problems[:5], sep="; ")
sys.exit(4 if problems else 0)
END
python3 "$T/page.py" "$T/ledger.json" "$T/ledger.html" > "$T/log" 2>&1
verdict 'every claim is on it, whole; tags are closed, links lead somewhere, nothing comes from elsewhere' $? "$(tail -n 1 "$T/log")"
for broken in 's/<article class="refuted"/<article class="proved"/' 's/Why<\/b><p>/Why<\/b><p>Hm. <p>/' 's/theorem_2_refuted//' \
	's/<head>/<head><script src="x.js"><\/script>/' 's/#paper-hdpmf/#paper-hd/'; do
	sed "0,/$(sed 's/^s\/\(.*[^\\]\)\/.*\/$/\1/' <<< "$broken")/$broken" "$T/ledger.html" > "$T/broken.html"
	! cmp -s "$T/broken.html" "$T/ledger.html" && { python3 "$T/page.py" "$T/ledger.json" "$T/broken.html" > /dev/null; [ $? -eq 4 ]; }
	verdict "and a page with $broken is seen to be wrong" $?
done
sed 's/"audit: hdpmf/"audits: hdpmf/' "$root/proofs/claims.json" > "$T/claims.json" && mkdir "$T/proofs" && cp -r "$root/proofs/claims" "$root/proofs/check" "$T/proofs" &&
	cp "$T/claims.json" "$T/proofs" && ! "$T/proofs/claims" --page "$T/none.html" > /dev/null 2>&1 && [ ! -e "$T/none.html" ]
verdict 'evidence that nobody can explain makes no page' $?
pages=$(cd "$root" && python3 -B tests/pages_ledger.py)
[ "$(wc -l <<< "$pages")" -eq 1 ] && [ "$pages" -ge 60 ]
verdict 'every claim stands on the page of its mechanism, with the status that the ledger gives it' $? "$(head -n 1 <<< "$pages")"
exit "$bad"
