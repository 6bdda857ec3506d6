import type { JSX } from "preact"
import { useEffect, useState } from "preact/hooks"
import { expectationText } from "../../kit/expectations.ts"
import { inWords, numberText } from "../../kit/language.ts"
import { tell } from "../../kit/notices.ts"
import { peopleHere, presenceWords, tellPlace } from "../../kit/presence.ts"
import { pageName } from "../../kit/views.ts"
import { hrefOf } from "../../kit/route.ts"
import { session } from "../../kit/session.ts"
import { tableAbout, tablesByTask, tableTitle } from "../../kit/table-names.ts"
import { FindingsElsewhere, FindingsPanel } from "../../panels/findings-panel.tsx"
import { ImpactPanel } from "../../panels/impact-panel.tsx"
import { RemedyReason } from "../../panels/remedy-reason.tsx"
import { TableCount } from "../../panels/table-count.tsx"
import { CarriedDialog } from "./carried-dialog.tsx"
import { CellEditor } from "./cell-editor.tsx"
import { columnTitle } from "./column-title.ts"
import { ConflictDialog } from "./conflict-dialog.tsx"
import { CopyDialog } from "./copy-dialog.tsx"
import { followGridKeys } from "./grid-keys.ts"
import { addressedFile } from "./grid-state.ts"
import { GridTools } from "./grid-tools.tsx"
import { GridView } from "./grid-view.tsx"
import { gridWords } from "./grid-words.ts"
import { GridContext, makeGrid, useGrid } from "./grid.ts"
import { MultiplyDialog } from "./multiply-dialog.tsx"
import { OpenColumnFilter } from "./column-filter.tsx"
import { OpenColumnMenu } from "./column-menu.tsx"
import { openOwnTable, OwnTableDialog, ownTableWords } from "./own-table-dialog.tsx"
import { followTableCases, TableCasesLink } from "./table-cases.tsx"
import { ReplaceDialog } from "./replace-dialog.tsx"
import { RowComments } from "./row-comments.tsx"
import { SplitDialog } from "./split-dialog.tsx"
import type { TableGrid } from "../../../../../rules/changes/grid/grid-view.ts"
/** The grid of the screen: what is chosen of a table stays while somebody looks at another screen. */
const addressed = makeGrid(addressedFile)

/** Says once when another program has changed the tables: no edit was saved, and yet they are others. */
const followOutside = (): (() => void) => {
  let known = session.peek()
  return session.subscribe((view) => {
    const isOutside =
      view !== null &&
      known !== null &&
      view.revision > known.revision &&
      view.savedAtMs === known.savedAtMs &&
      !addressed.isEditing()
    if (isOutside) tell(inWords(gridWords).changedOutside)
    known = view
  })
}

const Unreadable = ({ expected, line }: NonNullable<TableGrid["unreadable"]>): JSX.Element => {
  const words = inWords(gridWords)
  return (
    <p class="notice error">
      {words.unreadable} {words.unreadableAt(line, expectationText(expected))}
    </p>
  )
}

/** Opens the dialog for a new table. */
const NewTable = (): JSX.Element => (
  <button type="button" class="button small" onClick={() => openOwnTable("")}>
    {inWords(ownTableWords).open}
  </button>
)

/** The table that is open: what can be done, the selected cell, and the rows. */
const OpenTable = ({ file }: { readonly file: string }): JSX.Element => {
  const { grid, isMissing, isMultiplying, isReplacing, openConflict } = useGrid()
  const words = inWords(gridWords)
  const table = grid.value
  const title = tableTitle(file)
  return (
    <div class="table-main">
      <div class="table-title">
        <h1 class="display">{title}</h1>
        {title === file ? null : <span class="code third">{file}</span>}
        <TableCasesLink file={file} />
      </div>
      {isMissing.value ? (
        <p class="second">{words.noSuchTable}</p>
      ) : table === null ? (
        <p class="second">{words.reading}</p>
      ) : table.unreadable === null ? (
        <>
          <GridTools />
          <CellEditor />
          <GridView key={file} />
          <GridFoot />
          <RowComments />
        </>
      ) : (
        <Unreadable {...table.unreadable} />
      )}
      <OpenColumnFilter />
      <OpenColumnMenu />
      {isMultiplying.value ? <MultiplyDialog /> : null}
      {isReplacing.value ? <ReplaceDialog /> : null}
      <SplitDialog />
      <OwnTableDialog />
      <CarriedDialog />
      <CopyDialog />
      {openConflict.value === null ? null : <ConflictDialog id={openConflict.value} />}
    </div>
  )
}

