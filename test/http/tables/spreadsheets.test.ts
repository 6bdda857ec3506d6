import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import * as Result from "effect/Result"
import { describeExpectation } from "../../../core/table/expectation.ts"
import { differenceLimits } from "../../../core/difference/decision-difference.ts"
import { type AnyDefinition } from "../../../core/table/load.ts"
import { tidied } from "../../../core/table/tidy.ts"
import { shippedTablesFolder } from "../../../http/shipped-tables.ts"
import { decoded, recoded } from "../../../http/tables/decoded-text.ts"
import { compareVersions, mayDiffer, pairVersions } from "../../../rules/tables/compare-versions.ts"
import { definitions } from "../../../rules/tables/index.ts"
import { sampleOf } from "../../../rules/impact/mutation-score.ts"
import { times } from "../../support/long.ts"
import { testSeed } from "../../support/random.ts"
import { frenchExcel, spreadsheetCopies } from "../../support/spreadsheet-copies.ts"

const all: ReadonlyArray<AnyDefinition> = Object.values(definitions)

const shipped = new Map(
  all.map(({ file }) => [file, readFileSync(join(shippedTablesFolder, file), "utf8")]),
)

const tidyText = (definition: AnyDefinition, bytes: Uint8Array): string => {
  const { decimalComma, text } = recoded(bytes)
  const result = tidied(definition, text, decimalComma)
  return Result.isSuccess(result) ? result.success.text : JSON.stringify(result.failure)
}

/** A comment that ends with a comma, which nobody can tell from a separator, loses it. */
const withoutLastCommas = (text: string): string => text.replaceAll(/^(#.*?),+$/gm, "$1")

/** Tables that say something else than the shipped ones, or hold mistakes. */
const differing = (sources: ReadonlyMap<string, string>): ReadonlyArray<string> => {
  const pair = pairVersions({ sources: shipped, errors: [] }, { sources, errors: [] })
  expect([...pair.mistakes.after]).toEqual([])
  return all
    .filter((definition) => mayDiffer(compareVersions(pair, definition, differenceLimits)))
    .map(({ file }) => file)
}

describe("the shipped tables", () => {
  it("are in the house's form, byte by byte", () => {
    const untidy = all.filter(
      (definition) =>
        tidyText(definition, Buffer.from(shipped.get(definition.file) ?? "")) !==
        shipped.get(definition.file),
    )
    expect(untidy.map(({ file }) => file)).toEqual([])
  })
})

/** Of printed guarantees the last digits of a value count: 1000.50 as a number is another one. */
const countsDigits = "corpus/printed_guarantees.csv"

describe.each(spreadsheetCopies)("tables saved by $name", ({ isExact, save }) => {
  const copies = new Map(
    all.map((definition) => [
      definition.file,
      save(shipped.get(definition.file) ?? "", definition),
    ]),
  )

  it("say the same as before, and hold no mistake", () => {
    const read = new Map(
      [...copies].map(([file, bytes]) => {
        const { errors, text } = decoded(file, bytes)
        expect(errors).toEqual([])
        return [file, text ?? ""]
      }),
    )
    expect(differing(read)).toEqual(isExact ? [] : [countsDigits])
  })

  it(`are tidied ${isExact ? "to the bytes that they had" : "to tables that say the same"}`, () => {
    const texts = new Map(
      all.map((definition) => [
        definition.file,
        tidyText(definition, copies.get(definition.file) ?? new Uint8Array()),
      ]),
    )
    const others = all.filter(
      ({ file }) => texts.get(file) !== withoutLastCommas(shipped.get(file) ?? ""),
    )
    if (isExact) expect(others.map(({ file }) => [file, texts.get(file)])).toEqual([])
    else expect(others.length).toBeGreaterThan(0)
    expect(differing(texts)).toEqual(isExact ? [] : [countsDigits])
  })
})

describe("tables saved by Excel in French", () => {
  const latin = all.filter(({ file }) =>
    [...(shipped.get(file) ?? "")].every((letter) => letter <= "\u{ff}"),
  )

  const refused = (saved: ReadonlyArray<AnyDefinition>): ReadonlyArray<unknown> => {
    const copies = saved.map((definition) => {
      const bytes = frenchExcel(shipped.get(definition.file) ?? "", definition)
      return [definition.file, decoded(definition.file, bytes).text ?? ""] as const
    })
    const pair = pairVersions(
      { sources: shipped, errors: [] },
      { sources: new Map([...shipped, ...copies]), errors: [] },
    )
    const mistakes = [...pair.mistakes.after.values()].flat()
    return mistakes.map(({ expected, file }) => [file, describeExpectation(expected)]).sort()
  }

  const oneLineEach = (saved: ReadonlyArray<AnyDefinition>): ReadonlyArray<unknown> =>
    saved
      .map(({ file }) => [
        file,
        "columns separated by commas, not by semicolons; viatica tables tidy rewrites them",
      ])
      .sort()

  it("are refused in one line each, which says what to do", () => {
    expect(latin.length).toBeGreaterThan(50)
    expect(refused(latin)).toEqual(oneLineEach(latin))
    // A table alone among sound ones; each of them in the long form.
    for (const definition of sampleOf(latin, times(4, latin.length), testSeed("spreadsheets"))) {
      expect(refused([definition])).toEqual(oneLineEach([definition]))
    }
  })

  it("are tidied to tables that say the same", () => {
    const texts = new Map(
      latin.map((definition) => [
        definition.file,
        tidyText(definition, frenchExcel(shipped.get(definition.file) ?? "", definition)),
      ]),
    )
    expect(differing(new Map([...shipped, ...texts]))).toEqual([])
  })
})
