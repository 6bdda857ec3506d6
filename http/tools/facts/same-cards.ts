import { cell, type FactRecord } from "./fact-file.ts"

/** The bank and name under which a card stands in the facts, and in the catalogue. */
type Renamed = readonly [country: string, bank: string, name: string, as: readonly [string, string]]

/** Cards that newer facts name otherwise than the catalogue, which keeps its names and numbers. */
const renamed: ReadonlyArray<Renamed> = [
  [
    "FR",
    "HSBC France",
    "Cartes HSBC particuliers",
    ["CCF (ex-HSBC France)", "Cartes HSBC particuliers"],
  ],
  [
    "FR",
    "BPE (now Louvre Banque Privée)",
    "Gold Mastercard",
    ["Louvre Banque Privée", "Gold Mastercard BPE"],
  ],
  ["MY", "Maybank", "Maybank 2 Gold Cards", ["Maybank", "Maybank 2 Gold Cards (American Express)"]],
  [
    "MY",
    "Maybank",
    "Maybank 2 Platinum Cards",
    ["Maybank", "Maybank 2 Platinum Cards (American Express)"],
  ],
  [
    "MY",
    "RHB Bank",
    "RHB Premier Visa Infinite",
    ["RHB Bank", "RHB Premier Visa Infinite Credit Card"],
  ],
  ["MY", "UOB Malaysia", "UOB PRVI Miles Card", ["UOB Malaysia", "UOB PRVI Miles Elite Card"]],
  ["US", "Discover (Capital One)", "Discover it Cash Back", ["Discover", "Discover it Cash Back"]],
]

const known = new Map(
  renamed.map(([country, bank, name, as]) => [[country, bank, name].join("\u0000"), as]),
)

/** A card of the facts under the bank and name that the catalogue has for it. */
export const asCatalogued = (fact: FactRecord): FactRecord => {
  const key = [cell(fact, "country"), cell(fact, "bank"), cell(fact, "card_name")].join("\u0000")
  const as = known.get(key)
  return as === undefined ? fact : { ...fact, bank: as[0], card_name: as[1] }
}
