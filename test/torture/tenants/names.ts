import type { Draws } from "../../../core/random/draws.ts"
import { formatSessionToken } from "../../../rules/session/token.ts"

/** Everything that an account's objects are called by, in one mode of its keys. */
export interface Names {
  readonly partnerCode: string
  readonly partnerId: string
  readonly keyId: string
  readonly session: string
  readonly subscriptionId: string
  /** The quote in the address of its link. */
  readonly quote: string
  readonly linkCode: string
  readonly archivedCode: string
  readonly ref: string
  readonly order: string
}

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

/** A text of letters and digits. */
export const drawText = (draws: Draws, length: number): string =>
  Array.from({ length }, () => digits[draws.below(digits.length)] ?? "A").join("")

/** Names of the same shape as those of an object, which nothing has. */
export const nonsenseLike = (draws: Draws, names: Names): Names => {
  const partnerCode = `n${drawText(draws, 9).toLowerCase()}`
  const linkCode = drawText(draws, names.linkCode.length)
  return {
    partnerCode,
    partnerId: drawText(draws, names.partnerId.length),
    keyId: `${names.keyId.slice(0, 8)}${"0".repeat(names.keyId.length - 8)}`,
    session: formatSessionToken({
      nonce: `${drawText(draws, 21)}A`,
      mac: `${drawText(draws, 42)}A`,
    }),
    subscriptionId: `sub_${drawText(draws, names.subscriptionId.length - 4)}`,
    quote: names.quote
      .split(".")
      .map((part) => drawText(draws, part.length))
      .join("."),
    linkCode,
    archivedCode: drawText(draws, names.archivedCode.length),
    ref: `${partnerCode}-${linkCode}`,
    order: `order ${drawText(draws, names.order.length - 6)}`,
  }
}

const generated: ReadonlyArray<readonly [RegExp, string]> = [
  [/qs_[\w-]{22}\.[\w-]{43}/g, "<session>"],
  [/sub_\w+/g, "<subscription>"],
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<moment>"],
  [/quote=[\w.-]+/g, "quote=<quote>"],
]

/** A text in which nothing tells which of these names it was asked with, nor when. */
export const masked = (text: string, own: Names, wanted: Names): string => {
  const values = [...Object.entries(own), ...Object.entries(wanted)]
  let plain = text
  // Longer names first: a shorter one may be the beginning of another.
  for (const [name, value] of values.toSorted(([, a], [, b]) => b.length - a.length)) {
    const word = Object.values(own).includes(value) ? `<own ${name}>` : `<${name}>`
    plain = plain.replaceAll(value, word).replaceAll(encodeURIComponent(value), word)
  }
  return generated.reduce((whole, [pattern, word]) => whole.replace(pattern, word), plain)
}
