import { assert, describe, it } from "@effect/vitest"
import { severityOf } from "../../../../core/check/severity.ts"
import * as Column from "../../../../core/table/column.ts"
import { defineTable } from "../../../../core/table/definition.ts"
import { fresh, type Meaning, nearNeighbours, steady } from "../../../../core/table/meaning.ts"
import { findingsIn, told } from "./small-check.ts"
import { describeFinding, findingHints } from "../../../../core/check/tell/english.ts"

const about = "Made up."

const rates = (means: ReadonlyArray<Meaning>) =>
  defineTable({
    file: "rates.csv",
    about,
    key: ["code"],
    means,
    columns: {
      code: Column.text({ about }),
      kind: Column.text({ about }),
      rate: Column.optional(Column.decimal({ about })),
      day: Column.day({ about }),
    },
  })

const limits = defineTable({
  file: "limits.csv",
  about,
  key: ["name"],
  columns: { name: Column.text({ about }), value: Column.integer({ about }) },
})

const limit = (is: string) => ({
  file: "limits.csv",
  where: { column: "name", is },
  column: "value",
})
const limitsText = "name,value\njump,1000\njump_days,3\nage,90\n"

const near = nearNeighbours({ column: "rate", per: ["kind"], times: 4 })
const moving = steady({
  column: "rate",
  mostBps: limit("jump"),
  day: "day",
  mostDays: limit("jump_days"),
})
const aging = fresh({
  column: "day",
  mostDays: limit("age"),
  except: { column: "kind", words: ["fixed"] },
})

const csv = (...rows: ReadonlyArray<string>) => ["code,kind,rate,day", ...rows].join("\n")

const findings = (
  means: ReadonlyArray<Meaning>,
  rows: ReadonlyArray<string>,
  before?: ReadonlyArray<string>,
  today = "2026-11-25",
) =>
  findingsIn(
    [
      [rates(means), csv(...rows)],
      [limits, limitsText],
    ],
    {
      today,
      ...(before === undefined
        ? {}
        : { earlier: { name: "HEAD", sources: new Map([["rates.csv", csv(...before)]]) } }),
    },
  )

const row = (code: string, rate: string, kind = "a", day = "2026-11-20") =>
  `${code},${kind},${rate},${day}`

describe("figures near their neighbours", () => {
  it("may be k times the median of the others and no more, or a part of k and no less", () => {
    const others = [row("A", "10"), row("B", "10"), row("C", "10")]
    for (const rate of ["40", "2.5"]) {
      assert.deepStrictEqual(findings([near], [...others, row("D", rate)]), [])
    }
    assert.deepStrictEqual(told(findings([near], [...others, row("D", "40.01")]), "Outlier"), [
      '5:5 rate: "40.01" is more than 4 times the median of its neighbours, 10 (3 other rows with kind=a)',
    ])
    assert.deepStrictEqual(told(findings([near], [...others, row("D", "2.49")]), "Outlier"), [
      '5:5 rate: "2.49" is less than 1/4 of the median of its neighbours, 10 (3 other rows with kind=a)',
    ])
  })

  it("are those of the same group, and two at least; of two in the middle the nearer one counts", () => {
    assert.deepStrictEqual(findings([near], [row("A", "1"), row("B", "90")]), [])
    assert.deepStrictEqual(
      findings([near], [row("A", "1"), row("B", "1"), row("C", "90", "b"), row("D", "")]),
      [],
    )
    const [found, ...more] = findings([near], [row("A", "5.5"), row("B", "91"), row("C", "15.3")])
    assert.deepStrictEqual([found?._tag, found?.line, more], ["Outlier", 3, []])
  })

  it("are a warning, which the table can declare as meant; a stale declaration is one too", () => {
    const rows = [row("A", "10"), row("B", "10"), row("C", "99")]
    const [found] = findings([near], rows)
    if (found === undefined) throw new Error("nothing was found")
    assert.strictEqual(severityOf(found), "warning")
    assert.deepStrictEqual(findingHints(found), [
      "if it is meant: # meant column=rate code=C : why",
    ])
    const accepted = ["# meant column=rate code=C : it is special", ...rows]
    assert.deepStrictEqual(findings([near], accepted), [])
    const [stale] = findings([near], [...accepted.slice(0, 3), row("C", "11")])
    if (stale === undefined) throw new Error("the declaration is not found stale")
    assert.deepStrictEqual([stale._tag, stale.line], ["StaleMeant", 2])
    assert.strictEqual(severityOf(stale), "warning")
  })

  it("are declared as meant for columns that are there and judged, with a reason", () => {
    const sentences = findings(
      [near],
      [
        "# meant column=rte code=C : why",
        "# meant column=rate cod=C : why",
        "# meant code=C : why",
        "# meant column=rate code=C",
        "# meant well, and no directive",
        row("C", "9"),
      ],
    ).map((finding) => `${finding.line}:${finding.character} ${describeFinding(finding)}`)
    assert.deepStrictEqual(sentences, [
      '2:16 "rte" should be a column whose values can be meant: rate; did you mean "rate"?',
      '3:25 "cod" should be one of the columns code, kind, rate, day; did you mean "code"?',
      "4:1 expected the column that is meant: # meant column=name other_column=cell : reason",
      "5:1 expected a reason why the value is meant: # meant column=name : reason",
    ])
  })
})

