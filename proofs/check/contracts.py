# SPDX-License-Identifier: GPL-3.0-or-later
"""ACSL as text: the contract of a function, and what its words mean.

Read from the sources and what they include, spaces made one, so that a contract that says something else is seen
whatever version of Frama-C proves it."""
import re

from check import verdict
from check.common import ROOT

PLAIN = re.compile(r"/\*(?!@).*?\*/|//(?!@)[^\n]*", re.S)
ANNOTATION = re.compile(r"/\*@(.*?)\*/", re.S)
MEANING = re.compile(r"\b(?:predicate|inductive|axiomatic)\s+(\w+)|\blogic\s+[\w \t*]+?[ \t*](\w+)\s*(?=[{(=;]|reads)")
DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+([A-Z]\w*)(?!\()[ \t]+(.+)$", re.M)
ENDS = "ensures|assigns|requires|assumes|behavior|complete|disjoint|decreases|terminates"
WORD = re.compile(r"(?<!\\)\b[A-Za-z_]\w*")


def plain(text):
    return " ".join(text.split())


class Source:
    """A file with all that it includes."""

    def __init__(self, file):
        files = set()
        verdict.included((ROOT / file).resolve(), files)
        self.texts = [PLAIN.sub(" ", path.read_text(encoding="utf-8")) for path in sorted(files)]
        self.meanings = {}  # word: (name of what defines it, text)
        for text in self.texts:
            for block in ANNOTATION.findall(text):
                self.define(plain(block))
            for name, value in DEFINE.findall(text):
                self.meanings[name] = (name, plain(f"#define {name} {value}"))

    def define(self, block):
        """A block of definitions counts as one: each name in it stands for the whole."""
        names = [a or b for a, b in MEANING.findall(block)]
        for name in names:
            self.meanings[name] = (names[0], block)

    def contract(self, function):
        """The contracts written for it, in one text; None where there is none."""
        head = re.compile(r"/\*@((?:(?!\*/).)*)\*/\s*(?:[\w*]+[\s*]+)+" + re.escape(function) + r"\s*\(", re.S)
        found = [plain(match) for text in self.texts for match in head.findall(text)]
        return " ".join(found) or None

    def rests_on(self, text):
        """{name: text} of the definitions and constants that a text uses, and those that these use."""
        found, new = {}, [text]
        while new:
            words = {word for part in new for word in WORD.findall(part)}
            met = [self.meanings[word] for word in words if word in self.meanings]
            new = [block for name, block in met if name not in found]
            found.update(met)
        return found

    def clause(self, function, label):
        """What `ensures label` says, or what a logic function or a constant of that name is."""
        text = self.contract(function) if function else self.meanings.get(label, ("", ""))[1]
        if text and text.startswith("#define"):
            return text.split(None, 2)[2].rstrip("uUlL")
        pattern = (rf"\bensures\s+{label}\s*:\s*(.*?);\s*(?:{ENDS}|$)" if function else
                   rf"\blogic\s+\w+\s+{label}\s*(?:{{\w+}})?\s*\([^)]*\)\s*=\s*([^;]*);")
        match = re.search(pattern, text or "")
        return match.group(1) if match else None
