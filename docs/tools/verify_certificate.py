#!/usr/bin/env python3
"""Accepts or refuses certificates of decision tables. It trusts none of them, nor who wrote them.

    python3 verify_certificate.py --declarations FOLDER --tables FOLDER [--before FOLDER] FILE ...

FILE is a NAME.certificate.json, or a folder of them. The table NAME.csv is read from --tables (an older version
from --before), and what it is declared to be from NAME.declaration.json in --declarations, which you have read.
A certificate names claims, rows and cases; all that they stand for is computed here, from these two files.
Ends with 0: all that is declared is proven; 2: sound, but something is refuted or open; 1: refused."""
import argparse, csv, hashlib, json, re, sys
from bisect import bisect_left, bisect_right
from fractions import Fraction
from functools import reduce
from math import ceil, floor, inf, isfinite, nextafter
from operator import and_, or_
from pathlib import Path

ONE, FIGURE, MOST = ("unique", "any", "priority", "first"), r"-?[0-9]+(?:\.[0-9]+)?", sys.float_info.max

def need(holds, why):
    if not holds:
        raise ValueError(why)

def gap_in(line):
    """The cells by column of a comment that declares a gap: `# gap column=cell column=cell : why`."""
    line = (",".join(next(csv.reader([line]))) if line.startswith('"') else line).rstrip(",")
    opening = re.match(r"#\s*gap\s+(?=[^\s=:]+=)", line)
    said = re.split(r"\s+:(?:\s|$)|:\s|:$", line[opening.end():], maxsplit=1) if opening else []
    parts = re.split(r"(?:^|\s)([^\s=]+)=", said[0])[1:] if len(said) == 2 and said[1].strip() else []
    cells = dict(zip(parts[::2], (cell.rstrip() for cell in parts[1::2])))
    return cells if len(cells) * 2 == len(parts) and all(cells.values()) else {}

def read_csv(path):
    """The header of a table, its rows by column, and the gaps that it declares."""
    lines, gaps, quoted = [], [], False
    for line in (each.removesuffix("\r") for each in path.read_bytes().decode("utf-8-sig").split("\n")):
        if not quoted and re.match('#|"# ', line):
            gaps += filter(None, [gap_in(line)])
        elif quoted or line.strip(","):
            lines.append(line + "\n")
            quoted ^= line.count('"') % 2 == 1
    records = list(csv.reader(lines, strict=True))
    header = [name for name in records[0] if name]
    for record in records:
        need(len(record) >= len(header) and not any(record[len(header):]), f"{path} has another row than {record}")
    return header, [dict(zip(header, record)) for record in records[1:]], gaps

def read_word(part):
    word = json.loads(part) if part.startswith('"') else part
    need(type(word) is str and (part[:1] == '"' or re.fullmatch(r"[^()<>=\s]+", part)), f"{part} is no word")
    return word

def read_interval(part):
    """An interval: its lower end and whether it holds that, its upper end likewise."""
    whole = re.sub(f"^({FIGURE})$", r"[\1..\1]", part)
    whole = re.sub(f"^<(=?)({FIGURE})$", lambda m: f"(-inf..{m[2]}{']' if m[1] else ')'}", whole)
    whole = re.sub(f"^>(=?)({FIGURE})$", lambda m: f"{'[' if m[1] else '('}{m[2]}..inf)", whole)
    ends = re.fullmatch(rf"([\[(])(-inf|{FIGURE})\.\.(inf|{FIGURE})([\])])", whole)
    low, from_low, high, to_high = float(ends[2]), ends[1] == "[", float(ends[3]), ends[4] == "]"
    need(low < high or (low == high and from_low and to_high and isfinite(low)), f"{part} is empty")
    return low, from_low, high, to_high

def read_test(kind, cell):
    """A condition cell: whether it is negated, and its words, intervals or truth; None where it is empty."""
    if kind == "boolean" and cell:
        return False, [{"true": True, "vrai": True, "false": False, "faux": False}[cell.lower()]]
    inner = re.fullmatch(r"not\((.*)\)", cell)
    text = inner[1] if inner else cell
    parts = re.findall(r'(?:[^|"]|"(?:[^"\\]|\\.)*"?)+', text) if '"' in text else text.split("|")
    return (bool(inner), [(read_word if kind == "words" else read_interval)(part) for part in parts]) if cell else None

