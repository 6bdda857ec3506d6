import type { TableEntry } from "../../protocol/session.ts"
import { inWords } from "./language.ts"
import { tableWords } from "./table-words.ts"
import { session } from "./session.ts"
import {
  casesWords,
  notAskedWords,
  ownTablesWords,
  tableTasks,
  taskWords,
  type TableTask,
} from "./table-task.ts"

/** What a table is called on the page. */
export const tableTitle = (file: string): string => {
  const words = tableWords[file]
  const asked = casesOf(file)
  if (asked !== null) return inWords(casesWords).title(tableTitle(asked))
  return words === undefined ? (ownOf(file)?.title ?? file) : inWords(words).title
}

/** What the session says of a table; undefined where there is none. */
export const tableEntry = (file: string): TableEntry | undefined =>
  session.value?.tables.find((table) => table.file === file)

/** What a table says, in a sentence. */
export const tableAbout = (file: string): string => {
  const words = tableWords[file]
  if (casesOf(file) !== null) return inWords(casesWords).about
  return words === undefined ? ownAbout(ownOf(file)) : inWords(words).about
}

const ownAbout = (own: TableEntry["own"]): string => {
  if (own === null) return ""
  return own.hook === null ? `${own.about} ${inWords(notAskedWords)}` : own.about
}

/** What the analysts call a table of their own. */
const ownOf = (file: string): TableEntry["own"] => tableEntry(file)?.own ?? null

/** The table whose cases another one holds. */
const casesOf = (file: string): string | null => tableEntry(file)?.casesOf ?? null

/** The tables of a task. */
export interface TaskTables {
  readonly task: TableTask | "own"
  /** What the task is called on the page. */
  readonly name: string
  readonly tables: ReadonlyArray<TableEntry>
}

/** Groups tables by what they are for, in the order in which people read of them; those of one's own come last. */
export const tablesByTask = (tables: ReadonlyArray<TableEntry>): ReadonlyArray<TaskTables> => {
  const order = Object.keys(tableWords)
  const shipped = tableTasks.map((task): TaskTables => ({
    task,
    name: inWords(taskWords)[task],
    tables: tables
      .filter(({ file }) => tableWords[file]?.task === task)
      .toSorted((left, right) => order.indexOf(left.file) - order.indexOf(right.file)),
  }))
  const own: TaskTables = {
    task: "own",
    name: inWords(ownTablesWords),
    tables: tables.filter((table) => table.own !== null),
  }
  const withCases = (group: TaskTables): TaskTables => ({
    ...group,
    tables: group.tables.flatMap((table) => [
      table,
      ...tables.filter((each) => each.casesOf === table.file),
    ]),
  })
  return [...shipped, own].filter((group) => group.tables.length > 0).map(withCases)
}
