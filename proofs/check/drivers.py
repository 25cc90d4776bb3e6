# SPDX-License-Identifier: GPL-3.0-or-later
"""Why3's drivers without bit vectors and floating point, for REAL.

frama-c reads a prover's driver anew for every goal, and for every function the
theories that the driver names; those of bit vectors and IEEE 754 are the longest,
and no goal of REAL has any: there a double is a real number. In INT a goal may speak
of doubles, so that it keeps the drivers as they are."""
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
    spared = conf.with_name("why3_real.conf")
    spared.write_text(MAIN.sub(f'datadir = "{copy}"', text), encoding="utf-8")
    return spared
