import { assert, describe, it } from "@effect/vitest"
import { severityOf } from "../../../../core/check/severity.ts"
import { mistakeSentence } from "../../../../core/table/error.ts"
import { checkPrinted, type PrintedReport } from "../../../../rules/pricing/check-printed.ts"
import { definitions } from "../../../../rules/tables/index.ts"
import { type EditRow, textTable, withEditedFile } from "../../../support/edited-tables.ts"
import { shippedTables } from "../../../support/tables.ts"
import { describeFinding } from "../../../../core/check/tell/english.ts"

const corpusFile = "corpus/printed_guarantees.csv"
const catalogueFile = "catalogue/guarantees.csv"
const phrasesFile = "printed/phrases.csv"

const report = (tables: Parameters<typeof checkPrinted>[0]): PrintedReport => {
  const made = checkPrinted(tables)
  if (made === undefined) throw new Error("the tables are not whole")
  return made
}

const reportWith = (file: string, edit: EditRow): PrintedReport =>
  report(withEditedFile(definitions, shippedTables, file, edit))

/** The findings as `line severity sentence`. */
const sentences = ({ findings }: PrintedReport): ReadonlyArray<string> =>
  findings.map((one) => `${one.line} ${severityOf(one)} ${describeFinding(one)}`)

const cellsOf = (file: string, index: number) => {
  const row = textTable(file).rows[index]
  if (row === undefined) throw new Error(`${file} has no row ${index}`)
  return row
}

