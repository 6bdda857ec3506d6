import { plainWords } from "../card/catalogue.ts"
import { fontFamily, xmlText } from "./svg-text.ts"

/** Width and height of a monogram. */
const size = 128

/**
 * The name of a bank as its monogram's address has it; undefined for a name without a Latin letter
 * or a digit.
 *
 * ```ts
 * import { bankSlug } from "../rules/coach/pictures/bank-picture.ts"
 *
 * bankSlug("Société Générale") // => "societe-generale"
 * bankSlug("U.S. Bank") // => "u-s-bank"
 * bankSlug("中国银行") // => undefined
 * ```
 */
export const bankSlug = (bank: string): string | undefined => {
  const slug = plainWords(bank).join("-")
  return slug === "" ? undefined : slug
}

/** A first word that is an abbreviation already: capitals and digits, two to four of them. */
const abbreviation = /^(?:\p{Lu}|\d){2,4}$/u

/**
 * The monogram of a bank: its abbreviation where its name begins with one, else the initials of up
 * to three words that begin with a capital, else the first two letters.
 *
 * ```ts
 * import { monogramOf } from "../rules/coach/pictures/bank-picture.ts"
 *
 * monogramOf("BNP Paribas") // => "BNP"
 * monogramOf("Crédit Agricole") // => "CA"
 * monogramOf("Caisse d'Epargne") // => "CE"
 * monogramOf("BoursoBank") // => "Bo"
 * monogramOf("Sumeria (ex-Lydia)") // => "Su"
 * ```
 */
export const monogramOf = (bank: string): string => {
  const words = bank.replace(/\(.*$/, "").match(/[\p{L}\p{N}]+/gu) ?? []
  const [first = ""] = words
  if (abbreviation.test(first)) return first
  const initials = words.flatMap((word) => /^[\p{Lu}\p{N}]/u.exec(word)?.[0] ?? [])
  return initials.length > 1 ? initials.slice(0, 3).join("") : [...first].slice(0, 2).join("")
}

/** The sum of a name's signs, by which it has always the same one of some colours. */
const signSum = (name: string): number =>
  [...name].reduce((sum, sign) => sum + (sign.codePointAt(0) ?? 0), 0)

/** Which of some things a name has; undefined of none. */
const chosenFor = <Thing>(name: string, things: ReadonlyArray<Thing>): Thing | undefined =>
  things[signSum(name) % things.length]

const typeSizes: Readonly<Record<number, number>> = { 1: 64, 2: 56, 3: 44 }

/**
 * The monogram of a bank as SVG, on one of the grounds, and under the bank's name; undefined without
 * a ground or a sign to show. It is no mark of the bank's.
 */
export const bankPicture = (bank: string, grounds: ReadonlyArray<string>): string | undefined => {
  const ground = chosenFor(bank, grounds)
  const monogram = monogramOf(bank)
  if (ground === undefined || monogram === "") return undefined
  const type = typeSizes[[...monogram].length] ?? 34
  const title = xmlText(bank)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<rect width="${size}" height="${size}" rx="28" fill="${ground}"/>`,
    `<rect x="0.5" y="0.5" width="${size - 1}" height="${size - 1}" rx="27.5" fill="none" stroke="#8a94a6" stroke-opacity="0.8"/>`,
    `<text x="64" y="${64 + Math.round(type * 0.36)}" fill="#ffffff" font-family="${fontFamily}" font-size="${type}" font-weight="700" text-anchor="middle">${xmlText(monogram)}</text>`,
    "</svg>",
  ].join("")
}
