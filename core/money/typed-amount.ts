import { minorToDecimal } from "./minor.ts"

/** How people of a language write numbers. */
export interface NumberHabits {
  /** The sign before the decimals; the other one, a space or an apostrophe may stand between groups. */
  readonly decimal: "," | "."
  /** Whether old forms write a colon before two decimals, as Swedish does: `15:50`. */
  readonly hasColon: boolean
}

/** What an amount counts: a currency by its code, with the exponent of its minor unit (0 to 4). */
export interface AmountUnit {
  readonly code: string
  readonly minorUnits: number
}

/** One way to read what was typed. */
export interface AmountReading {
  /** Whole minor units, from 0 to fifteen digits. */
  readonly minor: number
  readonly unit: AmountUnit
}

/** Why something typed is no amount. */
export type AmountRefusal =
  | "empty"
  | "negative"
  | "unreadable"
  | "bad groups"
  | "too fine"
  | "too large"
  | "other unit"

/** What was typed: an amount, one of two between which only its writer can choose, or none. */
export type TypedAmount =
  | ({ readonly _tag: "Amount" } & AmountReading)
  | { readonly _tag: "Ambiguous"; readonly readings: readonly [AmountReading, AmountReading] }
  | { readonly _tag: "Refused"; readonly reason: AmountRefusal }

/** In what an amount is asked for. */
export interface AskedAmount {
  readonly habits: NumberHabits
  readonly unit: AmountUnit
  /** The units that a sign beside the digits may stand for, by its {@link signKey}; none where it is no sign. */
  readonly unitsOf: (sign: string) => ReadonlyArray<AmountUnit>
}

/**
 * Reads an amount as a person types or pastes it, in any digits. A separator before exactly three
 * digits parts thousands, unless it is the language's own decimal sign: then either may be meant. The
 * same holds for the sign of a currency that was not asked for.
 *
 * ```ts
 * import { readTypedAmount } from "../core/money/typed-amount.ts"
 *
 * const unit = { code: "EUR", minorUnits: 2 }
 * const unitsOf = (sign: string) => (sign === "€" ? [unit] : [])
 * const read = (text: string, decimal: "," | ".") =>
 *   readTypedAmount(text, { habits: { decimal, hasColon: false }, unit, unitsOf })
 * read("3.200 €", ",") // => { _tag: "Amount", minor: 320_000, unit }
 * read("３２００", ".") // => { _tag: "Amount", minor: 320_000, unit }
 * read("3.200", ".") // => { _tag: "Ambiguous", readings: [{ minor: 320_000, unit }, { minor: 320, unit }] }
 * read("1,2345", ".") // => { _tag: "Refused", reason: "bad groups" }
 * ```
 */
export const readTypedAmount = (text: string, asked: AskedAmount): TypedAmount => {
  const plain = plainDigits(text.slice(0, charactersMax + 1))
    .replaceAll(apostrophes, "'")
    .replaceAll(spaces, " ")
    .trim()
  if (plain === "") return refused("empty")
  const parts = plain.length > charactersMax ? null : wholeForm.exec(plain)
  if (parts === null) return refused("unreadable")
  const [, before = "", number = "", behind = ""] = parts
  if (dash.test(before) || before.includes("(")) return refused("negative")
  const after = behind.replace(noCents, "")
  if (dash.test(after)) return refused("unreadable")
  const signs = [before, after].map(signKey).filter((sign) => sign !== "")
  const units = signs.map((sign) => asked.unitsOf(sign))
  if (units.some((each) => each.length === 0)) return refused("unreadable")
  const { habits, unit } = asked
  const isAsked = units.every((each) => each.some(({ code }) => code === unit.code))
  const own = readNumber(number, habits, unit)
  if (isAsked) return own
  const [other, ...others] = (units[0] ?? []).filter(({ code }) =>
    units.every((each) => each.some((known) => known.code === code)),
  )
  if (other === undefined || others.length > 0) return refused("other unit")
  const foreign = readNumber(number, habits, other)
  return own._tag === "Amount" && foreign._tag === "Amount"
    ? ambiguous(reading(foreign), reading(own))
    : refused("other unit")
}

/**
 * An amount as a text that every language reads alike: a point before its decimals, and no groups.
 *
 * ```ts
 * import { plainAmount } from "../core/money/typed-amount.ts"
 *
 * plainAmount(320_050, 2) // => "3200.5"
 * plainAmount(320_000, 2) // => "3200"
 * plainAmount(3_215, 3) // => "0003.215"
 * ```
 */
export const plainAmount = (minor: number, minorUnits: number): string => {
  const [whole = "", exact = ""] = minorToDecimal(minor, minorUnits).split(".")
  const decimals = exact.replace(/0+$/u, "")
  if (decimals === "") return whole
  // No group has four digits, so that three decimals behind them are none.
  return decimals.length === 3 ? `${whole.padStart(4, "0")}.${decimals}` : `${whole}.${decimals}`
}

/**
 * A text with the digits of other scripts as those of ours, and what shows nowhere left out.
 *
 * ```ts
 * import { plainDigits } from "../core/money/typed-amount.ts"
 *
 * plainDigits("３４") // => "34"
 * plainDigits("٣٤") // => "34"
 * plainDigits("३४") // => "34"
 * ```
 */
