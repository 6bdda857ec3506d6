import type { JSX } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import type { CellRead, CellValue, GridColumn } from "../../../protocol/table.ts"
import { call } from "../../kit/call.ts"
import { inWords } from "../../kit/language.ts"
import { tell, tellRefusal } from "../../kit/notices.ts"
import { undo } from "../../kit/session.ts"
import { Symbol } from "../../kit/symbols.tsx"
import { cellText } from "./cell-text.ts"
import { type ConditionDraft, draftOf, valueOf } from "./condition-draft.ts"
import { ConditionEditor } from "./condition-editor.tsx"
import { faultText } from "./fault-words.ts"
import { columnTitle } from "./grid-cells.ts"
import { setCell } from "./grid-edits.ts"
import { focusCell, goOn } from "./grid-selection.ts"
import { columns, editAsked, editBegun, filters, grid, selection } from "./grid-state.ts"
import { gridWords } from "./grid-words.ts"
import { type ShownRow, shownRows } from "./shown-rows.ts"
import { ValueEditor } from "./value-editor.tsx"

/** How long the server waits for the next key before it is asked what the cell would be. */
const askAfterMs = 90

type RowShown = Extract<ShownRow, { readonly kind: "row" }>

interface EditedCell {
  readonly file: string
  readonly column: GridColumn
  readonly place: number
  readonly shown: RowShown
}

/** What is asked of the server: a text as it was typed, or what the cell is to say. */
type Asked = { readonly text: string } | { readonly value: CellValue }

const read = (file: string, column: string, asked: Asked): Promise<CellRead> =>
  "text" in asked
    ? call("readCell", { file, column, text: asked.text })
    : call("writeCell", { file, column, value: asked.value })

/** Asks what a cell would be, after the last key; and writes it. */
const useCell = ({ column, file, shown }: EditedCell) => {
  const [preview, setPreview] = useState<CellRead | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const last = useRef("")
  const show = (asked: Asked): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      void read(file, column.name, asked).then(setPreview, tellRefusal)
    }, askAfterMs)
  }
  const write = async (asked: Asked): Promise<void> => {
    clearTimeout(timer.current)
    // A field that is left tells once more what Enter has already written.
    const same = JSON.stringify(asked)
    if (same === last.current) return
    last.current = same
    try {
      const found = await read(file, column.name, asked)
      setPreview(found)
      if ("text" in asked && found.text !== asked.text) {
        tell(inWords(gridWords).rewritten(asked.text, found.text))
      }
      await setCell(shown.line, column.name, found.text)
    } catch (cause) {
      tellRefusal(cause)
    }
  }
  /** Forgets what was typed and not written. */
  const leave = (asked: Asked): void => {
    clearTimeout(timer.current)
    last.current = JSON.stringify(asked)
    setPreview(null)
  }
  return { leave, preview, show, write }
}

const Fault = ({ cell, preview }: { cell: EditedCell; preview: CellRead | null }): JSX.Element => {
  const { column, place, shown } = cell
  const words = inWords(gridWords)
  const stands = shown.row.texts[place] ?? ""
  const text = preview?.text ?? stands
  const refused = preview === null ? column.faults[text] : preview.fault
  if (refused === undefined || refused === null) return <p class="help">{column.about}</p>
  const { lang, sentence } = faultText(text, refused)
  return (
    <p class="fault" role="alert">
      <Symbol name="error" size={14} />
      <span lang={lang}>{sentence}</span>
      {refused.write.map((better) => (
        <button
          type="button"
          class="link"
          onClick={() => void setCell(shown.line, column.name, better).then(() => focusCell())}
        >
          {better === "" ? words.leaveEmpty : words.write(better)}
        </button>
      ))}
      {stands === text ? (
        <>
          <span>{words.keepOrUndo}</span>
          <button type="button" class="link" onClick={() => void undo().then(() => focusCell())}>
            {words.takeItBack}
          </button>
        </>
      ) : null}
    </p>
  )
}

