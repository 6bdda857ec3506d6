import { batch } from "@preact/signals"
import type { JSX, RefObject } from "preact"
import { useEffect, useRef } from "preact/hooks"
import { inWords } from "../../kit/language.ts"
import { tell } from "../../kit/notices.ts"
import { go } from "../../kit/route.ts"
import { Symbol } from "../../kit/symbols.tsx"
import { ColumnsButton } from "./column-list.tsx"
import { columnWords } from "./column-words.ts"
import { additionLinkWords, additionsTo } from "../../kit/addition-links.ts"
import { copyWords, openCopy } from "./copy-dialog.tsx"
import { filterText, filterWords } from "./filter-words.ts"
import { columnTitle } from "./column-title.ts"
import { type ScreenGrid, useGrid } from "./grid.ts"
import { followPressElsewhere } from "./grid-focus.ts"
import type { GridColumn } from "../../../../../rules/changes/grid/grid-view.ts"
import { byHits, hitsFilters } from "./grid-state.ts"
import { gridWords } from "./grid-words.ts"
import { rowCommentWords } from "./row-comment-words.ts"

const openMultiply = ({ isMultiplying, multipliedCells }: ScreenGrid): void => {
  const { columns, lines } = multipliedCells()
  if (columns.length > 0 && lines.length > 0) isMultiplying.value = true
  else tell(inWords(gridWords).multiplyNeedsFigures)
}

/** Rows are found once the typing pauses. */
const filterAfterMs = 150

