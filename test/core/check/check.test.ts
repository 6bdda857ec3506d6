import { assert, describe, it } from "@effect/vitest"
import { type CheckOptions, checkTables, listedMax } from "../../../core/check/check.ts"
import type { Finding } from "../../../core/check/finding.ts"
import { severityOf } from "../../../core/check/severity.ts"
import * as Column from "../../../core/table/column.ts"
import { type DecisionDefinition, defineDecision } from "../../../core/table/decision.ts"
import { defineTable } from "../../../core/table/definition.ts"
import { describeTableError } from "../../../core/table/error.ts"
import * as Input from "../../../core/table/input.ts"
import { loadSound } from "../../../core/table/load.ts"
import { everyValueOf, everyWord } from "../../../core/table/requirement.ts"
import { describeFinding, findingError, findingHints } from "../../../core/check/tell/english.ts"

const about = "A thing."

const offers = defineTable({
  file: "offers.csv",
  about,
  key: ["offer"],
  named: {
    columns: ["offer"],
    by: [{ file: "rates.csv", columns: ["offer"] }],
    otherwise: "notSold",
  },
  columns: {
    offer: Column.text({ about }),
    zones: Column.list(Column.text({ about })),
    note: Column.optional(Column.text({ about })),
  },
})

const texts = defineTable({
  file: "texts.csv",
  about,
  key: ["offer", "language"],
  requires: [
    {
      every: [everyValueOf("offers.csv", ["offer"]), everyWord("language", ["en", "fr"])],
      otherwise: "bareName",
    },
  ],
  columns: {
    offer: Column.reference("offers.csv", "offer", { about }),
    language: Column.enumeration(["en", "fr", "de"], { about }),
    text: Column.text({ about }),
  },
})

const rates = (changes: Partial<Pick<DecisionDefinition, "hitPolicy" | "complete" | "requires">>) =>
  defineDecision({
    file: "rates.csv",
    about,
    hitPolicy: "unique",
    inputs: {
      offer: Input.reference("offers.csv", "offer", { about }),
      days: Input.integer({ minimum: 1, maximum: 30, about }),
      team: Input.boolean({ about }),
    },
    outputs: {
      rate: Column.decimal({ about }),
      source: Column.note(Column.text({ about })),
    },
    ...changes,
  })

const sound = {
  "offers.csv": "offer,zones,note\nhome,a|b,\naway,b,x\n",
  "texts.csv": "offer,language,text\nhome,en,Home\nhome,fr,Chez soi\naway,en,Away\naway,fr,Loin\n",
  "rates.csv":
    "offer,days,team,source,rate\nhome,,false,s,1\nhome,,true,s,2\naway,<=8,,s,3\naway,>8,,s,4\n",
}

const check = (
  changes: Partial<typeof sound> = {},
  definition = rates({}),
  options: CheckOptions = {},
): ReadonlyArray<Finding> => {
  const definitions = { offers, texts, rates: definition }
  const sources = new Map(Object.entries({ ...sound, ...changes }))
  const { tables } = loadSound(definitions, sources)
  return checkTables({ definitions, sources, tables }, options)
}

const lines = (findings: ReadonlyArray<Finding>): ReadonlyArray<string> =>
  findings.map(
    (finding) =>
      `${finding.file}:${finding.line}:${finding.character} ${severityOf(finding)} ${describeFinding(finding)}`,
  )