class Condition:
    """A declared condition, cut into the segments that its cells do not tell apart, of those that it allows:
    `at` has the rows that accept each, `accepts` for each cell its segments, both as bits."""
    def __init__(self, declared, cells, folders):
        self.name, self.kind, self.whole = declared["name"], declared["kind"], declared.get("whole")
        words, rows = declared.get("words"), {}
        for row, cell in enumerate(cells):
            rows[cell] = rows.get(cell, 0) | 1 << row
        tests = {cell: read_test(self.kind, cell) for cell in rows}
        items = {item for test in tests.values() if test for item in test[1]}
        if "from" in declared:
            named = [row for folder in folders for row in read_csv(folder / declared["from"]["table"])[1]]
            words = [row[declared["from"]["column"]] for row in named if row[declared["from"]["column"]]]
        if self.kind == "number":
            self.keys = sorted({end for item in items for end in (item[0], item[2]) if isfinite(end)})
            bounds = self.bounds_within(declared.get("minimum", -MOST), declared.get("maximum", MOST))
            self.live = [place for place, (low, high) in enumerate(bounds) if low <= high]
            self.bounds = [bounds[place] for place in self.live]
            self.told = [f"{low:.17g}" if low == high else f"{low:.17g} to {high:.17g}" for low, high in self.bounds]
        else:
            need(self.kind == "boolean" or self.kind == "words" and (words is None or items <= {*words}), "a new word")
            self.keys = sorted(items) if self.kind == "words" else [False, True]
            others = self.kind == "words" and (words is None or len(set(words)) > len(items))
            self.told = [str(key) for key in self.keys] + ["any other word"] * others
        self.known, self.told = len(self.told), self.told + ["unknown"] * (declared["mayBeUnknown"] is True)
        self.accepts, self.at = {cell: self.accepted(test) for cell, test in tests.items()}, []
        flips, accepting = [0] * (len(self.told) + 1), 0
        for cell, accepted in self.accepts.items():
            for place in ones(accepted ^ accepted << 1):
                flips[place] ^= rows[cell]
        for flip in flips[:-1]:
            accepting ^= flip
            self.at.append(accepting)
        self.folds = {op: [self.at] for op in (and_, or_)}
        self.some, self.every = reduce(or_, self.at, 0), reduce(and_, self.at, -1)
    def bounds_within(self, least, most):
        """The least and the greatest number of each segment: between two ends, and at an end, in turn."""
        far, found = MOST if self.whole else inf, []
        for low, high in zip([-far, *self.keys], [*self.keys, far]):
            found += ([(floor(low) + 1, ceil(high) - 1), (ceil(high), floor(high))] if self.whole else
                      [(nextafter(low, inf), nextafter(high, -inf)), (high, high)])
        least, most = (ceil(least), floor(most)) if self.whole else (least, most)
        return [(max(low, least), min(high, most)) for low, high in found[:-1]]
    def accepted(self, test):
        """The segments that a cell accepts. What is unknown is accepted by empty cells and negated words."""
        found = 0
        for item in test[1] if test else []:
            first = last = bisect_left(self.keys, item) if self.kind != "number" else 0
            if self.kind == "number":
                first = 2 * bisect_left(self.keys, item[0]) + (1 if item[1] else 2) if item[0] > -inf else 0
                last = 2 * bisect_left(self.keys, item[2]) + item[3] if item[2] < inf else 2 * len(self.keys)
                first, last = bisect_left(self.live, first), bisect_right(self.live, last) - 1
            found |= (1 << last + 1) - (1 << first)
        every = (1 << (len(self.told) if test is None or self.kind == "words" else self.known)) - 1
        return every & ~found if test is None or test[0] else found
    def fold(self, op, first, last):
        """The rows that accept every (and_) or some (or_) segment from one to another."""
        steps, power = self.folds[op], (last - first + 1).bit_length() - 1
        while len(steps) <= power:
            half, below = 1 << (len(steps) - 1), steps[-1]
            steps.append([op(below[i], below[i + half]) for i in range(len(below) - half)])
        return op(steps[power][first], steps[power][last + 1 - (1 << power)])
    def spans(self, cell, known):
        """The segments that a cell accepts, as ranges; only those of what is known, if asked."""
        accepted = self.accepts[cell] & ((1 << (self.known if known else len(self.told))) - 1)
        ends = ones(accepted ^ accepted << 1)
        return [(first, end - 1) for first, end in zip(ends[::2], ends[1::2])]
    def meeting(self, cell, known=False):
        """The rows that share facts with a cell."""
        return reduce(or_, (self.fold(or_, first, last) for first, last in self.spans(cell, known)), 0)
    def stretches(self, cell, order, least):
        """The whole numbers that a cell accepts, from and to; of words their places in an order."""
        if self.kind != "number":
            places = [self.keys.index(word) if word in self.keys else len(self.keys) for word in order]
            return [(at, at) for at, place in enumerate(places) if self.accepts[cell] >> place & 1]
        need(self.whole, f"{self.name} is not whole")
        return [(max(self.bounds[first][0], least), self.bounds[last][1]) for first, last in self.spans(cell, True)]

