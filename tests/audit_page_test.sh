#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The page of `dpmf-audit run --html` and `exec --html`: whole and alone, its numbers those of the JSON document; and, where
# there is a Chromium, nothing beyond the right edge at 1280 and 390 pixels, folded and open, and dark where that is asked for.
. "$(dirname "$0")/program.sh"
audit=$B/bin/dpmf-audit
# shellcheck disable=SC2016
target='import random, sys
for line in sys.stdin:
    _, world, count, seed = line.split()
    draw = random.Random(seed + world)
    print("\n".join("a-rather-long-word-%d" % draw.randrange(9 - int(world)) for _ in range(int(count))), flush=True)'

"$audit" run --trials=400 --html="$T/run.html" --json > "$T/run.json" 2> "$T/log"
[ $? -le 1 ] && "$audit" exec --epsilon=0.1 --trials=3000 --html="$T/exec.html" --json -- python3 -c "$target" > "$T/exec.json" 2>> "$T/log"
[ $? -le 1 ] && "$audit" exec --epsilon=0.1 --trials=400 --until=decided --html="$T/until.html" --json -- python3 -c "$target" > "$T/until.json" 2>> "$T/log"
[ $? -le 1 ]
verdict "pages are written" $? "$(cat "$T/log")"

cat > "$T/look.py" << 'END'
import html.parser, json, re, sys

class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.targets, self.bad, self.text, self.tags = [], [], [], [], [], {}
    def handle_starttag(self, tag, attributes):
        at = dict(attributes)
        self.tags[tag] = self.tags.get(tag, 0) + 1
        if tag not in ("meta", "br", "line", "rect", "circle", "path"):
            self.open.append(tag)
        self.ids += [at["id"]] if "id" in at else []
        self.targets += [at["href"]] if "href" in at else []
        self.bad += [f"{tag} {name}" for name in at if name in ("src", "srcset", "data", "action") or name.startswith("on")]
        self.bad += [f"{tag} {name}={value}" for name, value in attributes if value and re.search(r"\b(nan|inf)\b|url\(|//", value) and tag != "html"]
        if tag in ("svg",) and not at.get("aria-label"):
            self.bad.append("a picture without words")
        if tag in ("script", "link", "img", "iframe", "object", "form"):
            self.bad.append(tag)
    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in ("meta", "br", "line", "rect", "circle", "path"):
            self.open.pop()
    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.bad.append(f"</{tag}> where it does not belong")
    def handle_data(self, data):
        self.text.append(data)

page, cases = Page(), json.load(open(sys.argv[2]))["cases"]
page.feed(open(sys.argv[1], encoding="utf-8").read())
said = "".join(page.text)
bad = page.bad + [f"<{tag}> is open" for tag in page.open]
if re.search(r"https?:|@import|url\(", said):
    bad.append("asks for something elsewhere")
if len(set(page.ids)) != len(page.ids):
    bad.append("an id stands twice")
bad += [f"no {target}" for target in page.targets if target[:1] != "#" or target[1:] not in page.ids]
for case in cases:
    words = [case["id"], case["why"], case["again"], case["sentences"]["verdict"], "found > %.3f" % (int(case["epsilon_lower"] * 1000 + 1e-9) / 1000)]
    bad += [f"{case['id']} says nowhere: {word}" for word in words if word not in said]
    bad += [] if case["id"] in page.ids else [f"no id {case['id']}"]
if page.tags["details"] != len(cases) or page.tags["summary"] != len(cases):
    bad.append("as many cases fold as there are")
pictures = sum(4 if case["curve"] else 1 for case in cases)
if page.tags["svg"] != pictures:
    bad.append(f"{page.tags['svg']} pictures, not {pictures}")
print("\n".join(bad[:10]), file=sys.stderr)
sys.exit(1 if bad else 0)
END
for name in run exec until; do
	python3 -B "$T/look.py" "$T/$name.html" "$T/$name.json" 2> "$T/log"
	verdict "the page of $name is whole, stands alone, and says what the JSON says" $? "$(cat "$T/log")"
done

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [ -z "$browser" ]; then
	echo "skip the page in a browser: chromium is missing"
	exit $bad
fi
# The page itself has no script: one around it measures, in a frame so wide.
measure() { # FILE WIDTH OPEN [OPTION...]: width of the contents, of the window, right edge of the verdicts, background
	cat > "$T/measure.html" <<- END
		<!DOCTYPE html><body style="margin:0"><iframe id=f src="$1" style="width:$2px;height:900px;border:0"></iframe><pre id=o></pre><script>
		onload = () => { const d = document.getElementById('f').contentDocument, r = d.documentElement;
		if ($3) d.querySelectorAll('details').forEach(e => e.open = true);
		const right = Math.max(...[...d.querySelectorAll('.verdict,.figures,.strip')].map(e => e.getBoundingClientRect().right));
		const parts = [...d.querySelectorAll('body *')].filter(e => !e.closest('svg')).map(e => e.getBoundingClientRect().right);
		document.getElementById('o').textContent = 'SEEN' + [Math.max(r.scrollWidth, ...parts), r.clientWidth, right,
		d.defaultView.getComputedStyle(d.body).backgroundColor].join(';') + 'END'; };
		</script>
	END
	timeout 120 "$browser" --headless --no-sandbox --disable-gpu --allow-file-access-from-files --virtual-time-budget=20000 \
		--user-data-dir="$T/profile" "${@:4}" --dump-dom "file://$T/measure.html" 2> "$T/log" | sed -n 's/.*>SEEN\(.*\)END<.*/\1/p'
}
for name in run exec; do
	for width in 1280 390; do
		for open in false true; do
			seen=$(measure "$name.html" $width $open)
			python3 -c 'import sys
all, window, right, paper = sys.argv[1].split(";")
sys.exit(0 if int(window) > int(sys.argv[2]) - 40 and float(all) <= int(window) + 0.5 and 0 < float(right) <= int(window) else 1)' "$seen" $width 2> "$T/why"
			verdict "$name at $width pixels, open: $open: nothing beyond the right edge" $? "$seen $(tail -n 1 "$T/log" "$T/why")"
		done
	done
done
light=$(measure exec.html 1280 false) dark=$(measure exec.html 1280 false --blink-settings=preferredColorScheme=0)
[ -n "$light" ] && [ -n "$dark" ] && [ "${light##*;}" != "${dark##*;}" ] && [ "${light%;*}" = "${dark%;*}" ]
verdict "dark where that is asked for" $? "$light $dark"
exit $bad