const Filters = (): JSX.Element => {
  const { columns, columnsHidden, filterColumn, filters, openFilter, showColumns, typedFilter } =
    useGrid()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const leave = typedFilter.subscribe((text) => {
      const isTyping = document.activeElement === input.current && text !== ""
      if (input.current !== null && !isTyping) input.current.value = text
    })
    return () => {
      leave()
      clearTimeout(timer.current)
    }
  }, [typedFilter])
  const words = inWords(gridWords)
  return (
    <>
      {filters.value.columns.map((filter) => {
        const column = columns.value.find(({ name }) => name === filter.column)
        if (column === undefined) return null
        const isHidden = columnsHidden.value.includes(column)
        const title = columnTitle(column.name)
        const called = isHidden ? `${title} (${inWords(columnWords).isHidden})` : title
        const shown = inWords(filterWords).named(called, filterText(column, filter))
        return (
          <span key={column.name} class="chip pair">
            <button
              type="button"
              onClick={() => {
                if (isHidden) showColumns([column.name])
                openFilter.value = column.name
              }}
            >
              {shown}
            </button>
            <button
              type="button"
              aria-label={words.removeFilter(shown)}
              title={words.removeFilter(shown)}
              onClick={() => filterColumn(column.name, undefined)}
            >
              <Symbol name="cross" size={12} />
            </button>
          </span>
        )
      })}
      {filters.value.texts.map((text) => (
        <button
          key={text}
          type="button"
          class="chip"
          aria-pressed={true}
          title={words.removeFilter(text)}
          onClick={() => {
            const texts = filters.value.texts.filter((each) => each !== text)
            filters.value = { ...filters.value, texts }
          }}
        >
          {text} <Symbol name="cross" size={12} />
        </button>
      ))}
      <input
        type="search"
        class="filter"
        aria-label={words.filter}
        placeholder={words.filterHint}
        ref={input}
        onInput={({ currentTarget }) => {
          clearTimeout(timer.current)
          timer.current = setTimeout(() => (typedFilter.value = currentTarget.value), filterAfterMs)
        }}
        onKeyDown={(event) => {
          const text = event.currentTarget.value.trim()
          if (event.key !== "Enter" || text === "") return
          clearTimeout(timer.current)
          batch(() => {
            filters.value = { ...filters.value, texts: [...filters.value.texts, text] }
            typedFilter.value = ""
          })
          // Nothing changes where nothing was found by what was typed yet.
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

/** Closes a list that is unfolded on Escape, and on a press or a focus elsewhere; gives what ends that. */
const closedElsewhere = (list: RefObject<HTMLDetailsElement | null>): (() => void) => {
  const close = (): void => list.current?.removeAttribute("open")
  const elsewhere = ({ target }: Event): void => {
    if (target instanceof Node && list.current?.contains(target) !== true) close()
  }
  const escape = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || list.current?.open !== true) return
    close()
    event.stopPropagation()
    list.current.querySelector("summary")?.focus()
  }
  const unfollow = followPressElsewhere(() => list.current, close)
  document.addEventListener("focusin", elsewhere)
  document.addEventListener("keydown", escape, true)
  return () => {
    unfollow()
    document.removeEventListener("focusin", elsewhere)
    document.removeEventListener("keydown", escape, true)
  }
}

/** The column with bands that is meant: the selected one, else the first of the table. */
const bandedColumn = (
  { selectedColumns }: ScreenGrid,
  columns: ReadonlyArray<GridColumn>,
): GridColumn | undefined => {
  const isBanded = ({ numbers }: GridColumn): boolean => numbers !== null
  return selectedColumns().find(isBanded) ?? columns.find(isBanded)
}

const More = (): JSX.Element => {
  const own = useGrid()
  const { columns, commentOnRow, deleteRows, duplicateRows, grid, mergeRows, moveRows } = own
  const words = inWords(gridWords)
  const list = useRef<HTMLDetailsElement>(null)
  useEffect(() => closedElsewhere(list), [])
  const noun = grid.value?.copies ?? null
  const banded = bandedColumn(own, columns.value)
  const items = [
    [words.duplicate, then(own, duplicateRows)],
    [words.moveUp, then(own, () => moveRows(-1))],
    [words.moveDown, then(own, () => moveRows(1))],
    [words.deleteRows, then(own, deleteRows)],
    ...(banded === undefined
      ? []
      : ([
          [words.splitBands, () => own.splitAt(banded.name, "", [])],
          [words.mergeBands(columnTitle(banded.name)), then(own, () => mergeRows(banded.name))],
        ] as const)),
    [words.replaceIn, () => void (own.isReplacing.value = true)],
    ...(own.isCounted.value
      ? []
      : [[words.showHits, () => void (own.isCounting.value = true)] as const]),
    ...(noun === null ? [] : [[inWords(copyWords).open(noun), () => openCopy(own)] as const]),
    ...additionsTo(grid.value?.file ?? "").map(
      (kind) => [inWords(additionLinkWords)[kind], () => go("add", kind)] as const,
    ),
    [inWords(rowCommentWords).menu, commentOnRow],
  ] as const
  return (
    <details ref={list} class="more">
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

/** Which rows are shown by how often they count, where that is told. */
const HitsChoice = (): JSX.Element | null => {
  const { filters, hits, isCounted, isCounting, sort, sortBy } = useGrid()
  const words = inWords(gridWords).hits
  if (!isCounted.value) return null
  return (
    <>
      <button
        type="button"
        class="chip"
        aria-pressed={true}
        title={words.about}
        onClick={() =>
          batch(() => {
            isCounting.value = false
            filters.value = { ...filters.value, hits: null }
            sort.value = sort.value.filter(({ column }) => column !== byHits)
          })
        }
      >
        {words.title} <Symbol name="cross" size={12} />
      </button>
      {hits.value === null ? (
        <span class="third" role="status">
          {words.counting}
        </span>
      ) : (
        <>
          <select
            aria-label={words.which}
            class="hits-filter"
            value={filters.value.hits ?? ""}
            onChange={({ currentTarget }) => {
              const next = hitsFilters.find((each) => each === currentTarget.value) ?? null
              filters.value = { ...filters.value, hits: next }
            }}
          >
            <option value="">{words.all}</option>
            {hitsFilters.map((each) => (
              <option key={each} value={each}>
                {words[each]}
              </option>
            ))}
          </select>
          <button type="button" class="button quiet small" onClick={() => sortBy(byHits)}>
            {words.sort}
          </button>
        </>
      )}
    </>
  )
}

/** Hidden columns in which rows say what they are shown for, to be shown by a press. */
const FoundHidden = (): JSX.Element | null => {
  const { foundHidden, showColumns } = useGrid()
  const names = foundHidden.value.map(({ name }) => name)
  if (names.length === 0) return null
  return (
    <button type="button" class="chip" onClick={() => showColumns(names)}>
      {inWords(columnWords).foundIn(names.map(columnTitle).join(", "))}
    </button>
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
      {order.map(({ column, isDown }, at) => (
        <button
          key={column}
          type="button"
          class="chip"
          aria-pressed={true}
          onClick={() => (sort.value = order.filter((each) => each.column !== column))}
        >
          <span title={words.sortedBy(columnTitle(column), isDown)}>
            {order.length > 1 ? `${at + 1}. ` : ""}
            {column === byHits ? words.hits.title : columnTitle(column)} {isDown ? "↓" : "↑"}
          </span>
          <Symbol name="cross" size={12} />
          <span class="unseen">{words.unsort}</span>
        </button>
      ))}
      <FoundHidden />
      <HitsChoice />
      <span class="tool-buttons">
        <ColumnsButton />
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
