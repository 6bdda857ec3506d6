import { foldPrinted, phraseOf } from "./fold.ts"
import { printedLanguages, type PrintedLanguage } from "./languages.ts"
import type { PrintedTables } from "./printed-tables.ts"
import type { PrintedMeaning } from "./printed-vocabulary.ts"

/** A phrase of the table: what it means, and the line of its row. */
export interface KnownPhrase {
  readonly meaning: PrintedMeaning
  readonly line: number
}

/** The phrases that hold in one language, by how they read. */
export type LanguagePhrases = ReadonlyMap<string, KnownPhrase>

/** A row whose phrase reads as that of an earlier row for the same language. */
export interface RepeatedPhrase {
  readonly phrase: string
  readonly line: number
  readonly earlierLine: number
}

/** The phrases of every language, and the rows that do not count. */
export interface PhraseBook {
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
