import * as Result from "effect/Result"
import type { Finding } from "../../../core/check/finding.ts"
import { writtenRows } from "../../../core/check/meaning/table-cells.ts"
import * as Column from "../../../core/table/column.ts"
import { defineTable, type TableDefinition } from "../../../core/table/definition.ts"
import type { TablesOf } from "../../../core/table/load.ts"
import { placeInField } from "../../../core/table/field-place.ts"
import { memo } from "../../../core/memory.ts"
import type { CountryCode } from "../../../core/vocabulary/codes.ts"
import {
  writtenLanguages,
  type WrittenLanguage,
} from "../../../core/vocabulary/written-language.ts"
import type { TermForm } from "../../coach/wording.ts"
import type { TextMistake, ValueKinds } from "../check.ts"
import type { TextTable } from "../message-writer.ts"
import type { ReadText } from "../read-text.ts"
import type { RenderingTables } from "../rendering-tables.ts"
import { englishMistakes, isCopy, translationMistakes } from "./check-traveller-texts.ts"
import { type TravellerLanguage, travellerLanguages } from "./languages.ts"

/** Whether the Coach's texts of a language are translations, and not written in it. */
export const isTranslated = (language: TravellerLanguage): language is CoachLanguage =>
  !writtenLanguages.some((each) => each === language)

/** The languages that the Coach's texts are translated into for travellers: all but the two that bilans are written in. */
export const coachLanguages = travellerLanguages.filter(isTranslated)

/** A language that the Coach's texts are translated into. */
export type CoachLanguage = Exclude<TravellerLanguage, WrittenLanguage>

/** The table of the Coach's texts in a language, by the name under which it is read. */
export const coachTextsIn = (language: CoachLanguage): CoachTextsName => `coachTexts_${language}`

type CoachTextsName = `coachTexts_${CoachLanguage}`

const columns = {
  key: Column.text({
    pattern: /^[a-zA-Z0-9_.]+$/,
    about:
      "Which English text it stands for: the key of a sentence, or of a word after what it is, as `badge.missing`.",
  }),
  text: Column.text({
    about: "The text, in ICU MessageFormat; apostrophes are ’ (U+2019).",
  }),
}

const textsOf = (language: CoachLanguage): TableDefinition<typeof columns> =>
  defineTable({
    file: `messages/coach/${language}.csv`,
    about: `What the Coach says to travellers, in the language ${language}.`,
    key: ["key"],
    columns,
  })

/** The tables of the Coach's texts, one for each language that they are translated into. */
export const coachTextDefinitions = Object.fromEntries(
  coachLanguages.map((language) => [coachTextsIn(language), textsOf(language)]),
) as Readonly<Record<CoachTextsName, TableDefinition<ReturnType<typeof textsOf>["columns"]>>>

/** The Coach's texts in the languages that they are translated into. */
export type CoachTextTables = TablesOf<typeof coachTextDefinitions>

/** Under which key the text of a table of messages is translated. */
export const translatedKey = (table: TextTable, key: string): string =>
  `${prefixes[table] ?? ""}${key}`

/** What keys of tables begin with that are short in their own. */
const prefixes: Partial<Readonly<Record<TextTable, string>>> = {
  messageMedical: "medical.",
  messageBadges: "badge.",
}

/** Under which key the name of a term is translated. */
export const termKey = (term: string, form: TermForm): string => `term.${term}.${form}`

/** Under which key the name of a guarantee in a sentence is translated, or what its notice calls it. */
export const guaranteeKey = (slug: string, form: "list" | "look"): string =>
  `guarantee.${slug}.${form}`

/** Under which key a word is translated that sentences are put together with. */
export const wordKey = (word: string): string => `word.${word}`

/** Under which key the name of a government that gives advice is translated. */
export const issuerKey = (country: CountryCode): string => `issuer.${country.toLowerCase()}`

/** The tables that the English texts stand in. */
export type EnglishTexts = Pick<
  RenderingTables,
  TextTable | "messageGuarantees" | "messageIssuers" | "messageTerms" | "messageWords"
>

/** The English text that each translated one stands for, by its key: all that a panel may show. */
export const englishTexts = (tables: EnglishTexts): ReadonlyMap<string, string> => {
  const { messageGuarantees, messageIssuers, messageTerms, messageWords } = tables
  const told = shownTables.flatMap((name) =>
    tables[name].rows.map(({ en, key }) => [translatedKey(name, key), en] as const),
  )
  const readings = tables.messageSources.rows.filter(({ key }) => key.startsWith("source.reading"))
  // Brands are called the same everywhere; numbers in letters take a gender in many languages.
  const words = messageWords.rows.filter(({ key }) => !/^(?:network|number)_/u.test(key))
  // No card carries a cover without a name in sentences.
  const covers = messageGuarantees.rows.flatMap(({ key, listEn, lookEn }) =>
    listEn === null ? [] : [{ key, listEn, lookEn: lookEn ?? listEn }],
  )
  return new Map([
    ...told,
    ...readings.map(({ en, key }) => [key, en] as const),
    ...words.map(({ en, key }) => [wordKey(key), en] as const),
    ...messageTerms.rows.flatMap(({ longEn, shortEn, term }) => [
      [termKey(term, "short"), shortEn] as const,
      [termKey(term, "long"), longEn] as const,
    ]),
    ...covers.flatMap(({ key, listEn, lookEn }) => [
      [guaranteeKey(key, "list"), listEn] as const,
      [guaranteeKey(key, "look"), lookEn] as const,
    ]),
    ...messageIssuers.rows.map(({ country, en }) => [issuerKey(country), en] as const),
  ])
}

