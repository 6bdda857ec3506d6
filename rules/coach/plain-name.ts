/**
 * A name without case, accents, spaces and punctuation, so that spellings of one name meet.
 *
 * ```ts
 * import { plainName } from "../rules/coach/plain-name.ts"
 *
 * plainName("Caisse d'Épargne") // => "caissedepargne"
 * plainName("U.S. Bank") // => "usbank"
 * ```
 */
export const plainName = (name: string): string =>
  name
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
