import type { CsvRow } from "../../core/table/csv.ts"
import { type BinFact, type BinFacts, typeOfCard } from "./bin-facts.ts"
import { cell, type FactRecord, readRows } from "./fact-file.ts"
import { plainName } from "../../rules/coach/card/catalogue.ts"

/** The columns that lists of card numbers usually have; others are left alone. */
const columns = ["BIN", "Brand", "Type", "Category", "Issuer", "isoCode2"] as const

/** A line of a list as it stands there. */
type ListLine = Readonly<Record<(typeof columns)[number], string>>

/** A line that is not taken, and why. */
export interface RefusedLine {
  readonly line: number
  readonly reason: string
}

/** What a list says. */
export interface BinList {
  readonly facts: BinFacts
  readonly refused: ReadonlyArray<RefusedLine>
  /** Lines of countries whose card numbers the tables do not hold. */
  readonly elsewhere: number
}

/** What lines are read with. */
export interface ListReading {
  /** The list's name. */
  readonly list: string
  readonly countries: ReadonlySet<string>
  readonly networks: ReadonlyArray<FactRecord>
  readonly networkWords: ReadonlyArray<FactRecord>
}

const types: Readonly<Record<string, string>> = {
  "": "",
  credit: "credit",
  "charge card": "credit",
  charge: "credit",
  debit: "debit",
  prepaid: "debit-prepaid",
}

/** The network of a number's first digits, as the tables list them; empty for none that has a word. */
const networkOf = (bin: string, networks: ReadonlyArray<FactRecord>): string => {
  const fitting = networks.filter((row) => {
    const digits = bin.slice(0, cell(row, "from").length)
    return digits >= cell(row, "from") && digits <= cell(row, "to")
  })
  const [longest] = fitting.sort(
    (left, right) => cell(right, "from").length - cell(left, "from").length,
  )
  return longest === undefined ? "" : cell(longest, "network")
}

/** What a list's words for a network stand for. */
const prepareBrands = (words: ReadonlyArray<FactRecord>): ((brand: string) => string) => {
  const known = new Map(words.map((row) => [plainName(cell(row, "word")), cell(row, "network")]))
  return (brand) => known.get(plainName(brand)) ?? ""
}

const prepareLineReader = ({ list, networks, networkWords }: ListReading) => {
  const networkNamed = prepareBrands(networkWords)
  return (line: ListLine): BinFact | string => {
    const { BIN: bin, Brand: brand, Category, isoCode2: country, Issuer: issuer, Type } = line
    if (!/^\d{6,8}$/.test(bin)) return `BIN ${JSON.stringify(bin)} is not six to eight digits`
    if (!/^[A-Z]{2}$/.test(country)) {
      return `isoCode2 ${JSON.stringify(country)} is no country code of two capitals`
    }
    const type = types[Type.toLowerCase()]
    if (type === undefined) return `Type ${JSON.stringify(Type)} is none that is known`
    const [told, shown] = [networkNamed(brand), networkOf(bin, networks)]
    if (told !== "" && told !== shown) {
      return `Brand ${JSON.stringify(brand)} is not the network of ${bin}: ${shown === "" ? "none that is known" : shown}`
    }
    if (/[|\r\n]/.test(issuer)) return `Issuer ${JSON.stringify(issuer)} holds more than one line`
    const level = Category.toLowerCase().replaceAll(/\s+/g, " ")
    const isPrepaid = /\bprepaid\b/.test(level)
    return { country, issuer, level, type: typeOfCard(type, isPrepaid ? "prepaid" : level), list }
  }
}

/** The records of a list, and where each column stands; throws on what is no such list. */
const recordsOf = (name: string, text: string) => {
  const [header, ...records] = readRows(name, text)
  const names = header?.texts.map((text_) => text_.replace("\uFEFF", "").trim()) ?? []
  const missing = columns.filter((column) => !names.includes(column))
  if (missing.length > 0) {
    throw new Error(`Cannot read ${name}:1: expected a column ${missing.join(", ")}`)
  }
  const lineOf = ({ texts }: CsvRow): ListLine => {
    const at = (column: string): string => (texts[names.indexOf(column)] ?? "").trim()
    return Object.fromEntries(columns.map((column) => [column, at(column)])) as ListLine
  }
  return { records, width: names.length, lineOf }
}

/**
 * Reads a list in the usual columns. Lines that cannot be read, contradict themselves or repeat a
 * number are refused with their reason; the others count.
 */
export const readBinList = (name: string, text: string, reading: ListReading): BinList => {
  const { lineOf, records, width } = recordsOf(name, text)
  const read = prepareLineReader(reading)
  const facts = new Map<string, BinFact>()
  const lines = new Map<string, number>()
  const refused: Array<RefusedLine> = []
  let elsewhere = 0
  for (const record of records) {
    const { line } = record
    if (record.texts.length !== width) {
      refused.push({ line, reason: `expected ${width} fields, not ${record.texts.length}` })
      continue
    }
    const cells = lineOf(record)
    const fact = read(cells)
    const earlier = lines.get(cells.BIN)
    if (typeof fact === "string") refused.push({ line, reason: fact })
    else if (earlier !== undefined) {
      refused.push({ line, reason: `BIN ${cells.BIN} stands on line ${earlier} already` })
    } else {
      lines.set(cells.BIN, line)
      if (reading.countries.has(fact.country)) facts.set(cells.BIN, fact)
      else elsewhere += 1
    }
  }
  return { facts, refused, elsewhere }
}
