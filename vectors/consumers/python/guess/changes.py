# SPDX-License-Identifier: 0BSD
"""Every single change of a function that is a mistake somebody makes: another operator, constant, name or order, a part left out, a
square or a root too many. A change is a node of the syntax tree, where it stands, and what stands there instead."""
import ast
import copy

LIKELY, POSSIBLE, FAR = range(3)  # how near at hand a change is

OPERATORS = {ast.Add: (ast.Sub, ast.Mult), ast.Sub: (ast.Add,), ast.Mult: (ast.Div, ast.Add), ast.Div: (ast.Mult, ast.FloorDiv), ast.FloorDiv: (ast.Div, ast.Mod),
             ast.Mod: (ast.FloorDiv,), ast.Pow: (ast.Mult,), ast.LShift: (ast.RShift,), ast.RShift: (ast.LShift,), ast.BitXor: (ast.BitOr, ast.BitAnd),
             ast.BitAnd: (ast.BitOr,), ast.BitOr: (ast.BitAnd, ast.BitXor)}
COMPARISONS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
OPPOSITE = {ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is}
# Functions that are taken for one another.
TAKEN = (("math.log", "math.log2", "math.log10", "math.log1p"), ("math.exp", "math.expm1", "math.exp2"), ("math.floor", "math.ceil", "round", "int", "math.trunc"),
         ("math.sin", "math.cos"), ("min", "max"), ("all", "any"), ("sum", "max", "len"), ("math.isqrt", "math.sqrt"), ("math.hypot", "sum"), ("sorted", "list"))
WORDS = {"little": ("big",), "big": ("little",)}


def parsed(text):
    return ast.parse(text, mode="eval").body


def named(node, text):
    """`text`, an expression in which x stands for the node."""
    class Fill(ast.NodeTransformer):
        def visit_Name(self, name):  # pylint: disable=invalid-name
            return copy.deepcopy(node) if name.id == "x" else name
    return Fill().visit(parsed(text))


def of_number(node):
    if isinstance(node.value, bool) or not isinstance(node.value, (int, float)):
        return []
    x = node.value
    others = [x + 1, x - 1, 2 * x, x // 2 if isinstance(x, int) else x / 2, -x, 0 * x, 0 * x + 1, x * x, 10 * x, x / 10 if isinstance(x, float) else x // 10]
    found = [(LIKELY if at < 4 else POSSIBLE, ast.Constant(y)) for at, y in enumerate(others) if y != x and others.index(y) == at]
    wrong = range(2, 33) if isinstance(x, int) and 1 < x <= 64 else (100 * x, x / 100) if isinstance(x, float) else ()
    return found + [(FAR, ast.Constant(y)) for y in wrong if y not in others]


def of_word(node, keys):
    if isinstance(node.value, bytes):
        x = node.value
        return [(POSSIBLE, ast.Constant(y)) for y in (x.replace(b" ", b"-"), x.replace(b" ", b"_"), x.replace(b" ", b""), x.upper(), x + b"\0", b"", x[::-1]) if y != x]
    others = WORDS.get(node.value, ()) or (keys if node.value in keys else ())
    found = [(POSSIBLE, ast.Constant(y)) for y in others if y != node.value]
    if node.value[:1] in ("<", ">"):
        found.append((LIKELY, ast.Constant({"<": ">", ">": "<"}[node.value[0]] + node.value[1:])))
    return found


def of_operation(node):
    found = [(LIKELY, node.left), (LIKELY, node.right)]
    found += [(LIKELY, ast.BinOp(node.left, op(), node.right)) for op in OPERATORS.get(type(node.op), ())]
    if not isinstance(node.op, (ast.Add, ast.Mult, ast.BitAnd, ast.BitOr, ast.BitXor)):
        found.append((LIKELY, ast.BinOp(node.right, node.op, node.left)))
    if isinstance(node.op, (ast.Add, ast.Sub)):  # a bound, where something is added
        found += [(POSSIBLE, ast.Call(ast.Name(bound, ast.Load()), [node.left, node.right], [])) for bound in ("max", "min")]
    for inner, outer in ((node.left, node.right), (node.right, node.left)):  # a / (b * c) for a / b * c, and (a + b) * c for a + b * c
        if isinstance(inner, ast.BinOp) and inner is node.right and type(inner.op) is not type(node.op):
            found.append((POSSIBLE, ast.BinOp(ast.BinOp(outer, node.op, inner.left), inner.op, inner.right)))
        elif isinstance(inner, ast.BinOp) and inner is node.left and type(inner.op) is not type(node.op):
            found.append((POSSIBLE, ast.BinOp(inner.left, inner.op, ast.BinOp(inner.right, node.op, outer))))
    return found


def moved(node):
    """f(2 * x) for 2 * f(x), f(x + 1) for f(x) + 1, and the other way round."""
    found = []
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mult, ast.Div, ast.Add, ast.Sub)):
        for factor, call in ((node.left, node.right), (node.right, node.left)):
            if isinstance(call, ast.Call) and len(call.args) == 1 and (call is node.left or isinstance(node.op, (ast.Mult, ast.Add))):
                found.append((POSSIBLE, ast.Call(call.func, [ast.BinOp(call.args[0], node.op, factor)], [])))
    if isinstance(node, ast.Call) and len(node.args) == 1 and isinstance(node.args[0], ast.BinOp):
        inner = node.args[0]
        found.append((POSSIBLE, ast.BinOp(ast.Call(node.func, [inner.left], []), inner.op, inner.right)))
        if isinstance(inner.op, ast.Mult):
            found.append((POSSIBLE, ast.BinOp(ast.Call(node.func, [inner.right], []), inner.op, inner.left)))
    return found


