import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { plainName } from "../../rules/coach/card/catalogue.ts"
import { factsOfRecords, factsOfTables, type BinFacts, withoutSmallNames } from "./bin-facts.ts"
import { binTables } from "./bin-tables.ts"
import { cell, type FactRecord, readFactFile, readTable } from "./fact-file.ts"
import { newerFacts } from "./newer-facts.ts"
import type { TableText } from "./table-text.ts"

const table = (into: string, name: string): ReadonlyArray<FactRecord> => {
  const path = join(into, "coach", name)
  return existsSync(path) ? readTable(path, readFileSync(path, "utf8")) : []
}

/** What the tables of a folder say of card numbers, and how to write more of it. */
export interface BinFolder {
  readonly facts: BinFacts
  readonly lists: ReadonlyArray<FactRecord>
  /** The networks by first digits. */
  readonly networks: ReadonlyArray<FactRecord>
  /** Names of networks, as lists write them. */
  readonly networkWords: ReadonlyArray<FactRecord>
  /** The countries that have banks in the catalogue, or ranges. */
  readonly countries: ReadonlySet<string>
  /** The facts as tables keep them: without names that decide nothing. */
  readonly thinned: (facts: BinFacts) => BinFacts
  readonly tables: (facts: BinFacts) => ReadonlyArray<TableText>
}

/** Reads what a folder of tables says of card numbers. */
export const readBinFolder = (into: string): BinFolder => {
  const [kinds, lists] = [table(into, "bin_kinds.csv"), table(into, "bin_lists.csv")]
  const [cards, aliases] = [table(into, "cards.csv"), table(into, "bank_aliases.csv")]
  const facts = factsOfTables(table(into, "bins.csv"), kinds)
  const named = (country: string, name: string): string => `${country} ${plainName(name)}`
  const banks = new Set([
    ...cards.map((row) => named(cell(row, "country"), cell(row, "bank"))),
    ...aliases.map((row) => named(cell(row, "country"), cell(row, "alias"))),
  ])
  const covers = new Map(
    table(into, "card_types.csv").map((row) => [
      `${cell(row, "country")} ${cell(row, "type")}`,
      cell(row, "cover"),
    ]),
  )
  const carries = (country: string, type: string): boolean =>
    (covers.get(`${country} ${type}`) ?? covers.get(`ZZ ${type}`)) !== "none"
  return {
    facts,
    lists,
    networks: table(into, "bin_networks.csv"),
    networkWords: table(into, "network_words.csv"),
    countries: new Set([
      ...cards.map((row) => cell(row, "country")),
      ...[...facts.values()].map(({ country }) => country),
    ]),
    thinned: (all) =>
      withoutSmallNames(all, {
        carries,
        isBank: (country, name) => banks.has(named(country, name)),
      }),
    tables: (all) => binTables(all, kinds, lists),
  }
}

/** The tables of card numbers from a folder of facts; newer facts in folders of their own win. */
export const binTablesOfFacts = (from: string, into: string): ReadonlyArray<TableText> => {
  const records = [...readFactFile(from, "bins.csv"), ...newerFacts(from, "bins.csv")]
  const { tables, thinned } = readBinFolder(into)
  return tables(thinned(factsOfRecords(records)))
}