describe("checkTables()", () => {
  it("finds nothing in sound tables", () => {
    assert.deepStrictEqual(lines(check()), [])
  })

  it("shows a gap with an example, and with the row and the comment that settle it", () => {
    const source =
      "offer,days,team,source,rate\nhome,,false,s,1\nhome,,true,s,2\naway,<=8,,s,3\naway,[10..20],,s,4\n"
    const findings = check({ "rates.csv": source })
    assert.deepStrictEqual(
      lines(findings),
      ["rates.csv:1:1 error no row applies to offer=away, days=9|>=21"]
        .slice(1)
        .concat([
          "rates.csv:1:1 error no row applies to offer=away, days=9",
          "rates.csv:1:1 error no row applies to offer=away, days=>=21",
        ]),
    )
    assert.deepStrictEqual(findings.flatMap(findingHints).slice(0, 3), [
      "for example: offer=away, days=9, team=false",
      "a row that closes it: away,9,,?,?",
      "or, if it is meant: # gap offer=away days=9 : why",
    ])
    const declared = `${source}# gap offer=away days=9|>20 : no such trips,,,,\n`
    assert.deepStrictEqual(lines(check({ "rates.csv": declared })), [])
  })

  it("asks a collecting table for gaps only where it must be complete", () => {
    const source =
      "offer,days,team,rate,source\nhome,,false,1,s\naway,,true,2,s\nhome,<9,,3,s\nhome,,,4,s\n"
    assert.deepStrictEqual(
      lines(check({ "rates.csv": source }, rates({ hitPolicy: "collect" }))),
      [],
    )
    const complete = rates({ hitPolicy: "collect", complete: true })
    assert.deepStrictEqual(lines(check({ "rates.csv": source }, complete)), [
      "rates.csv:1:1 error no row applies to offer=away, team=false",
    ])
    const open = rates({ complete: false })
    assert.deepStrictEqual(
      lines(
        check(
          { "rates.csv": "offer,days,team,rate,source\nhome,>3,true,1,s\naway,>3,,1,s\n" },
          open,
        ),
      ),
      [],
    )
  })

  it("finds rows that disagree, and tells them from rows that agree", () => {
    const findings = check({
      "rates.csv": `${sound["rates.csv"]}away,8,true,other,3.50\naway,7,,other,3.00\n`,
    })
    assert.deepStrictEqual(lines(findings), [
      'rates.csv:6:1 error lines 4 and 6 both apply, and disagree: rate "3" or "3.50"',
      "rates.csv:6:1 warning this row never counts: line 4 takes all that it applies to",
      "rates.csv:7:1 note lines 4 and 7 both apply, and agree",
      "rates.csv:7:1 warning this row never counts: line 4 takes all that it applies to",
    ])
    assert.deepStrictEqual(findings.slice(0, 1).flatMap(findingHints), [
      "both apply to: offer=away, days=8, team=true",
      "for example: offer=away, days=8, team=true",
    ])
  })

  it("explains rows that never apply", () => {
    const first = rates({ hitPolicy: "first" })
    const source =
      "offer,days,team,rate,source\n,<=15,true,1,s\nhome,>=10,true,2,s\naway,>30,,3,s\nhome,[5..20],true,4,s\n,,,5,s\n"
    assert.deepStrictEqual(lines(check({ "rates.csv": source }, first)), [
      'rates.csv:4:6 warning this row never applies: days is never ">30", only whole numbers 1..30',
      "rates.csv:5:1 warning this row never counts: lines 2 and 3 together take all that it applies to",
    ])
  })

  it("notes columns and rows that decide nothing, and repeated rows that count twice", () => {
    const first = rates({ hitPolicy: "first" })
    const source =
      "offer,team,days,rate,source\nhome,,<9,1,s\naway,,<9,1,s\nhome,,,2,s\naway,,>=9,3,s\n"
    assert.deepStrictEqual(lines(check({ "rates.csv": source }, first)), [
      "rates.csv:1:7 note the column team decides nothing: all its cells are empty",
    ])
    const same = "offer,team,days,rate,source\nhome,true,,1,s\n,,,1,s\n"
    assert.deepStrictEqual(
      lines(check({ "rates.csv": same }, rates({ hitPolicy: "first", complete: true }))),
      [
        "offers.csv:3:1 note nothing in rates.csv names offer=away: nobody can buy it",
        "rates.csv:1:1 note the column offer decides nothing: whatever it holds, the answer is the same",
        "rates.csv:1:7 note the column team decides nothing: whatever it holds, the answer is the same",
        "rates.csv:1:12 note the column days decides nothing: all its cells are empty",
        "rates.csv:2:1 note without this row the table would say the same",
      ],
    )
    const twice = "offer,team,days,rate,source\nhome,true,,1,s\naway,,<9,2,s\nhome,true,,1.0,t\n"
    assert.deepStrictEqual(lines(check({ "rates.csv": twice }, rates({ hitPolicy: "collect" }))), [
      "rates.csv:4:1 warning this row says the same as line 2, and both count",
    ])
  })

  it("finds rows that the rules need, and takes declared gaps for them", () => {
    const source = "language,offer,text\nen,home,Home\nde,away,Weg\n"
    const findings = check({ "texts.csv": source })
    assert.deepStrictEqual(lines(findings), [
      "texts.csv:1:1 error no row for offer=home, language=fr, so documents print its bare name",
      "texts.csv:1:1 error no row for offer=away, language=en, so documents print its bare name",
      "texts.csv:1:1 error no row for offer=away, language=fr, so documents print its bare name",
    ])
    assert.deepStrictEqual(findings.slice(0, 1).flatMap(findingHints), [
      "a row that fills it: fr,home,?",
      "or, if it is meant: # gap offer=home language=fr : why",
    ])
    const declared = `${source}# gap offer=away language=not(de) : not sold there\n# gap language=fr : no French yet\n`
    assert.deepStrictEqual(lines(check({ "texts.csv": declared })), [])
  })

  it("asks decision tables for rows too, by conditions and results", () => {
    const required = rates({
      hitPolicy: "collect",
      requires: [
        {
          every: [everyValueOf("offers.csv", ["offer"]), everyValueOf("rates.csv", ["source"])],
          otherwise: "holdingUnknown",
        },
      ],
    })
    const source = "offer,days,team,rate,source\nhome,<3,,1,book\n,>3,,2,web\naway,<5,true,2,talk\n"
    assert.deepStrictEqual(lines(check({ "rates.csv": source }, required)), [
      "rates.csv:1:1 error no row for offer=home, source=talk, so nobody knows whether the product holds it",
      "rates.csv:1:1 error no row for offer=away, source=book, so nobody knows whether the product holds it",
    ])
    const declared = `${source}# gap offer=home source=talk : nobody asked\n# gap source=book : lost\n`
    assert.deepStrictEqual(lines(check({ "rates.csv": declared }, required)), [])
  })

  it("reads values of list cells one by one, and requires nothing for empty ones", () => {
    const zoned = rates({
      hitPolicy: "collect",
      requires: [
        { every: [everyValueOf("offers.csv", ["source"], ["zones"])], otherwise: "lastInLists" },
        { every: [everyValueOf("offers.csv", ["source"], ["note"])], otherwise: "countsAsNone" },
      ],
    })
    const source = "offer,days,team,rate,source\nhome,<3,,1,a\naway,,true,1,q\n"
    assert.deepStrictEqual(lines(check({ "rates.csv": source }, zoned)), [
      "rates.csv:1:1 error no row for source=b, so it comes last in lists",
      "rates.csv:1:1 error no row for source=x, so it counts as 0",
    ])
  })

  it("says of declared gaps what is wrong with them", () => {
    const directives = [
      "# gap offer=hom days=<0..3] : why",
      "# gap ofer=home : why",
      "# gap offer=home",
      "# gap offer=home offer=away team= : why",
      "# gap offer=home days=<=8 : a gap no more",
      "# gap days=>30 : nothing asks for it",
    ]
    const found = check({ "rates.csv": `${sound["rates.csv"]}${directives.join("\n")}\n` })
    assert.deepStrictEqual(lines(found), [
      'rates.csv:6:13 error offer: "hom" should be an existing offer of offers.csv; did you mean "home"?',
      'rates.csv:6:22 error days: "<0..3]" should be a number, <n, <=n, >n, >=n or a range such as [10..20)',
      'rates.csv:7:12 error "ofer" should be one of the columns offer, days, team, rate, source; did you mean "offer"?',
      "rates.csv:8:1 error expected a reason why the gap is intended: # gap column=cell : reason",
      'rates.csv:9:24 error offer: "away" should be one condition for a column',
      'rates.csv:9:34 error team: "" should be a condition',
      "rates.csv:10:1 warning the gap declared here is none: rows apply to all of it, or nothing asks for it",
      "rates.csv:11:1 warning the gap declared here is none: rows apply to all of it, or nothing asks for it",
    ])
  })

  it("names rows that nothing names", () => {
    const offersSource = `${sound["offers.csv"]}old,b,\n`
    const textsSource = `${sound["texts.csv"]}old,en,Old\nold,fr,Ancien\n`
    const named = check({
      "offers.csv": offersSource,
      "texts.csv": textsSource,
      "rates.csv": `${sound["rates.csv"]}# gap offer=old : sold no more\n`,
    })
    assert.deepStrictEqual(lines(named), [
      "offers.csv:4:1 note nothing in rates.csv names offer=old: nobody can buy it",
    ])
  })

  it("lists the first findings of a kind and counts the others", () => {
    const many = Array.from({ length: listedMax + 5 }, (_, index) => `offer${index}`)
    const findings = check({
      "offers.csv": `offer,zones,note\n${many.map((offer) => `${offer},a,`).join("\n")}\n`,
      "texts.csv": "offer,language,text\n",
      "rates.csv": "offer,days,team,rate,source\n,<3,true,1,s\n,>=3,,1,s\n,<3,false,2,s\n",
    })
    assert.strictEqual(findings.filter(({ _tag }) => _tag === "UnnamedRow").length, listedMax)
    assert.includeMembers(
      [...lines(findings)],
      [
        "offers.csv:1:1 note 5 more rows that nothing names are not listed",
        `texts.csv:1:1 error ${2 * (listedMax + 5) - listedMax} more missing rows are not listed`,
      ],
    )
  })

  it("says what is unknown when a question is cut short, and never that all is well", () => {
    const findings = check({}, rates({}), { budget: 1 })
    const unknown = findings.flatMap((finding) =>
      finding._tag === "Unknown" ? finding.question : [],
    )
    assert.deepStrictEqual([...new Set(unknown)].sort(), [
      "gaps",
      "overlaps",
      "redundant columns",
      "required rows",
    ])
    assert.include(
      lines(findings),
      "rates.csv:1:1 warning unknown: the search for gaps was cut short",
    )
    assert.deepStrictEqual(lines(check({}, rates({}), { budget: 100_000 })), [])
  })

  it("does not analyse what leans on tables with mistakes, and says so", () => {
    const findings = check({ "offers.csv": "offer,zones,note\nhome,a,\naway,b,\nhome,b,\n" })
    assert.include(
      lines(findings),
      "rates.csv:1:1 warning unknown: gaps were not looked for, as there are mistakes in offers.csv",
    )
    assert.include(
      lines(findings),
      "texts.csv:1:1 warning unknown: required rows were not looked for, as there are mistakes in offers.csv",
    )
    assert.isTrue(findings.every(({ _tag }) => _tag === "Unknown"))
  })

  it("answers only what it is asked", () => {
    const broken = {
      "texts.csv": "offer,language,text\n",
      "rates.csv": "offer,days,team,rate,source\nhome,,,1,s\nhome,3,,2,s\n",
    }
    const kinds = (asked: CheckOptions["asked"]) => [
      ...new Set(
        check(broken, rates({}), asked === undefined ? {} : { asked }).map(({ _tag }) => _tag),
      ),
    ]
    assert.deepStrictEqual(kinds(["gaps"]), ["Gap"])
    assert.deepStrictEqual(kinds(["overlaps"]), ["Conflict"])
    assert.deepStrictEqual(kinds(["required rows"]), ["MissingRow"])
    assert.includeMembers(kinds(undefined), [
      "Gap",
      "Conflict",
      "ShadowedRow",
      "MissingRow",
      "UnnamedRow",
    ])
  })
})

describe("findingError()", () => {
  it("words findings that forbid to use tables as mistakes", () => {
    const findings = check({
      "texts.csv": "offer,language,text\nhome,en,a\nhome,fr,b\naway,en,c\n",
      "rates.csv": "offer,days,team,rate,source\nhome,,,1,s\nhome,3,,2,s\n# gap days=x : why\n",
    }).filter((finding) => severityOf(finding) === "error")
    assert.deepStrictEqual(findings.map(findingError).map(describeTableError), [
      "rates.csv:1:1 expected a row that applies to offer=not(home), for example to offer=away, days=1, team=false",
      'rates.csv:3:1 expected rows that do not disagree: lines 2 and 3 both apply, and disagree: rate "1" or "2"',
      'rates.csv:4:12 days: "x" should be a number, <n, <=n, >n, >=n or a range such as [10..20)',
      "texts.csv:1:1 expected a row for offer=away, language=fr; otherwise documents print its bare name",
    ])
  })
})