def bits(rows):
    return reduce(or_, (1 << row for row in rows), 0)
def ones(found):
    return [bit.start() for bit in re.finditer("1", bin(found)[:1:-1])]

def value_of(kind, cell):
    """What a cell of a result says: figures and truths by their value, all else as it is written."""
    if kind == "text" or not cell:
        return cell
    return Fraction(re.fullmatch(FIGURE, cell)[0]) if kind == "number" else read_test(kind, cell)[1][0]

def read_table(declared, folder):
    """The rows of a table in the order in which they count, what each says, and the gaps that it declares."""
    header, rows, gaps = read_csv(folder / declared["table"])
    results, conditions = declared["results"], {each["name"] for each in declared["conditions"]}
    names = [*conditions, *(each["name"] for each in results), *declared["notes"]]
    need(sorted(header) == sorted(names), "the table has other columns than are declared")
    keyed = [(row, tuple(value_of(each["kind"], row[each["name"]]) for each in results)) for row in rows]
    if declared["hitPolicy"] in ("priority", "output order"):
        lists = [[value_of(each["kind"], word) for word in each.get("values", [])] for each in results]
        keyed.sort(key=lambda one: [(known + [said]).index(said) for known, said in zip(lists, one[1])])
    return keyed, [gap for gap in gaps if set(gap) <= conditions]

def answer(policy, keys):
    """What rows that say this come to by a hit policy; None where there are none."""
    if policy in ("sum", "min", "max", "count") and keys:
        return {"sum": sum, "min": min, "max": max, "count": len}[policy]([key[0] for key in keys])
    return (keys[0] if policy in ONE else keys) if keys else None

def check_cases(proof, leaves, conditions, whole):
    """Holds a diagram of cases to the conditions. A leaf names rows that accept all facts of its case,
    which must do so at every step, and rows that accept none of them, which must fall at some step."""
    need(sorted(proof["order"]) == list(range(len(conditions))), "the order of conditions is none")
    steps, nodes = [conditions[place] for place in proof["order"]], []
    possible = reduce(and_, (step.some for step in steps), whole)
    leaves = [(len(steps), live, dead & possible) for live, dead in leaves]
    every = lambda first, last: reduce(and_, (step.every for step in steps[first:last]), whole)
    for level, *edges in proof["cases"]:
        step, start, live, dead = steps[level], 0, 0, 0
        need(level >= 0 and len(edges) % 3 == 0, "a case is none")
        for first, last, child in zip(edges[::3], edges[1::3], edges[2::3]):
            need(start == first <= last < len(step.at), "the cases leave facts out")
            start, below = last + 1, nodes[child] if child >= 0 else leaves[~child]
            need(below[0] > level, "the cases do not follow their order")
            need(not below[1] & ~(step.fold(and_, first, last) & every(level + 1, below[0])), "a row applies less")
            live, dead = live | below[1], dead | (below[2] & step.fold(or_, first, last))
        need(start == len(step.at), "the cases leave facts out")
        nodes.append((level, live, dead))
    level, live, dead = nodes[-1] if nodes else leaves[0]
    need(not live & ~every(0, level) and not dead, "a row applies more or less")

