import * as Result from "effect/Result"
import { type AnyDefinition, columnsOf } from "../../core/table/load.ts"
import { camelCase } from "../../core/table/names.ts"
import type { CoachTables } from "../coach/coach-tables.ts"
import {
  badges,
  bases,
  categories,
  networks,
  origins,
  profileTiers,
  sourceVars,
  strengths,
  warnings,
} from "../coach/coach-vocabulary.ts"
import type { Placeholder, ReadText } from "./read-text.ts"
import type {
  ArgumentWords,
  MessageTexts,
  TextVar,
  VocabularyResponse,
} from "./vocabulary-response.ts"

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
      markets: tables.coachMarkets.rows.map(({ market }) => market),
      networks,
      origins,
      strengths,
      tiers: profileTiers,
      warnings,
    },
    messages,
  }
}

/** The texts of every table under `messages/` that bilans are told with, by the name of its file, then by key. */
export const messageTexts = (
  { definitions, tables }: LoadedDefinitions,
  readText: ReadText,
): Readonly<Record<string, Readonly<Record<string, MessageTexts>>>> =>
  Object.fromEntries(
    Object.entries(definitions).flatMap(([name, definition]) => {
      const { file } = definition
      if (!isOfBilans(file) || definition._tag !== "TableDefinition") return []
      const rows = (tables[name]?.rows ?? []) as ReadonlyArray<Row>
      const group = file.slice(folder.length, -".csv".length)
      return [[group, messagesIn(definition, rows, readText)] as const]
    }),
  )

/** What the vocabulary is made of. */
interface VocabularyParts extends LoadedDefinitions {
  readonly tables: LoadedDefinitions["tables"] &
    Pick<CoachTables, "argumentFacts" | "coachArguments" | "coachHeadlines" | "coachMarkets">
  readonly readText: ReadText
  /** Version of the interface and the tables. */
  readonly version: string
}

/** Definitions of tables, and the tables loaded, under the same names. */
interface LoadedDefinitions {
  readonly definitions: Readonly<Record<string, AnyDefinition>>
  readonly tables: Readonly<Record<string, { readonly rows: ReadonlyArray<unknown> }>>
}

const isOfBilans = (file: string): boolean =>
  file.startsWith(folder) && !pagesFolders.some((each) => file.startsWith(each))

/** The folder of the tables of texts. */
const folder = "messages/"

/** Texts that pages show to travellers; no bilan carries them. */
const pagesFolders = [`${folder}travellers/`, `${folder}coach/`]

type Row = Readonly<Record<string, unknown>>

/**
 * What a table of texts says, by key; a row with several kinds of text, as `short_fr` beside
 * `long_fr`, has each under `<key>.<kind>`.
 */
const messagesIn = (
  definition: AnyDefinition & { readonly _tag: "TableDefinition" },
  rows: ReadonlyArray<Row>,
  readText: ReadText,
): Readonly<Record<string, MessageTexts>> => {
  const [keyColumn = ""] = definition.key
  const columns = Object.keys(columnsOf(definition)).filter((name) => name !== keyColumn)
  return Object.fromEntries(
    rows.flatMap((row) => {
      const key = cellOf(row, keyColumn) ?? ""
      const traits = traitsIn(row, columns)
      return [...textsIn(row, columns)].map(([kind, texts]) => {
        const vars = varsOf(Object.values(texts), readText)
        const withTraits = Object.keys(traits).length === 0 ? {} : { traits }
        const entry: MessageTexts = { texts, vars, ...withTraits }
        return [kind === "" ? key : `${key}.${kind}`, entry] as const
      })
    }),
  )
}

const cellOf = (row: Row, column: string): string | undefined => {
  const value = row[camelCase(column)]
  return typeof value === "string" && value !== "" ? value : undefined
}

const traitsIn = (row: Row, columns: ReadonlyArray<string>): Record<string, string> =>
  Object.fromEntries(
    columns.flatMap((column) => {
      const cell = textColumn.test(column) ? undefined : cellOf(row, column)
      return cell === undefined ? [] : [[camelCase(column), cell] as const]
    }),
  )

/** A column of texts: its language, after what kind of text it is where a row has several. */
const textColumn = /^(?:([a-z_]+)_)?(fr|en|us)$/

