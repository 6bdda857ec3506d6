import { signal } from "@preact/signals"
import type { JSX } from "preact"
import { inWords } from "../../kit/language.ts"
import { tell } from "../../kit/notices.ts"
import { Symbol } from "../../kit/symbols.tsx"
import { openCopy } from "./copy-dialog.tsx"
import { copyWords } from "./copy-words.ts"
import { columnTitle } from "./grid-cells.ts"
import {
  addRow,
  deleteRows,
  duplicateRows,
  fillDown,
  moveRows,
  multipliedCells,
} from "./grid-edits.ts"
import { wishFocus } from "./grid-focus.ts"
import { focusCell } from "./grid-selection.ts"
import { filters, grid, sort } from "./grid-state.ts"
import { gridWords } from "./grid-words.ts"
import { rowCommentWords } from "./row-comment-words.ts"
import { commentOnRow } from "./row-comments.tsx"
import { shownCount } from "./shown-rows.ts"

/** Whether the dialog that multiplies amounts is open. */
export const isMultiplying = signal(false)

const openMultiply = (): void => {
  const { columns, lines } = multipliedCells()
  if (columns.length > 0 && lines.length > 0) isMultiplying.value = true
  else tell(inWords(gridWords).multiplyNeedsFigures)
}

const Filters = (): JSX.Element => {
  const words = inWords(gridWords)
  return (
    <>
      {filters.value.map((filter) => (
        <button
          key={`${filter.column} ${filter.text}`}
          type="button"
          class="chip"
          aria-pressed={true}
          title={words.removeFilter(filter.shown)}
          onClick={() => {
            filters.value = filters.value.filter((each) => each !== filter)
          }}
        >
          {filter.shown} <Symbol name="cross" size={12} />
        </button>
      ))}
      <input
        type="search"
        class="filter"
        aria-label={words.filter}
        placeholder={words.filterHint}
        onKeyDown={(event) => {
          const text = event.currentTarget.value.trim()
          if (event.key !== "Enter" || text === "") return
          filters.value = [...filters.value, { column: null, text, shown: text }]
          event.currentTarget.value = ""
        }}
      />
    </>
  )
}

/** Does something to rows, and goes back to them unless somebody has gone elsewhere meanwhile. */
const then = (work: () => Promise<unknown>) => (): void => {
  const isWanted = wishFocus()
  void work().then(() => focusCell(isWanted))
}

const More = (): JSX.Element => {
  const words = inWords(gridWords)
  const noun = grid.value?.copies ?? null
  const items = [
    [words.duplicate, then(duplicateRows)],
    [words.moveUp, then(() => moveRows(-1))],
    [words.moveDown, then(() => moveRows(1))],
    [words.deleteRows, then(deleteRows)],
    ...(noun === null ? [] : [[inWords(copyWords).open(noun), openCopy] as const]),
    [inWords(rowCommentWords).menu, commentOnRow],
  ] as const
  return (
    <details class="more">
      <summary class="button small">
        {words.more} <Symbol name="chevron" size={12} />
      </summary>
      <div class="more-items">
        {items.map(([label, work]) => (
          <button
            key={label}
            type="button"
            class="button quiet small"
            onClick={({ currentTarget }) => {
              currentTarget.closest("details")?.removeAttribute("open")
              work()
            }}
          >
            {label}
          </button>
        ))}
      </div>
    </details>
  )
}

/** What can be done to the rows that are shown, and which ones those are. */
export const GridTools = (): JSX.Element => {
  const words = inWords(gridWords)
  const order = sort.value
  const all = grid.value?.rows.length ?? 0
  return (
    <div class="tools">
      <Filters />
      <span class="third together" role="status">
        {words.rowsShown(shownCount.value, all)}
      </span>
      {order === null ? null : (
        <button type="button" class="chip" aria-pressed={true} onClick={() => (sort.value = null)}>
          <span title={words.sortedBy(columnTitle(order.column), order.isDown)}>
            {columnTitle(order.column)} {order.isDown ? "↓" : "↑"}
          </span>
          <Symbol name="cross" size={12} />
          <span class="unseen">{words.unsort}</span>
        </button>
      )}
      <span class="tool-buttons">
        <button type="button" class="button small" onClick={openMultiply}>
          {words.multiply}
        </button>
        <button type="button" class="button small" onClick={then(fillDown)}>
          {words.fillDown}
        </button>
        <button type="button" class="button small" onClick={then(addRow)}>
          {words.addRow}
        </button>
        <More />
      </span>
    </div>
  )
}
