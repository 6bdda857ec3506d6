import type { JSX } from "preact"
import { numberText } from "../../kit/format.ts"
import { inWords } from "../../kit/language.ts"
import { hrefOf } from "../../kit/route.ts"
import { session } from "../../kit/session.ts"
import { tableAbout, tablesByTask, tableTitle } from "../../kit/table-names.ts"
import { TableCount } from "../../panels/table-count.tsx"
import { addressedFile } from "./grid-state.ts"
import { gridWords } from "./grid-words.ts"

/** Leads from table to table, beside the grid. */
export const TableList = (): JSX.Element => {
  const words = inWords(gridWords)
  return (
    <nav class="table-list" aria-label={words.tablesByTask}>
      {tablesByTask(session.value?.tables ?? []).map(({ name: task, tables }) => (
        <section key={task}>
          <h2>{task}</h2>
          <ul>
            {tables.map((table) => (
              <li key={table.file}>
                <a
                  href={hrefOf("tables", table.file)}
                  aria-current={table.file === addressedFile.value ? "page" : undefined}
                >
                  <span class="name">{tableTitle(table.file)}</span>
                  <TableCount file={table.file} />
                  <span class="count">{numberText(table.rows)}</span>
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
      {tablesByTask(session.value?.tables ?? []).map(({ name: task, tables }) => (
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