describe("checkPrinted()", () => {
  const shipped = report(shippedTables)

  it("has nothing against the shipped tables, and counts their lines", () => {
    assert.deepStrictEqual(shipped.mistakes, [])
    assert.deepStrictEqual(sentences(shipped), [])
    const { catalogue, corpus } = shipped
    const { rows } = shippedTables.corpusPrintedGuarantees
    assert.deepStrictEqual(corpus, {
      lines: rows.length,
      misread: 0,
      unmapped: rows.filter(({ mapped }) => !mapped).length,
    })
    assert.strictEqual(catalogue.lines, shippedTables.catalogueGuarantees.rows.length)
    assert.strictEqual(catalogue.intended, catalogue.unmapped)
  })

  it.each([
    "currencies",
    "printedCurrencySigns",
    "printedMagnitudes",
    "printedNumberFormats",
    "printedPhrases",
    "printedStates",
  ] as const)(
    "says nothing while a mistake hides %s, without which no line can be read",
    (name) => {
      const { [name]: _, ...others } = shippedTables
      assert.isUndefined(checkPrinted(others))
    },
  )

  it("reads on while a mistake hides what has lines to read", () => {
    const { catalogueGuarantees: _, corpusPrintedGuarantees: __, ...others } = shippedTables
    const { catalogue, corpus } = report(others)
    assert.deepStrictEqual([catalogue.lines, corpus.lines], [0, 0])
  })

  it("tells of a line of the corpus that reads as something else, as an error", () => {
    const target = textTable(corpusFile).rows.find(({ cells }) => cells["value"] === "150000")
    const { corpus, ...rest } = reportWith(corpusFile, ({ cells, line }) =>
      line === target?.line ? { ...cells, value: "150001" } : cells,
    )
    const printed = JSON.stringify(target?.cells["printed"])
    assert.deepStrictEqual(sentences({ corpus, ...rest }), [
      `${target?.line} error ${printed} should read as value 150001, and reads as value 150000`,
    ])
    assert.strictEqual(corpus.misread, 1)
  })

  it("tells of a line of the corpus that should not be mapped and is, and the other way round", () => {
    const { line } = cellsOf(corpusFile, 0)
    const turned = reportWith(corpusFile, ({ cells, ...row }) =>
      row.line === line ? { ...cells, state: "not_available", value: "", mapped: "false" } : cells,
    )
    assert.match(sentences(turned).join("\n"), /^\d+ error ".+" should read as unmapped, and reads/)
    const unmapped = textTable(corpusFile).rows.find(({ cells }) => cells["mapped"] === "false")
    const back = reportWith(corpusFile, ({ cells, ...row }) =>
      row.line === unmapped?.line ? { ...cells, mapped: "true" } : cells,
    )
    assert.match(sentences(back).join("\n"), /as not_available, and reads as unmapped$/)
  })

  it("tells of a line of the catalogue that is not mapped, as a warning", () => {
    const { line } = cellsOf(catalogueFile, 2)
    const { catalogue, ...rest } = reportWith(catalogueFile, ({ cells, ...row }) =>
      row.line === line ? { ...cells, printed: "gibberish" } : cells,
    )
    const [sentence, ...others] = sentences({ catalogue, ...rest })
    assert.deepStrictEqual(others, [])
    assert.match(
      sentence ?? "",
      new RegExp(
        `^${line} warning "gibberish" is no known phrase \\([a-z]{2}, [A-Z]{3}\\), so that it counts as not_available$`,
      ),
    )
    assert.strictEqual(catalogue.unmapped, shipped.catalogue.unmapped + 1)
    assert.strictEqual(catalogue.intended, shipped.catalogue.intended)
  })

  it("is silent on lines of the catalogue that the corpus says are not to be mapped", () => {
    const without = reportWith(corpusFile, ({ cells }) =>
      cells["mapped"] === "false" ? undefined : cells,
    )
    assert.lengthOf(without.findings, shipped.catalogue.intended)
    assert.isAbove(shipped.catalogue.intended, 0)
    assert.strictEqual(without.catalogue.intended, 0)
  })

  it("takes a phrase that reads as one above it for a mistake", () => {
    const [first, second] = textTable(phrasesFile).rows.filter(
      ({ cells }) => cells["language"] === "fr" && cells["meaning"] === "covered",
    )
    const { mistakes } = reportWith(phrasesFile, ({ cells, line }) =>
      line === second?.line ? { ...cells, phrase: ` «${first?.cells["phrase"]}».`.trim() } : cells,
    )
    assert.deepStrictEqual(
      mistakes.map((one) => `${one.line} ${mistakeSentence(one)}`),
      [
        `${second?.line} phrase: "«${first?.cells["phrase"]}»." should be a phrase of its own; line ${first?.line} reads as the same`,
      ],
    )
  })

  it("takes a phrase from which no state follows for a mistake", () => {
    const rows = textTable(phrasesFile).rows
    const ceiling = rows.find(({ cells }) => cells["meaning"] === "ceiling")
    const covered = rows.find(({ cells }) => cells["meaning"] === "covered")
    const { mistakes } = reportWith(phrasesFile, ({ cells, line }) => {
      if (line === ceiling?.line) return { ...cells, phrase: "ceiling without amount" }
      return line === covered?.line ? { ...cells, phrase: "covered #" } : cells
    })
    assert.sameMembers(
      mistakes.map((one) => `${one.line} ${mistakeSentence(one)}`),
      [
        `${ceiling?.line} phrase: "ceiling without amount" should be a phrase with #, or no state follows from ceiling`,
        `${covered?.line} phrase: "covered #" should be a phrase without #, or no state follows from covered`,
      ],
    )
  })

  it("says nothing while a table that reading needs has mistakes", () => {
    const { printedPhrases: _phrases, ...others } = shippedTables
    assert.isUndefined(checkPrinted(others))
    assert.isUndefined(checkPrinted({}))
  })

  it("reads what there is while the corpus or the catalogue has mistakes", () => {
    const { catalogueOffers: _offers, corpusPrintedGuarantees: _corpus, ...others } = shippedTables
    const { catalogue, corpus, findings } = report(others)
    assert.deepStrictEqual(corpus, { lines: 0, misread: 0, unmapped: 0 })
    assert.deepStrictEqual(catalogue, { lines: 0, unmapped: 0, intended: 0 })
    assert.deepStrictEqual(findings, [])
  })
})
