import { byText, type TableText } from "./table-text.ts"
import { cell, type FactRecord, sourceText } from "./fact-file.ts"

const countryColumns = [
  "code",
  "alpha3",
  "name_en",
  "name_fr",
  "currency",
  "region",
  "eu",
  "eea_ch_uk",
  "schengen",
  "health_spend_per_capita_usd",
  "cost_tier",
  "source",
]

/** The table of countries with their health-cost tiers, by code. */
export const countryTable = (facts: ReadonlyArray<FactRecord>): TableText => ({
  file: "countries.csv",
  columns: countryColumns,
  comments: [
    "Names: i18n-iso-countries (MIT). Currencies: country-to-currency (MIT).",
    "Health spending: World Bank, World Development Indicators (CC BY 4.0).",
  ],
  rows: facts
    .map((fact) => countryColumns.map((column) => cell(fact, column)))
    .sort((left, right) => byText(left[0] ?? "", right[0] ?? "")),
})

const zoneColumns = ["residence", "zone", "member", "extent", "certainty", "source"]

/** The table of reciprocal health zones: who is treated where, how far, and how sure that is. */
export const healthZoneTable = (facts: ReadonlyArray<FactRecord>): TableText => ({
  file: "coach/health_zones.csv",
  columns: zoneColumns,
  rows: facts
    .map((fact) =>
      zoneColumns.map((column) =>
        column === "source" ? sourceText(cell(fact, column)) : cell(fact, column),
      ),
    )
    .sort((left, right) => byText(left.slice(0, 3).join(), right.slice(0, 3).join())),
})

/** The table of entry formalities, in the order of the facts, numbered within a destination. */
export const formalityTable = (facts: ReadonlyArray<FactRecord>): TableText => {
  const countByDestination = new Map<string, number>()
  const rows = facts.map((fact) => {
    const destination = cell(fact, "destination")
    const position = (countByDestination.get(destination) ?? 0) + 1
    countByDestination.set(destination, position)
    return [
      destination,
      position,
      cell(fact, "requirement"),
      cell(fact, "amount"),
      cell(fact, "currency"),
      cell(fact, "applies_to"),
      cell(fact, "certainty"),
      cell(fact, "note"),
      sourceText(cell(fact, "source")),
    ]
  })
  return {
    file: "coach/formalities.csv",
    columns: [
      "destination",
      "position",
      "requirement",
      "amount",
      "currency",
      "applies_to",
      "certainty",
      "note",
      "source",
    ],
    rows: rows.sort(
      (left, right) =>
        byText(String(left[0]), String(right[0])) || Number(left[1]) - Number(right[1]),
    ),
  }
}
