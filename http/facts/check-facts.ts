import { readFileSync } from "node:fs"
import { join } from "node:path"
import { cellIfAny, type FactRecord, readTable } from "./fact-file.ts"
import { importFacts } from "./import-facts.ts"
import { tableText } from "./table-text.ts"

/** A table of figures, the columns that name a row of it, and those that tell its figure. */
interface Figures {
  readonly file: string
  readonly names: ReadonlyArray<string>
  readonly tells: ReadonlyArray<string>
}

const figuresOf: ReadonlyArray<Figures> = [
  {
    file: "coach/benefits.csv",
    names: ["country", "product", "slug"],
    tells: ["state", "value", "currency"],
  },
  {
    file: "coach/cover_terms.csv",
    names: ["country", "product", "slug", "term"],
    tells: ["amount"],
  },
]

/** How many figures the facts give, and in words those that the tables tell otherwise, or not at all. */
interface FactCheck {
  readonly figures: number
  readonly differing: ReadonlyArray<string>
}

/**
 * Compares each figure of covers and their terms in the tables of a folder with that of a folder of
 * facts, newer facts laid over older ones; nothing is written.
 */
export const checkFacts = (from: string, into: string): FactCheck => {
  const { tables } = importFacts(from, into)
  const checks = figuresOf.map((figures) => {
    const table = tables.find(({ file }) => file === figures.file)
    const facts = table === undefined ? [] : readTable(figures.file, tableText(table))
    const told = readTable(figures.file, readFileSync(join(into, figures.file), "utf8"))
    return { figures: facts.length, differing: differences(figures, facts, told) }
  })
  return {
    figures: checks.reduce((sum, { figures }) => sum + figures, 0),
    differing: checks.flatMap(({ differing }) => differing),
  }
}

const differences = (
  { file, names, tells }: Figures,
  facts: ReadonlyArray<FactRecord>,
  told: ReadonlyArray<FactRecord>,
): ReadonlyArray<string> => {
  const cells = (row: FactRecord, columns: ReadonlyArray<string>): string =>
    columns
      .map((column) => cellIfAny(row, column))
      .filter((cell) => cell !== "")
      .join(" ")
  const inTable = new Map(told.map((row) => [cells(row, names), row]))
  const inFacts = new Set(facts.map((row) => cells(row, names)))
  return [
    ...facts.flatMap((fact) => {
      const name = cells(fact, names)
      const row = inTable.get(name)
      if (row === undefined)
        return [`${file}: ${name}: not there, the facts have ${cells(fact, tells)}`]
      const [tables, says] = [cells(row, tells), cells(fact, tells)]
      return tables === says ? [] : [`${file}: ${name}: ${tables}, the facts have ${says}`]
    }),
    ...[...inTable.keys()]
      .filter((name) => !inFacts.has(name))
      .map((name) => `${file}: ${name}: in no fact`),
  ]
}
