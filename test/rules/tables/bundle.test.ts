import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { describeTableError } from "../../../core/table/error.ts"
import {
  decisiveErrors,
  manifestErrors,
  manifestOf,
  schemaVersion,
  standingOn,
} from "../../../rules/tables/bundle.ts"
import { loadTables } from "../../../rules/tables/index.ts"
import { shippedTables } from "../../support/tables.ts"
import { shippedSources } from "../../support/shipped-sources.ts"

const header = "schema_version,effective_from,effective_until,about"

/** What is wrong with the shipped tables under another manifest. */
const mistakesUnder = (...rows: ReadonlyArray<string>): ReadonlyArray<string> => {
  const sources = new Map(shippedSources()).set("bundle.csv", [header, ...rows, ""].join("\n"))
  const loaded = loadTables(sources)
  return Result.isFailure(loaded) ? loaded.failure.map(describeTableError) : []
}

describe("the manifest of the tables", () => {
  it("gives schema and dates of the shipped tables", () => {
    assert.strictEqual(manifestOf(shippedTables).schemaVersion, schemaVersion)
    assert.match(manifestOf(shippedTables).effectiveFrom, /^\d{4}-\d{2}-\d{2}$/)
  })

  it("takes a last day on the first one and after it, and none", () => {
    for (const until of ["", "2027-01-01", "2027-01-02"]) {
      assert.deepStrictEqual(mistakesUnder(`1,2027-01-01,${until},x`), [])
    }
  })

  it("refuses a last day before the first, at its place", () => {
    assert.deepStrictEqual(mistakesUnder("1,2027-01-01,2026-12-31,x"), [
      'bundle.csv:2:14 effective_until: "2026-12-31" should be empty, or 2027-01-01, the day of effective_from, or later',
    ])
  })

  it("refuses another schema version and says which is read", () => {
    for (const version of ["0", "2", "01", "1.0", ""]) {
      assert.deepStrictEqual(mistakesUnder(`${version},2027-01-01,,x`), [
        `bundle.csv:2:1 schema_version: "${version}" should be 1, the schema version that is read here`,
      ])
    }
  })

  it("refuses days that there are none of", () => {
    assert.deepStrictEqual(mistakesUnder("1,2027-02-29,27-1-1,x"), [
      'bundle.csv:2:3 effective_from: "2027-02-29" should be a calendar day YYYY-MM-DD',
      'bundle.csv:2:14 effective_until: "27-1-1" should be a calendar day YYYY-MM-DD',
    ])
  })

  it("refuses no row and more than one", () => {
    assert.deepStrictEqual(mistakesUnder(), [
      "bundle.csv:1:1 expected a row below the header, for all tables",
    ])
    assert.deepStrictEqual(mistakesUnder("1,2027-01-01,,x", "1,2028-01-01,,y"), [
      'bundle.csv:3:1 schema_version: "1" should be a key of its own; line 2 has it already',
    ])
  })

  it("leaves the shape of a text that is no manifest to the tables' own errors", () => {
    for (const text of ["", "nonsense\n", `${header}\n1,2027-01-01\n`, `${header}\n"open`]) {
      assert.deepStrictEqual(manifestErrors(text), [])
    }
  })
})

describe("decisive errors", () => {
  const expected = { _tag: "Text" } as const
  const mistake = { _tag: "TableError", line: 2, character: 1, expected } as const
  const cell = { ...mistake, file: "a.csv", column: "a", cell: "b" }
  const version = { ...mistake, file: "bundle.csv", column: "schema_version" }

  it("are all errors while the schema is the one that is read, or no number", () => {
    for (const written of ["1", "one", ""]) {
      const errors = [{ ...version, cell: written }, cell]
      assert.deepStrictEqual(decisiveErrors(errors), errors)
    }
    assert.deepStrictEqual(decisiveErrors([cell]), [cell])
  })

  it("are the version alone where the tables follow another schema", () => {
    const other = { ...version, cell: "2" }
    assert.deepStrictEqual(decisiveErrors([cell, other, cell]), [other])
  })
})

describe("standing", () => {
  const year = { effectiveFrom: "2027-01-01", effectiveUntil: "2027-12-31" }

  it("changes on the first day and after the last", () => {
    const days = ["2026-12-31", "2027-01-01", "2027-12-31", "2028-01-01"]
    assert.deepStrictEqual(
      days.map((day) => standingOn(year, day)),
      ["pending", "inForce", "inForce", "past"],
    )
  })

  it("has no end without a last day", () => {
    assert.strictEqual(standingOn({ ...year, effectiveUntil: null }, "9999-12-31"), "inForce")
  })
})