/** The tables whose texts a panel may show, all of them. */
const shownTables = [
  "messageHeadlines",
  "messageMedical",
  "messageBadges",
  "messageArguments",
  "messageSocial",
  "messageDisclosures",
] as const satisfies ReadonlyArray<TextTable>

/** Looks at translated texts beside the English ones that they stand for: what is wrong in one. */
export type CoachTextMistakes = (
  key: string,
  text: string,
  language: CoachLanguage,
) => ReadonlyArray<TextMistake>

/**
 * Prepares the look at translated texts: each can be read, shows what its English text shows and tells
 * apart what that tells apart, has the plural forms of its language, and is no copy.
 */
export const prepareCoachTextMistakes = (
  english: ReadonlyMap<string, string>,
  readText: ReadText,
): CoachTextMistakes => {
  /** Each is what texts of all languages are compared with, and is read once for them. */
  const readEnglish = memo((key: string) => {
    const text = english.get(key)
    if (text === undefined) return undefined
    const read = readText(text)
    const found = englishMistakes(text, () => read)
    if (!("text" in found)) return undefined
    const values: ValueKinds = new Map(
      [...found.values].map(([name, kind]) => [name, numbers.has(name) ? "number" : kind]),
    )
    return { ...found, values, choices: choicesIn(read) }
  })
  return (key, text, language) => {
    const original = readEnglish(key)
    if (original === undefined) return []
    if (isCopy(text, original)) return [{ offset: 0, expected: { _tag: "TextInLanguage" } }]
    const read = readText(text)
    const mistakes = translationMistakes(text, language, original, () => read)
    const real = mistakes.filter(({ expected }) => !isSpared(expected))
    return real.length > 0 ? real : untold(choicesIn(read), original.choices)
  }
}

/** Values that languages may count by, also where the English text only shows them. */
const numbers: ReadonlySet<string> = new Set([
  "age",
  "cardsHolding",
  "cardsRead",
  "count",
  "counted",
  "pct",
])

/** How many covers there are decides in English alone how they are spoken of. */
const isSpared = (expected: TextMistake["expected"]): boolean =>
  expected._tag === "ShownValue" && expected.name === "coverCount"

/** What a text does not tell apart and its English one does. */
const untold = (own: Choices, english: Choices): ReadonlyArray<TextMistake> =>
  [...english].flatMap(([name, words]) =>
    [...words]
      .filter((word) => own.get(name)?.has(word) !== true)
      .map((word) => ({ offset: 0, expected: { _tag: "ToldApart", name, word } as const })),
  )

/** The words that a text tells apart, by the value that chooses. */
type Choices = ReadonlyMap<string, ReadonlySet<string>>

const choicesIn = (read: ReturnType<ReadText>): Choices => {
  const choices = new Map<string, Set<string>>()
  for (const { name, use, words } of Result.getOrElse(read, () => [])) {
    if (use !== "choice") continue
    const known = choices.get(name) ?? new Set()
    for (const word of words) known.add(word)
    choices.set(name, known)
  }
  return choices
}

/** What the check of the Coach's texts looks at: they as they are written, and the English ones. */
export interface CoachTextsCheck {
  readonly sources: Pick<ReadonlyMap<string, string>, "get">
  readonly tables: Partial<EnglishTexts>
  readonly readText: ReadText
}

/**
 * Checks the Coach's texts in all languages: what is told in English, since the language lacks the text
 * or it fails its check, and what nothing tells. A traveller reads no half of a sentence meanwhile, so
 * that the tables can be served.
 */
export const checkCoachTexts = ({
  readText,
  sources,
  tables,
}: CoachTextsCheck): ReadonlyArray<Finding> => {
  if (!areWhole(tables)) return []
  const english = englishTexts(tables)
  const mistakesIn = prepareCoachTextMistakes(english, readText)
  return coachLanguages.flatMap((language) => {
    const definition = coachTextDefinitions[coachTextsIn(language)]
    const { file } = definition
    const source = sources.get(file)
    // A table that cannot be found has a mistake of its own.
    if (source === undefined) return []
    const rows = writtenRows(definition, source)
    const written = new Set(rows.map((row) => row.cell("key")))
    const found = rows.flatMap((row): ReadonlyArray<Finding> => {
      const key = row.cell("key")
      const text = row.cell("text")
      const place = { file, line: row.line, character: 1, hitPolicy: null }
      if (!english.has(key)) return [{ _tag: "StrayText", key, ...place }]
      return mistakesIn(key, text, language).map(({ expected, offset }) => ({
        _tag: "ToldInEnglish",
        key,
        expected,
        ...place,
        ...placeInField(source, { text, ...row.placeOf("text") }, offset),
      }))
    })
    const lacking = [...english.keys()].filter((key) => !written.has(key))
    const expected = { _tag: "TextInLanguage" } as const
    return [
      ...found,
      ...lacking.map((key): Finding => ({
        _tag: "ToldInEnglish",
        key,
        expected,
        file,
        line: 1,
        character: 1,
        hitPolicy: null,
      })),
    ]
  })
}

const areWhole = (tables: Partial<EnglishTexts>): tables is EnglishTexts =>
  [
    ...shownTables,
    "messageSources" as const,
    "messageGuarantees" as const,
    "messageIssuers" as const,
    "messageTerms" as const,
    "messageWords" as const,
  ].every((name) => tables[name] !== undefined)
