import { batch } from "@preact/signals"
import type { JSX } from "preact"
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import {
  astrideLines,
  type ColumnFilter,
  countedWords,
  type CountedWord,
  type FilterRange,
  hasRanges,
} from "../../../../../rules/changes/grid/column-filters.ts"
import type { GridColumn, TableGrid } from "../../../../../rules/changes/grid/grid-view.ts"
import { inWords, numberText } from "../../kit/language.ts"
import { compareCells } from "./compare-cells.ts"
import { filterWords, tickText } from "./filter-words.ts"
import { columnTitle } from "./column-title.ts"
import { useGrid } from "./grid.ts"
import { followPressElsewhere } from "./grid-focus.ts"
import { placeBelowHead } from "./head-place.ts"
import { matcher } from "./shown-rows.ts"

/** The filter of a column while it is chosen, below the head of the column. */
export const OpenColumnFilter = (): JSX.Element | null => {
  const { columns, grid, openFilter } = useGrid()
  const name = openFilter.value
  const at = columns.value.findIndex((column) => column.name === name)
  const column = columns.value[at]
  const table = grid.value
  if (column === undefined || table === null) return null
  return <FilterChooser key={`${table.file} ${column.name}`} {...{ at, column, table }} />
}

interface ChooserProps {
  readonly at: number
  readonly column: GridColumn
  readonly table: TableGrid
}

/** So many values are listed; others are found by what is typed. */
const listedMax = 60

const FilterChooser = ({ at, column, table }: ChooserProps): JSX.Element => {
  const { filterColumn, filters, focusCell, openFilter, splitAt } = useGrid()
  const words = inWords(filterWords)
  const known = filters.peek().columns.find((each) => each.column === column.name)
  const [ticked, setTicked] = useState<ReadonlyArray<string> | undefined>(known?.words)
  const [how, setHow] = useState<FilterRange["how"]>(known?.range?.how ?? "reaches")
  const [low, setLow] = useState(known?.range?.low ?? "")
  const [high, setHigh] = useState(known?.range?.high ?? "")
  const [says, setSays] = useState(known?.says ?? "")
  const [sought, setSought] = useState("")
  const box = useRef<HTMLDivElement>(null)
  const close = (): void => {
    openFilter.value = null
    void focusCell()
  }
  useLayoutEffect(() => {
    placeBelowHead(box.current, column.name)
    box.current?.querySelector<HTMLElement>("input, button")?.focus()
  }, [])
  useEffect(
    () =>
      followPressElsewhere(
        () => box.current,
        () => (openFilter.value = null),
      ),
    [],
  )
  const isDay = column.type === "day"
  const ends = { low: endOf(low, isDay), high: endOf(high, isDay) }
  const isWrong = ends.low === undefined || ends.high === undefined
  const filter = filterOf(column, { ticked, says, how, ends })
  const { columns: inColumns, texts } = filters.value
  const others = inColumns.filter((each) => each.column !== column.name)
  const under = (own: ReadonlyArray<ColumnFilter>) =>
    table.rows.filter((row) =>
      matcher(table.columns, { texts, columns: [...others, ...own] })(row.texts),
    )
  const shown = under(filter === undefined ? [] : [filter])
  // Ticks are counted in the rows that everything else lets through.
  const beside = filterOf(column, { ticked: undefined, says, how, ends })
  const counted = countedWords(column, at, {
    all: table.rows,
    shown: under(beside === undefined ? [] : [beside]),
  })
  const isListed = column.type !== "text" || counted.length <= listedMax
  const cut = ends.low ?? null
  const range: FilterRange = { how, low: cut, high: null }
  const astride = cut === null ? [] : astrideLines(column, at, shown, range)
  const choose = (): void => {
    filterColumn(column.name, filter)
    close()
  }
  return (
    <div
      ref={box}
      class="column-filter card"
      role="dialog"
      aria-label={words.filterBy(columnTitle(column.name))}
      onKeyDown={(event) => {
        if (event.key !== "Escape" && event.key !== "Enter") return
        if (event.key === "Enter" && event.target instanceof HTMLButtonElement) return
        event.preventDefault()
        event.stopPropagation()
        if (event.key === "Escape") close()
        else if (!isWrong && shown.length > 0) choose()
      }}
    >
      {hasRanges(column) ? (
        <RangeFields {...{ column, how, low, high, setHow, setLow, setHigh, isDay, isWrong }} />
      ) : null}
      {astride.length === 0 || cut === null ? null : (
        <p class="astride">
          {words.astride(astride.length, cut)}{" "}
          <button
            type="button"
            class="link"
            onClick={() =>
              batch(() => {
                filterColumn(column.name, filter)
                openFilter.value = null
                splitAt(column.name, cut, astride)
              })
            }
          >
            {words.split(cut)}
          </button>
        </p>
      )}
      {column.type === "text" ? (
        <label class="field">
          <span>{words.says}</span>
          <input value={says} onInput={({ currentTarget }) => setSays(currentTarget.value)} />
        </label>
      ) : null}
      {isListed ? <Ticks {...{ column, counted, ticked, setTicked, sought, setSought }} /> : null}
      <div class="actions">
        <button
          type="button"
          class="button main small"
          disabled={isWrong || shown.length === 0}
          onClick={choose}
        >
          {shown.length === 0 ? words.showNone : words.show(shown.length)}
        </button>
        <button
          type="button"
          class="button small"
          onClick={() => {
            filterColumn(column.name, undefined)
            close()
          }}
        >
          {words.showAll}
        </button>
      </div>
    </div>
  )
}

