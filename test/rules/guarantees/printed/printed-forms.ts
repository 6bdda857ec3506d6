import type { GuaranteeState } from "../../../../core/vocabulary/guarantee.ts"
import type { PrintedLanguage } from "../../../../rules/guarantees/printed/printed-vocabulary.ts"

/** How an amount is printed: its signs, its currency's place and its magnitude. */
export interface AmountForm {
  readonly thousands: string
  readonly decimal: string
  /** Printed for no decimals; empty prints none, `0` prints zeros. */
  readonly noDecimals: string
  /** The currency before or behind, and what stands between; undefined prints none. */
  readonly currency: { readonly before: boolean; readonly gap: string } | undefined
  /** Whether whole thousands and millions are printed in words. */
  readonly inWords: boolean
}

const spaces = [" ", "\u00a0", "\u202f", "\u2009"] as const

/** The pairs of signs that a language prints numbers with. */
export const signsOf: Readonly<
  Record<PrintedLanguage, ReadonlyArray<readonly [thousands: string, decimal: string]>>
> = {
  fr: [...spaces.map((space) => [space, ","] as const), [".", ","], ["'", "."], ["’", "."]],
  en: [[",", "."], ...spaces.map((space) => [space, "."] as const), ["'", "."]],
  de: [[".", ","], ...spaces.map((space) => [space, ","] as const), ["’", "."]],
  es: [[".", ","], ...spaces.map((space) => [space, ","] as const), ["'", "."]],
  it: [[".", ","], ...spaces.map((space) => [space, ","] as const), ["'", "."]],
}

/** What is printed for no decimals. */
export const noDecimals = ["", "0", ".-", ".–", ",-", ",–", ".—", ".--"] as const

const words: Readonly<Record<PrintedLanguage, readonly [thousand: string, million: string]>> = {
  fr: ["mille", "Mio"],
  en: ["thousand", "million"],
  de: ["Tsd.", "Mio."],
  es: ["mil", "millones"],
  it: ["mila", "milioni"],
}

const grouped = (whole: string, thousands: string): string =>
  whole.replace(/\B(?=(\d{3})+$)/g, thousands)

const figures = (amountMinor: number, minorUnits: number, form: AmountForm): string => {
  const digits = String(amountMinor).padStart(minorUnits + 1, "0")
  const whole = digits.slice(0, digits.length - minorUnits)
  const decimals = digits.slice(digits.length - minorUnits)
  const shown = grouped(whole, form.thousands)
  if (/[1-9]/.test(decimals)) return `${shown}${form.decimal}${decimals}`
  const zeros = minorUnits === 0 ? "" : `${form.decimal}${decimals}`
  return form.noDecimals === "0" ? `${shown}${zeros}` : `${shown}${form.noDecimals}`
}

/** An amount in words where it is whole thousands or millions, else in figures. */
const number = (
  amountMinor: number,
  minorUnits: number,
  language: PrintedLanguage,
  form: AmountForm,
): string => {
  const unit = 10 ** minorUnits
  const [thousand, million] = words[language]
  const plain = { ...form, noDecimals: "" }
  if (form.inWords && amountMinor >= 1e6 * unit && amountMinor % (1e6 * unit) === 0)
    return `${figures(amountMinor / 1e6, minorUnits, plain)} ${million}`
  if (form.inWords && amountMinor >= 1000 * unit && amountMinor % (1000 * unit) === 0)
    return `${figures(amountMinor / 1000, minorUnits, plain)} ${thousand}`
  return figures(amountMinor, minorUnits, form)
}

/** Prints an amount in minor units of a currency that has so many. */
export const printAmount = (
  amountMinor: number,
  minorUnits: number,
  sign: string,
  language: PrintedLanguage,
  form: AmountForm,
): string => {
  const shown = number(amountMinor, minorUnits, language, form)
  if (form.currency === undefined) return shown
  const { before, gap } = form.currency
  // Letters that meet would be one word.
  const between = !before && /\p{L}$/u.test(shown) && gap === "" ? " " : gap
  return before ? `${sign}${between}${shown}` : `${shown}${between}${sign}`
}

type Phrases = Readonly<Record<GuaranteeState, readonly [string, ...ReadonlyArray<string>]>>

/** What is printed for each state, with # for the amount. */
export const phrasesOf: Readonly<Record<PrintedLanguage, Phrases>> = {
  fr: {
    value: ["#", "jusqu’à #", "Maximum #", "(#)"],
    per_day: ["# par jour", "#/jour", "Jusqu'à # par jour"],
    included: ["Inclus", "oui"],
    actual_costs: ["Frais réels", "ILLIMITÉ"],
    return_ticket: ["Billet retour"],
    trip_price: ["Prix du voyage", "100 % du prix du voyage"],
    studies_amount: ["Frais de scolarité"],
    not_available: ["Non garanti", "–", "N/A"],
  },
  en: {
    value: ["#", "Up to #", "# maximum"],
    per_day: ["# per day", "up to #/day"],
    included: ["Included"],
    actual_costs: ["Actual costs", "unlimited"],
    return_ticket: ["Return ticket"],
    trip_price: ["As per trip cost", "100% of trip cost"],
    studies_amount: ["Tuition fees"],
    not_available: ["Not covered", "-", "n/a"],
  },
  de: {
    value: ["#", "bis zu #", "Höchstens #", "„#“"],
    per_day: ["# pro Tag", "bis # pro Tag"],
    included: ["inkl.", "Versichert"],
    actual_costs: ["Tatsächliche Kosten", "unbegrenzt"],
    return_ticket: ["Rückflugticket"],
    trip_price: ["bis zum Reisepreis"],
    studies_amount: ["Studiengebühren"],
    not_available: ["nicht versichert", "entfällt"],
  },
  es: {
    value: ["#", "hasta #", "Límite: #"],
    per_day: ["# al día", "hasta # / día"],
    included: ["Incluido", "Sí"],
    actual_costs: ["Gastos reales", "ilimitado"],
    return_ticket: ["billete de regreso"],
    trip_price: ["precio del viaje"],
    studies_amount: ["gastos de matrícula"],
    not_available: ["no cubierto", "No"],
  },
  it: {
    value: ["#", "fino a #", "Massimale: #"],
    per_day: ["# al giorno", "fino a # al giorno"],
    included: ["incluso", "Sì"],
    actual_costs: ["Spese effettive", "illimitato"],
    return_ticket: ["biglietto di ritorno"],
    trip_price: ["costo del viaggio"],
    studies_amount: ["tasse universitarie"],
    not_available: ["non coperto", "escluso"],
  },
}
