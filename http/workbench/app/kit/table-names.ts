import type { TableEntry } from "../../protocol/session.ts"
import { inWords } from "./language.ts"
import { tableWords } from "./table-words.ts"
import { tableTasks, taskWords, type TableTask } from "./table-task.ts"

/** What a table is called on the page. */
export const tableTitle = (file: string): string => {
  const words = tableWords[file]
  return words === undefined ? file : inWords(words).title
}

/** What a table says, in a sentence. */
export const tableAbout = (file: string): string => {
  const words = tableWords[file]
  return words === undefined ? "" : inWords(words).about
}

/** The tables of a task. */
export interface TaskTables {
  readonly task: TableTask
  /** What the task is called on the page. */
  readonly name: string
  readonly tables: ReadonlyArray<TableEntry>
}

/** Groups tables by what they are for, in the order in which people read of them. */
export const tablesByTask = (tables: ReadonlyArray<TableEntry>): ReadonlyArray<TaskTables> => {
  const order = Object.keys(tableWords)
  return tableTasks
    .map((task) => ({
      task,
      name: inWords(taskWords)[task],
      tables: tables
        .filter(({ file }) => tableWords[file]?.task === task)
        .toSorted((left, right) => order.indexOf(left.file) - order.indexOf(right.file)),
    }))
    .filter((group) => group.tables.length > 0)
}