const RangeFields = ({
  column,
  high,
  how,
  isDay,
  isWrong,
  low,
  setHigh,
  setHow,
  setLow,
}: {
  readonly column: GridColumn
  readonly how: FilterRange["how"]
  readonly low: string
  readonly high: string
  readonly isDay: boolean
  readonly isWrong: boolean
  readonly setHow: (how: FilterRange["how"]) => void
  readonly setLow: (text: string) => void
  readonly setHigh: (text: string) => void
}): JSX.Element => {
  const words = inWords(filterWords)
  const end = (label: string, value: string, set: (text: string) => void): JSX.Element => (
    <label class="field">
      <span>{label}</span>
      <input
        inputMode={isDay ? "text" : "decimal"}
        value={value}
        aria-invalid={isWrong}
        onInput={({ currentTarget }) => set(currentTarget.value)}
      />
    </label>
  )
  return (
    <>
      {column.numbers === null ? null : (
        <label class="field">
          <span>{words.bands}</span>
          <select
            value={how}
            onChange={({ currentTarget }) =>
              setHow(currentTarget.value === "within" ? "within" : "reaches")
            }
          >
            <option value="reaches">{words.reachesLong}</option>
            <option value="within">{words.withinLong}</option>
          </select>
        </label>
      )}
      <div class="ends">
        {end(words.low, low, setLow)}
        {end(words.high, high, setHigh)}
      </div>
      <p class="fault" role="status">
        {isWrong ? (isDay ? words.noDay : words.noFigure) : null}
      </p>
    </>
  )
}

/** The values of a column as boxes to tick, those that most rows say first of words, figures by their size. */
const Ticks = ({
  column,
  counted,
  setSought,
  setTicked,
  sought,
  ticked,
}: {
  readonly column: GridColumn
  readonly counted: ReadonlyArray<CountedWord>
  readonly ticked: ReadonlyArray<string> | undefined
  readonly setTicked: (words: ReadonlyArray<string> | undefined) => void
  readonly sought: string
  readonly setSought: (text: string) => void
}): JSX.Element => {
  const words = inWords(filterWords)
  const asked = sought.trim().toLowerCase()
  const compare = compareCells(column, tickText, false)
  const found = counted
    .filter(({ word }) => `${word} ${tickText(column, word)}`.toLowerCase().includes(asked))
    .toSorted(
      (one, other) =>
        Number(one.count === 0) - Number(other.count === 0) || compare(one.word, other.word),
    )
  const all = found.map(({ word }) => word)
  const toggle = (word: string, isOn: boolean): void => {
    const now = ticked ?? counted.map((each) => each.word)
    const next = isOn ? [...now, word] : now.filter((each) => each !== word)
    setTicked(counted.every((each) => next.includes(each.word)) ? undefined : next)
  }
  return (
    <div class="ticks" role="group" aria-label={words.words}>
      <b>{words.words}</b>
      {counted.length > 8 ? (
        <input
          type="search"
          aria-label={words.find}
          placeholder={words.find}
          value={sought}
          onInput={({ currentTarget }) => setSought(currentTarget.value)}
        />
      ) : null}
      <div class="tick-all">
        <button
          type="button"
          class="link"
          onClick={() => setTicked(asked === "" ? undefined : all)}
        >
          {words.all}
        </button>
        <button type="button" class="link" onClick={() => setTicked([])}>
          {words.none}
        </button>
      </div>
      <div class="tick-list">
        {found.slice(0, listedMax).map(({ count, word }) => (
          <label key={word} class={count === 0 ? "tick third" : "tick"}>
            <input
              type="checkbox"
              checked={ticked === undefined || ticked.includes(word)}
              onChange={({ currentTarget }) => toggle(word, currentTarget.checked)}
            />
            <span class="name">{tickText(column, word)}</span>
            <span class="third number">{numberText(count)}</span>
          </label>
        ))}
        {found.length > listedMax ? (
          <p class="third">{words.tooMany(found.length - listedMax)}</p>
        ) : null}
      </div>
    </div>
  )
}

/** An end of a range as somebody typed it; null where it is open, undefined where it is none. */
const endOf = (typed: string, isDay: boolean): string | null | undefined => {
  const text = typed
    .trim()
    .replaceAll(/[\s\u00a0\u202f]/g, "")
    .replace(",", ".")
  if (text === "") return null
  const form = isDay ? /^\d{4}-\d\d-\d\d$/ : /^-?\d+(?:\.\d+)?$/
  return form.test(text) ? text : undefined
}

const filterOf = (
  column: GridColumn,
  {
    ends,
    how,
    says,
    ticked,
  }: {
    readonly ticked: ReadonlyArray<string> | undefined
    readonly says: string
    readonly how: FilterRange["how"]
    readonly ends: {
      readonly low: string | null | undefined
      readonly high: string | null | undefined
    }
  },
): ColumnFilter | undefined => {
  const [low, high] = [ends.low ?? null, ends.high ?? null]
  const hasRange = low !== null || high !== null
  const text = says.trim()
  if (ticked === undefined && !hasRange && text === "") return undefined
  return {
    column: column.name,
    ...(ticked === undefined ? {} : { words: ticked }),
    ...(hasRange ? { range: { how, low, high } } : {}),
    ...(text === "" ? {} : { says: text }),
  }
}
