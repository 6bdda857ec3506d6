import type { JSX } from "preact"
import { groupBy } from "../../../../../../core/group-by.ts"
import type { TableEntry } from "../../../protocol/session.ts"
import { numberText } from "../../kit/format.ts"
import { inWords } from "../../kit/language.ts"
import { hrefOf } from "../../kit/route.ts"
import { session } from "../../kit/session.ts"
import { Symbol } from "../../kit/symbols.tsx"
import { findingsIn } from "../../kit/table-marks.ts"
import { tableAbout, tableTitle } from "../../kit/table-names.ts"
import { taskOf } from "./table-tasks.ts"
import { openFile } from "./grid-state.ts"
import { gridWords } from "./grid-words.ts"

/** Errors count first; where there are none, the rows. */
const Count = ({ file, rows }: TableEntry): JSX.Element => {
  const errors = findingsIn(file).filter(({ severity }) => severity === "error").length
  return errors > 0 ? (
    <span class="errors">
      <Symbol name="error" size={12} /> {numberText(errors)}
      <span class="unseen"> {inWords(gridWords).findings(errors)}</span>
    </span>
  ) : (
    <span class="count">{numberText(rows)}</span>
  )
}

/** The title of a table; below its folder, the name of its file is enough. */
const listedTitle = (file: string): string => {
  const title = tableTitle(file)
  return title === file ? file.slice(file.lastIndexOf("/") + 1).replace(/\.csv$/, "") : title
}

/** The tables, each task with its own. */
const byTask = (): ReadonlyMap<string, ReadonlyArray<TableEntry>> =>
  groupBy(session.value?.tables ?? [], ({ file }) => taskOf(file))

/** Leads from table to table, beside the grid. */
export const TableList = (): JSX.Element => {
  const words = inWords(gridWords)
  return (
    <nav class="table-list" aria-label={words.tablesByTask}>
      {[...byTask()].map(([task, tables]) => (
        <section key={task}>
          <h2>{task}</h2>
          <ul>
            {tables.map((table) => (
              <li key={table.file}>
                <a
                  href={hrefOf("tables", table.file)}
                  aria-current={table.file === openFile.value ? "page" : undefined}
                >
                  <span class="name">{listedTitle(table.file)}</span>
                  <Count {...table} />
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

/** All tables with what each says, where none is open. */
export const TableIndex = (): JSX.Element => {
  const words = inWords(gridWords)
  return (
    <div class="table-index">
      <h1 class="display">{words.tables}</h1>
      <p class="second">{words.chooseTable}</p>
      {[...byTask()].map(([task, tables]) => (
        <section key={task} class="card">
          <h2>{task}</h2>
          <ul>
            {tables.map((table) => (
              <li key={table.file}>
                <a href={hrefOf("tables", table.file)}>{tableTitle(table.file)}</a>
                <span class="second">{tableAbout(table.file)}</span>
                <span class="third number">
                  {words.rowCount(table.rows)}
                  {table.changedRows > 0 ? `, ${words.changedRows(table.changedRows)}` : ""}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
