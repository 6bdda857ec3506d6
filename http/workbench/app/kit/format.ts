import { locale } from "./language.ts"

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
export const moneyText = (amountMinor: number, currency: string, minorUnits: number): string =>
  new Intl.NumberFormat(locale.value, {
    style: "currency",
    currency,
    minimumFractionDigits: minorUnits,
    maximumFractionDigits: minorUnits,
  }).format(amountMinor / 10 ** minorUnits)

/** A calendar day in words. */
export const dayText = (day: string): string =>
  new Intl.DateTimeFormat(locale.value, { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  )

/** A length of time: milliseconds below two seconds, else seconds. */
export const durationText = (lengthMs: number): string =>
  lengthMs < 2_000
    ? `${numberText(lengthMs, 0)}\u00a0ms`
    : `${numberText(lengthMs / 1_000, 1)}\u00a0s`
