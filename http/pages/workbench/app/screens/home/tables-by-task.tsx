import type { JSX } from "preact"
import { useState } from "preact/hooks"
import type { TableEntry } from "../../../protocol/session.ts"
import { numberText } from "../../kit/format.ts"
import { inWords } from "../../kit/language.ts"
import { hrefOf } from "../../kit/route.ts"
import { session } from "../../kit/session.ts"
import { findingsIn } from "../../kit/table-marks.ts"
import { tableAbout, tableTitle } from "../../kit/table-names.ts"
import { tableTasks, tableWords, taskWords, type TableTask } from "../../kit/table-words.ts"
import { TableCount } from "../../panels/table-count.tsx"
import { homeWords } from "./home-words.ts"

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

const ofTask = (tables: ReadonlyArray<TableEntry>, task: TableTask): ReadonlyArray<TableEntry> => {
  const order = Object.keys(tableWords)
  return tables
    .filter(({ file }) => tableWords[file]?.task === task)
    .toSorted((left, right) => order.indexOf(left.file) - order.indexOf(right.file))
}

const Task = ({
  tables,
  task,
}: {
  readonly task: TableTask
  readonly tables: ReadonlyArray<TableEntry>
}): JSX.Element => {
  const name = inWords(taskWords)[task]
  return (
    <section aria-label={name}>
      <h3>{name}</h3>
      <ul>
        {tables.map((table) => (
          <Entry key={table.file} {...table} />
        ))}
      </ul>
    </section>
  )
}

/** All tables, grouped by what they are for. */
export const TablesByTask = (): JSX.Element => {
  const words = inWords(homeWords)
  const [chosen, choose] = useState<FilterName>("all")
  const all = session.value?.tables ?? []
  const shown = all.filter(filters[chosen])
  const tasks = tableTasks.filter((task) => ofTask(shown, task).length > 0)
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
              {side
                .filter((task) => tasks.includes(task))
                .map((task) => (
                  <Task key={task} task={task} tables={ofTask(shown, task)} />
                ))}
            </div>
          ))}
        </div>
      )}
    </section>
  )
}
