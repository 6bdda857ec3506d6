import type { JSX } from "preact"
import { useState } from "preact/hooks"
import { inWords, numberText } from "../../kit/language.ts"
import { hrefOf, rowHref } from "../../kit/route.ts"
import { session } from "../../kit/session.ts"
import { Symbol } from "../../kit/symbols.tsx"
import { allCounts, checked, findingsIn } from "../../kit/table-marks.ts"
import { tableAbout, tablesByTask, tableTitle, type TaskTables } from "../../kit/table-names.ts"
import { findingsWords } from "../../panels/findings-words.ts"
import { ImpactHeadline } from "../../panels/impact-panel.tsx"
import { ReleasesPanel } from "../../panels/releases-panel.tsx"
import { TableCount } from "../../panels/table-count.tsx"
import { WaitingCases, WaitingComments, WaitingSources } from "../../panels/waiting.tsx"
import { additionKinds } from "../../../../../rules/additions/kinds.ts"
import { additionLinkWords } from "../../kit/addition-links.ts"
import { homeWords } from "./home-words.ts"
import type { TableEntry } from "../../../protocol/session.ts"
import { impactView, ownCasesChanged } from "../../kit/impact.ts"

/** What waits for the analyst; the styles hide it where that is nothing. */
const Waiting = (): JSX.Element => (
  <section class="card home-waiting" aria-labelledby="home-waiting">
    <h2 id="home-waiting">{inWords(homeWords).waiting}</h2>
    <div class="home-waiting-list">
      <WaitingComments />
      <WaitingCases />
      <WaitingSources />
    </div>
  </section>
)

/** The first screen: the open change, all tables, releases, and what waits. */
export const HomeScreen = (): JSX.Element => (
  <div class="home">
    <OpenChange />
    <TablesByTask />
    <div class="home-side">
      <ReleasesPanel />
      <Waiting />
    </div>
  </div>
)

/** The tables that differ from the version before, those with most rows first. */
const changedTables = (): ReadonlyArray<TableEntry> =>
  (session.value?.tables ?? [])
    .filter(({ changedRows }) => changedRows > 0)
    .toSorted((left, right) => right.changedRows - left.changedRows)

/** What keeps the change from a release, each with the way to it. */
const Standing = ({ isOpen }: { readonly isOpen: boolean }): JSX.Element => {
  const words = inWords(homeWords)
  const view = checked.value
  const { error, warning } = allCounts.value
  const impact = impactView.value
  const cases = ownCasesChanged.value ?? 0
  if (view === null) return <p class="home-standing third">{words.checking}</p>
  return (
    <p class="home-standing">
      {error === 0 ? (
        <span class="ok">
          <Symbol name="held" /> {words.noErrors}
        </span>
      ) : (
        <a class="error" href={hrefOf("findings")}>
          <Symbol name="error" /> {words.errors(error)}
        </a>
      )}
      {warning === 0 ? null : (
        <a class="warning" href={hrefOf("findings")}>
          <Symbol name="warning" /> {words.warnings(warning)}
        </a>
      )}
      {isOpen && cases > 0 ? (
        <a class="cases" href={hrefOf("cases", "", { show: "failing" })}>
          <Symbol name="insufficient" /> {words.ownCases(cases)}
        </a>
      ) : null}
      <span class="third end">
        {view.isWhole ? words.checkedIn(view.tookMs) : words.checking}
        {isOpen && impact !== null && impact.isWhole
          ? `, ${words.situations(impact.situations)}`
          : ""}
        {view.isWhole ? `, ${inWords(findingsWords).laws(view.laws)}` : ""}
      </span>
    </p>
  )
}

/** Leads back to where the work was left. */
const GoOn = ({ first }: { readonly first: TableEntry }): JSX.Element => {
  const words = inWords(homeWords)
  const edited = checked.value?.edited ?? null
  return edited === null ? (
    <a class="button main small" href={hrefOf("tables", first.file)}>
      {words.goOnTable(tableTitle(first.file))}
    </a>
  ) : (
    <a class="button main small" href={rowHref(edited.file, edited.line, edited.column)}>
      {words.goOnRow(edited.line)}
    </a>
  )
}

/** The open change: what it does, what stands in its way, and the way back into it. */
const OpenChange = (): JSX.Element => {
  const words = inWords(homeWords)
  const changed = changedTables()
  const [first] = changed
  return (
    <section class="card home-now">
      {first === undefined ? (
        <div class="home-change">
          <h1 class="display home-headline">{words.noChange}</h1>
          <p class="second">{words.noChangeAbout}</p>
        </div>
      ) : (
        <>
          <div class="home-change">
            <h1 class="home-what">
              {words.openChange(first.changedRows, tableTitle(first.file), changed.length - 1)}
            </h1>
            <ImpactHeadline />
          </div>
          <div class="actions">
            <GoOn first={first} />
            <a class="button small" href={hrefOf("impact")}>
              {words.seeImpact}
            </a>
          </div>
        </>
      )}
      <Standing isOpen={first !== undefined} />
    </section>
  )
}

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
const sides: ReadonlyArray<ReadonlyArray<TaskTables["task"]>> = [
  ["tariffs", "covers", "arguments", "reference", "sandbox", "corpus"],
  ["cards", "places", "texts", "documents", "own"],
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
const TablesByTask = (): JSX.Element => {
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
      <p class="home-add">
        <span class="second">{inWords(additionLinkWords).add}</span>
        {additionKinds.map((kind) => (
          <a key={kind} class="chip" href={hrefOf("add", kind)}>
            <Symbol name="plus" size={12} /> {inWords(additionLinkWords).short[kind]}
          </a>
        ))}
      </p>
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
