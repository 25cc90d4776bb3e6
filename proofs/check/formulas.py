# SPDX-License-Identifier: GPL-3.0-or-later
"""Formulas that a contract of C and a definition of Coq share: proofs/formulas.json says which, and what the one's words
are in the other. Both are read as trees, from the contract and from what Coq prints of the definition, and must be
the same: a constant that changes in the code and its contract no longer fits the theorems."""
import re

from check.contracts import Source

TOKEN = re.compile(r"\s*(\d+(?:\.\d+)?|\\?[A-Za-z_][\w.']*|=>|<=\??|<\?|[-+*/^()\[\],<?:|])")
WORDS = ("if", "then", "else", "match", "with", "end")
TIGHT = {"?": 1, "<": 2, "<=": 2, "<?": 2, "<=?": 2, "+": 3, "-": 3, "*": 4, "/": 4, "^": 6}
CASTS = {"real": "INR", "integer": None}


class Reader:
    """Expressions of ACSL and of Coq, as tuples: (operator, ...), numbers, words."""

    def __init__(self, text):
        text = re.sub(r"%(?:nat|Z|R)\b", "", text)
        text = re.sub(r"\{\w+\}", "", text)  # labels of ACSL
        self.tokens, at = [], 0
        while at < len(text.rstrip()):
            match = TOKEN.match(text, at)
            if not match:
                raise ValueError(f"cannot read: {text[at:at + 20]}")
            self.tokens.append(match.group(1))
            at = match.end()
        self.at = 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def take(self, expected=None):
        token = self.peek()
        if token is None or (expected and token != expected):
            raise ValueError(f"{expected or 'more'} expected, {token} found")
        self.at += 1
        return token

    def whole(self):
        tree = self.expression(0)
        if self.peek() is not None:
            raise ValueError(f"{self.peek()} is left over")
        return tree

    def expression(self, least):
        if self.peek() == "if":
            self.take()
            tree = ["if", self.expression(0)]
            for word in ("then", "else"):
                self.take(word)
                tree.append(self.expression(0))
            return tuple(tree)
        if self.peek() == "match":
            return self.cases()
        if self.peek() == "-":
            self.take()
            tree = ("neg", self.expression(5))
        else:
            tree = self.applied()
        while self.peek() in TIGHT and TIGHT[self.peek()] > least:
            operator = self.take()
            if operator == "?":
                first = self.expression(0)
                self.take(":")
                tree = ("if", tree, first, self.expression(0))
            else:
                tree = (operator.rstrip("?"), tree, self.expression(TIGHT[operator]))
        return tree

    def cases(self):
        """match s with 0 => a | S t => b end, as s <= 0 ? a : b with s - 1 for t."""
        self.take("match")
        over = self.expression(0)
        for word in ("with", "|", "0", "=>"):
            self.take(word)
        none = self.expression(0)
        for word in ("|", "S"):
            self.take(word)
        fewer = self.take()
        self.take("=>")
        some = self.expression(0)
        self.take("end")
        return ("if", ("<=", over, "0"), none, told(some, {fewer: ("-", over, "1")}))

    def applied(self):
        tree = self.atom()
        while True:
            token = self.peek()
            if token == "[":
                self.take()
                tree = ("apply", tree, self.expression(0))
                self.take("]")
            elif token == "(" or (token and re.match(r"\\?\w", token) and token not in WORDS):
                tree = self.given(tree)
            else:
                return tree

    def given(self, tree):
        """f(x, y) of ACSL, f x y of Coq."""
        if self.peek() != "(":
            return ("apply", tree, self.atom())
        self.take()
        while True:
            tree = ("apply", tree, self.expression(0))
            if self.take() == ")":
                return tree

    def atom(self):
        token = self.take()
        if token == "(":
            if self.peek() in CASTS and self.tokens[self.at + 1] == ")":
                cast = CASTS[self.take()]
                self.take(")")
                return ("apply", cast, self.atom()) if cast else self.atom()
            tree = self.expression(0)
            self.take(")")
            return tree
        if token in ("\\old", "\\at"):
            self.take("(")
            tree = self.expression(0)
            if self.take() == ",":
                self.take()
                self.take(")")
            return tree
        return token.lstrip("\\")


def told(tree, names):
    """ACSL's tree in Coq's words."""
    if tree in names:
        return names[tree]
    return tuple([tree[0], *(told(part, names) for part in tree[1:])]) if isinstance(tree, tuple) else tree


def acsl(text):
    """The right side of the equation that a clause ends in."""
    return Reader(re.split(r"(?<![<>!=])==(?![=>])", text.split("==>")[-1], maxsplit=1)[-1]).whole()


def coq(printed):
    """The body of a definition as Coq prints it."""
    body = printed.split("=", 1)[1].rsplit(" : ", 1)[0].strip()
    while match := re.match(r"\(?(?:fun [^=]*=> |fix \w+ [^=]*:= )", body):
        body = body[match.end():]
    body = re.sub(r"\)(%[A-Za-z]+)?$", "", body) if body.count("(") < body.count(")") else body
    return Reader(body).whole()


def one(row, definitions):
    """What is wrong with a row, or None."""
    clause = Source(row["file"]).clause(row.get("function"), row["clause"])
    if clause is None:
        return f"{row['file']} has no clause {row['clause']} of {row.get('function', 'its logic')}"
    if row["coq"] not in definitions:
        return f"Coq defines no {row['coq']}"
    try:
        names = {Reader(c).whole(): Reader(v).whole() for c, v in row["words"].items()}
        ours, theirs = told(acsl(clause), names), coq(definitions[row["coq"]])
    except (ValueError, IndexError) as e:
        return f"{e}, in {clause} or {definitions[row['coq']]}"
    return None if ours == theirs else f"C's contract has {clause}, Coq has {definitions[row['coq']]}"


def check(rows, proofs, verdicts):
    """The names of those compared."""
    definitions = {name: text for entry in proofs for name, text in entry["definitions"].items()}
    for row in rows:
        wrong = one(row, definitions)
        if wrong:
            verdicts.fail(f"formulas.json: {row['coq']}: {wrong}")
    return [row["coq"] for row in rows]
