import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { csvText, readCsv } from "../../../core/table/csv.ts"
import {
  type AnyDefinition,
  columnsOf,
  type LoadMemory,
  loadSound,
} from "../../../core/table/load.ts"
import { isRow } from "../../../core/table/source.ts"
import { corpusOf } from "../../../rules/corpus/corpus.ts"
import { prepareTally } from "../../../rules/impact/impact-tally.ts"
import { keepImpact } from "../../../rules/impact/kept-impact.ts"
import { type AllTables, definitions } from "../../../rules/tables/index.ts"
import { times } from "../../support/long.ts"
import { type Choices, makeChoices, testSeed } from "../../support/random.ts"
import { shippedSources } from "../../support/shipped-sources.ts"

const sources = shippedSources()
const memory: LoadMemory = new Map()

const loaded = (texts: ReadonlyMap<string, string>): AllTables | undefined => {
  const { errors, tables } = loadSound(definitions, texts, memory)
  return errors.length === 0 ? (tables as AllTables) : undefined
}

const before = loaded(sources) ?? assert.fail("the shipped tables hold mistakes")

/** All own cases of every third place, and some generated ones. */
const corpus = corpusOf(before, testSeed("kept impact"), 260).filter(
  ({ origin }, place) => origin === "generated" || place % 3 === 0,
)

/** Tables whose changed rows tell which answers they can reach. */
const narrowed = [
  "catalogue/tariffs.csv",
  "catalogue/eligibility.csv",
  "catalogue/surcharges.csv",
  "catalogue/cancellation_rates.csv",
  "sandbox/tariffs.csv",
  "sandbox/age_factors.csv",
  "sandbox/eligibility.csv",
  "coach/benefits.csv",
  "coach/arguments.csv",
] as const

/** Tables that any answer of theirs may read. */
const others = ["catalogue/offers.csv", "coach/headlines.csv", "fees.csv"] as const

const widthOf = (file: string): number => {
  const definition = Object.values<AnyDefinition>(definitions).find((each) => each.file === file)
  return definition === undefined ? 0 : Object.keys(columnsOf(definition)).length
}

/** The text with one row less, one more, one elsewhere, or with cells of another row in it. */
const editedOnce = (text: string, width: number, { integer, pick }: Choices): string => {
  const records = Result.getOrThrow(readCsv(text)).filter((record) => isRow(record, width))
  const rows = records.map(({ texts }) => [...texts])
  const place = (): number => integer(1, rows.length - 1)
  const [at, from] = [place(), place()]
  switch (pick(["cells", "cells", "cells", "cells", "delete", "move"])) {
    case "delete":
      rows.splice(at, 1)
      break
    case "move":
      rows.splice(at, 0, ...rows.splice(from, 1))
      break
    case "cells":
      for (let count = integer(1, 2); count > 0; count -= 1) {
        const column = integer(0, width - 1)
        const cell = rows[from]?.[column]
        if (cell !== undefined) rows[at]?.splice(column, 1, cell)
      }
  }
  return `${rows.map((cells) => cells.map(csvText).join(",")).join("\n")}\n`
}

interface Edit {
  readonly texts: ReadonlyMap<string, string>
  readonly files: ReadonlyArray<string>
  readonly tables: AllTables
}

/** Edits of some files after which the tables hold no mistakes; tried until one is found. */
const edit = (files: ReadonlyArray<string>, choices: Choices): Edit => {
  for (let tries = 0; tries < 400; tries += 1) {
    const texts = new Map(sources)
    for (const file of files) {
      texts.set(file, editedOnce(texts.get(file) ?? "", widthOf(file), choices))
    }
    const tables = loaded(texts)
    const changed = files.filter((file) => texts.get(file) !== sources.get(file))
    if (tables !== undefined && changed.length > 0) return { texts, files: changed, tables }
  }
  return assert.fail(`no sound edit of ${files.join(", ")}`)
}

const kept = keepImpact(before)

/** Counts an edit narrowed and in full, asserts that both say the same, and says what was left out. */
const compare = ({ files, tables, texts }: Edit) => {
  const narrow = kept.prepare({ tables, files, texts: { before: sources, after: texts } })
  const full = prepareTally(before, tables, narrow.touched)
  let untouched = 0
  for (const [place, situation] of corpus.entries()) {
    const { after, before: was } = narrow.count(situation, place)
    if (after.bilan === was.bilan && after.live === was.live && after.quote === was.quote) {
      untouched += 1
    }
    full.count(situation, place)
  }
  assert.deepStrictEqual(narrow.tally, full.tally, files.join(", "))
  return { untouched, changed: full.tally.changed.length }
}

describe("an impact of which only what an edit can touch is answered again", () => {
  it("is what answering everything again comes to, over random edits of one table", () => {
    const choices = makeChoices(testSeed("narrowed impact"))
    const found = narrowed.map((file) => {
      const some = Array.from({ length: times(3, 30) }, () => compare(edit([file], choices)))
      assert.isAbove(Math.max(...some.map(({ untouched }) => untouched)), corpus.length / 4, file)
      return Math.max(...some.map(({ changed }) => changed))
    })
    assert.isAbove(found.filter((changed) => changed > 0).length, 4)
  }, 120_000)

  it("is so over edits of several tables, of which some reach everything", () => {
    const choices = makeChoices(testSeed("narrowed impact of several tables"))
    for (let count = 0; count < times(6, 60); count += 1) {
      const files = new Set([
        choices.pick(narrowed),
        choices.pick(narrowed),
        ...(choices.chance(0.3) ? [choices.pick(others)] : []),
      ])
      compare(edit([...files], choices))
    }
  }, 120_000)

  it("answers nothing again where texts alone change", () => {
    const file = "messages/arguments.csv"
    const texts = new Map([
      ...sources,
      [file, `${sources.get(file) ?? ""}`.replace("Care", "The care")],
    ])
    const tables = loaded(texts) ?? assert.fail("the text is sound")
    const { changed, untouched } = compare({ texts, files: [file], tables })
    assert.deepStrictEqual({ changed, untouched }, { changed: 0, untouched: corpus.length })
  })
})
