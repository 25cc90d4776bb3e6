# SPDX-License-Identifier: GPL-3.0-or-later
"""dpmf-rp: bytes of a user in a round, beside Table 1's terms and Fig. 3's shares. Needs no data set: their sizes are what counts."""
import math
import os
import tempfile

import common
import rp_paper
from rp_paper import PARTICIPATION

NEEDS = ()
RATIOS = (1, 2, 3, 4, 5, 6, 8, 10)
BITS = 64  # Table 1's b: a number in the clear is a double
ML100K = (943, 1682, 14)
USERS = 10000  # Fig. 3
FACTORS = (5, 10, 15, 20, 25, 30)
ITEMS = (1000, 3000, 10000, 30000)
DRAWN = (1, 2, 3, 5, 10)
COUNTED = (2000, 400, 5)  # what is computed for Fig. 3, counted for 200 users


def ratings_of(users, items, folder):
    """Every user and every item is in it."""
    path = os.path.join(folder, f"{users}.{items}")
    if not os.path.exists(path):
        common.dpmf("synth", f"--users={users}", f"--items={items}", f"--ratings={max(3 * users, 20 * items)}", "--seed=1", f"--out={path}")
    return path


def traffic(folder, shape, ratio, **options):
    """One round's, as `dpmf train` reports it."""
    users, items, factors = shape
    run = common.train({"mech": "dpmf-rp", "variant": "published", "ratings": ratings_of(users, items, folder), "holdout": 0, "epochs": 1, "participation": PARTICIPATION,
                        "factors": factors, "ratio": ratio, "unobserved": 0, "theta": 0.25, "quanta": 1, "seed": 1, **options})
    assert (run["inputs"]["users"], run["inputs"]["items"]) == (users, items)
    return run["evaluation"]["traffic"]


def table_1(shape, ratio, quanta=1):
    """The paper's terms in bytes, without their constants: m k b; m k b + beta n b; p k log q + beta n b."""
    users, items, factors = shape
    part = round(PARTICIPATION * users)
    plain, added = items * factors * BITS / 8, part * BITS / 8
    return plain, plain + added, items // ratio * factors * math.log2(quanta) / 8 + added


def one_set(folder):
    """Table 1 and the sweep of m / p in ML-100K's shape, every masked message counted."""
    users, items, factors = ML100K
    kinds = [("secagg", {"sum": "secagg"}), ("none", {"sum": "none"}), ("plain", {"private": "no"})]
    jobs = [(ratio, kind) for ratio in RATIOS for kind in kinds]
    ratings_of(users, items, folder)
    found = dict(zip([(ratio, kind[0]) for ratio, kind in jobs],
                     common.at_once(lambda job: traffic(folder, ML100K, job[0], **job[1][1]), jobs)))
    whole = found[1, "secagg"]["sent"]
    rows = []
    for ratio in RATIOS:
        masked, sent = found[ratio, "secagg"], found[ratio, "secagg"]["sent"]
        assert masked["counted"]
        terms = table_1(ML100K, ratio)
        rows.append([ratio, items // ratio, 1 << (items // ratio - 1).bit_length(), *(int(sent[step]) for step in ("advertise", "share", "mask", "unmask")),
                     int(sent["all"]), f"{sent['all'] / whole['all']:.0%}", f"{sent['mask'] / whole['mask']:.0%}", f"{1 / ratio:.0%}",
                     int(masked["received"]["all"]), masked["item_profiles"], int(found[ratio, "none"]["sent"]["all"]),
                     int(found[ratio, "plain"]["sent"]["all"]), *(int(term) for term in terms)])
    head = ["m / p", "p", "p'", "keys", "shares", "masked", "unmask", "sent", "of m / p = 1", "masked alone", "p of m", "received", "B",
            "bare, q = 1", "doubles", "m k b", "m k b + beta n b", "p k log q + beta n b"]
    print(f"dpmf-rp, traffic, Table 1: bytes of a user in a round, n = {users}, m = {items}, k = {factors}, beta = {PARTICIPATION}, q = 1, "
          f"theta = 1/4\n")
    common.print_rows(head, rows)
    common.write_rows("rp_table1", head, rows)
    print()


def sweep(folder, name, title, what, values, shape_at):
    """Fig. 3, one panel: kB sent by a user in a round over k or m, a line for every m / p."""
    jobs = [(value, ratio) for value in values for ratio in DRAWN]
    for value in values:
        ratings_of(*shape_at(value)[:2], folder)
    sent = dict(zip(jobs, common.at_once(lambda job: traffic(folder, shape_at(job[0]), job[1])["sent"]["all"], jobs)))
    head = [what] + [text for ratio in DRAWN for text in (f"m / p = {ratio}", "of m / p = 1")]
    rows = [[value] + [cell for ratio in DRAWN for cell in (int(sent[value, ratio]), f"{sent[value, ratio] / sent[value, 1]:.0%}")]
            for value in values]
    print(f"dpmf-rp, traffic, Fig. 3: {title}, n = {USERS}, beta = {PARTICIPATION}: bytes sent by a user in a round, computed\n")
    common.print_rows(head, rows)
    common.write_rows(name, head, rows)
    print()
    data = f"'{common.OUT}/{name}.tsv'"
    common.picture(name, f"set xlabel '{what}'\nset ylabel 'kB sent by a user in a round'\nset yrange [0:*]\n"
                   f"set title 'dpmf-rp, Fig. 3: {title}, n = {USERS}, beta = {PARTICIPATION}'\nplot "
                   + ", ".join(f"{data} using 1:(${2 + 2 * c} / 1000) skip 1 with linespoints lw 2 title 'm / p = {ratio}'"
                               for c, ratio in enumerate(DRAWN)) + "\n")


def main(_):
    with tempfile.TemporaryDirectory() as folder:
        one_set(folder)
        sweep(folder, "rp_fig3_k", "m = 3000", "k", FACTORS, lambda k: (USERS, 3000, k))
        sweep(folder, "rp_fig3_m", "k = 20", "m", ITEMS, lambda m: (USERS, m, 20))
        computed, counted = (traffic(folder, COUNTED, 2, sum=kind) for kind in ("ideal", "secagg"))
        assert counted["counted"] and not computed["counted"]
        print(f"One round of {round(PARTICIPATION * COUNTED[0])} users with keys, shares and masks (m = {COUNTED[1]}, k = {COUNTED[2]}, m / p = 2): "
              f"{counted['sent']['all']:.0f} bytes sent and\n{counted['received']['all']:.0f} received by a user, counted; "
              f"{computed['sent']['all']:.0f} and {computed['received']['all']:.0f} computed.\n")
    print(f"""Counted: the bytes of every message of ref/secagg that a user sends and is sent. Computed: by the same messages' lengths, or, bare
(case 2: q = 1 takes a bit a coordinate) and in doubles (cases 1 and 4), by what would be sent: nothing is. B, which all users receive, is p k doubles, computed.
The paper: Table 1's terms, with b = {BITS} and without constants, and that m / p = 2 and 3 take 50 % and 34 % of what m / p = 1 takes. At Table 1's own
setting q = 1 (Eq. 21 is below 1), and the term log q is 0: sums of {round(PARTICIPATION * ML100K[0])} users need {math.ceil(math.log2(round(PARTICIPATION * ML100K[0]) + 1))} bits a coordinate (8 are sent, the least
here), and p' k coordinates are sent, not p k, which is why m / p = 3 takes as much as 2 where both are padded to the same power of two.
""")
