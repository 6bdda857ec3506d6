import {
  type PrintedLanguage,
  printedLanguages,
  type PrintedMeaning,
} from "./printed-vocabulary.ts"
import type { PrintedTables } from "./printed-tables.ts"

/** A phrase of the table: what it means, and the line of its row. */
interface KnownPhrase {
  readonly meaning: PrintedMeaning
  readonly line: number
}

/** The phrases that hold in one language, by how they read. */
export type LanguagePhrases = ReadonlyMap<string, KnownPhrase>

/** A row whose phrase reads as that of an earlier row for the same language. */
interface RepeatedPhrase {
  readonly phrase: string
  readonly line: number
  readonly earlierLine: number
}

/** The phrases of every language, and the rows that do not count. */
interface PhraseBook {
  readonly phrases: Readonly<Record<PrintedLanguage, LanguagePhrases>>
  readonly repeated: ReadonlyArray<RepeatedPhrase>
}

/**
 * How a phrase of the table reads, and how the line must read that it is for.
 *
 * ```ts
 * import { foldPhrase } from "../rules/guarantees/printed/phrases.ts"
 *
 * foldPhrase("Jusqu'à # / jour") // => "jusqu'a #/jour"
 * ```
 */
export const foldPhrase = (phrase: string): string => phraseOf(foldPrinted(phrase))

/**
 * Gathers the phrases of each language, those of every language among them. Of two rows that read
 * alike the first counts.
 */
export const gatherPhrases = ({
  printedPhrases,
}: Pick<PrintedTables, "printedPhrases">): PhraseBook => {
  const repeated = new Map<number, RepeatedPhrase>()
  const rows = printedPhrases.rows.map((row, index) => ({
    ...row,
    folded: foldPhrase(row.phrase),
    line: printedPhrases.lines[index] ?? 0,
  }))
  const gather = (of: PrintedLanguage): LanguagePhrases => {
    const known = new Map<string, KnownPhrase>()
    for (const { folded, language, line, meaning, phrase } of rows) {
      if (language !== null && language !== of) continue
      const earlier = known.get(folded)
      if (earlier === undefined) known.set(folded, { meaning, line })
      else repeated.set(line, { phrase, line, earlierLine: earlier.line })
    }
    return known
  }
  const phrases = Object.fromEntries(
    printedLanguages.map((language) => [language, gather(language)]),
  ) as Record<PrintedLanguage, LanguagePhrases>
  return { phrases, repeated: [...repeated.values()] }
}

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
 * import { foldPrinted } from "../rules/guarantees/printed/phrases.ts"
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
 * import { phraseOf } from "../rules/guarantees/printed/phrases.ts"
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
