import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { prepareCoach } from "../../../../rules/coach/engine.ts"
import type { BilanResponse } from "../../../../rules/coach/response.ts"
import type { Reason } from "../../../../rules/explanation/explanation.ts"
import { valueAt } from "../../../../rules/explanation/figure-finding.ts"
import { offlineDefinitions } from "../../../../rules/tables/offline.ts"
import { textTable, type TextRow, withEditedFile } from "../../../support/edited-tables.ts"
import { shippedTables } from "../../../support/tables.ts"
import { coach, liveContext } from "../support.ts"

/** One destination each, so that no other one can stand in for what is changed. */
const requests: ReadonlyArray<unknown> = [
  {
    residence: "FR",
    destinations: ["US"],
    card: { bank: "BNP", network: "visa", tier: "premier" },
    trip: { longTrip: true },
  },
  { residence: "FR", destinations: ["ES"], card: { network: "visa", tier: "gold" } },
  {
    residence: "FR",
    destinations: ["PT"],
    card: { network: "mastercard", tier: "gold" },
    trip: { friends: true },
  },
  { residence: "FR", destinations: ["JP"], card: { network: "mastercard", tier: "nothing known" } },
  { residence: "US", destinations: ["CU"], card: { bin: "414720" }, trip: { riskyActivity: true } },
  { residence: "MY", destinations: ["TH"], card: { none: true }, trip: { friends: true } },
  { residence: "FR", destinations: ["MX"], card: { bin: "431230" } },
  { residence: "FR", destinations: ["BR"], card: { bin: "497400" } },
  { residence: "CA", destinations: ["US"], card: { catalogueId: 200 } },
  { residence: "FR", destinations: ["TH"], card: { catalogueId: 4 } },
  // No notice of such a card was read: its country's usual day limit is told.
  {
    residence: "FR",
    destinations: ["US"],
    card: { catalogueId: 77 },
    trip: { longTrip: true },
  },
  // Both demand a policy of visitors; the texts name the country.
  { residence: "FR", destinations: ["GE"], card: { none: true } },
  { residence: "US", destinations: ["GE"], card: { none: true } },
]

type Change = (row: TextRow) => TextRow["cells"] | undefined

const dropped: Change = () => undefined

const more =
  (column: string): Change =>
  ({ cells }) => ({ ...cells, [column]: String(Number(cells[column]) + 1) })

/** One less: a day limit that is one higher may be one that the trip keeps to. */
const less =
  (column: string): Change =>
  ({ cells }) => ({ ...cells, [column]: String(Number(cells[column]) - 1) })

const swapped =
  (column: string, one: string, other: string): Change =>
  ({ cells }) => ({ ...cells, [column]: cells[column] === one ? other : one })

const marked =
  (column: string): Change =>
  ({ cells }) => ({ ...cells, [column]: `${cells[column]}_x` })