def of_comparison(node):
    found = [(POSSIBLE, ast.Constant(True)), (POSSIBLE, ast.Constant(False))]
    for at, op in enumerate(node.ops):
        others = [o for o in COMPARISONS if not isinstance(op, o)] if isinstance(op, COMPARISONS) else [OPPOSITE[type(op)]] if type(op) in OPPOSITE else []
        found += [(LIKELY, ast.Compare(node.left, node.ops[:at] + [o()] + node.ops[at + 1:], node.comparators)) for o in others]
    if len(node.ops) > 1:
        found.append((LIKELY, ast.Compare(node.comparators[0], node.ops[1:], node.comparators[1:])))
        found.append((LIKELY, ast.Compare(node.left, node.ops[:-1], node.comparators[:-1])))
    return found


def without(items):
    return [items[:at] + items[at + 1:] for at in range(len(items))]


def exchanged(items):
    """Each two exchanged."""
    return [items[:a] + [items[b]] + items[a + 1:b] + [items[a]] + items[b + 1:] for a in range(len(items)) for b in range(a + 1, len(items))]


def of_choice(node):
    other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    less = [values[0] if len(values) == 1 else ast.BoolOp(node.op, values) for values in without(node.values)]
    return [(LIKELY, ast.BoolOp(other, node.values)), *((LIKELY, x) for x in less)]


def of_call(node):
    name, found = ast.unparse(node.func), []
    if node.args:
        found += [(LIKELY, arg) for arg in node.args if not isinstance(arg, (ast.Starred, ast.GeneratorExp))]
    found += [(POSSIBLE, ast.Call(node.func, list(args), node.keywords)) for args in exchanged(node.args)]
    for arg in node.args:
        if isinstance(arg, ast.Call) and len(arg.args) == 1:  # g(f(a, b)) for f(a, g(b))
            inside = ast.Call(node.func, [arg.args[0] if one is arg else one for one in node.args], node.keywords)
            found.append((POSSIBLE, ast.Call(arg.func, [inside], arg.keywords)))
    if len(node.args) == 1:
        found += [(FAR, named(node.args[0], text)) for text in ("sum(map(abs, x))", "max(map(abs, x))", "sum(x)", "len(x)", "sum(a * a for a in x)")]
    if name == "range" and len(node.args) > 1:
        found.append((LIKELY, ast.Call(node.func, node.args[1:], [])))
    found += [(POSSIBLE, ast.Call(node.func, args, node.keywords)) for args in without(node.args)]
    if name in ("max", "min", "sum", "zip", "enumerate"):
        found += [(POSSIBLE, ast.Call(node.func, [named(a, "x[1:]") if a is arg else a for a in node.args], node.keywords)) for arg in node.args]
    return found