/** The tables: a list, and the one that is open as a grid with what was found in it. */
export const TablesScreen = (): JSX.Element => {
  const words = inWords(gridWords)
  const file = addressedFile.value
  useEffect(() => {
    const { followAddress, followColumns, followFields, followGrid, followHits, followLook } =
      addressed
    const ends = [
      followGrid(),
      followColumns(),
      followHits(),
      followTableCases(addressedFile),
      followAddress(),
      followLook(),
      followGridKeys(),
      followFields(),
      followOutside(),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [])
  if (file === "") {
    return (
      <div class="tables-screen">
        <TableList />
        <TableIndex />
      </div>
    )
  }
  return (
    <div class="tables-screen with-aside">
      <TableList />
      <GridContext.Provider value={addressed}>
        <OpenTable file={file} />
      </GridContext.Provider>
      <aside class="table-aside" aria-label={words.asideLabel}>
        <FindingsPanel file={file} />
        <FindingsElsewhere file={file} />
        <ImpactPanel />
        <RemedyReason />
      </aside>
    </div>
  )
}

const tickMs = 5_000

/** How long ago something was, in words that change seldom. */
const agoText = (fromMs: number, nowMs: number): string => {
  const words = inWords(gridWords)
  const seconds = Math.max(0, Math.round((nowMs - fromMs) / 1_000))
  if (seconds < 60) return words.secondsAgo(seconds)
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? words.minutesAgo(minutes) : words.hoursAgo(Math.round(minutes / 60))
}

/** Says which cell of the grid this page is in, and in words who else is in which. */
const GridPeople = (): JSX.Element => {
  const { openFile, selectedColumns, selectedLines } = useGrid()
  const words = inWords(presenceWords)
  const [file, line, column] = [openFile.value, selectedLines()[0], selectedColumns()[0]?.name]
  // A stream that is opened again gives the page another name, under which nobody knows where it is.
  const page = pageName.value
  useEffect(() => {
    const isIn = line !== undefined && column !== undefined
    return tellPlace(isIn ? { file, line, column } : null)
  }, [file, line, column, page])
  useEffect(() => () => void tellPlace(null), [])
  return (
    <>
      {peopleHere.value.map(({ mail, page, place }) =>
        place === null ? null : (
          <span key={page}>{words.in(mail, place.line, columnTitle(place.column))}</span>
        ),
      )}
    </>
  )
}

/** What the grounds mean, when the last edit was saved, and where the keys are listed. */
const GridFoot = (): JSX.Element => {
  const words = inWords(gridWords)
  const savedAtMs = session.value?.savedAtMs ?? null
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [savedAtMs])
  return (
    <p class="grid-foot">
      <span class="together">
        <span class="swatch" aria-hidden="true" /> {words.legend}
      </span>
      <span>{savedAtMs === null ? words.savedNever : words.savedAgo(agoText(savedAtMs, now))}</span>
      <GridPeople />
      <span class="keys-hint together">
        <kbd>?</kbd> {words.allKeys}
      </span>
    </p>
  )
}

/** Leads from table to table, beside the grid. */
const TableList = (): JSX.Element => {
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
      <NewTable />
    </nav>
  )
}

/** All tables with what each says, where none is open. */
const TableIndex = (): JSX.Element => {
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
      <OwnTableDialog />
    </div>
  )
}
