import type { Bps } from "../money/minor.ts"
import { counted } from "../plain-text.ts"
import { type TellingOf, toldBy } from "../told-by.ts"
import type { CurrencyCode } from "../vocabulary/codes.ts"
import { frenchFigure, nbsp } from "../vocabulary/french-signs.ts"
import type { InBoth, WrittenLanguage } from "../vocabulary/written-language.ts"

/** What a row does for a price; figures are as the row has them. */
export type PriceFact =
  | { readonly _tag: "LetsBuy" }
  | { readonly _tag: "CostsByTariff"; readonly currency: CurrencyCode; readonly tariff: string }
  | {
      readonly _tag: "TariffBand"
      readonly tariff: string
      readonly zone: string
      readonly days: number
      /** What the whole party pays once; null where it does not. */
      readonly perContract: string | null
      readonly perPerson: string
      readonly perDay: string
      /** The ages that the row is for; null where the table tells no ages apart. */
      readonly ages: ReadonlyArray<number> | null
    }
  | { readonly _tag: "OneAge" }
  /** The share of the base rate at an age; null where the table has none for it. */
  | { readonly _tag: "AgeShare"; readonly age: number; readonly percent: number | null }
  | { readonly _tag: "Surcharge"; readonly percent: number }
  | { readonly _tag: "ChargesCancellation"; readonly how: string }
  | { readonly _tag: "CancellationShare"; readonly shareBps: Bps }
  | { readonly _tag: "LeastPremium"; readonly least: string; readonly currency: CurrencyCode }
  | { readonly _tag: "EachYear"; readonly years: number; readonly days: number }
  | { readonly _tag: "AddedRate"; readonly rateBps: Bps }
  /** An amount as a decimal, in main units of its currency. */
  | { readonly _tag: "AddedAmount"; readonly amount: string; readonly currency: CurrencyCode }

/** A row that the price of an offer is made of; or how many more there are than are told. */
export type PriceRow =
  | {
      readonly _tag: "Row"
      readonly offer: number
      readonly file: string
      readonly line: number
      readonly does: PriceFact
    }
  | { readonly _tag: "MoreRows"; readonly offer: number; readonly rows: number }

/**
 * What a row does for a price, in a few words.
 *
 * ```ts
 * import { priceFactText } from "../core/check/price-rows.ts"
 *
 * priceFactText({ _tag: "Surcharge", percent: -5 }, "en") // => "5 percent off the base premium"
 * priceFactText({ _tag: "OneAge" }, "fr") // => "coûte autant à tout âge"
 * ```
 */
export const priceFactText = (fact: PriceFact, language: WrittenLanguage): string =>
  toldBy(facts[language], fact)

/**
 * A row that a price is made of, with its offer and its place.
 *
 * ```ts
 * import { priceRowText } from "../core/check/price-rows.ts"
 *
 * const row = { _tag: "Row", offer: 101, file: "sandbox/offers.csv", line: 3, does: { _tag: "OneAge" } } as const
 * priceRowText(row, "en") // => "101: sandbox/offers.csv:3 costs the same at every age"
 * priceRowText({ _tag: "MoreRows", offer: 101, rows: 2 }, "en") // => "101: and 2 more rows"
 * ```
 */
export const priceRowText = (row: PriceRow, language: WrittenLanguage): string => {
  const colon = colons[language]
  return row._tag === "MoreRows"
    ? `${row.offer}${colon} ${moreRows[language](row.rows)}`
    : `${row.offer}${colon} ${row.file}:${row.line} ${priceFactText(row.does, language)}`
}

const colons: InBoth<string> = { en: ":", fr: `${nbsp}:` }

const moreRows: InBoth<(rows: number) => string> = {
  en: (rows) => `and ${counted(rows, "more row")}`,
  fr: (rows) => `et ${rows} ${rows === 1 ? "autre ligne" : "autres lignes"}`,
}

const english: TellingOf<PriceFact> = {
  LetsBuy: () => "lets the trip buy it",
  CostsByTariff: ({ currency, tariff }) => `costs ${currency} by the tariff ${tariff}`,
  TariffBand: ({ ages, days, perContract, perDay, perPerson, tariff, zone }) => {
    const once = perContract === null ? "" : `${perContract} for the party, `
    const each = ages === null ? "each traveller" : `each traveller of ${ages.join(", ")}`
    return `${tariff} in ${zone} for ${counted(days, "day")}: ${once}${perPerson} and ${perDay} a day for ${each}`
  },
  OneAge: () => "costs the same at every age",
  AgeShare: ({ age, percent }) => `at ${age}, ${percent ?? "no"} percent of the base rate`,
  Surcharge: ({ percent }) =>
    `${Math.abs(percent)} percent ${percent < 0 ? "off" : "more on"} the base premium`,
  ChargesCancellation: ({ how }) => `charges cancellation ${how}`,
  CancellationShare: ({ shareBps }) =>
    `cancellation cover costs ${shareBps} basis points of the trip price`,
  LeastPremium: ({ currency, least }) => `costs ${least} ${currency} at least, and rates to less`,
  EachYear: ({ days, years }) =>
    `is charged for each of the ${years} years that ${days} days begin`,
  AddedRate: ({ rateBps }) => `${rateBps} basis points more on the premium`,
  AddedAmount: ({ amount, currency }) => `${amount} ${currency} more for the contract`,
}

const french: TellingOf<PriceFact> = {
  LetsBuy: () => "permet à ce voyage de l’acheter",
  CostsByTariff: ({ currency, tariff }) => `coûte des ${currency} selon le tarif ${tariff}`,
  TariffBand: ({ ages, days, perContract, perDay, perPerson, tariff, zone }) => {
    const once = perContract === null ? "" : `${frenchFigure(perContract)} pour le groupe, `
    const each = ages === null ? "par voyageur" : `par voyageur de ${ages.join(", ")} ans`
    const [flat, daily] = [perPerson, perDay].map(frenchFigure)
    const time = `${days} ${days < 2 ? "jour" : "jours"}`
    return `${tariff} en ${zone} pour ${time}${nbsp}: ${once}${flat} et ${daily} par jour ${each}`
  },
  OneAge: () => "coûte autant à tout âge",
  AgeShare: ({ age, percent }) =>
    percent === null
      ? `à ${age} ans, aucune part du tarif de base`
      : `à ${age} ans, ${percentText(percent)} du tarif de base`,
  Surcharge: ({ percent }) =>
    `${percentText(Math.abs(percent))} de ${percent < 0 ? "moins" : "plus"} sur la prime de base`,
  ChargesCancellation: ({ how }) => `compte l’annulation ainsi${nbsp}: ${how}`,
  CancellationShare: ({ shareBps }) =>
    `l’annulation coûte ${percentText(shareBps / 100)} du prix du voyage`,
  LeastPremium: ({ currency, least }) =>
    `coûte au moins ${frenchFigure(least)}${nbsp}${currency}, et le tarif donne moins`,
  EachYear: ({ days, years }) =>
    `se paie pour chacune des ${years} années que ${days} jours entament`,
  AddedRate: ({ rateBps }) => `${percentText(rateBps / 100)} de plus sur la prime`,
  AddedAmount: ({ amount, currency }) =>
    `${frenchFigure(amount)}${nbsp}${currency} de plus pour le contrat`,
}

const facts: InBoth<TellingOf<PriceFact>> = { en: english, fr: french }

const percentText = (percent: number): string => `${frenchFigure(String(percent))}${nbsp}%`
