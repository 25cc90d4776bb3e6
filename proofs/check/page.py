# SPDX-License-Identifier: GPL-3.0-or-later
"""The ledger as one page that needs nothing else: no network, no script."""
import html
import pathlib
import re

from check import explain
from check.common import ROOT

FORMAL = ("refuted", "gap", "proved", "enclosed", "cited")
EXPERIMENTS = ("not reproduced", "reproduced under another reading", "reproduced", "no data")
ORDER = (*FORMAL, *EXPERIMENTS)
HEADS = {"reproduced under another reading": "read otherwise"}
STYLE = """
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #5a6470; --line: #d9dee4; --card: #fff; --page: #f5f6f8;
  --refuted: #b3261e; --gap: #9a5b00; --proved: #1a7043; --enclosed: #1f5fa8; --cited: #5f5a6b; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ed; --soft: #9aa5b1; --line: #343b44; --card: #1c2127; --page: #14171b;
  --refuted: #ff8a80; --gap: #f0b35c; --proved: #6fd39b; --enclosed: #86b9f5; --cited: #b9b3c6; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 54rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.3rem; margin: 2.5rem 0 0; }
p { margin: .4rem 0; }
a { color: inherit; }
code { font: .875em ui-monospace, monospace; }
.soft { color: var(--soft); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin: 1rem 0; width: 100%; }
th, td { text-align: right; padding: .35rem .6rem; border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums; overflow-wrap: normal; }
th:first-child, td:first-child { text-align: left; }
th { font-weight: 600; }
tfoot td { font-weight: 600; border-bottom: 0; }
.bar { display: flex; height: .7rem; gap: 2px; margin: 1rem 0 0; }
.bar i { background: var(--tone); border-radius: 2px; }
.badge { color: var(--tone); border: 1px solid var(--tone); border-radius: 1rem; padding: .05rem .6rem; font-size: .8rem; white-space: nowrap; }
.refuted { --tone: var(--refuted); } .gap { --tone: var(--gap); } .proved { --tone: var(--proved); }
.enclosed { --tone: var(--enclosed); } .cited { --tone: var(--cited); }
.not-reproduced { --tone: var(--refuted); } .reproduced-under-another-reading { --tone: var(--gap); }
.reproduced { --tone: var(--proved); } .no-data { --tone: var(--cited); }
article { background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--tone); border-radius: 6px;
  padding: .9rem 1.1rem; margin: 1rem 0; scroll-margin-top: 1rem; }
article > header { display: flex; flex-wrap: wrap; gap: .3rem .8rem; align-items: baseline; }
article h3 { font-size: 1rem; margin: 0; flex: 1 1 auto; }
.claim { font-size: 1.05rem; margin: .5rem 0; }
.instead { border-top: 1px solid var(--line); margin-top: .8rem; padding-top: .6rem; }
b.label { font-size: .8rem; color: var(--soft); font-weight: 600; display: block; margin-top: .5rem; }
details { margin-top: .5rem; } summary { cursor: pointer; color: var(--soft); font-size: .9rem; }
details ul { margin: .4rem 0; padding-left: 1.2rem; font-size: .9rem; }
.choice { position: absolute; opacity: 0; }
@media (max-width: 34rem) { th, td { padding: .3rem .15rem; font-size: .72rem; } }
nav { display: flex; flex-wrap: wrap; gap: .4rem; margin: 1rem 0; }
nav label { border: 1px solid var(--line); border-radius: 1rem; padding: .25rem .8rem; cursor: pointer; background: var(--card); font-size: .9rem; }
"""


def text(words):
    return html.escape(words, quote=False)


def prose(words, ids):
    """Running text: `code` as code, the id of another claim as a link to it."""
    said = re.sub(r"`([^`]+)`", r"<code>\1</code>", text(words))
    return re.sub(r"(?<![\w./-])([a-z]+\.[a-zA-Z]+[\d.]*\d|[a-z]+\.[a-z]+)(?![\w/(])",
                  lambda m: f'<a href="#{m[0]}">{m[0]}</a>' if m[0] in ids else m[0], said)


def title_of(paper):
    """The first paragraph of the mechanism's page."""
    file = ROOT / "ref/mech" / paper / "README.md"
    if not file.exists():
        return ""
    paragraphs = file.read_text(encoding="utf-8").split("\n\n")
    return paragraphs[1].replace("\n", " ").replace("*", "") if len(paragraphs) > 1 else ""


def name_of(status):
    """Of its class."""
    return status.replace(" ", "-")


def badge(status):
    return f'<span class="badge {name_of(status)}">{explain.VERDICTS[status]}</span>'


def evidence(entry, label):
    items = "".join(f"<li>{text(explain.evidence(one)[1])}</li>" for one in entry["evidence"])
    return (f"<details><summary>{label}: {text(explain.counted(entry))}</summary><ul>{items}</ul>"
            f"<p>Recheck: <code>{text(entry['recheck'])}</code></p></details>")


def instead(correction, ids):
    return (f'<div class="instead"><b class="label">What is so instead</b>{badge(correction["status"])}<p class="claim">{prose(correction["statement"], ids)}</p>'
            f'<b class="label">Its limits</b><p>{prose(correction["limits"], ids)}</p>{evidence(correction, "Evidence for this")}</div>')


