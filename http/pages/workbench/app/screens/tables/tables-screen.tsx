import type { JSX } from "preact"
import { useEffect } from "preact/hooks"
import { inWords } from "../../kit/language.ts"
import { tell } from "../../kit/notices.ts"
import { session } from "../../kit/session.ts"
import { tableTitle } from "../../kit/table-names.ts"
import { FindingsElsewhere } from "../../panels/findings-elsewhere.tsx"
import { FindingsPanel } from "../../panels/findings-panel.tsx"
import { ImpactPanel } from "../../panels/impact-panel.tsx"
import { RemedyReason } from "../../panels/remedy-reason.tsx"
import { CellEditor } from "./cell-editor.tsx"
import { CopyDialog } from "./copy-dialog.tsx"
import { ConflictDialog } from "./conflict-dialog.tsx"
import { isEditing } from "./grid-edits.ts"
import { followFields } from "./grid-focus.ts"
import { GridFoot } from "./grid-foot.tsx"
import { followGridKeys } from "./grid-keys.ts"
import { sayGridRefusals } from "./grid-refusals.ts"
import { followAddress } from "./grid-selection.ts"
import { followGrid, forgetGrid, grid, isMissing, openConflict, openFile } from "./grid-state.ts"
import { GridTools, isMultiplying } from "./grid-tools.tsx"
import { GridView } from "./grid-view.tsx"
import { gridWords } from "./grid-words.ts"
import { MultiplyDialog } from "./multiply-dialog.tsx"
import { RowComments } from "./row-comments.tsx"
import { TableIndex, TableList } from "./table-list.tsx"

sayGridRefusals()

/** Says once when another program has changed the tables: no edit was saved, and yet they are others. */
const followOutside = (): (() => void) => {
  let known = session.peek()
  return session.subscribe((view) => {
    const isOutside =
      view !== null &&
      known !== null &&
      view.revision > known.revision &&
      view.savedAtMs === known.savedAtMs &&
      !isEditing()
    if (isOutside) tell(inWords(gridWords).changedOutside)
    known = view
  })
}

const Unreadable = ({ reason }: { readonly reason: string }): JSX.Element => (
  <p class="notice error">
    {inWords(gridWords).unreadable} <span lang="en">{reason}</span>
  </p>
)

/** The table that is open: what can be done, the selected cell, and the rows. */
const OpenTable = ({ file }: { readonly file: string }): JSX.Element => {
  const words = inWords(gridWords)
  const table = grid.value
  const title = tableTitle(file)
  return (
    <div class="table-main">
      <div class="table-title">
        <h1 class="display">{title}</h1>
        {title === file ? null : <span class="code third">{file}</span>}
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
        <Unreadable reason={table.unreadable} />
      )}
      {isMultiplying.value ? <MultiplyDialog /> : null}
      <CopyDialog />
      {openConflict.value === null ? null : <ConflictDialog id={openConflict.value} />}
    </div>
  )
}

/** The tables: a list, and the one that is open as a grid with what was found in it. */
export const TablesScreen = (): JSX.Element => {
  const words = inWords(gridWords)
  const file = openFile.value
  useEffect(() => {
    const ends = [followGrid(), followAddress(), followGridKeys(), followFields(), followOutside()]
    return () => {
      for (const end of ends) end()
      forgetGrid()
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
      <OpenTable file={file} />
      <aside class="table-aside" aria-label={words.asideLabel}>
        <FindingsPanel file={file} />
        <FindingsElsewhere file={file} />
        <ImpactPanel />
        <RemedyReason />
      </aside>
    </div>
  )
}
