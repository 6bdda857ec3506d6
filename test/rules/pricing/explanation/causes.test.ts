import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import type { Reason } from "../../../../rules/explanation/explanation.ts"
import { valueAt } from "../../../../rules/explanation/figure-finding.ts"
import { prepareSandbox } from "../../../../rules/pricing/sandbox.ts"
import type { PricedQuote } from "../../../../rules/pricing/offer.ts"
import { definitions } from "../../../../rules/tables/index.ts"
import type { Trip } from "../../../../rules/trip/trip.ts"
import { textTable, type TextRow, withEditedFile } from "../../../support/edited-tables.ts"
import { shippedTables } from "../../../support/tables.ts"
import { engine, links, party, standardTerms, tripOf } from "../trips.ts"

/** One destination each, so that no other one can stand in for what is changed. */
const trips: ReadonlyArray<Partial<Trip>> = [
  { tripPrice: 2_000, shouldCoverCancellation: true, currency: "USD" },
  { intent: "mountainTrip", travellers: party(4), endDate: "2026-07-20", currency: "JPY" },
  { endDate: "2026-07-01", travellers: [{ age: 1 }] },
  { shouldCoverCancellation: true },
  { intent: "schengenArea", arrivalCountries: ["US"] },
  { arrivalCountries: ["GS"] },
  { intent: "annual", countryResidence: "US", arrivalCountries: ["CA"], isAnnual: true },
  { arrivalCountries: ["FR"], endDate: "2026-07-20" },
  { intent: "digitalNomad", travellers: party(11) },
  { intent: "annual", endDate: "2027-07-31", isAnnual: true },
]

type Change = (row: TextRow) => TextRow["cells"] | undefined

const dropped: Change = () => undefined

const by =
  (column: string, change: (cell: string) => string): Change =>
  ({ cells }) => ({ ...cells, [column]: change(cells[column] ?? "") })

const more = (column: string, amount: number): Change =>
  by(column, (cell) => String(Number(cell) + amount))

const flipped = (column: string): Change => by(column, (cell) => String(cell !== "true"))

const marked = (column: string): Change => by(column, (cell) => `${cell}_x`)

/** What to change in a cited row so that the figure must change too, by file and column. */
const changes: Readonly<Record<string, Change>> = {
  "currencies.csv eur_rate": by("eur_rate", (cell) => String(Number(cell) * 2)),
  "currencies.csv margin_bps": more("margin_bps", 500),
  "fees.csv value": more("value", 500),
  "reference/guarantees.csv at_home": flipped("at_home"),
  "reference/limits.csv value": more("value", 1),
  "sandbox/age_factors.csv factor_percent": more("factor_percent", 50),
  "sandbox/cancellation_rates.csv share_bps": more("share_bps", 100),
  "sandbox/eligibility.csv": dropped,
  "sandbox/eligibility.csv all_schengen": dropped,
  "sandbox/eligibility.csv cancellation": dropped,
  "sandbox/guarantees.csv state": by("state", (cell) =>
    cell === "included" ? "actual_costs" : "included",
  ),
  "sandbox/guarantees.csv value": more("value", 10),
  "sandbox/guarantees.csv": by("state", (cell) =>
    cell === "included" ? "actual_costs" : "included",
  ),
  "sandbox/highlights.csv says": by("says", (cell) =>
    cell === "cover" ? "change_of_mind" : "cover",
  ),
  "sandbox/highlights.csv figure": more("figure", 1),
  "sandbox/insurers.csv name": marked("name"),
  "sandbox/insurers.csv logo_file": by("logo_file", () => "other.svg"),
  "sandbox/magic.csv outcome": dropped,
  "sandbox/offers.csv": dropped,
  "sandbox/offers.csv has_ipid": flipped("has_ipid"),
  "sandbox/offers.csv has_terms": flipped("has_terms"),
  "sandbox/offers.csv icon_file": by("icon_file", () => "other.svg"),
  "sandbox/offers.csv minimum_premium": more("minimum_premium", 5),
  "sandbox/offers.csv name": marked("name"),
  "sandbox/offers.csv period": by("period", (cell) => (cell === "" ? "month" : "")),
  "sandbox/offers.csv plan": marked("plan"),
  "sandbox/offers.csv starting_price": flipped("starting_price"),
  "sandbox/relaxable.csv": dropped,
  "sandbox/surcharges.csv surcharge_percent": more("surcharge_percent", 50),
  "sandbox/tariffs.csv": by("per_person", (cell) => String(Number(cell) + 50)),
}

