# SPDX-License-Identifier: GPL-3.0-or-later
"""What --help says, taken apart: the one source of the manual pages and of the completion.

A help is made of blocks with blank lines between them: how it is used, paragraphs, lists, headings that end with a
colon, "exit: ..." and "example:". A line of a list begins with blanks, its text stands two blanks behind its head or
on the next line, further indented. What fits none of these is refused, so that no option gets lost on the way."""
import re
import subprocess

LIST_INDENT = 6
ITEM = re.compile(r"^( {1,%d})(\S.*?)(?: {2,}(\S.*))?$" % LIST_INDENT)
OPTION = re.compile(r"--([a-z][a-z0-9-]*)(?:=(\S+?))?(?=,?(?:\s|$)|[\])])")
EXIT = re.compile(r"^exit(?: status)?: *", re.I)


class Help:
    """title: what stands behind the program's name, if anything does. usage: the ways to call it. blocks: ("text", t),
    ("heading", t) or ("list", [(head, text, indent), ...]), in order. exits and example: text, lines."""

    def __init__(self, words, said):
        self.words, self.title, self.usage, self.blocks, self.exits, self.example = words, "", [], [], "", []
        lines = said.rstrip("\n").split("\n")
        name = words[0] + ": "
        if lines[0].startswith(name):
            self.title = lines.pop(0).removeprefix(name)
        while lines:
            block = []
            while lines and lines[0]:
                block.append(lines.pop(0))
            while lines and not lines[0]:
                lines.pop(0)
            if block:
                self.take(block)
        if not self.usage:
            raise ValueError(f"{' '.join(words)} --help does not say how it is used")

    def take(self, block):
        if block[0].startswith("usage: "):
            self.take_usage([line[7:] for line in block])
        elif block[0] == "example:":
            self.example = [line.removeprefix("  ") for line in block[1:]]
        else:
            self.take_text(block)

    def take_usage(self, lines):
        for line in lines:
            if line.startswith(self.words[0]):
                self.usage.append(line)
            elif self.usage:
                self.usage[-1] += " " + line.strip()

    def take_text(self, block):
        items, text = [], []
        for line in block:
            item = ITEM.match(line)
            if EXIT.match(line) and text:
                self.add_text(" ".join(text))
                text = [line]
            elif item:
                items.append([item[2], re.sub(" {2,}", ": ", item[3] or ""), len(item[1])])
            elif line.startswith(" ") and items:
                items[-1][1] = f"{items[-1][1]} {line.strip()}".strip()
            elif line.startswith(" "):
                raise ValueError(f"{' '.join(self.words)} --help: this line belongs to nothing: {line!r}")
            elif items:
                raise ValueError(f"{' '.join(self.words)} --help: a list ends without a blank line before {line!r}")
            else:
                text.append(line)
        if text:
            self.add_text(" ".join(text))
        if items:
            self.blocks.append(("list", [tuple(item) for item in items]))

    def add_text(self, text):
        if EXIT.match(text):
            self.exits = EXIT.sub("", text)
        elif text.endswith(":"):
            self.blocks.append(("heading", text[:-1]))
        else:
            self.blocks.append(("text", text))

    def items(self):
        return [item for kind, block in self.blocks if kind == "list" for item in block]

    def options(self):
        """{name: value or None}, from the heads of its lists."""
        return {name: value for head, _, _ in self.items() if re.match(f"({self.words[0]} )?--", head) for name, value in OPTION.findall(head)}

    def choices(self):
        """{name: words} of the options whose values are named: --battery=small|crush|big, or a list below it, further in."""
        said = [*self.usage, *(head for head, _, _ in self.items())]
        found = {}
        for name, value in (match for text in said for match in OPTION.findall(text)):
            words = value.split("|")
            if all(re.fullmatch(r"[a-z][a-z0-9-]+", word) for word in words):
                found.setdefault(name, [])
                found[name] += [word for word in words if word not in found[name]]
        for kind, block in self.blocks:
            for (head, _, _), (below, _, indent) in zip(block, block[1:]) if kind == "list" else ():
                if head.startswith("--") and indent > block[0][2] and not below.startswith("--"):
                    found[OPTION.match(head)[1]] = [word for word, _, depth in block if depth == indent]
        return found

    def commands(self):
        """[(name, what)]: the list that follows "PROGRAM COMMAND" or "account LAW"."""
        if not re.search(r" (COMMAND|LAW)\b", self.usage[0]):
            return []
        first = next(block for kind, block in self.blocks if kind == "list")
        return [(head, text) for head, text, _ in first if re.fullmatch(r"[a-z-]+", head)]


def ask(programs, *words):
    """The help of `dpmf train`, say, from the folder of the programs."""
    said = subprocess.run([programs / words[0], *words[1:], "--help"], capture_output=True, text=True, check=True,
                          stdin=subprocess.DEVNULL, env={"LC_ALL": "C", "COLUMNS": "100"})
    return Help(words, said.stdout)
