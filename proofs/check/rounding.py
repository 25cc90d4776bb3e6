# SPDX-License-Identifier: GPL-3.0-or-later
"""Gappa: bounds on what doubles do, each on a stated domain."""
from check.common import OUT, ROOT, run, setting, substitute


def gappa(file):
    return run([setting("GAPPA", "gappa"), file])


def check(rows, verdicts):
    present = sorted(p.name for p in (ROOT / "proofs/rounding").glob("*.g"))
    verdicts.demand(sorted(r["file"] for r in rows) == present,
                    f"rounding: in kernels.json {sorted(r['file'] for r in rows)}, in the folder {present}")
    for row in rows:
        source = ROOT / "proofs/rounding" / row["file"]
        status, said = gappa(source)
        row["proved"] = verdicts.demand(status == 0 and "warning" not in said.lower(),
                                        f"{row['file']}: gappa: {said.strip()[-300:]}")
        row["killed"] = 0
        text = source.read_text(encoding="utf-8")
        for number, mutant in enumerate(row["mutants"]):
            changed = substitute(text, mutant["from"], mutant["to"])
            if not verdicts.demand(changed, f"{row['file']}: mutant '{mutant['name']}' does not apply exactly once"):
                continue
            twin = OUT / "mutants" / "rounding" / f"{number}.{row['file']}"
            twin.parent.mkdir(parents=True, exist_ok=True)
            twin.write_text(changed, encoding="utf-8")
            status, said = gappa(twin)
            refused = status not in (0, None) and "some properties were not satisfied" in said.lower()
            row["killed"] += verdicts.demand(refused, f"{row['file']}: mutant '{mutant['name']}' survived: {said[-200:]}")
        verdicts.demand(row["killed"], f"{row['file']}: no mutant killed")