const rates = "currencies.csv eur_rate"

/** The figures that show a cell as it is or turn on the row being there. */
const shows = (figure: string, key: string): boolean => {
  if (key === "reference/guarantees.csv at_home") return figure.endsWith(".state")
  if (key === rates) return /\.price\.(amount|amountInCents)$/.test(figure)
  if (key.startsWith("sandbox/offers.csv ")) return !figure.endsWith("Count")
  if (key === "sandbox/magic.csv outcome") return figure === "offers"
  return true
}

const priceWith = (trip: Trip, { column, file, line }: Reason, change: Change): PricedQuote => {
  const own = (row: TextRow) => (row.line === line ? change(row) : row.cells)
  // The euro is exactly 1: what would change its rate changes all others.
  const others = (row: TextRow) => (row.line === line ? row.cells : change(row))
  const isEuro = textTable(file).rows.find((row) => row.line === line)?.cells["code"] === "EUR"
  const edit = isEuro && column === "eur_rate" ? others : own
  const tables = withEditedFile(definitions, shippedTables, file, edit)
  const { fees } = tables
  const standardFeeBps = fees.get("standard_handling_fee_bps")?.value ?? 0
  const terms = { ...standardTerms, standardFeeBps }
  return Result.getOrThrow(prepareSandbox(tables).price(trip, terms, links))
}

const cellOf = ({ column, file, line }: Reason): string | undefined =>
  column === undefined
    ? "whole"
    : textTable(file).rows.find((row) => row.line === line)?.cells[column]

/** The figure of the same offer elsewhere in the list: another price may give it another place. */
const figureOf = (quote: PricedQuote, offerId: number | undefined, figure: string): unknown => {
  if (offerId === undefined) return valueAt(quote, figure)
  const offer = quote.offers.find(({ id }) => id === offerId)
  return valueAt(offer, figure.replace(/^offers\[\d+\]\.?/, ""))
}

describe("a row that an explanation cites", () => {
  const seen = new Set<string>()

  const assertCause = (quote: PricedQuote, trip: Trip, figure: string, reason: Reason): void => {
    const key = [reason.file, reason.column].filter((part) => part !== undefined).join(" ")
    const change = changes[key]
    const once = `${key}|${figure.replaceAll(/\[\d+\]/g, "").replace(/guarantees\.\w+/, "guarantees")}`
    if (change === undefined || reason.line === 1 || !shows(figure, key) || seen.has(once)) return
    if ((cellOf(reason) ?? "") === "" && reason.column === "value") return
    seen.add(once)
    const index = /^offers\[(\d+)\]/.exec(figure)?.[1]
    const offerId = index === undefined ? undefined : quote.offers[Number(index)]?.id
    const changed = figureOf(priceWith(trip, reason, change), offerId, figure)
    const told = `${key} line ${reason.line} for ${figure}: ${reason.says}`
    assert.notDeepEqual(changed, figureOf(quote, offerId, figure), told)
  }

  for (const changed of trips) {
    it(`decides its figure: ${JSON.stringify(changed)}`, () => {
      const trip = tripOf(changed)
      const { answer, explanation } = Result.getOrThrow(engine.explain(trip, standardTerms, links))
      for (const { because, figure } of explanation) {
        for (const reason of because) assertCause(answer, trip, figure, reason)
      }
    })
  }

  it("was tried for every kind of row", () => {
    const kinds = Object.keys(changes).filter(
      (key) => ![...seen].some((each) => each.startsWith(`${key}|`)),
    )
    assert.deepStrictEqual(kinds, [])
  })
})