def of_name(node, names, keys):
    if node.id not in names:
        return []
    others = [name for name in sorted(names) if name != node.id]
    inputs = [(FAR, parsed(f"i[{key!r}]")) for key in keys] if "i" in names and node.id != "i" else []
    return [(POSSIBLE, ast.Name(name, ast.Load())) for name in others] + inputs + [(FAR, parsed(f"{name}[0]")) for name in others]


def of_function(node):
    name = ast.unparse(node)
    return [(LIKELY, parsed(other)) for group in TAKEN if name in group for other in group if other != name]


def of_series(node):
    """A comprehension: without a condition, from the last to the first."""
    found = []
    for at, loop in enumerate(node.generators):
        for less in without(loop.ifs):
            found.append((LIKELY, at, ast.comprehension(loop.target, loop.iter, less, 0)))
        found.append((POSSIBLE, at, ast.comprehension(loop.target, named(loop.iter, "list(x)[::-1]"), loop.ifs, 0)))
        found.append((POSSIBLE, at, ast.comprehension(loop.target, named(loop.iter, "list(x)[1:]"), loop.ifs, 0)))
        found.append((POSSIBLE, at, ast.comprehension(loop.target, named(loop.iter, "list(x)[:-1]"), loop.ifs, 0)))
    return [(rank, type(node)(node.elt, node.generators[:at] + [loop] + node.generators[at + 1:])) for rank, at, loop in found]


def unbracketed(node):
    """Without one pair of parentheses, where that means something else."""
    text, opened = ast.unparse(node), []
    for at, letter in enumerate(text):
        if letter == "(":
            opened.append(at)
        elif letter == ")" and opened:
            start = opened.pop()
            if start > 0 and (text[start - 1].isalnum() or text[start - 1] in "_)]"):
                continue  # of a call
            try:
                other = parsed(text[:start] + text[start + 1:at] + text[at + 1:])
            except SyntaxError:
                continue
            if ast.dump(other) != ast.dump(parsed(text)) and not isinstance(other, ast.Tuple):
                yield LIKELY, other


def of_slice(node):
    if not isinstance(node.slice, ast.Slice):
        return []
    s = node.slice
    return [(POSSIBLE, ast.Subscript(node.value, ast.Slice(*part), ast.Load()))
            for part in ((None, s.upper, s.step), (s.lower, None, s.step)) if part != (s.lower, s.upper, s.step)]


NEAR = ("2 * x", "x / 2", "x + 1", "x - 1", "-x", "x**2", "math.sqrt(x)")
FARTHER = ("1 / x", "1 - x", "abs(x)", "round(x)", "int(x)", "math.ceil(x)", "math.floor(x)", "max(0, x)", "4 * x", "x / 4", "x**2 / 2", "x // 2", "math.log(x)", "math.exp(x)",
           "0", "1", "0 * x", "x[::-1]", "x[1:]", "x[:-1]", "list(map(list, zip(*x)))", "not x", "1.25 * x", "math.sqrt(2) * x", "math.sqrt(2 * x)", "x / math.sqrt(2)",
           "x % 2**32", "x % 2**16", "sorted(x)", "round(float(x))",
           "x + bytes(1)")