const Editing = ({ cell }: { readonly cell: EditedCell }): JSX.Element => {
  const { column, place, shown } = cell
  const words = inWords(gridWords)
  const stands = shown.row.texts[place] ?? ""
  const isCondition = column.role === "condition"
  const [draft, setDraft] = useState<ConditionDraft>(() => draftOf(column.tests[stands], stands))
  const [text, setText] = useState(stands)
  const wordsIn = (cell: string): ReadonlyArray<string> =>
    cell === "" ? [] : column.isList ? cell.split("|") : [cell]
  const [list, setList] = useState(() => wordsIn(stands))
  const [asked, setAsked] = useState({
    count: editAsked.peek().count,
    typed: null as string | null,
  })
  const strip = useRef<HTMLDivElement>(null)
  const { leave, preview, show, write } = useCell(cell)
  const reset = (): void => {
    setDraft(draftOf(column.tests[stands], stands))
    setText(stands)
    setList(wordsIn(stands))
  }
  const mounted = useRef(false)
  // At once, not after the next frame: a key that is typed meanwhile would be lost.
  useLayoutEffect(() => {
    // What the cell says has changed: by this edit, by a step back, or on disk.
    if (mounted.current) {
      reset()
      leave({ text: stands })
    }
    mounted.current = true
  }, [stands])
  useLayoutEffect(
    () =>
      editAsked.subscribe((next) => {
        if (next.count === asked.count) return
        setAsked(next)
        begin(next.typed)
      }),
    [asked.count],
  )
  const focusFirst = (isAll: boolean): void => {
    requestAnimationFrame(() => {
      const first = strip.current?.querySelector<HTMLElement>("[data-first]")
      first?.focus()
      editBegun()
      if (first instanceof HTMLInputElement && first.type === "text") {
        if (isAll) first.select()
        else first.setSelectionRange(first.value.length, first.value.length)
      }
    })
  }
  const begin = (first: string | null): void => {
    if (first !== null && isCondition && column.type !== "words") {
      const operator = /\d/.test(first) ? "exactly" : "written"
      const isFilled = draft.operator === "Any" || draft.operator === "written"
      if (isFilled) setDraft({ ...draft, operator, low: first, written: first })
      else
        setDraft({
          ...draft,
          [draft.operator === "upTo" || draft.operator === "under" ? "high" : "low"]: first,
        })
    } else if (first !== null && isCondition)
      setDraft({
        ...draft,
        operator: "oneOf",
        words: draft.operator === "oneOf" ? draft.words : [],
      })
    else if (first !== null && column.words === null) setText(first)
    focusFirst(first === null)
  }
  const askedOf = (next: ConditionDraft): Asked => {
    const value = valueOf(next)
    return value === undefined ? { text: next.written } : { value }
  }
  const listAsked = (chosen: ReadonlyArray<string>): Asked =>
    column.isList ? { value: { _tag: "List", words: chosen } } : { text: chosen[0] ?? "" }
  const now = (): Asked =>
    isCondition ? askedOf(draft) : column.words === null ? { text } : listAsked(list)
  const keys = (event: KeyboardEvent): void => {
    const { altKey, key, shiftKey } = event
    if (key === "Escape") {
      leave(now())
      reset()
      void focusCell()
    } else if (key === "Enter" && !altKey && !shiftKey) {
      if (event.target instanceof HTMLButtonElement) return
      // Nobody waits for the file: what is refused is marked in the grid as soon as it is written.
      void write(now())
      void goOn(1, 0)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const before = shown.row.before
  const was = before === undefined || before === "none" ? undefined : before[place]
  const written = preview?.text ?? stands
  return (
    <div class="strip" ref={strip} onKeyDown={keys}>
      <div class="strip-line">
        <b>{words.cellAt(columnTitle(column.name), shown.line)}</b>
        {isCondition ? (
          <ConditionEditor
            column={column}
            draft={draft}
            asked={asked}
            change={(next) => {
              setDraft(next)
              show(askedOf(next))
            }}
            done={(next) => {
              setDraft(next)
              void write(askedOf(next))
            }}
          />
        ) : (
          <ValueEditor
            column={column}
            text={text}
            asked={asked}
            words={list}
            change={(next) => {
              setText(next)
              show({ text: next })
            }}
            done={(next) => {
              setText(next)
              void write({ text: next })
            }}
            changeWords={(next) => {
              setList(next)
              show(listAsked(next))
            }}
            doneWords={(next) => {
              setList(next)
              void write(listAsked(next)).then(() => focusCell())
            }}
          />
        )}
        {isCondition || column.words !== null ? (
          <span class="third">
            {words.written} <code>{written === "" ? words.nothing : written}</code>
          </span>
        ) : null}
        <span class="strip-end">
          {was !== undefined && was !== stands ? (
            <span class="third">{words.was(was === "" ? "—" : cellText(column, was))}</span>
          ) : null}
          <button
            type="button"
            class="link"
            onClick={() => {
              const shownText = stands === "" ? words.nothing : cellText(column, stands)
              filters.value = [
                ...filters.value.filter((filter) => filter.column !== column.name),
                { column: column.name, text: stands, shown: shownText },
              ]
            }}
          >
            {words.onlyThis}
          </button>
        </span>
      </div>
      <Fault cell={cell} preview={preview} />
    </div>
  )
}

/** The strip above the grid: what the selected cell says, in words, to be read and changed. */
export const CellEditor = (): JSX.Element => {
  const words = inWords(gridWords)
  const chosen = selection.value
  const table = grid.value
  const shown = chosen === null ? undefined : shownRows.value[chosen.row]
  const column = chosen === null ? undefined : columns.value[chosen.column]
  if (chosen === null || table === null || column === undefined || shown?.kind !== "row") {
    return (
      <div class="strip idle">
        <div class="strip-line second">
          {shown?.kind === "comment" ? shown.text : words.idle(shown?.kind)}
        </div>
        <p class="help">{column?.about ?? ""}</p>
      </div>
    )
  }
  return (
    <Editing
      key={`${table.file} ${shown.line} ${column.name}`}
      cell={{ file: table.file, column, place: chosen.column, shown }}
    />
  )
}
