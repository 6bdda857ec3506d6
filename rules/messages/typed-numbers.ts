import { memo } from "../../core/memory.ts"
import {
  type AmountUnit,
  type NumberHabits,
  readTypedAmount,
  signKey,
  type TypedAmount,
} from "../../core/money/typed-amount.ts"
import type { CurrencyCode } from "../../core/vocabulary/codes.ts"
import { dayStartMs } from "../../core/vocabulary/day.ts"
import { type DayHabits, readTypedDay, type TypedDay } from "../../core/vocabulary/typed-day.ts"

/**
 * How a locale writes numbers, as Intl prints them, so that what pages print reads back.
 *
 * ```ts
 * import { numberHabits } from "../rules/messages/typed-numbers.ts"
 *
 * numberHabits("de") // => { decimal: ",", hasColon: false }
 * numberHabits("en-GB") // => { decimal: ".", hasColon: false }
 * numberHabits("sv") // => { decimal: ",", hasColon: true }
 * ```
 */
export const numberHabits: (locale: string) => NumberHabits = memo((locale: string) => ({
  decimal: new Intl.NumberFormat(locale).format(0.5).includes(",") ? "," : ".",
  hasColon: locale.startsWith("sv"),
}))

/** Reads what was typed as an amount of a currency; a currency that is not among those known has two decimals. */
export type ReadAmount = (text: string, currency: CurrencyCode) => TypedAmount

/**
 * Prepares reading amounts that people of a locale type, with the signs, codes and names of currencies
 * beside them.
 *
 * ```ts
 * import { prepareReadAmount } from "../rules/messages/typed-numbers.ts"
 *
 * const euro = { code: "EUR", minorUnits: 2 }
 * const pound = { code: "GBP", minorUnits: 2 }
 * const read = prepareReadAmount("fr-FR", [euro, pound])
 * read("3 200,50 euros", "EUR") // => { _tag: "Amount", minor: 320_050, unit: euro }
 * read("£50", "EUR")._tag // => "Ambiguous"
 * ```
 */
export const prepareReadAmount = (
  locale: string,
  currencies: ReadonlyArray<AmountUnit>,
): ReadAmount => {
  const habits = numberHabits(locale)
  let signs: ReadonlyMap<string, ReadonlyArray<AmountUnit>> | undefined
  const unitsOf = (sign: string): ReadonlyArray<AmountUnit> => {
    signs ??= signsIn(locale, currencies)
    return signs.get(sign) ?? []
  }
  return (text, currency) => {
    const unit = currencies.find(({ code }) => code === currency)
    return readTypedAmount(text, {
      habits,
      unit: unit ?? { code: currency, minorUnits: usualMinorUnits },
      unitsOf,
    })
  }
}

/**
 * A whole number of at most ten digits as people type it, in groups of three where they like; undefined for
 * all else.
 *
 * ```ts
 * import { readTypedCount } from "../rules/messages/typed-numbers.ts"
 *
 * readTypedCount("12 000", "en-GB") // => 12_000
 * readTypedCount("12.000", "en-GB") // => 12_000
 * readTypedCount("1.5", "en-GB") // => undefined
 * ```
 */
export const readTypedCount = (text: string, locale: string): number | undefined => {
  const asked = { habits: numberHabits(locale), unit: counted, unitsOf: noUnits }
  const count = minorOf(readTypedAmount(text, asked))
  return count === undefined || count > countMax ? undefined : count
}

const countMax = 9_999_999_999

/**
 * A percentage as people type it, with at most two decimals, in basis points; undefined for all else.
 *
 * ```ts
 * import { readTypedPercent } from "../rules/messages/typed-numbers.ts"
 *
 * readTypedPercent("12,5 %", "fr-FR") // => 1_250
 * readTypedPercent("1e1", "fr-FR") // => undefined
 * ```
 */
export const readTypedPercent = (text: string, locale: string): number | undefined =>
  minorOf(
    readTypedAmount(text, {
      habits: numberHabits(locale),
      unit: percent,
      unitsOf: (sign) => (sign === "%" ? [percent] : []),
    }),
  )

