import { readRuns } from "../../rules/coach/tables/bin-ranges.ts"
import { cell, type FactRecord } from "./fact-file.ts"

/** What a list says of a number; empty where it says nothing. */
export interface BinFact {
  readonly country: string
  readonly issuer: string
  readonly level: string
  readonly type: string
  readonly list: string
}

/** What is known of each number: the first six to eight digits of cards. */
export type BinFacts = ReadonlyMap<string, BinFact>

const numbersBetween = (from: string, to: string): ReadonlyArray<string> =>
  Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) =>
    String(Number(from) + at).padStart(from.length, "0"),
  )

/** The list that a source names: facts put its version behind an `@`. */
const listOf = (source: string): string => source.split("@", 1)[0] ?? source

/**
 * A type as tables tell it: what is called prepaid is, whatever type stands beside it, and a charge
 * card is a credit card.
 */
export const typeOfCard = (type: string, level: string): string => {
  if (level === "prepaid") return "debit-prepaid"
  return type === "charge card" ? "credit" : type
}

/**
 * Young banks that issue wherever they are, without notices of the networks: the level of their
 * numbers is the scheme's price and no kind of cover, so that no profile may follow from it.
 */
const youngBanks =
  /\b(?:advanzia|bigpay|bunq|gx bank|gxbank|monzo|n26|neo financial|revolut|starling|trade republic|transferwise|wealthsimple|wise|youtrip)\b/i

/** What records of ranges say of each number; a later record wins over an earlier one. */
export const factsOfRecords = (records: ReadonlyArray<FactRecord>): BinFacts => {
  const facts = new Map<string, BinFact>()
  for (const record of records) {
    const told = cell(record, "level").replaceAll("_", " ")
    const issuer = cell(record, "issuer")
    const fact = {
      country: cell(record, "country"),
      issuer,
      level: youngBanks.test(issuer) && told !== "prepaid" ? "" : told,
      type: typeOfCard(cell(record, "type"), told),
      list: listOf(cell(record, "source")),
    }
    for (const bin of numbersBetween(cell(record, "bin_from"), cell(record, "bin_to"))) {
      facts.set(bin, fact)
    }
  }
  return facts
}

/** What the tables say of each number. */
export const factsOfTables = (
  bins: ReadonlyArray<FactRecord>,
  kinds: ReadonlyArray<FactRecord>,
): BinFacts => {
  const kindByCode = new Map(kinds.map((row) => [cell(row, "kind"), row]))
  const facts = new Map<string, BinFact>()
  for (const row of bins) {
    for (const { digits, from, kind: code, to } of readRuns(cell(row, "ranges"))) {
      const kind = kindByCode.get(code)
      if (kind === undefined) throw new Error(`Cannot find the kind ${code} in coach/bin_kinds.csv`)
      const fact = {
        country: cell(row, "country"),
        issuer: cell(row, "issuer"),
        level: cell(kind, "level"),
        type: cell(kind, "type"),
        list: cell(kind, "list"),
      }
      for (let number = from; number <= to; number += 1) {
        facts.set(String(number).padStart(digits, "0"), fact)
      }
    }
  }
  return facts
}

/** Numbers that an issuer without any card that carries covers may have, and stay unnamed. */
const unnamedMax = 3

/**
 * The facts without the names of issuers whose name decides nothing and fills a third of the table:
 * thousands of small banks with one or two ranges of cards that carry no covers, whichever bank issues them.
 */
export const withoutSmallNames = (
  facts: BinFacts,
  {
    carries,
    isBank,
  }: {
    readonly carries: (country: string, type: string) => boolean
    readonly isBank: (country: string, name: string) => boolean
  },
): BinFacts => {
  const issuerKey = ({ country, issuer }: BinFact): string => `${country} ${issuer}`
  const counts = new Map<string, number>()
  for (const fact of facts.values()) {
    const more = carries(fact.country, fact.type) ? unnamedMax + 1 : 1
    counts.set(issuerKey(fact), (counts.get(issuerKey(fact)) ?? 0) + more)
  }
  const isSmall = (fact: BinFact): boolean =>
    (counts.get(issuerKey(fact)) ?? 0) <= unnamedMax && !isBank(fact.country, fact.issuer)
  return new Map(
    [...facts].map(([bin, fact]) => [bin, isSmall(fact) ? { ...fact, issuer: "" } : fact]),
  )
}
