import * as Result from "effect/Result"
import { columnsOf, type AnyDefinition } from "../../core/table/load.ts"
import { camelCase } from "../../core/table/names.ts"
import type { Placeholder, ReadText } from "./read-text.ts"
import type { MessageTexts, TextVar } from "./vocabulary-response.ts"

/** The folder of the tables of texts. */
const folder = "messages/"

/** Texts that pages show to travellers; no bilan carries them. */
const pagesFolder = `${folder}travellers/`

const isOfBilans = (file: string): boolean =>
  file.startsWith(folder) && !file.startsWith(pagesFolder)

/** A column of texts: its language, after what kind of text it is where a row has several. */
const textColumn = /^(?:([a-z_]+)_)?(fr|en|us)$/

/** The kind of a value that is used in several ways: the first of these. */
const uses = ["number", "date", "choice", "text"] as const

const varNamed = (name: string, shown: ReadonlyArray<Placeholder>): TextVar => {
  const own = shown.filter((each) => each.name === name)
  return {
    name,
    use: uses.find((use) => own.some((each) => each.use === use)) ?? "text",
    words: [...new Set(own.flatMap(({ words }) => words))],
  }
}

/** The values that the texts of all languages show, each once; none of a text that cannot be read. */
const varsOf = (texts: ReadonlyArray<string>, readText: ReadText): ReadonlyArray<TextVar> => {
  const shown = texts.flatMap((text) => Result.getOrElse(readText(text), () => []))
  return [...new Set(shown.map(({ name }) => name))].map((name) => varNamed(name, shown))
}

type Row = Readonly<Record<string, unknown>>

const cellOf = (row: Row, column: string): string | undefined => {
  const value = row[camelCase(column)]
  return typeof value === "string" && value !== "" ? value : undefined
}

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

const traitsIn = (row: Row, columns: ReadonlyArray<string>): Record<string, string> =>
  Object.fromEntries(
    columns.flatMap((column) => {
      const cell = textColumn.test(column) ? undefined : cellOf(row, column)
      return cell === undefined ? [] : [[camelCase(column), cell] as const]
    }),
  )

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

/** Definitions of tables, and the tables loaded, under the same names. */
export interface LoadedDefinitions {
  readonly definitions: Readonly<Record<string, AnyDefinition>>
  readonly tables: Readonly<Record<string, { readonly rows: ReadonlyArray<unknown> }>>
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