const usualMinorUnits = 2

const counted: AmountUnit = { code: "", minorUnits: 0 }

const percent: AmountUnit = { code: "%", minorUnits: 2 }

const noUnits = (): ReadonlyArray<AmountUnit> => []

const minorOf = (typed: TypedAmount): number | undefined =>
  typed._tag === "Amount" ? typed.minor : undefined

/** How many of a currency its names are asked for: languages decline them by number. */
const namedNumbers = [1, 2, 5, 1000]

const displays = ["symbol", "narrowSymbol", "name"] as const

/** All that a locale calls its currencies by, with those that are called so. */
const signsIn = (
  locale: string,
  currencies: ReadonlyArray<AmountUnit>,
): ReadonlyMap<string, ReadonlyArray<AmountUnit>> => {
  const signs = new Map<string, ReadonlyArray<AmountUnit>>()
  for (const unit of currencies) {
    for (const sign of new Set([signKey(unit.code), ...printedSigns(locale, unit.code)])) {
      signs.set(sign, [...(signs.get(sign) ?? []), unit])
    }
  }
  return signs
}

const printedSigns = (locale: string, currency: CurrencyCode): ReadonlyArray<string> =>
  displays.flatMap((currencyDisplay) => {
    const format = new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay })
    return (currencyDisplay === "name" ? namedNumbers : [1]).flatMap((value) =>
      format
        .formatToParts(value)
        .flatMap((part) => (part.type === "currency" ? [signKey(part.value)] : [])),
    )
  })

/** Reads a day that was typed; `today` says which years are meant. */
export type ReadDay = (text: string, today: string) => TypedDay

/**
 * How a locale writes days, as Intl prints them. English is read in countries that put the month first,
 * and in others that put the day first.
 *
 * ```ts
 * import { dayHabits } from "../rules/messages/typed-numbers.ts"
 *
 * dayHabits("lv").order // => "day first"
 * dayHabits("hu").order // => "year first"
 * dayHabits("es").monthOf("marzo") // => 3
 * ```
 */
export const dayHabits: (locale: string) => DayHabits = memo((locale: string): DayHabits => {
  const months = new Map<string, number>()
  const fillers = new Set(ordinalEndings)
  const formats = dayStyles.map(
    (options) => new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }),
  )
  for (let month = 1; month <= 12; month += 1) {
    for (const format of formats) {
      for (const { type, value } of format.formatToParts(dayStartMs(`2026-${padded(month)}-09`))) {
        const words = value.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
        for (const word of words) {
          if (type === "month") months.set(word, month)
          if (type === "literal") fillers.add(word)
        }
      }
    }
  }
  const [first] = new Intl.DateTimeFormat(locale).formatToParts(0)
  const order = first?.type === "year" ? "year first" : "day first"
  return {
    order: locale.startsWith("en") ? "either" : order,
    monthOf: (word) => months.get(word) ?? monthBegunBy(word, months),
    fillers,
  }
})

/** The one month whose name begins with a word: people shorten months otherwise than Intl does. */
const monthBegunBy = (word: string, months: ReadonlyMap<string, number>): number | undefined => {
  const shortest = 3
  if (word.length < shortest) return undefined
  const found = new Set(
    [...months].flatMap(([name, month]) => (name.startsWith(word) ? [month] : [])),
  )
  const [month] = found
  return found.size === 1 ? month : undefined
}

/** Prepares reading days that people of a locale type. */
export const prepareReadDay =
  (locale: string): ReadDay =>
  (text, today) =>
    readTypedDay(text, dayHabits(locale), today)

const padded = (month: number): string => String(month).padStart(2, "0")

const ordinalEndings = ["st", "nd", "rd", "th", "er", "e", "º", "°"]

const dayStyles = [
  { dateStyle: "long" },
  { dateStyle: "medium" },
  { dateStyle: "short" },
  { month: "long" },
  { month: "short" },
] as const satisfies ReadonlyArray<Intl.DateTimeFormatOptions>
