/** A decimal whose point moves by some places to the right, or to the left where they are negative. */
export const shifted = (written: string, places: number): string => {
  const sign = written.startsWith("-") ? "-" : ""
  const [whole = "", fraction = ""] = written.slice(sign.length).split(".")
  const digits = `${"0".repeat(Math.max(0, -places))}${whole}${fraction}${"0".repeat(Math.max(0, places))}`
  const point = Math.max(0, -places) + whole.length + places
  const left = digits.slice(0, point).replace(/^0+(?=\d)/, "")
  const right = digits.slice(point).replace(/0+$/, "")
  return `${sign}${left}${right === "" ? "" : `.${right}`}`
}

const space = "[ \\u00a0\\u2009\\u202f'’]"
const grouped = new RegExp(`^-?\\d{1,3}(?:${space}\\d{3})+(?:[.,]\\d+)?$`)
const anySpace = new RegExp(space, "g")
const currency = /^(?:[€$£]|EUR|USD|CHF|GBP)\s*|\s*(?:[€$£]|EUR|USD|CHF|GBP)$/g

/** What a number without spaces means where points and commas may part decimals or thousands. */
const separated = (written: string): ReadonlyArray<string> => {
  if (/^-?\d+(?:\.\d+)?$/.test(written)) return [written]
  if (/^-?[1-9]\d{0,2},\d{3}$/.test(written)) {
    return [written.replace(",", "."), written.replace(",", "")]
  }
  if (/^-?\d+,\d+$/.test(written)) return [written.replace(",", ".")]
  if (/^-?\d{1,3}(?:\.\d{3})+,\d+$/.test(written)) {
    return [written.replaceAll(".", "").replace(",", ".")]
  }
  if (/^-?\d{1,3}(?:\.\d{3}){2,}$/.test(written)) return [written.replaceAll(".", "")]
  return /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(written) ? [written.replaceAll(",", "")] : []
}

const exponential = /^(-?\d+)(?:[.,](\d+))?E([+-]?\d{1,2})$/i

const withExponent = (written: string): ReadonlyArray<string> => {
  const [, whole = "", fraction = "0", exponent = ""] = exponential.exec(written) ?? []
  return exponent === "" ? [] : [shifted(`${whole}.${fraction}`, Number(exponent))]
}

/**
 * What a number may mean that a spreadsheet or a person has written in another way than tables do:
 * one text, several where it can be read in two ways, none where it is no number.
 *
 * ```ts
 * import { plainNumbers } from "../core/spreadsheet-repairs/plain-numbers.ts"
 *
 * plainNumbers("5,46") // => ["5.46"]
 * plainNumbers("1 234,50 €") // => ["1234.50"]
 * plainNumbers("1,234") // => ["1.234", "1234"]
 * plainNumbers("1,00E+05") // => ["100000"]
 * plainNumbers("five") // => []
 * ```
 */
export const plainNumbers = (written: string): ReadonlyArray<string> => {
  const bare = written.trim().replaceAll(currency, "").replace(/^['+]/, "").replace(/^[−–]/, "-")
  return exponential.test(bare)
    ? withExponent(bare)
    : separated(grouped.test(bare) ? bare.replaceAll(anySpace, "") : bare)
}
