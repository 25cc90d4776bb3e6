# SPDX-License-Identifier: GPL-3.0-or-later
"""The rows of the mechanisms' pages that name a claim, against the ledger: the first word of the second column is its status.
Prints what differs, and last how many rows were compared."""
import glob
import json
import re

claims = [claim for file in ["proofs/claims.json", *glob.glob("proofs/*/claims.json")] for claim in json.load(open(file, encoding="utf-8"))["claims"]]
status = {claim["id"]: claim["status"] for claim in claims}
compared = 0
for page in sorted(glob.glob("ref/mech/*/README.md")):
    for number, line in enumerate(open(page, encoding="utf-8"), 1):
        cells = [cell.strip() for cell in line.split("|")]
        named = re.findall(r"`([a-z]+\.[A-Za-z0-9.]+)`", cells[1]) if len(cells) > 4 else []
        for claim in (name for name in named if name in status):
            compared += 1
            said = re.match(r"[a-z]*", cells[2]).group()
            if said != status[claim]:
                print(f"{page}:{number}: {claim} is {said} there and {status[claim]} in the ledger")
print(compared)
