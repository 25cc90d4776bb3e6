# SPDX-License-Identifier: GPL-3.0-or-later
"""The tables of the mechanisms' pages, against the ledger: every claim stands in a row of its mechanism's page, those of this library
itself in ref/SECURITY.md, and the first word of that row's second column is its status. Prints what differs, and last how many claims were compared."""
import collections
import glob
import json
import re

OWN = "ref/SECURITY.md"
claims = [claim for file in ["proofs/claims.json", *glob.glob("proofs/*/claims.json")] for claim in json.load(open(file, encoding="utf-8"))["claims"]]
status = {claim["id"]: claim["status"] for claim in claims}
rows = collections.Counter()
for page in sorted([*glob.glob("ref/mech/*/README.md"), OWN]):
    for number, line in enumerate(open(page, encoding="utf-8"), 1):
        cells = [cell.strip() for cell in line.split("|")]
        named = re.findall(r"`([a-z]+\.[A-Za-z0-9.]+)`", cells[1]) if len(cells) > 4 else []
        for claim in (name for name in named if name in status):
            rows[page, claim] += 1
            said = status[claim] if cells[2] == status[claim] else re.match(r"[a-z]*", cells[2]).group()
            if said != status[claim]:
                print(f"{page}:{number}: {claim} is {said} there and {status[claim]} in the ledger")
for claim in claims:
    page = OWN if claim["paper"] == "dpmf" else f"ref/mech/{claim['paper']}/README.md"
    if rows[page, claim["id"]] != 1:
        print(f"{page}: {claim['id']} stands in {rows[page, claim['id']]} rows of its tables, not in one")
print(len(claims))