def of_any(node, names):
    if isinstance(node, (ast.Constant, ast.Starred, ast.JoinedStr)):
        return []
    found = [(POSSIBLE, named(node, text)) for text in NEAR] + [(FAR, named(node, text)) for text in FARTHER]
    if isinstance(node, (ast.BinOp, ast.Call, ast.Subscript)):
        found += [(FAR, named(node, text.format(name))) for name in sorted(names) for text in ("x * {}", "x / {}", "x + {}", "x - {}", "x * math.sqrt({})", "x / math.sqrt({})")
                  if name != ast.unparse(node)]
    return found


def instead_of(node, names, keys):
    """(How near at hand, what stands there instead) for an expression."""
    found = []
    if isinstance(node, ast.Constant):
        found = of_word(node, keys) if isinstance(node.value, (str, bytes)) else of_number(node)
        found += [(FAR, ast.Name(name, ast.Load())) for name in sorted(names) if isinstance(node.value, (int, float))]
    elif isinstance(node, (ast.Name, ast.Attribute)) and of_function(node):
        return of_function(node)
    elif isinstance(node, ast.Name):
        found = of_name(node, names, keys)
    elif isinstance(node, ast.BinOp):
        found = of_operation(node) + moved(node)
    elif isinstance(node, ast.Compare):
        found = of_comparison(node)
    elif isinstance(node, ast.BoolOp):
        found = of_choice(node)
    elif isinstance(node, ast.UnaryOp):
        found = [(LIKELY, node.operand)]
    elif isinstance(node, ast.IfExp):
        found = [(LIKELY, node.body), (LIKELY, node.orelse), (LIKELY, ast.IfExp(node.test, node.orelse, node.body))]
    elif isinstance(node, ast.Call):
        found = of_call(node) + moved(node)
    elif isinstance(node, (ast.Tuple, ast.List)) and isinstance(node.ctx, ast.Load):
        found = [(LIKELY, type(node)(list(one), ast.Load())) for one in exchanged(node.elts)]
    elif isinstance(node, (ast.GeneratorExp, ast.ListComp)):
        found = of_series(node)
    elif isinstance(node, ast.Subscript):
        found = of_slice(node) + [(FAR, ast.Name(name, ast.Load())) for name in sorted(names)]
    return found + of_any(node, names)


def drawn_later(node):
    """a, b = f(), g() with g() first."""
    target, value = node.targets[0], node.value
    if len(node.targets) == 1 and isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        yield LIKELY, ast.copy_location(ast.Assign([ast.Tuple(target.elts[::-1], ast.Store())], ast.Tuple(value.elts[::-1], ast.Load())), node)


def of_statements(body):
    """(How near at hand, the statement, what stands there instead: a list): without it, after the next one, one of its branches, once where it loops."""
    for at, node in enumerate(body):
        if isinstance(node, (ast.Assign, ast.AugAssign, ast.Expr, ast.Continue)) or (isinstance(node, (ast.If, ast.While)) and not node.orelse):
            yield LIKELY, at, 1, [ast.Pass()]
        if isinstance(node, ast.Assign):
            for rank, other in drawn_later(node):
                yield rank, at, 1, [other]
        if isinstance(node, ast.AugAssign):
            for op in OPERATORS.get(type(node.op), ()):
                yield LIKELY, at, 1, [ast.copy_location(ast.AugAssign(node.target, op(), node.value), node)]
            yield POSSIBLE, at, 1, [ast.copy_location(ast.Assign([node.target], node.value), node)]
        if isinstance(node, (ast.If, ast.While, ast.For)):
            yield POSSIBLE, at, 1, node.body
        if isinstance(node, ast.While) and not node.orelse:
            yield LIKELY, at, 1, [ast.copy_location(ast.If(node.test, node.body, []), node)]
        if at + 1 < len(body):
            yield LIKELY, at, 2, [body[at + 1], node]


def names_of(function):
    """What the function may name: its arguments and what it assigns."""
    return {n.arg for n in ast.walk(function) if isinstance(n, ast.arg)} | {n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}


def short(text, most):
    line = " ".join(text.split())
    return line if len(line) <= most else line[:most - 3] + "..."