def article(claim, ids):
    correction = claim.get("correction")
    label = "Why" if claim["status"] in ("refuted", "gap") else "What came out" if claim["status"] in EXPERIMENTS else "Limits"
    return (f'<article class="{name_of(claim["status"])}" id="{html.escape(claim["id"])}"><header><h3>{text(claim["place"])} '
            f'<a class="soft" href="#{html.escape(claim["id"])}"><code>{text(claim["id"])}</code></a></h3>{badge(claim["status"])}</header>'
            f'<p class="claim">{prose(claim["statement"], ids)}</p><b class="label">{label}</b><p>{prose(claim["limits"], ids)}</p>'
            f'{evidence(claim, "Evidence")}{instead(correction, ids) if correction else ""}</article>\n')


def table(claims, verdicts):
    """How many claims of each paper came to what, among these verdicts."""
    claims = [c for c in claims if c["status"] in verdicts]
    papers = list(dict.fromkeys(c["paper"] for c in claims))
    if not claims:
        return ""

    def cells(of):
        counts = [sum(c["status"] == status for c in of) for status in verdicts]
        return "".join(f"<td>{n or '·'}</td>" for n in [*counts, len(of)])
    rows = "".join(f'<tr><td><a href="#paper-{paper}">{text(paper)}</a></td>{cells([c for c in claims if c["paper"] == paper])}</tr>' for paper in papers)
    heads = "".join(f"<th>{HEADS.get(status, status)}</th>" for status in verdicts)
    return (f'<div class="scroll"><table><thead><tr><th>paper</th>{heads}<th>all</th></tr></thead><tbody>{rows}</tbody>'
            f"<tfoot><tr><td>all</td>{cells(claims)}</tr></tfoot></table></div>")


def chooser(claims):
    """Buttons that show one verdict: radio buttons and rules of style, no script. (inputs, style, labels)"""
    found = [status for status in ORDER if any(c["status"] == status for c in claims)]
    names = ["all", *map(name_of, found)]
    inputs = "".join(f'<input class="choice" type="radio" name="show" id="show-{name}"{" checked" if name == "all" else ""}>' for name in names)
    rules = "".join(f"#show-{name}:checked ~ main :is(article:not(.{name}), section:not(:has(> article.{name}))) {{ display: none; }}\n" for name in names[1:])
    rules += "".join(f"#show-{name}:checked ~ main label[for=show-{name}] {{ border-color: var(--ink); font-weight: 600; }}\n"
                     f"#show-{name}:focus-visible ~ main label[for=show-{name}] {{ outline: 2px solid var(--enclosed); }}\n" for name in names)
    labels = '<label for="show-all">all</label>' + "".join(f'<label for="show-{name_of(s)}">{s}: {explain.VERDICTS[s]}</label>' for s in found)
    return inputs, rules, f"<nav>{labels}</nav>"


def document(claims):
    ids = {c["id"] for c in claims}
    papers = list(dict.fromkeys(c["paper"] for c in claims))
    inputs, rules, labels = chooser(claims)
    bar = "".join(f'<i class="{name_of(s)}" style="flex: {n}"></i>' for s in FORMAL if (n := sum(c["status"] == s for c in claims)))
    sections = ""
    for paper in papers:
        own = sorted((c for c in claims if c["paper"] == paper), key=lambda c: ORDER.index(c["status"]))
        sections += f'<section><h2 id="paper-{html.escape(paper)}">{text(paper)}</h2><p class="soft">{text(title_of(paper))}</p>\n{"".join(article(one, ids) for one in own)}</section>\n'
    formal = sum(c["status"] in FORMAL for c in claims)
    false = sum(c["status"] == "refuted" for c in claims)
    return f"""<!DOCTYPE html>
<!-- SPDX-License-Identifier: GPL-3.0-or-later. Made by `make ledger` from proofs/claims.json. -->
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>dpmf: what the papers claim, and what is so</title><style>{STYLE}{rules}</style></head><body>
{inputs}<main><h1>What the papers claim, and what is so</h1>
<p>{formal} claims of {len(papers)} papers on differentially private matrix factorization were checked; {false} are false as printed.
Each stands here with the reason, the evidence, and what is so instead. So do {len(claims) - formal} tables and figures of these papers.</p>
<p class="soft">A <i>theorem</i> was checked by Coq, a <i>contract</i> by Frama-C on the program itself, a <i>bound on rounding</i> by Gappa.
An <i>audit</i> is an experiment: it can show that more leaks than was claimed, never that nothing more does.
A <i>citation</i> proves nothing here. <code>make prove claims</code> checks the claims again, <code>make tables</code> trains the tables again.</p>
<div class="bar" role="presentation">{bar}</div>
{table(claims, FORMAL)}
{table(claims, EXPERIMENTS)}
{labels}
{sections}</main></body></html>
"""


def write(claims, name):
    """Exit status. The file is whole or not there."""
    file = pathlib.Path(name)
    said = document(claims)
    assert not re.search(r"<script|https?://", said), "the page needs nothing else"
    file.write_text(said, encoding="utf-8")
    return 0