/** What to change in a cited row so that the figure must change too, by file and column. */
const changes: Readonly<Record<string, Change>> = {
  "coach/arguments.csv": dropped,
  "coach/bank_aliases.csv bank": dropped,
  "coach/baselines.csv product": ({ cells }) => ({ ...cells, product: "Visa Infinite" }),
  "coach/benefits.csv currency": swapped("currency", "GBP", "INR"),
  "coach/benefits.csv state": ({ cells }) =>
    ["not_available", "unknown"].includes(cells["state"] ?? "")
      ? { ...cells, state: "included" }
      : { ...cells, state: "not_available", source: "https://example.test/page" },
  "coach/benefits.csv value": more("value"),
  "coach/bins.csv issuer": marked("issuer"),
  "coach/bin_kinds.csv type": swapped("type", "debit", "credit"),
  "coach/bin_lists.csv proof": swapped("proof", "false", "true"),
  "coach/bin_networks.csv network": swapped("network", "visa", "amex"),
  "coach/card_conditions.csv": dropped,
  "coach/card_types.csv cover": swapped("cover", "none", "range"),
  "coach/cards.csv": dropped,
  "coach/cover_terms.csv term": less("amount"),
  "coach/formalities.csv requirement": dropped,
  "coach/formality_rules.csv demand": swapped("demand", "mandatory", "nothing"),
  "coach/generic_profiles.csv product": dropped,
  "coach/headlines.csv key": marked("key"),
  "coach/health_zones.csv": dropped,
  "coach/markets.csv currency": swapped("currency", "GBP", "INR"),
  "coach/markets.csv language": swapped("language", "fr", "en"),
  "coach/markets.csv locale": swapped("locale", "de-DE", "ja-JP"),
  "coach/markets.csv residences": dropped,
  "coach/medical_steps.csv amount": more("amount"),
  "coach/network_words.csv network": dropped,
  "coach/products.csv": dropped,
  "coach/recommended.csv amount": more("amount"),
  "coach/selling.csv should_sell": swapped("should_sell", "true", "false"),
  "coach/social.csv subject_key": marked("subject_key"),
  "coach/tier_words.csv tier": dropped,
  "coach/usual_terms.csv term": less("amount"),
  "countries.csv cost_tier": swapped("cost_tier", "low", "mid"),
  "reference/limits.csv value": ({ cells }) =>
    cells["name"] === "coach_arguments_max" ? { ...cells, value: "3" } : cells,
  "reference/places.csv in_en": marked("in_en"),
  "reference/places.csv in_fr": marked("in_fr"),
  "reference/places.csv name_en": marked("name_en"),
  "reference/places.csv name_fr": marked("name_fr"),
}

/** The figures that show a cell as it is or turn on the row being there. */
const shows = (figure: string, { column, file }: Reason): boolean => {
  // At most seven are told: where one more is found, or one less gives way, there may be as many.
  const isLimit = file === "reference/limits.csv"
  if (isLimit || figure === "bilan.argumentCount")
    return isLimit && figure === "bilan.argumentCount"
  if (file === "coach/benefits.csv") return figure.endsWith(`.${column}`)
  if (file === "coach/markets.csv") return figure !== "card.guarantees"
  if (file === "coach/medical_steps.csv") return figure !== "bilan.medical.ceilingOk"
  if (file === "coach/products.csv" || file === "coach/cards.csv") return figure === "card.origin"
  if (file === "coach/cover_terms.csv" || file === "coach/usual_terms.csv") {
    return figure.endsWith(".limit")
  }
  // What stands in the place of a broken condition rests on its country's usual terms as well.
  if (file === "coach/card_conditions.csv") return !/(guarantees|basis)$/.test(figure)
  if (file === "coach/arguments.csv") return !figure.endsWith(".figure")
  return figure !== "card.guarantees"
}

const answerWith = (asked: unknown, { file, line }: Reason, change: Change): BilanResponse => {
  const edit = (row: TextRow) => (row.line === line ? change(row) : row.cells)
  const { bilan } = prepareCoach(withEditedFile(offlineDefinitions, shippedTables, file, edit))
  return Result.getOrThrow(bilan(asked, liveContext))
}

const cellOf = ({ column, file, line }: Reason): string | undefined =>
  column === undefined
    ? "whole"
    : textTable(file).rows.find((row) => row.line === line)?.cells[column]

/** What a card is shows in its figures, whatever way it was found. */
const scopeOf = (figure: string): string => (figure === "card.origin" ? "card" : figure)

describe("a row that an explanation cites", () => {
  const seen = new Set<string>()

  for (const asked of requests) {
    it(`decides its figure: ${JSON.stringify(asked)}`, () => {
      const { answer, explanation } = Result.getOrThrow(coach.explainBilan(asked, liveContext))
      for (const { because, figure } of explanation) {
        for (const reason of because) {
          const key = [reason.file, reason.column].filter((part) => part !== undefined).join(" ")
          const change = changes[key]
          const told = `${key} line ${reason.line} for ${figure}`
          const once = `${key}|${figure.replaceAll(/\d/g, "")}`
          if (change === undefined || reason.line === 1 || !shows(figure, reason)) continue
          if ((cellOf(reason) ?? "") === "" || seen.has(once)) continue
          seen.add(once)
          const changed = valueAt(answerWith(asked, reason, change), scopeOf(figure))
          assert.notDeepEqual(changed, valueAt(answer, scopeOf(figure)), told)
        }
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
