import { memo } from "../../core/memory.ts"
import type { CountryCode } from "../../core/vocabulary/codes.ts"
import type { DisclosurePlace, DisclosureTables, DisclosureTopic } from "./document-tables.ts"

/** Something that a traveller has to be told at one place. */
export type Disclosure = Pick<
  DisclosureTables["disclosures"]["rows"][number],
  "link" | "market" | "position" | "text" | "topic"
>

/** What residents of a country are told at a place, in its order; of no country what everybody is told. */
export type DisclosuresAt = (
  residence: CountryCode,
  place: DisclosurePlace,
) => ReadonlyArray<Disclosure>

/** Prepares what travellers are told at each place, by the law of where they live. */
export const prepareDisclosures = (tables: DisclosureTables): DisclosuresAt => {
  const marketsOf = prepareMarkets(tables)
  return (residence, place) => {
    const markets = marketsOf(residence)
    return tables.disclosures.rows
      .filter((row) => row.place === place && markets.has(row.market))
      .toSorted((left, right) => left.position - right.position)
  }
}

/** Prepares the markets whose law holds where a traveller lives. */
export const prepareMarkets = (
  tables: Pick<DisclosureTables, "countries" | "disclosureMarkets">,
): ((residence: CountryCode) => ReadonlySet<string>) =>
  memo((residence: CountryCode): ReadonlySet<string> => {
    const isInEu = tables.countries.get(residence)?.eu === true
    return new Set(
      tables.disclosureMarkets.rows.flatMap(({ holds, market, residences }) =>
        holds === "everywhere" ||
        (holds === "in_eu" && isInEu) ||
        (holds === "in_residences" && residences.includes(residence))
          ? market
          : [],
      ),
    )
  })

/** Disclosures of one topic, which stand under one heading. */
export interface ToldTopic {
  readonly topic: DisclosureTopic
  readonly told: ReadonlyArray<Disclosure>
}

/**
 * Puts what is told under its headings, each where the first of its texts stands.
 *
 * ```ts
 * import { byTopic } from "../rules/documents/disclosures.ts"
 *
 * const row = { market: "universal", position: 1, link: null, text: "disclosures.order" } as const
 * const rows = [{ ...row, topic: "pay" }, { ...row, topic: "price" }, { ...row, topic: "pay" }] as const
 * byTopic(rows).map(({ told, topic }) => [topic, told.length]) // => [["pay", 2], ["price", 1]]
 * ```
 */
export const byTopic = (rows: ReadonlyArray<Disclosure>): ReadonlyArray<ToldTopic> =>
  [...new Set(rows.map(({ topic }) => topic))].map((topic) => ({
    topic,
    told: rows.filter((row) => row.topic === topic),
  }))