export const plainDigits = (text: string): string =>
  text
    .replaceAll(unseen, "")
    .replaceAll(/\p{Nd}/gu, (digit) => String(digitValue(digit.codePointAt(0) ?? 0)))
    .replaceAll(/[，．：＇￥￡＄]/gu, (wide) => fullWidth[wide] ?? wide)
    .replaceAll("٬", "'")

/** A sign or a name of a currency as it is compared: without case, spaces and stops. */
export const signKey = (sign: string): string =>
  sign
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[\s.,\u200e\u200f\u061c]/gu, "")

const charactersMax = 64

const apostrophes = /[’‘ʼ´`′]/gu

const spaces = /\s+/gu

/** Marks of direction and joiners, which come along when text is pasted. */
const unseen = /[\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu

const fullWidth: Readonly<Record<string, string>> = {
  "，": ",",
  "．": ".",
  "：": ":",
  "＇": "'",
  "￥": "¥",
  "￡": "£",
  "＄": "$",
}

const anyDigit = /\p{Nd}/u

/** Decimal digits come in runs of ten. */
const digitValue = (code: number): number => {
  // Those of mathematics are five runs without a gap between them.
  if (code >= 0x1_d7ce && code <= 0x1_d7ff) return (code - 0x1_d7ce) % 10
  let value = 0
  while (anyDigit.test(String.fromCodePoint(code - value - 1))) value += 1
  return value
}

const wholeForm = /^(\D*)(\d(?:[\d .,':٫]*\d)?)(\D*)$/u

const dash = /[-\u2010-\u2015\u2212]/u

/** A dash in the place of cents: `1.500,-`. */
const noCents = /^ ?[.,] ?[-\u2010-\u2015]{1,2}/u

const refused = (reason: AmountRefusal): TypedAmount => ({ _tag: "Refused", reason })

const ambiguous = (first: AmountReading, second: AmountReading): TypedAmount => ({
  _tag: "Ambiguous",
  readings: [first, second],
})

const reading = ({ minor, unit }: AmountReading): AmountReading => ({ minor, unit })

/** Digits before and behind the decimal sign, groups and all. */
interface Split {
  readonly whole: string
  readonly decimals: string
}

const readNumber = (number: string, habits: NumberHabits, unit: AmountUnit): TypedAmount => {
  const [first, second] = splitsOf(number, habits, unit).map((split) => minorOf(split, unit))
  if (first === undefined) return refused("bad groups")
  if (second === undefined || typeof second === "string") {
    return typeof first === "string" ? refused(first) : { _tag: "Amount", minor: first, unit }
  }
  return typeof first === "string"
    ? { _tag: "Amount", minor: second, unit }
    : ambiguous({ minor: first, unit }, { minor: second, unit })
}

/** How a number may be split into whole and decimals, thousands first; not at all where no rule fits. */
const splitsOf = (
  number: string,
  { decimal, hasColon }: NumberHabits,
  { minorUnits }: AmountUnit,
): ReadonlyArray<Split> => {
  const marks = [...number.matchAll(/[.,:٫]/gu)]
  const last = marks.at(-1)
  if (last === undefined) return [{ whole: number, decimals: "" }]
  const [mark] = last
  const asDecimal = {
    whole: number.slice(0, last.index),
    decimals: number.slice(last.index + 1),
  }
  if (!/^\d+$/u.test(asDecimal.decimals)) return whole(number)
  const count = asDecimal.decimals.length
  if (mark === "٫") return marks.length === 1 ? [asDecimal] : []
  if (number.includes(":")) {
    return hasColon && mark === ":" && marks.length === 1 && count === 2 ? [asDecimal] : []
  }
  const isRepeated = marks.filter(([each]) => each === mark).length > 1
  if (isRepeated) return whole(number)
  const isMixed = marks.length > 1 || /[ ']/u.test(asDecimal.whole)
  if (isMixed || count < 3) return [asDecimal]
  if (count > 3) return []
  if (!/^[1-9]\d{0,2}$/u.test(asDecimal.whole)) return [asDecimal]
  if (mark !== decimal || minorUnits === 0) return whole(number)
  return minorUnits === 3 ? [asDecimal] : [...whole(number), asDecimal]
}

const whole = (number: string): ReadonlyArray<Split> => [{ whole: number, decimals: "" }]

const plainWhole = /^\d+$/u
const thousands = /^[1-9]\d{0,2}(?:(?<mark>[ '.,])\d{3})(?:\k<mark>\d{3})*$/u
/** Groups of two before the last three digits, as India writes them. */
const lakhs = /^[1-9]\d?(?:,\d\d)+,\d{3}$/u

const digitsMax = 15

const minorOf = (split: Split, { minorUnits }: AmountUnit): number | AmountRefusal => {
  const isGrouped = [plainWhole, thousands, lakhs].some((form) => form.test(split.whole))
  if (!isGrouped) return "bad groups"
  const decimals = split.decimals.replace(/0+$/u, "")
  if (decimals.length > minorUnits) return "too fine"
  const digits = split.whole.replaceAll(/\D/gu, "") + decimals.padEnd(minorUnits, "0")
  const meant = digits.replace(/^0+(?=\d)/u, "")
  return meant.length > digitsMax ? "too large" : Number(meant)
}
