# SPDX-License-Identifier: GPL-3.0-or-later
"""A taken-apart help as a manual page in mdoc."""
import re

from helptext import OPTION

INLINE = re.compile(r"(?<![\w-])--([a-z][a-z0-9-]*)(=[^\s,;:)\]|]+)?")
MACRO = re.compile(r"^([A-Z][a-z]|%[A-Z]|[|().,:;?!\[\]])$")
WIDTH = 14


def escape(text):
    return text.replace("\\", "\\e").replace("-", "\\-").replace("^", "\\(ha").replace("~", "\\(ti").replace("`", "\\(ga").replace("'", "\\(aq")


def option(match):
    value = match[2] or ""
    return f"\\fB\\-\\-{escape(match[1])}\\fR" + (f"=\\fI{escape(value[1:])}\\fR" if value else "")


def line(text):
    """One line of running text, its options set as options, never taken for a macro."""
    out, at = [], 0
    for match in INLINE.finditer(text):
        out += [escape(text[at:match.start()]), option(match)]
        at = match.end()
    said = "".join(out) + escape(text[at:])
    return "\\&" + said if said[:1] in (".", "'") else said


def sentences(text):
    """mdoc wants each sentence on a line of its own."""
    return [line(part) for part in re.split(r"(?<=[\w)\]][.;]) (?=[A-Z-])", text) if part]


def word(text):
    return "\\&" + escape(text) if MACRO.match(text) else escape(text)


def item(head):
    """The arguments of .It for the head of an entry."""
    if not head.startswith("--"):
        return '"' + escape(head) + '"'
    parts = []
    for name, value in OPTION.findall(head):
        parts.append(f"Fl \\-{escape(name)}" + (f" Ns = Ns Ar {word(value)}" if value else ""))
    return " , ".join(parts)


def entries(block):
    """The lines of a list; what stands further in belongs to the entry before it."""
    out, depth = [f".Bl -tag -width {'x' * WIDTH}"], block[0][2]
    inside = False
    for head, text, indent in block:
        if indent > depth and not inside:
            out.append(f".Bl -tag -width {'x' * WIDTH} -compact")
        elif indent <= depth and inside:
            out.append(".El")
        inside = indent > depth
        out += [f".It {item(head)}", *sentences(text)]
    return out + [".El"] * (1 + inside)


def body(blocks):
    out, fresh = [], True
    for kind, block in blocks:
        if kind == "heading":
            out.append(f".Ss {escape(block[:1].upper() + block[1:])}")
            fresh = True
        elif kind == "list":
            out += entries(block)
            fresh = False
        else:
            out += [] if fresh else [".Pp"]
            out += sentences(block)
            fresh = False
    return out


def with_help(blocks):
    """The blocks; --help is an option of every program, whether its help says so or not."""
    if any(head.startswith("--help") for kind, block in blocks if kind == "list" for head, _, _ in block):
        return blocks
    for place, (kind, block) in enumerate(blocks):
        if kind == "list" and any(head.startswith("--") for head, _, _ in block):
            return [*blocks[:place], (kind, [*block, ("--help", "this list", block[0][2])]), *blocks[place + 1:]]
    return blocks


def page(help, title, sections, also, date, version):
    """sections: parts with a heading and blocks, behind the description; also: [(name, section)] to see."""
    name = "-".join(word for word in help.words if not word.startswith("-"))
    out = ['.\\" SPDX-License-Identifier: GPL-3.0-or-later', '.\\" Made from what --help says.', f".Dd {date}",
           f".Dt {name.upper()} 1", f".Os dpmf {version}", ".Sh NAME", f".Nm {name}", f".Nd {escape(title)}", ".Sh SYNOPSIS"]
    called = name if help.usage[0].startswith(name) else " ".join(name.split("-", 1))
    for usage in help.usage:
        called = next(c for c in (" ".join(help.words), name, help.words[0]) if usage.startswith(c))
        out += [f'.Nm "{escape(called)}"', *([line(usage.removeprefix(called).strip())] if usage != called else [])]
    out += [".Sh DESCRIPTION", *body(with_help(help.blocks))]
    for part in sections:
        out += [f".Ss {escape(part.heading)}", *body([b for b in part.blocks if b[0] != "heading"])]
    if help.exits:
        out += [".Sh EXIT STATUS", *sentences(help.exits)]
    if help.example:
        out += [".Sh EXAMPLES", ".Bd -literal", *(escape(text) for text in help.example), ".Ed"]
    if also:
        out += [".Sh SEE ALSO", *(f".Xr {n} {s}" + (" ," if k + 1 < len(also) else "") for k, (n, s) in enumerate(also))]
    return "\n".join(out) + "\n"
