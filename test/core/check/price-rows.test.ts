import { assert, describe, it } from "@effect/vitest"
import {
  type PriceFact,
  priceFactText,
  type PriceRow,
  priceRowText,
} from "../../../core/check/price-rows.ts"

/** What each kind of row says, in English and in French. */
const said: { readonly [Tag in PriceFact["_tag"]]: readonly [PriceFact, string, string] } = {
  LetsBuy: [{ _tag: "LetsBuy" }, "lets the trip buy it", "permet à ce voyage de l’acheter"],
  CostsByTariff: [
    { _tag: "CostsByTariff", currency: "EUR", tariff: "br" },
    "costs EUR by the tariff br",
    "coûte des EUR selon le tarif br",
  ],
  TariffBand: [
    {
      _tag: "TariffBand",
      tariff: "br",
      zone: "europe",
      days: 9,
      perContract: "4.5",
      perPerson: "20.05",
      perDay: "2",
      ages: [34, 8],
    },
    "br in europe for 9 days: 4.5 for the party, 20.05 and 2 a day for each traveller of 34, 8",
    "br en europe pour 9 jours\u00a0: 4,5 pour le groupe, 20,05 et 2 par jour par voyageur de 34, 8 ans",
  ],
  OneAge: [{ _tag: "OneAge" }, "costs the same at every age", "coûte autant à tout âge"],
  AgeShare: [
    { _tag: "AgeShare", age: 70, percent: null },
    "at 70, no percent of the base rate",
    "à 70 ans, aucune part du tarif de base",
  ],
  Surcharge: [
    { _tag: "Surcharge", percent: -12.5 },
    "12.5 percent off the base premium",
    "12,5\u00a0% de moins sur la prime de base",
  ],
  ChargesCancellation: [
    { _tag: "ChargesCancellation", how: "included" },
    "charges cancellation included",
    "compte l’annulation ainsi\u00a0: included",
  ],
  CancellationShare: [
    { _tag: "CancellationShare", shareBps: 450 },
    "cancellation cover costs 450 basis points of the trip price",
    "l’annulation coûte 4,5\u00a0% du prix du voyage",
  ],
  LeastPremium: [
    { _tag: "LeastPremium", least: "15.00", currency: "EUR" },
    "costs 15.00 EUR at least, and rates to less",
    "coûte au moins 15,00\u00a0EUR, et le tarif donne moins",
  ],
  AddedRate: [
    { _tag: "AddedRate", rateBps: 1250 },
    "1250 basis points more on the premium",
    "12,5\u00a0% de plus sur la prime",
  ],
  AddedAmount: [
    { _tag: "AddedAmount", amount: "7.50", currency: "EUR" },
    "7.50 EUR more for the contract",
    "7,50\u00a0EUR de plus pour le contrat",
  ],
  EachYear: [
    { _tag: "EachYear", years: 2, days: 400 },
    "is charged for each of the 2 years that 400 days begin",
    "se paie pour chacune des 2 années que 400 jours entament",
  ],
}

describe("priceFactText()", () => {
  it.for(Object.values(said))("says $1", ([fact, english, french]) => {
    assert.deepStrictEqual(
      [priceFactText(fact, "en"), priceFactText(fact, "fr")],
      [english, french],
    )
  })

  it("says the other way of what goes two ways", () => {
    assert.strictEqual(
      priceFactText({ _tag: "Surcharge", percent: 10 }, "fr"),
      "10\u00a0% de plus sur la prime de base",
    )
    assert.strictEqual(
      priceFactText({ _tag: "AgeShare", age: 8, percent: 50 }, "fr"),
      "à 8 ans, 50\u00a0% du tarif de base",
    )
    const flat: PriceFact = {
      _tag: "TariffBand",
      tariff: "br",
      zone: "world",
      days: 1,
      perContract: null,
      perPerson: "20",
      perDay: "2.5",
      ages: null,
    }
    assert.deepStrictEqual(
      [priceFactText(flat, "en"), priceFactText(flat, "fr")],
      [
        "br in world for 1 day: 20 and 2.5 a day for each traveller",
        "br en world pour 1 jour\u00a0: 20 et 2,5 par jour par voyageur",
      ],
    )
  })
})

describe("priceRowText()", () => {
  it("says where the row stands, or how many more there are", () => {
    const row: PriceRow = {
      _tag: "Row",
      offer: 101,
      file: "sandbox/offers.csv",
      line: 3,
      does: { _tag: "LetsBuy" },
    }
    assert.strictEqual(
      priceRowText(row, "fr"),
      "101\u00a0: sandbox/offers.csv:3 permet à ce voyage de l’acheter",
    )
    const more: PriceRow = { _tag: "MoreRows", offer: 101, rows: 1 }
    assert.strictEqual(priceRowText(more, "fr"), "101\u00a0: et 1 autre ligne")
    assert.strictEqual(priceRowText(more, "en"), "101: and 1 more row")
  })
})