class Changes:
    """Those of one function, whose node belongs to the tree of a file."""

    def __init__(self, function, keys):
        self.function, self.names, self.keys = function, names_of(function), keys

    def __iter__(self):
        """(How near at hand, the change), and the same change wherever the same stands."""
        alike = {}
        for rank, change in self.within(self.function, self.function):
            if not change.many:
                alike.setdefault((max(rank, POSSIBLE), ast.unparse(change.before), ast.unparse(change.after)), []).append(change)
            yield rank, change
        for (rank, _, _), changes in alike.items():
            if len(changes) > 1:
                yield rank, Everywhere(changes, self.function)

    def within(self, node, around):
        for field, value in ast.iter_fields(node):
            if field in ("decorator_list", "args", "returns", "keywords") and isinstance(node, (ast.FunctionDef, ast.Lambda)):
                continue
            if isinstance(value, list):
                if value and isinstance(value[0], ast.stmt):
                    yield from self.statements(value)
                for at, one in enumerate(value):
                    if isinstance(one, ast.AST):
                        yield from self.at(value, at, one, one if isinstance(one, ast.stmt) else around)
            elif isinstance(value, ast.AST):
                if isinstance(node, ast.stmt) and isinstance(value, ast.expr):
                    for rank, other in unbracketed(value):
                        yield rank, Change(node.__dict__, field, value, other, around)
                if field == "test":
                    yield LIKELY, Change(node.__dict__, field, value, named(value, "not x"), around)
                yield from self.at(node.__dict__, field, value, around)

    def at(self, holder, key, node, around):
        if isinstance(node, ast.expr) and not isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del)):
            for rank, other in instead_of(node, self.names, self.keys):
                yield rank, Change(holder, key, node, other, around)
        if not isinstance(node, ast.Slice) or node.lower or node.upper:
            yield from self.within(node, around)

    def statements(self, body):
        for rank, at, count, instead in of_statements(body):
            yield rank, Change(body, slice(at, at + count), body[at:at + count], instead, self.function if count > 1 else body[at])


class Change:
    def __init__(self, holder, key, before, after, around):
        self.holder, self.key, self.before, self.after, self.around = holder, key, before, after, around
        self.many = isinstance(key, slice)

    def make(self):
        first = self.before[0] if self.many else self.before
        for node in self.after if self.many else [self.after]:
            ast.fix_missing_locations(ast.copy_location(node, first) if not hasattr(node, "lineno") else node)
        self.holder[self.key] = self.after

    def undo(self):
        if self.many:
            self.holder[self.key.start:self.key.start + len(self.after)] = self.before
        else:
            self.holder[self.key] = self.before

    def sentence(self):
        if isinstance(self.around, (ast.If, ast.While, ast.For)):
            around = ast.copy_location(type(self.around)(**{**dict(ast.iter_fields(self.around)), "body": [ast.Pass()], "orelse": []}), self.around)
            text = ast.unparse(around).split("\n", maxsplit=1)[0]
        elif isinstance(self.around, ast.FunctionDef):
            text = self.around.name
        else:
            text = ast.unparse(self.around)
        parts = [short("; ".join(map(ast.unparse, x)) if isinstance(x, list) else ast.unparse(x), 90) for x in (self.before, self.after)]
        place = f", in `{short(text, 120)}`" if text not in parts else ""
        return f"`{parts[0]}` is left out{place}" if parts[1] == "pass" else f"`{parts[1]}` stands for `{parts[0]}`{place}"


class Everywhere:
    """One change at each place of a function."""

    def __init__(self, changes, function):
        self.changes, self.name = changes, getattr(function, "name", "a function")

    def make(self):
        for change in self.changes:
            change.make()

    def undo(self):
        for change in reversed(self.changes):
            change.undo()

    def sentence(self):
        before, after = (short(ast.unparse(x), 90) for x in (self.changes[0].before, self.changes[0].after))
        return f"`{after}` stands for `{before}` wherever that stands in {self.name}"
