import type { JSX } from "preact"
import { inWords } from "../../kit/language.ts"
import { tell } from "../../kit/notices.ts"
import { Symbol } from "../../kit/symbols.tsx"
import { copyWords, openCopy } from "./copy-dialog.tsx"
import { columnTitle } from "./grid-cells.ts"
import { type ScreenGrid, useGrid } from "./grid.ts"
import { gridWords } from "./grid-words.ts"
import { rowCommentWords } from "./row-comment-words.ts"

const openMultiply = ({ isMultiplying, multipliedCells }: ScreenGrid): void => {
  const { columns, lines } = multipliedCells()
  if (columns.length > 0 && lines.length > 0) isMultiplying.value = true
  else tell(inWords(gridWords).multiplyNeedsFigures)
}

const Filters = (): JSX.Element => {
  const { filters } = useGrid()
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
const then =
  ({ focusCell, wishFocus }: ScreenGrid, work: () => Promise<unknown>) =>
  (): void => {
    const isWanted = wishFocus()
    void work().then(() => focusCell(isWanted))
  }

const More = (): JSX.Element => {
  const own = useGrid()
  const { commentOnRow, deleteRows, duplicateRows, grid, moveRows } = own
  const words = inWords(gridWords)
  const noun = grid.value?.copies ?? null
  const items = [
    [words.duplicate, then(own, duplicateRows)],
    [words.moveUp, then(own, () => moveRows(-1))],
    [words.moveDown, then(own, () => moveRows(1))],
    [words.deleteRows, then(own, deleteRows)],
    ...(noun === null ? [] : [[inWords(copyWords).open(noun), () => openCopy(own)] as const]),
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
  const own = useGrid()
  const { addRow, fillDown, grid, shownCount, sort } = own
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
        <button type="button" class="button small" onClick={() => openMultiply(own)}>
          {words.multiply}
        </button>
        <button type="button" class="button small" onClick={then(own, fillDown)}>
          {words.fillDown}
        </button>
        <button type="button" class="button small" onClick={then(own, addRow)}>
          {words.addRow}
        </button>
        <More />
      </span>
    </div>
  )
}
