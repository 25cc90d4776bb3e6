# SPDX-License-Identifier: GPL-3.0-or-later
"""Why3's drivers without bit vectors and floating point.

frama-c reads a prover's driver anew for every goal, and for every function the
theories that the driver names; those of bit vectors and IEEE 754 are the longest,
and no goal here needs them: in REAL a double is a real number, and what INT proves
does not hang on what a double is. To a goal that speaks of one its operations are
then what Why3's axioms say of them, not what the prover knows: less can be proved, not more."""
import re
import shutil

from check.common import OUT, run

SPARED = re.compile(r"^theory (?:bv|ieee_float)\.\w+\n.*?^end\n", re.M | re.S)
MAIN = re.compile(r'^datadir = "(.*)"$', re.M)


def spare(conf, why3):
    """A configuration like this one that uses a copy of Why3's data whose drivers are shorter; without such data this one."""
    status, said = run([why3, "--print-datadir"])
    text = conf.read_text(encoding="utf-8")
    if status != 0 or MAIN.findall(text) != [said.strip()]:
        return conf
    copy = OUT / "why3"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(said.strip(), copy)
    for driver in (copy / "drivers").iterdir():
        if driver.suffix in (".drv", ".gen"):
            driver.write_text(SPARED.sub("", driver.read_text(encoding="utf-8")), encoding="utf-8")
    spared = conf.with_name("why3_spared.conf")
    spared.write_text(MAIN.sub(f'datadir = "{copy}"', text), encoding="utf-8")
    return spared
