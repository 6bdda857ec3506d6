import { computed, effect, signal } from "@preact/signals"
import type { AmountMinor } from "../../../../core/money/minor.ts"
import type { CurrencyCode } from "../../../../core/vocabulary/codes.ts"
import { printedLocales } from "../../../../core/vocabulary/written-language.ts"

/** The languages of the workbench. */
export const languages = ["en", "fr"] as const

/** A language of the workbench. */
type Language = (typeof languages)[number]

/** The same words in each language. */
export type InLanguages<Words> = Readonly<Record<Language, Words>>

const storedName = "viatica-workbench-language"

const preferred = (): Language => {
  const chosen = localStorage.getItem(storedName) ?? navigator.language.slice(0, 2)
  return languages.find((each) => each === chosen) ?? "en"
}

/** The language that the page is read in. */
export const language = signal<Language>(preferred())

/** How the language prints numbers and days. */
export const locale = computed(() => printedLocales[language.value])

effect(() => {
  document.documentElement.lang = language.value
  localStorage.setItem(storedName, language.value)
})

/** The words of the language that the page is read in. */
export const inWords = <Words>(words: InLanguages<Words>): Words => words[language.value]

/** A whole number or a decimal as the language prints it. */
export const numberText = (value: number, digitsMax = 3): string =>
  new Intl.NumberFormat(locale.value, { maximumFractionDigits: digitsMax }).format(value)

/** A count with its noun: `1 case`, `3 cases`. */
export const countText = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`

/** A share of a thousand as a signed per cent: 47 is +4.7 %. */
export const signedPercentText = (permille: number): string => {
  const figure = new Intl.NumberFormat(locale.value, {
    maximumFractionDigits: 1,
    minimumFractionDigits: 1,
    signDisplay: "exceptZero",
  }).format(permille / 10)
  return `${figure.replace("-", "−")}\u00a0%`
}

/** An amount of minor units in its currency. */
export const moneyText = (
  amountMinor: AmountMinor,
  currency: CurrencyCode,
  minorUnits: number,
): string =>
  new Intl.NumberFormat(locale.value, {
    style: "currency",
    currency,
    minimumFractionDigits: minorUnits,
    maximumFractionDigits: minorUnits,
  }).format(amountMinor / 10 ** minorUnits)

/** A length of time: milliseconds below two seconds, else seconds. */
export const durationText = (lengthMs: number): string =>
  lengthMs < 2_000
    ? `${numberText(lengthMs, 0)}\u00a0ms`
    : `${numberText(lengthMs / 1_000, 1)}\u00a0s`
