import { textTable } from "./edited-tables.ts"
import { shippedSources } from "./shipped-sources.ts"

type Rows = Readonly<Record<string, ReadonlyArray<string>>>

const recommended = [
  ...new Set(textTable("coach/recommended.csv").rows.map(({ cells }) => cells["slug"] ?? "")),
]

const heldOfGold: Readonly<Record<string, string>> = {
  hospitalFeesAbroad: "value,155000,EUR",
  rapatriationAssistance: "actual_costs,,",
  cancelTrip: "value,5000,EUR",
}

/** Covers of a card whose notice was read: it says nothing of what is unknown. */
const coversOf = (product: string, held: typeof heldOfGold): ReadonlyArray<string> =>
  recommended.map((slug) =>
    held[slug] === undefined
      ? `BE,${product},${slug},unknown,,,,unsourced,,,,,,`
      : `BE,${product},${slug},${held[slug]},,https://banque.example/notice,2026-10,high,,,,`,
  )

/** What makes Belgium a market: one bank of an invented name, with two cards. */
const ofBelgium: Rows = {
  "coach/markets.csv": ["be,BE,EUR,fr,fr-BE,Belgique,Belgium"],
  "coach/medical_steps.csv": [
    "be,zone,30000,EUR,2026-11-29,as in France",
    "be,low,100000,EUR,2026-11-29,as in France",
    "be,mid,150000,EUR,2026-11-29,as in France",
    "be,high,300000,EUR,2026-11-29,as in France",
    "be,top,500000,EUR,2026-11-29,as in France",
  ],
  "messages/locales.csv": ["be,fr-BE,en-GB,en"],
  "documents/disclosure_markets.csv": ["be,in_residences,BE"],
  "documents/disclosures.csv": [
    "be,offer,40,price,disclosures.total_price,,a law of the market,https://loi.example,2026-11-29",
  ],
  "coach/products.csv": ["BE,Exemple Classic,mastercard,entry", "BE,Exemple Gold,mastercard,mid"],
  "coach/benefits.csv": [
    ...coversOf("Exemple Classic", {}),
    ...coversOf("Exemple Gold", heldOfGold),
  ],
  "coach/cards.csv": [
    "9001,BE,Banque Exemple,Mastercard Classic,mastercard,entry,entry,Exemple Classic,current,,https://banque.example/cartes",
    "9002,BE,Banque Exemple,Mastercard Gold,mastercard,mid,mid,Exemple Gold,current,,https://banque.example/cartes",
  ],
  "coach/baselines.csv": [
    "BE,any,Exemple Classic,judgement: what is least",
    "BE,mastercard,Exemple Classic,judgement: what is least",
  ],
  "coach/card_conditions.csv": [
    "long_trip,BE,not(cashAdvance),cover stops after 90 days of a trip,https://banque.example/notice",
    "friends,BE,not(cashAdvance),the holder and the family are covered,https://banque.example/notice",
    "risky_activity,BE,not(cashAdvance),no risky sport is named,https://banque.example/notice",
  ],
}

/** The files that a sixth market needs rows in. */
export const filesOfBelgium = Object.keys(ofBelgium)

/** The texts of the shipped tables with Belgium as a sixth market, but for its rows in some files. */
export const withBelgium = (without: ReadonlyArray<string> = []): ReadonlyMap<string, string> =>
  new Map(
    [...shippedSources()].map(([file, text]) => {
      const rows = without.includes(file) ? [] : (ofBelgium[file] ?? [])
      return [file, [text.trimEnd(), ...rows, ""].join("\n")]
    }),
  )