describe("figures that move little", () => {
  it("may move by the bound for each day between the two, of which some count", () => {
    const before = [row("A", "100", "a", "2026-11-20")]
    const after = (rate: string, day: string) =>
      findings([moving], [row("A", rate, "a", day)], before)
    assert.deepStrictEqual(after("110", "2026-11-20"), [])
    assert.deepStrictEqual(after("110", "2026-11-21"), [])
    assert.lengthOf(after("110.1", "2026-11-21"), 1)
    assert.deepStrictEqual(after("90", "2026-11-21"), [])
    assert.lengthOf(after("89.9", "2026-11-21"), 1)
    assert.deepStrictEqual(after("130", "2027-11-21"), [])
    assert.deepStrictEqual(told(after("1000", "2027-11-21"), "Jump"), [
      '2:5 rate: "1000" for code=A was "100" in HEAD: it moved by 900 %, and jump lets it move by 30 % in 3 days',
    ])
  })

  it("have moved nowhere without a version before, a row there, or a figure", () => {
    assert.deepStrictEqual(findings([moving], [row("A", "1000")]), [])
    assert.deepStrictEqual(findings([moving], [row("A", "1000")], [row("B", "1")]), [])
    assert.deepStrictEqual(findings([moving], [row("A", "")], [row("A", "1")]), [])
    assert.deepStrictEqual(findings([moving], [row("A", "1")], [row("A", "")]), [])
  })

  it("are declared as meant with their day, until another day comes", () => {
    const before = [row("A", "100")]
    const meant = "# meant column=rate code=A day=2026-11-21 : devalued"
    const moved = [meant, row("A", "900", "a", "2026-11-21")]
    assert.deepStrictEqual(findings([moving], moved, before), [])
    assert.deepStrictEqual(findings([moving], moved, moved), [])
    const [stale] = findings([moving], [meant, row("A", "901", "a", "2026-11-22")], moved)
    assert.strictEqual(stale?._tag, "StaleMeant")
  })
})

describe("days that should not lie far back", () => {
  const rows = [row("A", "1"), row("B", "1"), row("C", "1", "fixed", "2001-01-01")]

  it("may be as old as the limit, and are told once for all rows of a day", () => {
    assert.deepStrictEqual(findings([aging], rows, undefined, "2027-02-18"), [])
    assert.deepStrictEqual(told(findings([aging], rows, undefined, "2027-02-19"), "OldDay"), [
      '2:7 day: "2026-11-20" of code=A and 1 other row is 91 days old; age is 90',
    ])
  })

  it("are a warning, and can be declared as meant", () => {
    const [found] = findings([aging], rows, undefined, "2027-11-19")
    if (found === undefined) throw new Error("nothing was found")
    assert.strictEqual(severityOf(found), "warning")
    const [hint = ""] = findingHints(found)
    const directive = hint.slice(hint.indexOf("#"))
    assert.deepStrictEqual(findings([aging], [directive, ...rows], undefined, "2027-11-19"), [])
  })
})

describe("named files", () => {
  const pictures = defineTable({
    file: "pictures.csv",
    about,
    key: ["name"],
    columns: {
      name: Column.text({ about }),
      file: Column.fileIn("icons", Column.optional(Column.text({ about }))),
    },
  })
  const source = "name,file\none,ship.svg\ntwo,\nthree,shp.svg\n"

  it("must be there, where their folder is known", () => {
    const filesIn = { icons: new Set(["ship.svg", "key.svg"]) }
    const found = findingsIn([[pictures, source]], { filesIn })
    assert.deepStrictEqual(told(found, "MissingFile"), [
      '4:7 file: "shp.svg" is no file in icons/; did you mean "ship.svg"?',
    ])
    assert.deepStrictEqual(found.map(severityOf), ["error"])
    assert.deepStrictEqual(findingsIn([[pictures, source]]), [])
  })
})
