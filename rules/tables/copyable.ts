import * as Result from "effect/Result"
import { nearest } from "../../core/table/nearest.ts"
import {
  referenceOf,
  type DeclaredText,
  type DeclaredTextOf,
} from "../../core/editing/chosen-rows.ts"
import type { CopyNoun, CopyProblem } from "./copy-problem.ts"
import type { Copying, CopiedWord } from "../../core/editing/copied-rows.ts"
import { type AnyDefinition, columnsOf } from "../../core/table/load.ts"
import { readSource } from "../../core/table/source.ts"

/** A kind of thing that can be copied with all its rows. */
interface Copyable {
  readonly noun: CopyNoun
  readonly file: string
  /** The column that names it. */
  readonly column: string
  /** What is to be done with a copy. */
  readonly next: string
  /** A column beside it that names are told apart by. */
  readonly within?: string
}

const copyables: ReadonlyArray<Copyable> = [
  {
    noun: "offer",
    file: "sandbox/offers.csv",
    column: "offer_id",
    next: "change its name or plan",
  },
  {
    noun: "offer",
    file: "catalogue/offers.csv",
    column: "offer_id",
    next: "change its name or plan, and the insurer's code",
  },
  {
    noun: "card product",
    file: "coach/products.csv",
    column: "product",
    next: "name it in cards.csv, or no card has it",
    within: "country",
  },
]

/** What copying a thing takes, and what is shared with others and stays as it is. */
export interface FoundCopy {
  readonly noun: CopyNoun
  readonly next: string
  readonly copying: Copying
  /** Words of other tables that the thing names together with others: `cancellation_scale=standard`. */
  readonly shared: ReadonlyArray<string>
}

type Row = Readonly<Record<string, string>>

/** How rows of a table name things that can be copied. */
export interface CopyNaming {
  readonly noun: CopyNoun
  /** The column that holds the name. */
  readonly column: string
  /** A column beside it that names are told apart by. */
  readonly within: string | undefined
  /** Whether rows only point to the thing, as a card does to its product, and have a key of their own. */
  readonly isPointer: boolean
}

/** How rows of a table name things that can be copied; undefined where they name none. */
export const copyNaming = (definition: AnyDefinition): CopyNaming | undefined => {
  if (definition._tag === "DecisionDefinition") return undefined
  for (const { column: own, file, noun, within } of copyables) {
    const isOwn = definition.file === file
    const found = Object.entries(columnsOf(definition)).find(([, declared]) => {
      const reference = referenceOf(declared)
      return reference?.file === file && reference.column === own
    })
    const column = isOwn ? own : found?.[0]
    if (column === undefined) continue
    return { noun, column, within, isPointer: !isOwn && !definition.key.includes(column) }
  }
  return undefined
}

/** What a thing is called where it is to be copied: `FR:Visa Premier`, or the id of an offer. */
export const copyName = (row: Row, { column, within }: CopyNaming): string => {
  const name = row[column] ?? ""
  return within === undefined ? name : `${row[within] ?? ""}:${name}`
}

const rowsOf = ({ definition, source }: DeclaredText): ReadonlyArray<Row> => {
  const names = Object.keys(columnsOf(definition))
  return readSource(definition.file, source, names).records.map(({ texts }) =>
    Object.fromEntries(names.map((name, index) => [name, texts[index] ?? ""])),
  )
}

/** The name of a thing, and the word before a colon that tells it from others of that name. */
const nameParts = (written: string): readonly [within: string | undefined, name: string] => {
  const [, within, name = written] = /^([A-Z]{2}):(.+)$/.exec(written) ?? []
  return [within, name]
}

interface Thing {
  readonly kind: Copyable
  readonly table: DeclaredText
  readonly row: Row
}

const thingsNamed = (written: string, tableOf: DeclaredTextOf): ReadonlyArray<Thing> => {
  const [within, name] = nameParts(written)
  return copyables.flatMap((kind) => {
    const table = tableOf(kind.file)
    if (table === undefined) return []
    return rowsOf(table)
      .filter((row) => row[kind.column] === name)
      .filter((row) => within === undefined || row[kind.within ?? ""] === within)
      .map((row) => ({ kind, table, row }))
  })
}

const unknownThing = (written: string, tableOf: DeclaredTextOf): CopyProblem => {
  const names = copyables.flatMap(({ column, file }) => {
    const table = tableOf(file)
    return table === undefined ? [] : rowsOf(table).map((row) => row[column] ?? "")
  })
  const close = nearest(nameParts(written)[1], names) ?? null
  return { _tag: "NothingNamed", name: written, nearest: close }
}

/**
 * The words of other tables whose rows are there for this thing alone, under names for its copy, and
 * those that it shares with others.
 */
const ownWords = (
  { kind, row, table }: Thing,
  to: string,
  tableOf: DeclaredTextOf,
): { readonly own: ReadonlyArray<CopiedWord>; readonly shared: ReadonlyArray<string> } => {
  const own: Array<CopiedWord> = []
  const shared: Array<string> = []
  for (const [column, declared] of Object.entries(columnsOf(table.definition))) {
    const reference = referenceOf(declared)
    const word = row[column] ?? ""
    const other = reference === undefined ? undefined : tableOf(reference.file)
    if (reference === undefined || other === undefined || word === "") continue
    const back = referenceOf(columnsOf(other.definition)[reference.column] ?? declared)
    if (back?.file !== kind.file || back.column !== column) continue
    const users = rowsOf(table).filter((each) => each[column] === word)
    if (users.length > 1) shared.push(`${column}=${word}`)
    else own.push({ file: kind.file, column, from: word, to: `${word}_${to}` })
  }
  return { own, shared }
}

/**
 * Finds what a name stands for, and what copying it under another name takes. Fails where
 * nothing or more than one thing has the name, or something has the other one.
 */
export const findCopy = (
  from: string,
  to: string,
  tableOf: DeclaredTextOf,
): Result.Result<FoundCopy, CopyProblem> => {
  const [thing, ...others] = thingsNamed(from, tableOf)
  if (thing === undefined) return Result.fail(unknownThing(from, tableOf))
  const { kind, row } = thing
  if (others.length > 0) {
    const several = [thing, ...others].map(({ kind: { within }, row: each }) =>
      within === undefined ? from : `${each[within]}:${nameParts(from)[1]}`,
    )
    return Result.fail({ _tag: "SeveralNamed", name: from, could: several })
  }
  const within = kind.within === undefined ? {} : { [kind.within]: row[kind.within] ?? "" }
  const taken = copyables
    .filter(({ noun }) => noun === kind.noun)
    .flatMap(({ column, file }) => {
      const table = tableOf(file)
      const rows = table === undefined ? [] : rowsOf(table)
      return rows.filter((each) => each[column] === to)
    })
    .filter((each) => Object.entries(within).every(([column, cell]) => each[column] === cell))
  if (taken.length > 0) return Result.fail({ _tag: "NameTaken", noun: kind.noun, name: to })
  const { own, shared } = ownWords(thing, to, tableOf)
  const word = { file: kind.file, column: kind.column, from: nameParts(from)[1], to }
  const { next, noun } = kind
  return Result.succeed({ noun, next, copying: { words: [word, ...own], within }, shared })
}
