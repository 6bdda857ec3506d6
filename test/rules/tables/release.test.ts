import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { describeTableError } from "../../../core/table/error.ts"
import {
  inReleaseOrder,
  readReleaseFacts,
  released,
  releaseStateOn,
  removalText,
  removedInVain,
  removedTables,
  undoneFiles,
} from "../../../rules/tables/release.ts"
import { ownTablesIn } from "../../../rules/tables/own-tables.ts"
import { cruisesInAsia } from "../../support/own-guards.ts"
import { releaseOf, withdrawn } from "./releases.ts"

const header = "effective_from,author,reason,withdrawn_on\n"

const mistakes = (text: string) => readReleaseFacts("rise", text).errors.map(describeTableError)

describe("what a release says of itself", () => {
  it("is one row with its day, who made it and why", () => {
    expect(readReleaseFacts("rise", `${header}2027-01-01,Lea,"Rise, yearly",\n`)).toEqual({
      facts: {
        effectiveFrom: "2027-01-01",
        author: "Lea",
        reason: "Rise, yearly",
        withdrawnOn: null,
      },
      errors: [],
    })
  })

  it.each([
    ["no row", header, /releases\/rise\/release\.csv:1:1 .*one row below the header/],
    ["two rows", `${header}2027-01-01,L,a,\n2027-01-02,L,b,\n`, /one row below the header/],
    ["a day that is none", `${header}2027-02-30,L,a,\n`, /release\.csv:2:1 effective_from/],
    ["nobody", `${header}2027-01-01,,a,\n`, /author/],
    ["another header", "day,author\n2027-01-01,L\n", /release\.csv:1:\d+ /],
  ])("is refused with %s, by file and line", (_, text, expected) => {
    const read = readReleaseFacts("rise", text)
    expect(read.facts).toBeUndefined()
    expect(mistakes(text)[0]).toMatch(expected)
  })
})

describe("the state of a release", () => {
  const release = releaseOf("rise", "2027-01-01", {})

  it("waits until its day, and is in force from then on", () => {
    expect(releaseStateOn(release, "2026-12-31")).toBe("waiting")
    expect(releaseStateOn(release, "2027-01-01")).toBe("inForce")
    expect(releaseStateOn(release, "2030-06-01")).toBe("inForce")
  })

  it("is withdrawn from the day that is written, not before", () => {
    const ended = withdrawn(release, "2027-02-01")
    expect(releaseStateOn(ended, "2027-01-31")).toBe("inForce")
    expect(releaseStateOn(ended, "2027-02-01")).toBe("withdrawn")
  })

  it("is refused where its folder or files are wrong, whatever its day", () => {
    const wrong = { ...release, facts: undefined }
    expect(releaseStateOn(wrong, "2026-01-01")).toBe("refused")
  })
})

describe("releases together", () => {
  const first = releaseOf("a", "2027-01-01", { "fees.csv": "1", "zones.csv": "1" })
  const second = releaseOf("b", "2027-01-01", { "fees.csv": "2" })
  const later = releaseOf("0", "2027-03-01", { "zones.csv": "3" })

  it("come by their day, then by their name", () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([first, second, later], { minLength: 3 }),
        (some) => void expect(inReleaseOrder(some)).toEqual([first, second, later]),
      ),
    )
  })

  it("take the place of files whole, the last one at the end, and leave the others", () => {
    const base = new Map([
      ["fees.csv", "0"],
      ["zones.csv", "0"],
      ["offers.csv", "0"],
    ])
    expect([...released(base, [first, second])]).toEqual([
      ["fees.csv", "2"],
      ["zones.csv", "1"],
      ["offers.csv", "0"],
    ])
  })

  it("undo each other where they hold the same file, unless one is withdrawn", () => {
    expect(undoneFiles([later, second, first])).toEqual([
      { file: "fees.csv", undone: "a", by: "b" },
      { file: "zones.csv", undone: "a", by: "0" },
    ])
    expect(undoneFiles([first, withdrawn(second, "2027-01-01")])).toEqual([])
  })
})

describe("a table of one's own that a release takes away", () => {
  const { definition, file, rows } = cruisesInAsia
  const table = {
    "own/cruises-asia.table.json": definition,
    [file]: rows("2027-04-01"),
    "own/cruises-asia.cases.csv": "case,reason\n",
  }
  const adds = releaseOf("adds", "2027-01-01", table)
  const takes = releaseOf("takes", "2027-02-01", {
    "own/cruises-asia.table.json": removalText("Cruises in Asia"),
    "fees.csv": "1",
  })
  const base = new Map([["fees.csv", "0"]])

  it("goes with its definition and its cases, whether the folder or a release brought it", () => {
    expect([...released(base, [adds, takes])]).toEqual([["fees.csv", "1"]])
    expect([...released(new Map([...base, ...Object.entries(table)]), [takes])]).toEqual([
      ["fees.csv", "1"],
    ])
    expect(removedTables(takes)).toEqual([file])
    expect(removedTables(adds)).toEqual([])
  })

  it("comes back with a later release, and where the removal is withdrawn", () => {
    const again = releaseOf("again", "2027-03-01", table)
    expect([...released(base, [adds, takes, again]).keys()]).toEqual([
      "fees.csv",
      ...adds.sources.keys(),
    ])
    expect([...released(base, [adds])]).toEqual([...base, ...adds.sources])
  })

  it("is undone with all its files, and told where there is none", () => {
    const changes = releaseOf("changes", "2027-01-15", { [file]: rows("2027-05-01") })
    expect(undoneFiles([adds, changes, takes])).toEqual([
      { file: "own/cruises-asia.table.json", undone: "adds", by: "takes" },
      { file, undone: "adds", by: "changes" },
      { file: "own/cruises-asia.cases.csv", undone: "adds", by: "takes" },
      { file, undone: "changes", by: "takes" },
    ])
    expect(removedInVain(takes, released(base, [adds]))).toEqual([])
    expect(removedInVain(takes, base)).toEqual([file])
  })

  it.each([
    ["an empty file, as one comes that is cut off", ""],
    ["another word", '{ "removed": "yes" }'],
    ["half of it", removalText("Cruises in Asia").slice(0, -3)],
    ["a list", "[]"],
  ])("stays with %s in the place of its definition, which is a mistake", (_, text) => {
    const wrong = releaseOf("wrong", "2027-02-01", { "own/cruises-asia.table.json": text })
    expect(removedTables(wrong)).toEqual([])
    const sources = released(base, [adds, wrong])
    expect(sources.has(file)).toBe(true)
    expect(ownTablesIn(sources).errors).not.toEqual([])
  })

  it("leaves a mistake to servers that do not know the word, which refuse that release alone", () => {
    const [mistake] = ownTablesIn(new Map([...adds.sources, ...takes.sources])).errors
    expect(mistake && describeTableError(mistake)).toMatch(
      /^own\/cruises-asia\.table\.json:1:\d+ removed: /,
    )
  })

  it("is no removal of rows that the same release brings: they have no definition then", () => {
    const both = new Map([...takes.sources, [file, rows("2027-05-01")]])
    const sources = released(base, [adds, { sources: both }])
    expect(ownTablesIn(sources).errors.map(describeTableError)).toEqual([
      expect.stringMatching(/^own\/cruises-asia\.csv:1:1 /),
    ])
  })
})
