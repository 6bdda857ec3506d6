import {
  badges,
  bases,
  categories,
  markets,
  networks,
  origins,
  profileTiers,
  strengths,
  warnings,
} from "../coach/coach-vocabulary.ts"
import type { CoachTables } from "../coach/coach-tables.ts"
import { type LoadedDefinitions, messageTexts } from "./message-texts.ts"
import type { ReadText } from "./read-text.ts"
import type { ArgumentWords, VocabularyResponse } from "./vocabulary-response.ts"

/** What the vocabulary is made of. */
export interface VocabularyParts extends LoadedDefinitions {
  readonly tables: LoadedDefinitions["tables"] &
    Pick<CoachTables, "coachArguments" | "coachHeadlines">
  readonly readText: ReadText
  /** Version of the interface and the tables. */
  readonly version: string
}

type ArgumentRow = CoachTables["coachArguments"]["rows"][number]

const each = <Word>(words: Iterable<Word>): ReadonlyArray<Word> => [...new Set(words)]

/** The values that every argument carries beside those of its row. */
const everyArgument = ["quote"]

const varsOf = (row: ArgumentRow): ReadonlyArray<string> => {
  const { optionalVars = [] } = row as { readonly optionalVars?: ReadonlyArray<string> }
  return [...row.vars, ...optionalVars]
}

const argumentOf = (id: string, rows: ReadonlyArray<ArgumentRow>): ReadonlyArray<ArgumentWords> => {
  const [first] = rows
  if (first === undefined) return []
  const keys = new Map(
    rows.map(({ fact, hook, pitch }) => [`${hook} ${fact} ${pitch}`, { hook, fact, pitch }]),
  )
  return [
    {
      id,
      category: first.category,
      strengths: strengths.filter((strength) => rows.some((row) => row.strength === strength)),
      messageKeys: [...keys.values()],
      vars: each([...rows.flatMap(varsOf), ...everyArgument]),
    },
  ]
}

const argumentsOf = ({ coachArguments: { rows } }: VocabularyParts["tables"]) => {
  const byId = new Map<string, Array<ArgumentRow>>()
  for (const row of rows) byId.set(row.id, [...(byId.get(row.id) ?? []), row])
  return [...byId].flatMap(([id, own]) => argumentOf(id, own))
}

/** A row of a table of renamed arguments. */
interface Successor {
  readonly oldId: string
  readonly newId: string
}

const renamedIn = (tables: LoadedDefinitions["tables"]): VocabularyResponse["renamed"] => {
  const rows = (tables["argumentSuccessors"]?.rows ?? []) as ReadonlyArray<Successor>
  return rows.map(({ newId, oldId }) => ({ old: oldId, new: newId }))
}

const headlinesOf = ({ coachHeadlines: { rows } }: VocabularyParts["tables"]) =>
  each(rows.map(({ key }) => key)).map((key) => ({
    key,
    vars: each(rows.filter((row) => row.key === key).flatMap(({ vars }) => vars)),
  }))

/** The languages of some texts, in the order in which they first come. */
const languagesOf = (messages: VocabularyResponse["messages"]): ReadonlyArray<string> =>
  each(
    Object.values(messages).flatMap((texts) =>
      Object.values(texts).flatMap((message) => Object.keys(message.texts)),
    ),
  )

/** All that bilans over some tables may say: ids, keys, values, and their texts in every language. */
export const vocabularyOf = (parts: VocabularyParts): VocabularyResponse => {
  const { readText, tables, version } = parts
  const messages = messageTexts(parts, readText)
  return {
    ok: true,
    version,
    languages: languagesOf(messages),
    arguments: argumentsOf(tables),
    renamed: renamedIn(tables),
    headlines: headlinesOf(tables),
    words: {
      badges,
      bases,
      categories,
      markets,
      networks,
      origins,
      strengths,
      tiers: profileTiers,
      warnings,
    },
    messages,
  }
}
