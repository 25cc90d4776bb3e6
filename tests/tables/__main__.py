# SPDX-License-Identifier: GPL-3.0-or-later
"""make tables DATA=FOLDER [MECH=NAME]: the papers' tables and figures, retrained.

Every figure is printed beside the paper's where the paper prints one, and written to B/tables/*.tsv; the papers'
pictures to B/tables/*.png. DATA holds the data sets, a folder each; only MECH's tables where MECH is given: NAME's and
those of all NAME-PART, of which some need no DATA."""
import os
import sys

import dpals
import dpimf
import gaussmf
import hdpmf
import hdpmf_as_run
import hdpmf_colluding
import privsr
import rp
import rp_epsilon
import rp_errors
import rp_traffic
import yardsticks

TABLES = {"hdpmf": hdpmf, "hdpmf-as-run": hdpmf_as_run, "hdpmf-colluding": hdpmf_colluding, "gaussmf": gaussmf, "privsr": privsr, "dpimf": dpimf, "dpmf-rp": rp,
          "dpmf-rp-errors": rp_errors, "dpmf-rp-epsilon": rp_epsilon, "dpmf-rp-traffic": rp_traffic,
          "dpals": dpals, "yardsticks": yardsticks}


def main():
    data, mech = os.environ.get("DATA"), os.environ.get("MECH")
    if mech and mech not in TABLES:
        sys.exit(f"tables: there are none for {mech}: MECH is one of {', '.join(TABLES)}")
    chosen = [table for name, table in TABLES.items() if not mech or name == mech or name.startswith(f"{mech}-")]
    for file in [file for table in chosen for file in table.NEEDS]:
        if not data or not os.path.isfile(f"{data}/{file}"):
            sys.exit(f"tables: give the folder of the data sets, which holds {file}: make tables DATA=FOLDER")
    for table in chosen:
        table.main(data)


if __name__ == "__main__":
    main()
