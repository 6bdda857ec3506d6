/**
 * The words of a name without case, accents and punctuation.
 *
 * ```ts
 * import { plainWords } from "../rules/coach/card/plain-name.ts"
 *
 * plainWords("Carte World-Élite Mastercard") // => ["carte", "world", "elite", "mastercard"]
 * plainWords("Caisse d'Épargne") // => ["caisse", "d", "epargne"]
 * ```
 */
export const plainWords = (name: string): ReadonlyArray<string> =>
  name
    .normalize("NFD")
    .toLowerCase()
    .replace(/\p{Mark}/gu, "")
    .match(/[a-z0-9]+/g) ?? []

/** Names without accents are taken apart by nothing, which takes time. */
const isPlain = /^[ -~]*$/

/**
 * A name without case, accents, spaces and punctuation, so that spellings of one name meet.
 *
 * ```ts
 * import { plainName } from "../rules/coach/card/plain-name.ts"
 *
 * plainName("Caisse d'Épargne") // => "caissedepargne"
 * plainName("U.S. Bank") // => "usbank"
 * ```
 */
export const plainName = (name: string): string =>
  (isPlain.test(name) ? name : name.normalize("NFD")).toLowerCase().replace(/[^a-z0-9]/g, "")
