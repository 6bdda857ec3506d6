const otherLetters: ReadonlyArray<readonly [RegExp, string]> = [
  [/œ/g, "oe"],
  [/æ/g, "ae"],
  [/ø/g, "o"],
  [/ł/g, "l"],
]

/**
 * A printed text without what only typography tells apart: case, accents, kinds of spaces, dashes
 * and apostrophes, and characters that do not show. What could change an amount stays as it is: line
 * breaks, quotes, brackets, raised figures and fractions.
 *
 * ```ts
 * import { foldPrinted } from "../rules/guarantees/printed/fold.ts"
 *
 * foldPrinted("Jusqu’à 1 500 €") // => "jusqu'a 1 500 €"
 * foldPrinted("CHF 1’000.–") // => "chf 1'000.-"
 * foldPrinted("GROSSE") === foldPrinted("große") // => true
 * ```
 */
export const foldPrinted = (text: string): string => {
  // Lower, upper and lower again: only then do ß and SS, and ı and I, meet.
  const plain = text
    .normalize("NFD")
    .replace(/[\p{Mark}\p{Cf}]/gu, "")
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
  return otherLetters
    .reduce((folded, [letter, written]) => folded.replace(letter, written), plain)
    .normalize("NFC")
    .replace(/[\t\n\v\f\r\u2028\u2029]+/g, "\n")
    .replace(/\p{Zs}+/gu, " ")
    .replace(/[’‘‛ʼ′‵`´＇]/g, "'")
    .replace(/[‐‑‒–—―−﹘﹣－]/g, "-")
}

/**
 * A folded text as a phrase: quotes, brackets, line breaks, stops, commas and colons are spaces,
 * hyphens within words too, and none stands around slashes, before percent signs or at the ends.
 *
 * ```ts
 * import { phraseOf } from "../rules/guarantees/printed/fold.ts"
 *
 * phraseOf("# / jour (max.)") // => "#/jour max"
 * phraseOf("100 % du prix du voyage.") // => "100% du prix du voyage"
 * phraseOf("--") // => "-"
 * ```
 */
export const phraseOf = (folded: string): string =>
  folded
    .replace(/[.,:;!"“”„«»″()[\]{}\n]/g, " ")
    .replace(/-+/g, "-")
    .replace(/(?<=\p{L})-(?=\p{L})/gu, " ")
    .replace(/ +/g, " ")
    .replace(/ ?\/ ?/g, "/")
    .replace(/ %/g, "%")
    .trim()