/** The texts of a row by their kinds, each by its language; the plain one has the kind "". */
const textsIn = (
  row: Row,
  columns: ReadonlyArray<string>,
): ReadonlyMap<string, Record<string, string>> => {
  const byKind = new Map<string, Record<string, string>>()
  for (const column of columns) {
    const [, kind = "", language] = textColumn.exec(column) ?? []
    const text = cellOf(row, column)
    if (language === undefined || text === undefined) continue
    const texts = byKind.get(kind) ?? {}
    byKind.set(kind, Object.assign(texts, { [language]: text }))
  }
  return byKind
}

/** The values that the texts of all languages show, each once; none of a text that cannot be read. */
const varsOf = (texts: ReadonlyArray<string>, readText: ReadText): ReadonlyArray<TextVar> => {
  const shown = texts.flatMap((text) => Result.getOrElse(readText(text), () => []))
  return [...new Set(shown.map(({ name }) => name))].map((name) => varNamed(name, shown))
}

const varNamed = (name: string, shown: ReadonlyArray<Placeholder>): TextVar => {
  const own = shown.filter((each) => each.name === name)
  return {
    name,
    use: uses.find((use) => own.some((each) => each.use === use)) ?? "text",
    words: [...new Set(own.flatMap(({ words }) => words))],
  }
}

const each = <Word>(words: Iterable<Word>): ReadonlyArray<Word> => [...new Set(words)]

/** The kind of a value that is used in several ways: the first of these. */
const uses = ["number", "date", "choice", "text"] as const

/** The languages of some texts, in the order in which they first come. */
const languagesOf = (messages: VocabularyResponse["messages"]): ReadonlyArray<string> =>
  each(
    Object.values(messages).flatMap((texts) =>
      Object.values(texts).flatMap((message) => Object.keys(message.texts)),
    ),
  )

const argumentsOf = ({ argumentFacts, coachArguments: { rows } }: VocabularyParts["tables"]) => {
  const byId = new Map<string, Array<ArgumentRow>>()
  for (const row of rows) byId.set(row.id, [...(byId.get(row.id) ?? []), row])
  return [...byId].flatMap(([id, own]) => argumentOf(id, own, argumentFacts.get(id)))
}

type ArgumentRow = CoachTables["coachArguments"]["rows"][number]

const argumentOf = (
  id: string,
  rows: ReadonlyArray<ArgumentRow>,
  facts: CoachTables["argumentFacts"]["rows"][number] | undefined,
): ReadonlyArray<ArgumentWords> => {
  const [first] = rows
  if (first === undefined) return []
  const keys = new Map(
    [...rows, ...(facts === undefined ? [] : [facts])].map(({ fact, hook, pitch }) => [
      `${hook} ${fact} ${pitch}`,
      { hook, fact, pitch },
    ]),
  )
  return [
    {
      id,
      category: first.category,
      strengths: strengths.filter((strength) => rows.some((row) => row.strength === strength)),
      messageKeys: [...keys.values()],
      vars: each([...rows.flatMap(rowVars), ...everyArgument]),
    },
  ]
}

const rowVars = (row: ArgumentRow): ReadonlyArray<string> => {
  const { optionalVars = [] } = row as { readonly optionalVars?: ReadonlyArray<string> }
  return [...row.vars, ...optionalVars]
}

/** The values that every argument carries beside those of its row. */
const everyArgument = ["quote", ...sourceVars]

const renamedIn = (tables: LoadedDefinitions["tables"]): VocabularyResponse["renamed"] => {
  const rows = (tables["argumentSuccessors"]?.rows ?? []) as ReadonlyArray<Successor>
  return rows.map(({ newId, oldId }) => ({ old: oldId, new: newId }))
}

/** A row of a table of renamed arguments. */
interface Successor {
  readonly oldId: string
  readonly newId: string
}

const headlinesOf = ({ coachHeadlines: { rows } }: VocabularyParts["tables"]) =>
  each([...rows.map(({ key }) => key), ...rows.map(({ factsKey }) => factsKey)]).map((key) => ({
    key,
    vars: each(
      rows.filter((row) => row.key === key || row.factsKey === key).flatMap(({ vars }) => vars),
    ),
  }))
