import type { JSX } from "preact"
import { useState } from "preact/hooks"
import type { TableEntry } from "../../../protocol/session.ts"
import { numberText } from "../../kit/format.ts"
import { inWords } from "../../kit/language.ts"
import { hrefOf } from "../../kit/route.ts"
import { session } from "../../kit/session.ts"
import { findingsIn } from "../../kit/table-marks.ts"
import { tableAbout, tablesByTask, tableTitle, type TaskTables } from "../../kit/table-names.ts"
import { TableCount } from "../../panels/table-count.tsx"
import { homeWords } from "./home-words.ts"
import type { TableTask } from "../../kit/table-task.ts"

const isChanged = ({ changedRows }: TableEntry): boolean => changedRows > 0

const isFound = ({ file }: TableEntry): boolean =>
  findingsIn(file).some(({ severity }) => severity !== "note")

const filters = {
  all: () => true,
  changed: isChanged,
  withFindings: isFound,
} as const

type FilterName = keyof typeof filters

const names: ReadonlyArray<FilterName> = ["all", "changed", "withFindings"]

/** Tasks side by side: what is edited most on the left, what it reads on the right. */
const sides: ReadonlyArray<ReadonlyArray<TableTask>> = [
  ["tariffs", "covers", "arguments", "reference", "sandbox", "corpus"],
  ["cards", "places", "texts", "documents"],
]

/** A table: what it is called, what was found, what it says, how many rows it has. */
const Entry = ({ changedRows, file, rows }: TableEntry): JSX.Element => {
  const words = inWords(homeWords)
  return (
    <li>
      <a href={hrefOf("tables", file)}>
        <span class="home-name">
          <b>{tableTitle(file)}</b> <TableCount file={file} />
          {changedRows === 0 ? null : (
            <span class="home-changed">{words.changedRows(changedRows)}</span>
          )}
        </span>
        <span class="home-rows">
          <span aria-hidden="true">{numberText(rows)}</span>
          <span class="unseen">{words.rows(rows)}</span>
        </span>
        <span class="home-about">{tableAbout(file)}</span>
      </a>
    </li>
  )
}

const Task = ({ name, tables }: TaskTables): JSX.Element => (
  <section aria-label={name}>
    <h3>{name}</h3>
    <ul>
      {tables.map((table) => (
        <Entry key={table.file} {...table} />
      ))}
    </ul>
  </section>
)

/** All tables, grouped by what they are for. */
export const TablesByTask = (): JSX.Element => {
  const words = inWords(homeWords)
  const [chosen, choose] = useState<FilterName>("all")
  const all = session.value?.tables ?? []
  const shown = all.filter(filters[chosen])
  const tasks = tablesByTask(shown)
  return (
    <section class="card home-tables" aria-labelledby="home-tables">
      <div class="home-head">
        <h2 id="home-tables">{words.tables}</h2>
        <div class="home-filters" role="group" aria-label={words.filters}>
          {names.map((name) => (
            <button
              type="button"
              class="chip"
              aria-pressed={name === chosen}
              onClick={() => choose(name)}
            >
              {words[name]} <span class="third">{all.filter(filters[name]).length}</span>
            </button>
          ))}
        </div>
      </div>
      {tasks.length === 0 ? (
        <p class="empty">{chosen === "changed" ? words.noneChanged : words.noneFound}</p>
      ) : (
        <div class="home-groups">
          {sides.map((side) => (
            <div>
              {tasks
                .filter(({ task }) => side.includes(task))
                .map((group) => (
                  <Task key={group.task} {...group} />
                ))}
            </div>
          ))}
        </div>
      )}
    </section>
  )
}