def equal_leaves(proof, policy, keys, size, said_by, cells):
    """The leaves of a proof that two versions answer alike, the rows of the second behind those of the first.
    Pairs are in both, in one order, and answer alike: so a leaf may name the left of a pair before all lone rows."""
    pairs, whole = {left: size + right for left, right in proof["pairs"]}, (1 << len(keys)) - 1
    rise, is_one = lambda places: all(one < other for one, other in zip(places, places[1:])), policy in ONE
    need(all(map(rise, zip((-1, size - 1), *pairs.items(), (size, len(keys))))), "pairs are out of order")
    need(all(keys[one] == keys[other] and cells[one] == cells[other] for one, other in pairs.items()), "a pair differs")
    lone, before = whole & ~bits([*pairs, *pairs.values()]), lambda row: (1 << row) - (1 << size * (row >= size))
    for lefts, rights in proof["leaves"]:
        is_pair, rights = (True, [pairs[lefts[0]]]) if is_one and lefts and not rights else (False, rights)
        need(rise([-1, *lefts, size]) and rise([size - 1, *rights, len(keys)]), "rows are out of order")
        result, live = answer(policy, [keys[row] for row in lefts]), bits([*lefts, *rights])
        need(result == answer(policy, [keys[row] for row in rights]), "answers differ")
        others = lone if is_pair or not live else ~(said_by[result] if is_one else live)
        yield live, others & (before(lefts[0]) | before(rights[0]) if live and is_one else whole)

def check_promise(promise, rows, conditions):
    """Holds every two rows that share facts beside `over` to a sum that keeps its order as that rises."""
    sign, over, named = {"falls": 1, "rises": -1}[promise["never"]], promise["over"], {c.name: c for c in conditions}
    parts = [(part, None) if type(part) is str else (part["column"], part["times"]) for part in promise["sum"]]
    steps, sums, ways, least = {name for _, name in parts if name} | {over}, {}, {}, promise.get("from", -MOST)
    for row, cells in enumerate(rows):
        if all(cells[column] for column, _ in parts):
            figures = [(times, sign * value_of("number", cells[column])) for column, times in parts]
            sums[row] = {name: sum(figure for times, figure in figures if times == name) for name in {None, *steps}}
            ways[row] = {name: named[name].stretches(cells[name], promise.get("order", []),
                                                     least if name == over else -MOST) for name in steps}
    counted, others = bits(sums), [condition for condition in conditions if condition.name != over]
    for low, figures in sums.items():
        for high in ones(reduce(and_, (c.meeting(rows[low][c.name], True) for c in others), counted)):
            gain = {name: figures[name] - sums[high][name] for name in figures}
            most = [[gain[name] * end for a, b in ways[low][name] for c, d in ways[high][name]
                     if max(a, c) <= min(b, d) for end in (max(a, c), min(b, d))] for name in steps - {over}]
            most.append([figures[over] * x - sums[high][over] * y for a, b in ways[low][over]
                         for c, d in ways[high][over] for x in (a, b, c - 1, d - 1) for y in (c, d, x + 1)
                         if a <= x <= b and x < y and c <= y <= d])
            need(not all(most) or gain[None] + sum(map(max, most)) <= 0, "a promise is broken")

def verify(certificate, declarations, folders):
    """What a certificate proves and refutes, and what it leaves open of all that is declared."""
    need(re.fullmatch(r"\w[\w .-]*(/\w[\w .-]*)*", certificate["table"]), "its table lies elsewhere")
    declared = json.loads((declarations / certificate["table"]).with_suffix(".declaration.json").read_text("utf-8"))
    need([certificate["format"], declared["format"]] == ["viatica certificate 1", "viatica declaration 1"], "a format")
    policy, used = declared["hitPolicy"], folders[-len(certificate["sha256"]):]
    texts = [(folder / declared["table"]).read_bytes().removeprefix(b"\xef\xbb\xbf") for folder in used]
    need([hashlib.sha256(text).hexdigest() for text in texts] == certificate["sha256"], "it is of another version")
    tables, said_by = [read_table(declared, folder) for folder in used], {}
    rows, keys = [row for keyed, _ in tables for row, _ in keyed], [key for keyed, _ in tables for _, key in keyed]
    size, gaps = len(tables[0][0]), tables[0][1] if len(tables) == 1 else []
    told, whole = [f"{declared['table']}, {policy}, rows {len(rows)}"], (1 << len(rows + gaps)) - 1
    for row, key in enumerate(keys):
        said_by[key] = said_by.get(key, 0) | 1 << row
    conditions = [Condition(a, [row.get(a["name"], "") for row in rows + gaps], used) for a in declared["conditions"]]
    sums = lambda parts: " + ".join(one if type(one) is str else f"{one['column']} x {one['times']}" for one in parts)
    promises = {f"{sums(one['sum'])} never {one['never']} as {one['over']} rises": one for one in declared["promises"]}
    due = {"unique": ["no overlap"], "any": ["no conflict"]}.get(policy, []) + [*promises]
    due = ["no gap"] * declared["complete"] + due if len(tables) == 1 else ["equivalent"]
    for claim in certificate["claims"]:
        what, at = claim["claim"], claim.get("at")
        due.remove(what)
        if at is not None:
            need(len(at) == len(conditions) and all(place >= 0 for place in at), "facts are missing")
            found = ones(reduce(and_, (c.at[place] for c, place in zip(conditions, at)), whole))
            old, new = ([keys[row] for row in found if a <= row < b] for a, b in ((0, size), (size, len(rows))))
            need({"no gap": not found, "no overlap": len(old) > 1, "no conflict": len(set(old)) > 1,
                  "equivalent": answer(policy, old) != answer(policy, new)}[what], "its facts show nothing")
        elif what == "no gap":
            check_cases(claim, [(1 << row, 0) for row in claim["leaves"]], conditions, whole)
        elif what == "equivalent":
            cells = [[row[c.name] for c in conditions] for row in rows]
            check_cases(claim, equal_leaves(claim, policy, keys, size, said_by, cells), conditions, whole)
        elif what in ("no overlap", "no conflict"):
            for row, cells in enumerate(rows):
                others = (1 << row) - 1 & ~(said_by[keys[row]] if what == "no conflict" else 0)
                need(not reduce(and_, (c.meeting(cells[c.name]) for c in conditions), others), "two rows meet")
        else:
            check_promise(promises[what], rows, conditions)
        facts = ", ".join(f"{c.name} {c.told[place]}" for c, place in zip(conditions, at or []))
        beside = f", beside {len(gaps)} that are declared" if gaps and what == "no gap" else ""
        told.append(f"proven: {what}{beside}" if at is None else f"refuted: {what}, as for {facts}")
    return told + [f"open: {what}" for what in due]

def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    for flag in ("--declarations", "--tables", "--before"):
        parser.add_argument(flag, type=Path, metavar="FOLDER", required=flag != "--before")
    given, ends = parser.parse_args(), {0}
    paths = [sorted(file.rglob("*.certificate.json")) if file.is_dir() else [file] for file in given.files]
    for path in sum(paths, []):
        try:
            folders = list(filter(None, (given.before, given.tables)))
            told = verify(json.loads(path.read_text("utf-8")), given.declarations, folders)
            ends.add(0 if all(each.startswith("proven") for each in told[1:]) else 2)
        except Exception as why:
            told, ends = [f"REFUSED: {why if type(why) is ValueError else repr(why)}"], ends | {1}
        print(f"{path}: " + "\n  ".join(told))
    return 1 if 1 in ends else max(ends)
if __name__ == "__main__":
    sys.exit(main())
